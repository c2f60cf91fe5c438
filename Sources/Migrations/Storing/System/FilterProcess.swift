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

/// A program of the system that bytes go through, such as `gzip`: it has the file itself, and this process the other
/// end of a pipe.
///
/// The program gets no signals of the terminal, so that a run which is to end can finish what is under way; it ends
/// when its pipe is closed.
package final class FilterProcess {
    /// Which side the file is on.
    package enum Side { case input, output }

    private let program: String
    private let code: StoredFileError.Code
    private let path: String
    private var process: pid_t = -1
    /// This process's end; `nil` once it is closed.
    private var pipe: SystemFile?
    private let errors: SystemFile

    /// Starts a program.
    ///
    /// - `words`: Its name, which is looked for where commands are, and its arguments.
    /// - `side`: Whether the program reads the file and this process its results, or the other way round.
    /// - `path`: The file as messages show it.
    /// - Throws: ``StoredFileError`` if there is no such program.
    package init(_ words: [String], _ side: Side, _ file: SystemFile, path: String) throws(StoredFileError) {
        program = words.first ?? ""
        self.path = path
        code = side == .input ? .unreadable : .unwritable
        let (results, messages) = (try SystemPipe(), try SystemPipe())
        errors = messages.reading
        messages.writing.neverWait()
        let ours = side == .input ? results.reading : results.writing
        let theirs = side == .input ? results.writing : results.reading
        let input = side == .input ? file : theirs
        let output = side == .input ? theirs : file
        let status = Self.spawn(
            words, [input.descriptor, output.descriptor, messages.writing.descriptor], &process)
        guard status == 0 else {
            let reason = status == ENOENT ? "'\(program)' is not installed" : String(cString: strerror(status))
            throw StoredFileError(code: code, path: path, reason: reason, number: status)
        }
        pipe = ours
    }

    deinit {
        pipe = nil
        guard process > 0 else { return }
        // The rest of its output is not wanted.
        kill(process, SIGKILL)
        _ = wait()
    }

    private static func spawn(_ words: [String], _ streams: [Int32], _ process: inout pid_t) -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, descriptor) in streams.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        // Variables such as GZIP must not change what comes out.
        let variables = ["LC_ALL=C"] + (getenv("PATH").map { ["PATH=" + String(cString: $0)] } ?? [])
        // Unsafe code: the copies of texts are freed after the call; the system has its own.
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        return posix_spawnp(&process, words.first ?? "", &actions, &attributes, &arguments, &environment)
    }

    // MARK: Bytes

    /// Up to so many bytes of what the program gives, or `nil` at the end.
    ///
    /// - Throws: ``StoredFileError`` with the message of the program, if it has failed: for a file that is cut off.
    package func read(upTo count: Int) throws(StoredFileError) -> [UInt8]? {
        guard let pipe else { return nil }
        if let bytes = try pipe.read(upTo: count) { return bytes }
        try finish()
        return nil
    }

    /// Whether reading would not have to wait.
    package var isReady: Bool { pipe?.isReady ?? true }

    /// Gives the program bytes.
    ///
    /// - Throws: ``StoredFileError`` with the message of the program, if it has ended.
    package func write(_ bytes: [UInt8]) throws(StoredFileError) {
        guard let pipe else { return }
        do {
            try Self.withoutBrokenPipes { () throws(StoredFileError) in try pipe.write(bytes) }
        } catch {
            guard error.code == .closedPipe else { throw error }
            try finish()
            throw StoredFileError(code: code, path: path, reason: "'\(program)' has ended early")
        }
    }

    /// Closes the pipe, and waits for the program's end.
    ///
    /// - Throws: ``StoredFileError`` with the message of the program, if it has failed.
    package func finish() throws(StoredFileError) {
        guard pipe != nil else { return }
        pipe = nil
        var said: [UInt8] = []
        while said.count < 1 << 12, let bytes = try errors.read(upTo: 1 << 12) { said += bytes }
        guard let status = wait() else {
            throw StoredFileError(code: code, path: path, reason: "the exit status of '\(program)' is unknown")
        }
        if status == 0 { return }
        let words = String(decoding: said, as: UTF8.self).split { $0.isNewline }
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
        let how =
            status & 0x7F == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(status & 0x7F)"
        let reason = words.isEmpty ? "'\(program)' \(how)" : words.joined(separator: "; ")
        throw StoredFileError(code: code, path: path, reason: reason)
    }

    /// The status of the program's end; `nil` if other code has asked for it.
    private func wait() -> Int32? {
        var status: Int32 = 0
        defer { process = -1 }
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return nil } }
        return status
    }

    /// Calls a function in which writing into a pipe without a reader is an error, and does not end the process.
    private static func withoutBrokenPipes(
        _ body: () throws(StoredFileError) -> Void
    ) throws(StoredFileError) {
        var (broken, before, pending) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        sigemptyset(&pending)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &broken, &before)
        defer {
            sigemptyset(&pending)
            sigpending(&pending)
            var number: Int32 = 0
            if !wasPending, sigismember(&pending, SIGPIPE) == 1 { sigwait(&broken, &number) }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        try body()
    }
}

/// The two ends of a pipe, which no other program gets.
private struct SystemPipe {
    let reading: SystemFile
    let writing: SystemFile

    init() throws(StoredFileError) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            let status = pipe(&ends)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #else
            let status = systemPipe(&ends)
        #endif
        if status != 0 { throw SystemFile.failure(.unreadable, "<pipe>") }
        reading = try SystemFile(opened: ends[0], name: "<pipe>", for: .unreadable)
        writing = try SystemFile(opened: ends[1], name: "<pipe>", for: .unwritable)
    }
}

extension SystemFile {
    /// A write of more than fits does not wait, and the rest is lost.
    fileprivate func neverWait() { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
}
