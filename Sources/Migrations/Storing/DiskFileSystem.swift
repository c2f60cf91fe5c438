#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The file system of the operating system.
package struct DiskFileSystem: FileSystem {
    package init() {}

    package func folder(at path: StoredPath) throws(StoredFileError) -> any StorageFolder {
        try DiskFolder(SystemFolder.open(path), path)
    }

    package func facts(at path: StoredPath) -> FileFacts? { FileStatus(at: path).map(FileFacts.init) }

    package func absolute(_ path: StoredPath) -> StoredPath? {
        // Unsafe code: `realpath` allocates a text that ends with a zero; it is copied and freed.
        guard let found = path.withCString({ realpath($0, nil) }) ?? nil else { return nil }
        defer { free(found) }
        return StoredPath(bytes: Array(UnsafeRawBufferPointer(start: found, count: strlen(found))))
    }

    package func lock(_ path: StoredPath, isShared: Bool) -> (any AnyObject)? {
        // A pipe is nothing to wait for, and what may not be read cannot be locked.
        guard let kind = facts(at: path)?.kind, kind == .file || kind == .folder,
            let file = try? SystemFile.reading(path, waits: false)
        else { return Unlocked() }
        return file.lock(isShared: isShared) == .inUse ? nil : file
    }

    private final class Unlocked {}
}

final class DiskFolder: StorageFolder {
    let number: FileStatus.Number
    private let folder: SystemFolder
    /// As messages show it.
    private let path: StoredPath
    /// The text that messages show in place of all names in it.
    private let shownName: StoredPath?
    private let owner: NewFileOwner

    init(_ folder: SystemFolder?, _ path: StoredPath) throws(StoredFileError) {
        guard let folder, let status = folder.status else { throw SystemFile.failure(.unreadable, path.description) }
        (self.folder, self.path, number, shownName) = (folder, path, status.number, nil)
        owner = NewFileOwner(in: status)
    }

    /// A folder in which one file is replaced; messages are about that file.
    init(_ folder: SystemFolder, replacing target: StoredPath) throws(StoredFileError) {
        guard let status = folder.status else { throw SystemFile.failure(.unwritable, target.description) }
        (self.folder, path, number, shownName) = (folder, target, status.number, target)
        owner = NewFileOwner(in: status)
    }

    private func shown(_ name: StoredPath) -> String { (shownName ?? path.appending(name)).description }

    func entries() throws(StoredFileError) -> [FolderEntry] {
        guard let entries = folder.entries() else { throw SystemFile.failure(.unreadable, path.description) }
        return entries.map { FolderEntry(name: $0.name, kind: $0.kind) }
    }

    func facts(of name: StoredPath) -> FileFacts? { folder.status(of: name).map(FileFacts.init) }

    func folder(_ path: StoredPath, throughLinks: Bool) throws(StoredFileError) -> any StorageFolder {
        var (folder, last) = (folder, path)
        if path.bytes.count > SystemFolder.longestStep {
            guard let around = SystemFolder.open(path.folder, from: folder) else {
                throw SystemFile.failure(.unreadable, shown(path))
            }
            (folder, last) = (around, path.name)
        }
        if !throughLinks, folder.status(of: last)?.isFolder != true {
            errno = ENOTDIR
            throw SystemFile.failure(.unreadable, shown(path))
        }
        return try DiskFolder(SystemFolder.open(last, from: folder), self.path.appending(path))
    }

    func open(_ name: StoredPath) throws(StoredFileError) -> any StorageFile {
        try DiskFile(
            SystemFile(opened: folder.openForReading(name), name: self.shown(name), for: .unreadable))
    }

    func openForUpdating(_ name: StoredPath) throws(StoredFileError) -> any StorageFile {
        try DiskFile(SystemFile(opened: folder.openForUpdating(name), name: self.shown(name), for: .unwritable))
    }

    func create(_ name: StoredPath, for access: NewFileAccess) throws(StoredFileError) -> (any StorageFile)? {
        let descriptor = folder.create(name, mode: mode(for: access))
        if descriptor < 0, SystemFile.isNameTaken { return nil }
        return try DiskFile(SystemFile(opened: descriptor, name: self.shown(name), for: .unwritable))
    }

    /// The permissions that a new file begins with.
    private func mode(for access: NewFileAccess) -> UInt32 {
        switch access {
        case .everybody: 0o666
        case .owner: 0o600
        case .those(let other): (other as? DiskFile).flatMap { owner.mode(like: $0) } ?? 0o600
        }
    }

    func rename(_ name: StoredPath, to other: StoredPath) throws(StoredFileError) {
        if !folder.rename(name, to: other) { throw SystemFile.failure(.unwritable, shown(other)) }
    }

    func renameUnlessTaken(_ name: StoredPath, to other: StoredPath) throws(StoredFileError) -> Bool {
        if folder.renameUnlessTaken(name, to: other) { return true }
        if SystemFile.isNameTaken { return false }
        throw SystemFile.failure(.unwritable, shown(other))
    }

    func link(_ name: StoredPath, in other: any StorageFolder, as otherName: StoredPath) -> Bool {
        guard let other = other as? DiskFolder else { return false }
        return folder.link(name, in: other.folder, as: otherName)
    }

    func remove(_ name: StoredPath) throws(StoredFileError) {
        if !folder.remove(name) { throw SystemFile.failure(.unwritable, shown(name)) }
    }

    func makeFolder(_ name: StoredPath) throws(StoredFileError) {
        if !folder.makeFolder(name) { throw SystemFile.failure(.unwritable, shown(name)) }
    }

    func synchronize() throws(StoredFileError) { try folder.synchronize(for: path.description) }
}

/// The owner of new files in a folder, if it does not depend on the kind of file system.
private struct NewFileOwner {
    private let owner: UInt32
    /// The group of the process; `nil` if the folder has another one, which some systems give to new files.
    private let group: UInt32?

    init(in folder: FileStatus) {
        owner = geteuid()
        group = folder.group == getegid() ? folder.group : nil
    }

    /// The permissions of another file, if the same people own both; `nil` if they would give access to others.
    func mode(like file: DiskFile) -> UInt32? {
        guard let status = file.status, status.owner == owner, status.group == group else { return nil }
        return status.mode & 0o777 | 0o600
    }
}

final class DiskFile: StorageFile {
    let file: SystemFile
    /// The first answer of the system.
    private(set) lazy var status = file.status

    init(_ file: SystemFile) { self.file = file }

    var facts: FileFacts? { status.map(FileFacts.init) }

    func readAll() throws(StoredFileError) -> [UInt8] {
        guard let status, status.isRegularFile, (1..<1 << 30).contains(status.size) else { return try file.readAll() }
        // A file ends where less is read than was asked for.
        let bytes = try file.read(upTo: status.size + 1) ?? []
        return bytes.count <= status.size ? bytes : try bytes + file.readAll()
    }

    func read(upTo count: Int) throws(StoredFileError) -> [UInt8]? { try file.read(upTo: count) }

    func seek(to offset: Int) throws(StoredFileError) { try file.seek(to: offset) }

    func write(_ bytes: [UInt8]) throws(StoredFileError) { try file.write(bytes) }

    func truncate(to count: Int) throws(StoredFileError) { try file.truncate(to: count) }

    func startWriting() { file.startWriting() }

    func synchronize() throws(StoredFileError) { try file.synchronize() }

    func lock() -> SystemFile.LockResult { file.lock() }

    func decompressed(_ form: Compression) throws(StoredFileError) -> any CompressedStream {
        try FilterProcess(form.reader, .input, file, path: file.name)
    }

    func compressing(_ form: Compression) throws(StoredFileError) -> any CompressedStream {
        try FilterProcess(form.writer, .output, file, path: file.name)
    }

    func takeMetadata(of other: any StorageFile) throws(StoredFileError) {
        guard let other = other as? DiskFile, let status = other.status else { return }
        try FileMetadata(of: other.file, status).apply(to: file)
    }
}

extension FileFacts {
    fileprivate init(_ status: FileStatus) {
        let kind: SystemFolder.EntryKind =
            status.isRegularFile ? .file : status.isFolder ? .folder : status.isLink ? .link : .other
        self.init(
            number: status.number, kind: kind, size: status.size, modified: status.modified, links: status.links)
    }
}
