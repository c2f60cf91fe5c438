#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Looks for bytes with the system's own search and comparison.
///
/// Unsafe code: reads only within the given bytes.
enum ByteSearch {
    /// The place of the first line feed from `start` on.
    static func firstNewline(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Whether both are the same bytes.
    static func isEqual(_ slice: Slice<UnsafeBufferPointer<UInt8>>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let slice = UnsafeBufferPointer(rebasing: slice)
        guard slice.count == bytes.count else { return false }
        guard let left = slice.baseAddress, let right = bytes.baseAddress else { return true }
        return memcmp(left, right, bytes.count) == 0
    }
}
