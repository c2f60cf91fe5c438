extension DateFormat {
    private static func number(_ name: String, _ number: NumberDate) -> DateFormat {
        DateFormat(.number(number), name)
    }

    /// Seconds since 1970-01-01T00:00:00Z, with a fraction where the date has one: `1700000000`, `1700000000.125`.
    ///
    /// All number formats read the text of the number, so no digit is lost. They read every JSON spelling: `1.7e9`.
    public static let unixSeconds = number(
        "Unix seconds", NumberDate(epoch: 0, exponent: 0, writtenDigits: ZonedDate.asNeeded))

    /// Seconds since 1970-01-01T00:00:00Z with a fixed number of fraction digits. Reads the same numbers as
    /// ``unixSeconds``.
    ///
    /// ```swift
    /// DateFormat.unixSeconds(fractionDigits: 3)  // 1700000000.125
    /// ```
    ///
    /// - `fractionDigits`: 0 to 9; a number outside this range is clamped.
    public static func unixSeconds(fractionDigits: Int) -> DateFormat {
        let digits = min(max(fractionDigits, 0), 9)
        return number(
            "Unix seconds with \(digits) fraction digits", NumberDate(epoch: 0, exponent: 0, writtenDigits: digits))
    }

    /// Milliseconds since 1970-01-01T00:00:00Z, written whole: `1700000000123`.
    public static let unixMilliseconds = number(
        "Unix milliseconds", NumberDate(epoch: 0, exponent: 3, writtenDigits: 0))

    /// Microseconds since 1970-01-01T00:00:00Z, written whole: `1700000000123456`.
    public static let unixMicroseconds = number(
        "Unix microseconds", NumberDate(epoch: 0, exponent: 6, writtenDigits: 0))

    /// Nanoseconds since 1970-01-01T00:00:00Z, written whole: `1700000000123456789`.
    ///
    /// A `Date` of today is exact to a tenth of a microsecond; ``ZonedDate`` keeps all digits.
    public static let unixNanoseconds = number(
        "Unix nanoseconds", NumberDate(epoch: 0, exponent: 9, writtenDigits: 0))

    /// Seconds since 2001-01-01T00:00:00Z, with a fraction if the date has one, as Foundation's `JSONEncoder` writes
    /// without a date strategy.
    public static let appleReferenceDate = number(
        "Apple reference date",
        NumberDate(epoch: ZonedDate.referenceDate, exponent: 0, writtenDigits: ZonedDate.asNeeded))

    /// .NET's ticks of 100 nanoseconds since 0001-01-01T00:00:00Z: `638447060961234567` (`System.DateTime.Ticks`).
    public static let dotNetTicks = number(
        ".NET ticks", NumberDate(epoch: CivilCalendar.firstSecondOfYearOne, exponent: 7, writtenDigits: 0))

    /// .NET's JSON date: `/Date(1700000000123)/`, and `/Date(1700000000123+0200)/` when printing in another zone than
    /// GMT.
    ///
    /// The offset is that of the writer and does not change the instant (Microsoft, "Stand-Alone JSON Serialization").
    public static let dotNet = DateFormat(.dotNet, ".NET JSON date")
}
