import Foundation
import TestSupport
import Testing
import VersionedCodec

/// Objects of so many members that a table finds them.
@Suite struct LargeObjectTests {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Asks for members in an order of its own, each twice, and for some that are not there.
    private struct Members: Decodable {
        @TaskLocal static var names: [String] = []
        let values: [Int]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            values = try Self.names.map { name in
                let value = try container.decode(Int.self, forKey: Name(stringValue: name))
                #expect(try container.decodeIfPresent(Int.self, forKey: Name(stringValue: name)) == value)
                #expect(!container.contains(Name(stringValue: name + "~")))
                return value
            }
        }
    }

    private static func names(_ name: (Int) -> String) -> [String] { (0..<Cases.parts(of: 3000)).map(name) }

    @Test(arguments: [
        // Keys that differ only where the quick hash does not look have one; those with escapes are compared as
        // characters.
        names { "together\(10000 + $0)" + String(repeating: "together", count: 4) },
        names { "key \($0)" },
        names { $0 % 3 == 0 ? "tab\t\($0)" : $0 % 3 == 1 ? "é\($0)" : "\"\($0)\"" },
    ])
    func membersAreFoundInAnyOrder(names: [String]) throws {
        var object = JSONObject()
        for (place, name) in names.enumerated() { object[name] = .integer(place) }
        let payload = Data(JSONValue.object(object).bytes(in: .compact))
        for order in [
            Array(names.indices), names.indices.reversed(),
            names.indices.sorted { $0 &* 7919 % 3001 < $1 &* 7919 % 3001 },
        ] {
            let read = try Members.$names.withValue(order.map { names[$0] }) {
                try VersionedJSONDecoder().decode(Members.self, from: payload).values
            }
            #expect(read == order)
        }
        #expect(try VersionedJSONDecoder().decode([String: Int].self, from: payload).count == names.count)
    }

    private struct Wide: Decodable {
        var values: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
        init(from decoder: any Decoder) throws { values.0 = try decoder.singleValueContainer().decode(Int.self) }
    }

    @Test func anArrayFailsAtItsElement() throws {
        let elements = (0..<20_000).map { $0 == 19_999 ? "null" : "\($0)" }.joined(separator: ",")
        let error = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode([String: [Wide]].self, from: Data(#"{"a": [\#(elements)]}"#.utf8))
        }
        guard case .valueNotFound(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 19999"])
    }
}
