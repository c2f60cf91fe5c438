/// Unsafe code: `base` has `count` bytes, which are borrowed for the call; each read follows a comparison with `count`.
extension DateCode {
    /// Reads a whole text by the fused steps; where they do not match, the general reader finds the reason, or the rare
    /// layout that they leave to it.
    @inline(__always)
    func read(_ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules) throws(DateFormat.Mismatch) -> ZonedDate {
        var isAsWritten = false
        return try read(base, count, rules, &isAsWritten)
    }

    /// - `isAsWritten`: Whether the program writes the date as this text. `false` where only writing would show it.
    func read(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules, _ isAsWritten: inout Bool
    ) throws(DateFormat.Mismatch) -> ZonedDate {
        var scanner = DateScanner(base: base, count: count)
        var reading = DateReading()
        // The fused steps take what they write.
        isAsWritten = true
        for step in code {
            switch step.kind {
            case .literal:
                guard scanner.byte(scanner.at) == step.least, !scanner.isAtEnd else {
                    throw scanner.mismatch(literal: step.least)
                }
                scanner.at += 1
            case .civilDay:
                guard reading.civilDay(&scanner, separator: step.least) else {
                    isAsWritten = false
                    try reading.readDay(&scanner, separator: step.least)
                    continue
                }
            case .clock:
                guard reading.clock(&scanner, separator: step.least) else {
                    isAsWritten = false
                    try reading.readClock(&scanner, separator: step.least)
                    continue
                }
            case .offset:
                let start = scanner.at
                let zone = try scanner.offset(step.style)
                reading.zone(zone)
                isAsWritten = isAsWritten && step.style.writes(zone.offset, as: base + start, scanner.at &- start)
            default:
                isAsWritten = false
                try reading.read(step, &scanner, rules)
            }
        }
        try scanner.expectEnd()
        isAsWritten = isAsWritten && reading.year >= 1
        return try reading.date(rules, end: count)
    }
}

extension DateReading {
    /// `yyyy-MM-dd` at once; false, and nothing moved, if it is not there or not plain.
    @inline(__always)
    mutating func civilDay(_ scanner: inout DateScanner, separator: UInt8) -> Bool {
        let at = scanner.at
        guard at &+ 10 <= scanner.count,
            let head = PackedDigits(scanner.eightBytes(at), separators: PackedDigits.day, separator: separator)
        else { return false }
        let high = scanner.base[at &+ 8] &- 48
        let low = scanner.base[at &+ 9] &- 48
        let value = head[5]
        guard high < 10, low < 10, value >= 1, value <= 12 else { return false }
        year = head[0] &* 100 &+ head[2]
        month = value
        day = Int(high) &* 10 &+ Int(low)
        yearAt = at
        dayAt = at &+ 8
        scanner.at = at &+ 10
        return true
    }

    /// `HH:mm:ss` at once; false, and nothing moved, if it is not there or not plain.
    @inline(__always)
    mutating func clock(_ scanner: inout DateScanner, separator: UInt8) -> Bool {
        let at = scanner.at
        guard at &+ 8 <= scanner.count,
            let digits = PackedDigits(scanner.eightBytes(at), separators: PackedDigits.clock, separator: separator),
            digits[0] <= 23, digits[3] <= 59, digits[6] <= 59
        else { return false }
        hour = digits[0]
        minute = digits[3]
        second = digits[6]
        hourAt = at
        scanner.at = at &+ 8
        return true
    }

    /// `yyyy-MM-dd` with the exact place of every fault.
    @inline(never)
    mutating func readDay(_ scanner: inout DateScanner, separator: UInt8) throws(DateFormat.Mismatch) {
        yearAt = scanner.at
        year = try scanner.number(4, 4, .year)
        try scanner.literal(separator)
        try month(scanner.at, scanner.twoDigits(.month))
        try scanner.literal(separator)
        dayAt = scanner.at
        day = try scanner.twoDigits(.day)
    }

    /// `HH:mm:ss` with the exact place of every fault, and 24:00.
    @inline(never)
    mutating func readClock(_ scanner: inout DateScanner, separator: UInt8) throws(DateFormat.Mismatch) {
        try hour(scanner.at, scanner.twoDigits(.hour), 0, 24)
        try scanner.literal(separator)
        try minute(scanner.at, scanner.twoDigits(.minute))
        try scanner.literal(separator)
        try second(scanner.at, scanner.twoDigits(.second))
    }
}

extension DateReading {
    @inline(__always)
    mutating func month(_ place: Int, _ value: Int) throws(DateFormat.Mismatch) {
        guard value >= 1, value <= 12 else { throw DateFormat.Mismatch(.monthOutOfRange, at: place, .month, value) }
        month = value
    }

    @inline(__always)
    mutating func hour(_ place: Int, _ value: Int, _ least: Int, _ most: Int) throws(DateFormat.Mismatch) {
        guard value >= least, value <= most else {
            // An hour 24 has a message of its own, so the range shown ends at 23.
            throw DateFormat.Mismatch(
                .hourOutOfRange, at: place, .hour, value, least, least == 0 ? min(most, 23) : most)
        }
        hour = value
        hourAt = place
    }

    @inline(__always)
    mutating func minute(_ place: Int, _ value: Int) throws(DateFormat.Mismatch) {
        guard value <= 59 else { throw DateFormat.Mismatch(.minuteOutOfRange, at: place, .minute, value) }
        minute = value
    }

    @inline(__always)
    mutating func second(_ place: Int, _ value: Int) throws(DateFormat.Mismatch) {
        guard value <= 59 else {
            throw DateFormat.Mismatch(value == 60 ? .leapSecond : .secondOutOfRange, at: place, .second, value)
        }
        second = value
    }

    @inline(__always)
    mutating func zone(_ zone: FixedZone) {
        self.zone = zone
        hasZone = true
    }

    /// The other steps. Not inlined, so that the loop of the usual ones stays small.
    @inline(never)
    mutating func read(_ step: DateStep, _ scanner: inout DateScanner, _ rules: DateRules) throws(DateFormat.Mismatch) {
        let place = scanner.at
        switch step.kind {
        case .shortMonth: month = try scanner.shortMonth()
        case .zoneName: zone(try scanner.zoneName())
        case .shortWeekday:
            weekdayAt = place
            weekday = try scanner.shortWeekday()
        case .fraction: (attoseconds, fractionDigits) = try scanner.fraction(Int(step.least), Int(step.most))
        case .day, .spacedDay:
            dayAt = place
            if step.kind == .spacedDay, scanner.byte(place) == UInt8(ascii: " ") {
                scanner.at += 1
                day = try scanner.number(1, 1, .day)
            } else {
                day = try scanner.number(Int(step.least), 2, .day)
            }
        case .twoDigitMonth: try month(place, scanner.twoDigits(.month))
        case .twoDigitDay:
            dayAt = place
            day = try scanner.twoDigits(.day)
        case .year:
            yearAt = place
            year = try scanner.number(Int(step.least), Int(step.most), .year)
        case .twoDigitHour: try hour(place, scanner.twoDigits(.hour), 0, 24)
        case .twoDigitMinute: try minute(place, scanner.twoDigits(.minute))
        case .twoDigitSecond: try second(place, scanner.twoDigits(.second))
        case .month: try month(place, scanner.number(1, 2, .month))
        case .hour: try hour(place, scanner.number(1, 2, .hour), 0, 24)
        case .minute: try minute(place, scanner.number(1, 2, .minute))
        case .second: try second(place, scanner.number(1, 2, .second))
        default: try readRare(step, &scanner, rules)
        }
    }

    private mutating func readRare(
        _ step: DateStep, _ scanner: inout DateScanner, _ rules: DateRules
    ) throws(DateFormat.Mismatch) {
        let place = scanner.at
        switch step.kind {
        case .fullMonth: month = try scanner.fullMonth()
        case .fullWeekday:
            weekdayAt = place
            weekday = try scanner.fullWeekday()
        case .twoDigitYear:
            yearAt = place
            let value = try scanner.twoDigits(.year)
            let since = (value - rules.pivot % 100 + 100) % 100
            year = rules.pivot + since
        case .dayOfYear:
            dayAt = place
            dayOfYear = try scanner.number(Int(step.least), 3, .dayOfYear)
        case .hour12, .hour11:
            isHalfDay = true
            let isTwelve = step.kind == .hour12
            try hour(place, scanner.number(Int(step.least), 2, .hour), isTwelve ? 1 : 0, isTwelve ? 12 : 11)
        case .hour24:
            try hour(place, scanner.number(Int(step.least), 2, .hour), 1, 24)
            hour %= 24
        case .dayPeriod: period = try scanner.dayPeriod(allowsNames: false)
        case .namedDayPeriod: period = try scanner.dayPeriod(allowsNames: true)
        case .longZoneName: zone(try scanner.longZoneName())
        case .pointAndFraction:
            if scanner.byte(place) == UInt8(ascii: ".") {
                scanner.at += 1
                (attoseconds, fractionDigits) = try scanner.fraction(1, 18)
            }
        default:
            // Week dates are read by the ISO 8601 reader; no pattern has them.
            throw DateFormat.Mismatch(.unexpectedCharacter, at: place, .text)
        }
    }
}
