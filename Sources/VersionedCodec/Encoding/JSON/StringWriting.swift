/// Strings as JSON text (RFC 8259, section 7).
extension [UInt8] {
    /// Appends a string in quotes.
    @inline(__always)
    mutating func appendJSON(_ text: String, _ escapes: StringEscapes) {
        var text = text
        text.withUTF8 { appendJSON($0, escapes) }
    }

    /// Appends UTF-8 in quotes.
    @inline(__always)
    mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>, _ escapes: StringEscapes) {
        let plain = escapes.firstSpecial(in: text)
        guard plain == text.count else { return appendEscaped(text, plain, escapes) }
        makeRoom(text.count &+ 2)
        append(room: text.count &+ 2) { out in
            out[0] = UInt8(ascii: "\"")
            if let base = text.baseAddress { (out + 1).update(from: base, count: text.count) }
            out[text.count &+ 1] = UInt8(ascii: "\"")
            return text.count &+ 2
        }
    }

    @inline(never)
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, _ plain: Int, _ escapes: StringEscapes) {
        append(UInt8(ascii: "\""))
        var start = 0
        var end = plain
        while true {
            makeRoom(end - start + 16)
            append(contentsOf: text[start..<end])
            guard end < text.count else { break }
            start = end + appendEscape(text, end, escapes)
            end = start + escapes.firstSpecial(in: UnsafeBufferPointer(rebasing: text[start...]))
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends the escape of the character that begins at an index; returns how many bytes of the text it stands for.
    private mutating func appendEscape(
        _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ escapes: StringEscapes
    ) -> Int {
        let byte = text[index]
        let short: UInt8? =
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0A: UInt8(ascii: "n")
            case 0x0C: UInt8(ascii: "f")
            case 0x0D: UInt8(ascii: "r")
            default: nil
            }
        if let short {
            append(UInt8(ascii: "\\"))
            append(short)
            return 1
        }
        guard byte >= 0x80 else {
            appendHexadecimal(UInt16(byte))
            return 1
        }
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        for unit in String(decoding: text[index..<Swift.min(index + length, text.count)], as: UTF8.self).utf16 {
            appendHexadecimal(unit)
        }
        return length
    }

    private mutating func appendHexadecimal(_ unit: UInt16) {
        append(UInt8(ascii: "\\"))
        append(UInt8(ascii: "u"))
        for shift in [UInt16(12), 8, 4, 0] {
            let digit = UInt8(unit >> shift & 15)
            append(digit < 10 ? 48 + digit : 87 + digit)
        }
    }
}

/// What is escaped in strings beside what must be.
struct StringEscapes: Sendable, Hashable {
    /// Whether `/` is written as `\/`.
    var slashes = false
    /// Whether everything beyond ASCII is written as `\uXXXX`.
    var nonASCII = false

    /// Those of an encoder without options.
    static let usual = StringEscapes(slashes: true)

    /// The index of the first byte that cannot be copied, or the count.
    @inline(__always)
    func firstSpecial(in text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = text.baseAddress else { return 0 }
        var index = 0
        let count = text.count
        while index &+ 8 <= count {
            let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
            if hasSpecial(word) { break }
            index &+= 8
        }
        while index < count {
            if isSpecial(base[index]) { return index }
            index &+= 1
        }
        return count
    }

    @inline(__always)
    private func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || (slashes && byte == UInt8(ascii: "/"))
            || (nonASCII && byte >= 0x80)
    }

    /// Whether one of eight bytes may be special: the high bit of a difference says which byte went below zero.
    @inline(__always)
    private func hasSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let high: UInt64 = 0x8080_8080_8080_8080
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        var found = (word &- ones &* 0x20) & ~word
        found |= (quotes &- ones) & ~quotes
        found |= (backslashes &- ones) & ~backslashes
        if slashes {
            let marks = word ^ (ones &* UInt64(UInt8(ascii: "/")))
            found |= (marks &- ones) & ~marks
        }
        if nonASCII { found |= word }
        return found & high != 0
    }
}
