#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The facts about a file or folder that the system knows without opening it.
package struct FileStatus {
    /// The identity, regardless of names.
    package struct Number: Hashable, Sendable {
        package let device: UInt64
        package let file: UInt64

        package init(device: UInt64, file: UInt64) { (self.device, self.file) = (device, file) }
    }

    package let number: Number
    package let isRegularFile: Bool
    package let isFolder: Bool
    package let isLink: Bool
    /// How many names it has.
    package let links: Int
    /// When its bytes were last changed, in nanoseconds since 1970.
    package let modified: Int64
    package let size: Int
    package let owner: UInt32
    package let group: UInt32
    /// Permissions, with the bits that change whom a program runs as.
    package let mode: UInt32

    init(_ status: stat) {
        number = Number(device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(status.st_ino))
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isLink = status.st_mode & S_IFMT == S_IFLNK
        links = Int(status.st_nlink)
        #if canImport(Darwin)
            let modification = status.st_mtimespec
        #else
            let modification = status.st_mtim
        #endif
        modified = Int64(modification.tv_sec) &* 1_000_000_000 &+ Int64(modification.tv_nsec)
        size = Int(status.st_size)
        (owner, group, mode) = (status.st_uid, status.st_gid, UInt32(status.st_mode) & 0o7777)
    }

    /// The status of an open file or folder; `nil` with the system's error.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status at a path, through symbolic links; `nil` with the system's error if there is none.
    package init?(at path: StoredPath) {
        var status = stat()
        guard let result = path.withCString({ stat($0, &status) }) else {
            errno = ENOENT
            return nil
        }
        if result == 0 {
            self.init(status)
        } else {
            // Of a path that is too long for the system, its folder is reached step by step.
            guard errno == ENAMETOOLONG, let found = SystemFolder.open(path.folder)?.status(of: path.name)
            else { return nil }
            self = found
        }
    }
}
