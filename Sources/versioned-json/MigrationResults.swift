import Migrations
import VersionedCodec

/// The outputs of a run of `migrate`: the results, the losses, the bad lines, and the report on those.
final class MigrationResults {
    /// The files that the command line names.
    struct Files {
        let output: StoredPath?
        let losses: StoredPath?
        let kept: StoredPath?
        let report: StoredPath?

        /// Adds the files that are written. Only the output may be the input.
        func add(to files: inout FileUses) {
            if let output { files.write(output, as: "'--output'", replacing: FileUses.input) }
            for (path, option) in [(losses, "'--losses-file'"), (kept, "'--keep-bad'"), (report, "'--bad-report'")] {
                if let path { files.write(path, as: option) }
            }
        }
    }

    /// The output; `nil` for standard output.
    let output: FileReplacement?

    private let input: String
    private let losses: FileReplacement?
    private let kept: FileReplacement?
    private let report: FileReplacement?
    private var summary = LossSummary()
    /// Lines of losses that are not in the file yet.
    private var lossLines = LossLines()

    /// - `isLines`: Whether the output is lines, which are compressed if the name has such an ending.
    init(_ files: Files, input: String, isLines: Bool) throws(StoredFileError) {
        self.input = input
        func replacement(_ path: StoredPath?, isLines: Bool = true) throws(StoredFileError) -> FileReplacement? {
            guard let path else { return nil }
            return try isLines ? FileReplacement(ofLinesAt: path) : FileReplacement(of: path)
        }
        output = try replacement(files.output, isLines: isLines)
        losses = try replacement(files.losses)
        kept = try replacement(files.kept)
        report = try replacement(files.report)
    }

    var keepsBad: Bool { kept != nil }

    func write(_ bytes: [UInt8]) throws(StoredFileError) {
        if let output { try output.write(bytes) } else { try Console.write(bytes) }
    }

    func add(_ losses: [Loss]) throws(StoredFileError) {
        if losses.isEmpty { return }
        summary.add(losses, file: input)
        guard self.losses != nil else { return }
        lossLines.add(losses)
        if lossLines.areMany { try writeLosses() }
    }

    func add(_ losses: RepeatedLosses) throws(StoredFileError) {
        summary.add(losses, file: input)
        guard self.losses != nil else { return }
        lossLines.add(losses)
        if lossLines.areMany { try writeLosses() }
    }

    func add(_ losses: LossList) throws(StoredFileError) {
        if self.losses == nil { return summary.add(losses, file: input) }
        try losses.forEachPart { losses throws(StoredFileError) in try add(losses) }
    }

    private func writeLosses() throws(StoredFileError) {
        try lossLines.flush { lines throws(StoredFileError) in try losses?.write(lines) }
    }

    func keep(_ bad: LineMigration.BadLine) throws(StoredFileError) {
        try tell(bad)
        try kept?.write(bad.line.bytes + bad.line.ending)
    }

    /// Reports the problem of a line. Its losses have not happened: they are counted, but are not part of the output.
    private func tell(_ bad: LineMigration.BadLine) throws(StoredFileError) {
        summary.add(bad.losses, file: input, named: 1)
        Console.error(bad.diagnostic.text(file: input))
        try report?.write(Array((bad.json.text() + "\n").utf8))
    }

    // MARK: The end

    /// Puts all files in their places. Bad lines come before the output, which may replace the only file that has them;
    /// losses come after it, as an output that is not written has none.
    func commit() throws(StoredFileError) {
        try writeLosses()
        try FileReplacement.commit([kept, output, losses, report].compactMap { $0 })
    }

    /// Ends a run that has failed; the old files stay as they were. Losses and bad lines are still reported for lines
    /// that have been written already.
    func end(with error: any Error) throws(StoredFileError) -> ExitStatus {
        if let error = error as? MigrationError { summary.add(error.losses, file: input, named: 1) }
        let status: ExitStatus
        let migrated: Int
        switch error {
        case let bad as LineMigration.BadLine:
            try tell(bad)
            (status, migrated) = (.data, bad.migratedBefore)
        case let error as LineMigration.TooManyBadLines:
            (status, migrated) = (Console.report(error, file: input), error.summary.migrated)
        default:
            defer { tellLosses() }
            return Console.report(error, file: input)
        }
        let documents = migrated == 1 ? "1 document" : "\(migrated) documents"
        let remains = output.map(\.isWrittenDirectly) ?? true
        if let output, !remains {
            Console.error("\(input): \(documents) migrated, none written: \(output.path) is unchanged")
        } else {
            Console.error("\(input): \(documents) migrated and written")
        }
        if !keepsBad {
            Console.error("\(input): no line after it was read; '--keep-bad FILE' keeps bad lines and goes on")
        }
        try writeLosses()
        try FileReplacement.commit((remains ? [kept, losses, report] : [report]).compactMap { $0 })
        tellLosses()
        return status
    }

    /// Counts the bad lines that were kept.
    func tellBad(_ summary: LineMigration.Summary) {
        guard let kept, summary.bad > 0 else { return }
        Console.error("\(input): \(summary.migrated) migrated, \(summary.bad) bad, kept in \(kept.path)")
    }

    /// Shows what was lost.
    func tellLosses() {
        if summary.count > 0 { Console.error(summary.text) }
    }
}
