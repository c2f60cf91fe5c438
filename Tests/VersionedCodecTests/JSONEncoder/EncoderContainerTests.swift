import Foundation
import Testing
import VersionedCodec

/// Containers within containers: their paths, and what is written twice, as with Foundation's encoder.
@Suite struct EncoderContainerTests {
    enum Top: Int, CodingKey { case a, b, c }
    enum Middle: Int, CodingKey { case one, two }

    private func expect(
        _ path: [any CodingKey], _ expected: [any CodingKey], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(path.map(\.stringValue) == expected.map(\.stringValue), sourceLocation: sourceLocation)
        #expect(path.map(\.intValue) == expected.map(\.intValue), sourceLocation: sourceLocation)
    }

    /// Asks for containers of each kind in each other, and looks at all paths after each.
    private func nest(_ encoder: any Encoder, _ base: [any CodingKey]) throws {
        expect(encoder.codingPath, base)
        var first = encoder.container(keyedBy: Top.self)
        expect(encoder.codingPath, base)
        expect(first.codingPath, base)
        var keyed = first.nestedContainer(keyedBy: Middle.self, forKey: .a)
        expect(first.codingPath, base)
        expect(keyed.codingPath, base + [Top.a])
        let third = keyed.nestedContainer(keyedBy: Middle.self, forKey: .one)
        expect(keyed.codingPath, base + [Top.a])
        expect(third.codingPath, base + [Top.a, Middle.one])
        let list = keyed.nestedUnkeyedContainer(forKey: .two)
        expect(list.codingPath, base + [Top.a, Middle.two])
        var unkeyed = first.nestedUnkeyedContainer(forKey: .b)
        expect(encoder.codingPath, base)
        expect(unkeyed.codingPath, base + [Top.b])
        let element = unkeyed.nestedContainer(keyedBy: Middle.self)
        expect(unkeyed.codingPath, base + [Top.b])
        expect(element.codingPath, base + [Top.b, AnyKey(index: 0)])
        let inner = unkeyed.nestedUnkeyedContainer()
        expect(inner.codingPath, base + [Top.b, AnyKey(index: 1)])
        expect(unkeyed.superEncoder().codingPath, base + [Top.b, AnyKey(index: 2)])
        #expect(unkeyed.count == 3)
        try first.encode(
            WrittenBy { encoder in
                self.expect(encoder.codingPath, base + [Top.c])
                var container = encoder.unkeyedContainer()
                try container.encode(
                    WrittenBy { inner in
                        self.expect(inner.codingPath, base + [Top.c, AnyKey(index: 0)])
                        _ = inner.container(keyedBy: Middle.self)
                    })
            }, forKey: .c)
    }

    @Test func nestedContainersHaveWholePaths() throws {
        let encoder = VersionedJSONEncoder()
        let plain = WrittenBy { try self.nest($0, []) }
        let text = #"{"a":{"one":{},"two":[]},"b":[{},[],{}],"c":[{}]}"#
        #expect(try String(decoding: encoder.encode(plain), as: UTF8.self) == text)
        let above = WrittenBy { encoder in
            var top = encoder.container(keyedBy: Top.self)
            self.expect(encoder.codingPath, [])
            let base = top.superEncoder(forKey: .a)
            self.expect(encoder.codingPath, [])
            self.expect(top.codingPath, [])
            self.expect(base.codingPath, [Top.a])
            try self.nest(base, [Top.a])
        }
        #expect(try String(decoding: encoder.encode(above), as: UTF8.self) == "{\"a\":\(text)}")
        let within = ["k": [WrittenBy { try self.nest($0, [AnyKey(stringValue: "k"), AnyKey(index: 0)]) }]]
        #expect(try String(decoding: encoder.encode(within), as: UTF8.self) == "{\"k\":[\(text)]}")
        var snakes = encoder
        snakes.keyEncodingStrategy = .convertToSnakeCase
        #expect(try String(decoding: snakes.encode(plain), as: UTF8.self) == text)
    }

    enum Replaced: CaseIterable { case value, object, array, base }

    @Test(arguments: Replaced.allCases, [false, true])
    func aKeyThatIsWrittenAgainCountsLast(_ replaced: Replaced, _ usesSuperEncoder: Bool) throws {
        enum Keys: CodingKey { case key }
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Keys.self)
            switch replaced {
            case .value: try container.encode(0, forKey: .key)
            case .object:
                var object = container.nestedContainer(keyedBy: Keys.self, forKey: .key)
                try object.encode(1, forKey: .key)
            case .array:
                var array = container.nestedUnkeyedContainer(forKey: .key)
                try array.encode(1)
            case .base:
                var single = container.superEncoder(forKey: .key).singleValueContainer()
                try single.encode(1)
            }
            if usesSuperEncoder {
                try 42.encode(to: container.superEncoder(forKey: .key))
            } else {
                try container.encode(42, forKey: .key)
            }
        }
        try BothEncoders().expect(value, #"{"key":42}"#)
        try BothEncoders().expect([value], #"[{"key":42}]"#)
    }

    @Test func anErrorInTheThirdListOfASuperEncoderIsThrown() throws {
        struct Wrapper<Value: Encodable>: Encodable {
            let value: Value
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                var nested = container.superEncoder().unkeyedContainer()
                try nested.encode(value)
            }
        }
        let error = #expect(throws: EncodingError.self) {
            try VersionedJSONEncoder().encode(Wrapper(value: [Float.infinity]))
        }
        guard case .invalidValue(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.intValue) == [0, 0, 0])
        #expect(try String(decoding: VersionedJSONEncoder().encode(Wrapper(value: [1])), as: UTF8.self) == "[[[1]]]")
    }

    @Test func whatIsAskedForAndNotUsedIsEmpty() throws {
        try BothEncoders().expect(WrittenBy { _ = $0.unkeyedContainer() }, "[]")
        try BothEncoders().expect(WrittenBy { _ = $0.container(keyedBy: Top.self) }, "{}")
        try BothEncoders(.sortedKeys).expect(
            WrittenBy { encoder in
                var container = encoder.container(keyedBy: Top.self)
                _ = container.nestedUnkeyedContainer(forKey: .a)
                _ = container.nestedContainer(keyedBy: Middle.self, forKey: .b)
                _ = container.superEncoder(forKey: .c)
            }, #"{"a":[],"b":{},"c":{}}"#)
        BothEncoders().expectFault(WrittenBy { _ in })
        try BothEncoders().expect([WrittenBy { _ in }], "[{}]")
    }

    @Test func everyKindOfValueGoesIntoEveryKindOfContainer() throws {
        let both = BothEncoders(.sortedKeys)
        func all(_ put: (any Encodable) throws -> Void) throws {
            for value: any Encodable in [
                true, "s", 1, Int8(2), Int16(3), Int32(4), Int64(5), UInt(6), UInt8(7), UInt16(8), UInt32(9),
                UInt64(10),
                Int128(11), UInt128(12), 1.5, Float(2.5), Decimal(3.5), Date(timeIntervalSinceReferenceDate: 4),
                Data([1]), [1], ["k": 1], Int?.none as Int?,
            ] { try put(value) }
        }
        try both.expect(
            WrittenBy { encoder in
                var list = encoder.unkeyedContainer()
                try all { try list.encode(AnyEncodable($0)) }
                #expect(list.count == 22)
            }, #"[true,"s",1,2,3,4,5,6,7,8,9,10,11,12,1.5,2.5,3.5,4,"AQ==",[1],{"k":1},null]"#)
        try both.expect(
            WrittenBy { encoder in
                var object = encoder.container(keyedBy: AnyKey.self)
                var index = 10
                try all {
                    try object.encode(AnyEncodable($0), forKey: AnyKey(intValue: index))
                    index += 1
                }
                try object.encodeNil(forKey: AnyKey(stringValue: "nil"))
                try object.encodeConditional(NSObjectLike(), forKey: AnyKey(stringValue: "object"))
            },
            #"{"10":true,"11":"s","12":1,"13":2,"14":3,"15":4,"16":5,"17":6,"18":7,"19":8,"20":9,"21":10,"22":11,"#
                + #""23":12,"24":1.5,"25":2.5,"26":3.5,"27":4,"28":"AQ==","29":[1],"30":{"k":1},"31":null,"nil":null,"object":{}}"#
        )
        try both.expect(
            WrittenBy { encoder in
                var list = encoder.unkeyedContainer()
                try list.encode(contentsOf: [1, 2])
                try list.encode(contentsOf: ["a"])
                try list.encodeNil()
                try list.encodeConditional(NSObjectLike())
            }, #"[1,2,"a",null,{}]"#)
    }

    final class NSObjectLike: Encodable {}

    /// A value of any type, which opens itself.
    struct AnyEncodable: Encodable {
        let value: any Encodable
        init(_ value: any Encodable) { self.value = value }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    // MARK: Configurations

    struct Listed: EncodableWithConfiguration {
        var name = "n"
        func encode(to encoder: any Encoder, configuration: String) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(name, forKey: AnyKey(stringValue: configuration))
        }
    }

    enum Provider: EncodingConfigurationProviding { static var encodingConfiguration: String { "provided" } }

    @Test func configurationsAreGivenOrProvided() throws {
        let (ours, theirs) = (VersionedJSONEncoder(), JSONEncoder())
        #expect(try ours.encode(Listed(), configuration: "c") == theirs.encode(Listed(), configuration: "c"))
        #expect(
            try ours.encode(Listed(), configuration: Provider.self)
                == theirs.encode(Listed(), configuration: Provider.self))
        #expect(
            try String(decoding: ours.encode([Listed(), Listed()], configuration: Provider.self), as: UTF8.self)
                == #"[{"provided":"n"},{"provided":"n"}]"#)
        #expect(try ours.encode(Listed?.none, configuration: "c") == Data("null".utf8))
        #expect(try ours.encode([Listed](), configuration: "c") == Data("[]".utf8))
        let inner = WrittenBy { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(Listed(), forKey: AnyKey(stringValue: "a"), configuration: "c")
            try container.encodeIfPresent(Listed?.none, forKey: AnyKey(stringValue: "b"), configuration: "c")
            try container.encode([Listed()], forKey: AnyKey(stringValue: "d"), configuration: "c")
            var list = container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "e"))
            try list.encode(Listed(), configuration: Provider.self)
        }
        try BothEncoders(.sortedKeys).expect(inner, #"{"a":{"c":"n"},"d":[{"c":"n"}],"e":[{"provided":"n"}]}"#)
    }
}
