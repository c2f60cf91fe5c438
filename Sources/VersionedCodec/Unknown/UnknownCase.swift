/// A type, mostly an enum, that has a case for raw values which it does not know: the fallback of its own, in all versions.
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
/// // {"tier": "gold", "genre": "folk"}    .unknown, .other("folk"); the second is written back as "folk"
/// // issues[0]    line 1, column 10, at "/tier": "gold" is not a case of Tier, so unknown was used
/// ```
///
/// It is used where `init(from:)` fails for the value itself: a raw value that no case has, null, or a value of another kind. It is not used for a member that is absent, for null where an
/// optional is asked for, nor for errors deeper within the value. The same holds for keys of dictionaries whose type is `CodingKeyRepresentable`.
/// Each use is an issue (``DecodingIssue/Code/fallbackUsed``) in ``Versioned/issues`` and the ``DecodingIssueLog`` of `userInfo`. ``VersionedJSONDecoder`` knows it with and without
/// a version; over Foundation's coders it takes a version controller.
///
/// What a single version is to do with unknown values is said by ``UnknownCase``.
public protocol UnknownCaseDecodable: Decodable, SendableMetatype {
    /// The value for what a payload has and no case stands for.
    ///
    /// - Parameter raw: What the payload has. Of a dictionary's key it is the text of the key, or the integer where the type's raw values are integers.
    static func unknownCase(_ raw: JSONValue) -> Self
}

/// What a version does with the values of a type that it has no case for.
///
/// ```swift
/// VersionFormat(unknownCases: [
///     UnknownCase(Tier.standard),                                           // {"tier": "gold"} is .standard
///     UnknownCase(Genre.self) { .other($0.string ?? $0.text()) },           // {"genre": "folk"} is .other("folk")
///     .refused(Status.self),                                                // an error, whatever the type itself says
/// ])
/// ```
///
/// It goes before what the type says itself (``UnknownCaseDecodable``), where the same rules are described.
public struct UnknownCase: Sendable {
    let type: ObjectIdentifier

    /// Makes the value of what the payload has; `nil` where that is an error.
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

    private init(refused type: Any.Type) { (self.type, make) = (ObjectIdentifier(type), nil) }

    /// Unknown values are errors, whatever the type itself says.
    public static func refused<Model: Decodable>(_ type: Model.Type) -> UnknownCase { UnknownCase(refused: type) }
}
