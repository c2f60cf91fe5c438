/// Dates counted from a fixed instant in a decimal unit: Unix seconds, milliseconds, .NET ticks.
///
/// Unsafe code: `base` has `count` bytes; `out` has room for `longest`.
struct NumberDate: Sendable, Hashable {
    /// The instant that is zero, in Unix seconds.
    let epoch: Int64
    /// A second is ten to this power of units: 3 for milliseconds.
    let exponent: Int
    /// How many digits follow the point when writing; ``ZonedDate/asNeeded`` for as many as there are.
    let writtenDigits: Int
    /// Whether it is a JSON text rather than a JSON number.
    var isText = false

    /// How many digits of the second's fraction are written.
    var fractionDigits: Int { writtenDigits == ZonedDate.asNeeded ? ZonedDate.asNeeded : exponent + writtenDigits }

    /// At most so many bytes are written.
    static let longest = 48

    func read(_ base: UnsafePointer<UInt8>, _ count: Int) throws(DateFormat.Mismatch) -> ZonedDate {
        var scanner = DateScanner(base: base, count: count)
        let date = try read(&scanner)
        try scanner.expectEnd()
        return date
    }

    /// Reads a number by the grammar of JSON (RFC 8259 section 6), exactly.
    @inline(__always)
    func read(_ scanner: inout DateScanner) throws(DateFormat.Mismatch) -> ZonedDate {
        let isNegative = scanner.byte(scanner.at) == UInt8(ascii: "-")
        let start = scanner.at
        if isNegative { scanner.at += 1 }
        var value: Int64 = 0
        let first = scanner.at
        while scanner.at - first < 18 {
            let digit = scanner.byte(scanner.at) &- 48
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            scanner.at += 1
        }
        let next = scanner.byte(scanner.at)
        let isPlain = next &- 48 >= 10 && next != UInt8(ascii: ".") && next | 32 != UInt8(ascii: "e")
        let hasLeadingZero = scanner.byte(first) == UInt8(ascii: "0") && scanner.at - first > 1
        guard isPlain, scanner.at > first, !hasLeadingZero else {
            scanner.at = start
            return try readLong(&scanner)
        }
        let units = isNegative ? -value : value
        let scale = DateScanner.powerOfTen(exponent)
        var seconds = units / scale
        var rest = units % scale
        if rest < 0 {
            seconds -= 1
            rest += scale
        }
        return try date(seconds, rest &* DateScanner.powerOfTen(18 - exponent), digits: exponent, at: start)
    }

    @inline(__always)
    func date(_ seconds: Int64, _ attoseconds: Int64, digits: Int, at place: Int) throws(DateFormat.Mismatch)
        -> ZonedDate
    {
        let (total, overflows) = seconds.addingReportingOverflow(epoch)
        guard !overflows, total >= CivilCalendar.firstSecond, total <= CivilCalendar.lastSecond else {
            throw DateFormat.Mismatch(.numberOutOfRange, at: place, .number)
        }
        return ZonedDate(seconds: total, attoseconds: attoseconds, digits: digits, zoneSource: .none)
    }
}

extension NumberDate {
    /// Writes a date's instant; at most ``longest`` bytes. Returns the number of bytes.
    ///
    /// - Throws: ``DateFormatError/Code/yearOutOfRange`` for an instant that would not be read again.
    func write(_ date: ZonedDate, to out: UnsafeMutablePointer<UInt8>) throws(DateFormat.Mismatch) -> Int {
        let instant = date.secondsSince1970
        guard instant >= CivilCalendar.firstSecond, instant <= CivilCalendar.lastSecond else {
            throw DateFormat.Mismatch(.yearOutOfRange, at: 0, .year)
        }
        // Below zero the fraction counts the other way: −1.25 is two seconds back and 0.75 forward.
        var seconds = date.secondsSince1970 - epoch
        var attoseconds = date.attoseconds
        var count = 0
        let digits = fractionDigits == ZonedDate.asNeeded ? date.neededDigits : min(fractionDigits, 18)
        // Digits that the format does not have are cut towards the past, as a clock does, so they are cut before the
        // sign is removed.
        attoseconds -= attoseconds % DateScanner.powerOfTen(18 - digits)
        if seconds < 0 {
            out[0] = UInt8(ascii: "-")
            count = 1
            seconds = -seconds
            if attoseconds > 0 {
                seconds -= 1
                attoseconds = 1_000_000_000_000_000_000 - attoseconds
            }
        }
        let unit = UInt64(DateScanner.powerOfTen(exponent))
        let attosecondsPerUnit = UInt64(DateScanner.powerOfTen(18 - exponent))
        // Ten to the ninth times 2.6e11 seconds does not fit 64 bits.
        let (units, overflows) = UInt64(seconds).multipliedReportingOverflow(by: unit)
        if overflows {
            count += out.writeNumber(UInt64(seconds), minimumDigits: 1, at: count)
            count += out.writeNumber(UInt64(attoseconds) / attosecondsPerUnit, minimumDigits: exponent, at: count)
        } else {
            count += out.writeNumber(units + UInt64(attoseconds) / attosecondsPerUnit, minimumDigits: 1, at: count)
        }
        let after = writtenDigits == ZonedDate.asNeeded ? max(0, digits - exponent) : writtenDigits
        guard after > 0 else { return count }
        out[count] = UInt8(ascii: ".")
        let shifted = Int64(UInt64(attoseconds) % attosecondsPerUnit) &* Int64(unit)
        (out + count + 1).writeFraction(shifted, digits: after)
        return count + 1 + after
    }
}
