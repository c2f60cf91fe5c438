#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension StorageFile {
    /// Locks the file; false where another process has it for longer than a moment. A program that this process is just
    /// starting holds all of its locks, until its own code runs.
    func lockSoon() -> Bool {
        for _ in 0..<20 {
            if lock() { return true }
            usleep(10_000)
        }
        return false
    }
}
