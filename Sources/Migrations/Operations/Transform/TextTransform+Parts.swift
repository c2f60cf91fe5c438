import VersionedCodec

/// Parts of texts.
extension TextTransform {
    /// Whether a text holds another, byte by byte.
    static func holds(_ part: String, in text: String) -> Bool { parts(of: text, part).count > 1 }

    static func part(_ index: Int, of parts: [String]) -> Subject? {
        let place = index < 0 ? parts.count + index : index
        return parts.indices.contains(place) ? .text(parts[place]) : nil
    }

    /// The parts of a text between the occurrences of a separator, compared byte by byte; an empty separator is never
    /// found.
    static func parts(of text: String, _ separator: String) -> [String] {
        var (text, separator) = (text, separator)
        return text.withUTF8 { bytes in
            separator.withUTF8 { mark in
                ranges(in: bytes, between: mark).map { String(decoding: bytes[$0], as: UTF8.self) }
            }
        }
    }

    /// Where the parts are.
    static func ranges(in bytes: UnsafeBufferPointer<UInt8>, between mark: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        forEachRange(in: bytes, between: mark) { parts.append($0) }
        return parts
    }

    /// Calls a function with the range of each part.
    @inline(__always)
    static func forEachRange(
        in bytes: UnsafeBufferPointer<UInt8>, between mark: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Void
    ) {
        guard let first = mark.first else { return body(0..<bytes.count) }
        var start = 0
        var index = 0
        while index + mark.count <= bytes.count {
            if bytes[index] == first,
                mark.count == 1 || mark.isSame(as: UnsafeBufferPointer(rebasing: bytes[index..<(index + mark.count)]))
            {
                body(start..<index)
                index += mark.count
                start = index
            } else {
                index += 1
            }
        }
        body(start..<bytes.count)
    }

    static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line: [UInt8] = []
        var isBehindReturn = false
        for byte in text.utf8 {
            defer { isBehindReturn = byte == 0x0D }
            if byte == 0x0A, isBehindReturn { continue }
            if byte == 0x0A || byte == 0x0D {
                lines.append(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            } else {
                line.append(byte)
            }
        }
        return line.isEmpty ? lines : lines + [String(decoding: line, as: UTF8.self)]
    }
}
