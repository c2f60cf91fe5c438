public import Migrations
public import VersionedCodec

extension StoredMigration {
    /// What became of a file, or, of a file of lines, of some of its lines.
    public struct Report: Sendable, CustomStringConvertible {
        /// What became of a document; the list may grow.
        public struct Outcome: RawRepresentable, Sendable, Hashable {
            /// The name of the outcome.
            public let rawValue: String

            /// An outcome of the given name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// It was migrated; without a destination, it would be.
            public static let migrated = Outcome(rawValue: "migrated")
            /// It has the target version already.
            public static let unchanged = Outcome(rawValue: "unchanged")
            /// The run that was interrupted has migrated it.
            public static let doneBefore = Outcome(rawValue: "doneBefore")
            /// It is bad, and was left as it is.
            public static let bad = Outcome(rawValue: "bad")
            /// It is a symbolic link, a pipe or a device, and was not looked at.
            public static let skipped = Outcome(rawValue: "skipped")
        }

        /// The file, as it was selected.
        public let file: StoredPath

        /// What became of it; of lines: `bad` where any of them is, `migrated` where any of them was.
        public internal(set) var outcome: Outcome

        /// The version that it had, and how that was found; `nil` if that is not known, and for lines.
        public internal(set) var from: DetectedVersion?

        /// How many documents there are of each kind: one, but in a file of lines.
        public internal(set) var counts = Counts()

        /// The number of bytes that were read.
        public internal(set) var bytes = 0

        /// What could not be carried over.
        public internal(set) var losses: [Loss] = []

        /// How many documents have losses.
        public internal(set) var documentsWithLosses = 0

        /// The documents that are bad.
        public internal(set) var bad: [BadDocument] = []

        /// What changes in the documents, where that was asked for.
        public internal(set) var differences: [DocumentDifference] = []

        /// Where the documents look different from the versions that they say.
        public internal(set) var contradictions: [VersionContradiction] = []

        /// Whether a file of lines is left as it is after all: it was changed meanwhile, or cannot be read to its end.
        /// The losses and differences that earlier reports on the file have told have not happened.
        public internal(set) var takesBackLosses = false

        /// What versions there are, of a file of lines, where that was asked for.
        var versions: [(version: DetectedVersion, count: Int, line: Int)] = []

        /// The lines that are to be compared.
        var changed: LinePart.Result?

        /// The file and what became of it.
        public var description: String { "\(file): \(outcome.rawValue)" }

        init(_ file: StoredPath, _ outcome: Outcome) { (self.file, self.outcome) = (file, outcome) }

        init(bad: BadDocument, bytes: Int = 0) {
            self.init(bad.file, .bad)
            (self.bad, self.bytes, counts.bad) = ([bad], bytes, 1)
        }
    }

    /// Numbers of documents.
    public struct Counts: Sendable, Hashable {
        /// Documents that were migrated, or would be.
        public internal(set) var migrated = 0
        /// Documents that have the target version already.
        public internal(set) var unchanged = 0
        /// Documents that an interrupted run has migrated.
        public internal(set) var doneBefore = 0
        /// Documents that are bad.
        public internal(set) var bad = 0
        /// Those of ``unchanged`` that say the target version at their beginning, and were not read to their end.
        public internal(set) var unread = 0

        /// All of them.
        public var all: Int { migrated + unchanged + doneBefore + bad }

        static func += (lhs: inout Counts, rhs: Counts) {
            lhs.migrated += rhs.migrated
            lhs.unchanged += rhs.unchanged
            lhs.doneBefore += rhs.doneBefore
            lhs.bad += rhs.bad
            lhs.unread += rhs.unread
        }
    }

    /// What became of all documents.
    public struct Summary: Sendable {
        /// Why a run ended before its last document; the list may grow.
        public struct Stop: RawRepresentable, Sendable, Hashable {
            /// The name of the reason.
            public let rawValue: String

            /// A reason of the given name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// More documents are bad than may be.
            public static let tooManyBad = Stop(rawValue: "tooManyBad")
            /// The program has cancelled the run.
            public static let cancelled = Stop(rawValue: "cancelled")
        }

        /// The version that the documents are to have.
        public let target: String

        /// How many documents there are of each kind.
        public internal(set) var counts = Counts()

        /// How many files, and how many bytes, were read.
        public internal(set) var files = 0

        /// How many bytes were read.
        public internal(set) var bytes = 0

        /// How many symbolic links, pipes and devices were not looked at.
        public internal(set) var skipped = 0

        /// The versions that the documents had. Files of lines are counted where nothing is written.
        public internal(set) var versions = DetectionSummary()

        /// What could not be carried over, by path.
        public internal(set) var losses = LossTable()

        /// Why the run ended before its last document; `nil` if it did not.
        public internal(set) var stop: Stop?

        /// The file that holds what has been done; `nil` if nothing was to be written.
        public internal(set) var journal: StoredPath?

        /// How many documents were migrated, or would be.
        public var migrated: Int { counts.migrated }

        /// How many documents are bad.
        public var bad: Int { counts.bad }

        init(target: String) { self.target = target }

        mutating func add(_ report: Report) {
            if report.outcome == .skipped {
                skipped += 1
                return
            }
            counts += report.counts
            bytes += report.bytes
            losses.add(report.losses, file: report.file, documents: report.documentsWithLosses)
            for (version, count, line) in report.versions {
                versions.add(version, times: count, example: "\(report.file):\(line)")
            }
            if let from = report.from { versions.add(from, example: report.file.description) }
        }
    }
}
