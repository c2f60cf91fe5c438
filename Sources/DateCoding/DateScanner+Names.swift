extension DateScanner {
    /// A short month name, as `Nov`; returns 1 to 12.
    @inline(__always)
    mutating func shortMonth() throws(DateFormat.Mismatch) -> Int {
        let month = at + 3 <= count ? DateNames.month(packed: DateNames.packed(base + at)) : 0
        guard month > 0 else { throw mismatch(name: .month) { DateNames.month(packed: $0) > 0 } }
        at += 3
        return month
    }

    /// A full month name, as `November`.
    mutating func fullMonth() throws(DateFormat.Mismatch) -> Int {
        let start = at
        let month = try shortMonth()
        at = start
        try name(DateNames.month(month), .month)
        return month
    }

    /// A short weekday name, as `Mon`; returns 0 for Monday to 6.
    @inline(__always)
    mutating func shortWeekday() throws(DateFormat.Mismatch) -> Int {
        let weekday = at + 3 <= count ? DateNames.weekday(packed: DateNames.packed(base + at)) : -1
        guard weekday >= 0 else { throw mismatch(name: .weekday) { DateNames.weekday(packed: $0) >= 0 } }
        at += 3
        return weekday
    }

    /// A full weekday name, as `Monday`.
    mutating func fullWeekday() throws(DateFormat.Mismatch) -> Int {
        let start = at
        let weekday = try shortWeekday()
        at = start
        try name(DateNames.weekday(weekday), .weekday)
        return weekday
    }

    /// A known name in full.
    private mutating func name(_ name: StaticString, _ part: DatePart) throws(DateFormat.Mismatch) {
        for index in 0..<name.utf8CodeUnitCount {
            let wanted = name.utf8Start[index]
            guard at + index < count else { throw DateFormat.Mismatch(.unexpectedEnd, at: count, part, -1) }
            guard base[at + index] == wanted else {
                let isCase = base[at + index] ^ 32 == wanted
                throw DateFormat.Mismatch(isCase ? .wrongCase : .unknownName, at: isCase ? at + index : at, part)
            }
        }
        at += name.utf8CodeUnitCount
    }

    /// `AM`, `PM`, and where they are allowed `noon` and `midnight`.
    mutating func dayPeriod(allowsNames: Bool) throws(DateFormat.Mismatch) -> DayPeriod {
        let first = byte(at)
        let second = byte(at + 1)
        if second == UInt8(ascii: "M") {
            if first == UInt8(ascii: "A") || first == UInt8(ascii: "P") {
                at += 2
                return first == UInt8(ascii: "A") ? .am : .pm
            }
        }
        if allowsNames {
            for (text, period) in [("noon" as StaticString, DayPeriod.noon), ("midnight", .midnight)] {
                guard first == text.utf8Start[0] else { continue }
                try name(text, .dayPeriod)
                return period
            }
        }
        guard at < count else { throw DateFormat.Mismatch(.unexpectedEnd, at: count, .dayPeriod) }
        let upper = first & 0xDF
        let isCase = (upper == UInt8(ascii: "A") || upper == UInt8(ascii: "P")) && second & 0xDF == UInt8(ascii: "M")
        throw DateFormat.Mismatch(isCase ? .wrongCase : .unexpectedCharacter, at: at, .dayPeriod)
    }
}

/// The half of a day, or the two instants that have names.
enum DayPeriod: UInt8, Sendable {
    case none, am, pm, noon, midnight
}
