import Foundation
import Testing
import VersionedCodec

/// Classes that share a container with their superclass, and dictionaries, in many combinations.
@Suite struct EncoderSharedTests {
    class Base: Encodable {
        var id: Int
        var name: String
        init(_ id: Int) { (self.id, name) = (id, "n\(id)") }
        private enum CodingKeys: String, CodingKey { case id, name }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
        }
    }

    class Middle: Base {
        private enum CodingKeys: String, CodingKey { case price, tags }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Double(id) / 4, forKey: .price)
            try super.encode(to: encoder)
            try container.encode(["a": id, "b": -id], forKey: .tags)
        }
    }

    final class Leaf: Middle {
        private enum CodingKeys: String, CodingKey { case last, other = "id" }
        var repeats = false
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Base(id + 1), forKey: .last)
            if repeats { try container.encode(id, forKey: .other) }
        }
    }

    @Test func classesOfThreeLevelsShareAContainer() throws {
        var both = BothEncoders(.sortedKeys)
        // More than once: names are learnt by the first.
        for id in 1..<4 {
            try both.expect(
                Leaf(id),
                #"{"id":\#(id),"last":{"id":\#(id + 1),"name":"n\#(id + 1)"},"name":"n\#(id)","price":\#(["", "0.25", "0.5", "0.75"][id]),"tags":{"a":\#(id),"b":-\#(id)}}"#
            )
        }
        both.ours.outputFormatting = []
        let unsorted = try both.ours.encode([Leaf(4), Leaf(8)])
        #expect(
            String(decoding: unsorted, as: UTF8.self)
                == #"[{"price":1,"id":4,"name":"n4","tags":{"a":4,"b":-4},"last":{"id":5,"name":"n5"}},"#
                + #"{"price":2,"id":8,"name":"n8","tags":{"a":8,"b":-8},"last":{"id":9,"name":"n9"}}]"#)
    }

    @Test func aNameOfTwoLevelsIsWrittenOnceIfBothAgree() throws {
        let leaf = Leaf(4)
        leaf.repeats = true
        for _ in 0..<2 {
            let text = try String(decoding: VersionedJSONEncoder().encode(leaf), as: UTF8.self)
            #expect(text == #"{"price":1,"id":4,"name":"n4","tags":{"a":4,"b":-4},"last":{"id":5,"name":"n5"}}"#)
        }
    }

    @Test func aNameOfTwoLevelsWithTwoValuesIsAnError() throws {
        let value = WrittenBy { encoder in
            try Base(1).encode(to: encoder)
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(2, forKey: AnyKey(stringValue: "id"))
        }
        for _ in 0..<2 {
            let error = #expect(throws: EncodingError.self) { try VersionedJSONEncoder().encode(value) }
            #expect(
                error.map { "\(Diagnostic(describing: $0))" }
                    == #"at "/id": "id" of CodingKeys and "id" of AnyKey write different values in one place, "/id""#)
        }
    }

    enum V: Int, APIVersion { case v1 = 1, v2 }

    @Test func classesShareAContainerInAVersion() throws {
        let controller = VersionController<V>(location: VersionLocation("/version", as: .integer))
        let encoder = VersionedJSONEncoder(controller)
        for _ in 0..<3 {
            let text = try String(decoding: encoder.encode(Leaf(4), for: V.v1), as: UTF8.self)
            #expect(
                text == #"{"version":1,"price":1,"id":4,"name":"n4","tags":{"a":4,"b":-4},"last":{"id":5,"name":"n5"}}"#
            )
        }
    }

    @Test func dictionariesStandByTheBytesOfTheirKeys() throws {
        let keys = [
            "b", "a", "", "längeres Wort", "long key with the same start 2", "long key with the same start 1", "é",
            "z\"", "/",
        ]
        let table = Dictionary(uniqueKeysWithValues: zip(keys, 0...))
        let both = BothEncoders(.sortedKeys)
        let text =
            #"{"":2,"\/":8,"a":1,"b":0,"long key with the same start 1":5,"long key with the same start 2":4,"längeres Wort":3,"z\"":7,"é":6}"#
        try both.expect(table, text)
        #expect(try String(decoding: VersionedJSONEncoder().encode(table), as: UTF8.self) == text)
        try both.expect([String: Int](), "{}")
        try both.expect(["a": [String: [String: Int?]]()], #"{"a":{}}"#)
        try both.expect(["a": ["b": ["c": nil, "d": 1 as Int?]]], #"{"a":{"b":{"c":null,"d":1}}}"#)
    }

    @Test func errorsInDictionariesNameTheirKeys() throws {
        let error = #expect(throws: EncodingError.self) {
            try VersionedJSONEncoder().encode(["a": ["b": [1, .infinity]]])
        }
        guard case .invalidValue(_, let context) = try #require(error) else { return }
        #expect(context.codingPath.map(\.stringValue) == ["a", "b", "Index 1"])
    }
}
