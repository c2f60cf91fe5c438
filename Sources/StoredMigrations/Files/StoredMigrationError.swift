public import VersionedCodec

/// A stored migration that cannot begin.
public struct StoredMigrationError: DiagnosableError, Equatable {
    /// The reason. The list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another run is using the journal.
        public static let inUse = Code(rawValue: "inUse")
        /// The file is not a journal.
        public static let notAJournal = Code(rawValue: "notAJournal")
        /// A record of the journal is damaged, and other records follow it.
        public static let damagedJournal = Code(rawValue: "damagedJournal")
        /// The journal belongs to an unfinished run with another plan, target or destination.
        public static let otherRun = Code(rawValue: "otherRun")
        /// The system has no thread left.
        public static let noThread = Code(rawValue: "noThread")
        /// Nothing was selected.
        public static let noPaths = Code(rawValue: "noPaths")
        /// A selected folder is also the one for results, backups or bad documents.
        public static let selectedFolder = Code(rawValue: "selectedFolder")
        /// The folder for backups or bad documents contains other files.
        public static let usedFolder = Code(rawValue: "usedFolder")
        /// The results of two selected paths would be in the same place.
        public static let sameResults = Code(rawValue: "sameResults")
    }

    /// The kind of reason.
    public let code: Code

    /// The file concerned; empty if there is none.
    public let path: String

    /// The reason, in words.
    public let reason: String

    /// The parts of the error.
    public var diagnostic: Diagnostic { Diagnostic(message: reason) }

    /// The path and the reason.
    public var description: String { path.isEmpty ? reason : diagnostic.text(file: path) }
}
