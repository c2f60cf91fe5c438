/// Declare them to read values whose kind differs from the one that a model asks for.
///
/// ```swift
/// // {"seconds": "215", "title": 1999, "isLive": 1}
/// VersionFormat(conversions: .all)                                     // a whole version
/// try KeyLayout(CodingKeys.self, conversions: [.numberFromText])       // the members of a model
/// .key("seconds").converting([.numberFromText])                        // one member, and everything within it
/// decoder.conversions = [.numberFromText]                              // payloads without a version
/// ```
///
/// The nearest declaration applies: the member, otherwise its model's layout, otherwise the version, otherwise the
/// decoder. An empty set switches conversions off. Each use is an issue (``DecodingIssue/Code/valueConverted``) in
/// ``Versioned/issues`` and in the ``DecodingIssue/Log`` of `userInfo`. Values of the right kind cost nothing extra.
///
/// Nothing is rounded or guessed: a text must be a JSON number (not `"007"`, `" 5"` or `"5 km"`), and `19.5` or
/// `"19.5"` is not an `Int`. ``KeyPlace/NilForms`` declare which forms of a member count as nil, such as `""` and `{}`.
public struct ValueConversions: OptionSet, Sendable, Hashable {
    /// The bits of the conversions.
    public let rawValue: UInt8

    /// Conversions with the given bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `"19.99"` as a number.
    public static let numberFromText = ValueConversions(rawValue: 1)

    /// `7` as a text: `"7"`. Our own decoder keeps the text of the number (`1.50`); over Foundation's, it is that of
    /// the value (`1.5`).
    public static let textFromNumber = ValueConversions(rawValue: 2)

    /// `1` and `0` as a `Bool`.
    public static let boolFromNumber = ValueConversions(rawValue: 4)

    /// `"true"` and `"false"` as a `Bool`; with ``boolFromNumber`` and ``numberFromText`` also `"1"` and `"0"`.
    public static let boolFromText = ValueConversions(rawValue: 8)

    /// All of them.
    public static let all: ValueConversions = [.numberFromText, .textFromNumber, .boolFromNumber, .boolFromText]
}
