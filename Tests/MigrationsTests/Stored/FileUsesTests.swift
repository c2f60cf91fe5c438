import Foundation
import Migrations
import Testing
import VersionedCodec

@Suite struct FileUsesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("1", to: "in")
        try folder.write("2", to: "other")
        try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
        try FileManager.default.linkItem(atPath: folder.path("in"), toPath: folder.path("hard"))
        for (name, destination) in [
            ("soft", "in"), ("chain", "soft"), ("nothing", "new"), ("nothing2", "sub/../nothing"), ("folder", "sub"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: destination)
        }
    }

    private func isRefused(_ first: String, _ second: String, read: Bool) throws -> Bool {
        var files = FileUses()
        if read {
            files.read(PayloadInput(folder.path(first)), as: "a")
        } else {
            files.write(StoredPath(folder.path(first)), as: "a")
        }
        files.write(StoredPath(folder.path(second)), as: "b")
        do {
            try files.requireDifferent()
            return false
        } catch {
            #expect(Set(error.roles) == ["a", "b"])
            #expect(
                error.description.contains("'\(folder.path(first))'")
                    && error.description.contains("'\(folder.path(second))'"))
            return true
        }
    }

    @Test(arguments: [
        ("in", "in"), ("in", "./in"), ("in", "sub/../in"), ("in", "hard"), ("in", "soft"), ("chain", "hard"),
        ("new", "new"), ("new", "nothing"), ("new", "nothing2"), ("sub/new", "folder/new"), ("new", "NEW"),
    ])
    func oneFileByTwoNamesIsRefused(first: String, second: String) throws {
        for read in [true, false] {
            #expect(try isRefused(first, second, read: read))
            #expect(try isRefused(second, first, read: read))
        }
    }

    @Test(arguments: [
        ("in", "other"), ("new", "new2"), ("new", "sub/new"), ("in", "IN"), ("in", "nothing"), ("in", "no/in"),
    ])
    func differentFilesAreAllowed(first: String, second: String) throws {
        for read in [true, false] { #expect(try !isRefused(first, second, read: read)) }
    }

    @Test func devicesAndReadingTwiceAreAllowed() throws {
        var files = FileUses()
        for role in ["a", "b"] {
            files.read(PayloadInput(folder.path("in")), as: role)
            files.write("/dev/null", as: role)
        }
        files.read(PayloadInput("/dev/null"), as: "c")
        try files.requireDifferent()
    }

    @Test func onlyWhatIsSaidMayBeReplaced() throws {
        let input = PayloadInput(folder.path("in"))
        var files = FileUses()
        files.read(input, as: "the input")
        files.write(StoredPath(folder.path("hard")), as: "the output", replacing: "the input")
        try files.requireDifferent()
        files.read(input, as: "the plan")
        let error = #expect(throws: FileConflict.self) { try files.requireDifferent() }
        #expect(error?.roles == ["the output", "the plan"])
    }
}
