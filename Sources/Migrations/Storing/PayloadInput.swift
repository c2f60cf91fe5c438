import VersionedCodec

/// The source of a payload: a file, or standard input.
///
/// ```swift
/// let input = PayloadInput("-")       // standard input
/// try input.bytes()
/// ```
package struct PayloadInput: Sendable, Hashable {
    /// The name in errors; `<stdin>` for standard input.
    package let name: String

    /// The file; `nil` for standard input.
    private let path: StoredPath?

    /// The file at a path; `-` is standard input.
    package init(_ path: String) { self.init(StoredPath(path)) }

    /// The file at a path that need not be UTF-8; `-` is standard input.
    package init(_ path: StoredPath) {
        self.path = path == "-" ? nil : path
        name = self.path?.description ?? "<stdin>"
    }

    /// Whether it exists. Standard input always does.
    package var exists: Bool { path.map { FileStatus(at: $0) != nil } ?? true }

    /// Whether both are the same file, under any names: through symbolic and hard links, and if standard input is a
    /// file.
    package func isSameFile(as other: PayloadInput) -> Bool {
        if self == other { return true }
        guard let identity, let otherIdentity = other.identity else { return false }
        return identity == otherIdentity
    }

    /// Which file it is; `nil` for what is not a regular file.
    var identity: FileIdentity? { path.map { FileIdentity($0) } ?? FileIdentity(descriptor: .standardInput) }

    /// Whether it is a folder.
    package var isFolder: Bool { path.flatMap { FileStatus(at: $0) }?.isFolder ?? false }

    private func open() throws(StoredFileError) -> SystemFile {
        guard let path else { return .standardInput }
        return try SystemFile.reading(path)
    }

    /// All bytes.
    ///
    /// - Throws: ``StoredFileError`` if they cannot be read.
    package func bytes() throws(StoredFileError) -> [UInt8] { try open().readAll() }

    /// The lines, one after the other. A file whose name ends in `.gz` or `.zst` is read through the system's `gzip` or
    /// `zstd`.
    ///
    /// - Throws: ``StoredFileError`` if the file cannot be opened. Reading a line throws if it fails.
    package func lines() throws(StoredFileError) -> LineReader {
        let file = try open()
        if let form = path.flatMap({ Compression(of: $0) }) {
            let stream = try FilterProcess(form.reader, .input, file, path: name)
            return LineReader(chunks: checked { try stream.read(upTo: 1 << 16) }, isReady: { stream.isReady })
        }
        return LineReader(chunks: checked { try file.read(upTo: 1 << 16) }, isReady: { file.isReady })
    }

    /// The same chunks, of which the first one must not be in another encoding.
    private func checked(_ read: @escaping () throws -> [UInt8]?) -> () throws -> [UInt8]? {
        var isFirst = true
        return {
            let chunk = try read()
            if isFirst { try LineEncoding.check(chunk, path: name) }
            isFirst = false
            return chunk
        }
    }

    /// The files at a path: the file itself, or, for a folder, the files in it that end in `.json`, at any depth,
    /// sorted by name.
    ///
    /// - Throws: ``StoredFileError`` if the path does not exist, or if a folder cannot be read or contains no such
    ///   file.
    package static func all(at path: String) throws(StoredFileError) -> [PayloadInput] {
        try all(at: StoredPath(path))
    }

    /// The files at a path that need not be UTF-8; see ``all(at:)-(String)``.
    package static func all(at path: StoredPath) throws(StoredFileError) -> [PayloadInput] {
        if path == "-" { return [PayloadInput(path)] }
        guard let status = FileStatus(at: path) else { throw SystemFile.failure(.unreadable, path.description) }
        if !status.isFolder { return [PayloadInput(path)] }
        var visited: Set<FileStatus.Number> = []
        let inputs = try inputs(in: path, visited: &visited)
        if inputs.isEmpty {
            throw StoredFileError(
                code: .unreadable, path: path.description, reason: "the folder holds no file that ends in \".json\"")
        }
        return inputs
    }

    private static func inputs(
        in path: StoredPath, visited: inout Set<FileStatus.Number>
    ) throws(StoredFileError) -> [PayloadInput] {
        guard let folder = SystemFolder.open(path), let status = folder.status, let names = folder.names() else {
            throw StoredFileError(code: .unreadable, path: path.description, reason: "the folder cannot be listed")
        }
        // A symbolic link may lead back to a folder that has been listed.
        guard visited.insert(status.number).inserted else { return [] }
        var inputs: [PayloadInput] = []
        for name in names.inOrder(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            let inner = path.appending(name)
            if FileStatus(at: inner)?.isFolder == true {
                inputs += try Self.inputs(in: inner, visited: &visited)
            } else if name.hasSuffix(".json") {
                inputs.append(PayloadInput(inner))
            }
        }
        return inputs
    }
}

/// The destination of a result.
package enum PayloadOutput {
    /// Standard output.
    package static func writeToStandardOutput(_ bytes: [UInt8]) throws(StoredFileError) {
        try SystemFile.standardOutput.write(bytes)
    }

    /// Standard error. A failure to write to it is ignored, because it cannot be reported.
    package static func writeToStandardError(_ text: String) {
        do { try SystemFile.standardError.write(Array(text.utf8)) } catch { return }
    }
}
