/// The first 128 bits of powers of five, as the conversion between decimal and binary numbers needs them.
///
/// Source: D. Lemire, "Number Parsing at a Gigabyte per Second" (2021), section 5. An entry is the power, or the
/// reciprocal of a power, scaled by a power of two so that its highest bit is set; powers are rounded down, reciprocals
/// up as far as reading needs it.
///
/// Invariant: `words` points to two words for each exponent of `range`, high before low, written once before anyone
/// reads them. They are made when the first number needs them, in less than a tenth of a millisecond.
struct PowersOfFive: @unchecked Sendable {
    static let range = -342...324

    static let shared = PowersOfFive()

    private let words: UnsafeMutablePointer<UInt64>

    private init() {
        words = .allocate(capacity: 2 * Self.range.count)
        var power = LongNumber(words: 14)
        power.setBit(0)
        for exponent in 0...Self.range.upperBound {
            store(power.leading, at: exponent)
            power.multiplyByFive()
        }
        // ⌊⌊2^k / 5^n⌋ / 5⌋ is ⌊2^k / 5^(n + 1)⌋, so one division by five leads from each reciprocal to the next.
        var reciprocal = LongNumber(words: 20)
        reciprocal.setBit(20 * 64 - 1)
        for exponent in (Self.range.lowerBound..<0).reversed() {
            reciprocal.divideByFive()
            let (high, low) = reciprocal.leading
            let (up, carry) = low.addingReportingOverflow(exponent >= -27 ? 1 : 0)
            store((carry ? high + 1 : high, up), at: exponent)
        }
    }

    /// The power of an exponent in `range`, rounded up if it is not exact, as its text is found by
    /// (``ShortestDecimal``).
    @inline(__always)
    func roundedUp(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        let (high, low) = self[exponent]
        // Reciprocals down to -27 are rounded up already; powers up to 55 have no more than 128 bits.
        if -27...55 ~= exponent { return (high, low) }
        let (up, carries) = low.addingReportingOverflow(1)
        return (carries ? high &+ 1 : high, up)
    }

    private func store(_ entry: (high: UInt64, low: UInt64), at exponent: Int) {
        let place = 2 * (exponent - Self.range.lowerBound)
        words.advanced(by: place).initialize(to: entry.high)
        words.advanced(by: place + 1).initialize(to: entry.low)
    }

    /// The entry of an exponent in `range`.
    @inline(__always)
    subscript(exponent: Int) -> (high: UInt64, low: UInt64) {
        assert(Self.range.contains(exponent))
        let place = 2 * (exponent - Self.range.lowerBound)
        return (words[place], words[place + 1])
    }
}

/// A natural number of a fixed number of words, lowest first.
private struct LongNumber {
    private var words: [UInt64]

    init(words count: Int) { words = Array(repeating: 0, count: count) }

    mutating func setBit(_ bit: Int) { words[bit / 64] |= 1 << UInt64(bit % 64) }

    mutating func multiplyByFive() {
        var carry: UInt64 = 0
        for index in words.indices {
            let (high, low) = words[index].multipliedFullWidth(by: 5)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            words[index] = sum
            carry = high + (overflow ? 1 : 0)
        }
    }

    mutating func divideByFive() {
        var remainder: UInt64 = 0
        for index in words.indices.reversed() {
            let (quotient, rest) = UInt64(5).dividingFullWidth((remainder, words[index]))
            words[index] = quotient
            remainder = rest
        }
    }

    /// The 128 bits from the highest that is set on.
    var leading: (high: UInt64, low: UInt64) {
        let top = words.lastIndex { $0 != 0 } ?? 0
        let word = { (index: Int) in index >= 0 ? words[index] : 0 }
        let shift = UInt64(words[top].leadingZeroBitCount)
        guard shift > 0 else { return (words[top], word(top - 1)) }
        return (
            word(top) << shift | word(top - 1) >> (64 - shift), word(top - 1) << shift | word(top - 2) >> (64 - shift)
        )
    }
}
