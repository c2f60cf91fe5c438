extension JSONParser {
    /// Reads a string, from its opening quote to after its closing one.
    mutating func readString() throws(JSONSyntaxError) -> JSONText {
        let quote = bytes[index]
        let start = index + 1
        index = start
        var resolved: [UInt8]?  // The characters so far, once there has been an escape.
        var copied = start  // Up to where the bytes are in `resolved`.
        while true {
            guard let byte = peek else {
                throw fault(.unexpectedEnd, at: index, expected: ["a closing quotation mark"])
            }
            switch byte {
            case quote:
                let end = index
                index += 1
                guard var characters = resolved else { return JSONText(try text(start..<end)) }
                characters.append(contentsOf: bytes[copied..<end])
                let spelling = try text(start..<end)
                // A spelling that may not be JSON is not kept.
                return JSONText(
                    String(decoding: characters, as: UTF8.self),
                    spelling: options.tolerances.makesJSON ? nil : spelling)
            case UInt8(ascii: "\\"):
                if resolved == nil { resolved = [] }
                resolved?.append(contentsOf: bytes[copied..<index])
                if let scalar = try readEscape() { resolved?.append(contentsOf: String(scalar).utf8) }
                copied = index
            case 0..<0x20 where !mayStandUnescaped(byte):
                throw fault(.controlCharacter, at: index, found: "U+" + hex(UInt32(byte)))
            default:
                index += 1
            }
        }
    }

    /// The bytes of a range as text.
    func text(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
        if let text = String(validating: bytes[range], as: UTF8.self) { return text }
        var decoder = UTF8()
        var rest = bytes[range].makeIterator()
        var offset = range.lowerBound
        while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
        throw fault(.invalidUTF8, at: offset, found: "\\x" + String(bytes[offset], radix: 16, uppercase: true))
    }

    /// Reads an escape, from its backslash on; a pair of surrogates is one escape. `nil` for an escape without a
    /// character.
    private mutating func readEscape() throws(JSONSyntaxError) -> Unicode.Scalar? {
        let start = index
        index += 1
        guard let byte = peek else { throw fault(.unexpectedEnd, at: index, expected: ["an escape"]) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try readHexDigits(escapeStart: start)
            if let scalar = Unicode.Scalar(first) { return scalar }
            guard first < 0xDC00, bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
                throw fault(.loneSurrogate, at: start, found: "\\u" + hex(UInt32(first)))
            }
            index += 2
            let second = try readHexDigits(escapeStart: index - 2)
            guard UTF16.isTrailSurrogate(second) else {
                throw fault(.loneSurrogate, at: start, found: "\\u" + hex(UInt32(first)))
            }
            return UTF16.decode(UTF16.EncodedScalar([first, second]))
        case UInt8(ascii: "'") where options.tolerances.contains(.singleQuotes): return "'"
        default:
            if options.tolerances.contains(.furtherEscapes) { return try readFurtherEscape(byte, from: start) }
            throw fault(.invalidEscape, at: start, found: "\\" + scalar(at: index - 1))
        }
    }

    private mutating func readHexDigits(escapeStart: Int) throws(JSONSyntaxError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek else { throw fault(.unexpectedEnd, at: index, expected: ["four hexadecimal digits"]) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                let digits = String(decoding: bytes[escapeStart..<index], as: UTF8.self)
                let isQuote =
                    byte == UInt8(ascii: "\"")
                    || (byte == UInt8(ascii: "'") && options.tolerances.contains(.singleQuotes))
                let next = isQuote ? "" : scalar(at: index)
                throw fault(
                    .invalidEscape, at: escapeStart, expected: ["four hexadecimal digits"], found: digits + next)
            }
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return value
    }

    private func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
