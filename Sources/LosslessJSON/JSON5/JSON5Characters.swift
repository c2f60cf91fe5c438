/// The characters that JSON5 has beyond JSON: white space, and the names of keys (ECMAScript 5.1, sections 7.2, 7.3 and
/// 7.6).
enum JSON5Characters {
    /// The number of bytes of the white space at an index that JSON does not have; 0 if there is none.
    static func furtherSpace(_ bytes: [UInt8], at index: Int) -> Int {
        switch bytes[index] {
        case 0x0B, 0x0C: return 1
        case 0xC2: return byte(bytes, index + 1) == 0xA0 ? 2 : 0
        case 0xE1: return byte(bytes, index + 1) == 0x9A && byte(bytes, index + 2) == 0x80 ? 3 : 0  // U+1680
        case 0xE2:
            switch (byte(bytes, index + 1), byte(bytes, index + 2)) {
            case (0x80, 0x80...0x8A), (0x80, 0xA8), (0x80, 0xA9), (0x80, 0xAF), (0x81, 0x9F): return 3
            default: return 0
            }
        case 0xE3: return byte(bytes, index + 1) == 0x80 && byte(bytes, index + 2) == 0x80 ? 3 : 0  // U+3000
        case 0xEF: return byte(bytes, index + 1) == 0xBB && byte(bytes, index + 2) == 0xBF ? 3 : 0  // U+FEFF
        default: return 0
        }
    }

    /// Whether U+2028 or U+2029, which end lines, is at an index.
    static func isSeparator(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes[index] == 0xE2 && byte(bytes, index + 1) == 0x80 && byte(bytes, index + 2) | 1 == 0xA9
    }

    /// The index after a line break, or `nil` if there is none: LF, CR LF, CR, U+2028, U+2029.
    static func endOfBreak(_ bytes: [UInt8], at index: Int) -> Int? {
        switch bytes[index] {
        case 0x0A: index + 1
        case 0x0D: byte(bytes, index + 1) == 0x0A ? index + 2 : index + 1
        default: isSeparator(bytes, at: index) ? index + 3 : nil
        }
    }

    /// The scalar at an index, or `nil` if the bytes are not UTF-8.
    static func scalar(_ bytes: [UInt8], at index: Int) -> Unicode.Scalar? {
        if bytes[index] < 0x80 { return Unicode.Scalar(bytes[index]) }
        var decoder = UTF8()
        var rest = bytes[index...].prefix(4).makeIterator()
        if case .scalarValue(let scalar) = decoder.decode(&rest) { return scalar }
        return nil
    }

    /// The value of so many hexadecimal digits, or `nil` if others are there.
    static func hexadecimal(_ bytes: [UInt8], at index: Int, count: Int) -> UInt32? {
        guard index + count <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[index..<index + count] {
            guard let digit = ASCIIDigits.hexadecimal(byte) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }

    /// The byte at an index; 0 after the end.
    static func byte(_ bytes: [UInt8], _ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
}

/// Keys without quotes.
enum JSON5Name {
    /// How far a name reaches, or where it is broken.
    enum Outcome: Equatable {
        case name(end: Int, isEscaped: Bool)
        /// No name begins there.
        case none
        /// An invalid escape, or one whose character no name may have there.
        case brokenEscape(at: Int)
    }

    /// Scans the name that begins at an index: its spelling is that of a JSON string, escapes included.
    static func scan(_ bytes: [UInt8], from start: Int) -> Outcome {
        var index = start
        var isEscaped = false
        while index < bytes.count {
            let byte = bytes[index]
            if isPlain(byte) || (index > start && ASCIIDigits.isDecimal(byte)) {
                index += 1
            } else if byte == UInt8(ascii: "\\") {
                guard JSON5Characters.byte(bytes, index + 1) == UInt8(ascii: "u"),
                    let unit = JSON5Characters.hexadecimal(bytes, at: index + 2, count: 4),
                    let scalar = Unicode.Scalar(unit), mayStand(scalar, isFirst: index == start)
                else { return .brokenEscape(at: index) }
                isEscaped = true
                index += 6
            } else if byte >= 0x80, let scalar = JSON5Characters.scalar(bytes, at: index),
                mayStand(scalar, isFirst: index == start)
            {
                index += UTF8.width(scalar)
            } else {
                break
            }
        }
        return index > start ? .name(end: index, isEscaped: isEscaped) : .none
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    private static func mayStand(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
        case .nonspacingMark, .spacingMark, .decimalNumber: !isFirst
        case .connectorPunctuation: !isFirst || scalar == "_"
        default: scalar == "$" || (!isFirst && (scalar == "\u{200C}" || scalar == "\u{200D}"))
        }
    }
}
