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

/// Looks for bytes with the system's own search and comparison.
///
/// Unsafe code: reads only within the given bytes.
package enum ByteSearch {
    /// The place of the first line feed from `start` on.
    package static func firstNewline(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Whether both are the same bytes.
    package static func isEqual(_ slice: Slice<UnsafeBufferPointer<UInt8>>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool
    {
        let slice = UnsafeBufferPointer(rebasing: slice)
        guard slice.count == bytes.count else { return false }
        guard let left = slice.baseAddress, let right = bytes.baseAddress else { return true }
        return memcmp(left, right, bytes.count) == 0
    }

    /// How many line feeds there are.
    package static func countOfNewlines(in bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var (count, place) = (0, 0)
            while let newline = firstNewline(in: bytes, from: place) { (count, place) = (count + 1, newline + 1) }
            return count
        }
    }

    /// Whether some bytes stand anywhere in others.
    package static func contains(_ wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        #if canImport(Darwin)
            memmem(bytes.baseAddress, bytes.count, wanted, wanted.count) != nil
        #else
            systemSearch(bytes.baseAddress, bytes.count, wanted, wanted.count) != nil
        #endif
    }
}
