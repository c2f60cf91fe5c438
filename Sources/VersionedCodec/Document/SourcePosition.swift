/// A place in the bytes of a payload.
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

    /// The place that lies so many bytes into a payload. O(bytes)
    public init(byteOffset: Int, in bytes: [UInt8]) {
        self.init(line: 1, column: 1, byteOffset: 0)
        advance(to: byteOffset, in: bytes)
        self.byteOffset = byteOffset
    }

    /// Goes on to a later place of the same payload. O(bytes between)
    package mutating func advance(to target: Int, in bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { advance(to: target, in: $0) }
    }

    /// Goes on to a later place of the same payload. O(bytes between)
    mutating func advance(to target: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let end = min(target, bytes.count)
        while byteOffset < end {
            switch bytes[byteOffset] {
            case UInt8(ascii: "\n"):
                if byteOffset == 0 || bytes[byteOffset - 1] != UInt8(ascii: "\r") { line += 1 }
                column = 1
            case UInt8(ascii: "\r"):
                line += 1
                column = 1
            case 0x80..<0xC0: break  // A continuation byte belongs to the scalar before it.
            default: column += 1
            }
            byteOffset += 1
        }
    }
}
