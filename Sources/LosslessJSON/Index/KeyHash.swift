/// The hash of a key's characters: its first eight bytes, its last eight, the middle eight and its length; all bytes of
/// a key of up to 24.
///
/// It is quick, not strong: longer keys that differ between those bytes only have one hash. Code that depends on it for
/// speed counts its steps and falls back on Swift's own seeded hashing.
///
/// Unsafe code: words are read within the bytes; of fewer than eight, `hash(readable:)` reads eight, which its caller
/// has.
package enum KeyHash {
    private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let third: UInt64 = 0x1656_67B1_9E37_79F9

    /// The hash of bytes in memory, of which eight may be read from `bytes` on even where there are fewer.
    @inline(__always)
    static func hash(readable bytes: UnsafePointer<UInt8>, count: Int) -> UInt32 {
        let raw = UnsafeRawPointer(bytes)
        if count >= 8 {
            let head = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
            let tail = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
            if count <= 16 { return mix(head, tail, count) }
            let middle = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: (count - 8) / 2, as: UInt64.self))
            return mix(head, tail ^ middle &* third, count)
        }
        let mask = (1 as UInt64) << UInt64(truncatingIfNeeded: count * 8) &- 1
        return mix(UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)) & mask, 0, count)
    }

    /// The hash of any bytes.
    package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let count = bytes.count
        guard let base = bytes.baseAddress, count > 0 else { return mix(0, 0, 0) }
        if count >= 8 { return hash(readable: base, count: count) }
        let raw = UnsafeRawPointer(base)
        if count >= 4 {
            // Both halves may overlap: the bytes that they share are the same.
            let head = UInt64(UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self)))
            let tail = UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)))
            return mix(head | tail << UInt64(truncatingIfNeeded: (count - 4) * 8), 0, count)
        }
        let (middle, last) = (count >> 1, count - 1)
        let head = UInt64(base[0]) | UInt64(base[middle]) << UInt64(truncatingIfNeeded: middle * 8)
        return mix(head | UInt64(base[last]) << UInt64(truncatingIfNeeded: last * 8), 0, count)
    }

    /// The hash of a text's UTF-8.
    package static func hash(_ text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { hash($0) }
    }

    @inline(__always)
    private static func mix(_ head: UInt64, _ tail: UInt64, _ count: Int) -> UInt32 {
        var value = (head ^ UInt64(truncatingIfNeeded: count)) &* first
        // Both halves of the product: keys that differ in a last digit only are then far from each other.
        let product = (tail ^ value ^ (value >> 29)).multipliedFullWidth(by: second)
        value = product.high ^ product.low
        return UInt32(truncatingIfNeeded: value >> 32) ^ UInt32(truncatingIfNeeded: value)
    }
}
