#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The target of a path, for writing: every symbolic link has been followed, also one to a missing file.
enum FileTarget {
    /// A file that the process has open already, as `/dev/stdout` is.
    case descriptor(Int32)

    /// A name in a folder, which may be there or not.
    case entry(SystemFolder, name: StoredPath)

    /// As many links as Linux follows.
    private static let maximumLinks = 40

    /// Follows a path.
    ///
    /// - Throws: ``StoredFileError`` if the folder is not there, where the path names a folder, and for links in a
    ///   circle.
    init(_ path: StoredPath) throws(StoredFileError) {
        var folder: SystemFolder?
        var rest = path
        for _ in 0...Self.maximumLinks {
            let name = StoredPath(bytes: Array(rest.bytes.dropFirst(rest.folder.bytes.count)))
            let isFolder = name.bytes.isEmpty || name == "." || name == ".."
            guard let inner = SystemFolder.open(isFolder ? rest : rest.folder, from: folder) else {
                throw SystemFile.failure(.unwritable, path.description)
            }
            if isFolder {
                if path.bytes.isEmpty { throw SystemFile.noSuchFile(.unwritable, path) }
                throw StoredFileError(code: .unwritable, path: path.description, reason: "it is a folder")
            }
            if let descriptor = Self.descriptor(name, in: inner) {
                self = .descriptor(descriptor)
                return
            }
            guard let link = inner.link(name) else {
                self = .entry(inner, name: name)
                return
            }
            (folder, rest) = (inner, link)
        }
        errno = ELOOP
        throw SystemFile.failure(.unwritable, path.description)
    }

    /// The number of an open file of this process, where the folder is the one that the system shows them in.
    private static func descriptor(_ name: StoredPath, in folder: SystemFolder) -> Int32? {
        guard name.bytes.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int32(name.description),
            let here = folder.status, let own = SystemFolder.open("/dev/fd") ?? SystemFolder.open("/proc/self/fd"),
            let there = own.status, here.number == there.number
        else { return nil }
        return number
    }
}
