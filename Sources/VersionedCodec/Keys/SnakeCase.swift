/// The conversion that Foundation's `convertFromSnakeCase` makes.
enum SnakeCase {
    /// `first_name` as `firstName`; underscores at both ends stay. O(characters)
    static func camelCase(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = ([words[0].lowercased()] + words.dropFirst().map { capitalized($0) }).joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }

    /// The usual spelling of a key in snake case, if it is converted back to the key: `firstName` as `first_name`.
    /// O(characters)
    static func usual(of key: String) -> String? {
        var spelling = ""
        for scalar in key.unicodeScalars {
            if scalar.properties.generalCategory == .uppercaseLetter {
                spelling += "_" + scalar.properties.lowercaseMapping
            } else {
                spelling.unicodeScalars.append(scalar)
            }
        }
        return ByteKey(camelCase(spelling)) == ByteKey(key) ? spelling : nil
    }

    /// A letter that follows none becomes a capital, one that follows another does not.
    private static func capitalized(_ word: Substring) -> String {
        var result = ""
        var followsLetter = false
        for scalar in word.unicodeScalars {
            let properties = scalar.properties
            switch properties.generalCategory {
            case .uppercaseLetter, .titlecaseLetter:
                result += followsLetter ? properties.lowercaseMapping : String(scalar)
                followsLetter = true
            case .lowercaseLetter:
                result += followsLetter ? String(scalar) : properties.titlecaseMapping
                followsLetter = true
            default:
                result.unicodeScalars.append(scalar)
                if !isIgnorable(scalar) { followsLetter = false }
            }
        }
        return result
    }

    /// Whether a word continues after a character that is not a letter: Unicode calls it case-ignorable, except, as in
    /// Foundation, of punctuation only the apostrophes.
    private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherPunctuation, .initialPunctuation: scalar == "'"
        default: scalar.properties.isCaseIgnorable
        }
    }
}

/// The usual spellings of coding keys, each worked out once.
final class SnakeSpellings {
    private var known: [String: String?] = [:]

    /// So many are kept: keys that are data have no end.
    private static let limit = 1024

    func usual(of key: String) -> String? {
        if let known = known[key] { return known }
        let made = SnakeCase.usual(of: key)
        if known.count < Self.limit { known[key] = made }
        return made
    }
}
