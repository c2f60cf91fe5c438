import Migrations

/// The bad lines of a file, compressed as the file is, under a temporary name until all of them are there.
final class QuarantinedLines {
    private let pending: PendingFile
    private let name: StoredPath
    private let stream: (any CompressedStream)?

    /// - `form`: How the file is compressed.
    init(in folder: any StorageFolder, as name: StoredPath, _ form: Compression?, run: String) throws(StoredFileError) {
        let pending = try PendingFile(in: folder, run: run, access: .everybody)
        (self.pending, self.name) = (pending, name)
        stream = try form.map { form throws(StoredFileError) in try pending.file.compressing(form) }
    }

    func write(_ bytes: [UInt8]) throws(StoredFileError) {
        if let stream { try stream.write(bytes) } else { try pending.file.write(bytes) }
    }

    /// Gives the file its name, or a free one like it.
    func keep(synchronizes: Bool) throws(StoredFileError) {
        if let stream { try stream.finish() }
        if synchronizes { try pending.file.synchronize() }
        try pending.moveToFreeName(name)
        if synchronizes { try pending.folder.synchronize() }
    }
}
