extension DecodingIssue {
    /// The issue on one line, with the enclosing objects, for a log that people read.
    ///
    /// ```swift
    /// // {"person_id": 8675309, "height": "tall"}
    /// issue.oneLine    // root(Person person_id=8675309) > "height"(Double) : Unexpectedly found a string
    /// ```
    public var oneLine: String {
        let facts = facts
        var (text, known) = ("root", 0)
        for stop in facts.trail?.stops ?? [] {
            let tokens = stop.path.tokens
            text += Self.steps(tokens.dropFirst(known), after: text)
            known = max(known, tokens.count)
            text += "(\(stop.type)" + (stop.record.map { " \($0.key)=\($0.id)" } ?? "") + ")"
        }
        text += Self.steps(facts.path.tokens.dropFirst(known), after: text)
        let expected = facts.expected.map { facts.path.tokens.count > known ? "(\($0.name))" : "" } ?? ""
        return "\(text)\(expected) : \(reason)"
    }

    /// The problem, without the value.
    private var reason: String {
        let facts = facts
        guard let found = facts.found, facts.code == .unexpectedKind || facts.code == .unexpectedNull else {
            return diagnostic.message
        }
        return "Unexpectedly found \(found.phrase)\(stop)"
    }

    private static func steps(_ tokens: ArraySlice<String>, after text: String) -> String {
        tokens.map { token in
            token.allSatisfy(\.isNumber) && !token.isEmpty
                ? "[\(token)]" : " > " + JSONValue.string(token).text()
        }.joined()
    }

    /// The issue on several lines, with the line of the payload and a mark below the value.
    ///
    /// ```swift
    /// issue.text(in: payload)
    /// // line 1, column 12, at "/height": expected a number, found a string ("tall")
    /// // {"height": "tall"}
    /// //            ^~~~~~
    /// ```
    ///
    /// - Parameters:
    ///   - payload: The bytes that were decoded.
    ///   - width: The number of characters of the line that are shown around the value.
    /// - Complexity: O(length of the line)
    public func text(in payload: some Collection<UInt8>, width: Int = 100) -> String {
        guard let position, width > 0 else { return description }
        let bytes = Array(payload)
        guard position.byteOffset <= bytes.count else { return description }
        let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
        let start = bytes[..<position.byteOffset].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
        let end = bytes[position.byteOffset...].firstIndex(where: isEnd) ?? bytes.count
        let before = Array(
            String(decoding: bytes[start..<position.byteOffset], as: UTF8.self).unicodeScalars)
        let behind = Array(
            String(decoding: bytes[position.byteOffset..<end], as: UTF8.self).unicodeScalars)
        let shownBefore = before.suffix(width / 2)
        let shownBehind = behind.prefix(width - shownBefore.count)
        func visible(_ scalars: some Sequence<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(scalars.map { $0.value < 0x20 ? " " : $0 }))
        }
        // Nothing is there where the text ends.
        let last = max(position.byteOffset, min(byteRange?.upperBound ?? position.byteOffset + 1, end))
        let length = String(decoding: bytes[position.byteOffset..<last], as: UTF8.self).unicodeScalars.count
        let cut = shownBefore.count < before.count ? "…" : ""
        let mark = "^" + String(repeating: "~", count: max(0, min(length, shownBehind.count) - 1))
        return description + "\n" + cut + visible(shownBefore) + visible(shownBehind)
            + (shownBehind.count < behind.count ? "…" : "") + "\n"
            + String(repeating: " ", count: cut.count + shownBefore.count) + mark
    }
}
