/// Strings as JSON text (RFC 8259, section 7).
///
/// Unsafe code: writes only to memory that it has made room for: two bytes more than a text that needs no escapes, six
/// for each byte of a piece of one that does, and a word more.
extension [UInt8] {
    /// Appends a string in quotes.
    @inlinable @inline(__always)
    package mutating func appendJSON(_ text: String, _ escapes: StringEscapes) {
        var text = text
        text.withUTF8 { appendJSON($0, escapes) }
    }

    /// Appends UTF-8 in quotes.
    @inlinable @inline(__always)
    package mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>, _ escapes: StringEscapes) {
        guard !escapes.hasSpecial(in: text) else { return appendEscaped(text, escapes) }
        makeRoom(text.count &+ 2)
        append(room: text.count &+ 2) { out in
            out[0] = UInt8(ascii: "\"")
            if let base = text.baseAddress { (out + 1).update(from: base, count: text.count) }
            out[text.count &+ 1] = UInt8(ascii: "\"")
            return text.count &+ 2
        }
    }

    @usableFromInline @inline(never)
    package mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, _ escapes: StringEscapes) {
        append(UInt8(ascii: "\""))
        appendCharacters(text, escapes)
        append(UInt8(ascii: "\""))
    }

    /// Appends UTF-8 without quotes, with escapes where they are needed.
    mutating func appendCharacters(_ text: UnsafeBufferPointer<UInt8>, _ escapes: StringEscapes) {
        guard let base = text.baseAddress else { return }
        var start = 0
        while start < text.count {
            var end = Swift.min(text.count, start + 1024)
            // Characters stay whole.
            for _ in 0..<3 where end < text.count && base[end] & 0xC0 == 0x80 { end -= 1 }
            let piece = UnsafeBufferPointer(start: base + start, count: end - start)
            makeRoom(6 * piece.count + 8)
            append(room: 6 * piece.count + 8) { EscapedWriter.write(piece, escapes, to: $0) }
            start = end
        }
    }
}

/// Writes characters into memory that has room for six bytes for each of their bytes, and for eight more.
private enum EscapedWriter {
    /// Returns how many bytes were written.
    static func write(
        _ text: UnsafeBufferPointer<UInt8>, _ escapes: StringEscapes, to start: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard let base = text.baseAddress else { return 0 }
        var (index, out) = (0, start)
        while index < text.count {
            // Up to the next byte that cannot be copied, eight at a time.
            let rest = text.count &- index
            let word = rest >= 8 ? UInt64(littleEndianAt: base + index) : lastWord(of: text, rest)
            UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt64.self)
            let found = escapes.specials(in: word)
            let step = found == 0 ? 8 : found.trailingZeroBitCount / 8
            if step >= rest { return out + rest - start }
            index &+= step
            out += step
            if found != 0 { index &+= escape(text, index, &out) }
        }
        return out - start
    }

    /// The last bytes of a text, fewer than eight, in a word; zeros fill it.
    @inline(__always)
    private static func lastWord(of text: UnsafeBufferPointer<UInt8>, _ rest: Int) -> UInt64 {
        if let base = text.baseAddress, text.count >= 8 {
            return UInt64(littleEndianAt: base + (text.count &- 8)) &>> UInt64(64 &- 8 &* rest)
        }
        var word: UInt64 = 0
        for place in 1...rest { word = word &<< 8 | UInt64(text[text.count &- place]) }
        return word
    }

    /// Writes the escape of the character at an index; returns how many bytes of the text that character has.
    @inline(__always)
    private static func escape(
        _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ out: inout UnsafeMutablePointer<UInt8>
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
            (out[0], out[1]) = (UInt8(ascii: "\\"), short)
            out += 2
            return 1
        }
        guard byte >= 0x80 else {
            hexadecimal(UInt16(byte), &out)
            return 1
        }
        let length = Swift.min(byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2, text.count - index)
        for unit in String(decoding: text[index..<index + length], as: UTF8.self).utf16 { hexadecimal(unit, &out) }
        return length
    }

    private static func hexadecimal(_ unit: UInt16, _ out: inout UnsafeMutablePointer<UInt8>) {
        (out[0], out[1]) = (UInt8(ascii: "\\"), UInt8(ascii: "u"))
        for place in 0..<4 {
            let digit = UInt8(truncatingIfNeeded: unit >> UInt16(12 - 4 * place) & 15)
            out[2 + place] = digit < 10 ? 48 + digit : 87 + digit
        }
        out += 6
    }
}

/// The characters that strings escape besides those that JSON requires.
@usableFromInline package struct StringEscapes: Sendable, Hashable {
    /// Whether `/` is written as `\/`.
    @usableFromInline package var slashes: Bool
    /// Whether everything beyond ASCII is written as `\uXXXX`.
    @usableFromInline package var nonASCII: Bool

    package init(slashes: Bool = false, nonASCII: Bool = false) {
        (self.slashes, self.nonASCII) = (slashes, nonASCII)
    }

    /// The escapes of a writing style.
    package init(_ style: WritingStyle) {
        self.init(slashes: style.escapesSlashes, nonASCII: style.escapesNonASCII)
    }

    /// The escapes of an encoder without options.
    package static let usual = StringEscapes(slashes: true)

    /// Whether a text has a byte that cannot be copied. The bytes after the last whole word are read as one more word,
    /// which overlaps it.
    @inlinable @inline(__always)
    package func hasSpecial(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = text.baseAddress else { return false }
        let (bytes, count) = (UnsafeRawPointer(base), text.count)
        if count >= 16 {
            var index = 0
            while index &+ 16 <= count {
                if specials(in: SIMD2(littleEndianAt: bytes + index)) != .zero { return true }
                index &+= 16
            }
            return specials(in: SIMD2(littleEndianAt: bytes + (count &- 16))) != .zero
        }
        if count >= 8 {
            let first = bytes.loadUnaligned(as: UInt64.self)
            let last = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            return specials(in: SIMD2(first, last)) != .zero
        }
        if count >= 4 {
            let halves = UInt64(bytes.loadUnaligned(as: UInt32.self))
            let rest = UInt64(bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return specials(in: halves | rest &<< 32) != 0
        }
        for index in 0..<count where isSpecial(base[index]) { return true }
        return false
    }

    @inlinable @inline(__always)
    package func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || (slashes && byte == UInt8(ascii: "/"))
            || (nonASCII && byte >= 0x80)
    }

    /// The high bits of bytes that cannot be copied: the high bit of a difference shows which byte went below zero.
    /// Zero if there are none; of a little-endian word the lowest bit is exact, those above it need not be.
    @inlinable @inline(__always)
    package func specials<Words: ByteLanes>(in words: Words) -> Words {
        var differences = words.controlDifference
        differences = differences | words.difference(to: UInt8(ascii: "\""))
        differences = differences | words.difference(to: UInt8(ascii: "\\"))
        if slashes { differences = differences | words.difference(to: UInt8(ascii: "/")) }
        let found = words.marked(by: differences)
        return nonASCII ? found | words & Words(repeating: 0x8080_8080_8080_8080) : found
    }
}
