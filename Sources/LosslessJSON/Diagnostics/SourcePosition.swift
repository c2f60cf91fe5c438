/// The line, column and byte of a place in a payload, as errors and losses name it.
public struct SourcePosition: Sendable, Hashable {
    /// The line, from 1; a line ends with LF, CR LF or CR.
    public var line: Int

    /// The column, from 1, in Unicode scalars.
    public var column: Int

    /// The number of bytes before the place.
    public var byteOffset: Int

    /// A place with the given coordinates.
    public init(line: Int, column: Int, byteOffset: Int) {
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
    }

    /// The place after a number of bytes of a payload. O(bytes)
    public init(byteOffset: Int, in bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { SourcePosition(byteOffset: byteOffset, in: $0) }
    }

    /// The place after a number of bytes of a payload. O(bytes)
    package init(byteOffset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        self.init(line: 1, column: 1, byteOffset: 0)
        advance(to: byteOffset, in: bytes)
        self.byteOffset = byteOffset
    }

    /// Goes on to a later place of the same payload. O(bytes between)
    package mutating func advance(to target: Int, in bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { advance(to: target, in: $0) }
    }

    /// Goes on to a later place of the same payload. O(bytes between)
    package mutating func advance(to target: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var (line, column) = (line, column)
        let end = min(target, bytes.count)
        var offset = byteOffset
        while offset < end {
            let left = end &- offset
            if left >= 32, Self.are32Plain(bytes, from: offset) {
                column += 32
                offset &+= 32
                continue
            }
            let few = min(8, left)
            if bytes.count &- offset >= 8, let count = Self.scalars(few, of: bytes, from: offset) {
                column += count
                offset &+= few
                continue
            }
            let byte = bytes[offset]
            if byte >= 0x20 {
                // A continuation byte belongs to the scalar before it.
                column += byte & 0xC0 == 0x80 ? 0 : 1
            } else if byte == UInt8(ascii: "\n") {
                if offset == 0 || bytes[offset - 1] != UInt8(ascii: "\r") { line += 1 }
                column = 1
            } else if byte == UInt8(ascii: "\r") {
                line += 1
                column = 1
            } else {
                column += 1
            }
            offset += 1
        }
        (self.line, self.column) = (line, column)
        byteOffset = max(byteOffset, end)
    }

    /// Eight bytes, which the callers have made sure to be there.
    @inline(__always)
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt64 {
        guard let base = bytes.baseAddress else { return 0 }
        return UInt64(littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Whether 32 bytes are characters of ASCII from the space on.
    @inline(__always)
    private static func are32Plain(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Bool {
        let least: UInt64 = 0x2020_2020_2020_2020
        let (first, second) = (word(bytes, offset), word(bytes, offset &+ 8))
        let (third, fourth) = (word(bytes, offset &+ 16), word(bytes, offset &+ 24))
        let below = (first &- least) | (second &- least) | (third &- least) | (fourth &- least)
        return (first | second | third | fourth | below) & 0x8080_8080_8080_8080 == 0
    }

    /// How many scalars begin in the first of eight bytes; `nil` if one is a control character.
    @inline(__always)
    private static func scalars(_ count: Int, of bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int? {
        var word = word(bytes, offset)
        if count < 8 {
            let rest = UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* count)
            word = word & ~rest | 0x2020_2020_2020_2020 & rest
        }
        // Less 0x20, a byte below it borrows, which sets its highest bit; a lower byte that borrows may do so too, and
        // is one of those anyway.
        if (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080 != 0 { return nil }
        // A continuation byte belongs to the scalar before it.
        let continuing = (word >> 7) & ~(word >> 6) & 0x0101_0101_0101_0101
        return count &- Int(truncatingIfNeeded: (continuing &* 0x0101_0101_0101_0101) >> 56)
    }
}
