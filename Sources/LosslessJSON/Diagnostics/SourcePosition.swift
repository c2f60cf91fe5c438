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
            // Eight characters of ASCII at a time.
            if offset + 8 <= end, Self.arePlain(bytes, from: offset) {
                column += 8
                offset += 8
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

    /// Whether eight bytes are characters of ASCII from the space on.
    ///
    /// Unsafe code: the caller has made sure that there are eight.
    @inline(__always)
    private static func arePlain(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Bool {
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // Less 0x20, a byte below it borrows, which sets its highest bit; a lower byte that borrows may do so too, and
        // is one of those anyway.
        return (word | (word &- 0x2020_2020_2020_2020)) & 0x8080_8080_8080_8080 == 0
    }
}
