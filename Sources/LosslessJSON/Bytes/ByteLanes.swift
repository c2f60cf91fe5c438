/// Words whose bytes are compared all at once: a `UInt64` of eight bytes, or a vector of several.
///
/// Subtracting one from each byte lets a byte that is zero go below it, which its high bit shows. The byte above it may
/// lend one, and look the same; so the lowest mark of a little-endian word is exact, and those above it need not be.
///
/// Unsafe code: words are read from memory that the caller has.
@usableFromInline package protocol ByteLanes {
    init(repeating word: UInt64)
    static func &- (left: Self, right: Self) -> Self
    static func & (left: Self, right: Self) -> Self
    static func | (left: Self, right: Self) -> Self
    static func ^ (left: Self, right: Self) -> Self
    static prefix func ~ (words: Self) -> Self
}

extension UInt64: ByteLanes {
    @inlinable @inline(__always)
    package init(repeating word: UInt64) { self = word }

    /// Eight bytes of memory, the first in the lowest byte.
    @inlinable @inline(__always)
    package init(littleEndianAt place: UnsafeRawPointer) {
        self.init(littleEndian: place.loadUnaligned(as: UInt64.self))
    }
}

extension SIMD2<UInt64>: ByteLanes {}

extension SIMD8<UInt64>: ByteLanes {}

extension ByteLanes {
    /// The high bits of the bytes for which one of the differences went below zero, and of no byte beyond ASCII.
    @inlinable @inline(__always)
    package func marked(by differences: Self) -> Self { differences & ~self & Self(repeating: 0x8080_8080_8080_8080) }

    /// The differences that go below zero where a byte equals one of ASCII.
    @inlinable @inline(__always)
    package func difference(to byte: UInt8) -> Self {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return (self ^ Self(repeating: ones &* UInt64(byte))) &- Self(repeating: ones)
    }

    /// The differences that go below zero where a byte is a control character.
    @inlinable @inline(__always)
    package var controlDifference: Self { self &- Self(repeating: 0x2020_2020_2020_2020) }
}

extension SIMD2<UInt64> {
    /// Sixteen bytes of memory, the first in the lowest byte of the first word.
    @inlinable @inline(__always)
    package init(littleEndianAt place: UnsafeRawPointer) {
        self.init(UInt64(littleEndianAt: place), UInt64(littleEndianAt: place + 8))
    }
}
