import Foundation

/// A model that codes itself by a schema, in every way that models do.
struct RandomModel: Codable, Equatable, CustomStringConvertible {
    /// The schema of what is decoded.
    @TaskLocal static var expected: Schema = .list([])

    let schema: Schema
    let tree: Schema.Tree

    var description: String { "\(tree)" }
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.description == rhs.description }

    init(_ schema: Schema, _ tree: Schema.Tree) { (self.schema, self.tree) = (schema, tree) }

    /// Decodes what has models of a schema in it.
    private static func reading<Value>(_ schema: Schema, _ read: () throws -> Value) throws -> Value {
        try $expected.withValue(schema) { try read() }
    }

    // MARK: Writing

    func encode(to encoder: any Encoder) throws {
        switch (schema, tree) {
        case (.leaf, .leaf(let value)):
            var single = encoder.singleValueContainer()
            try single.encode(value)
        case (.own, .leaf(let value)): try value.encode(to: encoder)
        case (.single(let inner), _):
            var single = encoder.singleValueContainer()
            try single.encode(RandomModel(inner, tree))
        case (.optional(let inner), _):
            var single = encoder.singleValueContainer()
            if case .none = tree {
                try single.encode(RandomModel?.none)
            } else {
                try single.encode(Optional(RandomModel(inner, tree)))
            }
        case (.array(let inner), .list(let list)):
            var single = encoder.singleValueContainer()
            try single.encode(list.map { RandomModel(inner, $0) })
        case (.table(let inner), .table(let table)):
            var single = encoder.singleValueContainer()
            try single.encode(table.mapValues { RandomModel(inner, $0) })
        case (.numbered(let inner), .table(let table)):
            var single = encoder.singleValueContainer()
            try single.encode(
                Dictionary(uniqueKeysWithValues: table.map { (Int($0.key) ?? 0, RandomModel(inner, $0.value)) }))
        case (.object(let members, true), .table(let table)):
            var container = encoder.container(keyedBy: Schema.Name.self)
            try Self.write(members, table, into: &container) { Schema.Name(rawValue: $0) ?? .id }
        case (.object(let members, false), .table(let table)):
            var container = encoder.container(keyedBy: AnyKey.self)
            try Self.write(members, table, into: &container) { AnyKey(stringValue: $0) }
        case (.list(let members), .list(let list)):
            var container = encoder.unkeyedContainer()
            try Self.write(members, list, into: &container)
        default:
            throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "no value of its schema"))
        }
    }

    private static func write<Key: CodingKey>(
        _ members: [Schema.Member], _ table: [String: Schema.Tree], into container: inout KeyedEncodingContainer<Key>,
        _ key: (String) -> Key
    ) throws {
        for member in members {
            guard let tree = table[member.key] else { continue }
            let key = key(member.key)
            switch (member.style, member.schema, tree) {
            case (.nested, .object(let inner, let isEnum), .table(let table)):
                if isEnum {
                    var nested = container.nestedContainer(keyedBy: Schema.Name.self, forKey: key)
                    try write(inner, table, into: &nested) { Schema.Name(rawValue: $0) ?? .id }
                } else {
                    var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
                    try write(inner, table, into: &nested) { AnyKey(stringValue: $0) }
                }
            case (.nested, .list(let inner), .list(let list)):
                var nested = container.nestedUnkeyedContainer(forKey: key)
                try write(inner, list, into: &nested)
            case (.base, let inner, _):
                let encoder = member.key == "super" ? container.superEncoder() : container.superEncoder(forKey: key)
                try RandomModel(inner, tree).encode(to: encoder)
            case (.ifPresent, .optional(let inner), _):
                if case .none = tree {
                    try container.encodeIfPresent(RandomModel?.none, forKey: key)
                } else {
                    try container.encodeIfPresent(RandomModel(inner, tree), forKey: key)
                }
            case (.ifPresent, .leaf, .leaf(let value)):
                func present<Value: Leaf>(_ value: Value) throws {
                    try container.encodeIfPresent(Optional(value), forKey: key)
                }
                try present(value)
            case (_, .leaf, .leaf(let value)): try container.encode(value, forKey: key)
            case (_, let inner, _): try container.encode(RandomModel(inner, tree), forKey: key)
            }
        }
    }

    private static func write(
        _ members: [Schema.Member], _ list: [Schema.Tree], into container: inout any UnkeyedEncodingContainer
    ) throws {
        for (member, tree) in zip(members, list) {
            switch (member.style, member.schema, tree) {
            case (.nested, .object(let inner, _), .table(let table)):
                var nested = container.nestedContainer(keyedBy: Schema.Name.self)
                try write(inner, table, into: &nested) { Schema.Name(rawValue: $0) ?? .id }
            case (.nested, .list(let inner), .list(let list)):
                var nested = container.nestedUnkeyedContainer()
                try write(inner, list, into: &nested)
            case (.base, let inner, _): try RandomModel(inner, tree).encode(to: container.superEncoder())
            case (_, .leaf, .leaf(let value)): try container.encode(value)
            case (_, let inner, _): try container.encode(RandomModel(inner, tree))
            }
        }
    }

    // MARK: Reading

    init(from decoder: any Decoder) throws { self.init(Self.expected, try Self.read(Self.expected, from: decoder)) }

    private static func read(_ schema: Schema, from decoder: any Decoder) throws -> Schema.Tree {
        switch schema {
        case .leaf(let type): return .leaf(try decoder.singleValueContainer().decode(type))
        case .own(let type): return .leaf(try type.init(from: decoder))
        case .single(let inner):
            let single = try decoder.singleValueContainer()
            return try reading(inner) { try single.decode(RandomModel.self).tree }
        case .optional(let inner):
            let single = try decoder.singleValueContainer()
            return try reading(inner) { try single.decode(RandomModel?.self)?.tree ?? .none }
        case .array(let inner):
            let single = try decoder.singleValueContainer()
            return try reading(inner) { .list(try single.decode([RandomModel].self).map(\.tree)) }
        case .table(let inner):
            let single = try decoder.singleValueContainer()
            return try reading(inner) { .table(try single.decode([String: RandomModel].self).mapValues(\.tree)) }
        case .numbered(let inner):
            let single = try decoder.singleValueContainer()
            let table = try reading(inner) { try single.decode([Int: RandomModel].self).mapValues(\.tree) }
            return .table(Dictionary(uniqueKeysWithValues: table.map { ("\($0.key)", $0.value) }))
        case .object(let members, true):
            let container = try decoder.container(keyedBy: Schema.Name.self)
            return try read(members, from: container) { Schema.Name(rawValue: $0) ?? .id }
        case .object(let members, false):
            let container = try decoder.container(keyedBy: AnyKey.self)
            return try read(members, from: container) { AnyKey(stringValue: $0) }
        case .list(let members):
            var container = try decoder.unkeyedContainer()
            return try read(members, from: &container)
        }
    }

    private static func read<Key: CodingKey>(
        _ members: [Schema.Member], from container: KeyedDecodingContainer<Key>, _ key: (String) -> Key
    ) throws -> Schema.Tree {
        var table: [String: Schema.Tree] = [:]
        for member in members {
            let key = key(member.key)
            switch (member.style, member.schema) {
            case (.nested, .object(let inner, true)):
                let nested = try container.nestedContainer(keyedBy: Schema.Name.self, forKey: key)
                table[member.key] = try read(inner, from: nested) { Schema.Name(rawValue: $0) ?? .id }
            case (.nested, .object(let inner, false)):
                let nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
                table[member.key] = try read(inner, from: nested) { AnyKey(stringValue: $0) }
            case (.nested, .list(let inner)):
                var nested = try container.nestedUnkeyedContainer(forKey: key)
                table[member.key] = try read(inner, from: &nested)
            case (.base, let inner):
                let decoder =
                    member.key == "super" ? try container.superDecoder() : try container.superDecoder(forKey: key)
                table[member.key] = try read(inner, from: decoder)
            case (.ifPresent, .optional(let inner)):
                table[member.key] = try reading(inner) {
                    try container.decodeIfPresent(RandomModel.self, forKey: key)?.tree ?? Schema.Tree.none
                }
            case (.ifPresent, .leaf(let type)):
                func present<Value: Leaf>(_ type: Value.Type) throws -> Schema.Tree {
                    try container.decodeIfPresent(type, forKey: key).map { .leaf($0) } ?? .none
                }
                table[member.key] = try present(type)
            case (_, .leaf(let type)): table[member.key] = .leaf(try container.decode(type, forKey: key))
            case (_, let inner):
                table[member.key] = try reading(inner) { try container.decode(RandomModel.self, forKey: key).tree }
            }
        }
        return .table(table)
    }

    private static func read(
        _ members: [Schema.Member], from container: inout any UnkeyedDecodingContainer
    ) throws -> Schema.Tree {
        var list: [Schema.Tree] = []
        for member in members {
            switch (member.style, member.schema) {
            case (.nested, .object(let inner, _)):
                let nested = try container.nestedContainer(keyedBy: Schema.Name.self)
                list.append(try read(inner, from: nested) { Schema.Name(rawValue: $0) ?? .id })
            case (.nested, .list(let inner)):
                var nested = try container.nestedUnkeyedContainer()
                list.append(try read(inner, from: &nested))
            case (.base, let inner): list.append(try read(inner, from: container.superDecoder()))
            case (.ifPresent, .leaf(let type)):
                func present<Value: Leaf>(_ type: Value.Type) throws -> Schema.Tree {
                    if container.isAtEnd { return .none }
                    return try container.decodeIfPresent(type).map { .leaf($0) } ?? .none
                }
                list.append(try present(type))
            case (_, .leaf(let type)): list.append(.leaf(try container.decode(type)))
            case (_, let inner): list.append(try reading(inner) { try container.decode(RandomModel.self).tree })
            }
        }
        return .list(list)
    }
}
