/// The lines of a stream, one after the other, in memory for one line and a chunk.
///
/// ```swift
/// let reader = LineReader(chunks: { nextChunk() })
/// while let line = try reader.next() { … }
/// ```
public final class LineReader {
    /// One line of a stream.
    public struct Line: Sendable, Hashable {
        /// The number of the line, from 1.
        public let number: Int

        /// The bytes, without what ends the line.
        public let bytes: [UInt8]

        /// What ends the line: LF, CR LF, or nothing at the end of the stream.
        public let ending: [UInt8]

        /// The number of bytes of the stream before the line.
        public let byteOffset: Int

        /// Whether the line holds nothing but white space.
        public var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    }

    private let nextChunk: () throws -> [UInt8]?
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var number = 0
    private var byteOffset = 0

    /// A reader of the chunks that a function gives, until it gives `nil`.
    public init(chunks: @escaping () throws -> [UInt8]?) { nextChunk = chunks }

    /// The next line, or `nil` at the end.
    ///
    /// - Throws: What the function of the chunks throws.
    /// - Complexity: O(bytes of the line)
    public func next() throws -> Line? {
        var searched = start
        while true {
            if let newline = buffer[searched...].firstIndex(of: 0x0A) {
                let hasReturn = newline > start && buffer[newline - 1] == 0x0D
                let end = hasReturn ? newline - 1 : newline
                return take(to: end, ending: newline + 1)
            }
            searched = buffer.count
            if isAtEnd { return start < buffer.count ? take(to: buffer.count, ending: buffer.count) : nil }
            guard let chunk = try nextChunk() else {
                isAtEnd = true
                continue
            }
            if start > 0 {
                buffer.removeFirst(start)
                searched -= start
                start = 0
            }
            buffer += chunk
        }
    }

    private func take(to end: Int, ending next: Int) -> Line {
        number += 1
        let line = Line(
            number: number, bytes: Array(buffer[start..<end]), ending: Array(buffer[end..<next]), byteOffset: byteOffset
        )
        byteOffset += next - start
        start = next
        return line
    }
}
