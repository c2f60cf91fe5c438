/// A text with placeholders, for `compose` and defaults: `{name}` is replaced by the value with this name; `{{` and
/// `}}` are braces.
///
/// ```swift
/// let template = try TextTemplate("{first} {last}")
/// template.filled { ["first": "Ann", "last": "Smith"][$0] }    // "Ann Smith"
/// ```
public struct TextTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The text of the template.
    public let description: String

    private let parts: [Part]

    private enum Part: Sendable, Hashable {
        case text(String)
        case hole(String)
    }

    /// The names of the placeholders, in order.
    public var holes: [String] {
        parts.compactMap { if case .hole(let name) = $0 { name } else { nil } }
    }

    /// A template from its text.
    ///
    /// - Throws: ``TextPattern/SyntaxError`` for an unmatched brace.
    public init(_ text: String) throws(TextPattern.SyntaxError) {
        description = text
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            switch scalar {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                literal.unicodeScalars.append(scalar)
                rest.removeFirst()
            case "}": throw TextPattern.SyntaxError(description: "a \"}\" closes nothing; a brace is written \"}}\"")
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw TextPattern.SyntaxError(description: "a \"}\" is missing; a brace is written \"{{\"")
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.hole(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            default: literal.unicodeScalars.append(scalar)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }

    /// The text with its placeholders replaced, or `nil` if one of them has no value.
    public func filled(_ value: (String) -> String?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .hole(let name):
                guard let filling = value(name) else { return nil }
                text += filling
            }
        }
        return text
    }
}
