import Foundation
import Migrations
import Testing
import VersionedCodec

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
        #expect(error?.description == "\(error?.path ?? ""): cannot write: it is a folder")
        error = #expect(throws: StoredFileError.self) { try FileReplacement(of: folder.path("no/a.json")) }
        #expect(error?.description == "\(folder.path("no/a.json")): cannot write: No such file or directory")
    }

    @Test func failingCommitLeavesTheTargetAndNoTemporaryFile() throws {
        let folder = try TemporaryFolder()
        let file = try FileReplacement(of: folder.path("a.json"))
        try FileManager.default.createDirectory(atPath: folder.path("a.json"), withIntermediateDirectories: true)
        let error = #expect(throws: StoredFileError.self) { try file.commit() }
        #expect(error?.code == .unwritable)
        #expect(try folder.names().contains("a.json"))
    }

    @Test func nothingIsWrittenAfterTheCommit() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path("a.json"), "/dev/null"] {
            let file = try FileReplacement(of: path)
            try file.write([0x78])
            try file.commit()
            var error = #expect(throws: StoredFileError.self) { try file.write([0x79]) }
            #expect(error?.code == .committed && error?.reason == "the file is already in place")
            error = #expect(throws: StoredFileError.self) { try file.commit() }
            #expect(error?.code == .committed)
        }
        #expect(try folder.text("a.json") == "x")
    }

    @Test(arguments: ["later.json", "sub/later.json", "./sub/../later.json", "two"])
    func linkToAFileThatIsNotThereYetIsFollowed(destination: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path("two"), withDestinationPath: "sub/three")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: destination)
        let file = try FileReplacement(of: folder.path("link"))
        try file.write(Array("new".utf8))
        try file.commit()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == destination)
        #expect(try folder.text("link") == "new")
        #expect(try folder.text(destination == "two" ? "sub/three" : destination) == "new")
    }

    @Test func linksInACircleThrow() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.path("a"), withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: folder.path("b"), withDestinationPath: "a")
        let error = #expect(throws: StoredFileError.self) { try FileReplacement(of: folder.path("a")) }
        #expect(error?.reason == "Too many levels of symbolic links")
    }

    @Test func longestNameWorks() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "é", count: 127) + "x"
        for text in ["one", "two"] {
            let file = try FileReplacement(of: folder.path(name))
            try file.write(Array(text.utf8))
            try file.commit()
            #expect(try folder.text(name) == text)
        }
        let tooLong = #expect(throws: StoredFileError.self) {
            try FileReplacement(of: folder.path(name + "y")).commit()
        }
        #expect(tooLong?.reason == "File name too long")
        #expect(try folder.names() == [name])
    }

    @Test func nameThatIsNotUTF8Works() throws {
        let folder = try TemporaryFolder()
        let path = StoredPath(bytes: Array(folder.path("").utf8) + [0x61, 0xFF])
        let file = try FileReplacement(of: path)
        #expect(file.path.hasSuffix("a\\xFF"))
        try file.write(Array("new".utf8))
        try file.commit()
        #expect(try PayloadInput(path).bytes() == Array("new".utf8))
        #expect(PayloadInput(path).name.hasSuffix("a\\xFF"))
    }

    @Test func severalAreWrittenOrNone() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a")
        let files = try ["a", "b"].map { try FileReplacement(of: folder.path($0)) }
        try FileManager.default.createDirectory(atPath: folder.path("b"), withIntermediateDirectories: true)
        let error = #expect(throws: StoredFileError.self) { try FileReplacement.commit(files) }
        #expect(error?.reason == "it is no longer a regular file")
        #expect(try folder.text("a") == "old")
    }

    @Test func deviceIsWrittenDirectly() throws {
        let file = try FileReplacement(of: "/dev/null")
        try file.write([0x78])
        try file.commit()
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    }
}
