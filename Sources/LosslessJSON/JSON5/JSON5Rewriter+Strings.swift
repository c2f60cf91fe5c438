/// Strings.
extension JSON5Rewriter {
    /// Copies a string between double quotes, its escapes as JSON has them.
    ///
    /// Escapes are checked here, although the scan does so again: removing a part within one could otherwise join two
    /// halves.
    mutating func makeString() -> Bool {
        let quote = bytes[index]
        makeQuote(quote)
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x20, byte != quote, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "\"") {
                index += 1
            } else if byte == quote {
                makeQuote(quote)
                return true
            } else if byte == UInt8(ascii: "\\") {
                guard makeEscape() else { return false }
            } else {
                guard byte >= 0x20 || mayStandUnescaped(byte) else { return false }
                replace(to: index + 1, by: Self.escape(byte))
            }
        }
        return false
    }

    private mutating func makeQuote(_ quote: UInt8) {
        if quote == UInt8(ascii: "'") {
            replace(to: index + 1, by: UInt8(ascii: "\""))
            pass(to: index, UInt8(ascii: "\""))
        } else {
            pass(to: index + 1, UInt8(ascii: "\""))
        }
    }

    /// Whether a control character may be in a string.
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
            index += 2
            return true
        case UInt8(ascii: "u"):
            guard let unit = JSON5Characters.hexadecimal(bytes, at: index + 2, count: 4) else { return false }
            if unit & 0xF800 != 0xD800 {
                index += 6
                return true
            }
            guard unit < 0xDC00, bytes[(index + 6)...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
                let second = JSON5Characters.hexadecimal(bytes, at: index + 8, count: 4), second & 0xFC00 == 0xDC00
            else { return false }
            index += 12
            return true
        case UInt8(ascii: "'") where tolerances.contains(.singleQuotes):
            replace(to: index + 2, by: [byte])
            return true
        default: return tolerances.contains(.furtherEscapes) && makeFurtherEscape(byte)
        }
    }

    private mutating func makeFurtherEscape(_ byte: UInt8) -> Bool {
        let next = index + 2
        switch byte {
        case UInt8(ascii: "v"): replace(to: next, by: Self.escape(0x0B))
        case UInt8(ascii: "0"):
            guard !ASCIIDigits.isDecimal(JSON5Characters.byte(bytes, next)) else { return false }
            replace(to: next, by: Self.escape(0))
        case UInt8(ascii: "x"):
            guard let value = JSON5Characters.hexadecimal(bytes, at: next, count: 2) else { return false }
            replace(to: next + 2, by: Self.escape(UInt8(truncatingIfNeeded: value)))
        case UInt8(ascii: "1")...UInt8(ascii: "9"): return false
        default:
            if let end = JSON5Characters.endOfBreak(bytes, at: index + 1) {
                replace(to: end, by: [])  // The string goes on as if there were no line break.
            } else {
                // Of a character of several bytes the others follow.
                replace(to: next, by: byte < 0x20 ? Self.escape(byte) : [byte])
            }
        }
        return true
    }

    /// A character below U+0100 as an escape.
    private static func escape(_ character: UInt8) -> [UInt8] {
        switch character {
        case UInt8(ascii: "\""): return Array("\\\"".utf8)
        case 0x09: return Array("\\t".utf8)
        case 0x0A: return Array("\\n".utf8)
        case 0x0D: return Array("\\r".utf8)
        default:
            let digits = String(character, radix: 16)
            return Array("\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
        }
    }
}
