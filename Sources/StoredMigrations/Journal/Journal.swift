import Migrations

/// What a stored migration has done, on the disk: records are only appended, and what is torn at the end is cut off.
final class Journal {
    /// The run that the records belong to: the one that was interrupted, or a new one.
    let id: String

    /// Whether a run that was interrupted goes on.
    let isContinued: Bool

    /// Whether the run before has not come to its end, or nothing is known of one.
    let mayHaveLeftovers: Bool

    /// What earlier runs have made of documents.
    let known: Known
    private let file: any StorageFile

    /// Opens the journal of a run, and locks it; where there is none, it is made.
    ///
    /// - Throws: ``StoredMigrationError`` where another run has it, and where it is of another run that has not ended.
    init(at path: StoredPath, for header: JournalRecord.Header, in system: any FileSystem) throws {
        let place = try NamedFile(path, in: system)
        file = try place.folder.openForUpdating(place.name)
        guard file.lock() else { throw Self.inUse(path) }
        let records = try JournalContent(file.readAll(), path: path)
        try file.truncate(to: records.end)
        known = Known(documents: records.known, roots: header.paths)
        mayHaveLeftovers = !records.isEnded
        if let last = records.header, !records.isEnded {
            guard last.isContinued(by: header) else {
                throw StoredMigrationError(
                    code: .otherRun, path: path.description,
                    reason: "a run to version \(last.target) has not ended, and had "
                        + (last.target == header.target ? "another plan, destination or selection" : "another target")
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

    /// The identity of the file, which is not a document wherever it is.
    var number: FileStatus.Number? { file.facts?.number }

    /// What earlier runs have made of documents, by the digest of root and path.
    struct Known: Sendable {
        fileprivate let documents: [UInt64: JournalRecord.Replacement.State]
        fileprivate let roots: [StoredPath]

        subscript(path: StoredPath, in root: Int) -> JournalRecord.Replacement.State? {
            documents.isEmpty ? nil : documents[Journal.key(path, in: roots[root])]
        }
    }

    static func key(_ path: StoredPath, in root: StoredPath) -> UInt64 {
        Digest(of: root.bytes + [0] + path.bytes).value
    }

    func append(_ records: [JournalRecord]) throws(StoredFileError) {
        try file.write(records.flatMap(\.line))
    }

    func synchronize() throws(StoredFileError) { try file.synchronize() }
}

/// What a journal says.
struct JournalContent {
    private(set) var header: JournalRecord.Header?
    private(set) var isEnded = false
    private(set) var known: [UInt64: JournalRecord.Replacement.State] = [:]
    private(set) var replacements: [JournalRecord.Replacement] = []

    /// Where the last whole record ends.
    private(set) var end = 0

    /// Reads a journal.
    ///
    /// - `keepsAll`: Whether the documents are wanted, with their paths.
    /// - Throws: ``StoredMigrationError`` for what is no journal, and for one that is damaged before its end.
    init(_ bytes: [UInt8], path: StoredPath, keepsAll: Bool = false) throws(StoredMigrationError) {
        var start = 0
        var (isDamaged, announces) = (false, false)
        while start < bytes.count {
            guard let newline = bytes[start...].firstIndex(of: 0x0A) else { break }
            defer { start = newline + 1 }
            guard let record = JournalRecord(line: bytes[start..<newline]) else {
                isDamaged = true
                continue
            }
            if isDamaged {
                // Up to the next announcement, which is the next to be synced, records may come to the disk in any
                // order.
                if case .replace = record {
                    announces = true
                } else if announces || record.isHeader {
                    throw StoredMigrationError(
                        code: .damagedJournal, path: path.description,
                        reason: "a record is damaged that is not among the last ones")
                }
                continue
            }
            end = newline + 1
            add(record, keepsAll: keepsAll)
        }
        if header == nil, bytes.contains(where: { $0 != 0 }), end == 0, !Self.mayBeTorn(bytes) {
            throw Journal.notAJournal(path)
        }
    }

    /// Whether bytes without any whole record can be what is left of a first record.
    private static func mayBeTorn(_ bytes: [UInt8]) -> Bool {
        let isDigit = { (byte: UInt8) in byte == 0 || (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
        return bytes.prefix(8).allSatisfy(isDigit)
            && bytes.dropFirst(8).prefix(3).elementsEqual(
                Array(" {\"".utf8).prefix(max(0, bytes.count - 8)))
    }

    private mutating func add(_ record: JournalRecord, keepsAll: Bool) {
        switch record {
        case .run(let header): (self.header, isEnded) = (header, false)
        case .replace(let document):
            guard let paths = header?.paths, paths.indices.contains(document.root) else { return }
            known[Journal.key(document.path, in: paths[document.root])] = document.state
            if keepsAll { replacements.append(document) }
        case .settled: break
        case .end: isEnded = true
        }
    }
}
