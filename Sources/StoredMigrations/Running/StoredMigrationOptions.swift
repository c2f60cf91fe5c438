public import Migrations
public import VersionedCodec

extension StoredMigration {
    /// The destination of results.
    public enum Destination: Sendable, Hashable {
        /// No destination: everything is computed, and nothing is written.
        case nowhere
        /// Into the place of each document.
        case inPlace
        /// Into a folder, under the paths of the documents. Documents that need no change are copied; bad ones are
        /// omitted.
        case folder(StoredPath)
    }

    /// When the run waits until its output is on the disk.
    public enum Synchronization: String, Sendable, Hashable, CaseIterable {
        /// Never. After a kill, each document is the old one or the migrated one. After a power failure, the last ones
        /// that were written may be empty.
        case none
        /// Once for a batch of documents. After a power failure too, each document is the old one or the migrated one.
        case batch
        /// For each document, before the next one begins.
        case each
    }

    /// Options of a stored migration.
    public struct Options: Sendable {
        /// The destination of results.
        public var destination = Destination.nowhere

        /// The folder for the old version of each replaced document, under its path. It must be new or empty, or that
        /// of an earlier run. In a walk over a folder around it, nothing in it is a document.
        public var backup: StoredPath?

        /// The folder for a copy of each bad document, under its path; like that of ``backup``, it holds no documents.
        public var quarantine: StoredPath?

        /// The file that records what is done, so that the same run can continue. `nil`: beside the first selected
        /// path, or beside the folder of results.
        public var journal: StoredPath?

        /// When the run waits until its output is on the disk.
        public var synchronization = Synchronization.batch

        /// The number of documents that are processed at once; 0: the number of processors.
        public var jobs = 0

        /// The maximum number of bad documents. With more, the run stops.
        public var limit = LineMigration.BadLineLimit.none

        /// Whether each result is migrated back and compared before it is moved into place.
        public var verifies = false

        /// Values that are hidden in losses, reasons, differences and reports. A path applies to every version that has
        /// it; a key applies everywhere.
        public var redactions: [DecodingIssue.Redaction] = []

        /// The number of changed documents whose reports contain differences.
        public var differences = 0

        /// A file for the planned changes, if nothing is written. ``StoredMigration/apply(_:isCancelled:report:)`` then
        /// makes exactly these changes.
        public var plannedChanges: StoredPath?

        /// Whether the journal also holds the losses, so that a run that continues lists all of them.
        package var recordsLosses = false

        /// How many bytes of a file of lines are read at once, and how many between two progress records.
        package var linePartSize = 1 << 18
        package var checkpointInterval = 16 << 20

        /// The default options: nothing is written.
        public init() {}
    }
}
