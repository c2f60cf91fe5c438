import Foundation
import Testing
import VersionedCodec

/// What is wrong with Foundation's decoder, and how it is in ours. (`SuperCoderHazardTests` and others run over ours
/// too.)
@Suite struct DecodingHazardTests {
    let decoder = VersionedJSONDecoder()

    enum Key: String, CodingKey { case a, b, absent }

    /// Runs code with the decoder of a payload.
    private func read<Value>(
        _ text: String, by decoder: VersionedJSONDecoder = VersionedJSONDecoder(),
        _ body: @escaping (any Decoder) throws -> Value
    ) throws -> Value {
        var result: Value?
        try Reader.$body.withValue(Reader.Body { result = try body($0) }) {
            _ = try decoder.decode(Reader.self, from: text)
        }
        return try #require(result)
    }

    // MARK: superDecoder

    @Test func superDecoderOfAMissingKeyIsKeyNotFound() throws {
        try read(#"{"a": 1}"#) { decoder in
            let container = try decoder.container(keyedBy: Key.self)
            let error = #expect(throws: DecodingError.self) { try container.superDecoder(forKey: .absent) }
            guard case .keyNotFound(let key, let context) = error else { throw try #require(error) }
            #expect(key.stringValue == "absent")
            #expect(context.debugDescription == #"there is no member "absent""#)
            let inherited = #expect(throws: DecodingError.self) { try container.superDecoder() }
            guard case .keyNotFound(let key, _) = inherited else { throw try #require(inherited) }
            #expect(key.stringValue == "super")
        }
    }

    @Test func containersOfTheirOwnOutliveTheCall() throws {
        let (members, elements, nested) = try read(#"{"a": {"b": [1, "twö", 3]}}"#, by: decoder) { decoder in
            let container = try decoder.container(keyedBy: Key.self)
            let inner = try container.nestedContainer(keyedBy: Key.self, forKey: .a)
            return (container, try inner.nestedUnkeyedContainer(forKey: .b), try container.superDecoder(forKey: .a))
        }
        // Other calls use the memory of that one again, unless somebody holds it.
        for _ in 0..<3 { _ = try decoder.decode([String].self, from: #"["x", "y", "z", "and more than there was"]"#) }
        #expect(members.allKeys == [.a])
        var list = elements
        #expect(try list.decode(Int.self) == 1)
        #expect(try list.decode(String.self) == "twö")
        #expect(try nested.container(keyedBy: Key.self).decode([JSONText].self, forKey: .b).count == 3)
    }

    /// What may be kept of a call, one thing at a time, and how it is read afterwards.
    enum Kept: CaseIterable { case superDecoder, list, single, nested, nestedOfNested }

    @Test(arguments: Kept.allCases) func oneThingThatIsKeptIsNoticed(kept: Kept) throws {
        let payload = #"{"a": {"b": ["some text that is long", 2]}}"#
        func key(_ decoder: any Decoder) throws -> KeyedDecodingContainer<Key> {
            try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .a)
        }
        let reads: () throws -> String = try read(payload, by: decoder) { decoder in
            switch kept {
            case .superDecoder:
                let inner = try decoder.container(keyedBy: Key.self).superDecoder(forKey: .a)
                return { try inner.container(keyedBy: Key.self).decode([AnyText].self, forKey: .b)[0].text }
            case .list:
                var list = try key(decoder).nestedUnkeyedContainer(forKey: .b)
                return { try list.decode(String.self) }
            case .single:
                let single = try key(decoder).superDecoder(forKey: .b).singleValueContainer()
                return { try single.decode([AnyText].self)[0].text }
            case .nested:
                let inner = try key(decoder)
                return { try inner.decode([AnyText].self, forKey: .b)[0].text }
            case .nestedOfNested:
                let inner = try key(decoder).superDecoder(forKey: .b)
                return { try inner.singleValueContainer().decode([AnyText].self)[0].text }
            }
        }
        for _ in 0..<3 { _ = try decoder.decode([String].self, from: #"["x", "y", "z", "and more than there was"]"#) }
        #expect(try reads() == "some text that is long")
    }

    /// The text of an element; empty for one of another kind.
    private struct AnyText: Decodable {
        let text: String
        init(from decoder: any Decoder) {
            text = (try? decoder.singleValueContainer().decode(String.self)) ?? ""  // Numbers have none.
        }
    }

    private struct JSONText: Decodable { init(from decoder: any Decoder) {} }

    // MARK: Elements that fail

    @Test func elementThatFailsStaysUntilItFailsAsTheSameTypeAgain() throws {
        try read(#"["a", 2]"#) { decoder in
            var container = try decoder.unkeyedContainer()
            #expect(throws: DecodingError.self) { try container.decode(Int.self) }
            #expect(container.currentIndex == 0)
            #expect(throws: DecodingError.self) { try container.decode(Bool.self) }
            #expect(container.currentIndex == 0)
            #expect(throws: DecodingError.self) { try container.decode(Int.self) }
            #expect(container.currentIndex == 1)
            #expect(try container.decode(Int.self) == 2)
            let error = #expect(throws: DecodingError.self) { try container.decode(Int.self) }
            guard case .valueNotFound(_, let context) = error else { throw try #require(error) }
            #expect(context.debugDescription == "the array has no element 2: it ends before")
            #expect(context.codingPath.map(\.intValue) == [2])
        }
    }

    @Test func lossyLoopsWithinLossyLoopsEnd() throws {
        struct Inner: Decodable {
            var numbers: [Int] = []
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                for _ in 0..<50 where !container.isAtEnd {
                    if let number = try? container.decode(Int.self) { numbers.append(number) }
                }
                if numbers.isEmpty {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "none"))
                }
            }
        }
        let found = try read(#"[[1, "x", 2], ["y"], 7, [3]]"#) { decoder in
            var container = try decoder.unkeyedContainer()
            var lists: [[Int]] = []
            for _ in 0..<50 where !container.isAtEnd {
                if let inner = try? container.decode(Inner.self) { lists.append(inner.numbers) }
            }
            return lists
        }
        #expect(found == [[1, 2], [3]])
    }

    // MARK: Keys

    enum Kind: String, Codable, CodingKeyRepresentable { case firstKind, second_kind }

    @Test func keysOfDictionariesAreExemptFromStrategies() throws {
        struct Model: Decodable {
            var byKind: [Kind: Int]
            var byName: [String: [String: Int]]
            struct Own: Decodable {
                let values: [String: Int]
                init(from decoder: any Decoder) throws { values = try [String: Int](from: decoder) }
            }
            var ownTable: Own
        }
        var decoder = VersionedJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let model = try decoder.decode(
            Model.self,
            from: #"{"by_kind": {"second_kind": 2}, "by_name": {"a_b": {"c_d": 1}}, "own_table": {"e_f": 3}}"#)
        #expect(model.byKind == [.second_kind: 2])
        #expect(model.byName == ["a_b": ["c_d": 1]])
        #expect(model.ownTable.values == ["e_f": 3])
    }

    @Test func allKeysComeInTheOrderOfTheText() throws {
        struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let names = (0..<200).map { "key\($0 &* 7919 % 200)" }
        let text = "{" + names.map { "\"\($0)\": 1" }.joined(separator: ",") + "}"
        let keys = try read(text) { try $0.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue) }
        #expect(keys == names)
    }

    @Test func keysThatAreCanonicallyEqualAreKeptApart() throws {
        struct Both: Decodable, Equatable {
            var composed: Int
            var decomposed: Int
            enum CodingKeys: String, CodingKey {
                case composed = "\u{e9}"
                case decomposed = "e\u{301}"
            }
        }
        // Swift takes the raw values of both cases for one text, so the keys are asked for by the payload's own.
        let text = "{\"\u{e9}\": 1, \"e\u{301}\": 2}"
        let error = #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: text) }
        #expect(
            Diagnostic(describing: try #require(error)).message
                == "the key \"e\u{301}\" and another one of the dictionary are one and the same Swift text,"
                + " though their characters differ")
        let values = try read(text) { decoder in
            let container = try decoder.container(keyedBy: Name.self)
            return try container.allKeys.map { try container.decode(Int.self, forKey: $0) }
        }
        #expect(values == [1, 2])
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test(arguments: [
        (JSONParsingOptions.DuplicateKeyPolicy.first, 1), (.last, 3), (.keep, 1),
    ])
    func keyThatStandsTwiceFollowsTheOption(_ policy: JSONParsingOptions.DuplicateKeyPolicy, _ expected: Int) throws {
        struct Model: Decodable, Equatable { var a: Int, b: Int }
        var decoder = VersionedJSONDecoder()
        decoder.parsingOptions.duplicateKeys = policy
        let text = #"{"a": 1, "b": 2, "a": 3}"#
        #expect(try decoder.decode(Model.self, from: text) == Model(a: expected, b: 2))
        #expect(try decoder.decode([String: Int].self, from: text) == ["a": expected, "b": 2])
    }

    @Test func keyThatStandsTwiceIsAnErrorUnlessSaid() throws {
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode([String: Int].self, from: #"{"a": 1, "a": 3}"#)
        }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect((context.underlyingError as? JSONSyntaxError)?.code == .duplicateKey)
    }

    // MARK: Generic code

    @Test func valueOfAnyTypeFollowsTheStrategiesThroughASingleValueContainer() throws {
        struct Wrapped<Value: Decodable>: Decodable {
            let value: Value
            init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
        }
        var decoder = VersionedJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let date = try decoder.decode(Wrapped<Date>.self, from: #""1970-01-01T00:01:00Z""#)
        #expect(date.value == Date(timeIntervalSince1970: 60))
        #expect(try decoder.decode(Wrapped<URL>.self, from: #""a:b""#).value == URL(string: "a:b"))
        #expect(try decoder.decode(Wrapped<Decimal>.self, from: "0.1").value == Decimal(1) / 10)
        #expect(try decoder.decode(Wrapped<Data>.self, from: #""+/8=""#).value == Data([251, 255]))
    }
}
