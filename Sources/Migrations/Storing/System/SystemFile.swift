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

/// An open file of the operating system; closed when released. Every failing call is an error with the system's own
/// words.
///
/// Unsafe code stays here: buffers are passed to the system for one call, with their own lengths.
package final class SystemFile: Sendable {
    /// The name as errors show it.
    package var name: String { makeName() }
    package let descriptor: Int32
    private let makeName: @Sendable () -> String
    private let isOwned: Bool

    private init(_ descriptor: Int32, name: String, isOwned: Bool) {
        self.descriptor = descriptor
        makeName = { name }
        self.isOwned = isOwned
    }

    deinit { if isOwned { close(descriptor) } }

    package static let standardInput = SystemFile(0, name: "<stdin>", isOwned: false)
    package static let standardOutput = SystemFile(1, name: "<stdout>", isOwned: false)
    package static let standardError = SystemFile(2, name: "<stderr>", isOwned: false)

    /// The file of a descriptor that has just been opened.
    ///
    /// - `name`: The name as errors show it, made when there is one.
    /// - Throws: The system's error, if it is not a file.
    package init(
        opened descriptor: Int32, name: @autoclosure @escaping @Sendable () -> String, for code: StoredFileError.Code
    ) throws(StoredFileError) {
        guard descriptor >= 0 else { throw Self.failure(code, name()) }
        self.descriptor = descriptor
        makeName = name
        isOwned = true
    }

    /// Opens a file.
    ///
    /// - `waits`: Whether opening a pipe waits for a writer.
    package static func reading(_ path: StoredPath, waits: Bool = true) throws(StoredFileError) -> SystemFile {
        let flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)
        guard var descriptor = path.withCString({ open($0, flags) }) else { throw noSuchFile(.unreadable, path) }
        if descriptor < 0, errno == ENAMETOOLONG, let folder = SystemFolder.open(path.folder) {
            descriptor = folder.openForReading(path.name)
        }
        return try SystemFile(opened: descriptor, name: path.description, for: .unreadable)
    }

    /// Another descriptor of an open file, which shares its position and its modes.
    package static func duplicate(of descriptor: Int32, name: String) throws(StoredFileError) -> SystemFile {
        try SystemFile(opened: fcntl(descriptor, F_DUPFD_CLOEXEC, 3), name: name, for: .unwritable)
    }

    // MARK: Reading

    /// Up to so many bytes, or `nil` at the end.
    package func read(upTo count: Int) throws(StoredFileError) -> [UInt8]? {
        while true {
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                result = systemRead(descriptor, buffer.baseAddress, count)
                initialized = max(0, result)
            }
            if result > 0 { return bytes }
            if result == 0 { return nil }
            if errno == EAGAIN { wait(for: POLLIN) } else if errno != EINTR { throw Self.failure(.unreadable, name) }
        }
    }

    /// Whether reading would not have to wait: there are bytes, or there is an end or an error.
    package var isReady: Bool {
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptors, 1, 0) != 0
    }

    /// Continues reading after so many bytes of the file.
    package func seek(to offset: Int) throws(StoredFileError) {
        if lseek(descriptor, off_t(offset), SEEK_SET) < 0 { throw Self.failure(.unreadable, name) }
    }

    /// All bytes up to the end.
    package func readAll() throws(StoredFileError) -> [UInt8] {
        // As many bytes at once as the size of the file; further bytes are read, too.
        let size = min(max(0, status?.size ?? 0), 1 << 30)
        guard var bytes = try read(upTo: size > 0 ? size : 1 << 16) else { return [] }
        // Where all has come, no more than the end is asked for.
        while let chunk = try read(upTo: bytes.count == size ? 1 : 1 << 18) {
            // A device may have no end.
            if bytes.count > Int(UInt32.max) {
                throw StoredFileError(code: .unreadable, path: name, reason: "there is no end within 4 GiB")
            }
            bytes += chunk
        }
        return bytes
    }

    // MARK: Writing

    /// Writes all bytes.
    package func write(_ bytes: [UInt8]) throws(StoredFileError) {
        try bytes.withUnsafeBufferPointer { bytes throws(StoredFileError) in try write(bytes) }
    }

    /// Writes all bytes.
    package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoredFileError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[written...]))
            let result = systemWrite(descriptor, rest.baseAddress, rest.count)
            if result >= 0 {
                written += result
            } else if errno == EPIPE {
                throw StoredFileError(code: .closedPipe, path: name, reason: "the reader has closed the pipe")
            } else if errno == EAGAIN {
                wait(for: POLLOUT)
            } else if errno != EINTR {
                throw Self.failure(.unwritable, name)
            }
        }
    }

    /// Waits where a process that shares the file has made it one that does not wait.
    private func wait(for event: Int32) {
        var descriptors = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        _ = poll(&descriptors, 1, -1)
    }

    /// Makes the file empty, so that it is written again.
    package func empty() throws(StoredFileError) {
        if ftruncate(descriptor, 0) != 0 || lseek(descriptor, 0, SEEK_SET) != 0 {
            throw Self.failure(.unwritable, name)
        }
    }

    /// Cuts the file off after so many bytes, and continues writing there.
    package func truncate(to count: Int) throws(StoredFileError) {
        if ftruncate(descriptor, off_t(count)) != 0 || lseek(descriptor, off_t(count), SEEK_SET) < 0 {
            throw Self.failure(.unwritable, name)
        }
    }

    /// Lets the disk begin with what was written, where the system can do that.
    package func startWriting() {
        #if os(Linux) || os(Android)
            systemStartWriting(descriptor)
        #endif
    }

    /// Waits until what was written is on the disk.
    package func synchronize() throws(StoredFileError) {
        if fsync(descriptor) != 0 && errno != EINVAL { throw Self.failure(.unwritable, name) }
    }

    // MARK: Status

    /// The status of the file.
    package var status: FileStatus? { FileStatus(descriptor: descriptor) }

    /// The result of an attempt to lock a file.
    package enum LockResult { case locked, inUse, unsupported }

    /// Locks the file against other processes, and against others who open it, until it is closed.
    ///
    /// - `isShared`: Whether others may lock it in the same way.
    package func lock(isShared: Bool = false) -> LockResult {
        if flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return .locked }
        return errno == EWOULDBLOCK || errno == EINTR ? .inUse : .unsupported
    }

    // MARK: Errors

    /// The system's error of the last call.
    @inline(never)
    package static func failure(_ code: StoredFileError.Code, _ path: String) -> StoredFileError {
        let number = errno
        return StoredFileError(code: code, path: path, reason: String(cString: strerror(number)), number: number)
    }

    /// Errors of all writing, and not of one file.
    static let errorsOfDisk: Set<Int32> = [ENOSPC, EDQUOT, EROFS, EIO, EFBIG]

    /// Whether the last call failed because there is something of the name.
    package static var isNameTaken: Bool { errno == EEXIST }

    /// The error for a path that no file can have.
    package static func noSuchFile(_ code: StoredFileError.Code, _ path: StoredPath) -> StoredFileError {
        errno = ENOENT
        return failure(code, path.description)
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
