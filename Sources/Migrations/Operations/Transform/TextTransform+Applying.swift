#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import VersionedCodec

/// The results of each transform.
extension TextTransform {
    /// A value on its way through the chain.
    enum Subject: Equatable {
        case text(String)
        case list([String])
        case value(JSONValue)

        /// What the transforms at the start of a chain leave of a text, and those that follow.
        static func narrowed(
            _ value: JSONValue, by chain: [TextTransform]
        ) -> (subject: Subject, rest: ArraySlice<TextTransform>) {
            guard let text = value.string else { return (.value(value), chain[...]) }
            let (left, rest) = TextTransform.narrow(text, by: chain)
            return (.text(left), rest)
        }

        var value: JSONValue {
            switch self {
            case .text(let text): .string(text)
            case .list(let parts): .array(JSONArray(parts.map(JSONValue.string)))
            case .value(let value): value
            }
        }
    }

    /// A text by transforms that look at nothing else; `nil` where they do, or make something else of it.
    static func text(_ text: String, changedBy transforms: [TextTransform]) -> String? {
        let (left, rest) = narrow(text, by: transforms)
        var subject = Subject.text(left)
        for transform in rest {
            // Where it grows much, the way with a context looks at how much the document may.
            if case .text(let text) = subject, text.utf8.count > 64 << 20 { return nil }
            guard let next = transform.applied(to: subject) else { return nil }
            subject = next
        }
        guard case .text(let changed) = subject else { return nil }
        return changed
    }

    /// The result for a subject that needs no other facts; `nil` if the transform is for another kind of subject (a
    /// list, for all but `join`), or the part does not exist.
    func applied(to given: Subject) -> Subject? {
        // An element stays the value that it is, and so keeps its place in the document, until a text is needed.
        var subject = given
        if case .value(let value) = given, let text = value.string { subject = .text(text) }
        return changed(subject)
    }

    private func changed(_ subject: Subject) -> Subject? {
        switch (self, subject) {
        case (.dropPrefix(.member), _), (.dropSuffix(.member), _), (.addPrefix(.member), _), (.addSuffix(.member), _):
            nil
        case (.join(let separator), .list(let parts)): .text(parts.joined(separator: separator))
        case (.join(let separator), .value(let value)):
            Self.texts(of: value).map { .text($0.joined(separator: separator)) }
        case (.first, _): subject.value.array?.first.map(Subject.value)
        case (.last, _): subject.value.array?.last.map(Subject.value)
        case (.reverse, _): subject.value.array.map { .value(.array(JSONArray($0.reversed()))) }
        case (.unique(let places), _):
            subject.value.array.map { .value(.array(JSONArray(Self.unique($0, by: places)))) }
        case (.sum, _): subject.value.array.flatMap(Self.sum).map { .value(.number($0)) }
        case (.min, _): subject.value.array.flatMap { Self.extreme(of: $0, isLeast: true) }.map(Subject.value)
        case (.max, _): subject.value.array.flatMap { Self.extreme(of: $0, isLeast: false) }.map(Subject.value)
        case (.filter, _), (.map, _), (.everywhere, _): nil
        case (.count, _): (subject.value.array?.count ?? subject.value.object?.count).map { .value(.integer($0)) }
        case (.keys, _): subject.value.object.map { .list($0.keys) }
        case (.take(let pointer), _): subject.value[at: pointer].map(Subject.value)
        case (.digest, .text(let text)): .text(SHA256.hexadecimal(of: Array(text.utf8)))
        case (.digest, _): .text(SHA256.hexadecimal(of: subject.value.bytes(in: .canonical)))
        case (.join, .text), (_, .list), (_, .value): nil
        case (.lines, .text(let text)): .list(Self.lines(of: text))
        case (.match(let pattern, let template), .text(let text)):
            pattern.captures(in: text).flatMap { captures in template.filled { captures[$0] } }.map(Subject.text)
        case (.splitMatches(let pattern), .text(let text)): .list(pattern.parts(of: text))
        case (.decodeBase64, .text(let text)): Self.decoded(text).map(Subject.text)
        case (.split(let separator), .text(let text)): .list(Self.parts(of: text, separator))
        case (.part(let separator, let index), .text(let text)): Self.part(index, of: Self.parts(of: text, separator))
        case (_, .text(let text)): .text(changed(text))
        }
    }

    private func changed(_ text: String) -> String {
        switch self {
        case .lowercase: return text.lowercased()
        case .uppercase: return text.uppercased()
        case .trim:
            // Scalars: a mark behind a space makes one character with it.
            let start = text.unicodeScalars.drop(while: \.properties.isWhitespace)
            let end = start.lastIndex { !$0.properties.isWhitespace }.map(start.index(after:)) ?? start.startIndex
            return String(start[..<end])
        case .lastPathComponent, .dropPrefix(.text), .dropSuffix(.text): return Self.narrow(text, by: [self]).text
        case .addPrefix(.text(let prefix)): return prefix + text
        case .addSuffix(.text(let suffix)): return text + suffix
        case .replaceMatches(let pattern, let template): return pattern.replacing(by: template, in: text)
        case .slug: return Slug.text(of: text)
        case .changeCase(let old, let new): return old.written(text, in: new)
        case .encodeBase64: return DataFormat.base64.text(of: Data(text.utf8))
        case .replace(let old, let new): return Self.parts(of: text, old).joined(separator: new)
        default: return text
        }
    }

    private static func decoded(_ text: String) -> String? {
        DataFormat.base64.data(from: text).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
