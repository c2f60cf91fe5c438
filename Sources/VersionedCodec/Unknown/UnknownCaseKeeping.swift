/// An enum with associated values that keeps the documents whose case it does not know, and writes them back as they were.
///
/// ```swift
/// enum Media: Codable, UnknownCaseKeeping {
///     case song(title: String)
///     case unknown(JSONValue)
///
///     var unknownDocument: JSONValue? { if case .unknown(let document) = self { document } else { nil } }
/// }
/// // {"song": {"title": "Hi"}}             .song(title: "Hi")
/// // {"video": {"length": 1.0}}            .unknown({"video": {"length": 1.0}}), written back so
/// ```
///
/// The coders do the rest: with synthesised `Codable` code, wherever a value of the type is decoded or encoded through a container, in every version, and
/// whatever ``Discriminator`` a layout declares. A document is kept where it names none of the other cases: also where the name is missing, is null or a
/// number, or where the value is no object. Each one is noted as an issue with the code ``DecodingIssue/Code/unknownCase``. What is wrong inside a known case stays an error.
///
/// Over Foundation's coders it needs a version in effect (``Versioned``). There, and for an enum that decodes itself by hand, a `default:` with
/// `self = .unknown(try JSONValue(from: decoder))` does the same.
public protocol UnknownCaseKeeping: Codable {
    /// The case for a document that names no other one; `case unknown(JSONValue)` is one.
    static func unknown(_ document: JSONValue) -> Self

    /// The document, if the value is of that case.
    var unknownDocument: JSONValue? { get }
}

/// What the coders do for a type beside calling its own code.
struct ModelKind: OptionSet, Sendable {
    let rawValue: UInt8

    /// It keeps documents whose case it does not know.
    static let keepsUnknownCase = ModelKind(rawValue: 1)

    /// It keeps members that it does not know.
    static let keepsUnknownMembers = ModelKind(rawValue: 2)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// What a type is; slow.
    init(_ type: Any.Type) {
        self = []
        if type is any UnknownCaseKeeping.Type { insert(.keepsUnknownCase) }
        if type is any UnknownMembersKeeping.Type { insert(.keepsUnknownMembers) }
    }
}
