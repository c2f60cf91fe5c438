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
        let name = try Self.leftover(in: folder)
        let another = name.prefix(18) + "00000000.tmp"
        for name in [name, String(another)] { try folder.write("left", to: name) }
        let file = try FileReplacement(of: folder.path("a.json"))
        #expect(try !folder.names().contains(name) && !folder.names().contains(String(another)))
        try file.commit()
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
