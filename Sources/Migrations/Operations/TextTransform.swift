/// One change of a text, as `derive` and `transform` chain them.
///
/// ```swift
/// [TextTransform.lastPathComponent, .dropSuffix(".git"), .lowercase]
/// // "https://github.com/jpsim/Yams.git"  →  "yams"
/// ```
public enum TextTransform: Sendable, Hashable {
    /// `"AbC"` → `"abc"`, by Unicode's rules, whatever the language of the machine.
    case lowercase
    /// `"AbC"` → `"ABC"`
    case uppercase
    /// Without white space at both ends.
    case trim
    /// What follows the last `/`; one `/` at the end does not count: `"a/b/"` → `"b"`.
    case lastPathComponent
    /// Without the prefix, where it is there.
    case dropPrefix(String)
    /// Without the suffix, where it is there.
    case dropSuffix(String)
    /// With the prefix before it.
    case addPrefix(String)
    /// With the suffix behind it.
    case addSuffix(String)
    /// Every occurrence of the first text replaced by the second.
    case replace(String, with: String)
    /// The parts between separators, as an array of strings.
    case split(String)
    /// One of the parts between separators, counted from 0; negative ones from the end: -1 is the last.
    case part(String, Int)
    /// An array of strings as one text, with the separator between them.
    case join(String)

    /// A text on its way through the chain.
    enum Subject: Equatable {
        case text(String)
        case list([String])
    }

    /// The changed text, or `nil` where the change is for another subject (a list, for all but `join`), or the part is not there.
    func applied(to subject: Subject) -> Subject? {
        switch (self, subject) {
        case (.join(let separator), .list(let parts)): .text(parts.joined(separator: separator))
        case (.join, .text), (_, .list): nil
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
            let start = text.drop(while: \.isWhitespace)
            return String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
        case .lastPathComponent:
            let path = Self.drop(suffix: "/", of: text)
            return Self.parts(of: path, "/").last ?? path
        case .dropPrefix(let prefix):
            return text.utf8.starts(with: prefix.utf8) ? String(text.utf8.dropFirst(prefix.utf8.count)) ?? text : text
        case .dropSuffix(let suffix): return Self.drop(suffix: suffix, of: text)
        case .addPrefix(let prefix): return prefix + text
        case .addSuffix(let suffix): return text + suffix
        case .replace(let old, let new): return Self.parts(of: text, old).joined(separator: new)
        case .split, .part, .join: return text
        }
    }

    private static func drop(suffix: String, of text: String) -> String {
        guard text.utf8.count >= suffix.utf8.count, text.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else {
            return text
        }
        return String(text.utf8.dropLast(suffix.utf8.count)) ?? text
    }

    private static func part(_ index: Int, of parts: [String]) -> Subject? {
        let place = index < 0 ? parts.count + index : index
        return parts.indices.contains(place) ? .text(parts[place]) : nil
    }

    /// The parts of a text between the occurrences of a separator, compared byte by byte; an empty separator is never found.
    static func parts(of text: String, _ separator: String) -> [String] {
        let bytes = Array(text.utf8)
        let mark = Array(separator.utf8)
        guard !mark.isEmpty else { return [text] }
        var parts: [String] = []
        var start = 0
        var index = 0
        while index + mark.count <= bytes.count {
            if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) {
                parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
                index += mark.count
                start = index
            } else {
                index += 1
            }
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }

    /// The change that leads back from what this one makes, or `nil` where there is none.
    var reversed: TextTransform? {
        switch self {
        case .dropPrefix(let prefix): .addPrefix(prefix)
        case .dropSuffix(let suffix): .addSuffix(suffix)
        case .addPrefix(let prefix): .dropPrefix(prefix)
        case .addSuffix(let suffix): .dropSuffix(suffix)
        case .replace(let old, let new) where !new.isEmpty: .replace(new, with: old)
        case .split(let separator): .join(separator)
        case .join(let separator): .split(separator)
        case .lowercase, .uppercase, .trim, .lastPathComponent, .replace, .part: nil
        }
    }
}
