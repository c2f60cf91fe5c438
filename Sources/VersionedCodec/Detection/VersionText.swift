/// Declare the form of a version within a longer text, such as a URL or a media type.
///
/// ```swift
/// let text = try VersionText("https://acme.example/schemas/order-{version}.json")
/// text.label(in: "https://acme.example/schemas/order-2.1.json")    // "2.1"
/// text.text(of: "2.1")         // "https://acme.example/schemas/order-2.1.json"
/// // JSON   {"$schema": "https://acme.example/schemas/order-2.1.json", …}
/// ```
///
/// The whole text must match. A `{version}` matches ASCII letters, digits, `.`, `-` and `_`, as few as possible. If it
/// appears twice, both must be equal.
public struct VersionText: Sendable, Hashable, CustomStringConvertible {
    /// The text, with `{version}` in place of the version.
    public let description: String

    /// The texts before, between and after the places of the version.
    private let parts: [[UInt8]]

    /// A text with `{version}` in it.
    ///
    /// - Throws: ``VersionText/SyntaxError`` if there is no `{version}`, or nothing between two of them.
    public init(_ text: String) throws(VersionText.SyntaxError) {
        description = text
        var parts: [[UInt8]] = [[]]
        var rest = Array(text.utf8)[...]
        let mark = Array("{version}".utf8)
        while let byte = rest.first {
            if rest.starts(with: mark) {
                parts.append([])
                rest.removeFirst(mark.count)
            } else {
                parts[parts.count - 1].append(byte)
                rest.removeFirst()
            }
        }
        if parts.count == 1 { throw VersionText.SyntaxError(text: text, reason: "has no {version}") }
        if parts.dropFirst().dropLast().contains([]) {
            throw VersionText.SyntaxError(text: text, reason: "has nothing between two {version}")
        }
        self.parts = parts
    }

    /// The label in a text, or `nil` if the text does not match. O(text)
    public func label(in text: String) -> String? {
        var rest = Array(text.utf8)[...]
        guard let first = parts.first, rest.starts(with: first) else { return nil }
        rest.removeFirst(first.count)
        var label: ArraySlice<UInt8>?
        for (index, part) in parts.enumerated().dropFirst() {
            let isLast = index == parts.count - 1
            let end = isLast ? rest.endIndex - part.count : Self.firstIndex(of: part, in: rest)
            guard let end, end > rest.startIndex, rest[end...].starts(with: part) else { return nil }
            let found = rest[..<end]
            guard found.allSatisfy(Self.mayStandInLabel), label.map({ $0.elementsEqual(found) }) ?? true else {
                return nil
            }
            label = found
            rest = rest[(end + part.count)...]
        }
        return label.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text with a label.
    public func text(of label: String) -> String {
        parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: label)
    }

    private static func mayStandInLabel(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Where a part first comes after at least one byte of a label; bytes that no label has end the search.
    private static func firstIndex(of part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        var index = text.startIndex + 1
        while index + part.count <= text.endIndex, mayStandInLabel(text[index - 1]) {
            if text[index...].starts(with: part) { return index }
            index += 1
        }
        return nil
    }
}

extension VersionText {
    /// A text that cannot contain a version.
    public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The text.
        public let text: String

        /// The problem of the text.
        public let reason: String

        /// The problem, in one sentence.
        public var description: String { "\(JSONValue.string(text).text()) \(reason)" }
    }
}
