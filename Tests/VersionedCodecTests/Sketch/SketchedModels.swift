import Foundation
import SampleAPI
import VersionedCodec

/// Models of every kind that a sketch has a word for.
enum Sketched {
    struct Leaves: Codable {
        var text: String
        var flag: Bool
        var int: Int
        var small: Int8
        var wide: UInt128
        var unsigned: UInt
        var double: Double
        var float: Float
        var decimal: Decimal
        var date: Date
        var data: Data
        var url: URL
        var uuid: UUID
        var array: [Int]
        var set: Set<String>
        var nested: [[Date]]
        var table: [String: Date]
        var numbered: [Int: Bool]
        var ranked: [Suit: Int]
        var named: [Side: Int]
        var maybe: Date?
        var always: Nullable
        var holes: [Int?]
    }

    /// A member that is `null` rather than absent.
    struct Nullable: Codable {
        var value: Int?

        enum CodingKeys: String, CodingKey { case value }

        init(from decoder: any Decoder) throws {
            value = try decoder.container(keyedBy: CodingKeys.self).decode(Int?.self, forKey: .value)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(value, forKey: .value)
        }
    }

    enum Suit: String, Codable { case hearts = "H", spades = "S" }
    enum Side: String, Codable, CodingKeyRepresentable { case left, right }
    enum Level: Int8, Codable { case low = -1, high = 7 }
    enum Only: String, Codable { case one }

    struct Enums: Codable {
        var suit: Suit
        var level: Level?
        var only: Only
    }

    enum Shape: Codable {
        case circle(radius: Double)
        case line(from: Int, Date)
        case empty
    }

    struct Box<Content: Codable>: Codable { var content: Content }

    final class Tree: Codable {
        var born: Date
        var children: [Tree]
        var parent: Tree?
    }

    final class Branch: Codable {
        var first: Box<Leaf>?
        var length: Double
    }

    struct Leaf: Codable {
        var branches: [Branch]
        var on: Box<Branch>?
    }

    /// An array of arrays of arrays.
    struct Nest: Decodable {
        var nests: [Nest]
        init(from decoder: any Decoder) throws { nests = try decoder.singleValueContainer().decode([Nest].self) }
    }

    indirect enum Term: Codable {
        case sum(Term, Term)
        case number(Int)
    }

    struct Endless: Decodable {
        final class Inner: Decodable { let outer: Box2 }
        struct Box2: Decodable { let inner: Inner }
        let inner: Inner
    }

    class Vehicle: Codable {
        var wheels = 4
        private enum CodingKeys: String, CodingKey { case wheels }
    }

    final class Car: Vehicle {
        var doors: Int
        private enum CodingKeys: String, CodingKey { case doors }

        required init(from decoder: any Decoder) throws {
            doors = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .doors)
            try super.init(from: decoder)
        }
    }

    final class Van: Vehicle {
        var load: Double
        private enum CodingKeys: String, CodingKey { case load }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            load = try container.decode(Double.self, forKey: .load)
            try super.init(from: container.superDecoder())
        }
    }

    /// What is at `body` depends on the enum at `kind`.
    struct Message: Decodable {
        enum Kind: String, Decodable { case text, photo, none }
        enum Keys: String, CodingKey { case kind, body, size }
        var kind: Kind

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            kind = try container.decode(Kind.self, forKey: .kind)
            switch kind {
            case .text: _ = try container.decode(String.self, forKey: .body)
            case .photo:
                _ = try container.decode(Data.self, forKey: .body)
                _ = try container.decode(Int.self, forKey: .size)
            case .none: break
            }
        }
    }

    /// Reads everything through nested containers.
    struct Deep: Decodable {
        enum Keys: String, CodingKey { case meta, list, raw, plain }
        enum MetaKeys: String, CodingKey { case at }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let meta = try container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
            _ = try meta.decode(Date.self, forKey: .at)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            _ = try list.decode(String.self)
            _ = try list.decode(Double.self)
            if container.contains(.raw) { _ = try Box<Int>(from: container.superDecoder(forKey: .raw)) }
            _ = try container.superDecoder(forKey: .plain).singleValueContainer().decode(Date.self)
        }
    }

    struct Wrapper: Decodable {
        var value: Date
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Date.self) }
    }

    struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Members whose keys are data beside one that is known.
    struct Open: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            _ = try container.decode(Int.self, forKey: AnyKey(stringValue: "count"))
            for key in container.allKeys { _ = try container.decode(Wrapper.self, forKey: key) }
        }
    }

    /// Refuses all but texts that no recording would think of.
    struct Picky: Codable, Sendable {
        var code: String
        enum CodingKeys: String, CodingKey { case code, since }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            code = try container.decode(String.self, forKey: .code)
            guard code.hasPrefix("XK-") else {
                throw DecodingError.dataCorruptedError(
                    forKey: .code, in: container, debugDescription: "\"\(code)\" is not a code")
            }
            _ = try container.decode(Date.self, forKey: .since)
        }

        init(code: String) { self.code = code }

        func encode(to encoder: any Encoder) throws {}
    }

    struct Holder: Decodable { var list: [Box<Picky>] }

    /// Drops the error of what it holds.
    struct Careless: Decodable {
        var picky: Picky?
        enum CodingKeys: String, CodingKey { case picky }
        init(from decoder: any Decoder) throws {
            picky = try? decoder.container(keyedBy: CodingKeys.self).decode(Picky.self, forKey: .picky)
        }
    }

    /// Reads one place in two ways, by what is in a text.
    struct Unclear: Decodable {
        enum Keys: String, CodingKey { case kind, body }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            if try container.decode(Bool.self, forKey: .kind) {
                _ = try container.nestedContainer(keyedBy: Keys.self, forKey: .body)
            } else {
                _ = try container.decode(Int.self, forKey: .body)
            }
        }
    }
}
