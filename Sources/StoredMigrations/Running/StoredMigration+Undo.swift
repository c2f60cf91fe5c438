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

    /// A document of the journal, with its old bytes where these are to be put in its place.
    private final class Item {
        let path: StoredPath
        var report: StoredMigration.Report
        var restored: (old: PendingFile, place: NamedFile, facts: FileFacts)?

        init(_ path: StoredPath) {
            self.path = path
            report = StoredMigration.Report(path, .unchanged)
            report.counts.unchanged = 1
        }

        /// Notes what prevents it from being restored.
        func fail(_ error: any Error) {
            restored = nil
            report = StoredMigration.Report(
                bad: error as? StoredMigration.BadDocument ?? StoredMigration.BadDocument(path, error))
        }
    }

    /// So many documents wait for the disk together.
    private static let batch = 32

    func run(
        _ isCancelled: () -> Bool, _ report: (StoredMigration.Report) throws -> Void
    ) throws -> StoredMigration.Summary {
        var summary = StoredMigration.Summary(target: migration.target)
        (summary.journal, summary.isUndo) = (journal, true)
        try file.truncate(to: content.end)
        if let header = content.header { removeLeftovers(of: header) }
        var items: [Item] = []
        try eachDocument { document, header in
            if isCancelled() {
                summary.stop = .cancelled
                return false
            }
            let item = Item(path(of: document, header))
            try trying(item) { item.restored = try old(document, header, at: item.path) }
            items.append(item)
            if items.count == Self.batch {
                try putBack(items)
                for item in items { try add(item, to: &summary, report) }
                items = []
            }
            return true
        }
        try putBack(items)
        for item in items { try add(item, to: &summary, report) }
        if summary.stop == nil, summary.bad == 0 { try file.write(JournalRecord.end("undone").line) }
        try file.synchronize()
        return summary
    }

    /// Removes what the last run, or an undo, has left when it was killed.
    private func removeLeftovers(of header: JournalRecord.Header) {
        MigrationRun.removeLeftovers(below: header.paths, areLocked: true, in: system)
        MigrationRun.removeLeftovers(beside: header.paths, of: header.id, in: system)
        if let backup = header.backup { MigrationRun.removeLeftovers(below: [backup], areLocked: false, in: system) }
    }

    private func add(
        _ item: Item, to summary: inout StoredMigration.Summary, _ report: (StoredMigration.Report) throws -> Void
    ) throws {
        summary.files += 1
        summary.add(item.report)
        try report(item.report)
    }

    /// Does something with a document; an error is about it alone, except one about the disk.
    private func trying(_ item: Item, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            if let error = error as? StoredFileError, error.isOfDisk { throw error }
            item.fail(error)
        }
    }

    private func path(of document: JournalRecord.Replacement, _ header: JournalRecord.Header) -> StoredPath {
        let root = header.paths[document.root]
        return system.facts(at: root)?.kind == .folder ? root.appending(document.path) : root
    }

    /// Puts old bytes in their places, once all of them are on the disk.
    private func putBack(_ items: [Item]) throws {
        for item in items { item.restored?.old.file.startWriting() }
        for item in items { try trying(item) { try item.restored?.old.file.synchronize() } }
        var folders: [any StorageFolder] = []
        for item in items {
            guard let (old, place, facts) = item.restored else { continue }
            try trying(item) {
                guard let found = place.folder.facts(of: place.name), found.isSameState(as: facts) else {
                    throw StoredMigration.BadDocument(
                        item.path, code: StoredMigration.BadDocument.Code.changed,
                        "another program changed it while it was restored")
                }
                try old.move(to: place.name)
                if !folders.contains(where: { $0 === place.folder || $0.number == place.folder.number }) {
                    folders.append(place.folder)
                }
                item.report.outcome = .migrated
                (item.report.counts.migrated, item.report.counts.unchanged) = (1, 0)
            }
            item.restored = nil
        }
        for folder in folders { try folder.synchronize() }
    }

    // MARK: Old bytes

    /// What a document was, in a file beside it; `nil` if it is as it was already.
    private func old(
        _ document: JournalRecord.Replacement, _ header: JournalRecord.Header, at path: StoredPath
    ) throws -> (PendingFile, NamedFile, FileFacts)? {
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
        let attempts =
            [{ try kept(document, header, beside: place, path) }]
            + (document.from.map(migration.converter.labels) ?? []).map { label in
                { try migratedBack(document, header, of: place, to: label) }
            }
        var failure: (any Error)?
        for attempt in attempts {
            do {
                guard let (pending, digest) = try attempt(), digest == document.old else { continue }
                try pending.file.takeMetadata(of: file)
                return (pending, place, facts)
            } catch {
                if let error = error as? StoredFileError, error.isOfDisk { throw error }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        let backup = document.backup.flatMap { name in
            (header.backup ?? migration.options.backup).map { "its backup \($0.appending(name)) was changed" }
        }
        throw StoredMigration.BadDocument(
            path, code: StoredMigration.BadDocument.Code.unverified,
            "\(backup ?? "it has no backup"), and migrating it back does not give the old bytes")
    }

    /// The backup of a document; `nil` if there is none.
    private func kept(
        _ document: JournalRecord.Replacement, _ header: JournalRecord.Header, beside place: NamedFile,
        _ path: StoredPath
    ) throws -> (PendingFile, Digest)? {
        guard let folder = header.backup ?? migration.options.backup, let name = document.backup else { return nil }
        let file = try backup(folder.appending(name), of: path)
        let pending = try PendingFile(in: place.folder, run: content.header?.id ?? header.id, access: .owner)
        var digest = DigestBuilder()
        while let bytes = try file.read(upTo: 1 << 20) {
            digest.add(bytes)
            try pending.file.write(bytes)
        }
        return (pending, digest.digest)
    }

    private func backup(_ path: StoredPath, of document: StoredPath) throws -> any StorageFile {
        do {
            let kept = try NamedFile(path, in: system)
            if kept.folder.facts(of: kept.name)?.kind == .file { return try kept.folder.open(kept.name) }
        } catch {
            if error.isOfDisk { throw error }
        }
        throw StoredMigration.BadDocument(
            document, code: StoredMigration.BadDocument.Code.unverified, "its backup \(path) cannot be read")
    }

    /// A document as it is at an earlier target.
    private func migratedBack(
        _ document: JournalRecord.Replacement, _ header: JournalRecord.Header, of place: NamedFile, to label: String
    ) throws -> (PendingFile, Digest)? {
        let back = migration.converter.back(to: label)
        let pending = try PendingFile(in: place.folder, run: content.header?.id ?? header.id, access: .owner)
        if document.holdsLines { return (pending, try writeOldLines(of: place, by: back, into: pending)) }
        let bytes = try back.convert(place.folder.open(place.name).readAll()).bytes
        try pending.file.write(bytes)
        return (pending, Digest(of: bytes))
    }

    private func writeOldLines(
        of place: NamedFile, by back: DocumentConverter, into pending: PendingFile
    ) throws -> Digest {
        var parts = LineParts(
            size: migration.options.linePartSize, try LineSource(place.folder.open(place.name), nil).read)
        var digest = DigestBuilder()
        while let part = try parts.next() {
            let result = part.migrate(back, verifies: false, counting: .no)
            if let failure = result.failure { throw failure }
            digest.add(result.output)
            try pending.file.write(result.output)
        }
        return digest.digest
    }
}
