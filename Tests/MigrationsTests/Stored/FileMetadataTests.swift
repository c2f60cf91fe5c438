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

        /// The permissions of a new file, as those who may read the other one may read it.
        private func newPermissions() throws -> mode_t {
            let disk = try DiskFileSystem().folder(at: StoredPath(folder.path(".")))
            _ = try #require(try disk.create("new.json", for: .those(of: disk.open("a.json"))))
            var status = stat()
            #expect(stat(folder.path("new.json"), &status) == 0)
            return status.st_mode & 0o777
        }

        @Test(arguments: [0o600, 0o640, 0o444, 0o755] as [mode_t])
        func newFileBeginsWithThePermissionsOfTheOther(permissions: mode_t) throws {
            try #require(chmod(path, permissions) == 0)
            let mask = umask(0)
            umask(mask)
            #expect(try newPermissions() == (permissions | 0o600) & ~mask)
        }

        @Test(
            .enabled(if: geteuid() == 0, "skipped: only the superuser may give files away"),
            arguments: [("a.json", 1234, 0), ("a.json", 0, 1235), (".", 0, 1235)] as [(String, uid_t, gid_t)])
        func newFileIsPrivateIfItsOwnersMayDiffer(name: String, owner: uid_t, group: gid_t) throws {
            try #require(chmod(path, 0o664) == 0 && chown(folder.path(name), owner, group) == 0)
            #expect(try newPermissions() == 0o600)
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
