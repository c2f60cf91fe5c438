import Foundation
import VersionedCodec

/// Models that code themselves in more than one container: classes with their superclass, containers within others,
/// enums with values, dictionaries.
enum Shapes {
    static let count = 1000
    static let supered = (0..<count).map(Supered.init)
    static let shared = (0..<count).map(Shared.init)
    static let nested = (0..<count).map { Nested(x: Double($0) / 4, tags: ["alpha", "t\($0)"]) }
    static let enums = (0..<count).map(figure)
    static func figure(_ number: Int) -> Figure {
        [.circle(radius: Double(number) / 8), .box(width: number, name: "b\(number)"), .none][number % 3]
    }
    static let dictionaries = (0..<count / 10).map { start in
        Dictionary(uniqueKeysWithValues: (0..<10).map { ("key \(start * 31 + $0 * 17 % 10)", $0) })
    }

    class Base: Codable, @unchecked Sendable {
        let id: Int
        let name: String

        init(_ id: Int) { (self.id, name) = (id, "name \(id)") }

        private enum CodingKeys: String, CodingKey { case id, name }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
        }
    }

    /// Its superclass stands in an object of its own.
    final class Supered: Base, @unchecked Sendable {
        let price: Double
        private enum CodingKeys: String, CodingKey { case price }

        override init(_ id: Int) {
            price = Double(id) / 4
            super.init(id)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            price = try container.decode(Double.self, forKey: .price)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(price, forKey: .price)
            try super.encode(to: container.superEncoder())
        }
    }

    /// Its superclass stands among its own members.
    final class Shared: Base, @unchecked Sendable {
        let price: Double
        private enum CodingKeys: String, CodingKey { case price }

        override init(_ id: Int) {
            price = Double(id) / 4
            super.init(id)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            price = try container.decode(Double.self, forKey: .price)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(price, forKey: .price)
        }
    }

    struct Nested: Codable {
        let x: Double
        let tags: [String]

        private enum CodingKeys: String, CodingKey { case point, tags }
        private enum PointKeys: String, CodingKey { case x }

        init(x: Double, tags: [String]) { (self.x, self.tags) = (x, tags) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            x = try container.nestedContainer(keyedBy: PointKeys.self, forKey: .point).decode(Double.self, forKey: .x)
            var list = try container.nestedUnkeyedContainer(forKey: .tags)
            var tags: [String] = []
            while !list.isAtEnd { tags.append(try list.decode(String.self)) }
            self.tags = tags
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var point = container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
            try point.encode(x, forKey: .x)
            var list = container.nestedUnkeyedContainer(forKey: .tags)
            for tag in tags { try list.encode(tag) }
        }
    }

    enum Figure: Codable, Equatable { case circle(radius: Double), box(width: Int, name: String), none }
}

/// Each shape encoded by both; the texts must be the same.
func shapeRows(_ names: [String]) throws -> [Row] {
    [
        try encodeRow(Shapes.supered, names[0]), try encodeRow(Shapes.shared, names[1]),
        try encodeRow(Shapes.nested, names[2]), try encodeRow(Shapes.enums, names[3]),
        try encodeRow(Shapes.dictionaries, names[4]),
    ]
}

/// Each shape decoded by both.
func shapeDecodeRows(_ names: [String]) throws -> [Row] {
    [
        try decodeRow([Shapes.Supered].self, JSONEncoder().encode(Shapes.supered), names[0]),
        try decodeRow([Shapes.Shared].self, JSONEncoder().encode(Shapes.shared), names[1]),
        try decodeRow([Shapes.Nested].self, JSONEncoder().encode(Shapes.nested), names[2]),
        try decodeRow([Shapes.Figure].self, JSONEncoder().encode(Shapes.enums), names[3]),
        try decodeRow([[String: Int]].self, JSONEncoder().encode(Shapes.dictionaries), names[4]),
    ]
}

private struct Unequal: Error {}

private func encodeRow<Model: Encodable & Sendable>(_ models: [Model], _ name: String) throws -> Row {
    var (sorted, theirsSorted) = (VersionedJSONEncoder(), JSONEncoder())
    (sorted.outputFormatting, theirsSorted.outputFormatting) = (.sortedKeys, .sortedKeys)
    guard try sorted.encode(models) == theirsSorted.encode(models) else { throw Unequal() }
    let (ours, theirs) = (VersionedJSONEncoder(), JSONEncoder())
    return Row(name: name, units: 1, bytes: try ours.encode(models).count) {
        try ours.encode(models).count
    } baseline: {
        try theirs.encode(models).count
    }
}

private func decodeRow<Model: Codable>(_ type: [Model].Type, _ payload: Data, _ name: String) throws -> Row {
    let (ours, theirs) = (VersionedJSONDecoder(), JSONDecoder())
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard try encoder.encode(ours.decode(type, from: payload)) == encoder.encode(theirs.decode(type, from: payload))
    else {
        throw Unequal()
    }
    return Row(name: name, units: 1, bytes: payload.count) {
        try ours.decode(type, from: payload).count
    } baseline: {
        try theirs.decode(type, from: payload).count
    }
}
