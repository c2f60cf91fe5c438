/// Texts in UTF-16 and UTF-32, read as the UTF-8 of the same characters where an option asks for it.
package enum Transcoding {
    private enum Encoding {
        case utf16(isBigEndian: Bool)
        case utf32(isBigEndian: Bool)
    }

    /// The UTF-8 of a text in another encoding; `nil` for one that is UTF-8 already, or that does not follow its
    /// encoding.
    package static func utf8(of bytes: [UInt8]) -> [UInt8]? {
        guard let (encoding, start) = encoding(of: bytes) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        switch encoding {
        case .utf16(let isBigEndian):
            guard bytes.count % 2 == 0 else { return nil }
            let units = stride(from: start, to: bytes.count, by: 2).lazy.map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
            var decoder = UTF16()
            var rest = units.makeIterator()
            while true {
                switch decoder.decode(&rest) {
                case .scalarValue(let scalar): append(scalar, to: &output)
                case .emptyInput: return output
                case .error: return nil
                }
            }
        case .utf32(let isBigEndian):
            guard bytes.count % 4 == 0 else { return nil }
            for index in stride(from: start, to: bytes.count, by: 4) {
                let unit = bytes[index..<index + 4]
                let value =
                    isBigEndian
                    ? unit.reduce(0) { $0 << 8 | UInt32($1) } : unit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
                guard let scalar = Unicode.Scalar(value) else { return nil }
                append(scalar, to: &output)
            }
            return output
        }
    }

    /// Whether a text begins as one in another encoding.
    package static func isOther(_ bytes: [UInt8]) -> Bool { encoding(of: bytes) != nil }

    /// The encoding that a byte order mark names, or the zero bytes of the first two characters, which are ASCII in
    /// JSON (RFC 4627, section 3); and where the text begins.
    private static func encoding(of bytes: [UInt8]) -> (Encoding, start: Int)? {
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32(isBigEndian: true), 4) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32(isBigEndian: false), 4) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
        guard bytes.count >= 2 else { return nil }
        let third = bytes.count >= 4 ? bytes[2] == 0 && bytes[3] == 0 : false
        switch (bytes[0] == 0, bytes[1] == 0) {
        case (true, true): return (.utf32(isBigEndian: true), 0)
        case (true, false): return (.utf16(isBigEndian: true), 0)
        case (false, true): return third ? (.utf32(isBigEndian: false), 0) : (.utf16(isBigEndian: false), 0)
        case (false, false): return nil
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        output += UTF8.encode(scalar).map(Array.init) ?? []
    }
}
