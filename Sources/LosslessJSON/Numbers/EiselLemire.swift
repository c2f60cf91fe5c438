/// Decimal to binary in one or two multiplications, correctly rounded.
///
/// Source: D. Lemire, "Number Parsing at a Gigabyte per Second" (2021), after M. Eisel; that no exact fallback is
/// needed for up to nineteen digits is shown in N. Mushtak and D. Lemire, "Fast Number Parsing Without Fallback"
/// (2022).
enum EiselLemire {
    /// The bit layout of a binary type.
    struct Layout {
        /// The bits of the significand that are written, without the leading one.
        let significandBits: Int
        /// The lowest exponent of the type, less one.
        let minimumExponent: Int
        /// The exponent as it is written that means an infinity.
        let infinity: Int
        /// The powers of ten between which a tie can occur.
        let ties: ClosedRange<Int>
        /// The powers of ten below which all is zero and above which all is infinite, with nineteen digits.
        let reach: ClosedRange<Int>
        /// The bit of the sign.
        let sign: UInt64

        static var double: Layout {
            Layout(
                significandBits: 52, minimumExponent: -1023, infinity: 0x7FF, ties: -4...23, reach: -342...308,
                sign: 1 << 63)
        }
        static var float: Layout {
            Layout(
                significandBits: 23, minimumExponent: -127, infinity: 0xFF, ties: -17...10, reach: -65...38,
                sign: 1 << 31)
        }
    }

    /// The bits of the nearest value; `nil` if the digits that were cut off may decide.
    @inline(__always)
    static func bits(of parts: SignificantDigits, as layout: Layout) -> UInt64? {
        let sign = parts.isNegative ? layout.sign : 0
        let magnitude = magnitude(parts.digits, parts.exponent, layout)
        if parts.isCut, magnitude != self.magnitude(parts.digits + 1, parts.exponent, layout) { return nil }
        return sign | magnitude
    }

    @inline(__always)
    private static func magnitude(_ digits: UInt64, _ power: Int, _ layout: Layout) -> UInt64 {
        if digits == 0 || power < layout.reach.lowerBound { return 0 }
        let infinity = UInt64(layout.infinity) << UInt64(layout.significandBits)
        if power > layout.reach.upperBound { return infinity }
        let zeros = digits.leadingZeroBitCount
        let product = product(of: digits << UInt64(zeros), power, bits: layout.significandBits + 3)
        let upper = Int(product.high >> 63)
        let shift = UInt64(upper + 64 - layout.significandBits - 3)
        var significand = product.high >> shift
        // ⌊power × log2(10)⌋ + 63
        var exponent = (217_706 * power) >> 16 + 63 + upper - zeros - layout.minimumExponent
        if exponent <= 0 {
            // Below the normal numbers: fewer bits, and no ties are possible.
            if 1 - exponent >= 64 { return 0 }
            significand >>= UInt64(1 - exponent)
            significand = (significand + significand & 1) >> 1
            return significand
        }
        // A tie goes to the even neighbour: only where the product is exact.
        if product.low <= 1, layout.ties.contains(power), significand & 3 == 1, significand << shift == product.high {
            significand &= ~1
        }
        significand = (significand + significand & 1) >> 1
        if significand >= 2 << UInt64(layout.significandBits) {
            significand = 1 << UInt64(layout.significandBits)
            exponent += 1
        }
        if exponent >= layout.infinity { return infinity }
        significand &= ~(1 << UInt64(layout.significandBits))
        return UInt64(exponent) << UInt64(layout.significandBits) | significand
    }

    /// The high 128 bits of digits times a power of five, as exact as so many bits need.
    @inline(__always)
    private static func product(of digits: UInt64, _ power: Int, bits: Int) -> (high: UInt64, low: UInt64) {
        let five = PowersOfFive.shared[power]
        let first = digits.multipliedFullWidth(by: five.high)
        let mask = UInt64.max >> UInt64(bits)
        guard first.high & mask == mask else { return (first.high, first.low) }
        let second = digits.multipliedFullWidth(by: five.low)
        let (low, overflow) = first.low.addingReportingOverflow(second.high)
        return (overflow ? first.high + 1 : first.high, low)
    }
}
