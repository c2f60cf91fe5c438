public import Migrations
public import VersionedCodec

extension StoredMigration {
    /// Where results go.
    public enum Destination: Sendable, Hashable {
        /// Nowhere: everything is computed, and nothing written.
        case nowhere
        /// Into the place of each document.
        case inPlace
        /// Into a folder, under the path that each document has in the one that was selected. Documents that need no
        /// change are copied; of those that are bad, there is none.
        case folder(StoredPath)
    }

    /// When what was written is waited for, until it is on the disk.
    public enum Synchronization: String, Sendable, Hashable, CaseIterable {
        /// Never: a killed process leaves each document as it was or migrated; a power failure may leave any of those
        /// that were written last empty.
        case none
        /// Once for some documents together: after a power failure too, each is as it was or migrated.
        case batch
        /// For each document, before the next one is begun.
        case each
    }

    /// How a stored migration runs.
    public struct Options: Sendable {
        /// Where results go.
        public var destination = Destination.nowhere

        /// The folder that keeps each document as it was before it was replaced, under its path.
        public var backup: StoredPath?

        /// The folder that each bad document is copied to, under its path.
        public var quarantine: StoredPath?

        /// The file that holds what has been done, so that the same run begun again goes on. `nil`: beside the first
        /// selected path, or beside the folder of results.
        public var journal: StoredPath?

        /// When what was written is waited for.
        public var synchronization = Synchronization.batch

        /// How many documents are worked on at once; 0: as many as there are processors.
        public var jobs = 0

        /// So many documents may be bad; the run stops where there are more.
        public var limit = BadLineLimit.none

        /// Whether each result is taken back and compared before it is put in its place.
        public var verifies = false

        /// Values that are not shown in losses, reasons, differences and reports. A path is one of each version that
        /// has it; a key counts wherever it is.
        public var redactions: [DecodingIssue.Redaction] = []

        /// How many of the documents that change have their differences in their reports.
        public var differences = 0

        /// A file that gets what would be done, where nothing is written. Then
        /// ``StoredMigration/apply(_:isCancelled:report:)`` does exactly that.
        public var plannedChanges: StoredPath?

        /// How many bytes of a file of lines are read at once, and how many until the journal says how far it has
        /// come.
        package var linePartSize = 1 << 18
        package var checkpointInterval = 16 << 20

        /// The defaults: nothing is written.
        public init() {}
    }
}
