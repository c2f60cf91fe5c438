import Migrations
import VersionedCodec

/// Migrates a file with one document a line: its parts on several threads, written in their order.
struct LineFileRun {
    let worker: DocumentWorker
    let settler: DocumentSettler
    let quarantine: MirrorFolder?
    let jobs: Int

    /// Takes the report on each part, and in the end that on the file; returns whether to continue.
    typealias Report = (StoredMigration.Report) throws -> Bool

    /// One file under way.
    private struct File {
        let place: DocumentPlace
        let file: any StorageFile
        let facts: FileFacts
        let form: Compression?
        let output: LineFileOutput?
        let bad: QuarantinedLines?
        var parts: LineParts
        var progress = LineFileProgress()
        /// Where the last record of its losses is; `nil` if losses are not recorded.
        var losses: Int?
    }

    /// Migrates the file.
    func run(_ place: DocumentPlace, report: Report) throws {
        var output: LineFileOutput?
        do {
            guard let file = try open(place, report: report) else { return }
            output = file.output
            try migrate(file, report: report)
        } catch let error as StoredFileError where error.isOfDisk || error.code == .closedPipe {
            throw error
        } catch let error as StoredFileError where error.path == place.shown.description || error.code == .unreadable {
            output?.drop()
            try refuse(StoredMigration.BadDocument(place.shown, error), report: report, copying: place)
        } catch let error as StoredMigration.BadDocument {
            output?.drop()
            try refuse(error, report: report)
        }
    }

    /// Reports that the file stays as it is, in spite of reports on its lines.
    ///
    /// - `place`: Where the file is, if its contents are bad, so that it is copied as a whole.
    private func refuse(
        _ bad: StoredMigration.BadDocument, report: Report, copying place: DocumentPlace? = nil
    ) throws {
        var refused = StoredMigration.Report(bad: bad)
        do {
            if let place { try quarantineWhole(place) }
        } catch let error as StoredFileError where !error.isOfDisk {
            refused.bad.append(StoredMigration.BadDocument(bad.file, error))
        }
        refused.takesBackLosses = true
        _ = try report(refused)
    }

    private var options: StoredMigration.Options { worker.options }
    private var writes: Bool { options.destination != .nowhere }
    private var synchronizes: Bool { options.synchronization != .none }

    /// Opens a file; `nil` if there is nothing to do, which has been reported.
    private func open(_ place: DocumentPlace, report: Report) throws -> File? {
        let file = try place.folder.open(place.name)
        guard let facts = file.facts else { throw SystemFile.failure(.unreadable, place.shown.description) }
        if worker.own.contains(facts.number) { return nil }
        guard facts.kind == .file else {
            _ = try report(StoredMigration.Report(place.shown, .skipped))
            return nil
        }
        if let done = try done(place) {
            _ = try report(done)
            return nil
        }
        let form = Compression(of: place.name)
        return File(
            place: place, file: file, facts: facts, form: form,
            output: writes ? try LineFileOutput(place, worker, form) : nil,
            bad: writes ? try quarantined(place, form) : nil, parts: try parts(of: file, form, place),
            losses: writes && options.recordsLosses ? 0 : nil)
    }

    private func parts(
        of file: any StorageFile, _ form: Compression?, _ place: DocumentPlace
    ) throws(StoredFileError) -> LineParts {
        let source = try LineSource(file, form)
        var isFirst = true
        return LineParts(size: options.linePartSize) { count throws(StoredFileError) in
            let chunk = try source.read(count)
            if isFirst { try LineEncoding.check(chunk, path: place.shown.description) }
            isFirst = false
            return chunk
        }
    }

    private func migrate(_ opened: File, report: Report) throws {
        var file = opened
        if let part = settler.unfinished(file.place), try !resume(&file, part, report: report) { return }
        if file.progress.read == 0, try !listEarlierLosses(&file, report: report) { return }
        let (converter, verifies) = (worker.converter, options.verifies)
        let counting = writes ? LinePart.VersionCount.found : .all
        let work = OrderedWork<LinePart, LinePart.Result>(threads: jobs) { part in
            part.migrate(converter, verifies: verifies, counting: counting)
        }
        let reader = LinePartReader(file.parts, isBeside: jobs > 1)
        defer {
            work.finish()
            reader.finish()
        }
        while true {
            while work.wantsMore, let part = try reader.next() { work.add(part) }
            guard let result = work.next() else { break }
            if let failure = result.failure { throw failure }
            file.progress.add(result)
            try file.output?.add(result)
            for line in result.bad { try file.bad?.write(line.line.bytes + line.line.ending) }
            let done = self.report(on: result, of: file.place)
            file.losses = try settler.record(done.losses, of: file.place.shown, after: file.losses)
            let goesOn = try report(done)
            if !goesOn || file.progress.isDue(every: options.checkpointInterval) { try checkpoint(&file) }
            if !goesOn { return }
        }
        try settle(file, report: report)
    }

    /// Puts the result in its place.
    private func settle(_ file: File, report: Report) throws {
        let (place, progress) = (file.place, file.progress)
        var whole = StoredMigration.Report(place.shown, .unchanged)
        if progress.counts.migrated > 0 || progress.counts.doneBefore > 0 { whole.outcome = .migrated }
        (whole.counts, whole.bytes) = (progress.counts, progress.read)
        if let planned = place.planned, planned.new != progress.new.digest {
            throw StoredMigration.BadDocument.otherwisePlanned(place.shown)
        }
        if options.plannedChanges != nil, whole.outcome == .migrated { try settler.plan(replacement(file)) }
        if let output = file.output,
            let (pending, new) = try output.finish(like: file.file, content: progress.new.digest)
        {
            var replacement = try replacement(file)
            replacement.new = new
            let result = try worker.result(at: output.target, of: place, new)
            if result == .same {
                whole.outcome = .doneBefore
                output.drop()
            } else {
                let document = DocumentWorker.Prepared(
                    place: place, report: whole, pending: pending, facts: file.facts, replacement: replacement)
                document.replacesResult = result == .earlier
                try settler.settle([document])
                whole = document.report
                whole.takesBackLosses = whole.outcome == .bad
            }
        }
        if progress.bad > 0, let bad = file.bad { try bad.keep(synchronizes: synchronizes) }
        _ = try report(whole)
    }

    /// The planned result of a file; for a compressed one, with the digest of its decompressed contents.
    private func replacement(_ file: File) throws -> JournalRecord.Replacement {
        let (place, progress) = (file.place, file.progress)
        let old =
            file.form == nil ? progress.old.digest : try DigestBuilder.digest(of: place.folder.open(place.name))
        return JournalRecord.Replacement(
            root: place.root, path: place.path, old: old, new: progress.new.digest, from: try firstVersion(file),
            bad: progress.bad, holdsLines: true, losses: file.losses)
    }

    /// The version of the first line that is not at the target, for undoing; `nil` if no such line is near the
    /// beginning. Compressed bytes cannot be had again in any case.
    private func firstVersion(_ file: File) throws -> String? {
        guard file.form == nil else { return nil }
        let old = try file.place.folder.open(file.place.name)
        let lines = LineReader(try old.read(upTo: 1 << 16) ?? [], linesBefore: 0, bytesBefore: 0)
        // A bad line, or one that is cut off here, names no version.
        while let line = try? lines.next() {
            if let found = try? worker.converter.detect(line.bytes), found.label != worker.converter.target {
                return found.label
            }
        }
        return nil
    }

    private func report(on result: LinePart.Result, of place: DocumentPlace) -> StoredMigration.Report {
        var report = StoredMigration.Report(place.shown, .bad)
        report.outcome = result.bad.isEmpty ? result.counts.migrated > 0 ? .migrated : .unchanged : .bad
        report.counts.bad = result.bad.count
        report.part = (result.counts, result.part.bytes.count)
        report.bad = result.bad.map { bad in
            StoredMigration.BadDocument(place.shown, bad)
                .redacted(by: options.redactions, payload: bad.line.bytes, worker.words)
        }
        report.changed = result.counts.migrated > 0 && options.differences > 0 ? result : nil
        (report.losses, report.documentsWithLosses) = (shown(result), result.documentsWithLosses)
        report.versions = result.versions.all
        report.outdatedCarried = result.outdatedCarried.map { ($0.line, $0.path) }
        report.contradictions = result.contradictions.map { $0.line.inStream($0.contradiction) }
        return report
    }

    /// The losses of all lines without what must not be shown.
    private func shown(_ result: LinePart.Result) -> [Loss] {
        if options.redactions.isEmpty { return result.losses }
        var (shown, rest) = ([Loss](), result.losses[...])
        while let first = rest.first {
            let ofLine = rest.prefix { $0.position?.line == first.position?.line }
            rest = rest.dropFirst(ofLine.count)
            let line = first.position.map { result.part.line(around: $0.byteOffset) } ?? []
            shown += worker.shown(Array(ofLine), of: line)
        }
        return shown
    }

    private func quarantined(_ place: DocumentPlace, _ form: Compression?) throws -> QuarantinedLines? {
        guard let quarantine else { return nil }
        let path = worker.mirrored[place]
        return try QuarantinedLines(in: quarantine.folder(of: path), as: path.name, form, run: worker.run)
    }

    /// Copies a file that cannot be read as lines, as it is.
    private func quarantineWhole(_ place: DocumentPlace) throws {
        // One that cannot be opened has been reported as such.
        guard writes, let copy = try quarantined(place, nil), let file = try? place.folder.open(place.name) else {
            return
        }
        while let bytes = try file.read(upTo: 1 << 20) { try copy.write(bytes) }
        try copy.keep(synchronizes: synchronizes)
    }

    // MARK: Going on within a file

    /// Notes how far the file has come, so that a run that is stopped continues there.
    private func checkpoint(_ file: inout File) throws(StoredFileError) {
        guard let output = file.output, try output.keep(synchronizes: synchronizes) else { return }
        try settler.announce(
            file.progress.checkpoint(file.place, file.facts, written: output.count, losses: file.losses))
    }

    /// Continues where an interrupted run has stopped. Its bad lines are tried again; if any of them is good by now, or
    /// the partial output does not exist, the file is started again.
    ///
    /// - Returns: Whether to continue.
    /// - Throws: ``StoredMigration/BadDocument`` if the file has changed since; the next run starts it again.
    private func resume(_ file: inout File, _ part: JournalRecord.Part, report: Report) throws -> Bool {
        guard let output = file.output, file.form == nil, let new = try output.resume(part) else { return true }
        var retried: [LinePart.Result] = []
        var bad = part.bad[...]
        while file.parts.bytesBefore < part.read, let read = try file.parts.next(upTo: part.read) {
            while let place = bad.first, place.offset < file.parts.bytesBefore {
                bad = bad.dropFirst()
                retried.append(
                    read.line(place).migrate(
                        worker.converter, verifies: options.verifies, counting: .no))
            }
        }
        guard file.facts.size == part.size, file.facts.modified == part.modified,
            file.parts.digest.digest == part.old
        else {
            throw StoredMigration.BadDocument(
                file.place.shown, code: StoredMigration.BadDocument.Code.changed,
                "it was changed after an interrupted run had migrated \(part.lines) lines of it; the next run starts it again"
            )
        }
        if retried.contains(where: { $0.bad.isEmpty }) {
            output.drop()
            file.parts = try parts(of: file.place.folder.open(file.place.name), nil, file.place)
            return true
        }
        file.progress = LineFileProgress(part, old: file.parts.digest, new: new)
        let losses = part.losses ?? -1
        if options.recordsLosses { file.losses = losses }
        if try !list(losses, of: file.place, report: report) { return false }
        for result in retried {
            for line in result.bad { try file.bad?.write(line.line.bytes + line.line.ending) }
            if try !report(self.report(on: result, of: file.place)) { return false }
        }
        return true
    }

    // MARK: Results of earlier runs

    /// The report on a file of which nothing is left to do; `nil` for another.
    private func done(_ place: DocumentPlace) throws -> StoredMigration.Report? {
        var done = StoredMigration.Report(place.shown, .doneBefore)
        done.counts.doneBefore = 1
        guard let known = worker.known?[place.path, in: place.root], try isDone(place, known) else {
            return try isPlannedAndDone(place) ? done : nil
        }
        if known.bad > 0 {
            done = StoredMigration.Report(
                bad: StoredMigration.BadDocument(
                    place.shown, code: StoredMigration.BadDocument.Code.changed,
                    "\(known.bad) lines were bad; those beside them are migrated, and none names its version"))
        }
        done.earlierLosses = worker.earlierLosses(at: known.losses)
        return done
    }

    /// Whether an earlier run has migrated all of the file, and it is unchanged since. Bad lines are tried again if
    /// their versions can be found.
    private func isDone(_ place: DocumentPlace, _ known: KnownDocument) throws -> Bool {
        let converter = worker.converter
        let isResult = known.isResult(of: converter)
        if !isResult || known.bad > 0, !converter.isTold { return false }
        let now = try DigestBuilder.digest(of: place.folder.open(place.name))
        if worker.output == nil {
            let isDone = isResult && now == known.new && known.old != known.new
            if !isDone { try known.checkVersion(now, converter, at: place.shown) }
            return isDone
        }
        guard isResult, known.bad == 0, now == known.old else { return false }
        let target = try worker.target(of: place)
        guard target.folder.facts(of: target.name) != nil else { return false }
        return try DigestBuilder.digest(of: target.folder.open(target.name)) == known.new
    }

    /// Lists the losses of lines that an earlier run has migrated beside bad ones; returns whether to continue.
    private func listEarlierLosses(_ file: inout File, report: Report) throws -> Bool {
        let place = file.place
        guard options.recordsLosses, worker.output == nil, let known = worker.known?[place.path, in: place.root],
            known.bad > 0, known.isResult(of: worker.converter)
        else { return true }
        let now = try DigestBuilder.digest(of: place.folder.open(place.name))
        if now == known.old { return true }
        // In a file that was changed since, they may be of other lines.
        let losses = now == known.new ? known.losses : -1
        file.losses = losses
        return try list(losses, of: place, report: report)
    }

    /// Lists the losses whose last record in the journal is at a place; returns whether to continue.
    private func list(_ last: Int, of place: DocumentPlace, report: Report) throws -> Bool {
        guard let losses = worker.earlierLosses(at: last) else { return true }
        var listed = StoredMigration.Report(place.shown, .doneBefore)
        (listed.part, listed.earlierLosses) = ((StoredMigration.Counts(), 0), losses)
        return try report(listed)
    }

    /// Whether a change that was planned is there already.
    private func isPlannedAndDone(_ place: DocumentPlace) throws -> Bool {
        guard let planned = place.planned else { return false }
        let now = try DigestBuilder.digest(of: place.folder.open(place.name))
        if now == planned.old { return false }
        // The bytes that a compression makes are known only of what is in them.
        let form = Compression(of: place.name)
        let contents = try form.map { try LineSource(place, $0).digest() } ?? now
        // Bad lines are tried again.
        if contents == planned.new { return planned.bad == 0 }
        throw StoredMigration.BadDocument.changedSincePlanned(place.shown)
    }
}
