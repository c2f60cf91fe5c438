import Foundation
import Testing
import VersionedCodec

/// Values that go on: an object that was written as one value, an encoder of `superEncoder` that is written after its
/// key was written again.
@Suite struct EncoderLateTests {
    enum Key: String, CodingKey, CaseIterable { case a, b, c, d, m }
    enum Release: String, APIVersion { case only }

    static let controller = VersionController(current: Release.only, legacy: .only) { _ in VersionFormat() }

    /// What Foundation's encoder makes of code, what ours does, and what the controller does over Foundation's and with
    /// ours.
    private static func texts(_ body: @escaping (any Encoder) throws -> Void) -> [String] {
        let value = WrittenBy(body)
        let theirs = JSONEncoder()
        theirs.outputFormatting = .sortedKeys
        var ours = VersionedJSONEncoder()
        ours.outputFormatting = .sortedKeys
        let unsorted = VersionedJSONEncoder()
        var versioned = VersionedJSONEncoder(controller)
        versioned.outputFormatting = .sortedKeys
        let ways: [() throws -> Data] = [
            { try theirs.encode(value) }, { try ours.encode(value) },
            {
                let object = try JSONSerialization.jsonObject(with: unsorted.encode(value), options: .fragmentsAllowed)
                return try JSONSerialization.data(withJSONObject: object, options: [.fragmentsAllowed, .sortedKeys])
            },
            { try versioned.encode(value) },
            { try theirs.encode(Versioned(value, version: Release.only), configuration: controller) },
        ]
        return ways.map { encode in
            do {
                return String(decoding: try encode(), as: UTF8.self)
            } catch EncodingError.invalidValue(_, let context) {
                return "\(JSONPointer(context.codingPath.map(\.stringValue))): \(context.debugDescription)"
            } catch {
                return "\(error)"
            }
        }
    }

    private static func expect(
        _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping (any Encoder) throws -> Void
    ) {
        #expect(texts(body) == Array(repeating: text, count: 5), sourceLocation: sourceLocation)
    }

    struct Pair: Encodable { var a = 1, m = 2 }

    // MARK: An object or array that was written as one value

    @Test func objectThatWasWrittenAsOneValueGoesOn() {
        Self.expect(#"{"a":5,"b":6,"x":1}"#) { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(["x": 1, "a": 2])
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(5, forKey: .a)
            try keyed.encode(6, forKey: .b)
        }
        Self.expect(#"{"a":5,"b":6,"c":7,"m":2}"#) { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(Pair())
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(5, forKey: .a)
            try keyed.encode(6, forKey: .b)
            var again = encoder.container(keyedBy: Key.self)
            try again.encode(7, forKey: .c)
        }
        Self.expect(#"{"a":5}"#) { encoder in
            var single = encoder.singleValueContainer()
            try single.encode([String: Int]())
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(5, forKey: .a)
        }
    }

    @Test func arrayThatWasWrittenAsOneValueGoesOn() {
        Self.expect("[1,2,2,5,4]") { encoder in
            var single = encoder.singleValueContainer()
            try single.encode([1, 2])
            var list = encoder.unkeyedContainer()
            try list.encode(list.count)
            try list.encode(5)
            try list.encode(list.count)
        }
    }

    @Test func membersOfAnObjectThatWasWrittenAsOneValueGoOn() {
        Self.expect(#"{"m":{"b":6,"q":1}}"#) { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(["m": ["q": 1]])
            var keyed = encoder.container(keyedBy: Key.self)
            var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: .m)
            try nested.encode(6, forKey: .b)
        }
        Self.expect(#"{"m":[1,6]}"#) { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(["m": [1]])
            var keyed = encoder.container(keyedBy: Key.self)
            var nested = keyed.nestedUnkeyedContainer(forKey: .m)
            try nested.encode(6)
        }
        Self.expect(#"{"m":{"a":1,"b":9,"m":2}}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            let base = keyed.superEncoder(forKey: .m)
            var single = base.singleValueContainer()
            try single.encode(Pair())
            var rest = base.container(keyedBy: Key.self)
            try rest.encode(9, forKey: .b)
        }
        Self.expect(#"{"m":{"b":6}}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(Pair(), forKey: .m)
            let base = keyed.superEncoder(forKey: .m)
            var rest = base.container(keyedBy: Key.self)
            try rest.encode(6, forKey: .b)
        }
    }

    @Test func valueWithAVersionOfItsOwnGoesOn() throws {
        let value = WrittenBy { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(Versioned(["x": 1, "a": 2], version: Release.only))
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(5, forKey: .a)
        }
        var ours = VersionedJSONEncoder(Self.controller)
        ours.outputFormatting = .sortedKeys
        let theirs = JSONEncoder()
        theirs.outputFormatting = .sortedKeys
        #expect(try String(decoding: ours.encode(value), as: UTF8.self) == #"{"a":5,"x":1}"#)
        let text = try theirs.encode(Versioned(value, version: Release.only), configuration: Self.controller)
        #expect(String(decoding: text, as: UTF8.self) == #"{"a":5,"x":1}"#)
    }

    @Test func otherKindsAreStillAnError() {
        for body: (any Encoder) throws -> Void in [
            { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(1)
                _ = encoder.container(keyedBy: Key.self)
            },
            { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(["a": 1])
                _ = encoder.unkeyedContainer()
            },
            { encoder in
                var single = encoder.singleValueContainer()
                try single.encode([1])
                _ = encoder.container(keyedBy: Key.self)
            },
        ] {
            // Foundation's traps.
            #expect(throws: EncodingError.self) { try VersionedJSONEncoder().encode(WrittenBy(body)) }
            #expect(throws: EncodingError.self) {
                try JSONEncoder().encode(
                    Versioned(WrittenBy(body), version: Release.only), configuration: Self.controller)
            }
        }
    }

    // MARK: Keys that are written again

    @Test func encoderOfSuperEncoderThatIsWrittenLastCounts() {
        Self.expect(#"{"m":6}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            let base = keyed.superEncoder(forKey: .m)
            try keyed.encode(1, forKey: .m)
            var single = base.singleValueContainer()
            try single.encode(6)
        }
        Self.expect(#"{"a":0,"m":{"a":6,"b":7}}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            let base = keyed.superEncoder(forKey: .m)
            var rest = base.container(keyedBy: Key.self)
            try rest.encode(6, forKey: .a)
            try keyed.encode(1, forKey: .m)
            try keyed.encode(0, forKey: .a)
            try rest.encode(7, forKey: .b)
        }
        Self.expect(#"{"m":{"a":{"b":[7]}}}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            let base = keyed.superEncoder(forKey: .m)
            var rest = base.container(keyedBy: Key.self)
            var nested = rest.nestedContainer(keyedBy: Key.self, forKey: .a)
            var list = nested.nestedUnkeyedContainer(forKey: .b)
            try keyed.encode(Pair(), forKey: .m)
            try list.encode(7)
        }
        Self.expect(#"{"m":1}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            let (first, second) = (keyed.superEncoder(forKey: .m), keyed.superEncoder(forKey: .m))
            var late = second.singleValueContainer()
            try late.encode(2)
            var last = first.singleValueContainer()
            try last.encode(1)
            withExtendedLifetime(first) {}
        }
        Self.expect(#"{"m":{"a":1,"b":2,"m":2}}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            _ = keyed.superEncoder(forKey: .m)
            try keyed.encode(Pair(), forKey: .m)
            var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: .m)
            try nested.encode(2, forKey: .b)
        }
    }

    @Test func keysThatAreNoCasesAreWrittenAgain() {
        Self.expect(#"{"m":6}"#) { encoder in
            var keyed = encoder.container(keyedBy: AnyKey.self)
            let base = keyed.superEncoder(forKey: AnyKey(stringValue: "m"))
            try keyed.encode(1, forKey: AnyKey(stringValue: "m"))
            var single = base.singleValueContainer()
            try single.encode(6)
        }
        Self.expect(#"{"m":{"a":1,"b":2}}"#) { encoder in
            var keyed = encoder.container(keyedBy: AnyKey.self)
            let base = keyed.superEncoder(forKey: AnyKey(stringValue: "m"))
            var rest = base.container(keyedBy: Key.self)
            try rest.encode(1, forKey: .a)
            try keyed.encode(1, forKey: AnyKey(stringValue: "m"))
            try rest.encode(2, forKey: .b)
        }
    }

    /// What Foundation writes depends on when the encoder is given up; here the last value that is written counts.
    @Test func valueThatIsWrittenAfterAnEncoderOfItsKeyCounts() {
        let texts = Self.texts { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            let base = keyed.superEncoder(forKey: .m)
            var single = base.singleValueContainer()
            try single.encode(6)
            try keyed.encode(1, forKey: .m)
            withExtendedLifetime(base) {}
        }
        #expect(texts == [#"{"m":6}"#] + Array(repeating: #"{"m":1}"#, count: 4))
    }

    @Test func nestedContainerOfAKeyThatWasWrittenAgainIsAnError() {
        let error = "/m: a container was used after another value had been written for its key"
        let keyed = Self.texts { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: .m)
            try nested.encode(3, forKey: .a)
            try keyed.encode(1, forKey: .m)
            try nested.encode(6, forKey: .b)
        }
        #expect(keyed == [#"{"m":1}"#] + Array(repeating: error, count: 4))
        let unkeyed = Self.texts { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            var nested = keyed.nestedUnkeyedContainer(forKey: .m)
            try keyed.encode(Pair(), forKey: .m)
            try nested.encode(6)
        }
        #expect(unkeyed == [#"{"m":{"a":1,"m":2}}"#] + Array(repeating: error, count: 4))
        Self.expect(#"{"m":1}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: .m)
            try nested.encode(3, forKey: .a)
            try keyed.encode(1, forKey: .m)
        }
    }

    // MARK: Superclasses that write nothing

    @Test func superclassThatWritesNothingIsAnEmptyObject() throws {
        Self.expect(#"{"a":1,"super":{}}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(1, forKey: .a)
            _ = keyed.superEncoder()
        }
        Self.expect(#"{"a":{"super":{}},"b":[{}],"m":{}}"#) { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
            _ = nested.superEncoder()
            var list = keyed.nestedUnkeyedContainer(forKey: .b)
            _ = list.superEncoder()
            _ = keyed.superEncoder(forKey: .m)
        }
        let text = try VersionedJSONEncoder().encode(Child(name: "x"))
        #expect(String(decoding: text, as: UTF8.self) == #"{"name":"x","super":{}}"#)
        #expect(try VersionedJSONDecoder().decode(Child.self, from: text).name == "x")
        #expect(try JSONDecoder().decode(Child.self, from: text).name == "x")
        let versioned = try JSONEncoder().encode(
            Versioned(Child(name: "x"), version: Release.only), configuration: Self.controller)
        #expect(try Self.controller.decode(Child.self, from: versioned).value.name == "x")
    }

    class Base: Codable {
        init() {}
        required init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
    }

    final class Child: Base {
        let name: String
        enum CodingKeys: CodingKey { case name }

        init(name: String) {
            self.name = name
            super.init()
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try super.encode(to: container.superEncoder())
        }
    }
}
