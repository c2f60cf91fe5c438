public import VersionedCodec

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

    /// The lines of a text, without their ends (`\n`, `\r\n`, `\r`), as an array of strings; an end behind the last
    /// line makes no line.
    case lines
    /// What a pattern takes out of the text, put into a template; the pattern matches the whole text.
    case match(TextPattern, as: TextTemplate)
    /// The number of elements of an array or of members of an object.
    case count
    /// The keys of an object, as an array of strings.
    case keys
    /// What stands at a place within the value.
    case take(JSONPointer)
    /// The SHA-256 of a text, or of any other value's text without spaces and with sorted keys, in hexadecimal.
    case digest

    /// A value on its way through the chain.
    enum Subject: Equatable {
        case text(String)
        case list([String])
        case value(JSONValue)

        init(_ value: JSONValue) {
            if let text = value.string {
                self = .text(text)
            } else if let array = value.array, case let texts = array.compactMap(\.string), texts.count == array.count {
                self = .list(texts)
            } else {
                self = .value(value)
            }
        }

        var value: JSONValue {
            switch self {
            case .text(let text): .string(text)
            case .list(let parts): .array(JSONArray(parts.map(JSONValue.string)))
            case .value(let value): value
            }
        }
    }

    /// The changed text, or `nil` where the change is for another subject (a list, for all but `join`), or the part is
    /// not there.
    func applied(to subject: Subject) -> Subject? {
        switch (self, subject) {
        case (.join(let separator), .list(let parts)): .text(parts.joined(separator: separator))
        case (.count, _): (subject.value.array?.count ?? subject.value.object?.count).map { .value(.integer($0)) }
        case (.keys, _): subject.value.object.map { .list($0.keys) }
        case (.take(let pointer), _): subject.value[at: pointer].map(Subject.init)
        case (.digest, .text(let text)): .text(SHA256.hexadecimal(of: Array(text.utf8)))
        case (.digest, _): .text(SHA256.hexadecimal(of: subject.value.bytes(in: .canonical)))
        case (.join, .text), (_, .list), (_, .value): nil
        case (.lines, .text(let text)): .list(Self.lines(of: text))
        case (.match(let pattern, let template), .text(let text)):
            pattern.captures(in: text).flatMap { captures in template.filled { captures[$0] } }.map(Subject.text)
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
        case .split, .part, .join, .lines, .match, .count, .keys, .take, .digest: return text
        }
    }

    /// Whether a text holds another, byte by byte.
    static func holds(_ part: String, in text: String) -> Bool { parts(of: text, part).count > 1 }

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

    /// The parts of a text between the occurrences of a separator, compared byte by byte; an empty separator is never
    /// found.
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

    private static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line: [UInt8] = []
        var isBehindReturn = false
        for byte in text.utf8 {
            defer { isBehindReturn = byte == 0x0D }
            if byte == 0x0A, isBehindReturn { continue }
            if byte == 0x0A || byte == 0x0D {
                lines.append(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            } else {
                line.append(byte)
            }
        }
        return line.isEmpty ? lines : lines + [String(decoding: line, as: UTF8.self)]
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
        case .lines: .join("\n")
        case .lowercase, .uppercase, .trim, .lastPathComponent, .replace, .part, .match, .count, .keys, .take, .digest:
            nil
        }
    }
}
