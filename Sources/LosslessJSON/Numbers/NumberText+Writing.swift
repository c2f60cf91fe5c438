/// Unsafe code: writers state how many bytes they need at most; callers make room for so many.
extension NumberText {
    /// Appends the shortest text that reads back as the same `Double`: its `description` without `.0`: `1`, `0.1`,
    /// `1e+16`, `5e-324`.
    ///
    /// The value is finite; JSON has no number for others. Allocates only what the array needs.
    @inline(__always)
    package static func append(_ value: Double, to bytes: inout [UInt8]) {
        bytes.makeRoom(32)
        bytes.append(room: 32) { $0.writeJSON(value) }
    }

    /// Appends the shortest text that reads back as the same `Float`.
    package static func append(_ value: Float, to bytes: inout [UInt8]) {
        bytes.makeRoom(32)
        bytes.append(room: 32) { $0.writeJSON(value) }
    }

    /// Appends the digits of an integer.
    @inline(__always)
    package static func append(_ value: Int64, to bytes: inout [UInt8]) {
        bytes.makeRoom(20)
        bytes.append(room: 20) { $0.writeJSON(value) }
    }

    /// Appends the digits of an integer.
    @inline(__always)
    package static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        bytes.makeRoom(20)
        bytes.append(room: 20) { $0.writeJSON(value) }
    }
}

/// Numbers as JSON text, written to memory.
///
/// Each function needs as many bytes of room as its documentation states, and returns how many it wrote.
extension UnsafeMutablePointer where Pointee == UInt8 {
    /// The digits of a number, at most 20.
    @inline(__always)
    fileprivate func writeJSON(_ value: UInt64) -> Int {
        if value < 10 {
            self[0] = 48 &+ UInt8(truncatingIfNeeded: value)
            return 1
        }
        let count = Self.digitCount(value)
        writeDigits(value, endingAt: count)
        return count
    }

    /// A number with its sign, at most 20.
    @inline(__always)
    fileprivate func writeJSON(_ value: Int64) -> Int {
        guard value < 0 else { return writeJSON(UInt64(bitPattern: value)) }
        self[0] = UInt8(ascii: "-")
        return 1 &+ (self + 1).writeJSON(value.magnitude)
    }

    /// The shortest text that reads back as the same number, at most 32, as `description` has it, but without `.0`.
    ///
    /// `1`, `0.1`, `1e+16`, `1e-05`. The number is finite.
    @inline(__always)
    fileprivate func writeJSON(_ value: Double) -> Int {
        var start = 0
        if value.sign == .minus {
            self[0] = UInt8(ascii: "-")
            start = 1
        }
        if value == 0 {
            self[start] = UInt8(ascii: "0")
            return start &+ 1
        }
        return start &+ (self + start).write(ShortestDecimal(value), isPlain: value.magnitude <= 0x1p53)
    }

    /// The same for a `Float`, at most 32.
    fileprivate func writeJSON(_ value: Float) -> Int {
        var start = 0
        if value.sign == .minus {
            self[0] = UInt8(ascii: "-")
            start = 1
        }
        if value == 0 {
            self[start] = UInt8(ascii: "0")
            return start &+ 1
        }
        return start &+ (self + start).write(ShortestDecimal(value), isPlain: value.magnitude <= 0x1p24)
    }

    /// A decimal, as Swift prints it: with an exponent where it is below 0.0001, or not plain.
    @inline(__always)
    private func write(_ decimal: ShortestDecimal, isPlain: Bool) -> Int {
        let count = Self.digitCount(decimal.digits)
        let point = count &+ decimal.exponent
        if point >= -3, isPlain {
            if decimal.exponent >= 0 {
                writeDigits(decimal.digits, endingAt: count)
                for place in count..<point { self[place] = 48 }
                return point
            }
            if point > 0 {
                // One further to the right, then the digits before the point go back.
                writeDigits(decimal.digits, endingAt: count &+ 1)
                for place in 0..<point { self[place] = self[place &+ 1] }
                self[point] = UInt8(ascii: ".")
                return count &+ 1
            }
            self[0] = 48
            self[1] = UInt8(ascii: ".")
            for place in 2..<(2 &- point) { self[place] = 48 }
            writeDigits(decimal.digits, endingAt: 2 &- point &+ count)
            return 2 &- point &+ count
        }
        return writeWithExponent(decimal, count, point &- 1)
    }

    @inline(never)
    private func writeWithExponent(_ decimal: ShortestDecimal, _ count: Int, _ exponent: Int) -> Int {
        var end = count
        if count == 1 {
            writeDigits(decimal.digits, endingAt: 1)
        } else {
            writeDigits(decimal.digits, endingAt: count + 1)
            self[0] = self[1]
            self[1] = UInt8(ascii: ".")
            end = count + 1
        }
        self[end] = UInt8(ascii: "e")
        self[end + 1] = UInt8(ascii: exponent < 0 ? "-" : "+")
        end += 2
        let magnitude = exponent.magnitude
        if magnitude < 10 {
            self[end] = 48
            end += 1
        }
        return end + (self + end).writeJSON(UInt64(magnitude))
    }

    /// The digits of a number whose last one comes before `end`.
    @inline(__always)
    private func writeDigits(_ value: UInt64, endingAt end: Int) {
        var value = value
        var place = end
        while value >= 100 {
            let rest = value / 100
            writePair(value &- rest &* 100, at: place &- 2)
            place &-= 2
            value = rest
        }
        if value >= 10 {
            writePair(value, at: place &- 2)
        } else {
            self[place &- 1] = 48 &+ UInt8(truncatingIfNeeded: value)
        }
    }

    @inline(__always)
    private func writePair(_ value: UInt64, at place: Int) {
        let pair = Self.pairs.utf8Start + 2 &* Int(truncatingIfNeeded: value)
        self[place] = pair[0]
        self[place &+ 1] = pair[1]
    }

    private static var pairs: StaticString {
        @inline(__always) get {
            """
            0001020304050607080910111213141516171819\
            2021222324252627282930313233343536373839\
            4041424344454647484950515253545556575859\
            6061626364656667686970717273747576777879\
            8081828384858687888990919293949596979899
            """
        }
    }

    /// How many digits a number has: a thousand and some 233 for each bit are the logarithm.
    @inline(__always)
    private static func digitCount(_ value: UInt64) -> Int {
        let bits = 64 &- value.leadingZeroBitCount
        let guess = (bits &* 1233) >> 12
        return guess &+ (value >= powerOfTen(guess) ? 1 : 0)
    }

    /// Ten to a power from 0 to 19.
    @inline(__always)
    private static func powerOfTen(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        case 8: 100_000_000
        case 9: 1_000_000_000
        case 10: 10_000_000_000
        case 11: 100_000_000_000
        case 12: 1_000_000_000_000
        case 13: 10_000_000_000_000
        case 14: 100_000_000_000_000
        case 15: 1_000_000_000_000_000
        case 16: 10_000_000_000_000_000
        case 17: 100_000_000_000_000_000
        case 18: 1_000_000_000_000_000_000
        default: 10_000_000_000_000_000_000
        }
    }
}
