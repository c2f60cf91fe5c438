import VersionedCodec

extension TextTransform {
    /// Use it in ``changeCase(from:to:)``: how the words of a name are written.
    public enum LetterCase: String, Sendable, Hashable, CaseIterable {
        /// `imageUrl`
        case camelCase
        /// `ImageUrl`
        case pascalCase
        /// `image_url`
        case snakeCase
        /// `IMAGE_URL`
        case screamingSnakeCase
        /// `image-url`
        case kebabCase
    }
}

extension TextTransform.LetterCase {
    /// The character between words; `nil` if a capital begins a word.
    private var separator: Character? {
        switch self {
        case .camelCase, .pascalCase: nil
        case .snakeCase, .screamingSnakeCase: "_"
        case .kebabCase: "-"
        }
    }

    /// A name in this case, written in another one. Separators at both ends stay as they are. A word alone that is in
    /// lower case by its case keeps its capitals in camel case, as with Foundation's `convertFromSnakeCase`.
    /// O(characters)
    func written(_ name: String, in other: Self) -> String {
        guard let start = name.firstIndex(where: { !isEdge($0) }), let last = name.lastIndex(where: { !isEdge($0) })
        else { return name }
        let end = name.index(after: last)
        let words = words(of: name[start..<end])
        let isAlone = words.count == 1 && (self == .snakeCase || self == .kebabCase)
        return name[..<start] + (isAlone ? other.alone(words[0]) : other.joined(words)) + name[end...]
    }

    private func alone(_ word: Substring) -> String {
        switch self {
        case .camelCase: String(word)
        case .pascalCase: KeyWords.capitalised(word)
        case .snakeCase, .screamingSnakeCase, .kebabCase: joined([word])
        }
    }

    /// What may surround a name: Swift's and JavaScript's names may have underscores there, too.
    private func isEdge(_ character: Character) -> Bool { character == "_" || character == separator }

    private func words(of name: Substring) -> [Substring] {
        separator.map { name.split(separator: $0) } ?? KeyWords(of: String(name)).list
    }

    private func joined(_ words: [Substring]) -> String {
        switch self {
        case .pascalCase: words.map(Self.capitalised).joined()
        case .camelCase: (words.prefix(1).map { $0.lowercased() } + words.dropFirst().map(Self.capitalised)).joined()
        case .snakeCase: words.map { $0.lowercased() }.joined(separator: "_")
        case .screamingSnakeCase: words.map { $0.uppercased() }.joined(separator: "_")
        case .kebabCase: words.map { $0.lowercased() }.joined(separator: "-")
        }
    }

    private static func capitalised(_ word: Substring) -> String {
        KeyWords.capitalised(word.lowercased())
    }
}
