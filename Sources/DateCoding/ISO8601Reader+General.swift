/// Unsafe code: `base` has `count` bytes, which are borrowed for the call; each read follows a comparison with `count`.
extension ISO8601Reader {
    /// Every layout, and the exact place of every fault.
    @inline(never)
    func readAny(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules
    ) throws(DateFormat.Mismatch) -> ZonedDate {
        var scanner = DateScanner(base: base, count: count)
        var reading = DateReading()
        reading.year = try scanner.number(4, 4, .year)
        let (days, isExtended) = try readDay(&reading, &scanner)
        if hasTime {
            try readSeparator(&scanner)
            try readTime(&reading, &scanner, isExtended: isExtended)
            try readZone(&reading, &scanner, rules)
        }
        try scanner.expectEnd()
        var source = ZonedDate.ZoneSource.stated
        if !reading.hasZone {
            guard let assumed = rules.assumed else { throw DateFormat.Mismatch(.missingZone, at: count, .zone) }
            reading.zone = assumed
            source = .assumed
        }
        return try reading.date(days: days, rules, source)
    }

    /// The rest of the day after its year: its number since 1970, and whether it has hyphens.
    private func readDay(
        _ reading: inout DateReading, _ scanner: inout DateScanner
    ) throws(DateFormat.Mismatch) -> (Int, Bool) {
        let isExtended = scanner.byte(scanner.at) == UInt8(ascii: "-")
        if isExtended || isRFC3339 { try scanner.literal(UInt8(ascii: "-")) }
        if scanner.byte(scanner.at) == UInt8(ascii: "W"), !isRFC3339 {
            scanner.at += 1
            return (try readWeek(&reading, &scanner, isExtended), isExtended)
        }
        let run = scanner.digitRun(atMost: 8)
        if run == 3, !isRFC3339 {
            reading.dayAt = scanner.at
            reading.dayOfYear = try scanner.number(3, 3, .dayOfYear)
            try reading.checkDayOfYear()
            return (CivilCalendar.days(year: reading.year, month: 1, day: reading.dayOfYear), isExtended)
        }
        try reading.month(scanner.at, scanner.twoDigits(.month))
        if isExtended { try scanner.literal(UInt8(ascii: "-")) }
        reading.dayAt = scanner.at
        reading.day = try scanner.twoDigits(.day)
        guard reading.day > 0, reading.day <= CivilCalendar.daysInMonth(reading.month, year: reading.year) else {
            throw DateFormat.Mismatch(.noSuchDay, at: reading.dayAt, .day, reading.day, reading.month, reading.year)
        }
        return (CivilCalendar.days(year: reading.year, month: reading.month, day: reading.day), isExtended)
    }

    /// `53-6` or `536` of a week date (ISO 8601-1:2019 section 5.2.4).
    private func readWeek(
        _ reading: inout DateReading, _ scanner: inout DateScanner, _ isExtended: Bool
    ) throws(DateFormat.Mismatch) -> Int {
        let place = scanner.at
        let week = try scanner.twoDigits(.week)
        guard week >= 1, week <= CivilCalendar.weeks(inYear: reading.year) else {
            throw DateFormat.Mismatch(.noSuchWeek, at: place, .week, week, reading.year)
        }
        if isExtended { try scanner.literal(UInt8(ascii: "-")) }
        let dayPlace = scanner.at
        let weekday = try scanner.number(1, 1, .weekday)
        guard weekday >= 1, weekday <= 7 else { throw DateFormat.Mismatch(.noSuchDay, at: dayPlace, .weekday, weekday) }
        return CivilCalendar.firstMonday(ofYear: reading.year) + (week - 1) * 7 + weekday - 1
    }

    private func readSeparator(_ scanner: inout DateScanner) throws(DateFormat.Mismatch) {
        let byte = scanner.byte(scanner.at)
        let isFree = isRFC3339 && (byte == UInt8(ascii: "t") || byte == UInt8(ascii: " "))
        if isFree { scanner.at += 1 } else { try scanner.literal(UInt8(ascii: "T")) }
    }

    private func readTime(
        _ reading: inout DateReading, _ scanner: inout DateScanner, isExtended: Bool
    ) throws(DateFormat.Mismatch) {
        try reading.hour(scanner.at, scanner.twoDigits(.hour), 0, 24)
        if isExtended { try scanner.literal(UInt8(ascii: ":")) }
        try reading.minute(scanner.at, scanner.twoDigits(.minute))
        // Seconds may be left out in ISO 8601-1:2019 section 5.3.1.3, not in RFC 3339.
        let hasSecond =
            isRFC3339
            || (isExtended
                ? scanner.byte(scanner.at) == UInt8(ascii: ":") : DateScanner.isDigit(scanner.byte(scanner.at)))
        guard hasSecond else { return }
        if isExtended { try scanner.literal(UInt8(ascii: ":")) }
        try reading.second(scanner.at, scanner.twoDigits(.second))
        let point = scanner.byte(scanner.at)
        guard point == UInt8(ascii: ".") || (point == UInt8(ascii: ",") && !isRFC3339) else { return }
        scanner.at += 1
        (reading.attoseconds, reading.fractionDigits) = try scanner.fraction(1, 18)
        if DateScanner.isDigit(scanner.byte(scanner.at)) {
            throw DateFormat.Mismatch(.tooManyFractionDigits, at: scanner.at, .fraction)
        }
    }

    private func readZone(
        _ reading: inout DateReading, _ scanner: inout DateScanner, _ rules: DateRules
    ) throws(DateFormat.Mismatch) {
        if scanner.isAtEnd, rules.assumed != nil { return }
        if scanner.isAtEnd { throw DateFormat.Mismatch(.missingZone, at: scanner.at, .offset) }
        reading.zone(try scanner.offset(isRFC3339 ? [.zulu, .lowerZulu, .extended] : .anyISO))
    }
}
