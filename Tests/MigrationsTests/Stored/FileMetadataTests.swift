#if canImport(Glibc)
    import CSystemFiles
    import Foundation
    import Glibc
    import Migrations
    import Testing
    import VersionedCodec

    @Suite struct FileMetadataTests {
        private let folder: TemporaryFolder
        private let path: String

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("old", to: "a.json")
            path = folder.path("a.json")
        }

        private func replace() throws {
            let file = try FileReplacement(of: path)
            try file.write(Array("new".utf8))
            try file.commit()
            #expect(try folder.text("a.json") == "new")
        }

        @Test func extendedAttributesAreKept() throws {
            let values: [String: [UInt8]] = [
                "user.a": [0, 255, 10], "user.empty": [], "user.long": .init(repeating: 7, count: 900),
            ]
            for (name, value) in values {
                try #require(setxattr(path, name, value, value.count, 0) == 0, "no extended attributes: \(errno)")
            }
            try replace()
            for (name, value) in values {
                var buffer = [UInt8](repeating: 1, count: 1000)
                let count = getxattr(path, name, &buffer, buffer.count)
                #expect(count == value.count && Array(buffer.prefix(max(0, count))) == value, "\(name)")
            }
        }

        @Test(.enabled(if: geteuid() == 0, "skipped: only the superuser may give files away"))
        func ownerAndGroupAreKept() throws {
            #expect(chown(path, 1234, 1235) == 0 && chmod(path, 0o4640) == 0)
            try replace()
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_uid == 1234 && status.st_gid == 1235 && status.st_mode & 0o7777 == 0o4640)
        }

        @Test func whatIsBeingWrittenIsAsPrivateAsCanBe() throws {
            #expect(chmod(path, 0o600) == 0)
            let file = try FileReplacement(of: path)
            let name = try #require(try folder.names().first { $0.hasSuffix(".tmp") })
            var status = stat()
            #expect(stat(folder.path(name), &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(chmod(path, 0o644) == 0)
            try file.commit()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
        }
    }
#endif
