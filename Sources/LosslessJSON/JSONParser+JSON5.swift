/// Parses the keys and strings of JSON5 byte by byte.
extension JSONParser {
    /// Reads a key, between quotes or, where that is tolerated, without; `nil` if none begins.
    mutating func readQuotedOrPlainKey() throws(JSONSyntaxError) -> JSONText? {
        guard let byte = peek else { return nil }
        if byte == UInt8(ascii: "\"") { return try readString() }
        if byte == UInt8(ascii: "'"), options.tolerances.contains(.singleQuotes) { return try readString() }
        guard options.tolerances.contains(.unquotedKeys) else { return nil }
        switch JSON5Name.scan(bytes, from: index) {
        case .none: return nil
        case .brokenEscape(let at):
            throw fault(
                .invalidEscape, at: at, expected: ["\\uXXXX of a character that a key without quotes may have"],
                found: "\\" + (at + 1 < bytes.count ? scalar(at: at + 1) : ""))
        case .name(let end, let isEscaped):
            defer { index = end }
            let characters =
                isEscaped
                ? bytes[index..<end].withUnsafeBufferPointer(Unescaping.characters) : Array(bytes[index..<end])
            return JSONText(String(decoding: characters, as: UTF8.self))
        }
    }

    /// Whether a control character may be in a string as it is.
    func mayStandUnescaped(_ byte: UInt8) -> Bool {
        options.tolerances.contains(.controlCharacters)
            || (options.tolerances.contains(.furtherEscapes) && byte != 0x0A && byte != 0x0D)
    }

    /// Reads the rest of an escape that JSON does not have, from after the byte that follows its backslash; `nil` for a
    /// continued line.
    mutating func readFurtherEscape(_ byte: UInt8, from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar? {
        switch byte {
        case UInt8(ascii: "v"): return "\u{B}"
        case UInt8(ascii: "0"):
            if let next = peek, ASCIIDigits.isDecimal(next) {
                throw fault(
                    .invalidEscape, at: start, expected: ["no digit after \\0"], found: "\\0" + scalar(at: index))
            }
            return "\0"
        case UInt8(ascii: "1")...UInt8(ascii: "9"):
            throw fault(.invalidEscape, at: start, found: "\\" + scalar(at: index - 1))
        case UInt8(ascii: "x"):
            guard let value = JSON5Characters.hexadecimal(bytes, at: index, count: 2) else {
                if index == bytes.count {
                    throw fault(.unexpectedEnd, at: index, expected: ["two hexadecimal digits"])
                }
                throw fault(.invalidEscape, at: start, expected: ["two hexadecimal digits"], found: "\\x")
            }
            index += 2
            return Unicode.Scalar(value)
        default:
            if let end = JSON5Characters.endOfBreak(bytes, at: index - 1) {
                index = end
                return nil
            }
            guard let scalar = JSON5Characters.scalar(bytes, at: index - 1) else {
                throw fault(
                    .invalidUTF8, at: index - 1, found: "\\x" + String(byte, radix: 16, uppercase: true))
            }
            index += UTF8.width(scalar) - 1
            return scalar
        }
    }
}
