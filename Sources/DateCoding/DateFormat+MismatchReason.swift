/// The words of every date error, in one place.
extension DateFormat.Mismatch {
    /// The problem, in words.
    ///
    /// - Parameter text: The text that was read.
    func reason(in text: String) -> String {
        if let ownReason { return "\(ownReason)" }
        return code.isAboutTheClock ? clockReason(in: text) : dayReason(in: text)
    }

    /// The offending character as it is shown in a sentence.
    func found(in text: String) -> String {
        let utf8 = text.utf8
        guard offset >= 0, offset < utf8.count else { return "the end of the text" }
        let index = utf8.index(utf8.startIndex, offsetBy: offset)
        let aligned = text.unicodeScalars.index(before: text.unicodeScalars.index(after: index))
        guard aligned < text.endIndex else { return "the end of the text" }
        let scalar = text.unicodeScalars[aligned]
        if scalar == " " { return "a space" }
        let shown = CaretText.shown(Character(scalar))
        guard scalar.value > 126, shown.count == 1 else { return "\"\(shown)\"" }
        return "\"\(shown)\" (U+\(hex(scalar.value)))"
    }

    private func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private var expected: String {
        switch part {
        case .literal:
            guard numbers.0 >= 32, numbers.0 < 127 else { return "a character of the format's own text" }
            return numbers.0 == 32 ? "a space" : "\"\(Character(UnicodeScalar(UInt8(truncatingIfNeeded: numbers.0))))\""
        case .offset: return "an offset from GMT"
        case .zone: return "a zone"
        case .month where numbers.0 == -1: return "a month's name"
        case .weekday: return "a weekday's name"
        case .dayPeriod, .text, .comment: return part.phrase
        case .number, .exponent: return "a digit"
        default: return "a digit of " + String(part.phrase)
        }
    }

    private func dayReason(in text: String) -> String {
        switch code {
        case .emptyText: return "the text is empty"
        case .unexpectedEnd where part == .comment: return "the comment never closes"
        case .unexpectedEnd: return "the text ends where \(expected) belongs"
        case .unexpectedCharacter: return "expected \(expected), found \(found(in: text))"
        case .trailingCharacters: return "the date is complete, but \(found(in: text)) follows it"
        case .wrongCase: return "\(found(in: text)) is in the wrong case; upper and lower case count here"
        case .unknownName: return "there is no \(part.phrase.dropFirst(4)) of that name"
        case .digitCount: return digitCountReason
        case .twoDigitYear: return "the year has two digits and the format declares no pivot for them; expected four"
        case .yearOutOfRange:
            return "the year is outside \(numbers.0 == 0 ? 1 : numbers.0) to \(numbers.1 == 0 ? 9999 : numbers.1)"
        case .monthOutOfRange: return "there is no month \(numbers.0); months are 1 to 12"
        case .noSuchDay: return noSuchDayReason
        case .noSuchWeek:
            let weeks = CivilCalendar.weeks(inYear: Int(numbers.1))
            return "there is no week \(numbers.0) in \(numbers.1), which has \(weeks)"
        case .contradictoryWeekday:
            return "the date is a \(DateNames.weekday(Int(numbers.1))), not a \(DateNames.weekday(Int(numbers.0)))"
        case .notANumber: return "expected a number, found \(found(in: text))"
        case .numberOutOfRange:
            return "the number is beyond the years 0 to 9999; is it counted in a smaller unit than the format's?"
        case .expectedNumber: return "the format is a number, and this is a text"
        case .expectedText: return "the format is a text, and this is a number"
        case .noFormats: return "there is no format to read with"
        case .custom: return "the format does not read this text"
        default: return "\(code)"
        }
    }

    private func clockReason(in text: String) -> String {
        switch code {
        case .hourOutOfRange: return "there is no hour \(numbers.0) here; hours are \(numbers.1) to \(numbers.2)"
        case .endOfDay: return "24:00 is not allowed; the end of a day is 00:00 of the next"
        case .contradictoryDayPeriod:
            guard numbers.1 <= DayPeriod.pm.rawValue else { return "noon and midnight are 12:00 exactly" }
            return "the hour \(numbers.0) is not \(numbers.1 == DayPeriod.am.rawValue ? "AM" : "PM")"
        case .minuteOutOfRange: return "there is no minute \(numbers.0); minutes are 00 to 59"
        case .secondOutOfRange: return "there is no second \(numbers.0); seconds are 00 to 59"
        case .leapSecond: return "second 60 is a leap second, which a Date cannot hold"
        case .tooManyFractionDigits: return "a second has more than eighteen digits of fraction"
        case .missingZone:
            return "the text has no time zone, and the format declares none"
        case .unknownZone: return "the zone is none of GMT, UTC, UT, GMT+8, EST, EDT, CST, CDT, MST, MDT, PST, PDT"
        case .offsetOutOfRange: return "the offset from GMT is at most 23 hours and 59 minutes"
        default: return "\(code)"
        }
    }

    private var digitCountReason: String {
        let count = numbers.0 == numbers.1 ? "\(numbers.0)" : "\(numbers.0) to \(numbers.1)"
        let plural = numbers.1 == 1 ? "" : "s"
        return "\(part.phrase) has \(numbers.2), expected \(count) digit\(plural)"
    }

    private var noSuchDayReason: String {
        let (day, month, year) = numbers
        if part == .dayOfYear {
            return "there is no day \(day) in \(year), which has \(CivilCalendar.isLeap(Int(year)) ? 366 : 365)"
        }
        if part == .weekday { return "there is no weekday \(day); weekdays are 1 (Monday) to 7" }
        let name = DateNames.month(Int(month))
        let last = CivilCalendar.daysInMonth(Int(month), year: Int(year))
        return "there is no \(day) \(name) \(year); the month has \(last) days"
    }
}

extension DateFormatError.Code {
    /// Whether the code is about the time of day or the zone; it only selects the half of the words to search.
    var isAboutTheClock: Bool {
        switch self {
        case .hourOutOfRange, .endOfDay, .contradictoryDayPeriod, .minuteOutOfRange, .secondOutOfRange, .leapSecond,
            .tooManyFractionDigits, .missingZone, .unknownZone, .offsetOutOfRange:
            true
        default: false
        }
    }
}
