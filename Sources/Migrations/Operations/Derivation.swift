import VersionedCodec

/// How a value is derived from another one: a place, and a chain of text transforms; an empty chain copies any value.
struct Derivation: Sendable, Equatable {
    let from: JSONPointer
    let transforms: [TextTransform]

    /// The derived value, or `nil` where the source is not there or cannot be transformed.
    func value(in root: JSONValue) -> JSONValue? { root[at: from].flatMap(transformed) }

    /// The value that the chain makes of another one, or `nil` where it cannot.
    func transformed(_ value: JSONValue) -> JSONValue? { Self.transformed(value, by: transforms) }

    static func transformed(_ value: JSONValue, by transforms: [TextTransform]) -> JSONValue? {
        guard !transforms.isEmpty else { return value }
        guard var subject = subject(of: value) else { return nil }
        for transform in transforms {
            guard let next = transform.applied(to: subject) else { return nil }
            subject = next
        }
        switch subject {
        case .text(let text): return JSONValue.string(text).comingFrom(value)
        case .list(let parts): return JSONValue.array(JSONArray(parts.map(JSONValue.string))).comingFrom(value)
        }
    }

    private static func subject(of value: JSONValue) -> TextTransform.Subject? {
        if let text = value.string { return .text(text) }
        guard let array = value.array else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? .list(texts) : nil
    }

    /// What the chain needs as its first value, in words.
    static func expectation(_ transforms: [TextTransform]) -> String {
        if case .join? = transforms.first { return "an array of strings" }
        return transforms.contains { if case .part = $0 { true } else { false } }
            ? "a string with the parts that are asked for" : "a string"
    }

    var json: JSONValue {
        let chain = JSONValue.array(JSONArray(transforms.map(\.json)))
        return transforms.isEmpty
            ? ["from": .string(from.description)] : ["from": .string(from.description), "by": chain]
    }
}
