import VersionedCodec

/// A decimal number of any length: `digits × 10^exponent`.
struct ExactDecimal: Equatable {
    /// Exponents up to here, in both directions: no number of a document grows beyond that many digits.
    static let reach = 1_000

    /// So many digits a factor may have: each result is then linear in the digits of the other number.
    static let mostDigitsOfFactor = 18

    private(set) var isNegative: Bool
    /// The first digit first, without zeros at either end; none for 0.
    private(set) var digits: [UInt8]
    private(set) var exponent: Int

    static var zero: ExactDecimal { ExactDecimal(false, [], 0) }

    var isZero: Bool { digits.isEmpty }

    /// `nil` if the exponent is out of reach.
    init?(_ number: JSONNumber) {
        let parts = DecimalParts(number.text)
        (isNegative, exponent) = (parts.isNegative, parts.exponent)
        digits = parts.digits.utf8.map { $0 &- 0x30 }
        if abs(exponent) > Self.reach { return nil }
    }

    private init(_ isNegative: Bool, _ digits: [UInt8], _ exponent: Int) {
        let end = (digits.lastIndex { $0 != 0 } ?? -1) + 1
        let start = digits.firstIndex { $0 != 0 } ?? end
        self.digits = start == 0 && end == digits.count ? digits : Array(digits[start..<end])
        self.isNegative = isNegative && start < end
        self.exponent = start < end ? exponent + digits.count - end : 0
    }

    var negated: ExactDecimal { ExactDecimal(!isNegative, digits, exponent) }

    /// O(digits × digits of the factor)
    func multiplied(by factor: ExactDecimal) -> ExactDecimal {
        if isZero || factor.isZero { return ExactDecimal(false, [], 0) }
        var product = [Int](repeating: 0, count: digits.count + factor.digits.count)
        for (left, digit) in digits.enumerated() {
            for (right, other) in factor.digits.enumerated() { product[left + right + 1] += Int(digit) * Int(other) }
        }
        for index in product.indices.dropFirst().reversed() {
            product[index - 1] += product[index] / 10
            product[index] %= 10
        }
        return ExactDecimal(isNegative != factor.isNegative, product.map(UInt8.init), exponent + factor.exponent)
    }

    /// The quotient, or `nil` if it has no end, or the divisor is 0 or has too many digits. O(digits)
    func divided(by divisor: ExactDecimal) -> ExactDecimal? {
        guard !divisor.isZero, divisor.digits.count <= Self.mostDigitsOfFactor else { return nil }
        let number = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
        var quotient: [UInt8] = []
        var rest: UInt64 = 0
        func take(_ digit: UInt8) {
            // rest < number < 10^18, so ten times that has its place in 64 bits.
            rest = rest * 10 + UInt64(digit)
            quotient.append(UInt8(rest / number))
            rest %= number
        }
        for digit in digits { take(digit) }
        var added = 0
        // A divisor below 10^18 has at most 59 factors of 2 or 5, so a finite quotient has ended by then.
        while rest != 0, added < 60 {
            take(0)
            added += 1
        }
        guard rest == 0 else { return nil }
        return ExactDecimal(isNegative != divisor.isNegative, quotient, exponent - divisor.exponent - added)
    }

    /// O(digits + the distance of the exponents)
    func plus(_ other: ExactDecimal) -> ExactDecimal {
        if isZero { return other }
        if other.isZero { return self }
        let low = min(exponent, other.exponent)
        let left = digits + [UInt8](repeating: 0, count: exponent - low)
        let right = other.digits + [UInt8](repeating: 0, count: other.exponent - low)
        let count = max(left.count, right.count)
        func digit(_ digits: [UInt8], _ place: Int) -> Int {
            place < digits.count ? Int(digits[digits.count - 1 - place]) : 0
        }
        if isNegative == other.isNegative {
            var sum: [UInt8] = []
            var carry = 0
            for place in 0...count {
                let value = digit(left, place) + digit(right, place) + carry
                sum.append(UInt8(value % 10))
                carry = value / 10
            }
            return ExactDecimal(isNegative, sum.reversed(), low)
        }
        let isLess =
            left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
        let (large, small) = isLess ? (right, left) : (left, right)
        var difference: [UInt8] = []
        var borrowed = 0
        for place in 0..<count {
            var value = digit(large, place) - digit(small, place) - borrowed
            borrowed = value < 0 ? 1 : 0
            if value < 0 { value += 10 }
            difference.append(UInt8(value))
        }
        return ExactDecimal(isLess ? other.isNegative : isNegative, difference.reversed(), low)
    }

    /// The number without an exponent, with so many digits at least after the point.
    func text(fractionDigits: Int) -> String {
        let scale = max(0, -exponent)
        var whole = digits + [UInt8](repeating: 0, count: max(0, exponent))
        if whole.count <= scale { whole = [UInt8](repeating: 0, count: scale - whole.count + 1) + whole }
        let fraction = whole.suffix(scale) + [UInt8](repeating: 0, count: max(0, fractionDigits - scale))
        let bytes =
            whole.dropLast(scale).map { $0 + 0x30 } + (fraction.isEmpty ? [] : [0x2E]) + fraction.map { $0 + 0x30 }
        return (isNegative ? "-" : "") + String(decoding: bytes, as: UTF8.self)
    }
}
