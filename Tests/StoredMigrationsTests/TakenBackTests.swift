import Foundation
import Migrations
import StoredMigrations
import Testing
import VersionedCodec

/// Documents that are taken back: to verify results, and to undo a run.
@Suite struct TakenBackTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.file("o/1.json", #"{"version": 1, "total": 1}"#)
        try folder.file("o/lines.ndjson", #"{"version": 1, "total": 1}"# + "\n")
    }

    /// A plan of which one direction can be broken.
    private func plan(down: String = "total") throws -> MigrationPlan {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "x", up: [.rename("/total", to: "price")],
                    down: [.rename(down.isEmpty ? "/sum" : "/price", to: down.isEmpty ? "total" : down)])
            ])
    }

    private func set(down: String = "total") throws -> PlanSet {
        try PlanSet(
            "Shop", entities: [PlanSet.Entity("Order", plan: plan(down: down))],
            pins: [VersionPins("2025-01", ["Order": "1"]), VersionPins("2026-03", ["Order": "2"])])
    }

    private func migration(
        _ isSet: Bool, down: String = "total", verifies: Bool = false, backup: String? = nil
    ) throws -> StoredMigration {
        var options = StoredMigration.Options()
        (options.destination, options.verifies) = (.inPlace, verifies)
        options.journal = StoredPath(folder.path("j"))
        options.backup = backup.map { StoredPath(folder.path($0)) }
        return isSet
            ? StoredMigration(set: try set(down: down), entity: "Order", to: "2026-03", options: options)
            : StoredMigration(plan: try plan(down: down), to: "2", options: options)
    }

    private func run(_ migration: StoredMigration) throws -> StoredMigration.Summary {
        try migration.run(DocumentSelection([folder.path("o")])) { _ in }
    }

    private func undo(_ migration: StoredMigration) throws -> (summary: StoredMigration.Summary, bad: [String]) {
        var bad: [String] = []
        let summary = try migration.undo(StoredPath(folder.path("j"))) { report in
            bad += report.bad.map { $0.json.object?["reason"]?.string ?? "" }
        }
        return (summary, bad)
    }

    /// A member that comes back under another name is a loss that is reported; a way back that fails is a fault.
    @Test(arguments: [false, true]) func resultsOfPlansAndSetsAreVerified(isSet: Bool) throws {
        #expect(try run(migration(isSet, verifies: true)).migrated == 2)
        try folder.file("o/1.json", #"{"version": 1, "total": 1}"#)
        try folder.file("o/lines.ndjson", #"{"version": 1, "total": 1}"# + "\n")
        let lossy = try run(migration(isSet, down: "sum", verifies: true))
        #expect(lossy.migrated == 2 && lossy.losses.count == 2)
        try folder.file("o/1.json", #"{"version": 1, "total": 1}"#)
        try folder.file("o/lines.ndjson", #"{"version": 1, "total": 1}"# + "\n")
        #expect(try run(migration(isSet, down: "", verifies: true)).bad == 2)
    }

    /// After an element is gone, those behind it come back in other places. That is the loss that was reported.
    @Test func lossesInAndAroundWhatChangedExplainIt() throws {
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "x",
                    operations: [
                        .transform("/l", by: [.filter(.present("/a"))]), .each("/l", [.remove("/b", ifAbsent: .skip)]),
                        .remove("/m/deep", ifAbsent: .skip),
                    ])
            ])
        let elements = (0..<2_000).map { $0 % 3 == 0 ? #"{"b":\#($0)}"# : #"{"a":\#($0),"b":{"c":[\#($0)]}}"# }
        let text = #"{"version":1,"l":[\#(elements.joined(separator: ","))],"m":{"deep":{"x":1},"kept":2}}"#
        try folder.file("o/1.json", text)
        try folder.file("o/lines.ndjson", text + "\n")
        let set = try PlanSet(
            "Shop", entities: [PlanSet.Entity("Order", plan: plan)],
            pins: [VersionPins("2025-01", ["Order": "1"]), VersionPins("2026-03", ["Order": "2"])])
        var options = StoredMigration.Options()
        (options.destination, options.verifies) = (.inPlace, true)
        let summary = try run(StoredMigration(set: set, entity: "Order", to: "2026-03", options: options))
        #expect(summary.migrated == 2 && summary.bad == 0 && summary.losses.count > 4_000)
    }

    @Test func partsAreVerified() throws {
        try folder.file("o/1.json", #"{"version": 1, "note": 1}"#)
        try folder.file("o/lines.ndjson", #"{"version": 1, "note": 1}"# + "\n")
        var options = StoredMigration.Options()
        (options.destination, options.verifies) = (.inPlace, true)
        let migration = StoredMigration(
            plan: try plan(), to: "2", migrating: MigrationOptions(isPartial: true), options: options)
        let summary = try migration.run(DocumentSelection([folder.path("o")])) { _ in }
        #expect(summary.migrated == 2 && summary.bad == 0)
    }

    @Test(arguments: [false, true]) func runsOfPlansAndSetsAreUndoneWithoutBackups(isSet: Bool) throws {
        let old = try folder.files(in: "o")
        #expect(try run(migration(isSet)).migrated == 2)
        let (summary, bad) = try undo(migration(isSet))
        #expect(summary.migrated == 2 && bad == [])
        #expect(try folder.files(in: "o") == old)
    }

    @Test(arguments: ["deleted", "damaged"]) func aBackupThatIsLostIsMigratedBackTo(kind: String) throws {
        let old = try folder.files(in: "o")
        #expect(try run(migration(false, backup: "kept")).migrated == 2)
        if kind == "deleted" {
            try FileManager.default.removeItem(atPath: folder.path("kept"))
        } else {
            for name in ["1.json", "lines.ndjson"] { try folder.file("kept/\(name)", "{}") }
        }
        // The plan of which the way back gives something else has nothing to restore them by.
        let (summary, bad) = try undo(migration(false, down: "sum"))
        #expect(summary.migrated == 0)
        let reason =
            kind == "deleted" ? "cannot be read" : "was changed, and migrating it back does not give the old bytes"
        #expect(bad == ["1.json", "lines.ndjson"].map { "its backup \(folder.path("kept"))/\($0) \(reason)" })
        #expect(try undo(migration(false)).summary.migrated == 2)
        #expect(try folder.files(in: "o") == old)
    }

    @Test func manyDocumentsAreRestoredInTheirOrder() throws {
        for number in 100..<200 { try folder.file("o/\(number).json", #"{"version": 1, "total": \#(number)}"#) }
        let old = try folder.files(in: "o")
        #expect(try run(migration(false, backup: "kept")).migrated == 102)
        try folder.file("o/150.json", "{}")
        var reports: [String] = []
        let summary = try migration(false, backup: "kept").undo(StoredPath(folder.path("j"))) { report in
            reports.append((report.file.description as NSString).lastPathComponent)
        }
        #expect(summary.migrated == 101 && summary.bad == 1)
        #expect(reports == ["1.json"] + (100..<200).map { "\($0).json" } + ["lines.ndjson"])
        try folder.file("o/150.json", #"{"version": 1, "total": 150}"#)
        #expect(try folder.files(in: "o") == old)
    }
}
