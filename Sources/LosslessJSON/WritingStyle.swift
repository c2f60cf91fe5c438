/// Declare one if a version's bytes have a layout: indentation, order of keys, escapes, final newline.
///
/// ```swift
/// let value: JSONValue = ["b": [], "a": 1]
/// value.text(in: .compact)                                                  // {"b":[],"a":1}
/// value.text(in: WritingStyle(indentation: .spaces(2), keyOrder: .sorted))
/// // {
/// //   "a": 1,
/// //   "b": []
/// // }
/// ```
public struct WritingStyle: Sendable, Hashable {
    /// The indentation of each level of nesting.
    public enum Indentation: Sendable, Hashable {
        /// Everything on one line.
        case none
        /// A number of spaces for each level, with each member and element on a line of its own.
        case spaces(Int)
        /// A number of tabs for each level, with each member and element on a line of its own.
        case tabs(Int)

        /// The text of one level; `nil` for one line.
        package var unit: String? {
            switch self {
            case .none: nil
            case .spaces(let count): String(repeating: " ", count: max(0, count))
            case .tabs(let count): String(repeating: "\t", count: max(0, count))
            }
        }
    }

    /// The order in which members are written.
    public enum KeyOrder: String, Sendable, Hashable, CaseIterable {
        /// As they are in the value.
        case kept
        /// Sorted by the bytes of their keys, ascending.
        case sorted
    }

    /// The characters of a line break.
    public enum LineEnding: String, Sendable, Hashable, CaseIterable {
        /// `\n`
        case lf
        /// `\r\n`
        case crlf

        package var text: String { self == .lf ? "\n" : "\r\n" }
    }

    /// The indentation of each level of nesting.
    public var indentation: Indentation = .none

    /// The text between a key and its value: a colon with white space around it.
    public var colon: String = ":" {
        didSet { Self.require(colon, ":") }
    }

    /// The text between two members or elements on one line. A style with indentation breaks the line after the comma.
    public var comma: String = "," {
        didSet { Self.require(comma, ",") }
    }

    /// The order in which members are written.
    public var keyOrder: KeyOrder = .kept

    /// Whether a string that was read keeps its original escapes. One that has some is then written as it was, whatever
    /// ``escapesSlashes`` and ``escapesNonASCII`` say.
    public var keepsEscapes: Bool = false

    /// Whether `/` is written as `\/`.
    public var escapesSlashes: Bool = false

    /// Whether all characters beyond ASCII are written as `\uXXXX`.
    public var escapesNonASCII: Bool = false

    /// The text of an empty array: brackets and white space. A line break in it is followed by the indentation of its
    /// level.
    public var emptyArray: String = "[]" {
        didSet { Self.require(emptyArray, "[]") }
    }

    /// The text of an empty object: braces and white space. A line break in it is followed by the indentation of its
    /// level.
    public var emptyObject: String = "{}" {
        didSet { Self.require(emptyObject, "{}") }
    }

    /// The characters of a line break.
    public var lineEnding: LineEnding = .lf

    /// Whether a line break follows the document.
    public var finalNewline: Bool = false

    /// A style with the given properties.
    ///
    /// A `colon`, a `comma` or a text of an empty container that is not valid JSON is a programmer error and traps. A
    /// plan file reports it as an error with its position.
    public init(
        indentation: Indentation = .none, colon: String? = nil, comma: String = ",", keyOrder: KeyOrder = .kept,
        keepsEscapes: Bool = false, escapesSlashes: Bool = false, escapesNonASCII: Bool = false,
        emptyArray: String = "[]", emptyObject: String = "{}", lineEnding: LineEnding = .lf, finalNewline: Bool = false
    ) {
        self.indentation = indentation
        self.colon = colon ?? (indentation == .none ? ":" : ": ")
        self.comma = comma
        self.keyOrder = keyOrder
        self.keepsEscapes = keepsEscapes
        self.escapesSlashes = escapesSlashes
        self.escapesNonASCII = escapesNonASCII
        self.emptyArray = emptyArray
        self.emptyObject = emptyObject
        self.lineEnding = lineEnding
        self.finalNewline = finalNewline
        for (text, marks) in [(self.colon, ":"), (comma, ","), (emptyArray, "[]"), (emptyObject, "{}")] {
            Self.require(text, marks)
        }
    }

    /// A style is written in a program; a plan file checks its own before it makes one.
    private static func require(_ text: String, _ marks: String) {
        precondition(
            isSpaced(marks: marks, in: text),
            "a writing style may add only white space to the colon, the comma, [] and {}")
    }

    /// Whether a text is given marks with only white space before, between and after them.
    package static func isSpaced(marks: String, in text: String) -> Bool {
        text.unicodeScalars.filter { ![" ", "\t", "\n", "\r"].contains($0) }.elementsEqual(marks.unicodeScalars)
    }

    /// No white space: `{"a":[1,2]}`.
    public static let compact = WritingStyle()

    /// Two spaces a level, `"key": value`, a final newline.
    public static let pretty = WritingStyle(indentation: .spaces(2), finalNewline: true)

    /// This style on one line, without a final newline, as for a line of NDJSON.
    ///
    /// A style that breaks lines becomes compact; order and escapes stay.
    public var onOneLine: WritingStyle {
        var style = self
        style.finalNewline = false
        guard indentation != .none || [colon, comma, emptyArray, emptyObject].contains(where: Self.breaksLine) else {
            return style
        }
        (style.indentation, style.colon, style.comma) = (.none, ":", ",")
        (style.emptyArray, style.emptyObject) = ("[]", "{}")
        return style
    }

    private static func breaksLine(_ text: String) -> Bool { text.utf8.contains { $0 == 0x0A || $0 == 0x0D } }
}
