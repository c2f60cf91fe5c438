/// A file that is written whole or not at all: beside its place, synced, then renamed into it.
///
/// ```swift
/// let file = try FileReplacement(of: "orders.json")
/// try file.write(bytes)
/// try file.commit()    // before this, or without it, orders.json is as it was
/// ```
///
/// Permissions of an existing file are kept; a symbolic link is followed. What is no regular file, such as `/dev/null` or a pipe,
/// is written directly.
public final class FileReplacement {
    /// The file that is to be replaced.
    public let path: String

    private let target: String
    private let temporary: String?
    private let file: SystemFile
    private var isCommitted = false

    /// Opens a new file beside the one of the given path.
    ///
    /// - Throws: ``StoredFileError`` where the folder cannot be written.
    public init(of path: String) throws(StoredFileError) {
        self.path = path
        target = SystemFile.resolved(path)
        let mode = SystemFile.mode(of: target)
        if SystemFile.isFolder(target) {
            throw StoredFileError(code: .unwritable, path: path, reason: "it is a folder")
        }
        if let mode, !SystemFile.isRegularFile(mode: mode) {
            temporary = nil
            file = try SystemFile.writing(target, name: path, replacing: true)
        } else {
            let beside = "\(target).\(SystemFile.processID).\(UInt32.random(in: 0 ... .max)).tmp"
            temporary = beside
            file = try SystemFile.writing(beside, name: path, replacing: false)
            if let mode {
                do throws(StoredFileError) {
                    try file.setPermissions(mode & 0o777)
                } catch {
                    SystemFile.remove(beside)
                    throw error
                }
            }
        }
    }

    deinit {
        if !isCommitted, let temporary { SystemFile.remove(temporary) }
    }

    /// Appends bytes.
    ///
    /// - Throws: ``StoredFileError`` where they cannot be written.
    public func write(_ bytes: [UInt8]) throws(StoredFileError) { try file.write(bytes) }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoredFileError) { try file.write(bytes) }

    /// Whether what was written can be forgotten: not where it went straight to its place.
    var canStartOver: Bool { temporary != nil }

    /// Forgets what was written.
    func startOver() throws(StoredFileError) { try file.empty() }

    /// Puts the file in its place.
    ///
    /// - Throws: ``StoredFileError``; the file in that place is then as it was.
    public func commit() throws(StoredFileError) {
        if let temporary {
            try file.synchronize()
            try SystemFile.move(temporary, to: target, name: path)
            isCommitted = true
            let slash = target.lastIndex(of: "/")
            try SystemFile.synchronizeFolder(slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? ".")
        }
        isCommitted = true
    }
}
