import Migrations
import StoredMigrations
import Testing
import VersionedCodec

/// What a journal knows of earlier runs counts as done only for the same plan, target, destination and options.
@Suite struct EarlierRunTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.file("o/1.json", #"{"version": 1, "total": 1}"#)
        try folder.file("o/lines.ndjson", #"{"version": 1, "total": 1}"# + "\n" + #"{"version": 1, "total": 2}"# + "\n")
    }

    private func plan(
        _ second: String = "price", version: VersionLocation? = VersionLocation("/version", as: .integer),
        style: WritingStyle? = nil, knows: PlanVersion.KnownMembers? = nil
    ) throws -> MigrationPlan {
        try MigrationPlan(
            "orders", versionAt: version,
            versions: ["1", "2", "3"].map { PlanVersion($0, style: style, knows: knows) },
            migrations: [
                Migration(from: "1", to: "2", "x", operations: [.rename("/total", to: second)]),
                Migration(from: "2", to: "3", "x", operations: [.rename(JSONPointer([second]), to: "amount")]),
            ])
    }

    private func run(
        _ plan: MigrationPlan, to target: String, from: String? = nil, losses policy: LossPolicy = .report,
        _ change: (inout StoredMigration.Options) -> Void = { $0.destination = .inPlace },
        _ report: (StoredMigration.Report) -> Void = { _ in }
    ) throws -> StoredMigration.Summary {
        var options = StoredMigration.Options()
        options.journal = StoredPath(folder.path("j"))
        change(&options)
        var migrating = MigrationOptions()
        migrating.losses = policy
        let migration = StoredMigration(plan: plan, to: target, from: from, migrating: migrating, options: options)
        return try migration.run(DocumentSelection([folder.path("o")]), report: report)
    }

    @Test func anotherTargetMigratesFurther() throws {
        #expect(try run(plan(), to: "2").migrated == 3)
        #expect(try run(plan(), to: "3").migrated == 3)
        #expect(try folder.text("o/1.json") == #"{"version": 3, "amount": 1}"#)
        #expect(try run(plan(), to: "3").counts.doneBefore > 0)
    }

    @Test func aCorrectedPlanMakesNewResults() throws {
        let intoFolder = { (options: inout StoredMigration.Options) in
            options.destination = .folder(StoredPath(self.folder.path("out")))
        }
        #expect(try run(plan("prise"), to: "2", intoFolder).migrated == 3)
        #expect(try run(plan("price"), to: "2", intoFolder).migrated == 3)
        #expect(try folder.text("out/1.json") == #"{"version": 2, "price": 1}"#)
        #expect(try folder.text("out/lines.ndjson").contains("prise") == false)
        #expect(try run(plan("price"), to: "2", intoFolder).migrated == 0)
    }

    @Test func anotherFormOfAVersionMakesNewResults() throws {
        let intoFolder = { (options: inout StoredMigration.Options) in
            options.destination = .folder(StoredPath(self.folder.path("out")))
        }
        #expect(try run(plan(), to: "2", intoFolder).migrated == 3)
        #expect(try run(plan(style: .compact), to: "2", intoFolder).migrated == 3)
        #expect(try folder.text("out/1.json").contains(": ") == false)
        #expect(try run(plan(knows: ["version": .anything]), to: "2", intoFolder).migrated == 3)
        #expect(try folder.text("out/1.json") == #"{"version": 2}"#)
    }

    @Test func otherOptionsLookAtDocumentsAgain() throws {
        _ = try run(plan(), to: "2")
        let again = try run(plan(), to: "2", losses: .fail)
        #expect(again.counts.doneBefore == 0 && again.counts.unchanged == 3)
    }

    @Test func aDocumentThatDoesNotNameItsVersionIsMigratedOnce() throws {
        try folder.file("o/1.json", #"{"total": 1}"#)
        try folder.file("o/lines.ndjson", #"{"total": 1}"# + "\n")
        #expect(try run(plan(version: nil), to: "2", from: "1").migrated == 2)
        // The same plan with other options has nothing to do.
        #expect(try run(plan(version: nil), to: "2", from: "1", losses: .fail).counts.doneBefore == 2)
        var reasons: [String] = []
        let other = try run(plan("prise", version: nil), to: "2", from: "1") {
            $0.destination = .inPlace
        } _: {
            reasons += $0.bad.map { $0.json.object?["reason"]?.string ?? "" }
        }
        #expect(other.bad == 2 && other.migrated == 0)
        #expect(Set(reasons) == ["an earlier run has migrated it to version 2, and it does not name its version"])
        #expect(try run(plan(version: nil), to: "3", from: "2").migrated == 2)
        #expect(try folder.text("o/1.json") == #"{"amount": 1}"#)
        try folder.file("o/lines.ndjson", #"{"total": 1}"# + "\n" + #"{"total": 2}"# + "\n")
        let appended = try run(plan(version: nil), to: "3", from: "2")
        #expect(appended.bad == 1 && appended.counts.doneBefore == 1)
    }

    @Test func anInterruptedRunIsNotContinuedWithOtherOptions() throws {
        try folder.file("o/bad.json", "{")
        let stopping = { (options: inout StoredMigration.Options) in
            (options.destination, options.limit) = (.inPlace, .lines(0))
        }
        #expect(try run(plan(), to: "2", stopping).stop == .tooManyBad)
        let error = #expect(throws: StoredMigrationError.self) { try run(plan(), to: "2", losses: .carry) }
        #expect(
            error?.reason
                == "a run to version 2 has not ended, and had another policy for losses, context or verification; "
                + "end it by its own command, or name another journal")
        let backup = #expect(throws: StoredMigrationError.self) {
            try run(plan("prise"), to: "2") { options in
                (options.destination, options.backup) = (.inPlace, StoredPath(folder.path("kept")))
            }
        }
        #expect(backup?.reason.contains("had another plan, another folder of backups;") == true)
        let last = try run(plan(), to: "2")
        #expect(last.migrated == 2 && last.counts.doneBefore == 1 && last.bad == 1)
        #expect(last.text.hasSuffix("losses of the documents that it has done are not counted here\n"))
        #expect(try !run(plan(), to: "2").isContinued)
    }
}
