public import VersionedCodec

/// A payload that a step of a plan does not fit.
public struct MigrationError: DiagnosableError {
    /// What is wrong; the list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A member or element that an operation needs is not there.
        public static let absent = Code(rawValue: "absent")
        /// A value is of another kind than an operation needs.
        public static let wrongKind = Code(rawValue: "wrongKind")
        /// A value is of the right kind, but not one that an operation can handle.
        public static let unexpectedValue = Code(rawValue: "unexpectedValue")
        /// The place that an operation writes is taken.
        public static let exists = Code(rawValue: "exists")
        /// Two elements have one value where each needs its own.
        public static let duplicate = Code(rawValue: "duplicate")
        /// The plan refuses the payload.
        public static let refused = Code(rawValue: "refused")
        /// A version that is not in the plan.
        public static let unknownVersion = Code(rawValue: "unknownVersion")
        /// An entity that is not in the set of plans.
        public static let unknownEntity = Code(rawValue: "unknownEntity")
        /// The plan has no way from one version to the other.
        public static let noWay = Code(rawValue: "noWay")
        /// The version cannot be written into the payload.
        public static let unwritableVersion = Code(rawValue: "unwritableVersion")
        /// A payload that a wire model cannot be decoded from, or a model that cannot be encoded.
        public static let doesNotDecode = Code(rawValue: "doesNotDecode")
        /// An operation needs facts from outside, and the caller gave no context.
        public static let noContext = Code(rawValue: "noContext")
        /// A partial document does not hold enough to tell what becomes of it.
        public static let tooPartial = Code(rawValue: "tooPartial")
        /// A document in JSON5 holds a number that no JSON can say: `NaN`, `Infinity`.
        public static let noJSON = Code(rawValue: "noJSON")
        /// Values would be lost, and the policy is to fail.
        public static let losses = Code(rawValue: "losses")
        /// Carried data is damaged, or there is no place for it.
        public static let badCarriedData = Code(rawValue: "badCarriedData")
        /// Carried data would be larger than it may be.
        public static let tooMuchCarriedData = Code(rawValue: "tooMuchCarriedData")
    }

    /// What is wrong.
    public let code: Code

    /// What is wrong, in one sentence.
    public let message: String

    /// Where, in the document as it was when the operation ran; `nil` if no place is at fault.
    public internal(set) var path: JSONPointer?

    /// What was found there, or `nil` if nothing was.
    public let found: JSONValue?

    /// The operation that was running.
    public internal(set) var operation: String?

    /// The step that was running, such as `1 → 2`.
    public internal(set) var step: String?

    /// The version of the payload.
    public internal(set) var version: String?

    /// Where the found value, or what should have held it, is in the payload.
    public internal(set) var position: SourcePosition?

    /// The losses, where they are what is wrong.
    public internal(set) var losses: [Loss] = []

    /// What a bridge or a coder threw, where that is what is wrong.
    public internal(set) var underlying: (any Error)?

    /// The byte offset of the found value, or of what should have held it.
    var offset: Int?

    init(_ code: Code, _ message: String, at path: JSONPointer?, found: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.found = found
        offset = found?.sourceOffset
    }

    /// The error in the form that one renderer makes text of.
    public var diagnostic: Diagnostic {
        Diagnostic(
            message: message, position: position, path: path, version: version, step: step, operation: operation)
    }
}
