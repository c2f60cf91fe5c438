import Foundation
import Migrations
import StoredMigrations
import Testing

@Suite struct SelectedPathsTests {
    private let folder: TestFolder
    private var migration: StoredMigration

    init() throws {
        folder = try TestFolder()
        migration = StoredMigration(plan: try Orders.plan(), to: "2")
        migration.options.destination = .inPlace
        migration.options.journal = StoredPath(folder.path("journal"))
    }

    private func fill(_ count: Int) throws -> [String] {
        try (1...count).map { number in
            try folder.file("o/in/\(number).json", #"{"version": 1, "total": 1}"#)
            return folder.path("o/in/\(number).json")
        }
    }

    @Test(arguments: [["o", "o"], ["o", "o/in"], ["o/in", "o"], ["o/in/1.json", "o", "o/in/1.json"]])
    func documentThatIsSelectedTwiceIsMigratedOnce(paths: [String]) throws {
        _ = try fill(3)
        let summary = try migration.run(DocumentSelection(paths.map { folder.path($0) })) { _ in }
        #expect(summary.migrated == 3 && summary.counts.all == 3)
    }

    @Test func pathsThatOnlyBeginAlikeAreTwo() throws {
        for name in ["o", "o2", "o-"] { try folder.file("\(name)/1.json", #"{"version": 1, "total": 1}"#) }
        #expect(try migration.run(DocumentSelection(["o", "o2", "o-"].map { folder.path($0) })) { _ in }.migrated == 3)
    }

    @Test(.timeLimit(.minutes(10))) func pipeThatIsSelectedIsNotWaitedFor() throws {
        try folder.pipe("p.json")
        #expect(try migration.run(DocumentSelection([folder.path("p.json")])) { _ in }.skipped == 1)
    }

    @Test(arguments: [(64, "1"), (65, "inUse")])
    func manyFilesAreLockedAsTheirFolder(count: Int, expected: String) throws {
        let files = try fill(count)
        try folder.file("o/in/other.json", #"{"version": 1, "total": 1}"#)
        var second = migration
        second.options.journal = StoredPath(folder.path("second.journal"))
        var outcomes: Set<String> = []
        let summary = try migration.run(DocumentSelection(files)) { _ in
            if !outcomes.isEmpty { return }
            do {
                let other = DocumentSelection([folder.path("o/in/other.json")])
                outcomes.insert("\(try second.run(other) { _ in }.migrated)")
            } catch let error as StoredMigrationError {
                outcomes.insert(error.code.rawValue)
            }
        }
        #expect(outcomes == [expected])
        #expect(summary.migrated == count)
    }

    @Test func documentWithAVeryLongPathIsPlannedMigratedAndPutBack() throws {
        _ = try fill(1)
        let name = String(repeating: "n", count: 200)
        try folder.deepFile("o", name: name, depth: 25, #"{"version": 1, "total": 1}"#)
        var look = migration
        (look.options.destination, look.options.journal) = (.nowhere, nil)
        look.options.plannedChanges = StoredPath(folder.path("changes"))
        #expect(try look.run(DocumentSelection([folder.path("o")])) { _ in }.migrated == 2)
        #expect(try migration.apply(StoredPath(folder.path("changes"))) { _ in }.migrated == 2)
        #expect(try migration.undo(StoredPath(folder.path("journal"))) { _ in }.migrated == 2)
        #expect(try look.run(DocumentSelection([folder.path("o")])) { _ in }.migrated == 2)
    }

    /// What a killed run leaves beside files of which it has not locked the folder.
    private func leave() throws -> (name: String, other: String) {
        let journal = try folder.text("journal")
        let run = try #require(journal.components(separatedBy: #"{"run":""#).last?.prefix(11))
        let names = ["\(run)-u7", "0123456789a-u7"].map { ".versioned-json-\($0).tmp" }
        for name in names { try folder.file("o/in/" + name, "x") }
        return (names[0], names[1])
    }

    @Test(arguments: ["", "completed", "undone"]) func leftoversBesideSelectedFilesAreRemoved(end: String) throws {
        let files = DocumentSelection(try fill(300))
        var migration = migration
        migration.options.jobs = 1
        let asked = Asked()
        #expect(try migration.run(files, isCancelled: { asked.isLater }) { _ in }.stop == .cancelled)
        let (name, other) = try leave()
        if end == "completed" { #expect(try migration.run(files) { _ in }.migrated > 0) }
        if end == "undone" { #expect(try migration.undo(StoredPath(folder.path("journal"))) { _ in }.migrated > 0) }
        #expect(try folder.files(in: "o/in")[name] == (end.isEmpty ? "x" : nil))
        #expect(try folder.files(in: "o/in")[other] == "x", "another run may be at work in the folder")
    }

    @Test(arguments: [false, true]) func partialOutputOfASelectedFileGoesWithTheRun(isGone: Bool) throws {
        var migration = migration
        (migration.options.linePartSize, migration.options.checkpointInterval) = (20, 20)
        let lines = String(repeating: #"{"version": 1, "total": 1}"# + "\n", count: 100)
        try folder.file("o/x.ndjson", lines)
        let selection = DocumentSelection([folder.path("o/x.ndjson")])
        let asked = Asked()
        #expect(try migration.run(selection, isCancelled: { asked.isLater }) { _ in }.stop == .cancelled)
        #expect(try folder.files(in: "o").count == 2)
        if isGone {
            try FileManager.default.removeItem(atPath: folder.path("o/x.ndjson"))
            #expect(try migration.run(selection) { _ in }.bad == 1)
        } else {
            _ = try migration.undo(StoredPath(folder.path("journal"))) { _ in }
        }
        #expect(try folder.files(in: "o") == (isGone ? [:] : ["x.ndjson": lines]))
    }

    @Test func filesThatAreNotThereAreBad() throws {
        let paths = (1...100).map { "absent-\($0).json" }
        let summary = try migration.run(DocumentSelection(paths + [folder.path("absent.json")])) { _ in }
        #expect(summary.bad == 101)
    }
}

/// Whether it has been asked before.
private final class Asked: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var isLater: Bool {
        lock.withLock {
            count += 1
            return count > 2
        }
    }
}
