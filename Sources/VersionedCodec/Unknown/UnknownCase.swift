/// Adopt it in a type, usually an enum, with a value for unknown input: raw values, names of cases, whole documents.
///
/// ```swift
/// enum Tier: String, Codable, UnknownCaseDecodable {
///     case standard, premium, unknown
///     static func unknownCase(_ raw: JSONValue) -> Tier { .unknown }
/// }
///
/// enum Genre: RawRepresentable, Codable, UnknownCaseDecodable {
///     case rock, jazz, other(String)
///     …
///     static func unknownCase(_ raw: JSONValue) -> Genre { .other(raw.string ?? raw.text()) }
/// }
///
/// enum Media: Codable, UnknownCaseDecodable {
///     case song(title: String), unknown(JSONValue)
///     static func unknownCase(_ raw: JSONValue) -> Media { .unknown(raw) }
///     var unknownDocument: JSONValue? { if case .unknown(let document) = self { document } else { nil } }
/// }
/// // {"tier": "gold", "genre": "folk", "media": {"video": {"length": 1.0}}}
/// // .unknown, .other("folk"), .unknown({"video": {"length": 1.0}}), the last two written back unchanged
/// // issues[0]    line 1, column 10, at "/tier": "gold" is not a case of Tier, so unknown was used
/// // issues[2]    line 1, column 44, at "/media": an object is not a case of Media; it is kept as it was
/// ```
///
/// The value is used if `init(from:)` fails because of the value itself: a raw value or a name without a case, null, or
/// a value of another kind. It is not used for an absent member, for null in place of an optional, or for a mistake
/// inside a known case. The ``Discriminator`` of a layout defines the name of a case; an enum with hand-written
/// decoding must throw at its own coding path. The same applies to keys of dictionaries whose type is
/// `CodingKeyRepresentable`.
///
/// Each use is an issue (``DecodingIssue/Code/unknownCase``) with the raw value: in ``Versioned/issues``, in reports,
/// and in the ``DecodingIssue/Log`` of `userInfo`. ``VersionedJSONDecoder`` and ``VersionedJSONEncoder`` support it
/// with and without a version; Foundation's coders need a version in effect (``Versioned``). ``UnknownCase`` declares
/// the rule for a single version.
public protocol UnknownCaseDecodable: Decodable, SendableMetatype {
    /// The value for input that no case represents.
    ///
    /// - Parameter raw: The input. For a key of a dictionary, it is the text of the key, or the integer if the type's
    ///   raw values are integers.
    static func unknownCase(_ raw: JSONValue) -> Self

    /// The original input, if the value keeps it. It is written in place of the value, in every version. `nil`, the
    /// default, for all other values.
    var unknownDocument: JSONValue? { get }
}

extension UnknownCaseDecodable {
    /// Nothing is kept.
    public var unknownDocument: JSONValue? { nil }
}

/// Declare how a version handles values of a type that match no case.
///
/// ```swift
/// VersionFormat(unknownCases: [
///     UnknownCase(Tier.standard),                                           // {"tier": "gold"} is .standard
///     UnknownCase(Genre.self) { .other($0.string ?? $0.text()) },           // {"genre": "folk"} is .other("folk")
///     .refused(Status.self),                                                // an error, even if the type has a rule
/// ])
/// ```
///
/// It overrides the type's own rule (``UnknownCaseDecodable``), which explains when it is used.
public struct UnknownCase: Sendable {
    let type: ObjectIdentifier

    /// Makes the value of what the payload has; `nil` if that is an error.
    let make: (@Sendable (JSONValue) -> Any)?

    /// Whether the type declares a rule itself.
    private let hasOwnRule: Bool

    /// One value for all unknown input.
    public init<Model: Decodable & Sendable>(_ value: Model) {
        self.init(Model.self as Any.Type) { _ in value }
    }

    /// A value that is created from the unknown input.
    public init<Model: Decodable & SendableMetatype>(
        _ type: Model.Type, _ make: @escaping @Sendable (JSONValue) -> Model
    ) {
        self.init(type as Any.Type) { make($0) }
    }

    private init(_ type: Any.Type, _ make: (@Sendable (JSONValue) -> Any)?) {
        (self.type, self.make) = (ObjectIdentifier(type), make)
        hasOwnRule = type is any UnknownCaseDecodable.Type
    }

    /// Whether unknown cases of the type are read where these rules are declared.
    func isRead(by rules: [UnknownCase]) -> Bool {
        rules.first { $0.type == type }.map { $0.make != nil } ?? hasOwnRule
    }

    /// Unknown values are errors, even if the type has a rule of its own.
    public static func refused<Model: Decodable>(_ type: Model.Type) -> UnknownCase { UnknownCase(type, nil) }

    /// The rule that a type declares itself.
    init<Model: UnknownCaseDecodable>(ownRuleOf type: Model.Type) {
        self.init(type as Any.Type) { Model.unknownCase($0) }
    }
}

/// JSON that is kept as it is.
enum UnknownDocument {
    /// Whether a value is written as a document that it holds.
    static func isOne(_ value: some Encodable) -> Bool {
        value is JSONValue || (value as? any UnknownCaseDecodable)?.unknownDocument != nil
    }
}
