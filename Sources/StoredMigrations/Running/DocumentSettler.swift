import Migrations
import VersionedCodec

/// Puts results in their places, in the order of the documents, once the journal records the plan.
final class DocumentSettler {
    private let options: StoredMigration.Options
    private let journal: Journal?
    private let worker: DocumentWorker
    private let backup: MirrorFolder?
    let quarantine: MirrorFolder?
    /// Takes what would be done, where nothing is written.
    private let planned: PlannedChanges?
    private var settled = 0
    private var isInSync: Bool { options.synchronization != .none }

    init(
        _ options: StoredMigration.Options, _ journal: Journal?, _ worker: DocumentWorker, backup: MirrorFolder?,
        quarantine: MirrorFolder?, planned: PlannedChanges?
    ) {
        self.planned = planned
        self.options = options
        self.journal = journal
        self.worker = worker
        self.backup = backup
        self.quarantine = quarantine
    }

    /// Settles some documents; one that cannot be put in its place becomes bad.
    ///
    /// - Throws: Where nothing can be written any more; the documents up to there are settled.
    func settle(_ documents: ArraySlice<DocumentWorker.Prepared>) throws {
        settled += documents.count
        for document in documents {
            try keepBad(document)
            try keepOld(document)
        }
        try announce(documents)
        var folders: [any StorageFolder] = []
        for document in documents where document.pending != nil {
            guard let folder = try replace(document) else { continue }
            if options.synchronization == .each { try folder.synchronize() }
            if folders.last !== folder { folders.append(folder) }
        }
        if folders.isEmpty { return }
        if options.synchronization == .batch { for folder in folders { try folder.synchronize() } }
        try journal?.append([.settled(settled)])
    }

    /// Writes into the journal what is going to be done.
    func announce(_ documents: ArraySlice<DocumentWorker.Prepared>) throws(StoredFileError) {
        var records: [JournalRecord] = []
        for document in documents where document.pending != nil {
            guard var replacement = document.replacement else { continue }
            replacement.losses = try record(
                document.report.losses, of: document.report.file, after: replacement.losses)
            records.append(.replace(replacement))
        }
        if records.isEmpty { return }
        try journal?.append(records)
        if isInSync { try journal?.synchronize() }
    }

    /// Writes losses into the journal, before the record of their document.
    ///
    /// - `last`: Where the last record of its losses so far is; `nil` if losses are not recorded.
    /// - Returns: Where it is now.
    func record(_ losses: [Loss], of file: StoredPath, after last: Int?) throws(StoredFileError) -> Int? {
        guard let journal, let last else { return last }
        return try journal.add(losses, of: file, after: last)
    }

    /// Notes what would be done with a document.
    func plan(_ replacement: JournalRecord.Replacement) throws(StoredFileError) { try planned?.add(replacement) }

    /// Writes into the journal how far a file of lines has come.
    func announce(_ part: JournalRecord.Part) throws(StoredFileError) {
        try journal?.append([.part(part)])
        if isInSync { try journal?.synchronize() }
    }

    /// How far an interrupted run has come with a file of lines.
    func unfinished(_ place: DocumentPlace) -> JournalRecord.Part? {
        journal?.known.parts[worker.key(of: place)]
    }

    /// Puts a result in its place; returns the folder.
    private func replace(_ document: DocumentWorker.Prepared) throws -> (any StorageFolder)? {
        guard let place = document.place, let pending = document.pending, let facts = document.facts else { return nil }
        document.pending = nil
        do {
            guard let now = place.folder.facts(of: place.name), now.isSameState(as: facts) else {
                throw StoredMigration.BadDocument.changed(place.shown)
            }
            if worker.output == nil || document.replacesResult {
                try pending.move(to: worker.output == nil ? place.name : worker.mirrored[place].name)
            } else if try !pending.moveUnlessTaken(to: worker.mirrored[place].name) {
                throw StoredMigration.BadDocument.exists(place.shown)
            }
            return pending.folder
        } catch {
            try fail(document, error)
            return nil
        }
    }

    /// Counts a document as bad; throws where the fault is not its own.
    private func fail(_ document: DocumentWorker.Prepared, _ error: any Error) throws {
        if let error = error as? StoredFileError, error.isOfDisk { throw error }
        guard let place = document.place else { return }
        let bad = error as? StoredMigration.BadDocument ?? StoredMigration.BadDocument(place.shown, error)
        document.report = StoredMigration.Report(bad: bad, bytes: document.report.bytes)
        document.pending = nil
    }

    // MARK: Backups

    /// Keeps the document that is going to be replaced.
    private func keepOld(_ document: DocumentWorker.Prepared) throws {
        guard let backup, let place = document.place, document.pending != nil, let facts = document.facts
        else { return }
        do {
            let path = worker.mirrored[place]
            let kept = try OldFile(folder: place.folder, name: place.name, facts: facts).keep(
                in: backup.folder(of: path), as: path.name, run: worker.run, synchronizes: isInSync)
            document.replacement?.backup = StoredPath(bytes: path.folder.bytes + kept.bytes)
        } catch {
            try fail(document, error)
        }
    }

    /// Copies a bad document; if that fails, the report contains the error.
    private func keepBad(_ document: DocumentWorker.Prepared) throws {
        guard let quarantine, let place = document.place, let bytes = document.badBytes else { return }
        do throws(StoredFileError) {
            let path = worker.mirrored[place]
            let folder = try quarantine.folder(of: path)
            let pending = try PendingFile(in: folder, run: worker.run, access: .everybody)
            try pending.file.write(bytes)
            if isInSync { try pending.file.synchronize() }
            try pending.moveToFreeName(path.name)
            if isInSync { try folder.synchronize() }
        } catch {
            if error.isOfDisk { throw error }
            document.report.bad.append(StoredMigration.BadDocument(place.shown, error))
        }
    }
}
