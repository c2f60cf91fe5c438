/// Resolves the escapes of strings that a scan has checked.
package enum Unescaping {
    /// The UTF-8 of a string's characters. O(bytes)
    ///
    /// - Parameter bytes: What is between the quotes.
    package static func characters(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var characters: [UInt8] = []
        characters.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                characters.append(byte)
                index += 1
                continue
            }
            index += 2
            switch bytes[index - 1] {
            case UInt8(ascii: "b"): characters.append(0x08)
            case UInt8(ascii: "f"): characters.append(0x0C)
            case UInt8(ascii: "n"): characters.append(0x0A)
            case UInt8(ascii: "r"): characters.append(0x0D)
            case UInt8(ascii: "t"): characters.append(0x09)
            case UInt8(ascii: "u"):
                var value = codeUnit(bytes, at: index)
                index += 4
                if value & 0xFC00 == 0xD800 {
                    value = 0x10000 + ((value & 0x3FF) << 10 | codeUnit(bytes, at: index + 2) & 0x3FF)
                    index += 6
                }
                append(value, to: &characters)
            default: characters.append(bytes[index - 1])
            }
        }
        return characters
    }

    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32 {
        guard start + 4 <= bytes.count else { return 0xFFFD }
        return bytes[start..<start + 4].reduce(0) { $0 << 4 | (HexDigit.value(of: $1) ?? 0) }
    }

    private static func append(_ scalar: UInt32, to characters: inout [UInt8]) {
        func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
        if scalar < 0x80 {
            characters.append(UInt8(truncatingIfNeeded: scalar))
        } else if scalar < 0x800 {
            characters.append(UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0))
            characters.append(continuation(0))
        } else if scalar < 0x10000 {
            characters.append(UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0))
            characters.append(continuation(6))
            characters.append(continuation(0))
        } else {
            characters.append(UInt8(truncatingIfNeeded: scalar >> 18 | 0xF0))
            characters.append(continuation(12))
            characters.append(continuation(6))
            characters.append(continuation(0))
        }
    }
}
