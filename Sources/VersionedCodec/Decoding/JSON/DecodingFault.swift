/// What is wrong with a value that could not be decoded, and where: beneath the `DecodingError` that says of what case it is.
///
/// ```swift
/// // {"songs": [{"seconds": "long"}]}
/// do {
///     _ = try VersionedJSONDecoder().decode(Album.self, from: payload)
/// } catch DecodingError.typeMismatch(_, let context) {
///     let fault = context.underlyingError as? DecodingFault
///     fault?.description    // line 1, column 24, at "/songs/0/seconds": expected an integer, found a string ("long")
///     fault?.position       // line 1, column 24, byte 23
///     fault?.found          // .string
/// }
/// ```
public struct DecodingFault: DiagnosableError {
    /// What is wrong, in one sentence without a full stop.
    public let message: String

    /// Where, in the bytes that were decoded.
    public let position: SourcePosition?

    /// Where, in the document, by the keys of the payload.
    public let path: JSONPointer

    /// What stands there.
    public let found: JSONKind?

    /// The label of the version in effect, where there is one.
    public let version: String?

    /// The precise error, where another part of the library has one: a `DateFormatError`, say.
    public let underlyingError: (any Error)?

    /// What tells it from another fault that says the same; only a reporting call asks.
    var token: FaultToken?

    /// The parts of the error, for one renderer.
    public var diagnostic: Diagnostic { Diagnostic(message: message, position: position, path: path) }
}
