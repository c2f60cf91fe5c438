/// Strings.
extension JSON5Rewriter {
    /// Copies a string between double quotes, its escapes as JSON has them.
    ///
    /// Escapes are checked here, although the scan does so again: what goes out of their middle could otherwise make one of two halves.
    mutating func makeString() -> Bool {
        let quote = bytes[index]
        index += 1
        appendQuote()
        var copied = index  // Up to where the output has the text.
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x20, byte != quote, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "\"") {
                index += 1
                continue
            }
            output += bytes[copied..<index]
            if byte == quote {
                index += 1
                appendQuote()
                return true
            }
            let isMade: Bool
            if byte == UInt8(ascii: "\\") {
                isMade = makeEscape()
            } else {
                isMade = byte >= 0x20 || mayStandUnescaped(byte)
                escape(byte)
                index += 1
            }
            guard isMade else { return false }
            copied = index
        }
        return false
    }

    /// Whether a control character may stand in a string.
    private func mayStandUnescaped(_ byte: UInt8) -> Bool {
        tolerances.contains(.controlCharacters)
            || (tolerances.contains(.furtherEscapes) && byte != 0x0A && byte != 0x0D)
    }

    private mutating func makeEscape() -> Bool {
        guard index + 1 < bytes.count else { return false }
        let byte = bytes[index + 1]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return copyEscape(length: 2)
        case UInt8(ascii: "u"):
            guard let unit = JSON5Characters.hexadecimal(bytes, at: index + 2, count: 4) else { return false }
            if unit & 0xF800 != 0xD800 { return copyEscape(length: 6) }
            guard unit < 0xDC00, bytes[(index + 6)...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
                let second = JSON5Characters.hexadecimal(bytes, at: index + 8, count: 4), second & 0xFC00 == 0xDC00
            else { return false }
            return copyEscape(length: 12)
        case UInt8(ascii: "'") where tolerances.contains(.singleQuotes):
            output.append(byte)
            index += 2
            return true
        default: return tolerances.contains(.furtherEscapes) && makeFurtherEscape(byte)
        }
    }

    private mutating func makeFurtherEscape(_ byte: UInt8) -> Bool {
        index += 2
        switch byte {
        case UInt8(ascii: "v"): escape(0x0B)
        case UInt8(ascii: "0"):
            guard !JSON5Characters.isDigit(JSON5Characters.byte(bytes, index)) else { return false }
            escape(0)
        case UInt8(ascii: "x"):
            guard let value = JSON5Characters.hexadecimal(bytes, at: index, count: 2) else { return false }
            escape(UInt8(truncatingIfNeeded: value))
            index += 2
        case UInt8(ascii: "1")...UInt8(ascii: "9"): return false
        default:
            if let end = JSON5Characters.endOfBreak(bytes, at: index - 1) {
                index = end  // The string goes on as if there were no line break.
            } else if byte < 0x20 {
                escape(byte)
            } else {
                output.append(byte)  // Of a character of several bytes the others follow.
            }
        }
        return true
    }

    private mutating func copyEscape(length: Int) -> Bool {
        output += bytes[index..<index + length]
        index += length
        return true
    }

    /// Writes a character below U+0100 as an escape.
    private mutating func escape(_ character: UInt8) {
        switch character {
        case UInt8(ascii: "\""): output += "\\\"".utf8
        case 0x09: output += "\\t".utf8
        case 0x0A: output += "\\n".utf8
        case 0x0D: output += "\\r".utf8
        default:
            let digits = String(character, radix: 16)
            output += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
        }
    }
}
