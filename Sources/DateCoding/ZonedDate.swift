#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Use it for a date that keeps the parts of its text: the instant, the offset from GMT and the digits of the second's
/// fraction.
///
/// A `Date` has no zone, and only the precision of a `Double`. A `ZonedDate` keeps both, so that the date of a document
/// can be written in another format without an unwanted change.
///
/// ```swift
/// let date = try DateFormat.iso8601.zonedDate(from: "2020-06-13T23:21:42.50+08:00")
/// date.hour            // 23
/// date.fractionDigits  // 2
/// date.zone            // +08:00
/// ```
///
/// The instant is exact to the attosecond (eighteen digits), in years 0 to 9999 of the proleptic Gregorian calendar.
public struct ZonedDate: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds; the fraction is added to it.
    public let secondsSince1970: Int64
    /// The fraction of the second, 0 to 999,999,999,999,999,999 attoseconds.
    public let attoseconds: Int64
    let offset: Int32
    let zoneName: ZoneName
    /// Where the zone comes from.
    public let zoneSource: ZoneSource
    let digits: UInt8

    /// Where a date's zone comes from.
    public enum ZoneSource: UInt8, Sendable, Hashable {
        /// The text names it.
        case stated
        /// The text names none; the format assumed it.
        case assumed
        /// There is no zone: the format counts from a fixed instant (Unix seconds), or the source was a `Date`.
        case none
    }

    init(
        seconds: Int64, attoseconds: Int64, digits: Int, offset: Int32 = 0, zoneName: ZoneName = .none,
        zoneSource: ZoneSource
    ) {
        self.secondsSince1970 = seconds
        self.attoseconds = attoseconds
        self.offset = offset
        self.zoneName = zoneName
        self.zoneSource = zoneSource
        self.digits = UInt8(truncatingIfNeeded: digits)
    }

    /// How many digits the second's fraction has in the text, 0 to 18.
    public var fractionDigits: Int { Int(digits) }
    /// The zone that the text names or the format assumes; GMT if there is neither.
    public var zone: FixedZone { FixedZone(offset: offset, name: zoneName) }
    /// The year in the zone.
    public var year: Int { fields.year }
    /// The month in the zone, 1 to 12.
    public var month: Int { fields.month }
    /// The day of the month in the zone, from 1.
    public var day: Int { fields.day }
    /// The hour in the zone, 0 to 23.
    public var hour: Int { fields.hour }
    /// The minute in the zone, 0 to 59.
    public var minute: Int { fields.minute }
    /// The second in the zone, 0 to 59.
    public var second: Int { fields.second }
    /// The whole nanoseconds of the second's fraction.
    public var nanosecond: Int { Int(attoseconds / 1_000_000_000) }

    /// The nearest `Date`.
    ///
    /// A `Date` is a `Double` of seconds since 2001. Within 34 years of 2001, neighbouring dates are about 0.12 µs
    /// apart; at the year 1 about 8 µs.
    public var date: Date {
        @inline(__always)
        get { Date(timeIntervalSinceReferenceDate: intervalSinceReferenceDate) }
    }

    /// Seconds since 2001-01-01T00:00:00Z, rounded once.
    @inline(__always)
    var intervalSinceReferenceDate: Double {
        let whole = Double(secondsSince1970 - Self.referenceDate)
        return attoseconds == 0 ? whole : whole + Double(attoseconds) / 1e18
    }

    /// 2001-01-01T00:00:00Z in Unix seconds: `Date.timeIntervalBetween1970AndReferenceDate` of Foundation.
    static let referenceDate: Int64 = 978_307_200

    @inline(__always)
    var fields: CivilFields { CivilFields(seconds: secondsSince1970 + Int64(offset)) }
}

/// Local fields of a number of seconds, counted as if the zone were GMT.
struct CivilFields {
    let days: Int
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int

    @inline(__always)
    init(seconds: Int64) {
        // Shifted by 800 years, so that the division is of a number that is not negative.
        let shifted = UInt64(truncatingIfNeeded: seconds &+ 62_167_219_200 &+ 86_400 &* 146_097)
        let dayNumber = shifted / 86_400
        let rest = UInt32(truncatingIfNeeded: shifted &- dayNumber &* 86_400)
        days = Int(dayNumber) &- 719_528 &- 146_097
        (year, month, day) = CivilCalendar.civil(days: days)
        let minutes = rest / 60
        hour = Int(minutes / 60)
        minute = Int(minutes % 60)
        second = Int(rest &- minutes &* 60)
    }
}
