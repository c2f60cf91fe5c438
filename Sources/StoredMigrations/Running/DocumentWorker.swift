import Migrations
import VersionedCodec

/// Reads and migrates documents, and writes results under temporary names; used by several threads.
struct DocumentWorker: Sendable {
    let converter: DocumentConverter
    let options: StoredMigration.Options
    let output: MirrorFolder?
    let known: Journal.Known?
    /// The selected paths, as the journal has them.
    let journaled: [StoredPath]
    /// The paths of documents in the folders for results, backups and bad documents.
    let mirrored: MirroredPaths
    /// Files of the run itself, which are not documents in any folder.
    let own: Set<FileStatus.Number>
    let run: String
    /// Whether documents may be in folders that the run has not locked.
    let leavesTree: Bool
    /// The words of the plans, where values are hidden.
    let words: Set<String>

    /// A document that has been looked at. A class, because it is passed on many times.
    final class Prepared {
        let place: DocumentPlace?
        var report: StoredMigration.Report
        /// The result, where it is to be put in a place.
        var pending: PendingFile?
        /// Whether it replaces the result of an earlier run; anything else in its place stays.
        var replacesResult = false
        var facts: FileFacts?
        var replacement: JournalRecord.Replacement?
        /// The bytes of a bad document, where they are to be kept.
        var badBytes: [UInt8]?
        /// The document as it was, and as it is to be, where they are to be compared.
        var texts: (old: [UInt8], new: [UInt8])?
        /// Why no more can be written.
        var failure: StoredFileError?

        init(
            place: DocumentPlace?, report: StoredMigration.Report, pending: PendingFile? = nil,
            facts: FileFacts? = nil, replacement: JournalRecord.Replacement? = nil, failure: StoredFileError? = nil
        ) {
            (self.place, self.report, self.pending, self.facts) = (place, report, pending, facts)
            (self.replacement, self.failure) = (replacement, failure)
        }
    }

    func prepare(_ place: DocumentPlace) -> Prepared? {
        let file: any StorageFile
        let payload: [UInt8]
        let facts: FileFacts
        do {
            file = try place.folder.open(place.name)
            guard let found = file.facts else { throw SystemFile.failure(.unreadable, place.shown.description) }
            facts = found
            if own.contains(facts.number) { return nil }
            guard facts.kind == .file else {
                return Prepared(place: place, report: StoredMigration.Report(place.shown, .skipped))
            }
            payload = try file.readAll()
        } catch {
            return Prepared(
                place: place, report: StoredMigration.Report(bad: StoredMigration.BadDocument(place.shown, error)))
        }
        do {
            return try migrate(payload, of: file, facts, at: place)
        } catch let error as StoredFileError where error.isOfDisk {
            return Prepared(place: place, report: StoredMigration.Report(place.shown, .bad), failure: error)
        } catch {
            let bad = (error as? StoredMigration.BadDocument ?? StoredMigration.BadDocument(place.shown, error))
                .redacted(by: options.redactions, payload: payload, words)
            let prepared = Prepared(place: place, report: StoredMigration.Report(bad: bad, bytes: payload.count))
            if options.quarantine != nil { prepared.badBytes = payload }
            return prepared
        }
    }

    private func migrate(
        _ payload: [UInt8], of file: any StorageFile, _ facts: FileFacts, at place: DocumentPlace
    ) throws -> Prepared {
        var report = StoredMigration.Report(place.shown, .unchanged)
        report.bytes = payload.count
        let isTold = options.destination != .nowhere || options.plannedChanges != nil
        let old = isTold || place.planned != nil ? Digest(of: payload) : Digest(value: 0)
        if let known = known?[place.path, in: place.root] {
            if try isDone(place, old, known) {
                (report.outcome, report.counts.doneBefore) = (.doneBefore, 1)
                report.earlierLosses = earlierLosses(at: known.losses)
                return Prepared(place: place, report: report)
            }
            if output == nil { try known.checkVersion(old, converter, at: place.shown) }
        }
        if try isPlannedAndDone(place, old) {
            (report.outcome, report.counts.doneBefore) = (.doneBefore, 1)
            return Prepared(place: place, report: report)
        }
        if !options.verifies, let peek = converter.peek, payload.withUnsafeBufferPointer(peek.hasTarget) {
            report.from = peek.version
            (report.counts.unchanged, report.counts.unread) = (1, 1)
            if output == nil { return Prepared(place: place, report: report) }
            return try write(payload, Prepared(place: place, report: report), of: file, facts, old)
        }
        let result = try converter.convert(payload)
        report.from = result.from
        (report.losses, report.contradictions) = (shown(result.losses, of: payload), result.contradictions)
        report.documentsWithLosses = result.losses.isEmpty ? 0 : 1
        report.counts.carried = result.carried
        report.outdatedCarried = result.outdatedCarried.map { (nil, $0) }
        if result.bytes == payload {
            report.counts.unchanged = 1
        } else {
            if options.verifies { try converter.verify(result, of: payload, at: place.shown) }
            (report.outcome, report.counts.migrated) = (.migrated, 1)
        }
        let prepared = Prepared(place: place, report: report)
        if options.differences > 0, report.outcome == .migrated { prepared.texts = (payload, result.bytes) }
        if !isTold || output == nil && report.outcome == .unchanged { return prepared }
        if let planned = place.planned, planned.new != Digest(of: result.bytes) {
            throw StoredMigration.BadDocument.otherwisePlanned(place.shown)
        }
        if options.destination == .nowhere {
            prepared.replacement = JournalRecord.Replacement(
                root: place.root, path: place.path, old: old, new: Digest(of: result.bytes), from: result.from?.label)
            return prepared
        }
        return try write(result.bytes, prepared, of: file, facts, old)
    }

    /// Losses of a document without what must not be shown.
    func shown(_ losses: [Loss], of payload: @autoclosure () -> [UInt8]) -> [Loss] {
        if losses.isEmpty || options.redactions.isEmpty { return losses }
        let hidden = HiddenTexts(of: payload(), options.redactions, words: words)
        return losses.map { $0.redacted(by: options.redactions, hiding: hidden) }
    }

    /// Waits until the results of some documents are on the disk: all of them are started before the first wait.
    func synchronize(_ documents: [Prepared]) {
        if options.synchronization == .none { return }
        for document in documents { document.pending?.file.startWriting() }
        for document in documents {
            do throws(StoredFileError) {
                try document.pending?.file.synchronize()
            } catch {
                document.pending = nil
                if error.isOfDisk {
                    document.failure = error
                } else if let place = document.place {
                    document.report = StoredMigration.Report(bad: StoredMigration.BadDocument(place.shown, error))
                }
            }
        }
    }

    /// Writes a result beside its place.
    private func write(
        _ bytes: [UInt8], _ prepared: Prepared, of file: any StorageFile, _ facts: FileFacts, _ old: Digest
    ) throws -> Prepared {
        guard options.destination != .nowhere, let place = prepared.place else { return prepared }
        let new = Digest(of: bytes)
        let target = try target(of: place)
        let result = try result(at: target, of: place, new)
        if result == .same {
            (prepared.report.outcome, prepared.report.counts) = (.doneBefore, StoredMigration.Counts())
            prepared.report.counts.doneBefore = 1
            return prepared
        }
        let pending = try PendingFile(in: target.folder, run: run, access: .those(of: file), isLocked: leavesTree)
        try pending.file.write(bytes)
        try pending.file.takeMetadata(of: file)
        (prepared.pending, prepared.facts, prepared.replacesResult) = (pending, facts, result == .earlier)
        prepared.replacement = JournalRecord.Replacement(
            root: place.root, path: place.path, old: old, new: new, from: prepared.report.from?.label,
            losses: options.recordsLosses ? 0 : nil)
        return prepared
    }

    /// The losses in the journal whose last record is at a place; `nil` if they are not asked for.
    func earlierLosses(at last: Int) -> EarlierLosses? {
        options.recordsLosses ? known?.earlierLosses(at: last) : nil
    }

    /// Whether a change that was planned is there already.
    private func isPlannedAndDone(_ place: DocumentPlace, _ now: Digest) throws -> Bool {
        guard let planned = place.planned, now != planned.old else { return false }
        if now == planned.new { return true }
        throw StoredMigration.BadDocument.changedSincePlanned(place.shown)
    }

    /// Whether an earlier run has migrated the document, and it is unchanged since.
    private func isDone(_ place: DocumentPlace, _ old: Digest, _ known: KnownDocument) throws -> Bool {
        guard known.isResult(of: converter) else { return false }
        if output == nil { return old == known.new && known.old != known.new }
        guard old == known.old else { return false }
        let target = try target(of: place)
        guard target.folder.facts(of: target.name) != nil else { return false }
        return Digest(of: try target.folder.open(target.name).readAll()) == known.new
    }

    /// What is in the place of a result.
    enum ExistingResult { case none, same, earlier }

    /// What is in the place of a result, in a folder for results; a file of other bytes that no earlier run has put
    /// there is an error.
    func result(
        at target: (folder: any StorageFolder, name: StoredPath), of place: DocumentPlace, _ new: Digest
    ) throws -> ExistingResult {
        guard output != nil, target.folder.facts(of: target.name) != nil else { return .none }
        let there = try DigestBuilder.digest(of: target.folder.open(target.name))
        if there == new { return .same }
        if known?[place.path, in: place.root]?.new == there { return .earlier }
        throw StoredMigration.BadDocument.exists(place.shown)
    }

    /// The key of a document in the journal.
    func key(of place: DocumentPlace) -> UInt64 { Journal.key(place.path, in: journaled[place.root]) }

    /// Where the result of a document goes.
    func target(of place: DocumentPlace) throws(StoredFileError) -> (folder: any StorageFolder, name: StoredPath) {
        guard let output else { return (place.folder, place.name) }
        let path = mirrored[place]
        return (try output.folder(of: path), path.name)
    }
}
