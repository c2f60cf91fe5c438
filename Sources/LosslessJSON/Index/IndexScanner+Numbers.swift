/// Numbers and words.
///
/// Unsafe code: every byte is read below `end`, words only where eight bytes are left.
extension IndexScanner {
    /// Where a number ends, and whether it has neither a point nor an exponent; `end` is `nil` if the grammar is
    /// broken.
    struct NumberEnd {
        let end: UnsafePointer<UInt8>?
        let isInteger: Bool
    }

    /// Passes over a number (RFC 8259, section 6).
    @inline(__always)
    static func number(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ tolerances: Tolerances
    ) -> NumberEnd {
        let broken = NumberEnd(end: nil, isInteger: false)
        var here = start
        if here.pointee == UInt8(ascii: "-") { here += 1 }
        guard here < end else { return broken }
        if here.pointee == UInt8(ascii: "0") {
            here += 1
            if here < end, isDigit(here.pointee) { return broken }
        } else {
            let first = here
            here = digits(from: here, to: end)
            if here == first {
                let length = nonFiniteName(from: start, to: end, tolerances)
                return length > 0 ? NumberEnd(end: start + length, isInteger: false) : broken
            }
        }
        guard here < end else { return NumberEnd(end: here, isInteger: true) }
        var isInteger = true
        if here.pointee == UInt8(ascii: ".") {
            isInteger = false
            let first = here + 1
            here = digits(from: first, to: end)
            if here == first { return broken }
        }
        if here < end, here.pointee | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            here += 1
            if here < end, here.pointee == UInt8(ascii: "+") || here.pointee == UInt8(ascii: "-") { here += 1 }
            let first = here
            here = digits(from: first, to: end)
            if here == first { return broken }
        }
        return NumberEnd(end: here, isInteger: isInteger)
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Passes over digits, eight at a time: a byte that is not a digit gets its high bit set.
    @inline(__always)
    private static func digits(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var here = start
        while end - here >= 8 {
            let word = UInt64(littleEndianAt: here) ^ 0x3030_3030_3030_3030
            let others = ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
            if others != 0 { return here + others.trailingZeroBitCount / 8 }
            here += 8
        }
        while here < end, isDigit(here.pointee) { here += 1 }
        return here
    }

    /// The node kind and the length of a word: `true`, `false`, `null`; with a tolerance, a name of no finite number.
    @inline(__always)
    static func word(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> (kind: UInt32, length: Int)? {
        let length = start.pointee == UInt8(ascii: "f") ? 5 : 4
        guard end - start >= length else { return nil }
        // A letter after the word makes it another one.
        if end - start > length, start[length] &- UInt8(ascii: "a") < 26 { return nil }
        switch UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)) {
        case 0x6575_7274: return (IndexNode.true, 4)
        case 0x6C6C_756E: return (IndexNode.null, 4)
        case 0x736C_6166: return length == 5 && start[4] == UInt8(ascii: "e") ? (IndexNode.false, 5) : nil
        default: return nil
        }
    }

    /// The length of the name of a number that is not finite, if a tolerance accepts it; 0 if there is none.
    @inline(never)
    static func nonFiniteName(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ tolerances: Tolerances
    ) -> Int {
        guard tolerances.contains(.nonFiniteNumbers) else { return 0 }
        let text = UnsafeBufferPointer(start: start, count: end - start)
        for name in NonFiniteName.all where text.starts(with: name.utf8) {
            let length = name.utf8.count
            let next = length < text.count ? text[length] : 0
            if (next | 0x20) &- UInt8(ascii: "a") < 26 { return 0 }
            return length
        }
        return 0
    }
}
