/// The problem of a value, and its place: the underlying error of a `DecodingError`.
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
///
/// Of an error that another coder throws within a ``Versioned``, it has the path and the version.
public struct DecodingFault: DiagnosableError {
    /// Shared by the copies of the error, so that it can be distinguished from other faults with the same text.
    let facts: FaultFacts

    /// The problem, in one sentence without a full stop.
    public var message: String { facts.message }

    /// The position in the bytes that were decoded.
    public var position: SourcePosition? { facts.position }

    /// The path in the document, with the keys of the payload.
    public var path: JSONPointer { facts.place.pointer }

    /// The kind of value that was found.
    public var found: JSONKind? { facts.found }

    /// The label of the version in effect, if there is one.
    public var version: String? { facts.version }

    /// The precise error, if another part of the library has one, such as a `DateFormatError`.
    public var underlyingError: (any Error)? { facts.underlyingError }

    init(_ facts: FaultFacts) { self.facts = facts }

    init(
        message: String, position: SourcePosition?, path: JSONPointer, found: JSONKind?, version: String?,
        underlyingError: (any Error)?, call: ObjectIdentifier? = nil
    ) {
        facts = FaultFacts(
            .text(message), at: .pointer(path), position: position, found: found, version: version,
            underlyingError: underlyingError, call: call)
    }

    /// Whether another coder has found the fault, so that only its words, its path and the version are known.
    var isForeign: Bool { facts.isForeign }

    /// The parts of the error.
    public var diagnostic: Diagnostic {
        Diagnostic(message: message, position: position, path: path, version: version)
    }
}

/// The facts of a fault; texts and paths are made of them on demand.
final class FaultFacts: Sendable {
    let wording: IssueWording
    let place: IssuePlace
    let position: SourcePosition?
    let byteRange: Range<Int>?
    let found: JSONKind?
    let quotation: String?
    let version: String?
    let underlyingError: (any Error)?

    /// The node of the index; `nil` if only a path is known.
    let node: UInt32?

    /// Whether another coder has found it.
    let isForeign: Bool

    /// The recorder of the call that has found it; `nil` if another coder has.
    private let call: ObjectIdentifier?

    init(
        _ wording: IssueWording, at place: IssuePlace, position: SourcePosition?, byteRange: Range<Int>? = nil,
        found: JSONKind?, quotation: String? = nil, version: String?, underlyingError: (any Error)?,
        node: UInt32? = nil, isForeign: Bool = false, call: ObjectIdentifier? = nil
    ) {
        self.wording = wording
        self.place = place
        self.position = position
        self.byteRange = byteRange
        self.found = found
        self.quotation = quotation
        self.version = version
        self.underlyingError = underlyingError
        self.node = node
        self.isForeign = isForeign
        self.call = call
    }

    /// Whether it is in the payload of the call with a recorder, and not in one that a model has decoded meanwhile.
    func belongs(to recorder: IssueRecorder) -> Bool { call.map { $0 == ObjectIdentifier(recorder) } ?? true }

    /// The kind of problem, if the wording implies it.
    var code: DecodingIssue.Code? {
        switch wording {
        case .text: nil
        case .mismatch: found == .null ? .unexpectedNull : .unexpectedKind
        case .misfit: .numberDoesNotFit
        case .missing: .missingMember
        }
    }

    var message: String { wording.text(found: found, quotation: quotation) }
}

extension IssueFacts {
    /// The facts of an issue that an error of a coder is.
    init(code: DecodingIssue.Code, _ fault: FaultFacts) {
        self.init(code: code, wording: fault.wording, place: fault.place, effect: .failed)
        (position, byteRange, version) = (fault.position, fault.byteRange, fault.version)
        (found, quotation) = (fault.found, fault.quotation)
    }
}
