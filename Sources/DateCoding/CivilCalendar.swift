/// The proleptic Gregorian calendar as arithmetic: days since 1970-01-01 to and from year, month and day.
///
/// No tables of eras, no zone, no locale. Years 0 to 9999 (ISO 8601-1:2019 section 4.3.2: the year before 1 is 0). The
/// conversions follow C. Neri and L. Schneider, "Euclidean affine functions and their application to calendar
/// algorithms", Software: Practice and Experience 53 (2023).
enum CivilCalendar {
    /// 0000-01-01T00:00:00Z in Unix seconds.
    static let firstSecond: Int64 = -62_167_219_200
    /// 0001-01-01T00:00:00Z in Unix seconds.
    static let firstSecondOfYearOne: Int64 = -62_135_596_800
    /// 9999-12-31T23:59:59Z in Unix seconds.
    static let lastSecond: Int64 = 253_402_300_799

    @inline(__always)
    static func isLeap(_ year: Int) -> Bool {
        // A century is a leap year when it divides by 16 (25 is implied), another year when it divides by 4.
        year % 100 == 0 ? year & 15 == 0 : year & 3 == 0
    }

    @inline(__always)
    static func daysInMonth(_ month: Int, year: Int) -> Int {
        if month == 2 { return isLeap(year) ? 29 : 28 }
        return 30 | (month ^ (month >> 3))
    }

    /// Days since 1970-01-01. The month is 1 to 12; the day may be any number.
    @inline(__always)
    static func days(year: Int, month: Int, day: Int) -> Int {
        let isEarly = month <= 2
        // Counted from March of the year −400, so that nothing is negative.
        let year = UInt32(truncatingIfNeeded: year &+ 400 &- (isEarly ? 1 : 0))
        let month = UInt32(truncatingIfNeeded: isEarly ? month &+ 12 : month)
        let century = year / 100
        let days = (1461 &* year) / 4 &- century &+ century / 4 &+ (979 &* month &- 2919) / 32
        return Int(days) &+ day &- 1 &- 719_468 &- 146_097
    }

    /// Year, month and day of a number of days since 1970-01-01, from 0000-01-01 on.
    @inline(__always)
    static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = UInt32(truncatingIfNeeded: days &+ 719_468 &+ 146_097)
        let quarters = 4 &* shifted &+ 3
        let century = quarters / 146_097
        let inCentury = (quarters % 146_097) / 4
        let product = 2_939_745 &* UInt64(4 &* inCentury &+ 3)
        let yearOfCentury = UInt32(truncatingIfNeeded: product >> 32)
        let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
        let packed = 2141 &* dayOfYear &+ 197_913
        let wraps = dayOfYear >= 306
        let month = Int(packed >> 16) &- (wraps ? 12 : 0)
        let day = Int((packed & 0xFFFF) / 2141) &+ 1
        return (Int(100 &* century &+ yearOfCentury) &+ (wraps ? 1 : 0) &- 400, month, day)
    }

    /// The weekday of a number of days since 1970-01-01, from 0 for Monday to 6 for Sunday.
    @inline(__always)
    static func weekday(days: Int) -> Int {
        // 1970-01-01 was a Thursday.
        Int(UInt32(truncatingIfNeeded: days &+ 3 &+ 7 &* 200_000) % 7)
    }

    /// The day's number within its year, from 1.
    static func dayOfYear(days: Int, year: Int) -> Int {
        days - self.days(year: year, month: 1, day: 1) + 1
    }

    /// The number of weeks of an ISO week year: 52 or 53 (ISO 8601-1:2019 section 4.3.4).
    static func weeks(inYear year: Int) -> Int {
        let first = weekday(days: days(year: year, month: 1, day: 1))
        return first == 3 || (first == 2 && isLeap(year)) ? 53 : 52
    }

    /// The Monday of the first week of an ISO week year: the week that holds 4 January.
    static func firstMonday(ofYear year: Int) -> Int {
        let fourth = days(year: year, month: 1, day: 4)
        return fourth - weekday(days: fourth)
    }

    /// The ISO week year, week (from 1) and weekday (1 for Monday) of a day.
    static func week(days: Int, year: Int) -> (year: Int, week: Int, weekday: Int) {
        var weekYear = year
        if days < firstMonday(ofYear: year) {
            weekYear -= 1
        } else if days >= firstMonday(ofYear: year + 1) {
            weekYear += 1
        }
        let since = days - firstMonday(ofYear: weekYear)
        return (weekYear, since / 7 + 1, since % 7 + 1)
    }
}
