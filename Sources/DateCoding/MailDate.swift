/// Internet mail dates: RFC 5322 section 3.3, with the obsolete forms of section 4.3 on reading.
///
/// Optional weekday and seconds, folding white space and comments between the parts, zone names, two-digit years (00–49
/// are 2000 to 2049, 50–99 are 1950 to 1999, as section 4.3 declares). Names are read in any case, since the RFC's
/// literal texts are (RFC 5234 section 2.3).
///
/// Unsafe code: `base` has `count` bytes, which are borrowed for the call; each read follows a comparison with `count`.
enum MailDate {
    static let writing = DateProgram(
        [DateStep(.shortWeekday)] + DateStep.text(", ") + [DateStep(.twoDigitDay), .literal(32), DateStep(.shortMonth)]
            + [.literal(32), .year, .literal(32), DateStep(.twoDigitHour), .literal(58), DateStep(.twoDigitMinute)]
            + [.literal(58), DateStep(.twoDigitSecond), .literal(32), .offset(.basic)])

    static func read(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules
    ) throws(DateFormat.Mismatch) -> ZonedDate {
        var scanner = DateScanner(base: base, count: count)
        var reading = DateReading()
        try scanner.skipSpace()
        if scanner.at < count, !DateScanner.isDigit(scanner.byte(scanner.at)) {
            reading.weekdayAt = scanner.at
            reading.weekday = try scanner.anyCaseName(.weekday) { DateNames.weekday(packed: $0) }
            try scanner.skipSpace()
            try scanner.literal(UInt8(ascii: ","))
            try scanner.skipSpace()
        }
        reading.dayAt = scanner.at
        reading.day = try scanner.number(1, 2, .day)
        try scanner.skipSpace()
        reading.month = try scanner.anyCaseName(.month) { DateNames.month(packed: $0) }
        try scanner.skipSpace()
        try readYear(&reading, &scanner)
        try scanner.skipSpace()
        try reading.hour(scanner.at, scanner.twoDigits(.hour), 0, 24)
        try scanner.skipSpace()
        try scanner.literal(UInt8(ascii: ":"))
        try scanner.skipSpace()
        try reading.minute(scanner.at, scanner.twoDigits(.minute))
        try scanner.skipSpace()
        if scanner.byte(scanner.at) == UInt8(ascii: ":") {
            scanner.at += 1
            try scanner.skipSpace()
            try reading.second(scanner.at, scanner.twoDigits(.second))
            try scanner.skipSpace()
        }
        if !scanner.isAtEnd { reading.zone(try readZone(&scanner)) }
        try scanner.skipSpace()
        try scanner.expectEnd()
        return try reading.date(rules, end: count)
    }

    private static func readYear(_ reading: inout DateReading, _ scanner: inout DateScanner) throws(DateFormat.Mismatch)
    {
        reading.yearAt = scanner.at
        let year = try scanner.number(2, 4, .year)
        switch scanner.at - reading.yearAt {
        case 2: reading.year = year + (year < 50 ? 2000 : 1900)
        case 3: reading.year = year + 1900
        default: reading.year = year
        }
    }

    /// An offset of four digits, or a name; military letters other than `Z` name no zone and are refused.
    private static func readZone(_ scanner: inout DateScanner) throws(DateFormat.Mismatch) -> FixedZone {
        let first = scanner.byte(scanner.at)
        if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { return try scanner.offset(.basic) }
        let start = scanner.at
        while scanner.byte(scanner.at) & 0xDF >= 65, scanner.byte(scanner.at) & 0xDF <= 90 { scanner.at += 1 }
        let length = scanner.at - start
        var packed: UInt32 = 0
        for place in 0..<min(length, 3) {
            packed |= UInt32(scanner.base[start + place] & 0xDF) << (8 * UInt32(place))
        }
        if length == 3, let name = ZoneName.named(packed: packed) { return FixedZone(name: name) }
        if length == 2, packed == 0x5455 { return FixedZone(name: .ut) }
        if length == 1, packed == 0x5A { return FixedZone(offset: 0, name: .none) }
        throw DateFormat.Mismatch(length == 0 ? .unexpectedCharacter : .unknownZone, at: start, .zone)
    }
}

extension DateScanner {
    /// Skips spaces, tabs, folded line ends and comments in parentheses (RFC 5322 section 3.2.2).
    mutating func skipSpace() throws(DateFormat.Mismatch) {
        var depth = 0
        let start = at
        while at < count {
            switch base[at] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")") where depth > 0: depth -= 1
            case UInt8(ascii: "\\") where depth > 0: at += at + 1 < count ? 1 : 0
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): break
            default: if depth == 0 { return }
            }
            at += 1
        }
        guard depth == 0 else { throw DateFormat.Mismatch(.unexpectedEnd, at: start, .comment) }
    }

    /// A name of three letters in any case; `value` is negative or 0 (a month's) for none.
    mutating func anyCaseName(_ part: DatePart, _ value: (UInt32) -> Int) throws(DateFormat.Mismatch) -> Int {
        let packed = at + 3 <= count ? DateNames.capitalized(packed: DateNames.packed(base + at)) : 0
        let found = value(packed)
        guard found >= (part == .month ? 1 : 0) else { throw mismatch(name: part) { _ in false } }
        at += 3
        return found
    }
}
