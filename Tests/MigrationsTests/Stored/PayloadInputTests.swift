import Foundation
import Migrations
import Testing
import VersionedCodec

@Suite struct PayloadInputTests {
    @Test func filesOfAFolderComeByNameAtAnyDepth() throws {
        let folder = try TemporaryFolder()
        for name in ["b", "a"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        for name in ["z.json", "b/x.json", "a/y.json", "a/no.txt"] { try folder.write("{}", to: name) }
        try FileManager.default.createSymbolicLink(atPath: folder.path("a/loop"), withDestinationPath: "..")
        let root = folder.path("")
        let base = root.hasSuffix("/") ? root : root + "/"
        #expect(
            try PayloadInput.all(at: root).map(\.name) == ["a/y.json", "b/x.json", "z.json"].map { base + $0 })
        #expect(try PayloadInput.all(at: folder.path("a/no.txt")).count == 1)
    }

    @Test func folderWithoutThemThrowsUnreadable() throws {
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "Package.resolved")
        let error = #expect(throws: StoredFileError.self) { try PayloadInput.all(at: folder.path("")) }
        #expect(error?.code == .unreadable)
        #expect(
            error?.description == (error?.path ?? "") + #": cannot read: the folder holds no file that ends in ".json""#
        )
    }

    @Test func nothingOfThePathThrowsUnreadable() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: StoredFileError.self) { try PayloadInput.all(at: folder.path("no.json")) }
        #expect(error?.code == .unreadable && error?.path == folder.path("no.json"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "no.json")
        #expect(throws: StoredFileError.self) { try PayloadInput.all(at: folder.path("link")) }
    }

    @Test func linksOfBothKindsAreTheSameFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("1", to: "a")
        try FileManager.default.linkItem(atPath: folder.path("a"), toPath: folder.path("hard"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("soft"), withDestinationPath: "hard")
        let input = PayloadInput(folder.path("a"))
        #expect(input.isSameFile(as: PayloadInput(folder.path("hard"))))
        #expect(input.isSameFile(as: PayloadInput(folder.path("soft"))))
        #expect(PayloadInput(folder.path("x")).isSameFile(as: PayloadInput(folder.path("./x"))))
        #expect(!input.isSameFile(as: PayloadInput(folder.path("x"))))
        #expect(!PayloadInput(folder.path("x")).isSameFile(as: PayloadInput(folder.path("y"))))
    }

    @Test func bytesAndLinesAreRead() throws {
        let folder = try TemporaryFolder()
        try folder.write("1\n22", to: "a")
        let input = PayloadInput(folder.path("a"))
        #expect(try input.bytes() == Array("1\n22".utf8))
        let lines = try input.lines()
        #expect(try lines.next()?.bytes == [0x31])
        #expect(try lines.next()?.bytes == [0x32, 0x32])
        #expect(PayloadInput("-").name == "<stdin>")
    }

    @Test func missingFileThrows() throws {
        let error = #expect(throws: StoredFileError.self) { try PayloadInput("/no/such/file").bytes() }
        #expect(error?.code == .unreadable)
        #expect(error?.path == "/no/such/file")
        #expect(error?.description == "/no/such/file: cannot read: No such file or directory")
    }
}
