import Foundation
import Migrations
import StoredMigrations
import Testing

/// Folders for backups and bad documents hold no documents, for any run over a folder around them.
@Suite struct FolderMarkTests {
    private let folder: TestFolder
    private var migration: StoredMigration
    private let old = #"{"version": 1, "total": 1, "note": "x"}"#

    init() throws {
        folder = try TestFolder()
        try folder.file("o/1.json", old)
        try folder.file("o/in/bad.json", "{")
        migration = StoredMigration(plan: try Orders.plan(), to: "2")
        migration.options.destination = .inPlace
        migration.options.backup = StoredPath(folder.path("o/in/before"))
        migration.options.quarantine = StoredPath(folder.path("o/q"))
    }

    private var selection: DocumentSelection { DocumentSelection([folder.path("o")]) }

    @Test func otherRunsLeaveOutBackupsAndBadDocuments() throws {
        #expect(try migration.run(selection) { _ in }.migrated == 1)
        let look = StoredMigration(plan: try Orders.plan(), to: "2")
        let seen = try look.run(selection) { _ in }
        #expect(seen.migrated == 0 && seen.files == 2)
        var other = look
        (other.options.destination, other.options.journal) = (.inPlace, StoredPath(folder.path("j")))
        #expect(try other.run(selection) { _ in }.migrated == 0)
        #expect(try folder.text("o/in/before/1.json") == old)
        #expect(try migration.undo(StoredPath(folder.path("o.to-2.journal"))) { _ in }.migrated == 1)
        #expect(try folder.text("o/1.json") == old)
    }

    @Test func plannedChangesAreThoseOfDocuments() throws {
        _ = try migration.run(selection) { _ in }
        try folder.file("o/2.json", old)
        let changes = StoredPath(folder.path("changes"))
        var other = StoredMigration(plan: try Orders.plan(), to: "2")
        other.options.plannedChanges = changes
        #expect(try other.run(selection) { _ in }.migrated == 1)
        (other.options.destination, other.options.plannedChanges) = (.inPlace, nil)
        other.options.journal = StoredPath(folder.path("j"))
        #expect(try other.apply(changes) { _ in }.migrated == 1)
        #expect(try folder.text("o/in/before/1.json") == old)
    }

    @Test func selectedFolderIsWalkedThoughItIsMarked() throws {
        _ = try migration.run(selection) { _ in }
        let backup = DocumentSelection([folder.path("o/in/before")])
        #expect(try StoredMigration(plan: try Orders.plan(), to: "2").run(backup) { _ in }.migrated == 1)
    }

    @Test(arguments: ["backup", "quarantine"]) func folderWithOtherFilesIsRefused(kind: String) throws {
        var migration = migration
        try folder.file("o/in/before/2.json", old)
        try folder.file("o/q/.hidden", "")
        if kind == "quarantine" {
            (migration.options.quarantine, migration.options.backup) = (migration.options.backup, nil)
        }
        let before = try folder.files(in: "o")
        let error = #expect(throws: StoredMigrationError.self) { try migration.run(selection) { _ in } }
        #expect(error?.code == .usedFolder && error?.path == folder.path("o/in/before"))
        #expect(
            error?.reason == "this folder contains other files, so it cannot be the one for backups or bad documents; "
                + "name a new or an empty one")
        #expect(try folder.files(in: "o") == before)
    }
}
