/// A position in the UTF-8 bytes of a date text.
///
/// Invariant: `base` has `count` readable bytes and outlives the scanner; `0 ... count` holds `at`. Every read is
/// guarded by a comparison with `count`.
struct DateScanner {
    let base: UnsafePointer<UInt8>
    let count: Int
    var at = 0

    @inline(__always)
    init(base: UnsafePointer<UInt8>, count: Int) {
        self.base = base
        self.count = count
    }

    @inline(__always)
    var isAtEnd: Bool { at == count }

    /// The byte at an index, or 0 past the end; 0 never belongs to a date.
    @inline(__always)
    func byte(_ index: Int) -> UInt8 { index < count ? base[index] : 0 }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    /// How many digits are at the position, at most so many.
    @inline(__always)
    func digitRun(atMost most: Int) -> Int {
        var run = 0
        while run < most, Self.isDigit(byte(at + run)) { run += 1 }
        return run
    }

    @inline(__always)
    mutating func literal(_ literal: UInt8) throws(DateFormat.Mismatch) {
        guard byte(at) == literal, at < count else { throw mismatch(literal: literal) }
        at += 1
    }

    /// Exactly two digits.
    @inline(__always)
    mutating func twoDigits(_ part: DatePart) throws(DateFormat.Mismatch) -> Int {
        let high = byte(at) &- 48
        let low = byte(at + 1) &- 48
        guard high < 10, low < 10 else { throw mismatch(digits: 2, 2, part) }
        at += 2
        return Int(high) &* 10 &+ Int(low)
    }

    /// From so many to so many digits, at most nine.
    @inline(__always)
    mutating func number(_ least: Int, _ most: Int, _ part: DatePart) throws(DateFormat.Mismatch) -> Int {
        var value = 0
        let start = at
        while at - start < most {
            let digit = byte(at) &- 48
            guard digit < 10 else { break }
            value = value &* 10 &+ Int(digit)
            at += 1
        }
        guard at - start >= least else {
            at = start
            throw mismatch(digits: least, most, part)
        }
        return value
    }

    /// The fraction's digits after its point, from so many to so many; digits beyond `most` are left. Returns
    /// attoseconds and the number of digits.
    @inline(__always)
    mutating func fraction(_ least: Int, _ most: Int) throws(DateFormat.Mismatch) -> (Int64, Int) {
        var value: Int64 = 0
        let start = at
        while at - start < most {
            let digit = byte(at) &- 48
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            at += 1
        }
        let digits = at - start
        guard digits >= least else {
            at = start
            throw mismatch(digits: least, most, .fraction)
        }
        return (value &* Self.powerOfTen(18 - digits), digits)
    }

    @inline(__always)
    static func powerOfTen(_ exponent: Int) -> Int64 {
        var result: Int64 = 1
        var base: Int64 = 10
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { result = result &* base }
            base = base &* base
            rest >>= 1
        }
        return result
    }

    @inline(__always)
    func expectEnd() throws(DateFormat.Mismatch) {
        guard at == count else { throw DateFormat.Mismatch(.trailingCharacters, at: at, .text) }
    }
}

extension DateScanner {
    @inline(never)
    func mismatch(literal: UInt8) -> DateFormat.Mismatch {
        guard at < count else { return DateFormat.Mismatch(.unexpectedEnd, at: count, .literal, Int(literal)) }
        let isLetter = literal & 0xDF >= 65 && literal & 0xDF <= 90
        let code: DateFormatError.Code = isLetter && base[at] ^ 32 == literal ? .wrongCase : .unexpectedCharacter
        return DateFormat.Mismatch(code, at: at, .literal, Int(literal))
    }

    @inline(never)
    func mismatch(digits least: Int, _ most: Int, _ part: DatePart) -> DateFormat.Mismatch {
        let run = digitRun(atMost: 20)
        if at + run >= count, run < least { return DateFormat.Mismatch(.unexpectedEnd, at: count, part) }
        if run == 0 { return DateFormat.Mismatch(.unexpectedCharacter, at: at, part) }
        if part == .year, run == 2, least == 4 { return DateFormat.Mismatch(.twoDigitYear, at: at, part) }
        return DateFormat.Mismatch(.digitCount, at: at, part, least, most, run)
    }

    /// The mismatch of a name that is not known: the end, a wrong case, another character, or another name.
    @inline(never)
    func mismatch(name part: DatePart, isKnown: (UInt32) -> Bool) -> DateFormat.Mismatch {
        guard at < count else { return DateFormat.Mismatch(.unexpectedEnd, at: count, part, -1) }
        let first = base[at] & 0xDF
        guard first >= 65, first <= 90 else { return DateFormat.Mismatch(.unexpectedCharacter, at: at, part, -1) }
        guard at + 3 <= count else { return DateFormat.Mismatch(.unknownName, at: at, part) }
        let isCase = isKnown(DateNames.capitalized(packed: DateNames.packed(base + at)))
        return DateFormat.Mismatch(isCase ? .wrongCase : .unknownName, at: at, part)
    }
}
