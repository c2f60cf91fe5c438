#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ZonedDate {
    /// A `Date` without a zone, with as many fraction digits as it needs.
    ///
    /// The fraction is the shortest decimal that gives the same `Date`, up to eighteen digits. ``DateFormat`` explains
    /// how formats write it.
    ///
    /// - Throws: ``DateFormat/Mismatch`` with ``DateFormatError/Code/yearOutOfRange`` outside the years 0 to 9999, and
    ///   for a `Date` that is infinite or NaN.
    public init(_ date: Date) throws(DateFormat.Mismatch) {
        try self.init(date, digits: Self.asNeeded, isRounded: false, zone: FixedZone(offset: 0, name: .none))
    }

    /// A `Date` in a zone, with as many fraction digits as it needs, like ``init(_:)``.
    ///
    /// - Throws: ``DateFormat/Mismatch`` with ``DateFormatError/Code/yearOutOfRange`` outside the years 0 to 9999, and
    ///   for a `Date` that is infinite or NaN.
    public init(_ date: Date, in zone: FixedZone) throws(DateFormat.Mismatch) {
        self = try ZonedDate(date).moved(to: zone)
    }

    /// The same local time, of another offset: the instant moves.
    ///
    /// - Parameter offset: Seconds from GMT, less than a day.
    package func reread(as offset: Int) -> ZonedDate {
        ZonedDate(
            seconds: secondsSince1970 + Int64(self.offset) - Int64(offset), attoseconds: attoseconds,
            digits: fractionDigits, offset: Int32(truncatingIfNeeded: offset), zoneSource: zoneSource)
    }

    /// The same instant with the same digits, in another zone.
    ///
    /// ```swift
    /// try ZonedDate(Date(timeIntervalSince1970: 0)).moved(to: .hours(8)).hour  // 8
    /// ```
    public func moved(to zone: FixedZone) -> ZonedDate {
        ZonedDate(
            seconds: secondsSince1970, attoseconds: attoseconds, digits: fractionDigits, offset: zone.offset,
            zoneName: zone.name, zoneSource: .stated)
    }

    /// The same instant in a zone whose offset has no seconds: the next one towards GMT.
    var inWholeMinutes: ZonedDate { moved(to: FixedZone(offset: offset - offset % 60, name: .none)) }

    /// Asks ``init(_:digits:isRounded:zone:)`` for as many digits as the date has.
    static let asNeeded = 255

    /// A `Date` with its fraction for a format that writes so many digits.
    ///
    /// A `Date` whose text had a fraction of up to six digits holds a binary number close to it. So the decimal is
    /// found first: rounded to microseconds (to 10 µs more than about 270 years from 2001, to 100 µs beyond about 2,000
    /// years, where a `Date` is not finer), and for formats of more digits to the first count of digits that gives the
    /// same `Date`. Further digits are cut later, as a clock does; a format that rounds does so here.
    @inline(__always)
    init(_ date: Date, digits: Int, isRounded: Bool, zone: FixedZone) throws(DateFormat.Mismatch) {
        let interval = date.timeIntervalSinceReferenceDate
        // Finite, and within a day of the years 0 to 9999, whose limits are those of local time; NaN fails both.
        guard interval >= -63_145_612_800, interval < 252_424_080_000 else {
            throw DateFormat.Mismatch(.yearOutOfRange, at: 0, .year)
        }
        // Towards the past, without a call of the C library's floor.
        var whole = Int64(interval)
        if Double(whole) > interval { whole -= 1 }
        let floor = Double(whole)
        var seconds = whole + Self.referenceDate
        let fraction = interval - floor
        var attoseconds: Int64 = 0
        var count = 0
        if fraction != 0 {
            (attoseconds, count) = Self.decimal(
                fraction, of: interval, floor: floor, digits: digits, isRounded: isRounded)
            if attoseconds == 1_000_000_000_000_000_000 {
                attoseconds = 0
                seconds += 1
            }
            if digits == Self.asNeeded { count = Self.digits(of: attoseconds) }
        }
        self.init(
            seconds: seconds, attoseconds: attoseconds, digits: count, offset: zone.offset, zoneName: zone.name,
            zoneSource: .none)
    }

    /// The decimal fraction that is meant by a binary one: attoseconds (a whole second when rounding goes up to it),
    /// and how many digits were looked at.
    private static func decimal(
        _ fraction: Double, of interval: Double, floor: Double, digits: Int, isRounded: Bool
    ) -> (Int64, Int) {
        func rounded(_ count: Int) -> Int64 {
            let unit = DateScanner.powerOfTen(18 - count)
            return Int64((fraction * Double(DateScanner.powerOfTen(count))).rounded()) * unit
        }
        if isRounded, digits <= 9 { return (rounded(digits), digits) }
        let magnitude = abs(interval)
        var count = magnitude < 0x1p33 ? 6 : magnitude < 0x1p36 ? 5 : 4
        let most = min(digits, 18)
        while true {
            let value = rounded(count)
            if count >= most || floor + Double(value) / 1e18 == interval { return (value, count) }
            count += 1
        }
    }

    /// The number of digits that the fraction needs: without its trailing zeros.
    var neededDigits: Int { Self.digits(of: attoseconds) }

    private static func digits(of attoseconds: Int64) -> Int {
        guard attoseconds != 0 else { return 0 }
        var rest = attoseconds
        var count = 18
        while rest % 10 == 0 {
            rest /= 10
            count -= 1
        }
        return count
    }
}
