/// Use it to read the lines of a stream for a ``LineMigration``, one after the other. Only one line and one chunk are
/// in memory.
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

        /// The bytes, without the line ending.
        public let bytes: [UInt8]

        /// The line ending: LF, CR LF, or nothing at the end of the stream.
        public let ending: [UInt8]

        /// The number of bytes of the stream before the line.
        public let byteOffset: Int

        /// Whether the line contains only white space.
        public var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    }

    /// Lines that were read together.
    struct Batch {
        /// The lines are in `range`; each ends with a line feed, but for the last one of the stream.
        let bytes: [UInt8]
        let range: Range<Int>
        /// The number of lines of the stream before those in `range`, and of bytes before `bytes`.
        let linesBefore: Int
        let bytesBefore: Int
    }

    /// Where a line is in a batch.
    struct Place {
        let bytes: Range<Int>
        let ending: Range<Int>
    }

    private let nextChunk: () throws -> [UInt8]?
    private let isReady: () -> Bool
    /// The bytes after the last line feed.
    private var rest: [UInt8] = []
    /// A chunk whose first line was completed apart, and where its other lines are.
    private var chunk: (bytes: [UInt8], lines: Range<Int>)?
    private var isAtEnd = false
    /// Lines that were read before they are asked for, in parts.
    private var ahead: [(bytes: [UInt8], lines: Range<Int>)] = []
    private var batch: Batch?
    /// The last batch that was begun, and the lines that are known by their texts since then.
    private var last: Batch?
    private var known: [ValueHash: [Int]]?
    private var place = 0
    private var linesBefore = 0
    private var bytesBefore = 0

    /// A reader for the chunks that a function returns, until it returns `nil`.
    ///
    /// - `isReady`: Whether the next chunk is available without waiting. If not, ``LineMigration`` first writes its
    ///   output, so that a program that waits for an answer before it sends the next line receives it.
    public init(chunks: @escaping () throws -> [UInt8]?, isReady: @escaping () -> Bool = { true }) {
        nextChunk = chunks
        self.isReady = isReady
    }

    /// A reader of some whole lines of a stream, which begin after so many lines and bytes of it.
    package init(_ lines: [UInt8], linesBefore: Int, bytesBefore: Int) {
        var left: [UInt8]? = lines
        nextChunk = {
            defer { left = nil }
            return left.flatMap { $0.isEmpty ? nil : $0 }
        }
        isReady = { true }
        (self.linesBefore, self.bytesBefore) = (linesBefore, bytesBefore)
    }

    /// The next line, or `nil` at the end.
    ///
    /// - Throws: The errors of the function.
    /// - Complexity: O(bytes of the line)
    public func next() throws -> Line? { try next(beforeWaiting: {}) }

    /// The next line, or `nil` at the end.
    ///
    /// - `beforeWaiting`: Called before waiting for a chunk.
    func next(beforeWaiting: () throws -> Void) throws -> Line? {
        guard let batch = try batch ?? nextBatch(beforeWaiting: beforeWaiting) else { return nil }
        let start = place
        let (line, place) = batch.bytes.withUnsafeBufferPointer { bytes in
            let place = Self.place(in: bytes, from: start, to: batch.range.upperBound)
            return (Self.line(place, in: bytes, after: batch.bytesBefore, number: linesBefore + 1), place)
        }
        linesBefore += 1
        self.place = place.ending.upperBound
        self.batch = self.place < batch.range.upperBound ? batch : nil
        return line
    }

    /// All lines that have come with the next chunks, at least one, or `nil` at the end. The caller of a batch reports
    /// with ``finish(lines:)`` how many lines it had.
    ///
    /// - `beforeWaiting`: Called before waiting for a chunk.
    func nextBatch(beforeWaiting: () throws -> Void) throws -> Batch? {
        let lines = try ahead.isEmpty ? nextLines(beforeWaiting: beforeWaiting) : ahead.removeFirst()
        return lines.map(begin)
    }

    /// The lines that come with the next chunks, and where they are in the bytes; `nil` at the end.
    private func nextLines(beforeWaiting: () throws -> Void) throws -> (bytes: [UInt8], lines: Range<Int>)? {
        if let chunk {
            self.chunk = nil
            return chunk
        }
        var bytes = rest
        rest = []
        while true {
            if !isAtEnd, !isReady() { try beforeWaiting() }
            guard !isAtEnd, let chunk = try nextChunk() else {
                isAtEnd = true
                return bytes.isEmpty ? nil : (bytes, bytes.indices)
            }
            guard let last = chunk.lastIndex(of: 0x0A) else {
                if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
                continue
            }
            rest = Array(chunk[(last + 1)...])
            if bytes.isEmpty { return (chunk, 0..<last + 1) }
            // Only the line that was begun is put together, and not the whole chunk.
            let first = chunk.firstIndex(of: 0x0A) ?? last
            bytes += chunk[...first]
            if first < last { self.chunk = (chunk, first + 1..<last + 1) }
            return (bytes, bytes.indices)
        }
    }

    private func begin(_ bytes: [UInt8], _ lines: Range<Int>) -> Batch {
        let before = bytesBefore - lines.lowerBound
        let batch = Batch(bytes: bytes, range: lines, linesBefore: linesBefore, bytesBefore: before)
        bytesBefore += lines.count
        place = lines.lowerBound
        (self.batch, last, known) = (batch, batch, nil)
        return batch
    }

    /// The numbers of the lines with a text, of those that came with the last one, and of at least so many behind these
    /// that come without waiting.
    ///
    /// - Complexity: O(bytes of these lines) for the first text, then O(1)
    func lines(with text: ValueHash, atLeast count: Int) throws -> [Int] {
        if let known { return known[text] ?? [] }
        var (found, number) = ([ValueHash: [Int]](), last?.linesBefore ?? 0)
        func add(_ bytes: [UInt8], _ range: Range<Int>) {
            bytes.withUnsafeBufferPointer { bytes in
                var start = range.lowerBound
                while start < range.upperBound {
                    let place = Self.place(in: bytes, from: start, to: range.upperBound)
                    (start, number) = (place.ending.upperBound, number + 1)
                    found[ValueHash.ofText(UnsafeBufferPointer(rebasing: bytes[place.bytes])), default: []]
                        .append(number)
                }
            }
        }
        if let last { add(last.bytes, last.range) }
        let end = number + count
        for lines in ahead { add(lines.bytes, lines.lines) }
        while number < end, isReady(), let lines = try nextLines(beforeWaiting: {}) {
            ahead.append(lines)
            add(lines.bytes, lines.lines)
        }
        known = found
        return found[text] ?? []
    }

    /// Notes that all lines of the last batch have been taken.
    func finish(lines: Int) {
        linesBefore += lines
        batch = nil
    }

    /// The line that begins at a place of a batch.
    @inline(__always)
    static func place(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Place {
        guard let newline = ByteSearch.firstNewline(in: bytes, from: start), newline < end else {
            return Place(bytes: start..<end, ending: end..<end)
        }
        let hasReturn = newline > start && bytes[newline - 1] == 0x0D
        return Place(
            bytes: start..<(hasReturn ? newline - 1 : newline),
            ending: (hasReturn ? newline - 1 : newline)..<newline + 1)
    }

    /// A line on its own, of some that come after so many bytes of the stream.
    static func line(
        _ place: Place, in bytes: UnsafeBufferPointer<UInt8>, after bytesBefore: Int, number: Int
    ) -> Line {
        Line(
            number: number, bytes: Array(bytes[place.bytes]), ending: Array(bytes[place.ending]),
            byteOffset: bytesBefore + place.bytes.lowerBound)
    }
}
