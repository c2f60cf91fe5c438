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

    @Test(.timeLimit(.minutes(1))) func pipeThatIsSelectedIsNotWaitedFor() throws {
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

    @Test func filesThatAreNotThereAreBad() throws {
        let paths = (1...100).map { "absent-\($0).json" }
        let summary = try migration.run(DocumentSelection(paths + [folder.path("absent.json")])) { _ in }
        #expect(summary.bad == 101)
    }
}
