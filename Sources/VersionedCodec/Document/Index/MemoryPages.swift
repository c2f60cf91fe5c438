#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Advice to the system about the pages of large memory. What it does not take changes nothing but speed and the memory in use.
enum MemoryPages {
    private static let size = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Asks for large pages: a large index is then ready in a fraction of the time.
    ///
    /// The page that the memory begins in is asked for too, which for memory of this size holds nothing but its own header: pages of two
    /// kinds could not be moved as one when it grows.
    static func preferLarge<Element>(_ base: UnsafeMutablePointer<Element>, _ count: Int) {
        #if os(Linux)
            let bytes = count * MemoryLayout<Element>.stride
            guard bytes >= 1 << 22 else { return }
            let start = Int(bitPattern: base) / size * size
            let hugePages: Int32 = 14  // MADV_HUGEPAGE
            madvise(UnsafeMutableRawPointer(bitPattern: start), Int(bitPattern: base) + bytes - start, hugePages)
        #endif
    }

    /// Gives the pages that lie wholly within some elements back to the system; what these held is gone, and may be written anew.
    static func release<Element>(_ base: UnsafeMutablePointer<Element>, _ elements: Range<Int>) {
        #if os(Linux)
            let start = (Int(bitPattern: base + elements.lowerBound) + size - 1) / size * size
            let end = Int(bitPattern: base + elements.upperBound) / size * size
            let dontNeed: Int32 = 4  // MADV_DONTNEED
            if end > start { madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, dontNeed) }
        #endif
    }
}
