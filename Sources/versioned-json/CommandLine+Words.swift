#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension CommandLine {
    /// The words as the system has them: `arguments` mends what is not UTF-8, and a mended name is another file.
    ///
    /// Unsafe code: the system has `argc` words, each of which ends with a zero, for the life of the process.
    static var words: [[UInt8]] {
        (0..<Int(argc)).map { index in
            guard let word = unsafeArgv[index] else { return [] }
            return Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
        }
    }
}
