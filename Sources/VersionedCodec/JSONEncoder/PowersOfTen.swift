/// The first 128 bits of powers of ten, rounded up, worked out exactly once in a run of a program.
///
/// `10^k` lies in `(g(k) - 1) … g(k)` times a power of two, where `g(k)` has its highest bit set; where `10^k` has no more than 128 bits
/// without its factors of two, it is exact. From Raffaello Giulietti, "The Schubfach way to render doubles" (2020), section 9.
///
/// Invariant: the memory is filled before anyone sees it, and is never freed or written to again.
struct PowersOfTen: @unchecked Sendable {
    static let least = -324
    static let most = 324

    private let parts: UnsafePointer<UInt64>

    static let shared = PowersOfTen()

    @inline(__always)
    subscript(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        let place = 2 * (exponent &- Self.least)
        return (parts[place], parts[place &+ 1])
    }

    private init() {
        let parts = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * (Self.most - Self.least + 1))
        func set(_ exponent: Int, _ value: LargeNumber, roundsUp: Bool) {
            let (bits, isExact) = value.leadingBits
            let rounded = roundsUp || !isExact ? bits + 1 : bits
            let place = 2 * (exponent - Self.least)
            parts[place] = UInt64(truncatingIfNeeded: rounded >> 64)
            parts[place + 1] = UInt64(truncatingIfNeeded: rounded)
        }
        // The factor of two in a power of ten only moves the point, so powers of five will do.
        var power = LargeNumber(1)
        for exponent in 0...Self.most {
            set(exponent, power, roundsUp: false)
            power.multiply(by: 5)
        }
        // Dividing by five again and again, each time cut, is dividing by the power of five, cut once.
        var fraction = LargeNumber(bit: 1024)
        for exponent in 1 ... -Self.least {
            fraction.divide(by: 5)
            set(-exponent, fraction, roundsUp: true)
        }
        self.parts = UnsafePointer(parts)
    }
}

/// A whole number of any size, lowest part first.
private struct LargeNumber {
    private var parts: [UInt32]

    init(_ value: UInt32) { parts = [value] }

    /// Two to the power of `bit`.
    init(bit: Int) {
        parts = [UInt32](repeating: 0, count: bit / 32 + 1)
        parts[bit / 32] = 1 << UInt32(bit % 32)
    }

    mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in parts.indices {
            carry += UInt64(parts[index]) * factor
            parts[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        if carry > 0 { parts.append(UInt32(carry)) }
    }

    mutating func divide(by divisor: UInt64) {
        var rest: UInt64 = 0
        for index in parts.indices.reversed() {
            rest = rest << 32 | UInt64(parts[index])
            parts[index] = UInt32(rest / divisor)
            rest %= divisor
        }
        while parts.last == 0 { parts.removeLast() }
    }

    /// The highest 128 bits, and whether there are no others.
    var leadingBits: (UInt128, isExact: Bool) {
        var bits: UInt128 = 0
        var isExact = true
        var free = 128
        for part in parts.reversed() {
            let width = bits == 0 ? 32 - part.leadingZeroBitCount : 32
            if free >= width {
                bits = bits << UInt128(width) | UInt128(part)
                free -= width
            } else {
                let beyond = width - free
                bits = bits << UInt128(free) | UInt128(part >> UInt32(beyond))
                if part & (1 << UInt32(beyond) &- 1) != 0 { isExact = false }
                free = 0
            }
        }
        return (bits << UInt128(free), isExact)
    }
}
