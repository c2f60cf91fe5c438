/// Resolves the escapes of strings that a scan has checked.
///
/// Unsafe code: reads below the end of the bytes, words only where eight are left. Characters take no more bytes than
/// what spells them, but for an escape that is cut off; so memory for as many bytes and eight more is enough.
package enum Unescaping {
    /// The UTF-8 of a string's characters. O(bytes)
    ///
    /// - Parameter bytes: The bytes between the quotes.
    package static func characters(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count + slack) { buffer, count in
            if let start = buffer.baseAddress { count = write(bytes, to: start) }
        }
    }

    /// The characters of a string as text. O(bytes)
    package static func string(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + slack) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            return CheckedText.string(UnsafeBufferPointer(start: start, count: write(bytes, to: start)))
        }
    }

    private static let slack = 8

    /// Writes the characters to memory for as many bytes and `slack` more; returns how many bytes they take.
    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to start: UnsafeMutablePointer<UInt8>) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var (index, out) = (0, start)
        while true {
            // Up to the next backslash, eight bytes at a time.
            while index &+ 8 <= bytes.count {
                let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
                UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
                let characters = UInt64(littleEndian: word)
                let found = characters.marked(by: characters.difference(to: UInt8(ascii: "\\")))
                let step = found == 0 ? 8 : found.trailingZeroBitCount / 8
                index &+= step
                out += step
                if found != 0 { break }
            }
            guard index < bytes.count else { return out - start }
            let byte = base[index]
            if byte == UInt8(ascii: "\\"), index &+ 1 < bytes.count {
                resolve(bytes, &index, &out)
            } else {
                out.pointee = byte
                out += 1
                index &+= 1
            }
        }
    }

    /// Writes the character of an escape.
    @inline(__always)
    private static func resolve(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ out: inout UnsafeMutablePointer<UInt8>
    ) {
        let kind = bytes[index &+ 1]
        index &+= 2
        switch kind {
        case UInt8(ascii: "b"): out.pointee = 0x08
        case UInt8(ascii: "f"): out.pointee = 0x0C
        case UInt8(ascii: "n"): out.pointee = 0x0A
        case UInt8(ascii: "r"): out.pointee = 0x0D
        case UInt8(ascii: "t"): out.pointee = 0x09
        case UInt8(ascii: "u"):
            var value = codeUnit(bytes, at: index)
            index += 4
            if value & 0xFC00 == 0xD800 {
                value = 0x10000 + ((value & 0x3FF) << 10 | codeUnit(bytes, at: index + 2) & 0x3FF)
                index += 6
            }
            return put(value, &out)
        default: out.pointee = kind
        }
        out += 1
    }

    @inline(__always)
    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32 {
        guard start + 4 <= bytes.count else { return 0xFFFD }
        var value: UInt32 = 0
        for place in start..<start + 4 { value = value << 4 | (ASCIIDigits.hexadecimal(bytes[place]) ?? 0) }
        return value
    }

    @inline(__always)
    private static func put(_ scalar: UInt32, _ out: inout UnsafeMutablePointer<UInt8>) {
        func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
        if scalar < 0x80 {
            out[0] = UInt8(truncatingIfNeeded: scalar)
            out += 1
        } else if scalar < 0x800 {
            (out[0], out[1]) = (UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0), continuation(0))
            out += 2
        } else if scalar < 0x10000 {
            (out[0], out[1]) = (UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0), continuation(6))
            out[2] = continuation(0)
            out += 3
        } else {
            (out[0], out[1]) = (UInt8(truncatingIfNeeded: scalar >> 18 | 0xF0), continuation(12))
            (out[2], out[3]) = (continuation(6), continuation(0))
            out += 4
        }
    }
}
