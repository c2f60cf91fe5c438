/// The first mistake in a text that is not JSON.
///
/// ```swift
/// try JSONDocument(parsing: #"{"a": [1, 2"#)
/// // line 1, column 12, at "/a/1": expected "," or "]", but the text ends
/// ```
public struct JSONSyntaxError: Error, Sendable, Hashable {
    /// The kinds of mistakes. The list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A character that is not allowed here.
        public static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
        /// The text ends inside a value, or is empty.
        public static let unexpectedEnd = Code(rawValue: "unexpectedEnd")
        /// More text after the value.
        public static let trailingCharacters = Code(rawValue: "trailingCharacters")
        /// A number that breaks the grammar: `01`, `1.`, `+1`.
        public static let invalidNumber = Code(rawValue: "invalidNumber")
        /// A backslash that begins no escape.
        public static let invalidEscape = Code(rawValue: "invalidEscape")
        /// A control character within a string, not escaped.
        public static let controlCharacter = Code(rawValue: "controlCharacter")
        /// Half of a surrogate pair. It is not a Unicode scalar, so no Swift string can hold it.
        public static let loneSurrogate = Code(rawValue: "loneSurrogate")
        /// Bytes within a string that are not UTF-8.
        public static let invalidUTF8 = Code(rawValue: "invalidUTF8")
        /// A key that appears twice in one object.
        public static let duplicateKey = Code(rawValue: "duplicateKey")
        /// Arrays and objects nested deeper than the option allows.
        public static let nestingTooDeep = Code(rawValue: "nestingTooDeep")
        /// A byte order mark before the text.
        public static let byteOrderMark = Code(rawValue: "byteOrderMark")
        /// A text in another encoding than UTF-8.
        public static let unsupportedEncoding = Code(rawValue: "unsupportedEncoding")
        /// A text of 4 GiB or more.
        public static let tooLarge = Code(rawValue: "tooLarge")
    }

    /// The kind of mistake.
    public let code: Code

    /// The place of the mistake.
    public let position: SourcePosition

    /// The innermost value that contains the mistake.
    public let path: JSONPointer

    /// The texts that would be valid at this place.
    public let expected: [String]

    /// The text that was found, or `nil` at the end of the text.
    public let found: String?
}

extension JSONSyntaxError: DiagnosableError {
    /// The parts of the error.
    public var diagnostic: Diagnostic { Diagnostic(message: message, position: position, path: path) }

    private var message: String {
        let wanted = expected.map(Self.quoted).joined(separator: " or ")
        let shown = found.map(Self.shown) ?? ""
        switch code {
        case .unexpectedEnd: return "expected \(wanted), but the text ends"
        case .trailingCharacters: return "expected the end of the text after the value, found \(shown)"
        case .invalidNumber: return "invalid number: expected \(wanted), found \(shown)"
        case .invalidEscape:
            return "invalid escape \(Self.escape(found ?? ""))" + (wanted.isEmpty ? "" : ": expected \(wanted)")
        case .controlCharacter: return "a control character (\(found ?? "")) must be escaped in a string"
        case .loneSurrogate: return "\(found ?? "") is half of a surrogate pair"
        case .invalidUTF8: return "the byte \(found ?? "") is not valid UTF-8 here"
        case .duplicateKey: return "the key \(Self.quotedAsJSON(found ?? "")) appears twice in one object"
        case .nestingTooDeep: return "nested too deep: expected \(wanted)"
        case .byteOrderMark: return "the text begins with a byte order mark, which JSON does not have; remove it"
        case .tooLarge: return "the text is too large: \(wanted) are allowed"
        case .unsupportedEncoding: return "the text is not UTF-8 (it looks like UTF-16 or UTF-32)"
        default: return "expected \(wanted), found \(shown)"
        }
    }

    private static func quoted(_ expected: String) -> String {
        expected.utf8.count == 1 || expected.allSatisfy(\.isLetter) && ["true", "false", "null"].contains(expected)
            ? "\"\(expected)\"" : expected
    }

    /// A found character or word in quotation marks, on one line; a character that a reader could not see is named by
    /// its number.
    private static func shown(_ text: String) -> String {
        if text.hasPrefix("\\x") && text.utf8.count == 4 { return "the byte \(text)" }
        if let scalar = text.unicodeScalars.first, isInvisible(scalar) {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return quotedAsJSON(text)
    }

    /// An escape in quotation marks, with its one backslash.
    private static func escape(_ text: String) -> String {
        "\"\\" + quotedAsJSON(String(text.dropFirst())).dropFirst()
    }

    private static func quotedAsJSON(_ text: String) -> String { JSONValue.string(text).text() }

    /// Whether a character alone in quotation marks would not be recognised: a control, a space, a mark that combines.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: !["\n", "\r", "\t"].contains(scalar)
        case .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark: true
        case .spaceSeparator: scalar != " "
        default: false
        }
    }
}
