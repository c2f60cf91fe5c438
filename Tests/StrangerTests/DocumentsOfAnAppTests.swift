import Foundation
import Migrations
import StoredMigrations
import TestSupport
import Testing
import VersionedCodec

/// The code of the article "Documents of an app", as it is there, and what it does.
@Suite struct DocumentsOfAnAppTests {
    struct LibraryV1: Codable, Equatable {
        struct Song: Codable, Equatable {
            var title: String
            var artist: String
        }
        var songs: [Song]
    }

    struct Library: Codable, Equatable {
        struct Song: Codable, Equatable {
            var name: String
            var artists: [String]
        }
        var songs: [Song]
    }

    enum LibraryVersion: Int, APIVersion { case v1 = 1, v2, v3 }

    private static func migrator() throws -> Migrator<Library, LibraryVersion> {
        let controller = VersionController<LibraryVersion>(location: VersionLocation("/version", as: .integer))
        let migrator = try Migrator(
            Library.self, controller: controller,
            migrations: [
                Migration(
                    from: LibraryVersion.v1, to: .v2, "A song has several artists",
                    operations: [.each("/songs", [.rename("/artist", to: "artists"), .wrap("/artists")])]),
                Migration(
                    from: LibraryVersion.v2, to: .v3, "The title is called name",
                    operations: [.each("/songs", [.rename("/title", to: "name")])]),
            ])
        return migrator
    }

    private let folder: URL
    private let migrator: Migrator<Library, LibraryVersion>
    private var file: URL { folder.appending(path: "library.json") }
    private static let first = #"{"version": 1, "songs": [{"title": "Intro", "artist": "Ann"}]}"#

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        migrator = try Self.migrator()
    }

    private func end() throws { try FileManager.default.removeItem(at: folder) }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: file) }

    private func text(_ name: String = "library.json") throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func fileOfTheFirstReleaseIsMigratedAndKept() throws {
        try write(Self.first)
        do {
            let document = OwnedDocument(at: StoredPath(file.path), migrator: migrator)
            var library = try document.open() ?? document.create(Library(songs: []))
            library.model.songs.append(Library.Song(name: "Outro", artists: ["Ann", "Bob"]))
            try library.save()
            #expect(library.migratedFrom == .v1 && library.losses.isEmpty && !library.isReadOnly)
        }
        #expect(try text("library.json.1.backup") == Self.first)
        let again = try #require(try OwnedDocument(at: StoredPath(file.path), migrator: migrator).open())
        #expect(again.migratedFrom == nil)
        #expect(again.model.songs.map(\.name) == ["Intro", "Outro"] && again.model.songs[0].artists == ["Ann"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                == [".library.json.lock", "library.json", "library.json.1.backup"])
        try end()
    }

    @Test func absentFileIsCreated() throws {
        let document = OwnedDocument(at: StoredPath(file.path), migrator: migrator)
        #expect(try document.open() == nil)
        _ = try document.create(Library(songs: []))
        let error = #expect(throws: OwnedValueError.self) { _ = try document.create(Library(songs: [])) }
        #expect(error?.code == .changed && error?.path == file.path)
        #expect(error?.description == "\(file.path): something is stored already")
        #expect(try text() == #"{"version":3,"songs":[]}"#)
        try end()
    }

    @Test func documentIsLockedAsLongAsItIsOpen() throws {
        try write(Self.first)
        let document = OwnedDocument(at: StoredPath(file.path), migrator: migrator)
        let opened = try document.open()
        let error = #expect(throws: OwnedValueError.self) { _ = try document.open() }
        #expect(error?.code == .inUse)
        #expect(error?.description == "\(file.path): it is open in another process, or elsewhere in this one")
        withExtendedLifetime(opened) {}
        try end()
    }

    @Test func removedFileIsSaidToBeRemoved() throws {
        let document = OwnedDocument(at: StoredPath(file.path), migrator: migrator)
        var opened = try document.create(Library(songs: []))
        try FileManager.default.removeItem(at: file)
        let error = #expect(throws: OwnedValueError.self) { try opened.save() }
        #expect(error?.code == .changed)
        #expect(error?.description == "\(file.path): it was removed since it was read")
        try end()
    }

    @Test func pathMustNameAFile() throws {
        for path in ["", "/"] {
            let document = OwnedDocument(at: StoredPath(path), migrator: migrator)
            let error = #expect(throws: StoredFileError.self) { _ = try document.open() }
            #expect(error?.code == .unreadable && error?.reason == "the path names no file", "\(path)")
            #expect(throws: StoredFileError.self) { _ = try document.create(Library(songs: [])) }
        }
        #expect(!FileManager.default.fileExists(atPath: "..lock"))
        try end()
    }

    @Test func documentThatCannotBeReadStaysAsItIs() throws {
        for text in [#"{"version": 1, "songs": [{"title": 5}]}"#, "{", #"{"songs": []}"#] {
            try write(text)
            #expect(throws: (any Error).self) {
                _ = try OwnedDocument(at: StoredPath(file.path), migrator: migrator).open()
            }
            #expect(try self.text() == text)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2, "no backup, no rest")
        try end()
    }

    @Test func newerDocumentIsAnErrorOrReadOnly() throws {
        let newer = #"{"version": 4, "songs": [{"name": "Intro", "artists": []}], "more": 1}"#
        try write(newer)
        let error = #expect(throws: MigrationError.self) {
            _ = try OwnedDocument(at: StoredPath(file.path), migrator: migrator).open()
        }
        #expect((error?.underlying as? VersionError)?.code == .tooNew)
        do {
            var opened = try #require(
                try OwnedDocument(at: StoredPath(file.path), migrator: migrator, whenNewer: .readOnly).open())
            #expect(opened.isReadOnly && opened.model.songs[0].name == "Intro")
            let saving = #expect(throws: OwnedValueError.self) { try opened.save() }
            #expect(saving?.code == .readOnly && saving?.path == file.path)
        }
        #expect(try text() == newer)
        try end()
    }

    final class RowStore: ValueStore {
        var value: Data?

        func read() -> Data? { value }

        func write(_ new: Data, replacing old: Data?) -> Bool {
            guard value == old else { return false }
            value = new
            return true
        }
    }

    @Test func valueOfARowIsMigratedInItsPlace() throws {
        let row = RowStore()
        row.value = Data(#"{"version": 2, "songs": [{"title": "Intro", "artists": ["Ann"]}]}"#.utf8)
        let opened = try OwnedValue(in: row, migrator: migrator).open()
        #expect(opened?.model.songs == [Library.Song(name: "Intro", artists: ["Ann"])])
        #expect(
            String(decoding: row.value ?? Data(), as: UTF8.self)
                == #"{"version": 3, "songs": [{"name": "Intro", "artists": ["Ann"]}]}"#)
        var first = try #require(opened)
        var second = try #require(try OwnedValue(in: row, migrator: migrator).open())
        first.model.songs = []
        try first.save()
        let error = #expect(throws: OwnedValueError.self) { try second.save() }
        #expect(error?.code == .changed && error?.path == nil)
        #expect(error?.description == "another program has written it since it was read")
        #expect(try OwnedValue(in: RowStore(), migrator: migrator).open() == nil)
        try end()
    }

    /// Another program writes between the look and the writing, some times.
    final class BusyStore: ValueStore {
        var value: Data?
        var others: [Data]

        init(_ value: Data, others: [Data]) { (self.value, self.others) = (value, others) }

        func read() -> Data? { value }

        func write(_ new: Data, replacing old: Data?) -> Bool {
            guard let other = others.popLast() else {
                value = new
                return true
            }
            value = other
            return false
        }
    }

    @Test func valueThatIsWrittenMeanwhileIsReadAgain() throws {
        let old = Data(Self.first.utf8)
        let busy = BusyStore(old, others: [old, old])
        #expect(try OwnedValue(in: busy, migrator: migrator).open()?.migratedFrom == .v1)
        let never = BusyStore(old, others: Array(repeating: old, count: 100))
        #expect(throws: OwnedValueError.self) { _ = try OwnedValue(in: never, migrator: migrator).open() }
        try end()
    }

    @Test func codeOfTheArticleIsThatOfThisFile() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let lines = { (text: String) in
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        let own = lines(source)
        let blocks = try MarkdownFile("Sources/StoredMigrations/StoredMigrations.docc/DocumentsOfAnApp.md").code(
            "swift")
        #expect(blocks.count == 6)
        for block in blocks {
            for part in block.components(separatedBy: "\n\n") {
                let wanted = lines(part)
                #expect(own.indices.contains { own[$0...].starts(with: wanted) }, "\(part)")
            }
        }
        try end()
    }
}
