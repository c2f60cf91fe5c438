#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How keys are spelled.
extension EncodingScope {
    /// Whether the name of a key is the same wherever it stands, so that it can be kept.
    var keepsNames: Bool {
        if case .custom = keys, !isVersioned { false } else { true }
    }

    /// The name of a key in its object.
    ///
    /// - `codingPath`: The path of the object; asked for only where code of somebody else wants it.
    func name(of key: some CodingKey, _ table: KeyTable, codingPath: () -> [any CodingKey]) throws -> String {
        if table.isDictionary { return key.stringValue }
        switch keys {
        case .declared: return key.stringValue
        case .snakeCase: return FoundationSnakeCase.spelling(of: key.stringValue)
        case .custom(let name): return name(codingPath() + [key]).stringValue
        }
    }
}

/// Snake case as Foundation's coders make it.
enum FoundationSnakeCase {
    /// `myURLProperty` is `my_url_property`: a word begins at a capital, and the last of several capitals belongs to the next word.
    static func spelling(of key: String) -> String {
        guard !key.isEmpty else { return key }
        var words: [Range<String.Index>] = []
        var wordStart = key.startIndex
        var search = key.index(after: wordStart)
        while let upper = key[search...].firstIndex(where: \.isUppercase) {
            words.append(wordStart..<upper)
            guard let lower = key[upper...].firstIndex(where: \.isLowercase) else {
                // Only capitals and others from here on: one word.
                wordStart = upper
                break
            }
            let afterUpper = key.index(after: upper)
            if lower == afterUpper {
                wordStart = upper
            } else {
                // The capital before a small letter begins the next word.
                let beforeLower = key.index(before: lower)
                words.append(upper..<beforeLower)
                wordStart = beforeLower
            }
            search = key.index(after: lower)
        }
        words.append(wordStart..<key.endIndex)
        return words.map { key[$0].lowercased() }.joined(separator: "_")
    }
}
