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
package enum ByteSearch {
    /// The place of the first line feed from `start` on.
    package static func firstNewline(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Whether bytes contain a text.
    package static func holds(_ text: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress, !text.isEmpty else { return text.isEmpty }
        // A byte that few other texts have.
        let rare = text.firstIndex { !(0x61...0x7A).contains($0) && $0 != 0x22 } ?? text.count / 2
        var start = rare
        while start < bytes.count, let found = memchr(base + start, Int32(text[rare]), bytes.count - start) {
            let place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if holds(text, in: bytes, at: place - rare) { return true }
            start = place + 1
        }
        return false
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

    /// Whether a text, or a character that is written as an escape of four digits (`\u0041`), is anywhere in
    /// others.
    ///
    /// - `text`: At least two bytes.
    package static func holdsTextOrEscape(_ text: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let length = text.count
        // The second byte of a key, and the last but one, are rarer than its quotation marks.
        let (near, far) = (1, max(1, length - 2))
        let (first, last, backslash) = (UInt64(text[near]) &* ones, UInt64(text[far]) &* ones, 0x5C &* ones)
        func hasZero(_ word: UInt64) -> Bool { (word &- ones) & ~word & (0x80 &* ones) != 0 }
        var place = 0
        while place + far + 8 <= raw.count {
            let here = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let second = raw.loadUnaligned(fromByteOffset: place + near, as: UInt64.self)
            let end = raw.loadUnaligned(fromByteOffset: place + far, as: UInt64.self)
            if hasZero((second ^ first) | (end ^ last)) || hasZero(here ^ backslash) {
                for start in place..<place + 8 where holds(text, in: bytes, at: start) { return true }
            }
            place += 8
        }
        while place < bytes.count {
            if holds(text, in: bytes, at: place) { return true }
            place += 1
        }
        return false
    }

    private static func holds(_ text: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        if bytes[start] == 0x5C { return start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "u") }
        guard bytes.count - start >= text.count else { return false }
        return text.indices.allSatisfy { bytes[start + $0] == text[$0] }
    }
}
