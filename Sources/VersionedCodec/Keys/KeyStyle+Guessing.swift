/// From a spelling to keys, for keys that cannot be listed: a key type says of each guess whether it has that key.
extension KeyStyle {
    /// The coding keys that a spelling in a payload may stand for, likeliest first; not every one where the words are many.
    func candidates(for spelling: String) -> [String] {
        switch kind {
        case .asDeclared: [spelling]
        case .pascalCase: Self.lowered(spelling) + [spelling]
        case .snakeCase, .screamingSnakeCase, .kebabCase, .dotted:
            joined(spelling.split(separator: separator ?? "_", omittingEmptySubsequences: true), in: spelling)
                + [spelling]
        }
    }

    /// The keys whose first letter, or first acronym, has become a capital.
    private static func lowered(_ spelling: String) -> [String] {
        let start = spelling.firstIndex { $0 != "_" } ?? spelling.endIndex
        let body = spelling[start...]
        return [spelling[..<start] + body.prefix(1).lowercased() + body.dropFirst()]
    }

    /// The keys of words that a separator parts: each later word is `Capitalised`, an `ACRONYM`, or follows an underscore of its own.
    private func joined(_ parts: [Substring], in spelling: String) -> [String] {
        guard let first = parts.first?.lowercased(), parts.count <= Self.longestGuess else { return [] }
        let edge = separator ?? "_"
        let leading = kind == .snakeCase || kind == .screamingSnakeCase ? String(spelling.prefix { $0 == edge }) : ""
        let trailing = leading.isEmpty && !spelling.hasSuffix("_") ? "" : Self.underscores(atEndOf: spelling)
        var heads = [first, first.uppercased(), KeyWords.capitalised(first)]
        for part in parts.dropFirst() {
            let word = part.lowercased()
            let forms = [KeyWords.capitalised(word), word.uppercased(), "_" + word, "_" + KeyWords.capitalised(word)]
            heads = forms.flatMap { form in heads.map { $0 + form } }
        }
        return heads.map { leading + $0 + trailing }
    }

    private static func underscores(atEndOf spelling: String) -> String {
        String(repeating: "_", count: spelling.reversed().prefix { $0 == "_" }.count)
    }

    /// From so many words on the guesses would be too many.
    private static let longestGuess = 5
}
