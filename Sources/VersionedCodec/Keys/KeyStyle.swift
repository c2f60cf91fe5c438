/// How the coding keys of a version are spelled in payloads; the list may grow.
///
/// ```swift
/// KeyStyle.snakeCase.spelling(of: "imageURL")       // "image_url"
/// KeyStyle.snakeCase.spelling(of: "HTTPServer2")    // "http_server2"
/// KeyStyle.asDeclared.spelling(of: "imageURL")      // "imageURL"
/// ```
///
/// A style is applied to the keys that Swift declares as enums, synthesised ones included; the keys of dictionaries, and
/// struct keys, which say what the payload says, stay as they are. The payload is searched for the spelling of the key,
/// never the other way, so `imageURL` and `userID` come back.
public struct KeyStyle: Sendable, Hashable {
    enum Kind { case asDeclared, snakeCase }
    let kind: Kind

    /// As Swift declares them.
    public static let asDeclared = KeyStyle(kind: .asDeclared)

    /// Words in lower case with `_` between them; a run of capitals is one word.
    public static let snakeCase = KeyStyle(kind: .snakeCase)

    /// The spelling of a coding key in payloads. O(characters)
    public func spelling(of key: String) -> String {
        switch kind {
        case .asDeclared: key
        case .snakeCase: Self.words(of: key).map { $0.lowercased() }.joined(separator: "_")
        }
    }

    /// The words of a key: a capital begins one after a character that is none, and the last of several capitals begins
    /// one before a lower-case letter. Underscores stay with the word that they touch, so they are written as they are.
    static func words(of key: String) -> [Substring] {
        var words: [Substring] = []
        var start = key.startIndex
        var index = start
        var previous: Character?
        while index < key.endIndex {
            let next = key.index(after: index)
            let character = key[index]
            if let previous, previous != "_", character.isUppercase {
                let isBeforeLowercase = next < key.endIndex && key[next].isLowercase
                if !previous.isUppercase || isBeforeLowercase {
                    words.append(key[start..<index])
                    start = index
                }
            }
            previous = character
            index = next
        }
        words.append(key[start...])
        return words
    }

    /// The coding keys that a spelling in a payload may stand for, likeliest first; not every spelling of long keys.
    ///
    /// Only for keys that cannot be listed.
    func candidates(for spelling: String) -> [String] {
        switch kind {
        case .asDeclared: return [spelling]
        case .snakeCase:
            let leading = spelling.prefix { $0 == "_" }
            let words = spelling.split(separator: "_").map(String.init)
            guard let first = words.first, words.count <= Self.longestGuess else { return [spelling] }
            // Each later word is either Capitalised or an acronym; the first may be in lower case too.
            var heads = [first, first.uppercased(), Self.capitalised(first)]
            for word in words.dropFirst() {
                heads = heads.flatMap { [$0 + Self.capitalised(word), $0 + word.uppercased()] }
            }
            return heads.map { leading + $0 } + [spelling]
        }
    }

    private static let longestGuess = 7

    private static func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
