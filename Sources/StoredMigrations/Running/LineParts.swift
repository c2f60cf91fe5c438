import Migrations

/// Cuts a file of lines into parts of whole lines.
struct LineParts {
    private let read: (Int) throws(StoredFileError) -> [UInt8]?
    private let size: Int
    private var rest: [UInt8] = []
    private var isAtEnd = false
    private(set) var linesBefore = 0
    private(set) var bytesBefore = 0
    private(set) var digest = DigestBuilder()

    /// - `size`: So many bytes are a part, and then the rest of the line.
    /// - `read`: Up to so many bytes of the file; `nil` at its end.
    init(size: Int, _ read: @escaping (Int) throws(StoredFileError) -> [UInt8]?) {
        (self.size, self.read) = (size, read)
    }

    /// The next part; `nil` at the end.
    ///
    /// - `limit`: The number of bytes of the file at which a part ends in any case.
    mutating func next(upTo limit: Int = .max) throws(StoredFileError) -> LinePart? {
        let most = limit - bytesBefore
        var bytes = rest
        rest = []
        var searched = 0
        while !isAtEnd, bytes.count < most {
            guard let chunk = try read(min(size, most - bytes.count)) else {
                isAtEnd = true
                break
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            guard bytes.count >= size, let newline = bytes[searched...].lastIndex(of: 0x0A) else {
                searched = bytes.count
                continue
            }
            rest = Array(bytes[(newline + 1)...])
            bytes.removeSubrange((newline + 1)...)
            break
        }
        if bytes.isEmpty { return nil }
        var part = LinePart(bytes: bytes, linesBefore: linesBefore, bytesBefore: bytesBefore)
        linesBefore += ByteSearch.countOfNewlines(in: bytes)
        bytesBefore += bytes.count
        digest.add(bytes)
        part.end = (linesBefore, digest)
        return part
    }
}

/// Reads parts ahead on a thread of its own, where others work on them meanwhile.
final class LinePartReader {
    /// The parts are used by one thread at a time: its own, or, without one, the caller's.
    private final class Source: @unchecked Sendable {
        var parts: LineParts
        init(_ parts: LineParts) { self.parts = parts }
    }

    private let work: OrderedWork<Void, Result<LinePart?, any Error>>
    private var isAtEnd = false

    init(_ parts: LineParts, isBeside: Bool) {
        let source = Source(parts)
        work = OrderedWork(threads: 1, isBeside: isBeside) { Result { try source.parts.next() } }
    }

    /// The next part; `nil` at the end.
    func next() throws -> LinePart? {
        while !isAtEnd, work.wantsMore { work.add(()) }
        guard let part = try work.next()?.get() else {
            isAtEnd = true
            return nil
        }
        return part
    }

    func finish() { work.finish() }
}
