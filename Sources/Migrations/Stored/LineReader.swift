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
    public func next() throws -> Line? { try nextPlace().map(line) }

    /// A line that is still in the memory of the reader, until the next one is asked for.
    struct Place {
        let number: Int
        let byteOffset: Int
        let bytes: Range<Int>
        let ending: Range<Int>
    }

    /// Where the next line stands, or `nil` at the end.
    func nextPlace() throws -> Place? {
        var searched = start
        while true {
            if let newline = buffer.withUnsafeBufferPointer({ ByteSearch.firstNewline(in: $0, from: searched) }) {
                let hasReturn = newline > start && buffer[newline - 1] == 0x0D
                return take(to: hasReturn ? newline - 1 : newline, ending: newline + 1)
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

    /// The bytes of a line that has just been found.
    func withBytes<Result>(of place: Place, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[place.bytes])) }
    }

    /// A copy of what ends a line that has just been found.
    func appendEnding(of place: Place, to output: inout [UInt8]) { output += buffer[place.ending] }

    /// A line that has just been found, on its own.
    func line(_ place: Place) -> Line {
        Line(
            number: place.number, bytes: Array(buffer[place.bytes]), ending: Array(buffer[place.ending]),
            byteOffset: place.byteOffset)
    }

    private func take(to end: Int, ending next: Int) -> Place {
        number += 1
        let place = Place(number: number, byteOffset: byteOffset, bytes: start..<end, ending: end..<next)
        byteOffset += next - start
        start = next
        return place
    }
}
