/// From a spelling to keys, for keys that cannot be listed: a key type is asked for each guess whether it has that key.
extension KeyStyle {
    /// The coding keys that a spelling in a payload may represent, likeliest first; not all of them if there are many
    /// words.
    func candidates(for spelling: String) -> [String] {
        switch kind {
        case .asDeclared, .custom: [spelling]
        case .pascalCase: Self.lowered(spelling) + [spelling]
        case .snakeCase, .screamingSnakeCase, .kebabCase, .dotted: joined(spelling) + [spelling]
        }
    }

    /// The keys whose first letter, or first acronym, has become a capital.
    private static func lowered(_ spelling: String) -> [String] {
        let start = spelling.firstIndex { $0 != "_" } ?? spelling.endIndex
        let body = spelling[start...]
        return [spelling[..<start] + body.prefix(1).lowercased() + body.dropFirst()]
    }

    /// The keys of words that a separator parts: each later word is `Capitalised`, an `ACRONYM`, or follows underscores
    /// of its own.
    private func joined(_ spelling: String) -> [String] {
        guard let separator else { return [] }
        let runs = SpellingRuns(of: spelling, separator)
        guard let first = runs.words.first?.lowercased(), runs.words.count <= Self.longestGuess else { return [] }
        var heads = [first, first.uppercased(), KeyWords.capitalised(first)]
        for (word, gap) in zip(runs.words.dropFirst(), runs.gaps) {
            let (word, capitalised) = (word.lowercased(), KeyWords.capitalised(word.lowercased()))
            // A style puts one separator between words; other ones, and more of them, are the key's own underscores.
            let parted = gap == 1 ? [capitalised, word.uppercased()] : []
            let underscores = String(repeating: "_", count: gap)
            let own = separator == "_" ? [underscores + word, underscores + capitalised] : []
            heads = (parted + own).flatMap { form in heads.map { $0 + form } }
        }
        return heads.map { runs.leading + $0 + runs.trailing }
    }

    /// From so many words on the guesses would be too many.
    private static let longestGuess = 5
}

/// The words of a spelling, and how many separators are between them.
private struct SpellingRuns {
    private(set) var leading = ""
    private(set) var words: [String] = []
    private(set) var gaps: [Int] = []
    private(set) var trailing = ""

    init(of spelling: String, _ separator: Character) {
        var run = ""
        for character in spelling {
            if character == separator {
                run.append(character)
            } else if run.isEmpty, !words.isEmpty {
                words[words.count - 1].append(character)
            } else {
                if words.isEmpty { leading = run } else { gaps.append(run.count) }
                words.append(String(character))
                run = ""
            }
        }
        trailing = run
    }
}
