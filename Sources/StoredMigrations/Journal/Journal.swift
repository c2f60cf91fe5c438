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
    /// Where the next record will be written.
    private var end: Int
    /// Records that come before it, and are not written yet.
    private var waiting: [UInt8] = []
    /// Distinguishes the values that are hidden in losses.
    private let hidden: Digest?

    /// Opens the journal of a run, and locks it; if there is none, it is made.
    ///
    /// - `hidden`: Distinguishes the values that are hidden in losses; `nil` if none are.
    /// - Throws: ``StoredMigrationError`` if another run has it, and where it is of another run that has not ended.
    init(
        at path: StoredPath, for header: JournalRecord.Header, hiding hidden: Digest?, in system: any FileSystem
    ) throws {
        self.hidden = hidden
        let place = try NamedFile(path, in: system)
        file = try place.folder.openForUpdating(place.name)
        guard file.lockSoon() else { throw Self.inUse(path) }
        let records = try JournalContent(file, path: path)
        try file.truncate(to: records.end)
        end = records.end
        known = Known(records, for: header, at: place, hiding: hidden)
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
        /// Where the last records of losses are, by the same.
        private let losses: [UInt64: Int]
        private let roots: [StoredPath]
        private let noLosses: EarlierLosses
        /// What is known of each run in the journal.
        private let runs: [(target: String, hasPlan: Bool, hasOptions: Bool)]

        fileprivate init(
            _ content: JournalContent, for header: JournalRecord.Header, at journal: NamedFile, hiding hidden: Digest?
        ) {
            noLosses = EarlierLosses(journal: journal, last: 0, hidden: hidden)
            (documents, parts, losses, roots) = (content.known, content.parts, content.losses, header.paths)
            runs = content.headers.map { ($0.target, $0.hasPlan(of: header), $0.hasOptions(of: header)) }
        }

        /// The names of what files of lines have become so far.
        func partNames(of run: String) -> Set<StoredPath> {
            Set(parts.keys.map { TemporaryName.name(run: run, key: $0) })
        }

        subscript(path: StoredPath, in root: Int) -> KnownDocument? {
            if documents.isEmpty { return nil }
            let key = Journal.key(path, in: roots[root])
            guard let state = documents[key] else { return nil }
            let run = runs[Int(state.run)]
            return KnownDocument(
                old: state.old, new: state.new, bad: state.bad, target: run.target, hasPlan: run.hasPlan,
                hasOptions: run.hasOptions, losses: state.hasLosses ? losses[key] ?? 0 : -1)
        }

        /// The losses whose last record is at a place.
        func earlierLosses(at last: Int) -> EarlierLosses {
            last == 0 ? noLosses : EarlierLosses(journal: noLosses.journal, last: last, hidden: noLosses.hidden)
        }
    }

    static func key(_ path: StoredPath, in root: StoredPath) -> UInt64 {
        Digest(of: root.bytes + [0] + path.bytes).value
    }

    func append(_ records: [JournalRecord]) throws(StoredFileError) {
        waiting.reserveCapacity(waiting.count + 256 * records.count)
        for record in records { record.write(to: &waiting) }
        try writeWaiting()
    }

    private func writeWaiting() throws(StoredFileError) {
        try file.write(waiting)
        end += waiting.count
        waiting.removeAll(keepingCapacity: true)
    }

    /// Adds losses of a document, to be written before its record.
    ///
    /// - `last`: Where the last record of its losses so far is: 0 if there are none, -1 if they are not in the journal.
    /// - Returns: Where it is now.
    func add(_ losses: [Loss], of file: StoredPath, after last: Int) throws(StoredFileError) -> Int {
        var (last, text, rest) = (last, [UInt8]()[...], losses[...])
        while let loss = rest.popFirst() {
            text += loss.line(in: file)
            while text.count > Self.mostOfLosses || rest.isEmpty && !text.isEmpty {
                // A character is not cut in two.
                var piece = text.prefix(Self.mostOfLosses)
                while piece.endIndex < text.endIndex, text[piece.endIndex] & 0xC0 == 0x80 { piece.removeLast() }
                let record = JournalRecord.Losses(
                    text: String(decoding: piece, as: UTF8.self), after: last, hidden: hidden)
                text = text[piece.endIndex...]
                last = end + waiting.count
                JournalRecord.losses(record).write(to: &waiting)
                if waiting.count > Self.mostOfLosses { try writeWaiting() }
            }
        }
        return last
    }

    /// So many bytes of losses are in a record.
    private static let mostOfLosses = 1 << 20

    func synchronize() throws(StoredFileError) { try file.synchronize() }
}
