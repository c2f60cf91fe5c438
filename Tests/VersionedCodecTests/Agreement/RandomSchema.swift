import Foundation

/// What a random model is made of; the model codes itself by it.
indirect enum Schema: Sendable {
    case leaf(any Leaf.Type)
    /// By the type's own code, on the encoder itself.
    case own(any Leaf.Type)
    case single(Schema)
    case optional(Schema)
    case array(Schema)
    case table(Schema)
    case numbered(Schema)
    case object([Member], isEnum: Bool)
    case list([Member])

    /// A member of an object, or an element of a list, and how it is coded.
    struct Member: Sendable {
        var key: String
        var schema: Schema
        var style: Style
    }

    enum Style: CaseIterable, Sendable { case plain, ifPresent, nested, base }

    /// The values of a schema.
    indirect enum Tree: Sendable, CustomStringConvertible {
        case leaf(any Leaf)
        case none
        case list([Tree])
        case table([String: Tree])

        var description: String {
            switch self {
            case .leaf(let value): value.told
            case .none: "nil"
            case .list(let list): "\(list)"
            case .table(let table): "{\(table.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", "))}"
            }
        }
    }

    /// Keys that the compiler makes; in snake case all of them differ.
    enum Name: String, CodingKey, CaseIterable {
        case id, oneTwo, imageURL, x2Value, value10, `super`, _lead, trail_, ALLCAPS, été, keyÄ, 日本, a__b
        case spaced = "two words", quoted = "\"q\"/\\", empty = "", digit = "1st", long =
            "aRatherLongKeyThatFitsNoSmallString"
    }

    var isOptional: Bool {
        switch self {
        case .optional: true
        case .leaf(let type): type is any AnyOptional.Type
        default: false
        }
    }

    /// The keys that are coded by `superEncoder` somewhere.
    var baseKeys: Set<String> {
        switch self {
        case .leaf, .own: []
        case .single(let inner), .optional(let inner), .array(let inner), .table(let inner), .numbered(let inner):
            inner.baseKeys
        case .object(let members, _), .list(let members):
            members.reduce(into: Set(members.filter { $0.style == .base }.map(\.key))) {
                $0.formUnion($1.schema.baseKeys)
            }
        }
    }
}

protocol AnyOptional {}
extension Optional: AnyOptional {}

// MARK: - At random

extension Schema {
    private static let leaves: [any Leaf.Type] = [
        Bool.self, String.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self,
        UInt8.self, UInt16.self,
        UInt32.self, UInt64.self, UInt128.self, Double.self, Float.self, CGFloat.self, Decimal.self, Date.self,
        Data.self, URL.self, UUID.self,
    ]

    /// - `enums`: Whether dictionaries are keyed by enums too: where keys are converted, Foundation converts those.
    static func random(_ random: inout Chance, depth: Int, enums: Bool) -> Schema {
        func inner() -> Schema { .random(&random, depth: depth - 1, enums: enums) }
        func members(_ keys: [String]) -> [Member] {
            keys.map { Member(key: $0, schema: inner(), style: random.pick(Style.allCases)) }
        }
        switch random.below(depth > 0 ? 16 : 6) {
        case 0: return .own(random.pick([Date.self, Data.self, UUID.self, Int.self, [Bool].self]))
        case 1...5:
            func wrapped<Value: Leaf>(_ type: Value.Type, _ times: Int) -> any Leaf.Type {
                if times == 0 { return type }
                switch random.below(enums ? 7 : 4) {
                case 0: return wrapped([Value].self, times - 1)
                case 1: return wrapped(Value?.self, times - 1)
                case 2: return wrapped([String: Value].self, times - 1)
                case 3: return wrapped([UUID: Value].self, times - 1)
                case 4: return wrapped([Int: Value].self, times - 1)
                case 5: return wrapped([Season: Value].self, times - 1)
                default: return wrapped([Floor: Value].self, times - 1)
                }
            }
            let (type, times): (any Leaf.Type, Int) = (random.pick(leaves), random.pick([0, 0, 0, 1, 1, 2, 3]))
            return .leaf(wrapped(type, times))
        case 6: return .single(inner())
        case 7: return .optional(inner())
        case 8: return .array(inner())
        case 9: return .table(inner())
        case 10: return enums ? .numbered(inner()) : .table(inner())
        case 11...13:
            let keys = Name.allCases.map(\.rawValue).filter { _ in random.below(4) == 0 }
            return .object(members(keys), isEnum: random.below(2) == 0)
        default: return .list(members((0..<random.below(5)).map { "\($0)" }))
        }
    }

    func tree(_ random: inout Chance) -> Tree {
        switch self {
        case .leaf(let type), .own(let type): return .leaf(type.random(&random))
        case .single(let inner): return inner.tree(&random)
        case .optional(let inner): return random.below(3) == 0 ? .none : inner.tree(&random)
        case .array(let inner): return .list(random.some { inner.tree(&$0) })
        case .table(let inner):
            return .table(
                Dictionary(
                    String.several.filter { _ in random.below(4) == 0 }.map { ($0, inner.tree(&random)) },
                    uniquingKeysWith: { $1 }))
        case .numbered(let inner):
            return .table(
                Dictionary(
                    Int.several.filter { _ in random.below(3) == 0 }.map { ("\($0)", inner.tree(&random)) },
                    uniquingKeysWith: { $1 }))
        case .object(let members, _):
            return .table(Dictionary(members.map { ($0.key, $0.schema.tree(&random)) }, uniquingKeysWith: { $1 }))
        case .list(let members): return .list(members.map { $0.schema.tree(&random) })
        }
    }
}
