import Foundation
import Migrations
import Testing
import VersionedCodec

@Suite struct LeftoverTests {
    /// The name of the temporary file of `a.json`, as a killed process leaves it.
    private static func leftover(in folder: TemporaryFolder) throws -> String {
        let file = try FileReplacement(of: folder.path("a.json"))
        defer { withExtendedLifetime(file) {} }
        return try #require(try folder.names().first { $0.hasSuffix(".tmp") })
    }

    @Test func temporaryFileHasAShortHiddenName() throws {
        let folder = try TemporaryFolder()
        let name = try Self.leftover(in: folder)
        #expect(name.wholeMatch(of: /\.[0-9a-f]{16}\.[0-9a-f]{8}\.tmp/) != nil, "\(name)")
        #expect(try folder.names().isEmpty)
    }

    @Test func leftoverOfTheSameFileIsRemoved() throws {
        let folder = try TemporaryFolder()
        // What several runs at once have left.
        var files = try (0..<5).map { _ in try FileReplacement(of: folder.path("a.json")) }
        let names = try folder.names()
        #expect(files.count == 5 && names.count == 5)
        files = []
        for name in names { try folder.write("left", to: name) }
        let file = try FileReplacement(of: folder.path("a.json"))
        let left = try folder.names()
        #expect(left.count == 1)
        #expect(try left.map { try folder.text($0) } == [""])
        try file.commit()
        #expect(try folder.names() == ["a.json"])
    }

    @Test func moreRunsAtOnceThanNumbersFindNamesToo() throws {
        let folder = try TemporaryFolder()
        var files = try (0..<20).map { _ in try FileReplacement(of: folder.path("a.json")) }
        let names = try folder.names()
        #expect(names.count == 20)
        for (number, file) in files.enumerated() { try file.write(Array("\(number)".utf8)) }
        // Whoever finds all numbers in use removes what has been left under others.
        let left = names[0].prefix(18) + "ffffffff.tmp"
        try folder.write("left", to: String(left))
        let another = try FileReplacement(of: folder.path("a.json"))
        #expect(try !folder.names().contains(String(left)))
        try another.commit()
        for (number, file) in files.enumerated() {
            try file.commit()
            #expect(try folder.text("a.json") == "\(number)")
        }
        files = []
        #expect(try folder.names() == ["a.json"])
    }

    @Test func otherFilesStay() throws {
        let folder = try TemporaryFolder()
        let name = try Self.leftover(in: folder)
        let others = [
            String(name.dropFirst()), name + "x", String(name.prefix(18)) + "0.tmp", ".0000000000000000.00000000.tmp",
            String(name.dropLast(3)) + "txt",
        ]
        for other in others { try folder.write("mine", to: other) }
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        try FileReplacement(of: folder.path("a.json")).commit()
        #expect(try folder.names() == (others + [name, "a.json"]).sorted())
    }

    @Test func aLinkUnderTheNameIsNotFollowed() throws {
        let folder = try TemporaryFolder()
        let name = try Self.leftover(in: folder)
        try folder.write("mine", to: "other")
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: folder.path("other"))
        let file = try FileReplacement(of: folder.path("a.json"))
        try file.write(Array("new".utf8))
        try file.commit()
        #expect(try folder.text("other") == "mine" && folder.text("a.json") == "new")
        #expect(try folder.names() == [name, "a.json", "other"].sorted())
    }

    @Test func fileInUseStays() throws {
        let folder = try TemporaryFolder()
        let first = try FileReplacement(of: folder.path("a.json"))
        let second = try FileReplacement(of: folder.path("a.json"))
        #expect(try folder.names().count == 2)
        try first.write(Array("first".utf8))
        try second.write(Array("second".utf8))
        try second.commit()
        try first.commit()
        #expect(try folder.text("a.json") == "first")
        #expect(try folder.names() == ["a.json"])
    }
}
