public import VersionedCodec

/// The error of every migration of a payload: by a ``MigrationPlan``, a ``Migrator`` or a ``PlanSet``.
///
/// ```swift
/// do {
///     account = try migrator.decode(payload).model
/// } catch {
///     error.description                     // line 1, column 13, at "/version": version 9 is newer than …
///     error.code                            // .invalidVersion
///     error.underlying as? VersionError     // its code is .tooNew
/// }
/// ```
///
/// It is the same one whether the payload is of the current version or of another one.
public struct MigrationError: DiagnosableError {
    /// The kind of problem. The list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The payload is not JSON: ``MigrationError/underlying`` is a `JSONSyntaxError`.
        public static let invalidJSON = Code(rawValue: "invalidJSON")
        /// The version of the payload cannot be determined, or is unknown: ``MigrationError/underlying`` is a
        /// `VersionError`.
        public static let invalidVersion = Code(rawValue: "invalidVersion")
        /// A member or element that an operation needs is absent.
        public static let absent = Code(rawValue: "absent")
        /// A value has another kind than an operation needs.
        public static let wrongKind = Code(rawValue: "wrongKind")
        /// A value of the right kind that an operation cannot handle.
        public static let unexpectedValue = Code(rawValue: "unexpectedValue")
        /// The place that an operation writes is already occupied.
        public static let exists = Code(rawValue: "exists")
        /// Two elements have the same value, but it must be unique.
        public static let duplicate = Code(rawValue: "duplicate")
        /// The plan refuses the payload.
        public static let refused = Code(rawValue: "refused")
        /// A version that is not in the plan.
        public static let unknownVersion = Code(rawValue: "unknownVersion")
        /// An entity that is not in the set of plans.
        public static let unknownEntity = Code(rawValue: "unknownEntity")
        /// The plan has no path from one version to the other.
        public static let noWay = Code(rawValue: "noWay")
        /// The version cannot be written into the payload.
        public static let unwritableVersion = Code(rawValue: "unwritableVersion")
        /// A model cannot be decoded from the payload, or cannot be encoded: ``MigrationError/underlying`` is a
        /// `DecodingError` or an `EncodingError`.
        public static let doesNotDecode = Code(rawValue: "doesNotDecode")
        /// An operation needs facts from outside, and the caller gave no context.
        public static let noContext = Code(rawValue: "noContext")
        /// A partial document does not contain enough to decide the result.
        public static let tooPartial = Code(rawValue: "tooPartial")
        /// The result is nested deeper than it may be read.
        public static let tooDeep = Code(rawValue: "tooDeep")
        /// The result would not be recognized as a document of its version, which no member of it names.
        public static let unrecognizedResult = Code(rawValue: "unrecognizedResult")
        /// A JSON5 document contains a number that JSON cannot express: `NaN`, `Infinity`.
        public static let noJSON = Code(rawValue: "noJSON")
        /// Values would be lost, and the policy is `fail`.
        public static let losses = Code(rawValue: "losses")
        /// Carried data is damaged, or the document cannot hold it.
        public static let badCarriedData = Code(rawValue: "badCarriedData")
        /// Carried data exceeds its size limit.
        public static let tooMuchCarriedData = Code(rawValue: "tooMuchCarriedData")
    }

    /// The kind of problem.
    public let code: Code

    /// The problem, in one sentence.
    public let message: String

    /// The place in the document when the operation ran; `nil` if no place is at fault.
    public internal(set) var path: JSONPointer?

    /// The value that was found, or `nil` if there was none.
    public let found: JSONValue?

    /// The operation that was running.
    public internal(set) var operation: String?

    /// The step that was running, such as `1 → 2`.
    public internal(set) var step: String?

    /// The version of the payload. If the steps succeed, and their result does not fit the model, the version of the
    /// model, as in `DecodingIssue.version`.
    public internal(set) var version: String?

    /// The position in the payload of the value that was found, or of its container.
    public internal(set) var position: SourcePosition?

    /// The losses, if they are the problem.
    public internal(set) var losses: [Loss] = []

    /// The cause: the error of a bridge or a coder, a `JSONSyntaxError` or a `VersionError`; `nil` if a step is.
    public internal(set) var underlying: (any Error)?

    /// The rule that decided that it is an error, so that no other rule decides again; `nil` if `ifWrongKind` may.
    var rule: DecidingRule?

    /// - `either`: `ifAbsent` and `ifWrongKind` both skip a path to a key in an array.
    enum DecidingRule: Sendable { case absent, either, exists, unknown }

    /// The byte offset of the found value, or of what should have held it.
    var offset: Int?

    @inline(never)
    init(_ code: Code, _ message: String, at path: JSONPointer?, found: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.found = found
        offset = found?.sourceOffset
    }

    /// The parts of the error.
    public var diagnostic: Diagnostic {
        Diagnostic(
            message: message, position: position, path: path, version: version, step: step, operation: operation)
    }
}
