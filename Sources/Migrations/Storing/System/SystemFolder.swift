#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import CSystemFiles
    import Glibc
#elseif canImport(Musl)
    import CSystemFiles
    import Musl
#elseif canImport(Android)
    import Android
    import CSystemFiles
#endif

/// An open folder of the operating system, whose entries are reached by their names alone: the folder's own path may be
/// as long as paths can be, and may be renamed meanwhile. Closed when released.
package final class SystemFolder: Sendable {
    private let descriptor: Int32

    deinit { close(descriptor) }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// A path may be longer than the system takes at once; this much it takes.
    static let longestStep = 2_000

    /// Opens a folder, by its path from another one, or from where the process is; `nil` with the system's error where
    /// that fails.
    package static func open(_ path: StoredPath, from folder: SystemFolder? = nil) -> SystemFolder? {
        var (folder, rest) = (folder, path.bytes[...])
        while rest.count > longestStep, let slash = rest.prefix(longestStep).lastIndex(of: StoredPath.slash) {
            // The first slash of all is the root.
            guard let inner = step(StoredPath(bytes: Array(rest[...slash])), from: folder) else { return nil }
            (folder, rest) = (inner, rest[(slash + 1)...].drop { $0 == StoredPath.slash })
        }
        return step(StoredPath(bytes: Array(rest)), from: folder)
    }

    private static func step(_ path: StoredPath, from folder: SystemFolder?) -> SystemFolder? {
        #if os(Linux) || os(Android)
            let flags = systemOpensPathOnly | O_DIRECTORY | O_CLOEXEC
        #else
            let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        #endif
        let opened = (path.bytes.isEmpty ? "." : path).withCString { openat(folder?.descriptor ?? AT_FDCWD, $0, flags) }
        guard let descriptor = opened else {
            errno = ENOENT
            return nil
        }
        return descriptor >= 0 ? SystemFolder(descriptor) : nil
    }

    /// The status of the folder.
    package var status: FileStatus? { FileStatus(descriptor: descriptor) }

    // MARK: Entries

    /// The status of an entry; a symbolic link is not followed.
    package func status(of name: StoredPath) -> FileStatus? {
        var status = stat()
        let result = name.withCString { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
        return result == 0 ? FileStatus(status) : nil
    }

    /// The text of a symbolic link; `nil` for other entries.
    package func link(_ name: StoredPath) -> StoredPath? {
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, initialized in
            count = buffer.withMemoryRebound(to: CChar.self) { buffer in
                name.withCString { name in
                    buffer.baseAddress.map { readlinkat(descriptor, name, $0, buffer.count) } ?? -1
                } ?? -1
            }
            initialized = max(0, count)
        }
        return count >= 0 ? StoredPath(bytes: bytes) : nil
    }

    /// Opens an entry that is there. A symbolic link is not followed, and nothing is waited for that a pipe may lack.
    package func openForReading(_ name: StoredPath) -> Int32 {
        name.withCString { openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) } ?? -1
    }

    /// Opens an entry that is there, as a device or a pipe is, for writing.
    package func openForWriting(_ name: StoredPath) -> Int32 {
        name.withCString { openat(descriptor, $0, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC) } ?? -1
    }

    /// Makes a new file; one of the same name is an error.
    package func create(_ name: StoredPath, mode: UInt32) -> Int32 {
        name.withCString {
            openat(descriptor, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
        } ?? -1
    }

    package func rename(_ name: StoredPath, to target: StoredPath) -> Bool {
        name.withCString { from in target.withCString { renameat(descriptor, from, descriptor, $0) == 0 } } == true
    }

    /// Renames an entry, unless there is one of the other name; false with the system's error where that fails.
    package func renameUnlessTaken(_ name: StoredPath, to target: StoredPath) -> Bool {
        let result = name.withCString { from in
            target.withCString { to in
                #if canImport(Darwin)
                    renameatx_np(descriptor, from, descriptor, to, UInt32(RENAME_EXCL))
                #else
                    systemRenameUnlessTaken(descriptor, from, to)
                #endif
            }
        }
        if result == 0 { return true }
        // Some systems and file systems cannot do both in one call.
        guard [ENOSYS, EINVAL, ENOTSUP].contains(errno) else { return false }
        if status(of: target) != nil {
            errno = EEXIST
            return false
        }
        return rename(name, to: target)
    }

    @discardableResult package func remove(_ name: StoredPath) -> Bool {
        name.withCString { unlinkat(descriptor, $0, 0) } == 0
    }

    /// Makes a second name of a file, in another folder; false with the system's error where that fails.
    package func link(_ name: StoredPath, in folder: SystemFolder, as other: StoredPath) -> Bool {
        name.withCString { from in other.withCString { linkat(descriptor, from, folder.descriptor, $0, 0) == 0 } }
            == true
    }

    /// Makes a folder; true if there is one of the name.
    package func makeFolder(_ name: StoredPath) -> Bool {
        name.withCString { mkdirat(descriptor, $0, 0o777) == 0 || errno == EEXIST } == true
    }

    /// Opens a file for reading and writing, and makes one if there is none.
    package func openForUpdating(_ name: StoredPath) -> Int32 {
        name.withCString { openat(descriptor, $0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o666)) } ?? -1
    }

    /// The kind of an entry, if the folder itself has it.
    package enum EntryKind: Sendable, Hashable { case file, folder, link, other, unknown }

    /// The names of all entries, in no order, with their kinds; `nil` with the system's error if the folder cannot be
    /// listed.
    package func entries() -> [(name: StoredPath, kind: EntryKind)]? {
        var entries: [(name: StoredPath, kind: EntryKind)] = []
        let isListed = eachEntry { name, type in
            let kind: EntryKind =
                switch type {
                case UInt8(DT_REG): .file
                case UInt8(DT_DIR): .folder
                case UInt8(DT_LNK): .link
                case UInt8(DT_UNKNOWN): .unknown
                default: .other
                }
            entries.append((name, kind))
        }
        return isListed ? entries : nil
    }

    /// The names of all entries, in no order; `nil` with the system's error where the folder cannot be listed.
    package func names() -> [StoredPath]? {
        var names: [StoredPath] = []
        return eachEntry { name, _ in names.append(name) } ? names : nil
    }

    /// Unsafe code: an entry is valid until the next `readdir`; its name ends with a zero, and is copied.
    private func eachEntry(_ body: (StoredPath, UInt8) -> Void) -> Bool {
        let listed = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard listed >= 0 else { return false }
        guard let stream = fdopendir(listed) else {
            close(listed)
            return false
        }
        defer { closedir(stream) }
        let place = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        while true {
            errno = 0
            guard let entry = readdir(stream) else { return errno == 0 }
            // An entry is only as long as its name needs; the struct may reach past it.
            let name = UnsafeRawPointer(entry) + place
            let bytes = Array(
                UnsafeRawBufferPointer(start: name, count: strlen(name.assumingMemoryBound(to: CChar.self))))
            if bytes != [0x2E], bytes != [0x2E, 0x2E] { body(StoredPath(bytes: bytes), entry.pointee.d_type) }
        }
    }

    /// Waits until new names in the folder are on the disk. A folder that may be written but not listed cannot be
    /// waited for.
    package func synchronize(for path: String) throws(StoredFileError) {
        let opened = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if opened < 0 && errno == EACCES { return }
        try SystemFile(opened: opened, name: path, for: .unwritable).synchronize()
    }
}
