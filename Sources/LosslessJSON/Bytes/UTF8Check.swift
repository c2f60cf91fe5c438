/// Whether bytes are UTF-8 (RFC 3629): a pass of its own, eight ASCII bytes at a time.
///
/// Unsafe code: reads only within the given bounds.
enum UTF8Check {
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let count = bytes.count
        var index = 0
        while index < count {
            index = skipASCII(base, from: index, to: count)
            // Scalars beyond ASCII mostly come in runs.
            while index < count, base[index] >= 0x80 {
                index = skipShort(base, from: index, to: count)
                guard index < count, base[index] >= 0x80 else { break }
                let length = sequenceLength(base + index, available: count - index)
                if length == 0 { return false }
                index += length
            }
        }
        return true
    }

    /// The first index from `start` on that may hold a byte beyond ASCII.
    @inline(__always)
    private static func skipASCII(_ base: UnsafePointer<UInt8>, from start: Int, to count: Int) -> Int {
        let high: UInt64 = 0x8080_8080_8080_8080
        let raw = UnsafeRawPointer(base)
        var index = start
        while index <= count &- 64 {
            let words = raw.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt64>.self)
            let halves = words.lowHalf | words.highHalf
            let quarters = halves.lowHalf | halves.highHalf
            if (quarters[0] | quarters[1]) & high != 0 { break }
            index &+= 64
        }
        while index <= count &- 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) & high
            if word != 0 { return index &+ word.trailingZeroBitCount / 8 }
            index &+= 8
        }
        // The last bytes as one more word, which overlaps the one before it.
        if index < count, count >= 8, raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self) & high == 0 {
            return count
        }
        while index < count, base[index] < 0x80 { index += 1 }
        return index
    }

    /// The first index from `start` on that does not begin a valid scalar of two or three bytes, or is one of the last
    /// seven (Unicode, table 3-7).
    @inline(__always)
    private static func skipShort(_ base: UnsafePointer<UInt8>, from start: Int, to count: Int) -> Int {
        let raw = UnsafeRawPointer(base)
        var index = start
        while index <= count &- 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            if word & 0xC0C0F0_C0C0F0 == 0x8080E0_8080E0 {
                // Two of three bytes.
                guard isLead(word), isLead(word >> 24) else { break }
                index &+= 6
            } else if word & 0xC0C0F0 == 0x8080E0 {
                guard isLead(word) else { break }
                index &+= 3
            } else if word & 0xC0E0 == 0x80C0, word & 0x1E != 0 {
                index &+= 2
            } else {
                break
            }
        }
        return index
    }

    /// Whether the first of three bytes may be followed by the second: E0 needs the bit 20 there, and ED excludes it.
    @inline(__always)
    private static func isLead(_ word: UInt64) -> Bool {
        let bits = word & 0x200F
        return bits != 0 && bits != 0x200D
    }

    /// The length of the scalar that begins with a byte beyond ASCII, or 0 if none begins there (Unicode, table 3-7).
    @inline(__always)
    private static func sequenceLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
        let lead = bytes[0]
        if lead < 0xC2 { return 0 }
        if lead < 0xE0 {
            return available >= 2 && bytes[1] & 0xC0 == 0x80 ? 2 : 0
        }
        if lead < 0xF0 {
            guard available >= 3, bytes[1] & 0xC0 == 0x80, bytes[2] & 0xC0 == 0x80 else { return 0 }
            if lead == 0xE0 && bytes[1] < 0xA0 { return 0 }
            if lead == 0xED && bytes[1] > 0x9F { return 0 }
            return 3
        }
        guard lead < 0xF5, available >= 4, bytes[1] & 0xC0 == 0x80, bytes[2] & 0xC0 == 0x80, bytes[3] & 0xC0 == 0x80
        else { return 0 }
        if lead == 0xF0 && bytes[1] < 0x90 { return 0 }
        if lead == 0xF4 && bytes[1] > 0x8F { return 0 }
        return 4
    }
}
