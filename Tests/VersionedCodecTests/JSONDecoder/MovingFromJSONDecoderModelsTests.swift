import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// The rows of the article "Moving from JSONDecoder" that take a model's own code: what each decoder gives it.
@Suite struct MovingFromJSONDecoderModelsTests {
    typealias Asking = FoundationCasesFaultTests.Asking

    /// What a model's code says of a payload, by each decoder.
    private func compare(
        _ payload: String, theirs: String, ours: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ set: (inout BothDecoders) -> Void = { _ in }, _ ask: @escaping @Sendable (any Decoder) throws -> String
    ) {
        var both = BothDecoders()
        set(&both)
        Asking.$ask.withValue(ask) {
            let outcomes = both.outcomes(Asking.self, Data(payload.utf8))
            func told(_ outcome: BothDecoders.Outcome<Asking>) -> String {
                switch outcome {
                case .value(let asking): asking.answer
                case .fault(let shape): shape
                }
            }
            #expect(told(outcomes.ours) == ours, sourceLocation: sourceLocation)
            #if os(Linux)
                // Foundation elsewhere may be another one.
                #expect(told(outcomes.theirs) == theirs, sourceLocation: sourceLocation)
            #endif
        }
    }

    private func snakes(_ both: inout BothDecoders) {
        both.ours.keyDecodingStrategy = .convertFromSnakeCase
        both.theirs.keyDecodingStrategy = .convertFromSnakeCase
    }

    private func isoDates(_ both: inout BothDecoders) {
        both.ours.dateDecodingStrategy = .iso8601
        both.theirs.dateDecodingStrategy = .iso8601
    }

    // MARK: Stricter

    @Test func numbersThatAreTooSmallAreNotZero() {
        compare("[1e-400]", theirs: "0", ours: "dataCorrupted at 0") {
            var list = try $0.unkeyedContainer()
            return "\(try list.decode(Int.self))"
        }
    }

    @Test func dateOfAnotherKindIsToldWithBoth() throws {
        func message(_ set: (inout BothDecoders) -> Void, _ payload: String) throws -> String {
            var both = BothDecoders()
            set(&both)
            #expect(throws: DecodingError.self) { try both.theirs.decode([Date].self, from: Data(payload.utf8)) }
            let error = #expect(throws: DecodingError.self) { try both.ours.decode([Date].self, from: payload) }
            return Diagnostic(describing: try #require(error)).message
        }
        #expect(try message({ _ in }, #"["2020-01-01"]"#) == #"expected a date, found a string ("2020-01-01")"#)
        #expect(try message(isoDates, "[7]") == "7 is not a date: the format is a text, and this is a number")
        #expect(try message(isoDates, "[true]") == "expected a date, found a boolean (true)")
        for set in [{ _ in }, isoDates] as [(inout BothDecoders) -> Void] {
            for payload in [#"["x"]"#, "[7]", "[true]", "[{}]", "[null]"] {
                compare(payload, theirs: "as ours", ours: "as ours", set) { decoder in
                    var list = try decoder.unkeyedContainer()
                    do {
                        _ = try list.decode(Date.self)
                    } catch DecodingError.typeMismatch(_, let context) {
                        return context.codingPath.count == 1 ? "as ours" : "another path"
                    } catch DecodingError.valueNotFound(_, let context) {
                        return context.codingPath.count == 1 ? "as ours" : "another path"
                    } catch DecodingError.dataCorrupted {
                        return "as ours"
                    }
                    return "as ours"
                }
            }
        }
    }

    // MARK: What works

    @Test func wholeNumbersWithExponentsFitWideIntegers() {
        compare("[1e20]", theirs: "dataCorrupted at ", ours: "100000000000000000000") {
            var list = try $0.unkeyedContainer()
            return "\(try list.decode(Int128.self))"
        }
    }

    @Test func pathOfANumberThatDoesNotFitIsWhole() {
        compare(#"{"a":[1,300]}"#, theirs: "dataCorrupted at ", ours: "dataCorrupted at a/1") {
            "\(try $0.container(keyedBy: Asking.Key.self).decode([UInt8].self, forKey: .a))"
        }
    }

    @Test func pathOfADateIsWhole() {
        compare(#"{"a":["soon"]}"#, theirs: "dataCorrupted at a", ours: "dataCorrupted at a/0", isoDates) {
            "\(try $0.container(keyedBy: Asking.Key.self).decode([Date].self, forKey: .a))"
        }
    }

    private enum Side: String, Codable, CodingKeyRepresentable { case leftSide = "left_side", right }

    @Test func keysOfDictionariesAreData() {
        compare(#"{"left_side":1}"#, theirs: "dataCorrupted at leftSide", ours: "[left_side: 1]", snakes) {
            let table = try $0.singleValueContainer().decode([Side: Int].self)
            return "[\(table.map { "\($0.key.rawValue): \($0.value)" }.joined())]"
        }
        compare(#"{"left_side":1}"#, theirs: #"["leftSide": 1]"#, ours: #"["left_side": 1]"#, snakes) {
            "\(try [String: Int](from: $0))"
        }
        compare(#"{"left_side":1}"#, theirs: #"["left_side": 1]"#, ours: #"["left_side": 1]"#, snakes) {
            "\(try $0.singleValueContainer().decode([String: Int].self))"
        }
    }

    @Test func missingKeyOfASuperDecoderIsToldAtOnce() {
        compare("{}", theirs: "a decoder", ours: "keyNotFound a at ") {
            _ = try $0.container(keyedBy: Asking.Key.self).superDecoder(forKey: .a)
            return "a decoder"
        }
        compare("{}", theirs: "valueNotFound Int at super", ours: "keyNotFound super at ") {
            "\(try Int(from: $0.container(keyedBy: Asking.Key.self).superDecoder()))"
        }
    }

    @Test func elementThatFailsTwiceIsPassedOver() {
        compare("[\"x\", 1]", theirs: "0 0 0", ours: "0 1 2") {
            var list = try $0.unkeyedContainer()
            let places = (0..<3).map { _ in
                _ = try? list.decode(Int.self)
                return "\(list.currentIndex)"
            }
            return places.joined(separator: " ")
        }
        // Another type may be tried.
        compare("[\"x\", 1]", theirs: "x 1", ours: "x 1") {
            var list = try $0.unkeyedContainer()
            _ = try? list.decode(Int.self)
            return "\(try list.decode(String.self)) \(list.currentIndex)"
        }
    }

    @Test func endOfAnArrayIsNotPassed() {
        compare("[1]", theirs: "nil 2", ours: "nil 1") {
            var list = try $0.unkeyedContainer()
            _ = try list.decode(Int.self)
            return "\(try list.decodeIfPresent(Int.self) as Int? as Any) \(list.currentIndex)"
        }
    }

    @Test func keysComeInTheOrderOfTheText() throws {
        let names = (0..<100).map { "key\($0 &* 37 % 100)" }
        let payload = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        let ask: @Sendable (any Decoder) throws -> String = {
            try $0.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).joined(separator: ",")
        }
        let both = BothDecoders()
        try Asking.$ask.withValue(ask) {
            #expect(try both.ours.decode(Asking.self, from: payload).answer == names.joined(separator: ","))
            let theirs = try both.theirs.decode(Asking.self, from: Data(payload.utf8)).answer.split(separator: ",")
            #expect(theirs.sorted() == names.sorted().map { $0[...] })
        }
    }

    final class Keeper: @unchecked Sendable { var decoder: (any Decoder)?, above: (any Decoder)? }

    @Test func decoderThatIsKeptIsRefusedOrValid() throws {
        let keeper = Keeper()
        try Asking.$ask.withValue({ decoder in
            keeper.decoder = decoder
            keeper.above = try decoder.container(keyedBy: Asking.Key.self).superDecoder(forKey: .a)
            return ""
        }) { _ = try VersionedJSONDecoder().decode(Asking.self, from: #"{"a":[7]}"#) }
        let error = #expect(throws: DecodingError.self) { try keeper.decoder?.container(keyedBy: Asking.Key.self) }
        #expect(
            Diagnostic(describing: try #require(error)).message
                == "a decoder was used after the end of the decoding that it was made for;"
                + " keep one from superDecoder() instead")
        #expect(try keeper.above?.singleValueContainer().decode([Int].self) == [7])
    }

    // MARK: Configurations

    typealias Shifted = FoundationCasesConfigurationTests.Shifted

    @Test func missingKeyOfAConfigurationIsKeyNotFound() {
        compare("{}", theirs: "valueNotFound Int at a", ours: "keyNotFound a at ") {
            "\(try $0.container(keyedBy: Asking.Key.self).decode(Shifted.self, forKey: .a, configuration: .init(value: 1)))"
        }
    }

    @Test func nullIsNoValueOfAConfiguration() throws {
        struct Model: Decodable {
            let song: ConfigurationTests.Song?
            init(from decoder: any Decoder) throws {
                let controller = try decoder.versionController(for: ShapeVersion.self)
                song = try decoder.container(keyedBy: Asking.Key.self)
                    .decodeIfPresent(ConfigurationTests.Song.self, forKey: .a, configuration: controller)
            }
        }
        let controller = try ConfigurationTests.controller().fixed(to: .v3)
        for payload in [#"{"a":null}"#, "{}"] {
            var ours = VersionedJSONDecoder()
            ours.userInfo.install(controller)
            #expect(try ours.decode(Model.self, from: payload).song == nil)
            #expect(try VersionedJSONDecoder(controller).decode(Model.self, from: payload).song == nil)
        }
    }

    @Test func dictionaryOfValuesWithAConfigurationIsRead() throws {
        let read = try VersionedJSONDecoder().decode(
            [String: Shifted].self, from: Data(#"{"a":8,"b":9}"#.utf8), configuration: Shifted.Offset(value: 7))
        #expect(read == ["a": Shifted(1), "b": Shifted(2)])
    }

    // MARK: Encodings

    @Test(arguments: [(String.Encoding.utf32, "[1]"), (.utf16LittleEndian, "\"é\""), (.utf16BigEndian, "\"日本\"")])
    func encodingsThatFoundationDoesNotFind(_ encoding: String.Encoding, _ text: String) throws {
        let payload = try #require(text.data(using: encoding))
        #expect(try VersionedJSONDecoder().decode(JSONText.self, from: payload).text == text)
        #if os(Linux)
            let both = BothDecoders()
            let isRead = (try? both.theirs.decode(JSONText.self, from: payload)) != nil
            #expect(isRead == (text == "\"é\""))
        #endif
    }

    /// A text or a list, written again.
    struct JSONText: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let list = try? container.decode([Int].self) {
                text = "\(list)"
            } else {
                text = "\"\(try container.decode(String.self))\""
            }
        }
    }

    // MARK: Sentences

    @Test func datesBeforeTheReformAreThoseOfTheStandard() throws {
        for (text, days) in [("1582-10-15T00:00:00Z", 0), ("1500-03-01T00:00:00Z", 10), ("0001-01-01T00:00:00Z", -2)] {
            var both = BothDecoders()
            isoDates(&both)
            let ours = try both.ours.decode(Date.self, from: "\"\(text)\"")
            var encoder = VersionedJSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            #expect(try String(decoding: encoder.encode(ours), as: UTF8.self) == "\"\(text)\"")
            #if os(Linux)
                let theirs = try both.theirs.decode(Date.self, from: Data("\"\(text)\"".utf8))
                #expect(theirs.timeIntervalSince(ours) == Double(days) * 86_400, "\(text)")
            #endif
        }
    }

    @Test func anErrorOfAStrategyComesOutUnchanged() {
        struct Failure: Error {}
        compare(
            "[1]", theirs: "Failure()", ours: "Failure()",
            {
                $0.ours.dateDecodingStrategy = .custom { _ in throw Failure() }
                $0.theirs.dateDecodingStrategy = .custom { _ in throw Failure() }
            }
        ) { "\(try [Date](from: $0))" }
    }

    @Test func exampleOfTheArticleHolds() throws {
        struct Album: Decodable {
            struct Song: Decodable { var seconds: Int }
            var songs: [Song]
        }
        let error = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode(Album.self, from: #"{"songs": [{"seconds": "long"}]}"#)
        }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"line 1, column 24, at "/songs/0/seconds": expected an integer, found a string ("long")"#)
    }

    @Test func classThatIsAskedForAsItsBaseIsTheBase() throws {
        class Base: Decodable {}
        final class Child: Base {}
        for decode in [
            { try VersionedJSONDecoder().decode(Asking.self, from: $0) },
            { try JSONDecoder().decode(Asking.self, from: $0) },
        ] as [(Data) throws -> Asking] {
            let answer = try Asking.$ask.withValue({
                let container = try $0.container(keyedBy: Asking.Key.self)
                return "\(type(of: try container.decode(Child.self as Base.Type, forKey: .a)))"
            }) { try decode(Data(#"{"a":{}}"#.utf8)).answer }
            #expect(answer == "Base")
        }
        let answer = try Asking.$ask.withValue({
            let container = try $0.container(keyedBy: Asking.Key.self)
            return "\(type(of: try container.decodeSubclass(Child.self as Base.Type, forKey: .a)))"
        }) { try VersionedJSONDecoder().decode(Asking.self, from: #"{"a":{}}"#).answer }
        #expect(answer == "Child")
    }
}
