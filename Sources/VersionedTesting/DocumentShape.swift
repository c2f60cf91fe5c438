public import VersionedCodec

/// Use it to test a plan on generated documents: it learns their shape from examples.
///
/// ```swift
/// let shape = DocumentShape(of: [try JSONDocument(parsing: #"{"version": 1, "tags": ["a"]}"#).root])
/// var random = SeededGenerator(seed: 1)
/// shape.document(&random).text()    // {"version":1,"tags":["a","a"]}
/// ```
///
/// A member that is absent in one example is absent in some documents. Scalars come from the examples. Numbers also
/// have other spellings, and texts get other values if the examples have several. The version has only one value, so it
/// stays the same.
public struct DocumentShape: Sendable {
    private let node: Node

    /// The shape of examples of one version.
    public init(of examples: [JSONValue]) { node = Node(examples) }

    /// A random document of the shape.
    public func document(_ random: inout SeededGenerator) -> JSONValue { node.value(&random) }

    private struct Node: Sendable {
        var scalars: [JSONValue] = []
        var members: [(key: String, node: Node, isAlways: Bool)] = []
        /// The shape of elements; none, if there was no array.
        var element: [Node] = []
        var counts: [Int] = []
        var kinds: [JSONKind] = []
        /// Whether texts differ from each other, so that others are possible too.
        var isFree = false

        init(_ values: [JSONValue]) {
            kinds = values.map { $0.isContainer ? $0.kind : .null }
            for value in values where !value.isContainer && !scalars.contains(value) { scalars.append(value) }
            isFree = scalars.count { $0.kind == .string } > 2 || scalars.count { $0.kind == .number } > 1
            let objects = values.compactMap(\.object)
            var (keys, byKey) = ([String](), [String: [JSONValue]]())
            for object in objects {
                for member in object {
                    if byKey[member.key] == nil { keys.append(member.key) }
                    byKey[member.key, default: []].append(member.value)
                }
            }
            members = keys.map { key in
                let values = byKey[key] ?? []
                return (key, Node(values), values.count == objects.count)
            }
            let arrays = values.compactMap(\.array)
            counts = arrays.map(\.count)
            if !arrays.isEmpty { element = [Node(arrays.flatMap { Array($0) })] }
        }

        func value(_ random: inout SeededGenerator) -> JSONValue {
            switch random.pick(kinds, or: .null) {
            case .object:
                var object = JSONObject()
                for member in members where member.isAlways || random.below(2) == 0 {
                    object[member.key] = member.node.value(&random)
                }
                return .object(object)
            case .array:
                guard let element = element.first, !element.kinds.isEmpty else { return [] }
                let count = random.below((counts.max() ?? 0) + 2)
                return .array(JSONArray((0..<min(count, 6)).map { _ in element.value(&random) }))
            default:
                let scalar = random.pick(scalars, or: .null)
                return isFree && random.below(3) == 0 ? RandomScalar.like(scalar, &random) : scalar
            }
        }
    }
}

/// Scalars that programs get wrong.
enum RandomScalar {
    static let texts = ["", "a", "A b", "1", "1.0", "true", "null", "é/~", "\u{1F600}", "x\ty", " a ", "a,b"]
    static let numbers = ["0", "1", "-1", "1.0", "1.50", "1e2", "-0", "19.90", "12345678901234567890", "0.1"]

    static func number(_ random: inout SeededGenerator) -> JSONValue {
        JSONNumber(text: random.pick(numbers, or: "0")).map(JSONValue.number) ?? 0
    }

    static func like(_ scalar: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        switch scalar.kind {
        case .string: .string(random.pick(texts, or: ""))
        case .number: number(&random)
        case .boolean: .bool(random.below(2) == 0)
        default: scalar
        }
    }
}
