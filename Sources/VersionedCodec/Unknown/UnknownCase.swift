/// A type, mostly an enum, that has a value for what it does not know: raw values, names of cases, whole documents.
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
/// // .unknown, .other("folk"), .unknown({"video": {"length": 1.0}}), the last two written back as they were
/// // issues[0]    line 1, column 10, at "/tier": "gold" is not a case of Tier, so unknown was used
/// // issues[2]    line 1, column 44, at "/media": an object is not a case of Media; it is kept as it was
/// ```
///
/// It is used where `init(from:)` fails for the value itself: a raw value or a name that no case has, null, or a value
/// of another kind. It is not used for a member that is absent, for null where an optional is asked for, nor for what
/// is wrong inside a known case. A ``Discriminator`` of a layout decides what the name of a case is; an enum that
/// decodes itself by hand throws at its own coding path. The same holds for keys of dictionaries whose type is
/// `CodingKeyRepresentable`.
///
/// Each use is an issue (``DecodingIssue/Code/unknownCase``) with the raw value in ``Versioned/issues``, in reports,
/// and in the ``DecodingIssueLog`` of `userInfo`. ``VersionedJSONDecoder`` and ``VersionedJSONEncoder`` know it with
/// and without a version; over Foundation's coders it takes a version in effect (``Versioned``). What a single version
/// is to do with unknown values is said by ``UnknownCase``.
public protocol UnknownCaseDecodable: Decodable, SendableMetatype {
    /// The value for what a payload has and no case stands for.
    ///
    /// - Parameter raw: What the payload has. Of a dictionary's key it is the text of the key, or the integer where the
    ///   type's raw values are integers.
    static func unknownCase(_ raw: JSONValue) -> Self

    /// What the payload had, where the value keeps it: it is written back in the place of the value, in every version.
    /// `nil`, the default, for all other values.
    var unknownDocument: JSONValue? { get }
}

extension UnknownCaseDecodable {
    /// Nothing is kept.
    public var unknownDocument: JSONValue? { nil }
}

/// What a version does with the values of a type that it has no case for.
///
/// ```swift
/// VersionFormat(unknownCases: [
///     UnknownCase(Tier.standard),                                           // {"tier": "gold"} is .standard
///     UnknownCase(Genre.self) { .other($0.string ?? $0.text()) },           // {"genre": "folk"} is .other("folk")
///     .refused(Status.self),                                                // an error, even if the type has a rule
/// ])
/// ```
///
/// It goes before what the type says itself (``UnknownCaseDecodable``), where the same rules are described.
public struct UnknownCase: Sendable {
    let type: ObjectIdentifier

    /// Makes the value of what the payload has; `nil` if that is an error.
    let make: (@Sendable (JSONValue) -> Any)?

    /// One value for all that is unknown.
    public init<Model: Decodable & Sendable>(_ value: Model) {
        type = ObjectIdentifier(Model.self)
        make = { _ in value }
    }

    /// A value for each that is unknown, made of what the payload has.
    public init<Model: Decodable & SendableMetatype>(
        _ type: Model.Type, _ make: @escaping @Sendable (JSONValue) -> Model
    ) {
        self.type = ObjectIdentifier(type)
        self.make = { make($0) }
    }

    private init(_ type: Any.Type, _ make: (@Sendable (JSONValue) -> Any)?) {
        (self.type, self.make) = (ObjectIdentifier(type), make)
    }

    /// Unknown values are errors, even if the type has a rule of its own.
    public static func refused<Model: Decodable>(_ type: Model.Type) -> UnknownCase { UnknownCase(type, nil) }

    /// What a type says itself.
    init<Model: UnknownCaseDecodable>(ownRuleOf type: Model.Type) {
        self.init(type as Any.Type) { Model.unknownCase($0) }
    }
}
