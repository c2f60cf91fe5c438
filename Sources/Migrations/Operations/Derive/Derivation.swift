import VersionedCodec

/// How a value is derived from another one: a place, and a chain of text transforms; an empty chain copies any value.
struct Derivation: Sendable, Equatable {
    let from: JSONPointer
    let transforms: [TextTransform]

    /// The derived value, or `nil` where the source is not there or cannot be transformed.
    func value(in scope: NodeID, of arena: Arena) -> JSONValue? {
        let found = arena.find(from, from: scope)
        return found.isNone ? nil : transformed(arena.value(of: found))
    }

    /// The value that the chain makes of another one, or `nil` where it cannot.
    func transformed(_ value: JSONValue) -> JSONValue? { Self.transformed(value, by: transforms) }

    static func transformed(_ value: JSONValue, by transforms: [TextTransform]) -> JSONValue? {
        guard !transforms.isEmpty else { return value }
        var subject = TextTransform.Subject(value)
        for transform in transforms {
            guard let next = transform.applied(to: subject) else { return nil }
            subject = next
        }
        return subject.value.comingFrom(value)
    }

    /// What the chain needs as its first value, in words.
    static func expectation(_ transforms: [TextTransform]) -> String {
        switch transforms.first {
        case .join?: return "an array of strings"
        case .count?: return "an array or an object"
        case .keys?: return "an object"
        case .take(let pointer)?: return "a value with \(pointer.shown)"
        case .match(let pattern, as: _)?: return "a string that matches \(JSONValue.string(pattern.text).text())"
        default: break
        }
        return transforms.contains { if case .part = $0 { true } else { false } }
            ? "a string with the parts that are asked for" : "a string"
    }

    var json: JSONValue {
        let chain = JSONValue.array(JSONArray(transforms.map(\.json)))
        return transforms.isEmpty
            ? ["from": .string(from.description)] : ["from": .string(from.description), "by": chain]
    }
}
