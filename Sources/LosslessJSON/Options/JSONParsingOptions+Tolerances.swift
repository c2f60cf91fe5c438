extension JSONParsingOptions {
    /// Extensions of RFC 8259 that a reader accepts; each is off by default.
    ///
    /// ```swift
    /// let options = JSONParsingOptions(tolerating: [.comments, .trailingCommas])
    /// try JSONDocument(parsing: "[1, 2, /* last */ 3,]", options: options)
    /// try JSONDocument(parsing: "{key: 'value', size: 0x10}", options: JSONParsingOptions(tolerating: .json5))
    /// ```
    ///
    /// A document that is read with a tolerance that only JSON5 has (``json5`` and its parts) is JSON in memory, and is
    /// written as JSON: comments, trailing commas and spellings that JSON does not have are removed. Errors name places
    /// in the original text.
    public struct Tolerances: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt32

        /// A set of the given bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A comma after the last member or element: `[1, 2,]`.
        public static let trailingCommas = JSONParsingOptions.Tolerances(rawValue: 1)
        /// Comments in place of white space: `// to the end of the line` and `/* to here */`.
        public static let comments = JSONParsingOptions.Tolerances(rawValue: 2)
        /// A byte order mark before the text.
        public static let byteOrderMark = JSONParsingOptions.Tolerances(rawValue: 4)
        /// The names `NaN`, `Infinity` and `-Infinity` as numbers.
        public static let nonFiniteNumbers = JSONParsingOptions.Tolerances(rawValue: 8)
        /// Unescaped control characters within a string.
        public static let controlCharacters = JSONParsingOptions.Tolerances(rawValue: 16)
        /// UTF-16 and UTF-32, recognized by their byte order mark or their zero bytes. The text is converted to UTF-8.
        public static let otherEncodings = JSONParsingOptions.Tolerances(rawValue: 32)

        // MARK: JSON5

        /// Strings and keys between single quotes: `'text'`; `\'` within them.
        public static let singleQuotes = JSONParsingOptions.Tolerances(rawValue: 64)
        /// Keys without quotes that are names of ECMAScript 5.1: `{key: 1, $größe_2: 2, \u0061: 3}`.
        public static let unquotedKeys = JSONParsingOptions.Tolerances(rawValue: 128)
        /// Hexadecimal whole numbers: `0x1F`, with up to 256 digits after leading zeros. No `Double` reaches further.
        public static let hexadecimalNumbers = JSONParsingOptions.Tolerances(rawValue: 256)
        /// A decimal point that begins or ends the digits: `.5`, `5.`, `5.e3`.
        public static let bareDecimalPoints = JSONParsingOptions.Tolerances(rawValue: 512)
        /// A plus sign before a number: `+1`. With ``nonFiniteNumbers``, any sign before a name: `+Infinity`, `-NaN`.
        public static let plusSigns = JSONParsingOptions.Tolerances(rawValue: 1024)
        /// In strings: `\'`, `\v`, `\0`, `\x41`; a backslash before any other character that is not a digit, which then
        /// means itself; a backslash at the end of a line, which continues the string on the next line. Control
        /// characters other than line breaks need no escape.
        public static let furtherEscapes = JSONParsingOptions.Tolerances(rawValue: 2048)
        /// As white space: vertical tab, form feed, U+00A0, U+FEFF, U+2028, U+2029 and the other spaces of Unicode
        /// (category Zs). Comments also end at U+2028 and U+2029.
        public static let furtherWhitespace = JSONParsingOptions.Tolerances(rawValue: 4096)

        /// JSON5, as [json5.org](https://spec.json5.org) defines it (version 1.0.0).
        public static let json5: JSONParsingOptions.Tolerances = [
            .ofJSON5Alone, .comments, .trailingCommas, .nonFiniteNumbers,
        ]

        private static let ofJSON5Alone: JSONParsingOptions.Tolerances = [
            .singleQuotes, .unquotedKeys, .hexadecimalNumbers, .bareDecimalPoints, .plusSigns, .furtherEscapes,
            .furtherWhitespace,
        ]

        /// Whether texts are accepted that the index cannot hold as they are, and that are JSON in memory and when they
        /// are written.
        package var makesJSON: Bool { !isDisjoint(with: .ofJSON5Alone) }

        /// The tolerances that converted JSON5 still needs: the names of numbers, which JSON cannot express.
        var ofConvertedJSON5: JSONParsingOptions.Tolerances { intersection(.nonFiniteNumbers) }
    }
}

typealias Tolerances = JSONParsingOptions.Tolerances
