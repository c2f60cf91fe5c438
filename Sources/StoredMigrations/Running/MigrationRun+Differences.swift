import Migrations
import VersionedCodec

extension MigrationRun {
    /// Adds the differences of a document to its report, as long as some are wanted.
    func compare(_ document: DocumentWorker.Prepared) {
        guard differencesLeft > 0, let texts = document.texts, document.report.outcome == .migrated,
            let difference = StoredMigration.Difference(
                document.report.file, from: document.report.from?.label, to: summary.target, texts.old, texts.new)
        else { return }
        differencesLeft -= 1
        document.report.differences = [difference.redacted(by: redactions, payload: texts.old, worker.words)]
    }

    /// Adds the differences of lines to the report on them.
    func compare(_ report: inout StoredMigration.Report) {
        guard differencesLeft > 0, let changed = report.changed else { return }
        report.changed = nil
        let old = LineReader(changed.part.bytes, linesBefore: changed.part.linesBefore, bytesBefore: 0)
        let new = LineReader(changed.output, linesBefore: 0, bytesBefore: 0)
        // Bytes in memory can be read.
        while differencesLeft > 0, let before = try? old.next(), let after = try? new.next() {
            guard before.bytes != after.bytes,
                let difference = StoredMigration.Difference(
                    report.file, line: before.number, from: version(of: before), to: summary.target, before.bytes,
                    after.bytes)
            else { continue }
            differencesLeft -= 1
            report.differences.append(difference.redacted(by: redactions, payload: before.bytes, worker.words))
        }
    }

    /// The version of a line that was migrated; `nil` for an envelope, and if the migration was told the version and
    /// the line names none.
    private func version(of line: LineReader.Line) -> String? {
        guard let found = try? converter.detectFirst(line.bytes), found.isOfDocument else { return nil }
        return found.version.label
    }
}
