import Foundation
import Migrations
import StoredMigrations
import Testing
import VersionedCodec

@Suite struct StoredMigrationsAsAStrangerTests {
    private let folder: URL
    private let plan: MigrationPlan

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "stranger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "orders"), withIntermediateDirectories: true)
        for number in 0..<700 { try Self.order(number).write(to: folder.appending(path: "orders/\(number).json")) }
        try Data("{".utf8).write(to: folder.appending(path: "orders/bad.json"))
        plan = try MigrationPlan(
            planFile: """
                {"planFormat": 1, "name": "order", "version": {"at": "/version", "as": "integer"},
                 "versions": [{"version": "1"}, {"version": "2"}],
                 "migrations": [{"from": "1", "to": "2", "summary": "The total is called price", "operations": [
                   {"op": "rename", "path": "/total", "to": "price"}]}]}
                """)
    }

    private static func order(_ number: Int) -> Data { Data(#"{"version": 1, "total": \#(number)}"#.utf8) }

    private func end() throws { try FileManager.default.removeItem(at: folder) }

    private var selection: DocumentSelection { DocumentSelection([folder.appending(path: "orders").path]) }

    @Test func reportsComeInOrderAndTheSummaryInTheEnd() async throws {
        var migration = StoredMigration(plan: plan, to: "2")
        migration.options.destination = .inPlace
        migration.options.synchronization = .none
        let run = migration.start(selection)
        var outcomes: [StoredMigration.Report.Outcome: Int] = [:]
        for try await report in run {
            outcomes[report.outcome, default: 0] += 1
            #expect(!report.takesBackLosses)
        }
        let summary = try await run.summary
        #expect(outcomes == [.migrated: 700, .bad: 1])
        #expect(summary.migrated == 700 && summary.bad == 1 && run.progress.all == 701)
        #expect(summary.text.hasSuffix("to version 2: 700 migrated, 0 there already, 1 bad\n"))
        try end()
    }

    @Test func loopsShareTheReports() async throws {
        let run = StoredMigration(plan: plan, to: "2").start(selection)
        let count: @Sendable () async throws -> Int = {
            var count = 0
            for try await _ in run { count += 1 }
            return count
        }
        async let (first, second, third) = (count(), count(), count())
        #expect(try await first + second + third == 701)
        try end()
    }

    @Test func summaryAloneDrainsTheRun() async throws {
        let summary = try await StoredMigration(plan: plan, to: "2").start(selection).summary
        #expect(summary.migrated == 700 && summary.journal == nil)
        try end()
    }

    @Test func runThatIsLetGoOfEndsAndCanBeGoneOnWith() async throws {
        var migration = StoredMigration(plan: plan, to: "2")
        (migration.options.destination, migration.options.synchronization) = (.inPlace, .none)
        do {
            let run = migration.start(selection)
            for try await _ in run { break }
            run.cancel()
            let summary = try await run.summary
            #expect(summary.stop == .cancelled || summary.migrated == 700)
        }
        let rest = try await migration.start(selection).summary
        #expect(rest.counts.all == 701 && rest.stop == nil)
        #expect(
            try String(contentsOf: folder.appending(path: "orders/699.json"), encoding: .utf8)
                == #"{"version": 2, "price": 699}"#)
        try end()
    }

    @Test func cancelledTaskCancelsTheRun() async throws {
        let migration = StoredMigration(plan: plan, to: "2")
        let selection = selection
        let task = Task { try await migration.start(selection).summary }
        task.cancel()
        let summary = try await task.value
        #expect(summary.stop == .cancelled || summary.counts.all == 701)
        try end()
    }

    @Test func errorOfARunIsThrownToWhoeverReads() async throws {
        let run = StoredMigration(plan: plan, to: "2").start(DocumentSelection([String]()))
        await #expect(throws: StoredMigrationError.self) { for try await _ in run {} }
        await #expect(throws: StoredMigrationError.self) { try await run.summary }
        try end()
    }

    @Test func whatWasPlannedIsDoneAndShownWithoutWhatIsRedacted() throws {
        let changes = StoredPath(folder.appending(path: "changes.plan").path)
        var selection = selection
        selection.include = [PathPattern("[0-9].json")]
        var migration = StoredMigration(plan: plan, to: "2")
        migration.options.plannedChanges = changes
        migration.options.differences = 1
        migration.options.redactions = [.key("price")]
        var page = StoredMigration.Page()
        var shown: [String] = []
        let look = try migration.run(selection) { report in
            page.add(report)
            shown += report.differences.map { $0.text(removed: { $0 }, added: { $0.uppercased() }) }
        }
        #expect(look.migrated == 10 && look.counts.unread == 0)
        #expect(
            shown == [
                "\(folder.path)/orders/0.json: 1 → 2\n  - /version: 1\n  + /VERSION: 2\n  - /total: 0\n"
                    + "  + /PRICE: \"(REDACTED)\"\n"
            ])
        #expect(page.html(of: look).contains("<ins>+ /price: &quot;(redacted)&quot;</ins>"))
        try Self.order(77).write(to: folder.appending(path: "orders/7.json"))
        migration.options.plannedChanges = nil
        migration.options.destination = .inPlace
        var bad: [StoredMigration.BadDocument] = []
        let done = try migration.apply(changes) { bad += $0.bad }
        #expect(
            done.migrated == 9 && bad.map(\.code) == [StoredMigration.BadDocument.Code.changed] && !bad[0].isUnreadable)
        try end()
    }

    @Test func lossIsShownWithoutWhatIsRedacted() throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 1, "name": "order", "version": {"at": "/version", "as": "integer"},
                 "versions": [{"version": "1"}, {"version": "2"}],
                 "migrations": [{"from": "1", "to": "2", "summary": "No notes", "operations": [
                   {"op": "remove", "path": "/note"}]}]}
                """)
        let loss = try #require(plan.migrate(#"{"version": 1, "note": {"a": "x", "b": 1}}"#, to: "2").losses.first)
        #expect(loss.redacted(by: [.key("a")]).value.text() == #"{"a":"(redacted)","b":1}"#)
        #expect(loss.redacted(by: [.path("/other")]) == loss)
        try end()
    }

    @Test func patternsAndLimitsAreMadeFromTexts() throws {
        var selection = selection
        selection.include = [PathPattern("[0-9].json")]
        selection.exclude = [PathPattern("7.json")]
        var options = StoredMigration.Options()
        options.limit = .lines(3)
        options.jobs = 2
        let summary = try StoredMigration(plan: plan, to: "2", options: options).run(selection) { _ in }
        #expect(summary.migrated == 9)
        try end()
    }
}
