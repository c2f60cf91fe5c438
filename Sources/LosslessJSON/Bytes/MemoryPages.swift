#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

private func releaseMemory(_ base: UnsafeMutableRawPointer) { free(base) }

/// Large memory of trivial elements, and advice to the system about its pages, which may be refused without harm.
///
/// Invariants: memory from here is resized and freed here only, by its owner.
enum MemoryPages {
    private static let size = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Asks for large pages: a large index is then ready in a fraction of the time.
    ///
    /// The page that the memory begins in is asked for too, which for memory of this size holds only its own
    /// header: pages of two kinds could not be moved as one when it grows.
    static func preferLarge<Element>(_ base: UnsafeMutablePointer<Element>, _ count: Int) {
        #if os(Linux)
            let bytes = count * MemoryLayout<Element>.stride
            guard bytes >= 1 << 22 else { return }
            let start = Int(bitPattern: base) / size * size
            let hugePages: Int32 = 14  // MADV_HUGEPAGE
            madvise(UnsafeMutableRawPointer(bitPattern: start), Int(bitPattern: base) + bytes - start, hugePages)
        #endif
    }

    /// Returns the pages that are completely within some elements to the system; their contents are gone, and they may
    /// be written again.
    static func release<Element>(_ base: UnsafeMutablePointer<Element>, _ elements: Range<Int>) {
        #if os(Linux)
            let start = (Int(bitPattern: base + elements.lowerBound) + size - 1) / size * size
            let end = Int(bitPattern: base + elements.upperBound) / size * size
            let dontNeed: Int32 = 4  // MADV_DONTNEED
            if end > start { madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, dontNeed) }
        #endif
    }

    /// New memory; if there is none, the program ends, as always in Swift.
    static func memory<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
        guard let memory = malloc(count * MemoryLayout<Element>.stride) else { return .allocate(capacity: count) }
        return memory.bindMemory(to: Element.self, capacity: count)
    }

    static func free<Element>(_ base: UnsafeMutablePointer<Element>) { releaseMemory(base) }

    /// The same elements in memory of another size: the system moves large blocks by their pages, without copying.
    static func resize<Element>(
        _ base: UnsafeMutablePointer<Element>, from count: Int, to newCount: Int
    ) -> UnsafeMutablePointer<Element> {
        if let moved = realloc(base, newCount * MemoryLayout<Element>.stride) {
            return moved.bindMemory(to: Element.self, capacity: newCount)
        }
        let new: UnsafeMutablePointer<Element> = memory(newCount)
        new.update(from: base, count: min(count, newCount))
        Self.free(base)
        return new
    }
}
