import Foundation
import Migrations
import Testing
import VersionedCodec

/// A folder that is gone after the test.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "versioned-codec-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
}

@Suite struct FileReplacementTests {
    @Test func fileIsAsItWasUntilTheCommit() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a.json")
        let file = try FileReplacement(of: folder.path("a.json"))
        try file.write(Array("ne".utf8))
        #expect(try folder.text("a.json") == "old")
        try file.write(Array("w".utf8))
        try file.commit()
        #expect(try folder.text("a.json") == "new")
        #expect(try folder.names() == ["a.json"])
    }

    @Test func newFileIsMade() throws {
        let folder = try TemporaryFolder()
        let file = try FileReplacement(of: folder.path("a.json"))
        #expect(try !folder.names().contains("a.json"))
        try file.commit()
        #expect(try folder.text("a.json") == "")
    }

    @Test func replacementThatIsNotCommittedLeavesNothing() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a.json")
        do {
            let file = try FileReplacement(of: folder.path("a.json"))
            try file.write([0x78])
            #expect(try folder.names().count == 2)
        }
        #expect(try folder.names() == ["a.json"])
        #expect(try folder.text("a.json") == "old")
    }

    @Test(arguments: [0o600, 0o640, 0o666, 0o777, 0o444])
    func permissionsAreKept(permissions: Int) throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a.json")
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder.path("a.json"))
        let file = try FileReplacement(of: folder.path("a.json"))
        try file.write([0x78])
        try file.commit()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a.json"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == permissions)
    }

    @Test func symbolicLinkIsFollowed() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "real.json")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real.json")
        let file = try FileReplacement(of: folder.path("link"))
        try file.write(Array("new".utf8))
        try file.commit()
        #expect(try folder.text("real.json") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "real.json")
    }

    @Test func folderAndMissingFolderThrow() throws {
        let folder = try TemporaryFolder()
        var error = #expect(throws: StoredFileError.self) { try FileReplacement(of: folder.path("")) }
        #expect(error?.code == .unwritable)
        #expect(error?.description == "cannot write: it is a folder")
        error = #expect(throws: StoredFileError.self) { try FileReplacement(of: folder.path("no/a.json")) }
        #expect(error?.description == "cannot write: No such file or directory")
    }

    @Test func failingCommitLeavesTheTargetAndNoTemporaryFile() throws {
        let folder = try TemporaryFolder()
        let file = try FileReplacement(of: folder.path("a.json"))
        try FileManager.default.createDirectory(atPath: folder.path("a.json"), withIntermediateDirectories: true)
        let error = #expect(throws: StoredFileError.self) { try file.commit() }
        #expect(error?.code == .unwritable)
        #expect(try folder.names().contains("a.json"))
    }

    @Test func deviceIsWrittenDirectly() throws {
        let file = try FileReplacement(of: "/dev/null")
        try file.write([0x78])
        try file.commit()
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    }
}
