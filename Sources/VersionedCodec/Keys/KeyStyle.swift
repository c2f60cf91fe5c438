/// Declare how a version spells coding keys in payloads. The list may grow.
///
/// ```swift
/// KeyStyle.snakeCase.spelling(of: "imageURL")             // "image_url"
/// KeyStyle.screamingSnakeCase.spelling(of: "imageURL")    // "IMAGE_URL"
/// KeyStyle.kebabCase.spelling(of: "HTTPServer2")          // "http-server2"
/// KeyStyle.dotted.spelling(of: "userID")                  // "user.id"
/// KeyStyle.pascalCase.spelling(of: "imageURL")            // "ImageURL"
/// KeyStyle.asDeclared.spelling(of: "imageURL")            // "imageURL"
/// ```
///
/// A style applies to keys that are Swift enums, including synthesised ones. Keys of dictionaries, and struct keys,
/// stay as they are, because they come from the payload. The payload is searched for the spelling of the key, never the
/// other way round, so `imageURL` and `userID` survive a round trip. A key with a dot from ``dotted`` is one key,
/// `{"user.id": 7}`, not a path.
public struct KeyStyle: Sendable, Hashable {
    enum Kind: Hashable {
        case asDeclared, snakeCase, screamingSnakeCase, kebabCase, dotted, pascalCase
        case custom(CustomSpelling)
    }
    let kind: Kind

    /// As Swift declares them.
    public static let asDeclared = KeyStyle(kind: .asDeclared)

    /// Words in lower case with `_` between them; a run of capitals is one word.
    public static let snakeCase = KeyStyle(kind: .snakeCase)

    /// Words in capitals with `_` between them.
    public static let screamingSnakeCase = KeyStyle(kind: .screamingSnakeCase)

    /// Words in lower case with `-` between them.
    public static let kebabCase = KeyStyle(kind: .kebabCase)

    /// Words in lower case with `.` between them.
    public static let dotted = KeyStyle(kind: .dotted)

    /// As Swift declares them, with a capital first letter.
    public static let pascalCase = KeyStyle(kind: .pascalCase)

    /// The text between words; `nil` if words are not separated.
    var separator: Character? {
        switch kind {
        case .asDeclared, .pascalCase, .custom: nil
        case .snakeCase, .screamingSnakeCase: "_"
        case .kebabCase: "-"
        case .dotted: "."
        }
    }

    /// The spelling of a coding key in payloads. O(characters)
    public func spelling(of key: String) -> String {
        switch kind {
        case .asDeclared: return key
        case .custom(let rule): return rule.spelling(key)
        case .pascalCase:
            let start = key.firstIndex { $0 != "_" } ?? key.endIndex
            return key[..<start] + KeyWords.capitalised(key[start...])
        case .screamingSnakeCase: return KeyWords(of: key).list.map { $0.uppercased() }.joined(separator: "_")
        case .snakeCase, .kebabCase, .dotted:
            let separator = separator.map { String($0) } ?? ""
            return KeyWords(of: key).list.map { $0.lowercased() }.joined(separator: separator)
        }
    }
}

/// The words of a key as Swift spells it.
///
/// A capital begins a word after a character that is not a capital, and the last of several capitals begins one before
/// a lower-case letter. Underscores stay with the word that they touch, so they are written as they are.
package struct KeyWords {
    package private(set) var list: [Substring] = []

    package init(of key: String) {
        var start = key.startIndex
        var index = start
        var previous: Character?
        while index < key.endIndex {
            let next = key.index(after: index)
            let character = key[index]
            if let previous, previous != "_", character.isUppercase {
                let isBeforeLowercase = next < key.endIndex && key[next].isLowercase
                if !previous.isUppercase || isBeforeLowercase {
                    list.append(key[start..<index])
                    start = index
                }
            }
            previous = character
            index = next
        }
        list.append(key[start...])
    }

    /// A word with its first letter a capital.
    package static func capitalised(_ word: some StringProtocol) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}
