import Migrations
import VersionedCodec

/// One run over all documents: walks, hands documents to threads, and settles them in their order.
final class MigrationRun {
    private let migration: StoredMigration
    private let selection: DocumentSelection
    private let system: any FileSystem
    private let isCancelled: @Sendable () -> Bool
    private let journal: Journal?
    let worker: DocumentWorker
    private let settler: DocumentSettler
    private let jobs: Int
    private let lock: TreeLock?
    /// The documents, where they are those of a file of planned changes.
    private let documents: PlannedDocuments?
    private let planned: PlannedChanges?
    /// How many more differences are wanted.
    var differencesLeft: Int
    var summary: StoredMigration.Summary

    @_optimize(size)
    init(
        _ migration: StoredMigration, _ selection: DocumentSelection, in system: any FileSystem,
        planned documents: PlannedDocuments? = nil, isCancelled: @escaping @Sendable () -> Bool
    ) throws {
        let options = migration.options
        self.documents = documents
        differencesLeft = options.differences
        guard let first = selection.paths.first else {
            throw StoredMigrationError(code: .noPaths, path: "", reason: "no file and no folder is selected")
        }
        (self.migration, self.selection, self.system, self.isCancelled) = (migration, selection, system, isCancelled)
        summary = StoredMigration.Summary(target: migration.target)
        let journaled = selection.paths.map { system.absolute($0) ?? $0 }
        let mirrored = MirroredPaths(selection.paths, absolute: journaled, in: system)
        if case .folder = options.destination { try mirrored.requireDifferent(selection.paths, absolute: journaled) }
        let synchronizes = options.synchronization != .none
        func mirror(_ path: StoredPath?) throws -> MirrorFolder? {
            guard let path, options.destination != .nowhere else { return nil }
            return try MirrorFolder(path, in: system, synchronizes: synchronizes)
        }
        let output: MirrorFolder?
        if case .folder(let path) = options.destination { output = try mirror(path) } else { output = nil }
        let (backup, quarantine) = (try mirror(options.backup), try mirror(options.quarantine))
        var own = Set(selection.ignored.compactMap { system.facts(at: $0)?.number })
        let written = Set([output, backup, quarantine].compactMap { $0?.number })
        for path in selection.paths {
            // Output of the run is not a document, so a selected output folder would contain nothing to migrate.
            guard let number = system.facts(at: path)?.number, written.contains(number) else { continue }
            throw StoredMigrationError(
                code: .selectedFolder, path: path.description,
                reason: "this folder is selected, so it cannot be the one for results, backups or bad documents")
        }
        if written.count < [output, backup, quarantine].count(where: { $0 != nil }) {
            throw StoredMigrationError(
                code: .usedFolder, path: ((options.quarantine ?? options.backup) ?? "").description,
                reason: "results, backups and bad documents need a folder each")
        }
        for (folder, path) in [(backup, options.backup), (quarantine, options.quarantine)] {
            if let folder, let path { try folder.mark(at: path) }
        }
        if let output { own.insert(output.number) }
        var run = Self.newID()
        let header = JournalRecord.Header(
            id: run, plan: migration.converter.fingerprint, target: migration.target,
            destination: Self.text(of: options.destination, in: system), paths: journaled,
            backup: options.backup.map { system.absolute($0) ?? $0 },
            options: migration.converter.fingerprint(ofOptionsVerifying: options.verifies))
        if options.destination == .nowhere {
            (journal, lock) = (nil, nil)
            planned = try options.plannedChanges.map { path throws(StoredFileError) in
                try PlannedChanges(at: path, for: header)
            }
        } else {
            planned = nil
            if case .folder(let folder) = options.destination {
                lock = try TreeLock(written: [folder], read: journaled, in: system)
            } else {
                lock = try TreeLock(written: journaled, in: system)
            }
            let path = options.journal ?? StoredMigration.journal(of: options, first, to: migration.target, in: system)
            let hidden = options.redactions.map(\.text).joined(separator: "\u{1E}")
            let opened = try Journal(
                at: path, for: header, hiding: hidden.isEmpty ? nil : Digest(of: Array(hidden.utf8)), in: system)
            (journal, run) = (opened, opened.id)
            (summary.journal, summary.isContinued) = (path, opened.isContinued)
            if let number = opened.number { own.insert(number) }
            if opened.mayHaveLeftovers {
                // These are not walked.
                var locked = documents == nil ? [] : journaled
                if case .folder(let path) = options.destination { locked.append(path) }
                let kept = opened.known.partNames(of: run)
                Self.removeLeftovers(below: locked, areLocked: true, but: kept, in: system)
                Self.removeLeftovers(beside: journaled, of: run, but: kept, in: system)
                let shared = [options.backup, options.quarantine].compactMap { $0 }
                Self.removeLeftovers(below: shared, areLocked: false, but: kept, in: system)
            }
        }
        worker = DocumentWorker(
            converter: migration.converter, options: options, output: output, known: journal?.known,
            journaled: journaled, mirrored: mirrored, own: own, run: run,
            leavesTree: selection.followsLinks || documents != nil,
            words: options.redactions.isEmpty
                ? [] : migration.converter.subject.plans.reduce(into: []) { $0.formUnion($1.words) })
        settler = DocumentSettler(options, journal, worker, backup: backup, quarantine: quarantine, planned: planned)
        jobs = options.jobs > 0 ? min(options.jobs, 64) : Processors.count
    }

    /// Removes what killed runs have left anywhere in some folders.
    ///
    /// - `areLocked`: Whether the folders are locked, so that no other run can be at work in them.
    /// - `kept`: Those that a run continues with.
    static func removeLeftovers(
        below folders: [StoredPath], areLocked: Bool, but kept: Set<StoredPath> = [], in system: any FileSystem
    ) {
        var selection = DocumentSelection(folders)
        selection.include = []
        for case .temporary(let name, let folder) in TreeWalk(selection, in: system) where !kept.contains(name) {
            if areLocked || TemporaryName.isLockedItself(name) { TemporaryName.removeLeftover(name, in: folder) }
        }
    }

    /// Removes what a killed run has left beside files that were selected themselves. Their folders are not locked, so
    /// only files of that run are removed.
    ///
    /// - `kept`: Those that a run continues with.
    static func removeLeftovers(
        beside paths: [StoredPath], of run: String, but kept: Set<StoredPath> = [], in system: any FileSystem
    ) {
        for path in Set(paths.filter { system.facts(at: $0)?.kind != .folder }.map(\.folder)) {
            // A folder that cannot be listed keeps what is in it.
            guard let folder = try? system.folder(at: path.bytes.isEmpty ? "." : path),
                let entries = try? folder.entries()
            else { continue }
            for entry in entries where TemporaryName.matches(entry.name, run: run) && !kept.contains(entry.name) {
                TemporaryName.removeLeftover(entry.name, in: folder)
            }
        }
    }

    private static func newID() -> String { Digest(value: .random(in: 1 ... .max)).description }

    private static func text(of destination: StoredMigration.Destination, in system: any FileSystem) -> String {
        switch destination {
        case .nowhere: "nowhere"
        case .inPlace: "inPlace"
        case .folder(let path): "folder \(system.absolute(path) ?? path)"
        }
    }

    // MARK: Running

    func run(_ report: (StoredMigration.Report) throws -> Void) throws -> StoredMigration.Summary {
        var walk = TreeWalk(selection, in: system, without: worker.own)
        var documents = documents
        var chunks = DocumentChunks(
            { documents == nil ? walk.next() : try documents?.next() },
            size: chunkSize,
            removesLeftovers: options.destination != .nowhere, but: journal?.known.partNames(of: worker.run) ?? [])
        while summary.stop == nil, let first = try chunks.next() {
            switch first {
            case .documents(let entries): try migrateDocuments(entries, &chunks, report)
            case .lines(let place): try migrateLines(place, report)
            }
        }
        if summary.stop == nil, migration.options.limit.isExceeded(bad: summary.bad, of: summary.counts.all) {
            summary.stop = .tooManyBad
        }
        if summary.stop == nil { try planned?.commit() }
        if summary.stop == nil, let journal, !journal.known.parts.isEmpty {
            // Of a file that is not there any more.
            Self.removeLeftovers(beside: worker.journaled, of: worker.run, in: system)
        }
        if summary.stop == nil { try journal?.append([.end(summary.bad == 0 ? "complete" : "bad \(summary.bad)")]) }
        if options.synchronization != .none { try journal?.synchronize() }
        return summary
    }

    private var options: StoredMigration.Options { migration.options }

    /// The number of documents that are settled together. Until then each holds its result and its folder open, and so
    /// do those of the pieces of work that come after it.
    private var chunkSize: Int {
        let pieces = jobs > 1 ? 2 * jobs + 2 : 2
        return max(1, min(options.synchronization == .each ? 16 : 64, (OpenFiles.most - 64) / (3 * pieces)))
    }

    var converter: DocumentConverter { migration.converter }

    var redactions: [DecodingIssue.Redaction] { options.redactions }

    /// Migrates documents up to a file of lines, or to the end.
    private func migrateDocuments(
        _ first: [WalkedEntry], _ chunks: inout DocumentChunks, _ report: (StoredMigration.Report) throws -> Void
    ) throws {
        let worker = worker
        let work = OrderedWork<[WalkedEntry], [DocumentWorker.Prepared]>(threads: jobs) { entries in
            let prepared = entries.compactMap { Self.prepare($0, worker) }
            worker.synchronize(prepared)
            return prepared
        }
        defer { work.finish() }
        work.add(first)
        while summary.stop == nil {
            if isCancelled() {
                summary.stop = .cancelled
                return
            }
            while work.wantsMore, let chunk = try chunks.nextDocuments() { work.add(chunk) }
            guard let prepared = work.next() else { return }
            try settle(prepared, report)
        }
    }

    private func migrateLines(
        _ place: DocumentPlace, _ report: (StoredMigration.Report) throws -> Void
    ) throws {
        summary.files += 1
        let before = summary
        let run = LineFileRun(worker: worker, settler: settler, quarantine: settler.quarantine, jobs: jobs)
        try run.run(place) { part in
            var part = part
            compare(&part)
            if part.takesBackLosses { summary.takeBack(to: before) }
            summary.add(part)
            try report(part)
            if options.limit.isExceededAnyhow(bad: summary.bad) { summary.stop = .tooManyBad }
            if isCancelled() { summary.stop = .cancelled }
            return summary.stop == nil
        }
    }

    private static func prepare(_ entry: WalkedEntry, _ worker: DocumentWorker) -> DocumentWorker.Prepared? {
        switch entry {
        case .document(let place): return worker.prepare(place)
        case .unreadable(let path, let error):
            return DocumentWorker.Prepared(
                place: nil, report: StoredMigration.Report(bad: StoredMigration.BadDocument(path, error)))
        case .skipped(let path, _):
            return DocumentWorker.Prepared(place: nil, report: StoredMigration.Report(path, .skipped))
        case .temporary: return nil
        }
    }

    private func settle(
        _ prepared: [DocumentWorker.Prepared], _ report: (StoredMigration.Report) throws -> Void
    ) throws {
        var documents = prepared[...]
        var failure: StoredFileError?
        if let place = documents.firstIndex(where: { $0.failure != nil }) {
            failure = documents[place].failure
            documents = documents[..<place]
        }
        // If too many are bad, those after the last allowed one stay as they are.
        var bad = summary.bad
        if let end = documents.firstIndex(where: { document in
            bad += document.report.counts.bad
            return options.limit.isExceededAnyhow(bad: bad)
        }) {
            documents = documents[...end]
        }
        if options.destination != .nowhere { try settler.settle(documents) }
        for document in documents {
            if options.destination == .nowhere, let replacement = document.replacement {
                try settler.plan(replacement)
            }
            if differencesLeft > 0 { compare(document) }
            let result = document.report
            summary.files += result.outcome == .skipped ? 0 : 1
            summary.add(result)
            try report(result)
        }
        if options.limit.isExceededAnyhow(bad: summary.bad) { summary.stop = .tooManyBad }
        if let failure { throw failure }
    }
}
