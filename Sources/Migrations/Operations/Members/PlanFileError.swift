public import VersionedCodec

/// The error of reading a plan file, a plan-set file or a lock file: its mistakes, each with line and column.
///
/// ```swift
/// // plan.json:9:12: unknown operation "renam"; did you mean "rename"? known: add, again, arrayToMembers, …
/// //     (at "/migrations/0/up/0/op")
/// ```
public struct PlanFileError: DiagnosableError, Equatable {
    /// The kind of mistake. The list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is not JSON: ``PlanFileError/syntax`` has the reason.
        public static let invalidJSON = Code(rawValue: "invalidJSON")
        /// A required member is missing.
        public static let missingMember = Code(rawValue: "missingMember")
        /// A member that has no meaning there.
        public static let unknownMember = Code(rawValue: "unknownMember")
        /// A value of the wrong kind.
        public static let wrongKind = Code(rawValue: "wrongKind")
        /// A value that is not one of the known ones.
        public static let unknownValue = Code(rawValue: "unknownValue")
        /// A value of the right kind that cannot be used.
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// Each part is correct, but together they are not a valid plan.
        public static let invalidPlan = Code(rawValue: "invalidPlan")
        /// A plan of a set cannot be read.
        public static let unreadablePlan = Code(rawValue: "unreadablePlan")
        /// A plan file with a format that this library does not know.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// A word of a newer format than the one that the plan file declares.
        public static let newerWord = Code(rawValue: "newerWord")
    }

    /// The kind of mistake.
    public let code: Code

    /// The kind of fault of the plan, if each part is correct but together they are not a valid plan:
    /// ``Code-swift.struct/invalidPlan``.
    public internal(set) var fault: PlanError.Code?

    /// The kind of mistake in a file that is not JSON: ``Code-swift.struct/invalidJSON``.
    public internal(set) var syntax: JSONSyntaxError.Code?

    /// The mistake, in one sentence.
    public let message: String

    /// The place in the plan file.
    public let path: JSONPointer

    /// The position in its bytes.
    public let position: SourcePosition?

    /// The other mistakes of the file, in file order, at most twenty including this one. Reading continues after a
    /// mistake.
    public internal(set) var others: [PlanFileError] = []

    /// The member that is missing, where one is.
    var missing: String?

    /// The member that was probably meant to be the missing one.
    var misspelt: String?

    /// The values that could be there, where they are few.
    var usable: [JSONValue] = []

    init(code: Code, message: String, path: JSONPointer, position: SourcePosition?) {
        (self.code, self.message, self.path, self.position) = (code, message, path, position)
    }

    /// A file that is not JSON.
    init(_ error: JSONSyntaxError) {
        self.init(
            code: .invalidJSON, message: error.diagnostic.message, path: error.path, position: error.position)
        syntax = error.code
    }

    /// This mistake and the others, in file order, each without its ``others``.
    ///
    /// ```swift
    /// do {
    ///     plan = try MigrationPlan(planFile: bytes)
    /// } catch let error as PlanFileError {
    ///     for mistake in error.mistakes { print(mistake.diagnostic.text(file: "plan.json")) }
    /// }
    /// ```
    public var mistakes: [PlanFileError] {
        var first = self
        first.others = []
        return [first] + others
    }

    /// The parts of the error, without the ``others``.
    public var diagnostic: Diagnostic { Diagnostic(message: message, position: position, path: path) }

    /// A line for each mistake.
    public var description: String { mistakes.map(\.diagnostic.description).joined(separator: "\n") }
}
