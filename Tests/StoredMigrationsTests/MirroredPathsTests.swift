import Foundation
import Migrations
import StoredMigrations
import Testing

/// Results and bad documents never replace each other, nor a file of somebody else.
@Suite struct MirroredPathsTests {
    private let folder: TestFolder
    private let migration: StoredMigration

    init() throws {
        folder = try TestFolder()
        for (number, name) in ["a", "b", "c"].enumerated() {
            try folder.file("r/\(name)/order.json", #"{"version": 1, "total": \#(number)}"#)
            try folder.file("r/\(name)/bad.json", "{\(name)")
        }
        var options = StoredMigration.Options()
        options.destination = .folder(StoredPath(folder.path("out")))
        options.quarantine = StoredPath(folder.path("q"))
        migration = StoredMigration(plan: try Orders.plan(), to: "2", options: options)
    }

    private func select(_ paths: String...) -> DocumentSelection { DocumentSelection(paths.map { folder.path($0) }) }

    /// The path of the folder itself, as results mirror it.
    private var start: String { String(folder.path("").drop { $0 == "/" }.reversed().drop { $0 == "/" }.reversed()) }

    @Test(arguments: [1, 2]) func selectedFilesHaveTheirWholePaths(jobs: Int) throws {
        var migration = migration
        migration.options.jobs = jobs
        let files = ["a", "b", "c"].flatMap { ["r/\($0)/order.json", "r/\($0)/bad.json"] }
        for isAgain in [false, true] {
            let summary = try migration.run(DocumentSelection(files.map { folder.path($0) })) { _ in }
            #expect(summary.bad == 3 && (isAgain ? summary.counts.doneBefore : summary.migrated) == 3)
            #expect(
                Set(try folder.files(in: "out").keys) == Set(["a", "b", "c"].map { "\(start)/r/\($0)/order.json" }))
            #expect(try folder.files(in: "q").count == 3)
        }
    }

    @Test func onlyFileAndFilesOfTheOnlyFolderHaveTheirPathsInIt() throws {
        var migration = migration
        _ = try migration.run(select("r/a/order.json")) { _ in }
        #expect(try folder.files(in: "out") == ["order.json": #"{"version": 2, "price": 0}"#])
        migration.options.destination = .folder(StoredPath(folder.path("out2")))
        _ = try migration.run(select("r")) { _ in }
        #expect(Set(try folder.files(in: "out2").keys) == ["a/order.json", "b/order.json", "c/order.json"])
    }

    @Test func foldersWithOneNameAreRefusedBeforeAnythingIsWritten() throws {
        try folder.file("s/a/order.json", #"{"version": 1, "total": 7}"#)
        let before = try folder.files(in: ".")
        let error = #expect(throws: StoredMigrationError.self) { try migration.run(select("r/a", "s/a")) { _ in } }
        #expect(error?.code == .sameResults)
        #expect(
            error?.reason == "its results would be in the same place as those of '\(folder.path("r/a"))'; "
                + "migrate the two into different folders")
        #expect(try folder.files(in: ".") == before)
        #expect(try migration.run(select("r/a", "r/b", "r/a", "r")) { _ in }.migrated == 3, "one document twice is one")
    }

    @Test func backupsOfFoldersWithOneNameGetNumbers() throws {
        var migration = migration
        try folder.file("s/a/order.json", #"{"version": 1, "total": 7}"#)
        (migration.options.destination, migration.options.backup) = (.inPlace, StoredPath(folder.path("kept")))
        migration.options.journal = StoredPath(folder.path("j"))
        #expect(try migration.run(select("r/a", "s/a")) { _ in }.migrated == 2)
        #expect(Set(try folder.files(in: "kept").keys) == ["a/order.json", "a/order.json.~1~"])
        #expect(try migration.undo(StoredPath(folder.path("j"))) { _ in }.migrated == 2)
        #expect(try folder.text("s/a/order.json") == #"{"version": 1, "total": 7}"#)
    }

    @Test func fileThatAppearsInThePlaceOfAResultStays() throws {
        let result = folder.path("out/order.json")
        let system = ChangingFileSystem { name in
            if name.bytes.starts(with: ".versioned-json-".utf8), name != ".versioned-json-no-documents" {
                _ = try? Data("somebody's".utf8).write(to: URL(filePath: result))
            }
        }
        var bad: [String] = []
        let summary = try migration.run(select("r/a"), in: system) { bad += $0.bad.map(\.code) }
        #expect(summary.migrated == 0 && bad.contains("exists"))
        #expect(try folder.text("out/order.json") == "somebody's")
        #expect(Set(try folder.files(in: "out").keys) == ["order.json"])
    }

    @Test func otherBadDocumentsOfANameGetNumbers() throws {
        let selection = select("r/a")
        for text in ["{a", "{{", "{{"] {
            try folder.file("r/a/bad.json", text)
            _ = try migration.run(selection) { _ in }
        }
        #expect(try folder.files(in: "q") == ["bad.json": "{a", "bad.json.~1~": "{{"])
    }

    @Test func badLinesOfAnEarlierRunStay() throws {
        var migration = migration
        for text in ["bad", "worse", "worse"] {
            try folder.file("l/x.ndjson", #"{"version": 1, "total": 1}"# + "\n\(text)\n")
            migration.options.destination = .inPlace
            _ = try migration.run(select("l")) { _ in }
        }
        #expect(try folder.files(in: "q") == ["x.ndjson": "bad\n", "x.ndjson.~1~": "worse\n"])
    }
}
