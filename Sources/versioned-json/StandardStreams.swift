#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Standard input, output and error.
enum StandardStreams {
    /// Opens those that the parent process has closed. The next file that is opened would take the place of one,
    /// and what is meant for standard output would be written into it. Reading and writing them fails, as it does with
    /// a closed one.
    static func open() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest number that is free is taken, which is this one.
            _ = openFile("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
