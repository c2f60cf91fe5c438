extension DateFormat {
    private static func clock(_ fraction: [DateStep] = []) -> [DateStep] {
        [DateStep(.twoDigitHour), .literal(58), DateStep(.twoDigitMinute), .literal(58), DateStep(.twoDigitSecond)]
            + fraction
    }

    private static let extendedDay: [DateStep] = [
        .year, .literal(45), DateStep(.twoDigitMonth), .literal(45), DateStep(.twoDigitDay),
    ]

    private static func fraction(_ digits: Int) -> [DateStep] {
        let digits = min(max(digits, 0), 9)
        return digits == 0 ? [] : [.literal(46), DateStep(.fraction, digits, digits)]
    }

    private static func iso(
        _ name: String, _ reader: ISO8601Reader, _ steps: [DateStep], assumed: FixedZone? = nil
    ) -> DateFormat {
        DateFormat(
            .iso8601(reader, DateProgram(steps)), name, DateRules(assumed: assumed, allowsYearZero: true))
    }

    private static func dateAndTime(_ fraction: [DateStep], _ offset: OffsetStyle) -> [DateStep] {
        extendedDay + [.literal(84)] + clock(fraction) + [.offset(offset)]
    }

    /// ISO 8601 with whole seconds: `2023-11-14T22:13:20Z`.
    ///
    /// Reads every date with a time of day and an offset that ISO 8601-1:2019 has in years of four digits: calendar,
    /// week (`2004-W53-6T12:00Z`) and ordinal dates, extended and basic form, a fraction of up to eighteen digits after
    /// a point or a comma, seconds left out, and offsets as `Z`, `+08`, `+0800` and `+08:00`. A time of hours alone is
    /// refused, and so are fractions of hours or minutes.
    public static let iso8601 = iso("ISO 8601", ISO8601Reader(), dateAndTime([], [.zulu, .extended]))

    /// ISO 8601 with as many fraction digits as the date needs: `2023-11-14T22:13:20.125Z`. Reads the same texts as
    /// ``iso8601``.
    public static let iso8601WithFraction = iso(
        "ISO 8601 with fraction", ISO8601Reader(), dateAndTime([DateStep(.pointAndFraction)], [.zulu, .extended]))

    /// ISO 8601 in basic form: `20231114T221320Z`. Reads the same texts as ``iso8601``.
    public static let iso8601Basic = iso(
        "ISO 8601 basic", ISO8601Reader(),
        [.year, DateStep(.twoDigitMonth), DateStep(.twoDigitDay), .literal(84), DateStep(.twoDigitHour)]
            + [DateStep(.twoDigitMinute), DateStep(.twoDigitSecond), .offset([.zulu, .basic])])

    /// ISO 8601 with a fixed number of fraction digits: `2023-11-14T22:13:20.000Z`. Reads the same texts as
    /// ``iso8601``.
    ///
    /// - Parameters:
    ///   - fractionDigits: 0 to 9; a number outside this range is clamped.
    ///   - offset: How an offset other than zero is written.
    public static func iso8601(fractionDigits: Int, offset: ISO8601Offset = .extended) -> DateFormat {
        let name = "ISO 8601 with \(fractionDigits) fraction digits"
        return iso(name, ISO8601Reader(), dateAndTime(fraction(fractionDigits), [.zulu, offset.style]))
    }

    /// The offset of an ISO 8601 text.
    public enum ISO8601Offset: Sendable, Hashable {
        /// `+08:00`
        case extended
        /// `+0800`
        case basic
        /// `+08`, or `+0545` if there are minutes
        case hours

        var style: OffsetStyle {
            switch self {
            case .extended: .extended
            case .basic: .basic
            case .hours: [.hours, .basic]
            }
        }
    }

    /// RFC 3339 with whole seconds: `2023-11-14T22:13:20Z`.
    ///
    /// Reads any fraction, `t` and `z`, and a space for the `T`, as section 5.6 allows; `-00:00` counts as `Z`.
    public static let rfc3339 = iso(
        "RFC 3339", ISO8601Reader(isRFC3339: true), dateAndTime([], [.zulu, .extended]))

    /// RFC 3339 with as many fraction digits as the date needs. Reads the same texts as ``rfc3339``.
    public static let rfc3339WithFraction = iso(
        "RFC 3339 with fraction", ISO8601Reader(isRFC3339: true),
        dateAndTime([DateStep(.pointAndFraction)], [.zulu, .extended]))

    /// RFC 3339 with a fraction of 0 to 9 digits. Reads the same texts as ``rfc3339``.
    public static func rfc3339(fractionDigits: Int) -> DateFormat {
        iso(
            "RFC 3339 with \(fractionDigits) fraction digits", ISO8601Reader(isRFC3339: true),
            dateAndTime(fraction(fractionDigits), [.zulu, .extended]))
    }

    /// A day, at midnight GMT: `2023-11-14`. No other text is read.
    ///
    /// Use ``assuming(_:)`` for midnight in another zone.
    public static let dateOnly = DateFormat(
        .pattern(DateProgram(extendedDay)), "yyyy-MM-dd", DateRules(assumed: .gmt))

    /// A day of ISO 8601, midnight GMT: written `2023-11-14`; reads `20231114`, week and ordinal dates too.
    public static let iso8601Date = iso(
        "ISO 8601 date", ISO8601Reader(hasTime: false), extendedDay, assumed: .gmt)

    /// An ISO 8601 week date, midnight GMT: `2004-W53-6` for 1 January 2005. Reads what ``iso8601Date`` does.
    public static let iso8601WeekDate = iso(
        "ISO 8601 week date", ISO8601Reader(hasTime: false),
        [DateStep(.weekYear), .literal(45), .literal(87), DateStep(.week), .literal(45), DateStep(.weekdayNumber)],
        assumed: .gmt)

    /// An ISO 8601 ordinal date, midnight GMT: `2024-060` for 29 February 2024. Reads what ``iso8601Date`` does.
    public static let iso8601OrdinalDate = iso(
        "ISO 8601 ordinal date", ISO8601Reader(hasTime: false), [.year, .literal(45), DateStep(.dayOfYear, 3, 3)],
        assumed: .gmt)

    /// A time of day with its zone, as RFC 3339's `full-time` with whole seconds, on 1 January 1970: `22:13:20Z`.
    public static let timeOfDay = DateFormat(
        .pattern(DateProgram(clock() + [.offset([.zulu, .extended])])), "HH:mm:ssXXX")

    /// An HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7). Reads the section's two obsolete forms
    /// too.
    ///
    /// In the RFC, the century of a two-digit year depends on the clock. Here it is fixed: 70 to 99 mean 1970 to 1999,
    /// and 00 to 69 mean 2000 to 2069. ``httpDate(twoDigitYearsFrom:)`` selects another hundred years.
    public static let httpDate = httpDate(twoDigitYearsFrom: 1970)

    /// An HTTP date whose two-digit years (in the obsolete form) are in the hundred years from `pivot` on.
    ///
    /// - `pivot`: The first of the hundred years, 1 to 9900; a number outside this range is clamped.
    public static func httpDate(twoDigitYearsFrom pivot: Int) -> DateFormat {
        let rules = DateRules(assumed: .gmt, pivot: min(max(pivot, 1), 9900))
        return DateFormat(.http(HTTPDate.fixed), "HTTP date", rules)
    }

    /// An Internet mail date: `Sun, 06 Nov 1994 08:49:37 +0000` (RFC 5322 section 3.3).
    ///
    /// Reads the obsolete forms of section 4.3 too: zone names, two-digit years (of 1950 to 2049), comments, and names
    /// in any case. Military letters are refused, since they were used in both senses.
    public static let mail = DateFormat(.mail(MailDate.writing), "RFC 5322 mail date")
}
