/// What the strings of a text say about the escapes of its style: `/` as `\/`, and what is beyond ASCII as `\uXXXX`.
///
/// Unsafe code: a word of eight bytes is read only where so many are left.
struct EscapeScan {
    private var sawEscapedSlash = false
    private var sawPlainSlash = false
    private var sawEscapedNonASCII = false
    private var sawNonASCII = false

    /// Whether all slashes that the strings have are escaped, and there is one.
    var escapesSlashes: Bool { sawEscapedSlash && !sawPlainSlash }

    /// Whether everything beyond ASCII that the strings have is escaped, and there is some.
    var escapesNonASCII: Bool { sawEscapedNonASCII && !sawNonASCII }

    /// Notes what is between the quotes of a string or key. O(bytes)
    mutating func note(_ characters: UnsafeBufferPointer<UInt8>) {
        if sawPlainSlash, sawNonASCII { return }
        var index = 0
        while index < characters.count {
            if index &+ 8 <= characters.count {
                let word = UnsafeRawBufferPointer(characters).loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let telling = StringEscapes(slashes: !sawPlainSlash, nonASCII: !sawNonASCII)
                let found = telling.specials(in: UInt64(littleEndian: word))
                if found == 0 {
                    index &+= 8
                    continue
                }
                index &+= found.trailingZeroBitCount / 8
            }
            index += note(at: index, of: characters)
        }
    }

    /// Notes one byte, or an escape; returns how many bytes that are.
    private mutating func note(at index: Int, of characters: UnsafeBufferPointer<UInt8>) -> Int {
        switch characters[index] {
        case UInt8(ascii: "/"): sawPlainSlash = true
        case 0x80...: sawNonASCII = true
        case UInt8(ascii: "\\") where index + 1 < characters.count:
            switch characters[index + 1] {
            case UInt8(ascii: "/"): sawEscapedSlash = true
            case UInt8(ascii: "u"):
                let digits = characters[(index + 2)...].prefix(4)
                // Of ASCII the first two are zero, and the third is less than eight.
                if digits.count == 4, !digits.starts(with: "00".utf8) || digits[index + 4] >= UInt8(ascii: "8") {
                    sawEscapedNonASCII = true
                }
            default: break
            }
            return 2
        default: break
        }
        return 1
    }
}

extension StringEscapes {
    /// The escapes of the strings of some JSON, behind the byte order mark if there is one. O(bytes)
    ///
    /// Strings are not looked for: nothing else in JSON has slashes, escapes, or bytes beyond ASCII.
    init(ofJSON text: UnsafeBufferPointer<UInt8>) {
        var scan = EscapeScan()
        scan.note(UnsafeBufferPointer(rebasing: text.dropFirst(text.first == 0xEF ? 3 : 0)))
        self.init(slashes: scan.escapesSlashes, nonASCII: scan.escapesNonASCII)
    }
}
