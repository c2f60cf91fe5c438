/// The fields that a format has read so far, and how they become a date.
///
/// Places (`dayAt`, …) are for carets: a day that the month lacks is known only when the month is.
struct DateReading {
    var year = 1970
    var month = 1
    var day = 1
    /// −1 where the text has none.
    var dayOfYear = -1
    var hour = 0
    var minute = 0
    var second = 0
    var attoseconds: Int64 = 0
    var fractionDigits = 0
    var weekday = -1
    var period = DayPeriod.none
    /// Whether the hour is one of twelve.
    var isHalfDay = false
    var zone = FixedZone.gmt
    var hasZone = false
    var yearAt = 0
    var dayAt = 0
    var weekdayAt = 0
    var hourAt = 0

    @inline(__always)
    init() {
        zone = FixedZone(offset: 0, name: .none)
    }

    /// The date with these fields, checked.
    ///
    /// - `end`: Where the text ends, for a zone that is missing.
    @inline(__always)
    mutating func date(_ rules: DateRules, end: Int) throws(DateFormat.Mismatch) -> ZonedDate {
        var source = ZonedDate.ZoneSource.stated
        if !hasZone {
            guard let assumed = rules.assumed else { throw DateFormat.Mismatch(.missingZone, at: end, .zone) }
            zone = assumed
            source = .assumed
        }
        if period != .none { try applyPeriod() }
        return try date(days: days(rules), rules, source)
    }

    /// The date of a day that has been computed and checked.
    @inline(__always)
    func date(days: Int, _ rules: DateRules, _ source: ZonedDate.ZoneSource) throws(DateFormat.Mismatch) -> ZonedDate {
        if weekday >= 0, CivilCalendar.weekday(days: days) != weekday {
            throw DateFormat.Mismatch(
                .contradictoryWeekday, at: weekdayAt, .weekday, weekday, CivilCalendar.weekday(days: days))
        }
        if hour == 24, !rules.allowsEndOfDay || minute != 0 || second != 0 || attoseconds != 0 {
            throw DateFormat.Mismatch(.endOfDay, at: hourAt, .hour)
        }
        let time = Int64(hour &* 3600 &+ minute &* 60 &+ second)
        let seconds = Int64(days) &* 86_400 &+ time &- Int64(zone.offset)
        return ZonedDate(
            seconds: seconds, attoseconds: attoseconds, digits: fractionDigits, offset: zone.offset,
            zoneName: zone.name, zoneSource: source)
    }

    @inline(__always)
    private func days(_ rules: DateRules) throws(DateFormat.Mismatch) -> Int {
        guard year > 0 || (year == 0 && rules.allowsYearZero) else {
            throw DateFormat.Mismatch(.yearOutOfRange, at: yearAt, .year)
        }
        if dayOfYear >= 0 {
            try checkDayOfYear()
            return CivilCalendar.days(year: year, month: 1, day: dayOfYear)
        }
        guard day > 0, day <= 28 || day <= CivilCalendar.daysInMonth(month, year: year) else {
            throw DateFormat.Mismatch(.noSuchDay, at: dayAt, .day, day, month, year)
        }
        return CivilCalendar.days(year: year, month: month, day: day)
    }

    /// Checks a day of the year, which needs the year.
    @inline(never)
    func checkDayOfYear() throws(DateFormat.Mismatch) {
        guard dayOfYear > 0, dayOfYear <= (CivilCalendar.isLeap(year) ? 366 : 365) else {
            throw DateFormat.Mismatch(.noSuchDay, at: dayAt, .dayOfYear, dayOfYear, 0, year)
        }
    }

    private mutating func applyPeriod() throws(DateFormat.Mismatch) {
        let isTwelve = hour % 12 == 0 && minute == 0 && second == 0 && attoseconds == 0
        if isHalfDay {
            if period == .noon || period == .midnight, !isTwelve { throw contradictoryPeriod }
            hour = hour % 12 + (period == .pm || period == .noon ? 12 : 0)
            return
        }
        let agrees =
            switch period {
            case .none: true
            case .am: hour < 12
            case .pm: hour >= 12
            case .noon: hour == 12 && isTwelve
            case .midnight: hour != 12 && isTwelve
            }
        if !agrees { throw contradictoryPeriod }
    }

    private var contradictoryPeriod: DateFormat.Mismatch {
        DateFormat.Mismatch(.contradictoryDayPeriod, at: hourAt, .dayPeriod, hour, Int(period.rawValue))
    }
}

/// Deviations from its layout that a format allows.
struct DateRules: Sendable, Hashable {
    /// The zone that the format prints in, if the date has none.
    var zone = FixedZone.gmt
    /// The zone of a text without one; nil refuses such a text.
    var assumed: FixedZone?
    /// Whether 24:00 is the end of the day.
    var allowsEndOfDay = false
    /// Whether the year 0 is one (ISO 8601-1:2019 section 4.3.2; RFC 3339 section 5.6).
    var allowsYearZero = false
    /// Whether a fraction is rounded to the digits of the format; else it is cut.
    var isRounded = false
    /// The first year of the hundred that two digits can name.
    var pivot = 1950
}
