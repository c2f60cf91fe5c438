import VersionedCodec

/// Pieces of Markdown.
enum Markdown {
    /// A text as code, with any characters.
    static func code(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? text : JSONValue.string(text).text()
        let fence = String(repeating: "`", count: longestRun(of: "`", in: plain) + 1)
        let isPadded = plain.isEmpty || plain.first == "`" || plain.last == "`"
        return isPadded ? "\(fence) \(plain) \(fence)" : fence + plain + fence
    }

    @inline(never)
    static func place(_ pointer: JSONPointer) -> String {
        pointer.isRoot ? "the value itself" : code(pointer.description)
    }

    /// The place of something, after a noun: nothing for the whole value.
    static func of(_ pointer: JSONPointer) -> String { pointer.isRoot ? "" : " of \(place(pointer))" }

    static func names(_ names: [String]) -> String { list(names.map(code)) }

    static func places(_ pointers: [JSONPointer]) -> String {
        list(pointers.map(place))
    }

    private static func list(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.joined() }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    static func value(_ value: JSONValue) -> String { code(Loss.shortened(value.text())) }

    static func table(_ pairs: [MapValuesOperation.Pair]) -> String {
        // Of several pairs with one value, the first counts.
        var known: Set<String> = []
        let pairs = pairs.filter { known.insert($0.value.text()).inserted }
        let shown = pairs.prefix(8).map { "\(value($0.value)) becomes \(value($0.replacement))" }
        return shown.joined(separator: ", ") + (pairs.count > 8 ? ", and \(pairs.count - 8) more" : "")
    }

    private static func longestRun(of character: Character, in text: String) -> Int {
        var (longest, run) = (0, 0)
        for next in text {
            run = next == character ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
