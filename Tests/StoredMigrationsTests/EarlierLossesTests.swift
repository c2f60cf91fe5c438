import Foundation
import Migrations
import StoredMigrations
import Testing
import VersionedCodec

/// Losses of documents that an earlier run has migrated come out of its journal.
@Suite struct EarlierLossesTests {
    private let folder: TestFolder
    private static let lines = (0..<40).map { #"{"version": 1, "total": 1, "note": "n\#($0)"}"# + "\n" }

    init() throws {
        folder = try TestFolder()
        try folder.file("o/1.json", #"{"version": 1, "total": 1, "note": "x"}"#)
        try folder.file("o/2.json", #"{"version": 1, "total": 1}"#)
        try folder.file("o/l.ndjson", Self.lines.joined())
        try folder.file("o/z.json", #"{"version": 1, "total": 1, "note": "y"}"#)
    }

    /// Runs up to so many reports, and returns the list.
    private func run(
        records: Bool = true, redacting: [DecodingIssue.Redaction] = [], reports most: Int = .max,
        _ change: (inout StoredMigration.Options) -> Void = { _ in }
    ) throws -> LossList {
        var options = StoredMigration.Options()
        (options.destination, options.jobs, options.recordsLosses) = (.inPlace, 1, records)
        (options.linePartSize, options.checkpointInterval, options.redactions) = (50, 100, redacting)
        change(&options)
        var (list, left) = (LossList(), most)
        _ = try StoredMigration(plan: Orders.plan(), to: "2", options: options)
            .run(DocumentSelection([StoredPath(folder.path("o"))])) { report in
                left -= 1
                // As where the reader of the list has gone.
                if left < 0 { throw StoredFileError(code: .closedPipe, path: "", reason: "stopped", number: 0) }
                try list.add(report)
            }
        return list
    }

    private var journal: String { get throws { try folder.text("o.to-2.journal") } }

    @Test(arguments: [1, 2, 3, 10, 30, 100]) func runThatGoesOnListsAllLosses(reports: Int) throws {
        let stopped = try? run(reports: reports)
        #expect((stopped == nil) == (reports < 100))
        let list = try run()
        #expect(list.lines.count == 42 && list.isComplete)
        #expect(list.lines.map { $0.contains("l.ndjson") } == [false] + Self.lines.map { _ in true } + [false])
        #expect(list.lines[1].contains(#""value":"n0""#) && list.lines[40].contains(#""value":"n39""#))
        #expect(try run().lines == list.lines)
    }

    @Test func documentsDoneWithoutTheListAreMissingInIt() throws {
        _ = try? run(records: false, reports: 20)
        #expect(try !journal.contains("losses"))
        let rest = try run()
        #expect(!rest.isComplete && (1..<40).contains(rest.lines.count))
        // What has been recorded since is still there.
        let again = try run()
        #expect(!again.isComplete && again.lines == rest.lines)
    }

    @Test func runInBetweenWithoutTheListKeepsIt() throws {
        let all = try run().lines
        #expect(try run(records: false).lines == [])
        let list = try run()
        #expect(list.isComplete && list.lines == all)
    }

    @Test func hiddenValuesAreNotInTheJournalAndOthersAreNotShownWhereTheyAreHidden() throws {
        let hiding: [DecodingIssue.Redaction] = [.key("note")]
        _ = try? run(redacting: hiding, reports: 10)
        let list = try run(redacting: hiding)
        #expect(list.isComplete && list.lines.count == 42)
        #expect(try journal.contains("(redacted)") && !journal.contains("n1"))
        #expect(try !run().isComplete)
        try FileManager.default.removeItem(atPath: folder.path("o.to-2.journal"))
        try folder.file("o/1.json", #"{"version": 1, "total": 1, "note": "secret"}"#)
        #expect(try run().lines.count == 1)
        let hidden = try run(redacting: hiding)
        #expect(!hidden.isComplete && hidden.lines == [])
    }

    @Test func linesBesideBadOnesAreListed() throws {
        try folder.file("o/l.ndjson", (0..<40).map { $0 == 7 ? "bad\n" : Self.lines[$0] }.joined())
        let list = try run()
        #expect(list.lines.count == 41)
        let again = try run()
        #expect(again.isComplete && again.lines == list.lines)
    }

    @Test func repairedFileLacksTheLossesOfItsOtherLines() throws {
        try folder.file("o/l.ndjson", "bad\n" + Self.lines.joined())
        #expect(try run().isComplete)
        try folder.file("o/l.ndjson", try folder.text("o/l.ndjson").replacing("bad\n", with: Self.lines[0]))
        let repaired = try run()
        #expect(!repaired.isComplete && repaired.lines.count == 3)
        let again = try run()
        #expect(!again.isComplete && again.lines == repaired.lines)
    }

    @Test func undoneRunIsForgotten() throws {
        let files = try folder.files(in: "o")
        let backup = StoredPath(folder.path("kept"))
        let list = try run { $0.backup = backup }
        let undone = try StoredMigration(plan: Orders.plan(), to: "2")
            .undo(StoredPath(folder.path("o.to-2.journal"))) { _ in }
        #expect(undone.migrated == 4)
        #expect(try folder.files(in: "o") == files)
        let again = try run { $0.backup = backup }
        #expect(again.isComplete && again.lines == list.lines)
    }

    /// A record holds a megabyte of them, and a character is not cut.
    @Test func largeLossesAreListed() throws {
        let text = (0..<700_000).map { ["a", "é", "語", "🙂", "\\\\", "\\u0001"][$0 % 6] }.joined()
        let large = #"{"version": 1, "total": 1, "note": "\#(text)"}"#
        try folder.file("o/1.json", large)
        try folder.file("o/l.ndjson", Self.lines.joined() + large + "\n")
        let list = try run()
        #expect(list.isComplete && list.lines.count == 43)
        let lengths = try journal.split(separator: "\n").map(\.utf8.count)
        #expect(lengths.count { $0 > 500_000 } >= 4 && lengths.allSatisfy { $0 < 3 << 20 })
        let again = try run()
        #expect(again.isComplete && again.lines == list.lines)
    }

    /// They are of a document whose record has not come to the disk.
    @Test func lossesAtTheEndOfAJournalAreCutOff() throws {
        _ = try? run(reports: 20)
        let records = try journal.split(separator: "\n")
        let last = try #require(records.last { $0.contains(#"{"losses""#) })
        let part = try #require(records.lastIndex { $0.contains(#"{"part""#) })
        let whole = records[...part].joined(separator: "\n") + "\n"
        try folder.file("o.to-2.journal", whole + last + "\n" + last + "\n" + last.prefix(50))
        let list = try run()
        #expect(list.isComplete && list.lines.count == 42)
        #expect(try journal.hasPrefix(whole) && !journal.contains(last + "\n" + last))
    }

    @Test func anotherRecordIsNotTakenForLosses() throws {
        #expect(try run().lines.count == 42)
        let text = try journal
        let record = try #require(text.split(separator: "\n").first { $0.contains(#"{"replace":"1.json""#) })
        let wrong = record.dropFirst(9).replacing(/"losses":\d\d\d/, with: #""losses":100"#)
        let check = "\(Digest(of: Array(wrong.utf8)))".suffix(8)
        try folder.file("o.to-2.journal", text.replacing(record, with: "\(check) \(wrong)"))
        let list = try run()
        #expect(!list.isComplete && list.lines.count == 41)
    }
}
