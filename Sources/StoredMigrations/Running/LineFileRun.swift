import Migrations
import VersionedCodec

/// Migrates a file with one document a line: its parts on several threads, written in their order.
struct LineFileRun {
    let worker: DocumentWorker
    let settler: DocumentSettler
    let quarantine: MirrorFolder?
    let jobs: Int

    /// So many bytes are a part, and then the rest of the line.
    static let partSize = 1 << 20

    /// Migrates the file.
    ///
    /// - `report`: Takes the report on each part, and in the end that on the file; says whether to go on.
    func run(_ place: DocumentPlace, report: (StoredMigration.Report) throws -> Bool) throws {
        do {
            try migrate(place, report: report)
        } catch let error as StoredFileError where error.isOfDisk || error.code == .closedPipe {
            throw error
        } catch let error as StoredFileError where error.path == place.shown.description || error.code == .unreadable {
            _ = try report(StoredMigration.Report(bad: BadDocument(place.shown, error)))
        } catch let error as BadDocument {
            _ = try report(StoredMigration.Report(bad: error))
        }
    }

    private var options: StoredMigration.Options { worker.options }

    private func migrate(_ place: DocumentPlace, report: (StoredMigration.Report) throws -> Bool) throws {
        let file = try place.folder.open(place.name)
        guard let facts = file.facts else { throw SystemFile.failure(.unreadable, place.shown.description) }
        if worker.own.contains(facts.number) { return }
        guard facts.kind == .file else {
            _ = try report(StoredMigration.Report(place.shown, .skipped))
            return
        }
        if try isDone(place) {
            var done = StoredMigration.Report(place.shown, .doneBefore)
            done.counts.doneBefore = 1
            _ = try report(done)
            return
        }
        let writes = options.destination != .nowhere
        let target = writes ? try worker.target(of: place) : nil
        let pending = try target.map { try PendingFile(in: $0.folder, run: worker.run, isPrivate: true) }
        let bad = writes ? try quarantined(place) : nil
        var (old, new) = (DigestBuilder(), DigestBuilder())
        var counts = StoredMigration.Counts()
        var badCount = 0
        let (converter, verifies) = (worker.converter, options.verifies)
        let work = OrderedWork<LinePart, LinePart.Result>(threads: jobs) { part in
            part.migrate(converter, verifies: verifies, countsVersions: !writes, file: place.shown)
        }
        defer { work.finish() }
        var parts = LineParts(file)
        while true {
            while work.wantsMore, let part = try parts.next() {
                if writes { old.add(part.bytes) }
                work.add(part)
            }
            guard let result = work.next() else { break }
            if let failure = result.failure { throw failure }
            if let pending {
                new.add(result.output)
                try pending.file.write(result.output)
            }
            for line in result.bad { try bad?.file.write(line.line.bytes + line.line.ending) }
            badCount += result.bad.count
            counts += result.counts
            counts.bad = 0
            if try !report(self.report(on: result, of: place)) { return }
        }
        var whole = StoredMigration.Report(place.shown, counts.migrated > 0 ? .migrated : .unchanged)
        (whole.counts, whole.bytes) = (counts, parts.bytesBefore)
        if let pending, let target, counts.migrated > 0 || worker.output != nil {
            try pending.file.takeMetadata(of: file)
            if options.synchronization != .none { try pending.file.synchronize() }
            let replacement = JournalRecord.Replacement(
                root: place.root, path: place.path, old: old.digest, new: new.digest, from: nil,
                bad: badCount)
            var documents = [
                DocumentWorker.Prepared(
                    place: place, report: whole, pending: pending, facts: facts, replacement: replacement)
            ]
            if worker.output != nil, try isThere(new.digest, at: target, place) {
                documents[0].report.outcome = .doneBefore
            } else {
                try settler.settle(&documents)
            }
            whole = documents[0].report
        }
        if badCount > 0, let bad { try keep(bad, of: place) }
        _ = try report(whole)
    }

    private func report(on result: LinePart.Result, of place: DocumentPlace) -> StoredMigration.Report {
        var report = StoredMigration.Report(place.shown, .bad)
        report.outcome = result.bad.isEmpty ? result.counts.migrated > 0 ? .migrated : .unchanged : .bad
        report.counts.bad = result.bad.count
        report.bad = result.bad.map { BadDocument(place.shown, $0) }
        (report.losses, report.documentsWithLosses) = (result.losses, result.documentsWithLosses)
        report.versions = result.versions
        return report
    }

    private func quarantined(_ place: DocumentPlace) throws -> PendingFile? {
        guard let quarantine else { return nil }
        return try PendingFile(
            in: quarantine.folder(of: worker.mirrored(place)), run: worker.run, isPrivate: false)
    }

    private func keep(_ bad: PendingFile, of place: DocumentPlace) throws(StoredFileError) {
        let synchronizes = options.synchronization != .none
        if synchronizes { try bad.file.synchronize() }
        try bad.move(to: worker.mirrored(place).name)
        if synchronizes { try bad.folder.synchronize() }
    }

    // MARK: What is there already

    /// Whether an earlier run has migrated all of the file, and nobody has changed it since. Bad lines are tried
    /// again, where their versions can be told.
    private func isDone(_ place: DocumentPlace) throws -> Bool {
        guard let known = worker.known?[place.path, in: place.root] else { return false }
        if known.bad > 0, !worker.converter.isTold { return false }
        let now = try DigestBuilder.digest(of: place.folder.open(place.name))
        if worker.output == nil {
            let isDone = now == known.new && known.old != known.new
            if known.bad > 0, isDone {
                throw BadDocument(
                    place.shown, code: BadDocument.Code.changed,
                    "\(known.bad) lines were bad; those beside them are migrated, and none tells its version by itself")
            }
            return isDone
        }
        guard known.bad == 0, now == known.old else { return false }
        let target = try worker.target(of: place)
        guard target.folder.facts(of: target.name) != nil else { return false }
        return try DigestBuilder.digest(of: target.folder.open(target.name)) == known.new
    }

    private func isThere(
        _ new: Digest, at target: (folder: any StorageFolder, name: StoredPath), _ place: DocumentPlace
    ) throws -> Bool {
        guard target.folder.facts(of: target.name) != nil else { return false }
        let there = try DigestBuilder.digest(of: target.folder.open(target.name))
        if there == new { return true }
        if worker.known?[place.path, in: place.root]?.new == there { return false }
        throw BadDocument.exists(place.shown)
    }
}

/// Cuts a file of lines into parts.
private struct LineParts {
    private let file: any StorageFile
    private var rest: [UInt8] = []
    private var linesBefore = 0
    private var isAtEnd = false
    private(set) var bytesBefore = 0

    init(_ file: any StorageFile) { self.file = file }

    mutating func next() throws -> LinePart? {
        var bytes = rest
        rest = []
        while !isAtEnd {
            let searched = bytes.count
            guard let chunk = try file.read(upTo: LineFileRun.partSize) else {
                isAtEnd = true
                break
            }
            bytes += chunk
            guard bytes.count >= LineFileRun.partSize, let newline = bytes[searched...].lastIndex(of: 0x0A) else {
                continue
            }
            rest = Array(bytes[(newline + 1)...])
            bytes.removeSubrange((newline + 1)...)
            break
        }
        if bytes.isEmpty { return nil }
        let part = LinePart(bytes: bytes, linesBefore: linesBefore, bytesBefore: bytesBefore)
        linesBefore += bytes.withUnsafeBytes { bytes in bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) } }
        bytesBefore += bytes.count
        return part
    }
}
