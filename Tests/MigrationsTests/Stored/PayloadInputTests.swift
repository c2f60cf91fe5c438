import Foundation
import Migrations
import Testing
import VersionedCodec

@Suite struct PayloadInputTests {
    /// A new folder with empty files, which is removed afterwards.
    private static func withFolder(of files: [String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in files {
            let place = folder.appending(path: file)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: place)
        }
        try body(folder.path)
    }

    @Test func folderGivesItsJSONFilesByName() throws {
        try Self.withFolder(of: ["b.json", "a/z.json", "a/note.txt", "Package.resolved"]) { folder in
            let names = try PayloadInput.all(at: folder).map { String($0.name.dropFirst(folder.count)) }
            #expect(names == ["/a/z.json", "/b.json"])
        }
    }

    @Test(arguments: [[], ["Package.resolved"]])
    func folderWithoutThemThrowsUnreadable(files: [String]) throws {
        try Self.withFolder(of: files) { folder in
            let error = #expect(throws: StoredFileError.self) { try PayloadInput.all(at: folder) }
            #expect(error?.code == .unreadable)
            #expect(error?.description == #"cannot read: the folder holds no file that ends in ".json""#)
        }
    }

    @Test func fileIsItself() throws {
        #expect(try PayloadInput.all(at: "Package.resolved").map(\.name) == ["Package.resolved"])
    }
}
