import Foundation
import Testing
import VersionedCodec

/// Key strategies, and dictionaries by the kinds of their keys: values, and the paths of errors.
@Suite struct FoundationCasesKeysTests {
    /// Both decoders and encoders under snake case.
    static var snakes: BothCoders {
        var both = BothCoders()
        (both.encoders.ours.keyEncodingStrategy, both.encoders.theirs.keyEncodingStrategy) = (
            .convertToSnakeCase, .convertToSnakeCase
        )
        (both.decoders.ours.keyDecodingStrategy, both.decoders.theirs.keyDecodingStrategy) = (
            .convertFromSnakeCase, .convertFromSnakeCase
        )
        return both
    }

    /// Both under strategies of one's own: each key has `$` before it in the payload.
    static var custom: BothCoders {
        var both = BothCoders()
        let write: @Sendable ([any CodingKey]) -> any CodingKey = {
            AnyKey(stringValue: "$" + ($0.last?.stringValue ?? ""))
        }
        let read: @Sendable ([any CodingKey]) -> any CodingKey = {
            AnyKey(stringValue: String(($0.last?.stringValue ?? "").dropFirst()))
        }
        (both.encoders.ours.keyEncodingStrategy, both.encoders.theirs.keyEncodingStrategy) = (
            .custom(write), .custom(write)
        )
        (both.decoders.ours.keyDecodingStrategy, both.decoders.theirs.keyDecodingStrategy) = (
            .custom(read), .custom(read)
        )
        return both
    }

    struct Leaf: Codable, Equatable {
        var intValue: Int
        var someURL: String?
    }
    struct Middle: Codable, Equatable { var nestedValue: Leaf, nestedList: [Leaf]?, leafTable: [String: Leaf]? }

    @Test(arguments: [
        #"{"top_level":{"sub_level":{"nested_value":{"int_value":"no"}}}}"#,
        #"{"top_level":{"sub_level":{"nested_value":{"int_value":1}}}}"#,
        #"{"top_level":{"sub_level":{"nested_value":{}}}}"#,
        #"{"top_level":{"sub_level":{"nestedValue":{"intValue":true}}}}"#,
        #"{"top_level":{"sub_level":{"nested_value":{"int_value":1},"nested_list":[{"int_value":1},{"int_value":[]}]}}}"#,
        #"{"top_level":{"sub_level":{"nested_value":{"int_value":1},"leaf_table":{"a_b":{"int_value":1},"c_d":{"int_value":{}}}}}}"#,
        #"{"top_level":{"sub_level":{"nested_value":{"int_value":1,"some_uRL":1}}}}"#,
        #"{"top_level":{"sub_level":[]}}"#,
        #"{"top_level":{"sub_level":{"nested_value":null}}}"#, #"{"top_level":{"sub_level":{"nested_list":[null]}}}"#,
        #"{"__nested_value__":1}"#, "{}", "[]",
    ])
    func pathsAreThoseOfTheModel(_ payload: String) {
        Self.snakes.decoders.agree([String: [String: Middle]].self, payload)
        Self.snakes.decoders.agree([[String: [String: Middle]?]].self, "[\(payload)]")
        let dollars = payload.replacing(#""nested_"#, with: #""$nested_"#).replacing(#""int_"#, with: #""$int_"#)
        for text in [payload, dollars.replacing("_v", with: "V").replacing("_l", with: "L")] {
            Self.custom.decoders.agree([String: [String: Middle]].self, text)
            Self.custom.decoders.agree([String: Middle].self, text)
        }
    }

    @Test func theFaultBeneathLeadsIntoThePayload() throws {
        for (coders, payload) in [
            (Self.snakes, "{\"a_b\": {\"nested_value\":\n{\"int_value\": true}}}"),
            (Self.custom, "{\"a_b\": {\"$nestedValue\":\n{\"$intValue\": true}}}"),
        ] {
            let error = #expect(throws: DecodingError.self) {
                try coders.decoders.ours.decode([String: Middle].self, from: payload)
            }
            guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
            #expect(Fault.path(context.codingPath) == "a_b/nestedValue/intValue")
            let fault = try #require(context.underlyingError as? DecodingFault)
            #expect(fault.position?.line == 2)
            let isSnake = payload.contains("nested_value")
            #expect(fault.path == (isSnake ? "/a_b/nested_value/int_value" : "/a_b/$nestedValue/$intValue"))
        }
    }

    /// A fault that a model makes by its own paths is led into the payload too.
    struct Picky: Decodable, Equatable {
        var someCode: Int
        enum CodingKeys: String, CodingKey { case someCode }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            someCode = try container.decode(Int.self, forKey: .someCode)
            if someCode > 9 {
                throw DecodingError.dataCorruptedError(forKey: .someCode, in: container, debugDescription: "too large")
            }
        }
    }

    @Test func faultOfAModelIsLedIntoThePayload() throws {
        struct Holder: Decodable, Equatable { var pickyOnes: [Picky] }
        for (coders, payload) in [
            (Self.snakes, "{\"picky_ones\": [{\"some_code\": 1},\n {\"some_code\": 10}]}"),
            (Self.custom, "{\"$pickyOnes\": [{\"$someCode\": 1},\n {\"$someCode\": 10}]}"),
        ] {
            coders.decoders.expectFault(Holder.self, payload, "dataCorrupted at pickyOnes/1/someCode")
            let error = #expect(throws: DecodingError.self) {
                try coders.decoders.ours.decode(Holder.self, from: payload)
            }
            let place = payload.contains("_") ? "/picky_ones/1/some_code" : "/$pickyOnes/1/$someCode"
            #expect(
                Diagnostic(describing: try #require(error)).description
                    == "line 2, column 16, at \"\(place)\": too large")
        }
    }

    /// Notes the paths that it is given.
    struct Pathed: Codable, Equatable {
        var paths: [String]
        enum CodingKeys: String, CodingKey { case innerOne, aList }
        init(paths: [String]) { self.paths = paths }
        init(from decoder: any Decoder) throws {
            paths = [Fault.path(decoder.codingPath)]
            guard let container = try? decoder.container(keyedBy: CodingKeys.self) else { return }
            paths.append(Fault.path(container.codingPath))
            if container.contains(.innerOne) {
                let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .innerOne)
                paths.append(Fault.path(inner.codingPath))
                paths.append(Fault.path(try container.superDecoder(forKey: .innerOne).codingPath))
                paths += try container.decode(Pathed.self, forKey: .innerOne).paths
            }
            if container.contains(.aList) {
                paths += try container.decode([Pathed].self, forKey: .aList).flatMap(\.paths)
                var list = try container.nestedUnkeyedContainer(forKey: .aList)
                paths.append(Fault.path(list.codingPath))
                paths.append(Fault.path(try list.superDecoder().codingPath))
            }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(paths)
        }
    }

    @Test(arguments: [
        #"{"inner_one":{"a_list":[{},{"inner_one":1}]}}"#, #"{"a_list":[{"a_list":[0]}],"inner_one":{}}"#, "[]", "{}",
        #"{"$innerOne":{"$aList":[{},{"$innerOne":1}]}}"#, #"{"$aList":[{"$aList":[0]}],"$innerOne":{}}"#,
        #"{"innerOne":{"aList":[{},{"innerOne":1}]}}"#,
    ])
    func modelsSeeTheSamePaths(_ payload: String) {
        for coders in [BothCoders(), Self.snakes, Self.custom] {
            coders.decoders.agree(Pathed.self, payload)
            coders.decoders.agree([String: [Pathed]].self, #"{"a_b":[\#(payload)]}"#)
        }
    }

    @Test func strategiesOfOnesOwnSeeTheKeysOfDates() throws {
        struct Dated: Codable, Equatable { var createdAt: Date, byName: [String: [Date]] }
        for coders in [BothCoders(), Self.snakes, Self.custom] {
            var coders = coders
            let read: @Sendable (any Decoder) throws -> Date = { decoder in
                let number = try decoder.singleValueContainer().decode(Double.self)
                return Date(
                    timeIntervalSinceReferenceDate: decoder.codingPath.first?.stringValue == "createdAt"
                        ? number : -number)
            }
            let write: @Sendable (Date, any Encoder) throws -> Void = { date, encoder in
                var container = encoder.singleValueContainer()
                let sign: Double = encoder.codingPath.first?.stringValue == "createdAt" ? 1 : -1
                try container.encode(sign * date.timeIntervalSinceReferenceDate)
            }
            (coders.encoders.ours.dateEncodingStrategy, coders.encoders.theirs.dateEncodingStrategy) = (
                .custom(write), .custom(write)
            )
            (coders.decoders.ours.dateDecodingStrategy, coders.decoders.theirs.dateDecodingStrategy) = (
                .custom(read), .custom(read)
            )
            try coders.expect(
                Dated(
                    createdAt: Date(timeIntervalSinceReferenceDate: 7),
                    byName: ["a_b": [Date(timeIntervalSinceReferenceDate: 8)]]))
        }
    }

    @Test func faultsOfEncodingHaveTheModelsKeys() throws {
        struct Value: Encodable { var someValue: Double }
        struct Outer: Encodable { var nestedValue: Value }
        for coders in [BothCoders(), Self.snakes, Self.custom] {
            func shape(_ encode: () throws -> Data) -> String {
                do { return try String(decoding: encode(), as: UTF8.self) } catch { return Fault.shape(of: error) }
            }
            let flat = ["key_one": Value(someValue: .nan)]
            #expect(shape { try coders.encoders.ours.encode(flat) } == "invalidValue nan at key_one/someValue")
            #expect(shape { try coders.encoders.theirs.encode(flat) } == "invalidValue nan at key_one/someValue")
            let deep = ["key_one": ["sub_key": [Outer(nestedValue: Value(someValue: -.infinity))]]]
            #expect(
                shape { try coders.encoders.ours.encode(deep) } == shape { try coders.encoders.theirs.encode(deep) })
            #expect(
                shape { try coders.encoders.ours.encode(deep) }
                    == "invalidValue -inf at key_one/sub_key/0/nestedValue/someValue")
        }
    }

    @Test func customStrategiesSeeTheSamePaths() throws {
        struct Outer: Codable, Equatable {
            struct Inner: Codable, Equatable { var value: Int, more: [String: [Int: Bool]] }
            var items: [Inner]
            var table: [String: Inner]
        }
        let (ours, theirs) = (Locked<[String]>([]), Locked<[String]>([]))
        func strategy(_ paths: Locked<[String]>) -> @Sendable ([any CodingKey]) -> any CodingKey {
            { path in
                paths.append(Fault.path(path))
                return AnyKey(stringValue: (path.last?.stringValue ?? "").lowercased())
            }
        }
        let payload = Data(
            #"{"ITEMS":[{"VALUE":7,"MORE":{"A":{"1":true}}}],"TABLE":{"KEY":{"MORE":{},"Value":1}}}"#.utf8)
        var decoder = VersionedJSONDecoder()
        decoder.keyDecodingStrategy = .custom(strategy(ours))
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .custom(strategy(theirs))
        #expect(try decoder.decode(Outer.self, from: payload) == foundation.decode(Outer.self, from: payload))
        // Foundation asks in no order, and for dictionaries without use of what is said.
        #expect(Set(ours.value).isSubset(of: theirs.value))
        #expect(
            Set(ours.value) == ["ITEMS", "TABLE", "items/0/VALUE", "items/0/MORE", "table/KEY/MORE", "table/KEY/Value"])
    }

    /// Its base is under a key that strategies see too.
    class Base: Codable, Equatable {
        var baseValue = 1
        init() {}
        func isEqual(_ other: Base) -> Bool { baseValue == other.baseValue }
        static func == (lhs: Base, rhs: Base) -> Bool { lhs.isEqual(rhs) }
    }

    final class Derived: Base {
        var ownValue = 2
        private enum CodingKeys: String, CodingKey { case ownValue }
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            ownValue = try container.decode(Int.self, forKey: .ownValue)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(ownValue, forKey: .ownValue)
            try super.encode(to: container.superEncoder())
        }
        override func isEqual(_ other: Base) -> Bool {
            (other as? Derived)?.ownValue == ownValue && super.isEqual(other)
        }
    }

    @Test func keyOfTheSuperclassIsOneOfThem() throws {
        try BothCoders().expect(Derived(), #"{"ownValue":2,"super":{"baseValue":1}}"#)
        try Self.snakes.expect([Derived()], #"[{"own_value":2,"super":{"base_value":1}}]"#)
        try Self.custom.expect(["k": Derived()], #"{"k":{"$ownValue":2,"$super":{"$baseValue":1}}}"#)
    }

    @Test func faultsBelowKeysThatAreNoEnumHaveTheModelsKeys() throws {
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey(stringValue: "firstOne"))
            var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "secondOne"))
            try nested.encode(
                WrittenBy { try ["thirdOne": Double.nan].encode(to: $0) }, forKey: AnyKey(stringValue: "anObject"))
        }
        let plain = WrittenBy { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode([Double.nan], forKey: AnyKey(stringValue: "secondOne"))
        }
        for coders in [BothCoders(), Self.snakes, Self.custom] {
            func shape(_ encode: () throws -> Data) -> String {
                do { return try String(decoding: encode(), as: UTF8.self) } catch { return Fault.shape(of: error) }
            }
            // Foundation's path lacks the key of the nested container.
            #expect(
                shape { try coders.encoders.ours.encode([value]) }
                    == "invalidValue nan at 0/secondOne/anObject/thirdOne")
            #if os(Linux)
                #expect(
                    shape { try coders.encoders.theirs.encode([value]) } == "invalidValue nan at 0/anObject/thirdOne")
            #endif
            #expect(shape { try coders.encoders.ours.encode([plain]) } == "invalidValue nan at 0/secondOne/0")
            #expect(shape { try coders.encoders.theirs.encode([plain]) } == "invalidValue nan at 0/secondOne/0")
        }
    }

    // MARK: Dictionaries

    enum Suit: String, Codable, CodingKeyRepresentable, CaseIterable {
        case firstSuit = "first_suit", other = "otherOne"
    }
    enum Level: Int, Codable, CodingKeyRepresentable { case low = 1, high = 10 }
    struct Code: Hashable, Codable, CodingKeyRepresentable {
        let text: String
        init(_ text: String) { self.text = text }
        var codingKey: any CodingKey { AnyKey(stringValue: "code-\(text)") }
        init?<Key: CodingKey>(codingKey: Key) {
            guard codingKey.stringValue.hasPrefix("code-") else { return nil }
            text = String(codingKey.stringValue.dropFirst(5))
        }
    }
    enum Plain: String, Codable { case a, b }

    struct Tables: Codable, Equatable {
        var bySuit: [Suit: Leaf] = [:], byLevel: [Level: [Level: Int]] = [:], byCode: [Code: Int?] = [:]
        var byPlain: [Plain: Int] = [:], byNumber: [Int: Leaf] = [:], byText: [String: [String: Leaf]] = [:]
    }

    static let tables = Tables(
        bySuit: [.firstSuit: Leaf(intValue: 1), .other: Leaf(intValue: 2)], byLevel: [.low: [.high: 1], .high: [:]],
        byCode: [Code("x_y"): 1, Code(""): nil], byPlain: [.b: 1],
        byNumber: [-7: Leaf(intValue: 3), 10: Leaf(intValue: 4)],
        byText: ["a_b": ["c_d": Leaf(intValue: 5)], "": [:]])

    @Test func dictionariesOfEveryKeyGoThereAndBack() throws {
        try BothCoders().expect(
            Self.tables,
            #"{"byCode":{"code-":null,"code-x_y":1},"byLevel":{"1":{"10":1},"10":{}},"byNumber":{"-7":{"intValue":3},"10":{"intValue":4}},"#
                + #""byPlain":["b",1],"bySuit":{"first_suit":{"intValue":1},"otherOne":{"intValue":2}},"byText":{"":{},"a_b":{"c_d":{"intValue":5}}}}"#
        )
        try BothCoders().expect([Suit.other: [Plain.a: [Code("1"): Level.high]]], #"{"otherOne":["a",{"code-1":10}]}"#)
        try BothCoders().expect([Tables()])
    }

    @Test func keysThatAreDataStayUnderStrategies() throws {
        for (coders, text) in [
            (
                Self.snakes,
                #"{"by_text":{"":{},"a_b":{"c_d":{"int_value":5}}},"by_number":{"-7":{"int_value":3},"10":{"int_value":4}}}"#
            ),
            (
                Self.custom,
                #"{"$byText":{"":{},"a_b":{"c_d":{"$intValue":5}}},"$byNumber":{"-7":{"$intValue":3},"10":{"$intValue":4}}}"#
            ),
        ] {
            struct Part: Codable, Equatable { var byText: [String: [String: Leaf]], byNumber: [Int: Leaf] }
            let part = Part(byText: Self.tables.byText, byNumber: Self.tables.byNumber)
            #expect(try coders.decoders.ours.decode(Part.self, from: text) == part)
            #expect(try coders.encoders.ours.encode(part).count == text.utf8.count)
            try coders.expect(["a_b": ["c_d": ["eF": 1]]], #"{"a_b":{"c_d":{"eF":1}}}"#)
            // Of dictionaries by other keys Foundation converts them; ours come back.
            #expect(
                try coders.decoders.ours.decode(Tables.self, from: coders.encoders.ours.encode(Self.tables))
                    == Self.tables)
        }
    }

    @Test(arguments: [
        #"{"byLevel":{"2":{}}}"#, #"{"byLevel":{"1":{"x":1}}}"#, #"{"byLevel":[]}"#,
        #"{"bySuit":{"none":{"intValue":1}}}"#,
        #"{"bySuit":{"first_suit":{}}}"#, #"{"bySuit":{"first_suit":null}}"#, #"{"byCode":{"x":1}}"#,
        #"{"byCode":{"code-1":"x"}}"#,
        #"{"byPlain":{"a":1}}"#, #"{"byPlain":["a"]}"#, #"{"byPlain":["c",1]}"#, #"{"byPlain":["a","b"]}"#,
        #"{"byPlain":["a",1,"b"]}"#,
        #"{"byNumber":{"x":{}}}"#, #"{"byNumber":{"1":1}}"#, #"{"byNumber":{"01":{"intValue":1}}}"#,
        #"{"byNumber":{"+1":{"intValue":1}}}"#,
        #"{"byNumber":{"1.0":{"intValue":1}}}"#, #"{"byNumber":{"":{"intValue":1}}}"#, #"{"byNumber":["1",{}]}"#,
        #"{"byText":[]}"#,
        #"{"byText":{"a":{"b":{}}}}"#, #"{"byText":{"a":null}}"#,
    ])
    func keysThatAreNoneAreToldAlike(_ payload: String) {
        struct Some: Codable, Equatable {
            var bySuit: [Suit: Leaf]?, byLevel: [Level: [Level: Int]]?, byCode: [Code: Int?]?, byPlain: [Plain: Int]?
            var byNumber: [Int: Leaf]?, byText: [String: [String: Leaf]]?
        }
        BothDecoders().agree(Some.self, payload)
        BothDecoders().agree([Some].self, "[{},\(payload)]")
    }
}
