package import VersionedCodec

/// The texts of a document that must not be shown, so that they are found again in what steps have made of them: a name
/// that was split, a number that was a text.
///
/// Text that contains such a text, or three bytes or more of it, is hidden. Derived values, such as a hash, are not
/// found.
package struct HiddenTexts: Sendable {
    private let isEmpty: Bool
    private let automaton: TextAutomaton
    private let parts: TextSuffixes

    /// The keys of the document, which are shown even where a hidden text is the same.
    private let keys: Set<String>

    /// Words of the plan, which are shown even where they are a part of a hidden text.
    private let words: Set<String>

    /// Numbers below it may be those of elements.
    private let mostElements: Int

    /// What is hidden in a payload that cannot be read: nothing is known of it but the place of its error.
    private let redactionsOfUnreadable: [DecodingIssue.Redaction]

    /// The texts of a document; none of one that cannot be read.
    ///
    /// - `words`: The words of the plan, which may be keys of results.
    ///
    /// - Complexity: O(bytes × log²(bytes)), as a rule O(bytes × log(bytes))
    package init(of payload: [UInt8], _ redactions: [DecodingIssue.Redaction], words: Set<String> = []) {
        // Of a payload that cannot be read, no value was read either, so no text of one can be shown.
        let root = redactions.isEmpty ? nil : try? JSONDocument(parsing: payload, options: .everything).root
        redactionsOfUnreadable = root == nil ? redactions : []
        let found = root?.parts(by: redactions) ?? RedactedParts()
        (keys, mostElements, self.words) = (found.keys, found.mostElements, words)
        // A hidden text may be JSON that a step reads.
        let all = found.texts.union(found.texts.flatMap(Self.unescaped))
        let texts = all.filter { !$0.isEmpty }.inOrder { $0.lexicographicallyPrecedes($1) }
        isEmpty = texts.isEmpty
        (automaton, parts) = (TextAutomaton(texts), TextSuffixes(texts))
    }

    /// Whether a text contains a hidden one, or quotes a part of one or a key that is made of it.
    ///
    /// A text that was cut (`…`) may end within a hidden one.
    ///
    /// - Complexity: O(bytes of the text × log(bytes of hidden texts))
    package func occur(in text: String) -> Bool {
        if isEmpty { return false }
        let text = Array(text.utf8)
        return ([text] + Self.unescaped(text)).contains { text in
            automaton.isPresent(in: text, ofAtLeast: 1)
                || automaton.isBegun(before: Self.dots, in: text, ofAtLeast: Self.leastPart)
                || Self.quoted(in: text).contains { isPart($0) || contain($0) || isPathOfHiddenKey($0) }
                || Self.cut(in: text).contains { isPart($0) || isPathOfHiddenKey($0) }
        }
    }

    /// Whether the characters of a quoted text are a path with a key that must not be shown. Other texts are not paths.
    private func isPathOfHiddenKey(_ text: [UInt8]) -> Bool {
        guard text.first == UInt8(ascii: "/"),
            let path = try? JSONPointer(parsing: String(decoding: text, as: UTF8.self))
        else { return false }
        return shown(path) != path
    }

    /// The parts of an error as they may be shown.
    ///
    /// - `code`: Its code, which replaces a reason that is left out.
    /// - `isAbout`: Whether the error is about a hidden value.
    package func redacted(_ diagnostic: Diagnostic, code: String, isAbout: Bool) -> Diagnostic {
        var shown = diagnostic
        if isAbout || occur(in: diagnostic.message) { shown.message = "\(code); the reason is redacted" }
        shown.path = diagnostic.path.map(self.shown)
        return shown
    }

    /// Whether a value is a hidden text or a part of one, or contains one.
    func hide(_ value: String) -> Bool {
        if isEmpty { return false }
        let value = Array(value.utf8)
        return ([value] + Self.unescaped(value)).contains { automaton.contains($0) || isPart($0) || contain($0) }
    }

    /// Whether a key is neither one of the document itself nor of the plan, and a hidden text or a part of one became
    /// it.
    ///
    /// - `isPartHidden`: Whether a part of a hidden text is enough.
    func hide(key: String, isPartHidden: Bool = true) -> Bool {
        if isEmpty || keys.contains(key) { return false }
        let bytes = Array(key.utf8)
        let arePartsHidden = isPartHidden && !words.contains(key)
        return ([bytes] + Self.unescaped(bytes)).contains {
            automaton.contains($0) || contain($0) || arePartsHidden && isPart($0)
        }
    }

    /// The path to show, with substitutes for keys that hidden texts became. Short numbers are those of elements, and
    /// so are parts of hidden numbers that may be.
    package func shown(_ path: JSONPointer) -> JSONPointer {
        var (shown, around): ([String], [String]) = ([], [])
        var isWithinHidden = redactionsOfUnreadable.contains { $0.applies(to: []) }
        for token in path.tokens {
            let isNumber = token.utf8.allSatisfy { $0 &- 0x30 < 10 }
            let isElement = isNumber && token.first != "0" && Int(token).map { $0 < mostElements } == true
            if isNumber, token.utf8.count < 3 {
                shown.append(token)
            } else {
                let isHidden = isWithinHidden || hide(key: token, isPartHidden: !isElement)
                shown.append(isHidden ? Self.substitute : token)
            }
            around.append(token)
            isWithinHidden = isWithinHidden || redactionsOfUnreadable.contains { $0.begins(at: around) }
        }
        return JSONPointer(shown)
    }

    /// The text that is shown for a hidden key or value.
    static let substitute = "(redacted)"

    /// Parts of so many bytes or more are hidden.
    private static let leastPart = 3

    /// Whether a hidden text of three bytes or more is somewhere in a text.
    private func contain(_ text: [UInt8]) -> Bool { automaton.isPresent(in: text, ofAtLeast: Self.leastPart) }

    /// Whether three bytes or more are somewhere in a hidden text.
    private func isPart(_ value: [UInt8]) -> Bool { value.count >= Self.leastPart && parts.contain(value) }

    /// A text that may be JSON without its escapes, and that one without its own, and so on: steps may have written a
    /// text into a text. O(bytes) each
    private static func unescaped(_ text: [UInt8]) -> [[UInt8]] {
        var (found, text) = ([[UInt8]](), text)
        while found.count < 4, text.contains(UInt8(ascii: "\\")) {
            text = withoutEscapes(text)
            found.append(text)
        }
        return found
    }

    /// What is left of an escape that was cut is left out.
    private static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
        if !text.contains(UInt8(ascii: "\\")) { return text }
        var (result, place) = ([UInt8](), 0)
        func unit(at place: Int) -> UInt16? {
            guard place + 6 <= text.count, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u")
            else {
                return nil
            }
            return UInt16(String(decoding: text[place + 2..<place + 6], as: UTF8.self), radix: 16)
        }
        while place < text.count {
            guard text[place] == UInt8(ascii: "\\") else {
                result.append(text[place])
                place += 1
                continue
            }
            if let end = endOfCutEscape(at: place, in: text) {
                place = end
                continue
            }
            if let first = unit(at: place) {
                let second = UTF16.isLeadSurrogate(first) ? unit(at: place + 6) : nil
                result += String(decoding: [first] + (second.map { [$0] } ?? []), as: UTF16.self).utf8
                place += second == nil ? 6 : 12
                continue
            }
            let controls: [UInt8: UInt8] = [0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x62: 0x08, 0x66: 0x0C]
            result.append(controls[text[place + 1]] ?? text[place + 1])
            place += 2
        }
        return result
    }

    /// The end of an escape that a cut has left incomplete, also of the first half of a character without the second;
    /// `nil` for a complete one.
    private static func endOfCutEscape(at start: Int, in text: [UInt8]) -> Int? {
        func isEnd(_ place: Int) -> Bool { place >= text.count || text[place...].starts(with: dots) }
        func endOfDigits(_ start: Int) -> Int {
            text[start...].prefix(4).prefix { Character(UnicodeScalar($0)).isHexDigit }.endIndex
        }
        func endOfIncomplete(_ start: Int) -> Int? {
            guard text[start] == UInt8(ascii: "\\") else { return nil }
            if isEnd(start + 1) { return start + 1 }
            guard text[start + 1] == UInt8(ascii: "u") else { return nil }
            let end = endOfDigits(start + 2)
            return end < start + 6 && isEnd(end) ? end : nil
        }
        if let end = endOfIncomplete(start) { return end }
        guard text[start + 1] == UInt8(ascii: "u"), endOfDigits(start + 2) == start + 6,
            let unit = UInt16(String(decoding: text[start + 2..<start + 6], as: UTF8.self), radix: 16),
            UTF16.isLeadSurrogate(unit)
        else { return nil }
        return isEnd(start + 6) ? start + 6 : endOfIncomplete(start + 6)
    }

    /// The characters of the values that a text quotes: of strings, also such as were shortened, and what is between
    /// parentheses.
    private static func quoted(in text: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var place = 0
        while let start = text[place...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "(") }) {
            place = start + 1
            if text[start] == UInt8(ascii: "(") {
                found.append(Array(text[place...].prefix { $0 != UInt8(ascii: ")") }))
                continue
            }
            var end = place
            while end < text.count, text[end] != UInt8(ascii: "\""), !isCut(text, at: end) {
                end += text[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            end = min(end, text.count)
            let string = text[place..<end]
            found.append(Array(string.suffix(dots.count).elementsEqual(dots) ? string.dropLast(dots.count) : string))
            place = min(end + 1, text.count)
        }
        return found.map(withoutEscapes)
    }

    /// The characters of values that a text quotes the beginning of: between a quotation mark or a parenthesis and the
    /// dots.
    private static func cut(in text: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var (start, place) = (0, 0)
        while place < text.count {
            if text[place...].starts(with: dots) {
                found.append(withoutEscapes(Array(text[start..<place])))
                place += dots.count
                start = place
                continue
            }
            // The dots may be directly after half an escape.
            let isEscape = text[place] == UInt8(ascii: "\\") && !text[(place + 1)...].starts(with: dots)
            if text[place] == UInt8(ascii: "\"") || text[place] == UInt8(ascii: "(") { start = place + 1 }
            place += isEscape ? 2 : 1
        }
        return found
    }

    private static let dots = Array("…".utf8)

    /// Whether a string ends here because it was shortened.
    private static func isCut(_ text: [UInt8], at place: Int) -> Bool {
        let end = place + dots.count
        return text[place...].starts(with: dots) && (end == text.count || text[end] == UInt8(ascii: ")"))
    }
}
