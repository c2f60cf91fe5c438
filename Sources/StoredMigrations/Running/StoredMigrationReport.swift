public import Migrations
public import VersionedCodec

extension StoredMigration {
    /// The result of a file, or of some lines of a file of lines.
    public struct Report: Sendable, CustomStringConvertible {
        /// The result of a document. The list may grow.
        public struct Outcome: RawRepresentable, Sendable, Hashable {
            /// The name of the outcome.
            public let rawValue: String

            /// An outcome with the given name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// It was migrated, or, without a destination, would be.
            public static let migrated = Outcome(rawValue: "migrated")
            /// It already has the target version.
            public static let unchanged = Outcome(rawValue: "unchanged")
            /// The interrupted run has migrated it.
            public static let doneBefore = Outcome(rawValue: "doneBefore")
            /// It is bad, and was left as it is.
            public static let bad = Outcome(rawValue: "bad")
            /// It is a symbolic link, a pipe or a device, and was not read.
            public static let skipped = Outcome(rawValue: "skipped")
        }

        /// The file, as it was selected.
        public let file: StoredPath

        /// The result. For lines: `bad` if any is bad, `migrated` if any was migrated.
        public internal(set) var outcome: Outcome

        /// The original version, and how it was found; `nil` if it is unknown, and for lines.
        public internal(set) var from: DetectedVersion?

        /// The number of documents of each kind: one, except in a file of lines.
        public internal(set) var counts = Counts()

        /// The number of bytes that were read.
        public internal(set) var bytes = 0

        /// The losses.
        public internal(set) var losses: [Loss] = []

        /// The number of documents with losses.
        public internal(set) var documentsWithLosses = 0

        /// The bad documents.
        public internal(set) var bad: [StoredMigration.BadDocument] = []

        /// The changes in the documents, if requested.
        public internal(set) var differences: [StoredMigration.Difference] = []

        /// The documents that look different from the versions that they name.
        public internal(set) var contradictions: [DetectedVersion.Contradiction] = []

        /// The places at which carried values were not restored, because the place now has another value, or no longer
        /// exists; with the number of the line in a file of lines, of which the first hundred are here.
        public internal(set) var outdatedCarried: [(line: Int?, path: JSONPointer)] = []

        /// Whether a file of lines is left unchanged after all, because it was changed meanwhile, or cannot be read to
        /// its end. The losses and differences in earlier reports on the file are then void.
        public internal(set) var takesBackLosses = false

        /// The losses of a document, or of lines, that an earlier run has migrated, if the journal holds losses.
        package internal(set) var earlierLosses: EarlierLosses?

        /// The versions in a file of lines, if they were requested.
        var versions: [(version: DetectedVersion, count: Int, line: Int)] = []

        /// The lines that are to be compared.
        var changed: LinePart.Result?

        /// What a part of a file of lines has come to, if it is the report on one. Its counts are in that on the file,
        /// except those of bad documents.
        var part: (counts: Counts, bytes: Int)?

        /// The file and its result.
        public var description: String { "\(file): \(outcome.rawValue)" }

        init(_ file: StoredPath, _ outcome: Outcome) { (self.file, self.outcome) = (file, outcome) }

        init(bad: StoredMigration.BadDocument, bytes: Int = 0) {
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
        /// The ``unchanged`` documents that name the target version at their beginning, and were not read to their end.
        public internal(set) var unread = 0
        /// Values that the documents carry instead of losing them, with the policy `carry`.
        public internal(set) var carried = 0

        /// All of them.
        public var all: Int { migrated + unchanged + doneBefore + bad }

        static func += (lhs: inout Counts, rhs: Counts) {
            lhs.migrated += rhs.migrated
            lhs.unchanged += rhs.unchanged
            lhs.doneBefore += rhs.doneBefore
            lhs.bad += rhs.bad
            lhs.unread += rhs.unread
            lhs.carried += rhs.carried
        }
    }

    /// The result of all documents.
    public struct Summary: Sendable {
        /// Why a run ended before its last document. The list may grow.
        public struct Stop: RawRepresentable, Sendable, Hashable {
            /// The name of the reason.
            public let rawValue: String

            /// A reason with the given name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// There are more bad documents than the limit.
            public static let tooManyBad = Stop(rawValue: "tooManyBad")
            /// The program has cancelled the run.
            public static let cancelled = Stop(rawValue: "cancelled")
        }

        /// The target version.
        public let target: String

        /// Whether documents were restored, and not migrated.
        var isUndo = false

        /// The number of documents of each kind.
        public internal(set) var counts = Counts()

        /// The number of files that were read.
        public internal(set) var files = 0

        /// The number of bytes that were read.
        public internal(set) var bytes = 0

        /// The number of symbolic links, pipes and devices that were not read.
        public internal(set) var skipped = 0

        /// The original versions of the documents. Files of lines of a plan set are counted if nothing is written.
        public var versions: DetectedVersion.Summary {
            var versions = versionsBefore
            latest?.add(to: &versions)
            return versions
        }

        private var versionsBefore = DetectedVersion.Summary()
        private var latest: Repeated?

        /// A version that documents in a row have: that is mostly the one of all, and counted without its words.
        private struct Repeated {
            let version: DetectedVersion
            let first: StoredPath
            var count = 1

            func add(to summary: inout DetectedVersion.Summary) {
                summary.add(version, times: count, example: first.description)
            }
        }

        /// The losses, by path.
        public internal(set) var losses = StoredMigration.LossTable()

        /// Why the run ended before its last document; `nil` if it did not.
        public internal(set) var stop: Stop?

        /// The journal; `nil` if nothing was to be written.
        public internal(set) var journal: StoredPath?

        /// Whether the run has continued one that was stopped. The losses of documents that were done before are not
        /// in this summary.
        public internal(set) var isContinued = false

        /// The number of documents that were migrated, or would be.
        public var migrated: Int { counts.migrated }

        /// The number of bad documents.
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
                endRepeated()
                versionsBefore.add(version, times: count, example: "\(report.file):\(line)")
            }
            if let from = report.from {
                if latest?.version == from {
                    latest?.count += 1
                } else {
                    endRepeated()
                    latest = Repeated(version: from, first: report.file)
                }
            }
        }

        /// Takes back the losses and versions of a file of lines that is bad in the end.
        mutating func takeBack(to before: Self) {
            (losses, versionsBefore, latest) = (before.losses, before.versionsBefore, before.latest)
        }

        private mutating func endRepeated() {
            latest?.add(to: &versionsBefore)
            latest = nil
        }
    }
}
