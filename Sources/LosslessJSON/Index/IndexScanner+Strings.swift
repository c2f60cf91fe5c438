/// Strings and their escapes.
///
/// Unsafe code: every byte is read below `end`, words only where eight bytes are left.
extension IndexScanner {
    /// The end of a string, or that it has none, or an invalid escape.
    struct StringEnd {
        /// The closing quote; `nil` if the string is broken.
        let quote: UnsafePointer<UInt8>?
        let isEscaped: Bool
    }

    /// Passes over a string from after its opening quote, 16 bytes at a time.
    @inline(__always)
    static func string(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ tolerances: Tolerances
    ) -> StringEnd {
        var here = start
        let long = start + 64
        while end - here >= 16 {
            // Both words are looked at in any case: a branch between them would often be predicted wrongly.
            let first = marks(in: UInt64(littleEndianAt: here))
            let second = marks(in: UInt64(littleEndianAt: here + 8))
            if first | second == 0 {
                here += 16
                if here == long { here = longString(from: here, to: end) }
                continue
            }
            here += (first != 0 ? first.trailingZeroBitCount : 64 + second.trailingZeroBitCount) / 8
            if here.pointee == UInt8(ascii: "\"") { return StringEnd(quote: here, isEscaped: false) }
            break
        }
        return rest(from: here, to: end, tolerances)
    }

    /// The high bits of quotes, backslashes and control characters; the lowest one of a word is exact.
    @inline(__always)
    private static func marks<Words: ByteLanes>(in words: Words) -> Words {
        words.marked(
            by: words.difference(to: UInt8(ascii: "\"")) | words.difference(to: UInt8(ascii: "\\"))
                | words.controlDifference)
    }

    /// Passes over what does not matter in a long string, 64 bytes at a time; the next byte that does is among those
    /// that follow.
    @inline(never)
    private static func longString(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var here = start
        while end - here >= 64 {
            let marks = marks(in: UnsafeRawPointer(here).loadUnaligned(as: SIMD8<UInt64>.self))
            let halves = marks.lowHalf | marks.highHalf
            let quarters = halves.lowHalf | halves.highHalf
            if quarters[0] | quarters[1] != 0 { break }
            here += 64
        }
        return here
    }

    /// Passes over the rest of a string that holds an escape, or ends near the end of the text, eight bytes at a time.
    @inline(never)
    private static func rest(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ tolerances: Tolerances
    ) -> StringEnd {
        var here = start
        var isEscaped = false
        while here < end {
            let byte = here.pointee
            if byte == UInt8(ascii: "\"") { return StringEnd(quote: here, isEscaped: isEscaped) }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                guard let next = escape(from: here, to: end) else { break }
                here = next
            } else if byte < 0x20 {
                guard tolerances.contains(.controlCharacters) else { break }
                isEscaped = true
                here += 1
            } else {
                here += 1
                while end - here >= 8 {
                    let marks = marks(in: UInt64(littleEndianAt: here))
                    here += marks == 0 ? 8 : marks.trailingZeroBitCount / 8
                    if marks != 0 { break }
                }
            }
        }
        return StringEnd(quote: nil, isEscaped: true)
    }

    /// Passes over an escape, a pair of surrogates as one; `nil` if it is invalid.
    @inline(__always)
    private static func escape(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>?
    {
        guard end - start >= 2 else { return nil }
        switch start[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"):
            guard let unit = codeUnit(from: start, to: end) else { return nil }
            if unit < 0xD800 || unit > 0xDFFF { return start + 6 }
            guard unit < 0xDC00, end - start >= 12, start[6] == UInt8(ascii: "\\"), start[7] == UInt8(ascii: "u"),
                let second = codeUnit(from: start + 6, to: end), (0xDC00...0xDFFF).contains(second)
            else { return nil }
            return start + 12
        default: return nil
        }
    }

    /// The code unit of an escape `\uXXXX`.
    @inline(__always)
    private static func codeUnit(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UInt32? {
        guard end - start >= 6 else { return nil }
        var unit: UInt32 = 0
        for place in 2..<6 {
            guard let digit = ASCIIDigits.hexadecimal(start[place]) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }
}
