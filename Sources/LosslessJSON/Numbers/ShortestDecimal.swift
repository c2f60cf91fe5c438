/// The shortest decimal that reads back as the same binary number, and of those the nearest.
///
/// The way of Raffaello Giulietti, "The Schubfach way to render doubles" (2020): the interval of what rounds to the
/// number is scaled by one power of ten, and the shortest number in it is one of four candidates.
struct ShortestDecimal: Equatable {
    /// At most seventeen digits, without zeros at the end.
    var digits: UInt64
    /// The value is `digits` times ten to this power.
    var exponent: Int

    /// The decimal of a finite number above zero.
    @inline(__always)
    init(_ value: Double) {
        let bits = value.bitPattern & 0x7FFF_FFFF_FFFF_FFFF
        let fraction = bits & 0xF_FFFF_FFFF_FFFF
        let exponent = Int(bits >> 52)
        if exponent == 0 {
            self.init(significand: fraction, exponent: -1074, isPowerOfTwo: false)
        } else {
            self.init(
                significand: fraction | 1 << 52, exponent: exponent &- 1075,
                isPowerOfTwo: fraction == 0 && exponent > 1)
        }
    }

    /// The decimal of a finite number above zero.
    init(_ value: Float) {
        let bits = value.bitPattern & 0x7FFF_FFFF
        let fraction = UInt64(bits & 0x7F_FFFF)
        let exponent = Int(bits >> 23)
        if exponent == 0 {
            self.init(significand: fraction, exponent: -149, isPowerOfTwo: false)
        } else {
            self.init(
                significand: fraction | 1 << 23, exponent: exponent &- 150, isPowerOfTwo: fraction == 0 && exponent > 1)
        }
    }

    /// The decimal of `significand` times two to the power of `exponent`.
    ///
    /// - `isPowerOfTwo`: Whether the next number below is only half as far away as the next above.
    @inline(__always)
    private init(significand: UInt64, exponent: Int, isPowerOfTwo: Bool) {
        // A number below 2^53 without a fraction has its own digits.
        if exponent <= 0, exponent > -53, significand & ((1 << UInt64(-exponent)) &- 1) == 0 {
            self.init(trimming: significand >> UInt64(-exponent), exponent: 0)
            return
        }
        let lower = 4 &* significand &- (isPowerOfTwo ? 1 : 2)
        let upper = 4 &* significand &+ 2
        // The power of ten that is just within the interval: floor(log10(2^exponent)), or of three quarters of that.
        let power = (exponent &* 1_262_611 &- (isPowerOfTwo ? 524_031 : 0)) >> 22
        let shift = UInt64(truncatingIfNeeded: exponent &+ ((-power &* 1_741_647) >> 19) &+ 1)
        let scale = PowersOfFive.shared.roundedUp(-power)
        let low = Self.product(scale, lower << shift)
        let middle = Self.product(scale, (4 &* significand) << shift)
        let high = Self.product(scale, upper << shift)
        // Numbers on the edge of the interval round to the even one.
        let odd = significand & 1
        let least = low &+ odd
        let most = high &- odd
        let quarter = middle >> 2
        if quarter >= 10 {
            let tens = quarter / 10
            let isBelowIn = least <= 40 &* tens
            let isAboveIn = 40 &* tens &+ 40 <= most
            if isBelowIn != isAboveIn {
                self.init(trimming: tens &+ (isAboveIn ? 1 : 0), exponent: power &+ 1)
                return
            }
        }
        let isBelowIn = least <= 4 &* quarter
        let isAboveIn = 4 &* quarter &+ 4 <= most
        if isBelowIn != isAboveIn {
            self.init(trimming: quarter &+ (isAboveIn ? 1 : 0), exponent: power)
            return
        }
        let half = 4 &* quarter &+ 2
        let roundsUp = middle > half || (middle == half && quarter & 1 != 0)
        self.init(trimming: quarter &+ (roundsUp ? 1 : 0), exponent: power)
    }

    /// Without the zeros at the end of the digits.
    @inline(__always)
    private init(trimming digits: UInt64, exponent: Int) {
        (self.digits, self.exponent) = (digits, exponent)
        while self.digits >= 10 {
            let tenth = self.digits / 10
            guard tenth &* 10 == self.digits else { return }
            self.digits = tenth
            self.exponent &+= 1
        }
    }

    /// The high part of a product with 128 bits; its lowest bit is set if anything was cut.
    @inline(__always)
    private static func product(_ scale: (high: UInt64, low: UInt64), _ factor: UInt64) -> UInt64 {
        let below = scale.low.multipliedFullWidth(by: factor).high
        let (high, low) = scale.high.multipliedFullWidth(by: factor)
        let (sum, carries) = low.addingReportingOverflow(below)
        return (high &+ (carries ? 1 : 0)) | (sum > 1 ? 1 : 0)
    }
}
