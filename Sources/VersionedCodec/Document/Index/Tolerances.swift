/// What is accepted beyond RFC 8259; each is off by default.
///
/// ```swift
/// let options = JSONParsingOptions(tolerating: [.comments, .trailingCommas])
/// try JSONDocument(parsing: "[1, 2, /* last */ 3,]", options: options)
/// ```
public struct JSONTolerances: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// A set of the given bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A comma behind the last member or element: `[1, 2,]`.
    public static let trailingCommas = JSONTolerances(rawValue: 1)
    /// Comments where white space may stand: `// to the end of the line` and `/* to here */`.
    public static let comments = JSONTolerances(rawValue: 2)
    /// A byte order mark before the text.
    public static let byteOrderMark = JSONTolerances(rawValue: 4)
    /// The names `NaN`, `Infinity` and `-Infinity` as numbers.
    public static let nonFiniteNumbers = JSONTolerances(rawValue: 8)
    /// Control characters within a string, not escaped.
    public static let controlCharacters = JSONTolerances(rawValue: 16)
    /// UTF-16 and UTF-32, told by their byte order mark or their zero bytes; the text is read as the UTF-8 of the same characters.
    public static let otherEncodings = JSONTolerances(rawValue: 32)
}

typealias Tolerances = JSONTolerances
