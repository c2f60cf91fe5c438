import Foundation
import Migrations
import StoredMigrations
import Testing
import VersionedCodec

@Suite struct LineFileTests {
    private let folder: TestFolder
    private let old: String
    private let new: String

    init() throws {
        folder = try TestFolder()
        var (old, new) = ("", "")
        let long = String(repeating: "x", count: 800)
        for number in 0..<4_000 {
            switch number % 1_000 {
            case 17:
                old += "bad\n"
                new += "bad\n"
            case 18:
                old += "\n"
                new += "\n"
            case 19:
                old += "{\"version\": 2, \"price\": 5}\r\n"
                new += "{\"version\": 2, \"price\": 5}\r\n"
            default:
                old += "{\"version\": 1, \"total\": \(number), \"note\": \"\(long)\"}\n"
                new += "{\"version\": 2, \"price\": \(number)}\n"
            }
        }
        (self.old, self.new) = (old, new)
        try folder.file("o/x.ndjson", old)
    }

    @Test(arguments: [1, 3]) func linesAreMigratedInTheirOrder(jobs: Int) throws {
        var options = StoredMigration.Options()
        (options.destination, options.jobs) = (.inPlace, jobs)
        options.quarantine = StoredPath(folder.path("bad"))
        var lines: [Int] = []
        let summary = try StoredMigration(plan: try Orders.plan(), to: "2", options: options)
            .run(DocumentSelection([folder.path("o")])) { lines += $0.bad.compactMap { $0.diagnostic.position?.line } }
        #expect(try folder.text("o/x.ndjson") == new)
        #expect(summary.counts.migrated == 4_000 - 12 && summary.counts.unchanged == 4 && summary.bad == 4)
        #expect(lines == [18, 1_018, 2_018, 3_018], "line numbers are those of the whole file")
        #expect(try folder.text("bad/x.ndjson") == "bad\nbad\nbad\nbad\n")
        #expect(summary.losses.count == 4_000 - 12)
    }

    /// What the last run has reported.
    private final class Log: @unchecked Sendable {
        var reports: [StoredMigration.Report] = []
        var bad: [StoredMigration.BadDocument] { reports.flatMap(\.bad) }
    }

    private let log = Log()

    /// - `stopAfter`: So many reports let the run go on.
    private func run(
        stopAfter: Int = .max, _ change: (inout StoredMigration.Options) -> Void = { _ in }
    ) throws -> StoredMigration.Summary {
        log.reports = []
        var options = StoredMigration.Options()
        (options.destination, options.jobs, options.linePartSize) = (.inPlace, 1, 10_000)
        options.checkpointInterval = 50_000
        change(&options)
        return try StoredMigration(plan: try Orders.plan(), to: "2", options: options).run(
            DocumentSelection([folder.path("o")]), isCancelled: { [log] in log.reports.count > stopAfter },
            report: { log.reports.append($0) })
    }

    private var temporaryFiles: [String] {
        get throws { try folder.files(in: ".").keys.filter { $0.hasSuffix(".tmp") }.sorted() }
    }

    @Test func lossesOfAFileThatIsChangedMeanwhileAreTakenBack() throws {
        var options = StoredMigration.Options()
        (options.destination, options.linePartSize, options.differences) = (.inPlace, 100_000, 3)
        var (reports, page) = ([StoredMigration.Report](), StoredMigration.Page())
        let summary = try StoredMigration(plan: try Orders.plan(), to: "2", options: options)
            .run(DocumentSelection([folder.path("o")])) { report in
                if reports.isEmpty { try folder.file("o/x.ndjson", old + old) }
                reports.append(report)
                page.add(report)
            }
        // How much has been read before the change is noticed depends on the machine.
        #expect(reports.dropLast().contains { !$0.losses.isEmpty })
        #expect(reports.last?.takesBackLosses == true && reports.last?.bad.map(\.code) == ["changed"])
        #expect(summary.losses.count == 0 && summary.losses.rows.isEmpty)
        #expect(!page.html(of: summary).contains("Examples of what changes"))
        #expect(try folder.text("o/x.ndjson") == old + old)
    }

    @Test func lookCountsVersions() throws {
        let summary = try StoredMigration(plan: try Orders.plan(), to: "2").run(DocumentSelection([folder.path("o")])) {
            _ in
        }
        #expect(summary.versions.rows.map(\.count) == [4_000 - 12, 4])
        #expect(try folder.text("o/x.ndjson") == old)
    }

    // MARK: Going on within a file

    /// A run that is stopped behind its first checkpoints.
    private func stop(_ change: (inout StoredMigration.Options) -> Void = { _ in }) throws {
        let summary = try run(stopAfter: 150, change)
        #expect(summary.stop == .cancelled)
        #expect(try folder.text("o/x.ndjson") == old, "nothing is in its place")
    }

    @Test func stoppedRunGoesOnWithinTheFile() throws {
        let bad = StoredPath(folder.path("bad"))
        try stop { $0.quarantine = bad }
        let kept = try temporaryFiles
        #expect(kept.count == 1, "what is done is kept")
        let summary = try run { $0.quarantine = bad }
        let lines = log.bad.map(\.diagnostic.position?.line)
        #expect(summary.counts.doneBefore > 1_000 && summary.counts.migrated > 1_000)
        #expect(summary.counts.doneBefore + summary.counts.migrated + summary.counts.unchanged == 4_000 - 8)
        #expect(lines == [18, 1_018, 2_018, 3_018], "bad lines are listed again")
        #expect(try folder.text("o/x.ndjson") == new)
        #expect(try folder.text("bad/x.ndjson") == "bad\nbad\nbad\nbad\n")
        #expect(try temporaryFiles.isEmpty)
    }

    @Test func changedFileIsRefusedOnceAndThenBegunAnew() throws {
        try stop()
        try folder.file("o/x.ndjson", old.replacing("\"total\": 1,", with: "\"total\": 8,"))
        _ = try run()
        #expect(log.bad.map(\.code) == [StoredMigration.BadDocument.Code.changed])
        #expect(try temporaryFiles.isEmpty)
        #expect(try run().counts.doneBefore == 0)
        #expect(try folder.text("o/x.ndjson") == new.replacing("\"price\": 1}", with: "\"price\": 8}"))
    }

    @Test func damagedPartialOutputIsBegunAnew() throws {
        try stop()
        let name = try #require(try temporaryFiles.first)
        try folder.file(name, "{}" + folder.text(name).dropFirst(2))
        #expect(try run().counts.doneBefore == 0)
        #expect(try folder.text("o/x.ndjson") == new)
    }

    @Test func undoOfAnUnfinishedRunLeavesNothing() throws {
        try stop()
        let migration = StoredMigration(plan: try Orders.plan(), to: "2")
        _ = try migration.undo(StoredPath(folder.path("o.to-2.journal"))) { _ in }
        #expect(try temporaryFiles.isEmpty)
        #expect(try folder.text("o/x.ndjson") == old)
    }

    @Test(arguments: [("", true), ("{\"version\": 2, \"price\": 5}\n", false)])
    func linesOfOneVersionArePutBackWithoutABackup(other: String, isPutBack: Bool) throws {
        let lines = "\nbad\n" + (0..<50).map { "{\"version\": 1, \"total\": \($0)}\n" }.joined() + other
        try folder.file("o/x.ndjson", lines)
        #expect(try run { $0.linePartSize = 100 }.migrated == 50)
        let undone = try StoredMigration(plan: try Orders.plan(), to: "2")
            .undo(StoredPath(folder.path("o.to-2.journal"))) { _ in }
        #expect(undone.migrated == (isPutBack ? 1 : 0) && undone.bad == (isPutBack ? 0 : 1))
        #expect(try (folder.text("o/x.ndjson") == lines) == isPutBack)
    }

    // MARK: What is there already

    @Test func linesAtTheTargetAreLookedAtOnly() throws {
        try folder.file("o/x.ndjson", "{\"version\": 2, \"price\": }\n{\"version\": 2}\n")
        let summary = try run()
        #expect(summary.counts.unchanged == 2 && summary.counts.unread == 2)
        let read = try run { $0.verifies = true }
        #expect(read.bad == 1 && read.counts.unread == 0, "to verify is to read")
    }

    @Test(arguments: [
        #"{"version": 2, "version": 1, "total": 1}"#, #"{"version": 2, "\u0076ersion": 1, "total": 1}"#,
        #"{"price": 1, "version": 2}"#, #"{"version": 20}"#,
    ]) func versionsThatAreLateOrRepeatedAreRead(line: String) throws {
        try folder.file("o/x.ndjson", line + "\n")
        #expect(try run().counts.unread == 0)
    }

    @Test(arguments: [1, 3]) func progressGrowsWithinAFile(jobs: Int) throws {
        var options = StoredMigration.Options()
        (options.destination, options.jobs, options.linePartSize) = (.inPlace, jobs, 1 << 16)
        var (running, seen) = (RunningCounts(), [StoredMigration.Counts]())
        let summary = try StoredMigration(plan: Orders.plan(), to: "2", options: options).run(
            DocumentSelection([folder.path("o")])
        ) { report in
            running.add(report)
            seen.append(running.counts)
        }
        #expect(seen.count > 20 && seen.map(\.all) == seen.map(\.all).sorted() && seen[3].migrated > 0)
        #expect(running.counts == summary.counts && running.files == 1 && running.bytes == old.utf8.count)
        #expect(running.counts.bad == 4)
    }

    @Test func lineThatCannotBeVerifiedIsBadAlone() throws {
        let summary = try run { $0.verifies = true }
        #expect(
            summary.bad == 4 && summary.counts.migrated == 4_000 - 12, "losses that are reported are not differences")
    }

    // MARK: Compressed

    private func filter(_ program: String, _ file: String, to result: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\(program) < '\(folder.path(file))' > '\(folder.path(result))'"]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    private static let programs = [("gzip", "gz"), ("zstd -q", "zst")].filter { program, _ in
        ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + program.split(separator: " ")[0])
        }
    }

    @Test(arguments: programs, [true, false])
    func compressedFilesStayCompressed(program: (String, String), isInPlace: Bool) throws {
        let name = "x.ndjson.\(program.1)"
        try filter("\(program.0) -c", "o/x.ndjson", to: "o/\(name)")
        try FileManager.default.removeItem(atPath: folder.path("o/x.ndjson"))
        let summary = try run { if !isInPlace { $0.destination = .folder(StoredPath(folder.path("out"))) } }
        #expect(summary.counts.migrated == 4_000 - 12 && summary.bad == 4)
        try filter("\(program.0) -dc", (isInPlace ? "o/" : "out/") + name, to: "result")
        #expect(try folder.text("result") == new)
        #expect(try temporaryFiles.isEmpty)
        let again = try run { if !isInPlace { $0.destination = .folder(StoredPath(folder.path("out"))) } }
        #expect(again.counts.migrated == (isInPlace ? 0 : 4_000 - 12))
    }

    @Test func fileThatIsCutOffIsBadAndStays() throws {
        try filter("gzip -c", "o/x.ndjson", to: "whole")
        try filter("head -c 20000", "whole", to: "o/cut.ndjson.gz")
        try folder.file("o/none.ndjson.zst", "hello")
        let before = try Data(contentsOf: folder.url.appending(path: "o/cut.ndjson.gz"))
        _ = try run()
        #expect(
            log.bad.filter { $0.code == "unreadable" }.map(\.diagnostic.message) == [
                "cannot read: gzip: stdin: unexpected end of file",
                "cannot read: "
                    + (Self.programs.count > 1 ? "zstd: /*stdin*\\: unsupported format" : "'zstd' is not installed"),
            ])
        #expect(try Data(contentsOf: folder.url.appending(path: "o/cut.ndjson.gz")) == before)
        #expect(try temporaryFiles.isEmpty)
    }

    @Test func messagesHaveLineNumbersOfTheWholeFile() throws {
        try folder.file("o/x.ndjson", old.replacing("\"total\": 3500,", with: "\"total\" 3500,"))
        _ = try run()
        let losses = log.reports.flatMap(\.losses).map(\.position?.line)
        #expect(log.bad.last?.diagnostic.position?.line == 3_501)
        #expect(losses.first == 1 && losses.last == 4_000)
    }
}
