#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Declare one for the dates of a version: it is compiled once, works on bytes, and is strict in both directions.
///
/// ```swift
/// let format = try DateFormat.pattern("MMM-dd-yyyy HH:mm:ss zzz", zone: .hours(8))
/// let date = try format.date(from: "Nov-14-2017 17:25:55 GMT+8")  // 2017-11-14 09:25:55 +0000
/// try format.string(from: date)                                    // "Nov-14-2017 17:25:55 GMT+8"
/// ```
///
/// **Zones.** A `Date` has no zone. A format prints in its own zone, by default GMT. A text without a zone is an error
/// unless the format declares the zone to assume. This includes days without a time; the named formats for days
/// (``dateOnly``) assume GMT.
///
/// **Fractions.** A `Date` is a binary number, so the format first finds the intended decimal (`12.123`, not
/// `12.12299999`): to microseconds within about 270 years of 2001, to 10 µs within about 2,000 years, and to 100 µs
/// beyond. Digits that the format does not have are then cut, as on a clock. ``rounding()`` rounds to the nearest
/// instead.
///
/// **Years** are 1 to 9999 of the proleptic Gregorian calendar; ISO 8601 and RFC 3339 also have the year 0. There are
/// no leap seconds. The machine's locale and zone have no influence.
///
/// Reading and writing take time linear in the text, and allocate only their result.
public struct DateFormat: Sendable, Hashable {
    let engine: DateEngine
    let code: DateCode
    var rules: DateRules
    /// The name of the format in errors.
    public let name: String

    init(_ engine: DateEngine, _ name: String, _ rules: DateRules = DateRules()) {
        self.engine = engine
        self.code = DateCode(engine)
        self.rules = rules
        self.name = name
    }

    /// Whether two formats read and write the same and have the same name.
    public static func == (lhs: DateFormat, rhs: DateFormat) -> Bool {
        lhs.engine == rhs.engine && lhs.rules == rhs.rules && lhs.name == rhs.name
    }

    /// Feeds what ``==(_:_:)`` compares into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(engine)
        hasher.combine(rules)
        hasher.combine(name)
    }

    /// A format of your own.
    ///
    /// ```swift
    /// let format = DateFormat.custom(DayNumber())
    /// ```
    public static func custom(_ format: some CustomDateFormat) -> DateFormat {
        DateFormat(.custom(AnyCustomDateFormat(base: format)), format.name, DateRules(zone: format.zone))
    }

    /// Whether it is a format of your own, which no text describes.
    package var isCustom: Bool { code.kind == .custom }

    /// Whether the text shows an offset from GMT or a zone's name.
    public var showsOffset: Bool { code.shown.contains(.offset) }

    /// Whether the text shows a time of day.
    package var showsTime: Bool { !code.shown.isDisjoint(with: [.hour, .minute, .second]) }

    /// How many digits of the second's fraction are written; nil means as many as the date has.
    public var fractionDigits: Int? { code.fractionDigits == ZonedDate.asNeeded ? nil : code.fractionDigits }

    /// Whether the format reads its own output. A pattern that has no time zone and declares none does not.
    ///
    /// ```swift
    /// try DateFormat.pattern("yyyy/MM/dd").readsWhatItWrites                     // false: the day has no zone
    /// try DateFormat.pattern("yyyy/MM/dd", assuming: .gmt).readsWhatItWrites     // true
    /// ```
    public var readsWhatItWrites: Bool {
        guard case .pattern = engine else { return true }
        return showsOffset || rules.assumed != nil
    }

    /// The error text for a format that does not.
    package var zonelessFault: String {
        let pattern = name.debugDescription
        return "the pattern \(pattern) has no time zone and declares none, so its own output could not be read; "
            + "declare one: .pattern(\(pattern), assuming: .gmt)"
    }

    /// Whether the format is a JSON number or a JSON text.
    public var notation: DateFormat.Notation { code.notation }

    /// The zone that a `Date` is printed in.
    public var zone: FixedZone { rules.zone }

    /// The zone that is assumed for a text without one; nil if such a text is an error.
    public var assumedZone: FixedZone? { rules.assumed }
}

extension DateFormat: CustomStringConvertible {
    /// The name and the declared options: `yyyy/MM/dd, assuming GMT`.
    public var description: String {
        var parts = [name]
        if case .http = engine { return name }
        if showsOffset, rules.zone.offset != 0 { parts.append("printed in \(rules.zone)") }
        if let assumed = rules.assumed { parts.append("assuming \(assumed)") }
        if rules.allowsEndOfDay { parts.append("24:00 allowed") }
        if rules.isRounded { parts.append("rounded") }
        return parts.joined(separator: ", ")
    }
}

extension DateFormat {
    /// The date of a text. If the format is a number, the text of that number.
    ///
    /// ```swift
    /// try DateFormat.unixMilliseconds.date(from: "1700000000123")  // 2023-11-14T22:13:20.123Z
    /// ```
    ///
    /// - Throws: ``DateFormatError`` with the place and the reason. Nothing is guessed, and no text may follow the
    ///   date.
    /// - Complexity: O(*n*) in the length of the text.
    public func date(from text: String) throws(DateFormatError) -> Date {
        try zonedDate(from: text).date
    }

    /// The date of a text, with the offset and the digits that it has.
    ///
    /// - Throws: ``DateFormatError``, as ``date(from:)`` does.
    public func zonedDate(from text: String) throws(DateFormatError) -> ZonedDate {
        try DateFormats.read(text, [self])
    }

    /// The text of a date, in the zone that the format prints in. If the format is a number, the text of that number.
    ///
    /// ```swift
    /// try DateFormat.iso8601.string(from: Date(timeIntervalSince1970: 0))  // "1970-01-01T00:00:00Z"
    /// ```
    ///
    /// - Throws: ``DateFormatError`` with ``DateFormatError/Code/yearOutOfRange`` if the format cannot write the year.
    public func string(from date: Date) throws(DateFormatError) -> String {
        var bytes: [UInt8] = []
        do throws(DateFormat.Mismatch) {
            try append(date, to: &bytes)
        } catch {
            throw DateFormatError([error], text: "\(date.timeIntervalSince1970)", formats: [self])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
