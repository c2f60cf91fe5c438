/// Which values of another kind are read, where a payload does not have the kind that a model asks for.
///
/// ```swift
/// // {"seconds": "215", "title": 1999, "isLive": 1}
/// VersionFormat(conversions: .all)                                     // a whole version
/// try KeyLayout(CodingKeys.self, conversions: [.numberFromText])       // the members of a model
/// .key("seconds").converting([.numberFromText])                        // one member, and all within it
/// decoder.conversions = [.numberFromText]                              // payloads without a version
/// ```
///
/// What is nearest holds: the member, else its model's layout, else the version, else the decoder; an empty set
/// switches conversions off. Each use is an issue (``DecodingIssue/Code/valueConverted``) in ``Versioned/issues`` and
/// in the ``DecodingIssueLog`` of `userInfo`. Values of the right kind cost nothing more.
///
/// Nothing is rounded or guessed: a text must be a JSON number (not `"007"`, `" 5"` or `"5 km"`), and an `Int` is not
/// made of `19.5` or `"19.5"`. Which forms of a member say that it is nil, such as `""` and `{}`, is said by
/// ``NilForms``.
public struct ValueConversions: OptionSet, Sendable, Hashable {
    /// The bits of the conversions.
    public let rawValue: UInt8

    /// Conversions of the given bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `"19.99"` as a number.
    public static let numberFromText = ValueConversions(rawValue: 1)

    /// `7` as a text: `"7"`. Our own decoder keeps the text of the number (`1.50`); over Foundation's it is that of the
    /// value (`1.5`).
    public static let textFromNumber = ValueConversions(rawValue: 2)

    /// `1` and `0` as a `Bool`.
    public static let boolFromNumber = ValueConversions(rawValue: 4)

    /// `"true"` and `"false"` as a `Bool`; with ``boolFromNumber`` and ``numberFromText`` also `"1"` and `"0"`.
    public static let boolFromText = ValueConversions(rawValue: 8)

    /// All of them.
    public static let all: ValueConversions = [.numberFromText, .textFromNumber, .boolFromNumber, .boolFromText]
}
