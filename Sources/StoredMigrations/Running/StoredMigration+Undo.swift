public import Migrations

extension StoredMigration {
    /// Restores the documents that a run has replaced: from its backup, or, without one, by migrating down, if that
    /// gives the old bytes exactly.
    ///
    /// ```swift
    /// let summary = try migration.undo("orders.to-3.journal") { report in print(report) }
    /// print(summary.migrated, summary.bad)    // the restored documents; those that changed, or that cannot be
    /// restored
    /// ```
    ///
    /// A document that changed after the run is left as it is, and is bad. So is one whose bytes cannot be restored.
    /// Undoing twice is the same as once. The next call finishes an interrupted undo.
    ///
    /// - Parameters:
    ///   - journal: The journal of the run.
    ///   - isCancelled: Called between documents.
    ///   - report: Receives the result of each document, in the order of the run; `migrated` means that it was
    ///     restored.
    /// - Throws: ``StoredMigrationError`` for a file that is not a journal, for a journal in use, and for the journal
    ///   of a run that wrote into another folder.
    public func undo(
        _ journal: StoredPath, isCancelled: () -> Bool = { false }, report: (Report) throws -> Void
    ) throws -> Summary {
        try undo(journal, in: DiskFileSystem(), isCancelled: isCancelled, report: report)
    }

    /// Puts documents back on another file system.
    package func undo(
        _ journal: StoredPath, in system: any FileSystem, isCancelled: () -> Bool = { false },
        report: (Report) throws -> Void
    ) throws -> Summary {
        let run = try UndoRun(self, journal, in: system)
        return try run.run(isCancelled, report)
    }
}

/// Puts the documents of a journal back.
private struct UndoRun {
    private let migration: StoredMigration
    private let system: any FileSystem
    private let journal: StoredPath
    private let file: any StorageFile
    private let place: NamedFile
    private let content: JournalContent
    private let lock: TreeLock

    init(_ migration: StoredMigration, _ journal: StoredPath, in system: any FileSystem) throws {
        (self.migration, self.system, self.journal) = (migration, system, journal)
        place = try NamedFile(journal, in: system)
        guard place.folder.facts(of: place.name) != nil else {
            throw StoredFileError(code: .unreadable, path: journal.description, reason: "there is no such file")
        }
        file = try place.folder.openForUpdating(place.name)
        guard file.lockSoon() else { throw Journal.inUse(journal) }
        content = try JournalContent(file, path: journal)
        guard let header = content.header else { throw Journal.notAJournal(journal) }
        guard header.destination == "inPlace" else {
            throw StoredMigrationError(
                code: .otherRun, path: journal.description,
                reason: "this run has written into another folder, and has replaced no documents")
        }
        lock = try TreeLock(written: header.paths, in: system)
    }

    /// Calls a function with the last record of each document, and what the run was that has written it.
    private func eachDocument(
        _ body: (JournalRecord.Replacement, JournalRecord.Header) throws -> Bool
    ) throws {
        var last: [UInt64: Int] = [:]
        for isCounting in [true, false] {
            var reader = JournalReader(try place.folder.open(place.name))
            var header: JournalRecord.Header?
            while let line = try reader.next(), line.end <= content.end {
                if case .run(let new) = line.record { header = new }
                guard case .replace(let document) = line.record, let header,
                    let key = header.key(of: document.path, in: document.root)
                else { continue }
                if isCounting {
                    last[key] = line.end
                } else if last[key] == line.end, try !body(document, header) {
                    return
                }
            }
        }
    }

    func run(
        _ isCancelled: () -> Bool, _ report: (StoredMigration.Report) throws -> Void
    ) throws -> StoredMigration.Summary {
        var summary = StoredMigration.Summary(target: migration.target)
        summary.journal = journal
        try file.truncate(to: content.end)
        MigrationRun.removeLeftovers(below: content.header?.paths ?? [], areLocked: true, in: system)
        var last: (any StorageFolder)?
        try eachDocument { document, header in
            if isCancelled() {
                summary.stop = .cancelled
                return false
            }
            let shown = path(of: document, header)
            var result: StoredMigration.Report
            do {
                result = StoredMigration.Report(shown, .unchanged)
                if let folder = try putBack(document, header, at: shown) {
                    if let last, last !== folder, last.number != folder.number { try last.synchronize() }
                    last = folder
                    (result.outcome, result.counts.migrated) = (.migrated, 1)
                } else {
                    result.counts.unchanged = 1
                }
            } catch let error as StoredFileError where error.isOfDisk {
                throw error
            } catch {
                result = StoredMigration.Report(
                    bad: error as? StoredMigration.BadDocument ?? StoredMigration.BadDocument(shown, error))
            }
            summary.files += 1
            summary.add(result)
            try report(result)
            return true
        }
        try last?.synchronize()
        if summary.stop == nil, summary.bad == 0 { try file.write(JournalRecord.end("undone").line) }
        try file.synchronize()
        return summary
    }

    private func path(of document: JournalRecord.Replacement, _ header: JournalRecord.Header) -> StoredPath {
        let root = header.paths[document.root]
        return system.facts(at: root)?.kind == .folder ? root.appending(document.path) : root
    }

    /// Puts a document back; returns its folder, or `nil` if it is as it was already.
    private func putBack(
        _ document: JournalRecord.Replacement, _ header: JournalRecord.Header, at path: StoredPath
    ) throws -> (any StorageFolder)? {
        let place = try NamedFile(path, in: system)
        let file = try place.folder.open(place.name)
        guard let facts = file.facts else { throw SystemFile.failure(.unreadable, path.description) }
        let now = try DigestBuilder.digest(of: file)
        if now == document.old { return nil }
        guard now == document.new else {
            throw StoredMigration.BadDocument(
                path, code: StoredMigration.BadDocument.Code.changed,
                "it was changed after it was migrated, and is left as it is")
        }
        let pending = try PendingFile(in: place.folder, run: header.id, access: .owner)
        guard try writeOld(document, header, of: place, at: path, into: pending) == document.old else {
            throw StoredMigration.BadDocument(
                path, code: StoredMigration.BadDocument.Code.unverified,
                "it has no backup, and migrating it back does not give the old bytes")
        }
        try pending.file.takeMetadata(of: file)
        try pending.file.synchronize()
        guard let found = place.folder.facts(of: place.name), found.isSameState(as: facts) else {
            throw StoredMigration.BadDocument(
                path, code: StoredMigration.BadDocument.Code.changed, "another program changed it while it was restored"
            )
        }
        try pending.move(to: place.name)
        return place.folder
    }

    /// Writes what was there, as far as it can be had; returns its digest.
    private func writeOld(
        _ document: JournalRecord.Replacement, _ header: JournalRecord.Header, of place: NamedFile, at path: StoredPath,
        into pending: PendingFile
    ) throws -> Digest? {
        if let folder = header.backup ?? migration.options.backup, let name = document.backup {
            let kept = try NamedFile(folder.appending(name), in: system)
            if kept.folder.facts(of: kept.name)?.kind == .file {
                let file = try kept.folder.open(kept.name)
                var digest = DigestBuilder()
                while let bytes = try file.read(upTo: 1 << 20) {
                    digest.add(bytes)
                    try pending.file.write(bytes)
                }
                return digest.digest
            }
        }
        guard let from = document.from else { return nil }
        let converter = migration.converter
        let back = DocumentConverter(
            subject: converter.subject, target: from,
            explicit: converter.isTold || !converter.findsVersions ? header.target : nil,
            options: converter.options)
        if document.holdsLines { return try writeOldLines(of: place, by: back, into: pending) }
        let bytes = try back.convert(place.folder.open(place.name).readAll()).bytes
        try pending.file.write(bytes)
        return Digest(of: bytes)
    }

    private func writeOldLines(
        of place: NamedFile, by back: DocumentConverter, into pending: PendingFile
    ) throws -> Digest {
        var parts = LineParts(
            size: migration.options.linePartSize, try LineSource(place.folder.open(place.name), nil).read)
        var digest = DigestBuilder()
        while let part = try parts.next() {
            let result = part.migrate(back, verifies: false, countsVersions: false)
            if let failure = result.failure { throw failure }
            digest.add(result.output)
            try pending.file.write(result.output)
        }
        return digest.digest
    }
}
