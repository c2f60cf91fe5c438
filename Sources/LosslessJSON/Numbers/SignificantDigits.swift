/// The first nineteen digits that count of a number, and its power of ten: `digits × 10^exponent`.
///
/// Unsafe code: every byte is read below `end`, words only where eight bytes are left.
struct SignificantDigits {
    private(set) var isNegative = false
    private(set) var digits: UInt64 = 0
    private(set) var exponent = 0
    /// Whether digits beyond the nineteenth were left out, so that the number lies between `digits` and `digits + 1`.
    private(set) var isCut = false

    /// An exponent beyond all reach is held here: no text is long enough to bring it back.
    private static let farthest = 1 << 48

    /// The parts of a number; `nil` if the bytes are not a number (RFC 8259, section 6). O(bytes)
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
        let end = start + bytes.count
        var here = start
        if here.pointee == UInt8(ascii: "-") {
            isNegative = true
            here += 1
        }
        let first = here
        Self.pass(&here, end, &digits)
        var count = here - first
        if count == 0 || count > 1 && first.pointee == UInt8(ascii: "0") { return nil }
        var fraction = here..<here
        if here < end, here.pointee == UInt8(ascii: ".") {
            here += 1
            let start = here
            Self.pass(&here, end, &digits)
            if here == start { return nil }
            fraction = start..<here
            exponent = start - here
            count += here - start
        }
        let lastDigit = here
        var written = 0
        if here < end {
            guard here.pointee | 0x20 == UInt8(ascii: "e"), let read = Self.exponent(here + 1, end) else { return nil }
            written = read
        }
        // Up to nineteen digits have fitted; more may have overflowed, and are read again, without leading zeros.
        if count > 19 { cut(first, lastDigit, fraction) }
        exponent += written
    }

    /// Reads digits; a number that overflows is wrong, and is noticed by its length.
    @inline(__always)
    private static func pass(_ here: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ value: inout UInt64) {
        while end - here >= 8 {
            let word = UInt64(littleEndian: UnsafeRawPointer(here).loadUnaligned(as: UInt64.self))
            guard let eight = eightDigits(word) else { break }
            value = value &* 100_000_000 &+ eight
            here += 8
        }
        while here < end, case let digit = here.pointee &- 0x30, digit < 10 {
            value = value &* 10 &+ UInt64(digit)
            here += 1
        }
    }

    /// The number that eight bytes spell; `nil` if one is not a digit.
    ///
    /// Neighbours are joined to pairs, pairs to fours, fours to eight, each by one multiplication.
    @inline(__always)
    private static func eightDigits(_ word: UInt64) -> UInt64? {
        let values = word ^ 0x3030_3030_3030_3030
        guard ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080 == 0 else { return nil }
        let pairs = (values &* 10 &+ values >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF
    }

    private static func exponent(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
        var here = start
        guard here < end else { return nil }
        let isNegative = here.pointee == UInt8(ascii: "-")
        if isNegative || here.pointee == UInt8(ascii: "+") { here += 1 }
        guard here < end else { return nil }
        var value = 0
        while here < end {
            let digit = here.pointee &- 0x30
            guard digit < 10 else { return nil }
            if value < farthest { value = value * 10 + Int(digit) }
            here += 1
        }
        return isNegative ? -value : value
    }

    /// Reads the first nineteen digits from the first that is not zero on.
    @inline(never)
    private mutating func cut(
        _ first: UnsafePointer<UInt8>, _ last: UnsafePointer<UInt8>, _ fraction: Range<UnsafePointer<UInt8>>
    ) {
        (digits, exponent) = (0, 0)
        var count = 0
        var here = first
        while here < last {
            defer { here += 1 }
            let digit = here.pointee &- 0x30
            if digit >= 10 { continue }
            let isFraction = fraction.contains(here)
            if count == 19 {
                isCut = isCut || digit != 0
                if !isFraction { exponent += 1 }
                continue
            }
            if count > 0 || digit > 0 { count += 1 }
            digits = digits &* 10 &+ UInt64(digit)
            if isFraction { exponent -= 1 }
        }
    }
}
