import Migrations

/// The output for a file of lines: nothing is written before a line has changed; then the lines before it are copied.
final class LineFileOutput {
    let target: (folder: any StorageFolder, name: StoredPath)
    private let place: DocumentPlace
    private let worker: DocumentWorker
    private let form: Compression?
    private(set) var pending: PendingFile?
    private var stream: (any CompressedStream)?
    /// How many bytes the file has, written or not.
    private(set) var count = 0

    /// The name of the partial output, which a run that continues finds again.
    var partialName: StoredPath { TemporaryName.name(run: worker.run, key: worker.key(of: place)) }

    init(_ place: DocumentPlace, _ worker: DocumentWorker, _ form: Compression?) throws(StoredFileError) {
        (self.place, self.worker, self.form) = (place, worker, form)
        target = try worker.target(of: place)
    }

    /// Adds the results of some lines.
    func add(_ result: LinePart.Result) throws {
        defer { count += result.output.count }
        if pending == nil {
            // Of a file whose results go elsewhere, there is one in any case.
            if result.isUnchanged, worker.output == nil { return }
            try begin()
        }
        try write(result.output)
    }

    private func write(_ bytes: [UInt8]) throws(StoredFileError) {
        if let stream { try stream.write(bytes) } else { try pending?.file.write(bytes) }
    }

    private func begin() throws {
        let pending = try PendingFile(
            in: target.folder, run: worker.run, name: form == nil ? partialName : nil, access: .owner)
        self.pending = pending
        stream = try form.map { try pending.file.compressing($0) }
        var (left, source) = (count, try LineSource(place, form))
        while left > 0 {
            guard let bytes = try source.read(min(left, 1 << 20)) else {
                throw StoredMigration.BadDocument.changed(place.shown)
            }
            try write(bytes)
            left -= bytes.count
        }
    }

    /// Goes on with what an interrupted run has written.
    ///
    /// - Returns: The digest of the existing part; `nil` if it differs from that of the journal.
    func resume(_ part: JournalRecord.Part) throws(StoredFileError) -> DigestBuilder? {
        guard let kept = try PendingFile(resuming: partialName, in: target.folder) else { return nil }
        var (digest, left) = (DigestBuilder(), part.written)
        while left > 0, let bytes = try kept.file.read(upTo: min(left, 1 << 20)) {
            digest.add(bytes)
            left -= bytes.count
        }
        // A file shorter than recorded has lost its end.
        guard left == 0, digest.digest == part.new else { return nil }
        try kept.file.truncate(to: part.written)
        kept.isKept = true
        (pending, count) = (kept, part.written)
        return digest
    }

    /// Leaves the written part for the next run; false if the next run could not continue with it.
    func keep(synchronizes: Bool) throws(StoredFileError) -> Bool {
        guard let pending, form == nil else { return false }
        if synchronizes {
            try pending.file.synchronize()
            if !pending.isKept { try pending.folder.synchronize() }
        }
        pending.isKept = true
        return true
    }

    /// Forgets what is written.
    func drop() {
        pending?.isKept = false
        (stream, pending, count) = (nil, nil, 0)
    }

    /// Ends the output, gives it what the other file has, and returns its digest.
    ///
    /// - `content`: The digest of the added bytes.
    func finish(like file: any StorageFile, content: Digest) throws(StoredFileError) -> (file: PendingFile, Digest)? {
        if pending == nil, worker.output != nil {
            // A file without lines.
            let made = try PendingFile(in: target.folder, run: worker.run, access: .owner)
            stream = try form.map { form throws(StoredFileError) in try made.file.compressing(form) }
            pending = made
        }
        guard let pending else { return nil }
        if let stream { try stream.finish() }
        try pending.file.takeMetadata(of: file)
        if worker.options.synchronization != .none { try pending.file.synchronize() }
        let digest = form == nil ? content : try DigestBuilder.digest(of: target.folder.open(pending.name))
        return (pending, digest)
    }
}

/// The bytes of a file of lines, as they are or out of their compression.
struct LineSource {
    let read: (Int) throws(StoredFileError) -> [UInt8]?

    init(_ place: DocumentPlace, _ form: Compression?) throws(StoredFileError) {
        try self.init(place.folder.open(place.name), form)
    }

    /// The digest of all bytes.
    func digest() throws(StoredFileError) -> Digest {
        var digest = DigestBuilder()
        while let bytes = try read(1 << 20) { digest.add(bytes) }
        return digest.digest
    }

    init(_ file: any StorageFile, _ form: Compression?) throws(StoredFileError) {
        guard let form else {
            read = { count throws(StoredFileError) in try file.read(upTo: count) }
            return
        }
        let stream = try file.decompressed(form)
        read = { count throws(StoredFileError) in try stream.read(upTo: count) }
    }
}
