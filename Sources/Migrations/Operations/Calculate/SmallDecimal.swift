import LosslessJSON

/// A decimal number of few digits: `mantissa × 10^exponent`, in the registers of the machine.
///
/// It calculates as ``ExactDecimal`` does, and writes the same text, or reports that the number is too long for it.
struct SmallDecimal: Equatable {
    private static let mostDigits = 18
    /// Exponents up to here, in both directions: then no text grows beyond a line of digits.
    private static let reach = 18

    private var isNegative: Bool
    /// Without zeros at the end; 0 has the exponent 0.
    private var mantissa: UInt64
    private var exponent: Int

    /// `nil` if the characters are not a JSON number, or one with too many digits.
    init?(_ characters: UnsafeBufferPointer<UInt8>) {
        var (place, digits, exponent, mantissa) = (0, 0, 0, UInt64(0))
        let isNegative = characters.first == UInt8(ascii: "-")
        if isNegative { place = 1 }
        var isFraction = false
        while place < characters.count {
            let byte = characters[place]
            place += 1
            if byte == UInt8(ascii: ".") && !isFraction {
                isFraction = true
                continue
            }
            // An exponent is for the other one to read.
            guard byte &- 0x30 < 10 else { return nil }
            digits += 1
            if digits > Self.mostDigits { return nil }
            mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
            if isFraction { exponent -= 1 }
        }
        if digits == 0 { return nil }
        (self.isNegative, self.mantissa, self.exponent) = (isNegative, mantissa, exponent)
        normalize()
    }

    private init?(_ isNegative: Bool, _ magnitude: UInt128, _ exponent: Int) {
        var (magnitude, exponent) = (magnitude, exponent)
        while magnitude > Self.greatest, magnitude % 10 == 0 { (magnitude, exponent) = (magnitude / 10, exponent + 1) }
        if magnitude > Self.greatest { return nil }
        (self.isNegative, mantissa, self.exponent) = (isNegative, UInt64(magnitude), exponent)
        normalize()
        if abs(self.exponent) > Self.reach { return nil }
    }

    private static let greatest: UInt128 = 999_999_999_999_999_999

    private mutating func normalize() {
        if mantissa == 0 { return (isNegative, exponent) = (false, 0) }
        while mantissa % 10 == 0 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
    }

    func multiplied(by factor: SmallDecimal) -> SmallDecimal? {
        SmallDecimal(
            isNegative != factor.isNegative, UInt128(mantissa) * UInt128(factor.mantissa), exponent + factor.exponent)
    }

    /// The quotient; `nil` if it has no end, or too many digits.
    func divided(by divisor: SmallDecimal) -> SmallDecimal? {
        if divisor.mantissa == 0 { return nil }
        var (dividend, exponent) = (UInt128(mantissa), exponent - divisor.exponent)
        // 10^18 has all factors of 2 and 5 that a short quotient can need.
        while dividend % UInt128(divisor.mantissa) != 0 {
            if dividend > UInt128.max / 10 { return nil }
            (dividend, exponent) = (dividend * 10, exponent - 1)
        }
        return SmallDecimal(isNegative != divisor.isNegative, dividend / UInt128(divisor.mantissa), exponent)
    }

    func plus(_ other: SmallDecimal) -> SmallDecimal? {
        let low = min(exponent, other.exponent)
        guard let left = aligned(to: low), let right = other.aligned(to: low) else { return nil }
        let sum = left + right
        return SmallDecimal(sum < 0, sum.magnitude, low)
    }

    var negated: SmallDecimal {
        var result = self
        result.isNegative = mantissa != 0 && !isNegative
        return result
    }

    /// So many of the smallest unit, of `10^low`; `nil` if that takes too many digits.
    private func aligned(to low: Int) -> Int128? {
        guard exponent - low <= Self.reach else { return nil }
        var result = Int128(mantissa)
        for _ in 0..<(exponent - low) { result *= 10 }
        return isNegative ? -result : result
    }

    /// Whether this number is less than another one.
    static func < (left: SmallDecimal, right: SmallDecimal) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        let (small, large) = left.isNegative ? (right, left) : (left, right)
        if small.mantissa == 0 || large.mantissa == 0 { return small.mantissa < large.mantissa }
        let low = min(small.exponent, large.exponent)
        guard let first = small.aligned(to: low), let second = large.aligned(to: low) else {
            // So many powers of ten apart, the exponents decide.
            return small.exponent < large.exponent
        }
        return first.magnitude < second.magnitude
    }

    /// Appends the number without an exponent, with so many digits at least after the point.
    ///
    /// Unsafe code: writes exactly as many bytes as room is made for, from the last one to the first.
    func write(fractionDigits: Int, to result: inout [UInt8]) {
        let (scale, zeros) = (max(0, -exponent), max(0, exponent))
        let fraction = max(scale, fractionDigits)
        let whole = max(1, digits - scale) + zeros
        let room = (isNegative ? 1 : 0) + whole + (fraction > 0 ? fraction + 1 : 0)
        result.makeRoom(room)
        result.append(room: room) { start in
            var (place, rest) = (start + room, mantissa)
            func write(_ byte: UInt8) {
                place -= 1
                place.pointee = byte
            }
            func writeDigits(_ count: Int) {
                for _ in 0..<count {
                    write(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
                    rest /= 10
                }
            }
            for _ in scale..<fraction { write(UInt8(ascii: "0")) }
            writeDigits(scale)
            if fraction > 0 { write(UInt8(ascii: ".")) }
            for _ in 0..<zeros { write(UInt8(ascii: "0")) }
            writeDigits(whole - zeros)
            if isNegative { write(UInt8(ascii: "-")) }
            return room
        }
    }

    /// How many digits the mantissa has.
    private var digits: Int {
        var (count, limit) = (1, UInt64(10))
        while mantissa >= limit { (count, limit) = (count + 1, limit * 10) }
        return count
    }
}
