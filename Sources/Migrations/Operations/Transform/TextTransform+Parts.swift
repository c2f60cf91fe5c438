import VersionedCodec

/// Parts of texts.
extension TextTransform {
    /// Whether a text holds another, byte by byte.
    static func holds(_ part: String, in text: String) -> Bool { parts(of: text, part).count > 1 }

    static func drop(suffix: String, of text: String) -> String {
        guard text.utf8.count >= suffix.utf8.count, text.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else {
            return text
        }
        return String(text.utf8.dropLast(suffix.utf8.count)) ?? text
    }

    static func part(_ index: Int, of parts: [String]) -> Subject? {
        let place = index < 0 ? parts.count + index : index
        return parts.indices.contains(place) ? .text(parts[place]) : nil
    }

    /// The parts of a text between the occurrences of a separator, compared byte by byte; an empty separator is never
    /// found.
    static func parts(of text: String, _ separator: String) -> [String] {
        let bytes = Array(text.utf8)
        let mark = Array(separator.utf8)
        guard !mark.isEmpty else { return [text] }
        var parts: [String] = []
        var start = 0
        var index = 0
        while index + mark.count <= bytes.count {
            if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) {
                parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
                index += mark.count
                start = index
            } else {
                index += 1
            }
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
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
