import Foundation
import Testing
import VersionedCodec

/// The rows of the article "Moving from JSONEncoder": what each encoder makes of a model.
@Suite struct MovingFromJSONEncoderTests {
    enum Key: String, CodingKey { case b, a, c, list }
    enum Other: String, CodingKey { case a, z }

    /// What an encoder makes of a model, as text; `an error` where it refuses it.
    private static func told(_ encode: () throws -> Data) -> String {
        do { return String(decoding: try encode(), as: UTF8.self) } catch { return "an error" }
    }

    private static func compare(
        _ value: some Encodable, theirs: String, ours: String, sorted: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation, _ set: (inout BothEncoders) -> Void = { _ in }
    ) {
        var both = BothEncoders(sorted ? .sortedKeys : [])
        set(&both)
        #expect(told { try both.ours.encode(value) } == ours, sourceLocation: sourceLocation)
        #if os(Linux)
            // Foundation elsewhere may be another one.
            #expect(told { try both.theirs.encode(value) } == theirs, sourceLocation: sourceLocation)
        #endif
    }

    // MARK: Order

    @Test func membersStandAsTheyAreWritten() throws {
        struct Model: Encodable { var z = 1, a = 2, m = 3, b = 4 }
        let both = BothEncoders()
        #expect(try String(decoding: both.ours.encode(Model()), as: UTF8.self) == #"{"z":1,"a":2,"m":3,"b":4}"#)
        let table = ["z": 1, "é": 2, "Z": 3, "10": 4, "9": 5, "e\u{301}x": 6]
        #expect(
            try String(decoding: both.ours.encode(table), as: UTF8.self)
                == "{\"10\":4,\"9\":5,\"Z\":3,\"e\u{301}x\":6,\"z\":1,\"é\":2}")
        #expect(
            try String(decoding: both.ours.encode([9: 1, 10: 2, -1: 3]), as: UTF8.self) == #"{"-1":3,"10":2,"9":1}"#)
        // Foundation's texts have the same members.
        #expect(try both.theirs.encode(Model()).sorted() == both.ours.encode(Model()).sorted())
        #expect(try both.theirs.encode(table).sorted() == both.ours.encode(table).sorted())
    }

    // MARK: Keys that meet

    @Test func keyThatIsWrittenTwiceCountsLast() {
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .b)
            try container.encode(2, forKey: .a)
            try container.encode(3, forKey: .b)
        }
        Self.compare(value, theirs: #"{"a":2,"b":3}"#, ours: #"{"a":2,"b":3}"#, sorted: true)
        #expect(Self.told { try VersionedJSONEncoder().encode(value) } == #"{"b":3,"a":2}"#)
    }

    private static func shared(_ own: Int, _ base: Int) -> WrittenBy {
        WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(own, forKey: .a)
            var inherited = encoder.container(keyedBy: Other.self)
            try inherited.encode(base, forKey: .a)
        }
    }

    @Test func keyOfABaseClassAndItsSubclassHasOneValue() {
        Self.compare(Self.shared(1, 2), theirs: #"{"a":2}"#, ours: "an error")
        Self.compare(Self.shared(1, 1), theirs: #"{"a":1}"#, ours: #"{"a":1}"#)
    }

    @Test func twoPropertiesOfOneNameAreAnError() {
        struct Model: Encodable { var imageURL = 1, imageUrl = 2 }
        Self.compare(Model(), theirs: #"{"image_url":2}"#, ours: "an error") {
            $0.ours.keyEncodingStrategy = .convertToSnakeCase
            $0.theirs.keyEncodingStrategy = .convertToSnakeCase
        }
        Self.compare(Model(imageURL: 7, imageUrl: 7), theirs: #"{"image_url":7}"#, ours: #"{"image_url":7}"#) {
            $0.ours.keyEncodingStrategy = .convertToSnakeCase
            $0.theirs.keyEncodingStrategy = .convertToSnakeCase
        }
    }

    // MARK: Errors that are caught

    struct Failing: Encodable {
        struct Failure: Error {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Other.self)
            try container.encode("left over", forKey: .z)
            throw Failure()
        }
    }

    @Test func errorThatIsCaughtLeavesNothing() {
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(Failing(), forKey: .a)
            try container.encode(["x": 1], forKey: .b)
        }
        Self.compare(value, theirs: #"{"b":{"x":1,"z":"left over"}}"#, ours: #"{"b":{"x":1}}"#, sorted: true)
    }

    #if os(Linux)
        @Test func errorThatIsCaughtMayTrapInFoundation() async {
            await #expect(processExitsWith: .failure) {
                let value = WrittenBy { encoder in
                    var container = encoder.container(keyedBy: Key.self)
                    try? container.encode(Failing(), forKey: .a)
                    try container.encode([1], forKey: .b)
                }
                _ = try JSONEncoder().encode(value)
            }
        }

        @Test func twoKindsOfContainerTrapInFoundation() async {
            await #expect(processExitsWith: .failure) {
                _ = try JSONEncoder().encode(MovingFromJSONEncoderTests.twoKinds)
            }
        }

        @Test func keyWithAMarkTrapsInFoundation() async {
            await #expect(processExitsWith: .failure) {
                let encoder = JSONEncoder()
                encoder.keyEncodingStrategy = .convertToSnakeCase
                _ = try encoder.encode(MovingFromJSONEncoderTests.marked)
            }
        }

        @Test func twoSingleValuesTrapInFoundation() async {
            await #expect(processExitsWith: .failure) {
                _ = try JSONEncoder().encode(MovingFromJSONEncoderTests.twoValues)
            }
        }
    #endif

    static var marked: WrittenBy {
        WrittenBy { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            try object.encode(1, forKey: AnyKey(stringValue: "x\u{600}Ab\u{600}C\u{600}d"))
        }
    }

    @Test func keyWithAMarkIsSpelled() throws {
        var encoder = VersionedJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let text = try String(decoding: encoder.encode(Self.marked), as: UTF8.self)
        #expect(Array(text.unicodeScalars) == Array("{\"x\u{600}_ab\u{600}_c\u{600}d\":1}".unicodeScalars))
    }

    static var twoKinds: WrittenBy {
        WrittenBy { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(1, forKey: .a)
            var list = encoder.unkeyedContainer()
            try list.encode(2)
        }
    }

    static var twoValues: WrittenBy {
        WrittenBy { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(1)
            try single.encode(2)
        }
    }

    @Test func caughtErrorsAndTwoKindsDoNotTrapHere() throws {
        let caught = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(Failing(), forKey: .a)
            try container.encode([1], forKey: .b)
        }
        #expect(Self.told { try VersionedJSONEncoder().encode(caught) } == #"{"b":[1]}"#)
        #expect(throws: EncodingError.self) { try VersionedJSONEncoder().encode(Self.twoKinds) }
        #expect(throws: EncodingError.self) { try VersionedJSONEncoder().encode(Self.twoValues) }
    }

    // MARK: superEncoder

    final class Keeper: @unchecked Sendable { var encoder: (any Encoder)? }

    @Test func encoderThatIsKeptWritesWhereItStands() throws {
        let keeper = Keeper()
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            keeper.encoder = container.superEncoder()
            try container.encode(1, forKey: .a)
            var single = keeper.encoder?.singleValueContainer()
            try single?.encode("base")
        }
        Self.compare(value, theirs: #"{"a":1}"#, ours: #"{"super":"base","a":1}"#)
        // Foundation's traps when it is used now.
        _ = try VersionedJSONEncoder().encode(value)
        var late = try #require(keeper.encoder).unkeyedContainer()
        #expect(throws: EncodingError.self) { try late.encode(1) }
    }

    @Test func secondSuperEncoderContinuesTheFirst() {
        func model(_ first: some Encodable, _ second: some Encodable, listBetween: Bool = false) -> WrittenBy {
            WrittenBy { encoder in
                var container = encoder.container(keyedBy: Key.self)
                try first.encode(to: container.superEncoder())
                if listBetween {
                    var list = container.nestedUnkeyedContainer(forKey: .list)
                    try list.encode(1)
                }
                try second.encode(to: container.superEncoder())
            }
        }
        Self.compare(
            model(["a": 1], ["b": 2]), theirs: #"{"super":{"b":2}}"#, ours: #"{"super":{"a":1,"b":2}}"#)
        Self.compare(
            model(["a": 1], ["b": 2], listBetween: true), theirs: #"{"list":[1],"super":{"b":2}}"#,
            ours: #"{"list":[1],"super":{"a":1,"b":2}}"#, sorted: true)
        Self.compare(model([1], [2]), theirs: #"{"super":[2]}"#, ours: #"{"super":[1,2]}"#)
        Self.compare(model(1, 2), theirs: #"{"super":2}"#, ours: "an error")
    }

    @Test func superEncoderAndItsNameAsAKeyMustAgree() throws {
        struct TextKey: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        func model(_ value: Int) -> WrittenBy {
            WrittenBy { encoder in
                var container = encoder.container(keyedBy: TextKey.self)
                try 1.encode(to: container.superEncoder())
                try container.encode(value, forKey: TextKey(stringValue: "super"))
            }
        }
        Self.compare(model(2), theirs: #"{"super":2}"#, ours: "an error")
        Self.compare(model(1), theirs: #"{"super":1}"#, ours: #"{"super":1}"#)
    }

    @Test func errorsOfMisusedEncodersHoldNoTypeOfOurs() throws {
        let keeper = Keeper()
        _ = try VersionedJSONEncoder().encode(
            WrittenBy { encoder in
                var container = encoder.container(keyedBy: Key.self)
                keeper.encoder = container.superEncoder()
            })
        let late = try #require(keeper.encoder)
        let calls: [() throws -> Void] = [
            { _ = try VersionedJSONEncoder().encode(Self.twoKinds) },
            { _ = try VersionedJSONEncoder().encode(Self.twoValues) },
            { try 1.encode(to: late) },
            { try [1].encode(to: late) },
            { try ["a": 1].encode(to: late) },
            {
                _ = try VersionedJSONEncoder().encode(
                    WrittenBy { encoder in
                        var outer = encoder.unkeyedContainer()
                        let copy = outer
                        try outer.encode(
                            WrittenBy { _ in
                                var copy = copy
                                try copy.encode(1)
                            })
                    })
            },
        ]
        for (place, call) in calls.enumerated() {
            let error = #expect(throws: EncodingError.self) { try call() }
            guard case .invalidValue(let value, _)? = error else { continue }
            let name = String(reflecting: value as? Any.Type ?? type(of: value))
            #expect(!name.hasPrefix("VersionedCodec."), "\(place): \(name)")
        }
    }

    @Test func encoderThatNobodyUsesWritesAnEmptyObject() {
        let plain = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            _ = container.superEncoder()
        }
        Self.compare(plain, theirs: #"{"super":{}}"#, ours: #"{"super":{}}"#)
        let named = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            _ = container.superEncoder(forKey: .a)
        }
        Self.compare(named, theirs: #"{"a":{}}"#, ours: #"{"a":{}}"#)
        let element = WrittenBy { encoder in
            var container = encoder.unkeyedContainer()
            _ = container.superEncoder()
        }
        Self.compare(element, theirs: "[{}]", ours: "[{}]")
    }

    @Test func countOfAnArrayGrowsWithAnEncoderOfIt() throws {
        func counts(_ encode: (WrittenBy) throws -> Data) throws -> [Int] {
            var counts: [Int] = []
            _ = try withoutActuallyEscaping({ (encoder: any Encoder) in
                var list = encoder.unkeyedContainer()
                try list.encode(0)
                let base = list.superEncoder()
                counts.append(list.count)
                var single = base.singleValueContainer()
                try single.encode(1)
                counts.append(list.count)
            }) { body in try encode(WrittenBy(body)) }
            return counts
        }
        #expect(try counts { try VersionedJSONEncoder().encode($0) } == [2, 2])
        #if os(Linux)
            #expect(try counts { try JSONEncoder().encode($0) } == [1, 1])
        #endif
    }

    // MARK: Keys of dictionaries

    enum Shelf: String, Encodable, CodingKeyRepresentable { case topShelf, lowShelf }

    @Test func keysOfDictionariesAreData() {
        Self.compare(
            [Shelf.topShelf: 1, .lowShelf: 2], theirs: #"{"low_shelf":2,"top_shelf":1}"#,
            ours: #"{"lowShelf":2,"topShelf":1}"#, sorted: true
        ) {
            $0.ours.keyEncodingStrategy = .convertToSnakeCase
            $0.theirs.keyEncodingStrategy = .convertToSnakeCase
        }
    }

    // MARK: Values

    @Test func decimalThatIsNoNumberIsAnError() {
        Self.compare([Decimal.nan], theirs: "[NaN]", ours: "an error")
    }

    @Test func dateBeyondFourDigitsIsAnError() {
        func set(_ both: inout BothEncoders) {
            (both.ours.dateEncodingStrategy, both.theirs.dateEncodingStrategy) = (.iso8601, .iso8601)
        }
        let last = Date(timeIntervalSince1970: 253_402_300_799)
        Self.compare([last], theirs: #"["9999-12-31T23:59:59Z"]"#, ours: #"["9999-12-31T23:59:59Z"]"#, set)
        Self.compare([last.addingTimeInterval(1)], theirs: #"["10000-01-01T00:00:00Z"]"#, ours: "an error", set)
    }

    @Test func datesBeforeTheReformAreThoseOfTheStandard() {
        func set(_ both: inout BothEncoders) {
            (both.ours.dateEncodingStrategy, both.theirs.dateEncodingStrategy) = (.iso8601, .iso8601)
        }
        for (seconds, theirs, ours) in [
            (-12_219_292_800, "1582-10-15", "1582-10-15"), (-12_219_379_200, "1582-10-04", "1582-10-14"),
            (-62_135_596_800, "0001-01-03", "0001-01-01"),
            (Date.distantPast.timeIntervalSince1970, "0001-01-01", "0000-12-30"),
        ] as [(Double, String, String)] {
            Self.compare(
                [Date(timeIntervalSince1970: seconds)], theirs: #"["\#(theirs)T00:00:00Z"]"#,
                ours: #"["\#(ours)T00:00:00Z"]"#, set)
        }
    }

    // MARK: Containers that are not in turn

    @Test func containerOutOfTurnIsAnError() {
        let done = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            let keeper = KeptContainer()
            try container.encode(
                WrittenBy { inner in
                    var list = inner.unkeyedContainer()
                    try list.encode(1)
                    keeper.list = list
                }, forKey: .a)
            try keeper.list?.encode(2)
        }
        Self.compare(done, theirs: #"{"a":[1]}"#, ours: "an error")
        let busy = WrittenBy { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            let copy = outer
            try outer.encode(
                WrittenBy { inner in
                    var copy = copy
                    try copy.encode(1, forKey: .b)
                    var single = inner.singleValueContainer()
                    try single.encode(2)
                }, forKey: .a)
        }
        Self.compare(busy, theirs: #"{"a":2,"b":1}"#, ours: "an error", sorted: true)
    }

    final class KeptContainer { var list: (any UnkeyedEncodingContainer)? }

    // MARK: Sentences

    @Test func dictionariesOfValuesWithAConfigurationAreWritten() throws {
        struct Listed: EncodableWithConfiguration {
            func encode(to encoder: any Encoder, configuration: String) throws {
                var container = encoder.singleValueContainer()
                try container.encode(configuration)
            }
        }
        let text = try VersionedJSONEncoder().encode(["b": Listed(), "a": Listed()], configuration: "x")
        #expect(String(decoding: text, as: UTF8.self) == #"{"a":"x","b":"x"}"#)
    }

    @Test func textOfTheSameBytes() throws {
        try BothEncoders().expect([1.0, 1e16], "[1,1e+16]")
        try BothEncoders().expect("a/b", #""a\/b""#)
        try BothEncoders(.withoutEscapingSlashes).expect("a/b", #""a/b""#)
        try BothEncoders(.prettyPrinted).expect([[Int]()], "[\n  [\n\n  ]\n]")
        #expect(try VersionedJSONEncoder().bytes(of: [1, 2]) == Array("[1,2]".utf8))
    }

    @Test func exampleOfTheArticleHolds() throws {
        let error = #expect(throws: EncodingError.self) {
            try VersionedJSONEncoder().encode(["gains": [1, .infinity]])
        }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"at "/gains/1": JSON has no number for inf; nonConformingFloatEncodingStrategy may give it a text"#)
        var encoder = VersionedJSONEncoder()
        encoder.dateEncodingStrategy = .formats([.iso8601])
        let beneath = #expect(throws: EncodingError.self) { try encoder.encode([Date(timeIntervalSince1970: 1e12)]) }
        guard case .invalidValue(_, let context) = beneath else { throw try #require(beneath) }
        #expect(context.underlyingError is DateFormatError)
    }
}
