public import VersionedCodec

/// A stored migration that cannot begin.
public struct StoredMigrationError: DiagnosableError, Equatable {
    /// Why; the list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another run is using the journal.
        public static let inUse = Code(rawValue: "inUse")
        /// The file is not a journal.
        public static let notAJournal = Code(rawValue: "notAJournal")
        /// A record of the journal is damaged, and there are others behind it.
        public static let damagedJournal = Code(rawValue: "damagedJournal")
        /// The journal is of a run with another plan, target or destination, which has not ended.
        public static let otherRun = Code(rawValue: "otherRun")
        /// The system has no thread left.
        public static let noThread = Code(rawValue: "noThread")
        /// Nothing was selected.
        public static let noPaths = Code(rawValue: "noPaths")
    }

    /// Why.
    public let code: Code

    /// The file that it is about; empty where it is about none.
    public let path: String

    /// Why, in words.
    public let reason: String

    /// The error in the form that one renderer makes text of.
    public var diagnostic: Diagnostic { Diagnostic(message: reason) }

    /// The path, and why.
    public var description: String { path.isEmpty ? reason : diagnostic.text(file: path) }
}
