import Migrations

/// The journal of a stored migration on the disk: records are only appended, and a torn end is cut off.
final class Journal {
    /// The run that the records belong to: the one that was interrupted, or a new one.
    let id: String

    /// Whether a run that was interrupted continues.
    let isContinued: Bool

    /// Whether the run before was interrupted, or there was none.
    let mayHaveLeftovers: Bool

    /// The results of earlier runs.
    let known: Known

    private let file: any StorageFile

    /// Opens the journal of a run, and locks it; if there is none, it is made.
    ///
    /// - Throws: ``StoredMigrationError`` if another run has it, and where it is of another run that has not ended.
    init(at path: StoredPath, for header: JournalRecord.Header, in system: any FileSystem) throws {
        let place = try NamedFile(path, in: system)
        file = try place.folder.openForUpdating(place.name)
        guard file.lockSoon() else { throw Self.inUse(path) }
        let records = try JournalContent(file, path: path)
        try file.truncate(to: records.end)
        known = Known(records, for: header)
        mayHaveLeftovers = !records.isEnded
        if let last = records.header, !records.isEnded {
            let differences = last.differences(from: header)
            guard differences.isEmpty else {
                throw StoredMigrationError(
                    code: .otherRun, path: path.description,
                    reason: "a run to version \(last.target) has not ended, and had another "
                        + differences.joined(separator: ", another ")
                        + "; end it by its own command, or name another journal")
            }
            (id, isContinued) = (last.id, true)
        } else {
            (id, isContinued) = (header.id, false)
            try append([.run(header)])
            try file.synchronize()
            try place.folder.synchronize()
        }
    }

    static func inUse(_ path: StoredPath) -> StoredMigrationError {
        StoredMigrationError(code: .inUse, path: path.description, reason: "another run is using this journal")
    }

    static func notAJournal(_ path: StoredPath) -> StoredMigrationError {
        StoredMigrationError(code: .notAJournal, path: path.description, reason: "this file is not a journal")
    }

    /// The identity of the file, which is not a document in any folder.
    var number: FileStatus.Number? { file.facts?.number }

    /// The results of earlier runs, by the digest of root and path.
    struct Known: Sendable {
        private let documents: [UInt64: JournalRecord.Replacement.State]
        /// How far files of lines have come, by the same.
        let parts: [UInt64: JournalRecord.Part]
        private let roots: [StoredPath]
        /// What is known of each run in the journal.
        private let runs: [(target: String, hasPlan: Bool, hasOptions: Bool)]

        fileprivate init(_ content: JournalContent, for header: JournalRecord.Header) {
            (documents, parts, roots) = (content.known, content.parts, header.paths)
            runs = content.headers.map { ($0.target, $0.hasPlan(of: header), $0.hasOptions(of: header)) }
        }

        /// The names of what files of lines have become so far.
        func partNames(of run: String) -> Set<StoredPath> {
            Set(parts.keys.map { TemporaryName.name(run: run, key: $0) })
        }

        subscript(path: StoredPath, in root: Int) -> KnownDocument? {
            guard !documents.isEmpty, let state = documents[Journal.key(path, in: roots[root])] else { return nil }
            let run = runs[Int(state.run)]
            return KnownDocument(
                old: state.old, new: state.new, bad: Int(state.bad), target: run.target, hasPlan: run.hasPlan,
                hasOptions: run.hasOptions)
        }
    }

    static func key(_ path: StoredPath, in root: StoredPath) -> UInt64 {
        Digest(of: root.bytes + [0] + path.bytes).value
    }

    func append(_ records: [JournalRecord]) throws(StoredFileError) {
        var lines: [UInt8] = []
        lines.reserveCapacity(256 * records.count)
        for record in records { record.write(to: &lines) }
        try file.write(lines)
    }

    func synchronize() throws(StoredFileError) { try file.synchronize() }
}
