import Foundation
import Migrations
import StoredMigrations
import Synchronization
import Testing
import VersionedCodec

@Suite struct StoredMigrationTests {
    private let folder: TestFolder
    private var migration: StoredMigration

    init() throws {
        folder = try TestFolder()
        for number in 1...5 { try folder.file("o/\(number).json", #"{"version": 1, "total": \#(number)}"#) }
        try folder.file("o/in/new.json", #"{"version": 2, "price": 1}"#)
        try folder.file("o/in/note.json", #"{"version": 1, "total": 9, "note": "x"}"#)
        try folder.file("o/in/bad.json", "{")
        try folder.file("o/in/unknown.json", #"{"version": 9}"#)
        migration = StoredMigration(plan: try Orders.plan(), to: "2")
    }

    private func run(
        _ change: (inout StoredMigration.Options) -> Void = { _ in },
        _ report: (StoredMigration.Report) -> Void = { _ in }
    ) throws -> StoredMigration.Summary {
        var migration = migration
        change(&migration.options)
        return try migration.run(DocumentSelection([folder.path("o")]), report: report)
    }

    @Test func lookWritesNothingAndCountsAll() throws {
        let before = try folder.files(in: ".")
        let summary = try run()
        #expect(summary.counts.migrated == 6 && summary.counts.unchanged == 1 && summary.bad == 2)
        #expect(summary.losses.rows.map(\.path) == ["/note"])
        #expect(summary.journal == nil)
        #expect(try folder.files(in: ".") == before)
    }

    @Test(arguments: [1, 3]) func documentsAreReplacedAndBadOnesStay(jobs: Int) throws {
        var files: [String] = []
        let summary = try run({ ($0.destination, $0.jobs) = (.inPlace, jobs) }) { report in
            files.append((report.file.description as NSString).lastPathComponent + " " + report.outcome.rawValue)
        }
        #expect(summary.migrated == 6)
        #expect(try folder.text("o/3.json") == #"{"version": 2, "price": 3}"#)
        #expect(try folder.text("o/in/bad.json") == "{")
        #expect(
            files == (1...5).map { "\($0).json migrated" } + [
                "bad.json bad", "new.json unchanged", "note.json migrated", "unknown.json bad",
            ])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("."))
        #expect(Set(names) == ["o", "o.to-2.journal"])
    }

    @Test func reportSaysLinePathAndReason() throws {
        var bad: [StoredMigration.BadDocument] = []
        _ = try run({ _ in }) { bad += $0.bad }
        #expect(bad.map(\.code) == ["unexpectedEnd", "tooNew"])
        let json = try #require(bad.last).json.text()
        #expect(json.contains(#""line":1"#) && json.contains(#""path":"/version""#) && json.contains(#""version":"9""#))
    }

    @Test func sameRunAgainDoesNothing() throws {
        _ = try run { $0.destination = .inPlace }
        let before = try folder.files(in: "o")
        let again = try run { $0.destination = .inPlace }
        #expect(again.migrated == 0 && again.counts.doneBefore == 6 && again.counts.unchanged == 1 && again.bad == 2)
        #expect(try folder.files(in: "o") == before)
    }

    @Test func backupKeepsWhatWasThereAndQuarantineWhatIsBad() throws {
        let old = try folder.files(in: "o")
        _ = try run { options in
            options.destination = .inPlace
            (options.backup, options.quarantine) = (StoredPath(folder.path("kept")), StoredPath(folder.path("bad")))
        }
        let kept = try folder.files(in: "kept")
        #expect(kept.count == 6 && kept.allSatisfy { old[$0.key] == $0.value })
        #expect(try folder.files(in: "bad") == ["in/bad.json": "{", "in/unknown.json": #"{"version": 9}"#])
    }

    @Test func resultsMirrorTheTreeAndOtherFilesStay() throws {
        let old = try folder.files(in: "o")
        try folder.file("out/2.json", "somebody's")
        let out = StoredPath(folder.path("out"))
        let summary = try run { $0.destination = .folder(out) }
        #expect(try folder.files(in: "o") == old)
        var results = try folder.files(in: "out")
        #expect(results["2.json"] == "somebody's")
        #expect(results["in/new.json"] == #"{"version": 2, "price": 1}"#)
        #expect(results.count == 7 && results["in/bad.json"] == nil)
        #expect(summary.bad == 3)
        try folder.file("o/3.json", #"{"version": 1, "total": 33}"#)
        #expect(try run { $0.destination = .folder(out) }.migrated == 1, "what has changed is done again")
        results = try folder.files(in: "out")
        #expect(results["3.json"] == #"{"version": 2, "price": 33}"#)
    }

    @Test func tooManyBadDocumentsStopTheRun() throws {
        let summary = try run { ($0.destination, $0.limit, $0.jobs) = (.inPlace, .lines(0), 1) }
        #expect(summary.stop == .tooManyBad && summary.bad == 1)
        #expect(try folder.text("o/in/note.json").contains("total"), "what is behind the bad one is as it was")
        let rest = try run { ($0.destination, $0.jobs) = (.inPlace, 1) }
        #expect(rest.migrated == 1 && rest.counts.doneBefore == 5 && rest.bad == 2, "the same run goes on")
    }

    @Test func cancelledRunFinishesWhatIsUnderWayAndGoesOnLater() throws {
        for number in 6...300 { try folder.file("o/\(number).json", #"{"version": 1, "total": 1}"#) }
        let asked = Counter()
        let first = try {
            var migration = migration
            (migration.options.destination, migration.options.jobs) = (.inPlace, 2)
            return try migration.run(DocumentSelection([folder.path("o")]), isCancelled: { asked.next() > 2 }) { _ in }
        }()
        #expect(first.stop == .cancelled && first.migrated > 0 && first.migrated < 300)
        let second = try run { $0.destination = .inPlace }
        #expect(second.stop == nil && first.migrated + second.migrated == 301)
    }

    @Test func documentThatChangesMeanwhileIsLeftAlone() throws {
        let file = folder.path("o/1.json")
        let changed = #"{"version": 1, "total": 777777}"#
        let plan = try MigrationPlan(planFile: Orders.planText)
        let system = ChangingFileSystem { _ in _ = try? Data(changed.utf8).write(to: URL(filePath: file)) }
        var options = StoredMigration.Options()
        (options.destination, options.jobs) = (.inPlace, 1)
        var bad: [StoredMigration.BadDocument] = []
        _ = try StoredMigration(plan: plan, to: "2", options: options)
            .run(DocumentSelection([folder.path("o/1.json")]), in: system) { bad += $0.bad }
        #expect(bad.map(\.code) == [StoredMigration.BadDocument.Code.changed])
        #expect(try folder.text("o/1.json") == changed)
    }

    @Test func twoRunsWithOneJournalAreRefused() throws {
        let journal = StoredPath(folder.path("o.to-2.journal"))
        let place = try NamedFile(journal, in: DiskFileSystem())
        let file = try place.folder.openForUpdating(place.name)
        try #require(file.lock() == .locked)
        let error = #expect(throws: StoredMigrationError.self) { try run { $0.destination = .inPlace } }
        #expect(error?.code == .inUse)
    }

    @Test(arguments: [("o/in", true), (".", true), ("o/1.json", true), ("p", false), ("o-other", false)])
    func runsThatOverlapAreRefused(path: String, isRefused: Bool) throws {
        try folder.file("p/1.json", #"{"version": 1, "total": 1}"#)
        try folder.file("o-other/1.json", #"{"version": 1, "total": 1}"#)
        var outcomes: [String] = []
        var (first, second) = (migration, migration)
        (first.options.destination, second.options.destination) = (.inPlace, .inPlace)
        second.options.journal = StoredPath(folder.path("second.journal"))
        _ = try first.run(DocumentSelection([folder.path("o")])) { _ in
            if !outcomes.isEmpty { return }
            do {
                outcomes.append("\(try second.run(DocumentSelection([folder.path(path)])) { _ in }.migrated)")
            } catch let error as StoredMigrationError {
                outcomes.append(error.code.rawValue)
            }
        }
        #expect(outcomes == [isRefused ? "inUse" : "1"])
        #expect(try second.run(DocumentSelection([folder.path("o")])) { _ in }.migrated == 0, "then it may")
    }

    @Test func temporaryFilesOfRunsThatMayBeAtWorkStay() throws {
        // A file that is not locked itself may belong to a run that has locked its folder.
        let (left, used) = ("kept/in/.versioned-json-0123456789a-7.tmp", "kept/in/.versioned-json-0123456789a-u7.tmp")
        try folder.file("kept/.versioned-json-no-documents", "")
        try folder.file(left, "{")
        try folder.file(used, "{")
        _ = try run { ($0.destination, $0.backup) = (.inPlace, StoredPath(folder.path("kept"))) }
        #expect(try Set(folder.files(in: "kept/in").keys) == ["note.json", (used as NSString).lastPathComponent])
        var options = StoredMigration.Options()
        options.destination = .inPlace
        _ = try StoredMigration(plan: try Orders.plan(), to: "2", options: options)
            .run(DocumentSelection([folder.path("kept")])) { _ in }
        #expect(try Set(folder.files(in: "kept/in").keys) == ["note.json"])
    }

    @Test(arguments: [false, true]) func filesThatMayBeOutsideTheTreeAreLockedThemselves(followsLinks: Bool) throws {
        let names = Mutex<[String]>([])
        let system = ChangingFileSystem { name in names.withLock { $0.append(name.description) } }
        var selection = DocumentSelection([folder.path("o")])
        selection.followsLinks = followsLinks
        var options = StoredMigration.Options()
        (options.destination, options.jobs) = (.inPlace, 1)
        let migration = StoredMigration(plan: try Orders.plan(), to: "2", options: options)
        #expect(try migration.run(selection, in: system) { _ in }.migrated == 6)
        #expect(names.withLock { names in names.count == 6 && names.allSatisfy { $0.contains("-u") != followsLinks } })
    }

    @Test func interruptedRunOfAnotherPlanIsNotContinued() throws {
        _ = try run { ($0.destination, $0.limit) = (.inPlace, .lines(0)) }
        let other = Orders.planText.replacing("price", with: "cost")
        let migration = StoredMigration(
            plan: try MigrationPlan(planFile: other), to: "2",
            options: {
                var options = StoredMigration.Options()
                options.destination = .inPlace
                return options
            }())
        let error = #expect(throws: StoredMigrationError.self) {
            try migration.run(DocumentSelection([folder.path("o")])) { _ in }
        }
        #expect(error?.code == .otherRun)
    }

    @Test func folderThatCannotBeWrittenMakesItsDocumentsBad() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path("o/in"))
        defer {
            // The folder is to be removed.
            try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("o/in"))
        }
        let isRoot = FileManager.default.isWritableFile(atPath: folder.path("o/in"))
        let summary = try run { $0.destination = .inPlace }
        #expect(summary.bad == (isRoot ? 2 : 3))
        #expect(try folder.text("o/1.json").contains("price"))
    }

    @Test func permissionsStay() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("o/1.json"))
        _ = try run { $0.destination = .inPlace }
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path("o/1.json"))[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test(arguments: [true, false]) func undoPutsBackWhatCanBeHadAgain(hasBackup: Bool) throws {
        let old = try folder.files(in: "o")
        _ = try run { options in
            options.destination = .inPlace
            if hasBackup { options.backup = StoredPath(folder.path("kept")) }
        }
        try folder.file("o/1.json", "somebody's")
        let journal = StoredPath(folder.path("o.to-2.journal"))
        var bad: [StoredMigration.BadDocument] = []
        let summary = try migration.undo(journal) { bad += $0.bad }
        #expect(summary.migrated == (hasBackup ? 5 : 4))
        // The note is lost, and is not made up again.
        #expect(
            bad.map(\.code) == [StoredMigration.BadDocument.Code.changed]
                + (hasBackup ? [] : [StoredMigration.BadDocument.Code.unverified]))
        var wanted = old
        wanted["1.json"] = "somebody's"
        if !hasBackup { wanted["in/note.json"] = #"{"version": 2, "price": 9}"# }
        #expect(try folder.files(in: "o") == wanted)
        #expect(try migration.undo(journal) { _ in }.migrated == 0, "once is enough")
        #expect(try run { $0.destination = .inPlace }.migrated == (hasBackup ? 5 : 4), "it can be done again")
    }

    @Test func undoOfWhatIsNoJournalIsAnError() throws {
        let error = #expect(throws: StoredMigrationError.self) {
            try migration.undo(StoredPath(folder.path("o/1.json"))) { _ in }
        }
        #expect(error?.code == .notAJournal)
        #expect(throws: StoredFileError.self) { try migration.undo(StoredPath(folder.path("nothing"))) { _ in } }
    }

    @Test func damagedJournalIsAnErrorThatSaysWhatToDo() throws {
        _ = try run { $0.destination = .inPlace }
        var lines = try folder.text("o.to-2.journal").split(separator: "\n").map(String.init)
        lines[1] = lines[1].replacing("replace", with: "removed")
        try folder.file("o.to-2.journal", lines.joined(separator: "\n") + "\n")
        let error = #expect(throws: StoredMigrationError.self) { try run { $0.destination = .inPlace } }
        #expect(error?.code == .damagedJournal)
        #expect(
            error?.reason == "the record on line 2 is damaged, and others follow it; "
                + "restore the journal from a copy, or move it away to begin a new run, "
                + "which migrates documents again if they do not name their version")
    }

    @Test func emptySelectionIsAnError() throws {
        let error = #expect(throws: StoredMigrationError.self) {
            try migration.run(DocumentSelection([StoredPath]())) { _ in }
        }
        #expect(error?.code == .noPaths)
    }

    @Test(arguments: ["output", "backup", "quarantine"])
    func selectedFolderCannotTakeWhatTheRunWrites(kind: String) throws {
        let before = try folder.files(in: ".")
        let error = #expect(throws: StoredMigrationError.self) {
            try run { options in
                let path = StoredPath(folder.path("o/in/.."))
                options.destination = kind == "output" ? .folder(path) : .inPlace
                if kind == "backup" { options.backup = path }
                if kind == "quarantine" { options.quarantine = path }
            }
        }
        #expect(error?.code == .selectedFolder)
        #expect(try folder.files(in: ".") == before)
    }

    @Test func verifiedResultsAreTakenBackFirst() throws {
        let summary = try run { ($0.destination, $0.verifies) = (.inPlace, true) }
        #expect(summary.migrated == 6, "a loss that is reported is not a difference")
    }

    @Test func verifiedResultsMayCarryWhatTheyLose() throws {
        try folder.file("o/lines.ndjson", #"{"version": 1, "total": 1, "note": "a"}"# + "\n")
        var migration = StoredMigration(
            plan: try Orders.plan(), to: "2", migrating: MigrationOptions(losses: .carry))
        (migration.options.destination, migration.options.verifies) = (.inPlace, true)
        let summary = try migration.run(DocumentSelection([folder.path("o")])) { _ in }
        #expect(summary.migrated == 7)
        #expect(summary.counts.carried == 2)
    }

    /// Version 1 must have a member that version 2 lacks, so only what the document carries makes the way back work. It
    /// carries that itself, also where the options ask for data beside it.
    @Test(arguments: [false, true]) func verifiedResultsHaveWhatTheDocumentCarried(isSidecar: Bool) throws {
        let plan = try MigrationPlan(
            "Event", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "No enterprise", operations: [.remove("/enterprise")])])
        let document = #"{"version": 1, "a": 1.0, "enterprise": {"id": 7}}"#
        try folder.file("e/1.json", document)
        var options = MigrationOptions(losses: .carry)
        options.carrying.isSidecar = isSidecar
        var up = StoredMigration(plan: plan, to: "2", migrating: options)
        (up.options.destination, up.options.verifies) = (.inPlace, true)
        #expect(try up.run(DocumentSelection([folder.path("e")])) { _ in }.migrated == 1)
        // Without what is carried, the way back fails.
        try folder.file("e/2.json", #"{"version": 2, "a": 1}"#)
        var down = StoredMigration(plan: plan, to: "1")
        (down.options.destination, down.options.verifies) = (.inPlace, true)
        var bad: [String] = []
        let summary = try down.run(DocumentSelection([folder.path("e")])) { bad += $0.bad.map(\.code) }
        #expect(summary.migrated == 1 && bad == ["absent"])
        #expect(try folder.text("e/1.json") == document)
    }

    @Test func backupsOfAnEarlierRunAreNotDocuments() throws {
        let backup = StoredPath(folder.path("o/before"))
        _ = try run { ($0.destination, $0.backup) = (.inPlace, backup) }
        try folder.file("o/late.json", #"{"version": 1, "total": 8}"#)
        let summary = try run { $0.destination = .inPlace }
        #expect(summary.migrated == 1)
        #expect(try folder.text("o/before/3.json") == #"{"version": 1, "total": 3}"#)
        _ = try migration.undo(StoredPath(folder.path("o.to-2.journal"))) { _ in }
        #expect(try folder.text("o/3.json") == #"{"version": 1, "total": 3}"#)
        #expect(try folder.text("o/in/note.json") == #"{"version": 1, "total": 9, "note": "x"}"#)
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}
