#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// An open file of the operating system; closed when released. Every failing call is an error with the system's own words.
///
/// Unsafe code stays here: buffers are passed to the system for one call, with their own lengths.
final class SystemFile: Sendable {
    let name: String
    private let descriptor: Int32
    private let isOwned: Bool

    private init(_ descriptor: Int32, name: String, isOwned: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.isOwned = isOwned
    }

    deinit { if isOwned { close(descriptor) } }

    static let standardInput = SystemFile(0, name: "<stdin>", isOwned: false)
    static let standardOutput = SystemFile(1, name: "<stdout>", isOwned: false)
    static let standardError = SystemFile(2, name: "<stderr>", isOwned: false)

    static func reading(_ path: String) throws(StoredFileError) -> SystemFile {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.unreadable, path) }
        return SystemFile(descriptor, name: path, isOwned: true)
    }

    /// A new file for writing; one of the same path is an error, or emptied where that is asked for. Errors show the name.
    static func writing(_ path: String, name: String, replacing: Bool) throws(StoredFileError) -> SystemFile {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL), mode_t(0o666))
        guard descriptor >= 0 else { throw failure(.unwritable, name) }
        return SystemFile(descriptor, name: name, isOwned: true)
    }

    /// Gives the file exactly these permissions, whatever the mask of the process.
    func setPermissions(_ mode: UInt32) throws(StoredFileError) {
        if fchmod(descriptor, mode_t(mode)) != 0 { throw Self.failure(.unwritable, name) }
    }

    /// Up to so many bytes, or `nil` at the end.
    func read(upTo count: Int) throws(StoredFileError) -> [UInt8]? {
        while true {
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                result = systemRead(descriptor, buffer.baseAddress, count)
                initialized = max(0, result)
            }
            if result > 0 { return bytes }
            if result == 0 { return nil }
            if errno != EINTR { throw Self.failure(.unreadable, name) }
        }
    }

    /// All bytes up to the end.
    func readAll() throws(StoredFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var status = stat()
        // Memory for all of a file at once; more than it says is read all the same.
        if fstat(descriptor, &status) == 0, status.st_size > 0 { bytes.reserveCapacity(Int(status.st_size) + 1) }
        while let chunk = try read(upTo: 1 << 18) {
            // A device may have no end.
            if bytes.count > Int(UInt32.max) {
                throw StoredFileError(code: .unreadable, path: name, reason: "there is no end within 4 GiB")
            }
            bytes += chunk
        }
        return bytes
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(StoredFileError) {
        try bytes.withUnsafeBufferPointer { bytes throws(StoredFileError) in try write(bytes) }
    }

    /// Writes all bytes.
    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoredFileError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[written...]))
            let result = systemWrite(descriptor, rest.baseAddress, rest.count)
            if result >= 0 {
                written += result
            } else if errno == EPIPE {
                throw StoredFileError(code: .closedPipe, path: name, reason: "the reader has closed the pipe")
            } else if errno != EINTR {
                throw Self.failure(.unwritable, name)
            }
        }
    }

    /// Makes the file empty, so that it is written anew.
    func empty() throws(StoredFileError) {
        if ftruncate(descriptor, 0) != 0 || lseek(descriptor, 0, SEEK_SET) != 0 {
            throw Self.failure(.unwritable, name)
        }
    }

    /// Waits until what was written is on the disk.
    func synchronize() throws(StoredFileError) {
        if fsync(descriptor) != 0 && errno != EINVAL { throw Self.failure(.unwritable, name) }
    }

    // MARK: Names

    /// The permissions of a file, or `nil` where there is none of the name.
    static func mode(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt32(status.st_mode) : nil
    }

    static func isRegularFile(mode: UInt32) -> Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }

    static func isFolder(_ path: String) -> Bool {
        mode(of: path).map { $0 & UInt32(S_IFMT) == UInt32(S_IFDIR) } ?? false
    }

    /// Where a chain of symbolic links leads, or the path itself where there is nothing of the name yet.
    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    static func move(_ path: String, to target: String, name: String) throws(StoredFileError) {
        if rename(path, target) != 0 { throw failure(.unwritable, name) }
    }

    static func remove(_ path: String) { unlink(path) }

    /// Waits until the name of a new file is on the disk.
    static func synchronizeFolder(_ path: String) throws(StoredFileError) {
        try reading(path).synchronize()
    }

    static var processID: Int32 { getpid() }

    private static func failure(_ code: StoredFileError.Code, _ path: String) -> StoredFileError {
        let number = errno
        return StoredFileError(code: code, path: path, reason: String(cString: strerror(number)))
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}

/// Lets a write to a closed pipe fail, instead of ending the process.
package func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }
