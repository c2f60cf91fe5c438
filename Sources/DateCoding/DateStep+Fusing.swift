/// Unsafe code: a fused step reads eight bytes at once only where the reader has seen that so many are left.
extension DateStep {
    /// The same steps with the two most usual runs of five in one step each, which reads eight bytes at a time.
    ///
    /// `yyyy-MM-dd` and `HH:mm:ss`, each with any separator that appears twice.
    static func fused(_ steps: [DateStep]) -> [DateStep] {
        let day: [Kind] = [.year, .literal, .twoDigitMonth, .literal, .twoDigitDay]
        let clock: [Kind] = [.twoDigitHour, .literal, .twoDigitMinute, .literal, .twoDigitSecond]
        var result: [DateStep] = []
        var at = 0
        while at < steps.count {
            let run = steps[at..<min(at + 5, steps.count)]
            let kinds = run.map(\.kind)
            let isDay = kinds == day && steps[at].least == 4
            if isDay || kinds == clock, steps[at + 1] == steps[at + 3] {
                result.append(DateStep(isDay ? .civilDay : .clock, Int(steps[at + 1].least)))
                at += 5
            } else {
                result.append(steps[at])
                at += 1
            }
        }
        return result
    }
}

/// Two digits, a separator, two digits, a separator, two digits, in the eight bytes of one number, the first in the
/// lowest.
struct PackedDigits {
    /// Each two digits as a number, at the byte of the first of them.
    let pairs: UInt64

    /// Takes eight bytes apart, where bytes of `separators` (a mask) are all the separator and the others all digits.
    @inline(__always)
    init?(_ bytes: UInt64, separators mask: UInt64, separator: UInt8) {
        let repeated = UInt64(separator) &* 0x0101_0101_0101_0101
        guard (bytes ^ repeated) & mask == 0 else { return nil }
        // The separators become zeros; the other bytes are digits or a fault. A byte above nine has a high half, or
        // gets one.
        let digits = (bytes & ~mask | 0x3030_3030_3030_3030 & mask) ^ 0x3030_3030_3030_3030
        guard (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
        pairs = digits &* 10 &+ (digits >> 8)
    }

    /// The number of the two digits that start at a byte.
    @inline(__always)
    subscript(byte: UInt64) -> Int { Int((pairs >> (byte &* 8)) & 0xFF) }

    /// A number below 100 as two digits of ASCII at a byte of eight.
    @inline(__always)
    static func ascii(_ value: Int, at byte: UInt64) -> UInt64 {
        let value = UInt64(truncatingIfNeeded: value)
        let tens = (value &* 103) &>> 10
        return (0x3030 &+ tens &+ (value &- tens &* 10) &<< 8) &<< (byte &* 8)
    }

    /// The separators of `12:34:56`.
    static let clock: UInt64 = 0x0000_FF00_00FF_0000
    /// The separators of `2024-02-`.
    static let day: UInt64 = 0xFF00_00FF_0000_0000
}

extension DateScanner {
    /// Eight bytes from an index on; there must be so many.
    @inline(__always)
    func eightBytes(_ index: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
    }
}
