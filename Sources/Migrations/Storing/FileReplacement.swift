/// Use it to replace a file as a whole or not at all: it is written beside its target, synced, and then renamed.
///
/// ```swift
/// let file = try FileReplacement(of: "orders.json")
/// try file.write(bytes)
/// try file.commit()    // until then, and without it, orders.json stays the same
/// ```
///
/// The new file has the permissions and the extended attributes of the old one, and its owner and group if the process
/// is allowed to set them. A symbolic link is followed, also one to a file that does not exist yet. A file that is not
/// regular, such as `/dev/null` or a pipe, is written directly. So is a file that is already open, such as
/// `/dev/stdout`.
///
/// The temporary file is called `.HASH.NUMBER.tmp`. A killed process leaves it behind, and the next replacement of the
/// same file removes it. No signal handler is installed. A program with a handler of its own calls ``abandonAll()``
/// before it ends.
public final class FileReplacement {
    /// The file to replace, in the form for messages.
    public let path: String

    /// Whether bytes go directly to the target, as for a pipe or `/dev/stdout`, so that they cannot be undone.
    public let isWrittenDirectly: Bool

    private enum Place {
        case direct(SystemFile)
        case beside(PendingFile, SystemFile, folder: SystemFolder, name: StoredPath, replacing: FileMetadata?)
        /// It is in its place, and not written any more.
        case committed
    }

    private var place: Place

    /// How many bytes have been written.
    package private(set) var count = 0

    /// The program that compresses what is written; `nil` if none does.
    private var compressor: FilterProcess?

    /// Opens a temporary file beside the file at a path.
    ///
    /// - Throws: ``StoredFileError`` if the folder cannot be written.
    /// - Complexity: O(1); O(files in the folder) if more than eight processes replace the file at once.
    public convenience init(of path: String) throws(StoredFileError) { try self.init(of: StoredPath(path)) }

    /// Opens a temporary file beside the file at a path, which need not be UTF-8; see ``init(of:)-(String)``.
    public init(of path: StoredPath) throws(StoredFileError) {
        self.path = path.description
        switch try FileTarget(path) {
        case .descriptor(let descriptor):
            place = .direct(try SystemFile.duplicate(of: descriptor, name: path.description))
            isWrittenDirectly = true
        case .entry(let folder, let name):
            let status = folder.status(of: name)
            if let status, status.isFolder {
                throw StoredFileError(code: .unwritable, path: path.description, reason: "it is a folder")
            }
            if let status, !status.isRegularFile {
                let descriptor = folder.openForWriting(name)
                place = .direct(try SystemFile(opened: descriptor, name: path.description, for: .unwritable))
                isWrittenDirectly = true
            } else {
                let made = try Self.telling(path.description) { () throws(StoredFileError) in
                    try ReplacementName(for: name)
                        .pendingFile(
                            in: DiskFolder(folder, replacing: path), access: status != nil ? .owner : .everybody)
                }
                guard let file = (made.file as? DiskFile)?.file else {
                    throw StoredFileError(code: .unwritable, path: path.description, reason: "it is on no disk")
                }
                place = .beside(made, file, folder: folder, name: name, replacing: status.map { FileMetadata($0) })
                isWrittenDirectly = false
            }
        }
    }

    /// Opens a temporary file for a file of lines. If its name ends in `.gz` or `.zst`, the system's `gzip` or `zstd`
    /// compresses it.
    ///
    /// - Throws: ``StoredFileError`` if the folder cannot be written, or if that program does not exist.
    public convenience init(ofLinesAt path: StoredPath) throws(StoredFileError) {
        try self.init(of: path)
        guard !isWrittenDirectly, let form = Compression(of: path) else { return }
        compressor = try FilterProcess(form.writer, .output, file(), path: self.path)
    }

    /// Removes the temporary files of all uncommitted replacements of the process, so that it can end at once. No
    /// replacement can be committed or begun after that.
    ///
    /// ```swift
    /// // On a thread that waits for SIGTERM with sigwait, not in a signal handler itself:
    /// FileReplacement.abandonAll()
    /// exit(1)
    /// ```
    public static func abandonAll() { PendingFile.removeAll() }

    /// Appends bytes.
    ///
    /// - Throws: ``StoredFileError`` if they cannot be written, and after ``commit()``.
    public func write(_ bytes: [UInt8]) throws(StoredFileError) {
        let file = try file()
        if let compressor { try compressor.write(bytes) } else { try file.write(bytes) }
        count += bytes.count
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoredFileError) { try file().write(bytes) }

    /// Cuts the output to so many bytes. Output that is written directly, or compressed, stays.
    package func cut(to count: Int) throws(StoredFileError) {
        guard !isWrittenDirectly, compressor == nil, count < self.count else { return }
        try file().truncate(to: count)
        self.count = count
    }

    /// Forgets what was written.
    func startOver() throws(StoredFileError) { try file().empty() }

    /// Moves the file into place. It cannot be written any more.
    ///
    /// - Throws: ``StoredFileError``. The old file is then unchanged.
    public func commit() throws(StoredFileError) { try Self.commit([self]) }

    /// Moves several files into place, in this order, after all of them are on the disk. So a full disk changes none of
    /// them.
    ///
    /// ```swift
    /// try FileReplacement.commit([quarantine, output])
    /// ```
    ///
    /// - Throws: ``StoredFileError``. The file that failed and those after it are then unchanged.
    public static func commit(_ files: [FileReplacement]) throws(StoredFileError) {
        for file in files { try file.prepare() }
        for file in files { try file.move() }
    }

    /// Gives the file what it takes over from the one that it replaces, and writes it to the disk.
    private func prepare() throws(StoredFileError) {
        _ = try file()
        try compressor?.finish()
        guard case .beside(_, let file, let folder, let name, let earlier) = place else { return }
        try metadata(of: name, in: folder, orElse: earlier)?.apply(to: file)
        try file.synchronize()
    }

    private func move() throws(StoredFileError) {
        if case .beside(let pending, _, let folder, let name, _) = place {
            try Self.telling(path) { () throws(StoredFileError) in try pending.move(to: name) }
            place = .committed
            try folder.synchronize(for: path)
        }
        place = .committed
    }

    /// Errors are about the file that is replaced, not about the one beside it.
    private static func telling<Result>(
        _ path: String, _ body: () throws(StoredFileError) -> Result
    ) throws(StoredFileError) -> Result {
        do throws(StoredFileError) {
            return try body()
        } catch {
            throw StoredFileError(
                code: error.code, path: path, reason: error.reason, number: error.number)
        }
    }

    private func file() throws(StoredFileError) -> SystemFile {
        switch place {
        case .direct(let file): return file
        case .beside(_, let file, _, _, _): return file
        case .committed:
            throw StoredFileError(code: .committed, path: path, reason: "the file is already in place")
        }
    }

    /// The metadata of the file that is to be replaced, as it is now.
    private func metadata(
        of name: StoredPath, in folder: SystemFolder, orElse earlier: FileMetadata?
    ) throws(StoredFileError) -> FileMetadata? {
        guard let status = folder.status(of: name) else { return earlier }
        guard status.isRegularFile else {
            throw StoredFileError(code: .unwritable, path: path, reason: "it is no longer a regular file")
        }
        let path = path
        // Without the right to read a file, its attributes cannot be read either.
        guard let file = try? SystemFile(opened: folder.openForReading(name), name: path, for: .unreadable) else {
            return FileMetadata(status)
        }
        return try FileMetadata(of: file, file.status ?? status)
    }
}
