#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// What the system knows of a file or folder without opening it.
struct FileStatus {
    /// Which one it is, by whatever names.
    struct Number: Hashable, Sendable {
        let device: UInt64
        let file: UInt64
    }

    let number: Number
    let isRegularFile: Bool
    let isFolder: Bool
    let isUnnamed: Bool
    let size: Int
    let owner: UInt32
    let group: UInt32
    /// Permissions, with the bits that change whom a program runs as.
    let mode: UInt32

    init(_ status: stat) {
        number = Number(device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(status.st_ino))
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isUnnamed = status.st_nlink == 0
        size = Int(status.st_size)
        (owner, group, mode) = (status.st_uid, status.st_gid, UInt32(status.st_mode) & 0o7777)
    }

    /// What an open file or folder is; `nil` with the system's error.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What is at a path, through symbolic links; `nil` with the system's error where nothing can be looked at.
    init?(at path: StoredPath) {
        var status = stat()
        guard let text = path.cString else {
            errno = ENOENT
            return nil
        }
        guard stat(text, &status) == 0 else { return nil }
        self.init(status)
    }
}
