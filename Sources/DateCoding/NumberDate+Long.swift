extension NumberDate {
    /// A number with a fraction, an exponent, or more digits than 64 bits hold; still exact.
    @inline(never)
    func readLong(_ scanner: inout DateScanner) throws(DateFormat.Mismatch) -> ZonedDate {
        let start = scanner.at
        var isNegative = false
        if scanner.byte(scanner.at) == UInt8(ascii: "-") {
            isNegative = true
            scanner.at += 1
        }
        var mantissa = DecimalMantissa()
        try readWhole(&scanner, &mantissa)
        var pointDigits = 0
        if scanner.byte(scanner.at) == UInt8(ascii: ".") {
            scanner.at += 1
            let first = scanner.at
            mantissa.append(from: &scanner)
            pointDigits = scanner.at - first
            guard pointDigits > 0 else { throw Self.mismatch(scanner, .number) }
        }
        let power = try readExponent(&scanner)
        // The value is mantissa × 10^scale attoseconds.
        let scale = power - pointDigits + mantissa.droppedZeros + 18 - exponent
        guard !mantissa.isTooLong else { throw DateFormat.Mismatch(.tooManyFractionDigits, at: start, .number) }
        if mantissa.value == 0 { return try date(0, 0, digits: 0, at: start) }
        let attoseconds = try Self.scaled(mantissa.value, by: scale, at: start)
        let signed = isNegative ? -attoseconds : attoseconds
        let second: Int128 = 1_000_000_000_000_000_000
        var seconds = signed / second
        var rest = signed % second
        if rest < 0 {
            seconds -= 1
            rest += second
        }
        let digits = max(0, min(18, exponent + pointDigits - power))
        guard let whole = Int64(exactly: seconds) else {
            throw DateFormat.Mismatch(.numberOutOfRange, at: start, .number)
        }
        return try date(whole, Int64(rest), digits: digits, at: start)
    }

    /// The digits before the point: one zero, or a digit other than zero and any others.
    private func readWhole(
        _ scanner: inout DateScanner, _ mantissa: inout DecimalMantissa
    ) throws(DateFormat.Mismatch) {
        guard DateScanner.isDigit(scanner.byte(scanner.at)) else { throw Self.mismatch(scanner, .number) }
        if scanner.byte(scanner.at) == UInt8(ascii: "0") {
            scanner.at += 1
            guard !DateScanner.isDigit(scanner.byte(scanner.at)) else {
                throw DateFormat.Mismatch(.notANumber, at: scanner.at, .number)
            }
        } else {
            mantissa.append(from: &scanner)
        }
    }

    private func readExponent(_ scanner: inout DateScanner) throws(DateFormat.Mismatch) -> Int {
        guard scanner.byte(scanner.at) | 32 == UInt8(ascii: "e"), !scanner.isAtEnd else { return 0 }
        scanner.at += 1
        let sign = scanner.byte(scanner.at)
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { scanner.at += 1 }
        let first = scanner.at
        var power = 0
        while DateScanner.isDigit(scanner.byte(scanner.at)) {
            // No text has so many digits that an exponent beyond this could meet them.
            power = min(power * 10 + Int(scanner.byte(scanner.at) - 48), 1 << 50)
            scanner.at += 1
        }
        guard scanner.at > first else { throw Self.mismatch(scanner, .exponent) }
        return sign == UInt8(ascii: "-") ? -power : power
    }

    /// A mantissa times a power of ten, or why it cannot be held.
    private static func scaled(_ mantissa: Int128, by power: Int, at place: Int) throws(DateFormat.Mismatch) -> Int128 {
        var value = mantissa
        if power >= 0 {
            for _ in 0..<min(power, 40) {
                let (next, overflows) = value.multipliedReportingOverflow(by: 10)
                guard !overflows else { throw DateFormat.Mismatch(.numberOutOfRange, at: place, .number) }
                value = next
            }
            guard power <= 40 else { throw DateFormat.Mismatch(.numberOutOfRange, at: place, .number) }
            return value
        }
        for _ in 0..<min(-power, 40) {
            guard value % 10 == 0 else { throw DateFormat.Mismatch(.tooManyFractionDigits, at: place, .number) }
            value /= 10
        }
        guard power >= -40 else { throw DateFormat.Mismatch(.tooManyFractionDigits, at: place, .number) }
        return value
    }

    private static func mismatch(_ scanner: DateScanner, _ part: DatePart) -> DateFormat.Mismatch {
        scanner.isAtEnd
            ? DateFormat.Mismatch(.unexpectedEnd, at: scanner.count, part)
            : DateFormat.Mismatch(.notANumber, at: scanner.at, part)
    }
}

/// The digits of a number without its point, as far as 128 bits hold them.
struct DecimalMantissa {
    var value: Int128 = 0
    /// Zeros at the end that did not fit; they only scale.
    var droppedZeros = 0
    /// Whether a digit that is not zero did not fit.
    var isTooLong = false

    mutating func append(from scanner: inout DateScanner) {
        while DateScanner.isDigit(scanner.byte(scanner.at)) {
            let digit = Int128(scanner.byte(scanner.at) - 48)
            scanner.at += 1
            // 10^37 is the last power below which another digit fits.
            if value < 10_000_000_000_000_000_000_000_000_000_000_000_000, droppedZeros == 0 {
                value = value * 10 + digit
            } else {
                droppedZeros += 1
                if digit != 0 { isTooLong = true }
            }
        }
    }
}
