package import VersionedCodec

/// The texts of a document that must not be shown, so that they are found again in what steps have made of them: a name
/// that was split, a number that was a text.
///
/// Text that contains such a text, or three bytes or more of it, is hidden. Derived values, such as a hash, are not
/// found.
package struct HiddenTexts: Sendable {
    /// All texts in their order, each once, with a byte between them that no text has.
    private var bytes: [UInt8] = []
    private var texts: [Range<Int>] = []
    /// For each text the number of the longest other one that it begins with; -1 if there is none.
    private var beginnings: [Int] = []
    /// Where each three bytes are in a text.
    private var triples: [UInt32: [UInt32]] = [:]

    /// The keys of the document, which are shown even where a hidden text is the same.
    private var keys: Set<String> = []

    /// The texts of a document; empty for one that cannot be read.
    ///
    /// - Complexity: O(bytes × log(texts))
    package init(of payload: [UInt8], _ redactions: [DecodingIssue.Redaction]) {
        // Of a payload that cannot be read, no value was read either, so no text of one can be shown.
        let root = redactions.isEmpty ? nil : try? JSONDocument(parsing: payload, options: .everything).root
        let parts = root?.parts(by: redactions) ?? RedactedParts()
        keys = parts.keys
        // A hidden text may be JSON that a step reads.
        let found = parts.texts.union(parts.texts.flatMap(Self.unescaped))
        for text in found.inOrder(by: { $0.lexicographicallyPrecedes($1) }) where !text.isEmpty {
            var beginning = texts.count - 1
            while beginning >= 0, !text.starts(with: bytes[texts[beginning]]) { beginning = beginnings[beginning] }
            beginnings.append(beginning)
            let start = bytes.count
            texts.append(start..<start + text.count)
            bytes += text + [0xFF]
            for place in start..<max(start, start + text.count - 2) {
                triples[Self.triple(bytes[place...]), default: []].append(UInt32(truncatingIfNeeded: place))
            }
        }
    }

    /// Whether a text contains a hidden one, or quotes a part of one.
    ///
    /// - Complexity: O(bytes of the text × log(hidden texts)), as a rule
    package func areSaid(in text: String) -> Bool {
        if texts.isEmpty { return false }
        let text = Array(text.utf8)
        return ([text] + Self.unescaped(text)).contains { text in
            contain(text, 1) || Self.quoted(in: text).contains { isPart($0[...]) || contain($0, 3) }
        }
    }

    /// The parts of an error as they may be shown.
    ///
    /// - `code`: Its code, which replaces a reason that is left out.
    /// - `isAbout`: Whether the error is about a hidden value.
    package func redacted(_ diagnostic: Diagnostic, code: String, isAbout: Bool) -> Diagnostic {
        var shown = diagnostic
        if isAbout || areSaid(in: diagnostic.message) { shown.message = "\(code); the reason is redacted" }
        shown.path = diagnostic.path.map(self.shown)
        return shown
    }

    /// Whether a value is a hidden text or a part of one, or contains one.
    func hide(_ value: String) -> Bool {
        if texts.isEmpty { return false }
        let value = Array(value.utf8)
        return ([value] + Self.unescaped(value)).contains { isText($0) || isPart($0[...]) || contain($0, 3) }
    }

    /// Whether a key is not one of the document itself, and a hidden text became it.
    func hide(key: String) -> Bool {
        if texts.isEmpty || keys.contains(key) { return false }
        let bytes = Array(key.utf8)
        return ([bytes] + Self.unescaped(bytes)).contains { isText($0) || contain($0, 3) }
    }

    /// The path to show, with substitutes for keys that hidden texts became. Short numbers are those of elements.
    package func shown(_ path: JSONPointer) -> JSONPointer {
        JSONPointer(
            path.tokens.map { token in
                let isNumber = token.utf8.count < 3 && token.utf8.allSatisfy { $0 &- 0x30 < 10 }
                return !isNumber && hide(key: token) ? Self.substitute : token
            })
    }

    /// Stands for a key or a value that is hidden.
    static let substitute = "(redacted)"

    private func isText(_ value: [UInt8]) -> Bool {
        let place = texts.partitioningIndex { !bytes[$0].lexicographicallyPrecedes(value) }
        return place < texts.count && bytes[texts[place]].elementsEqual(value)
    }

    /// Whether a hidden text of so many bytes or more is somewhere in a text.
    private func contain(_ text: [UInt8], _ least: Int) -> Bool {
        text.indices.contains { start in
            // All hidden texts that the rest begins with are the last one before it, or begin that.
            let rest = text[start...]
            var number = texts.partitioningIndex { rest.lexicographicallyPrecedes(bytes[$0]) } - 1
            while number >= 0, !rest.starts(with: bytes[texts[number]]) { number = beginnings[number] }
            // The longest one comes first.
            return number >= 0 && texts[number].count >= least
        }
    }

    /// Whether three bytes or more are somewhere in a hidden text.
    private func isPart(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count >= 3 else { return false }
        var rarest: (places: [UInt32], distance: Int)?
        for place in value.startIndex..<value.endIndex - 2 {
            guard let places = triples[Self.triple(value[place...])] else { return false }
            if rarest.map({ places.count < $0.places.count }) ?? true {
                rarest = (places, place - value.startIndex)
            }
        }
        guard let rarest else { return false }
        return rarest.places.contains { place in
            let start = Int(place) - rarest.distance
            return start >= 0 && bytes[start...].starts(with: value)
        }
    }

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

    private static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
        var (result, place) = ([UInt8](), 0)
        func unit(at place: Int) -> UInt16? {
            guard place + 6 <= text.count, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u")
            else {
                return nil
            }
            return UInt16(String(decoding: text[place + 2..<place + 6], as: UTF8.self), radix: 16)
        }
        while place < text.count {
            guard text[place] == UInt8(ascii: "\\"), place + 1 < text.count else {
                result.append(text[place])
                place += 1
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

    private static func triple(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
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
        return found.map(characters)
    }

    private static let dots = Array("…".utf8)

    /// Whether a string ends here because it was shortened.
    private static func isCut(_ text: [UInt8], at place: Int) -> Bool {
        let end = place + dots.count
        return text[place...].starts(with: dots) && (end == text.count || text[end] == UInt8(ascii: ")"))
    }

    /// The characters of a string that may have escapes.
    private static func characters(_ text: [UInt8]) -> [UInt8] {
        if !text.contains(UInt8(ascii: "\\")) { return text }
        // A text that was cut within an escape cannot be parsed, and is compared as it is.
        let string = try? JSONDocument(parsing: [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]).root.string
        return string.map { Array($0.utf8) } ?? text
    }
}
