/// Reads ISO 8601-1:2019 texts: calendar, week and ordinal dates in extended and basic form, with or without a time of
/// day, and any offset; RFC 3339 is a subset with a few freedoms of its own.
///
/// Unsafe code: `base` has `count` bytes, which are borrowed for the call; each read follows a comparison with `count`.
struct ISO8601Reader: Sendable, Hashable {
    var hasTime = true
    /// Only `yyyy-MM-ddTHH:mm:ss` with a fraction and `Z` or `±hh:mm`; `t`, `z` and a space for `T` are allowed
    /// (RFC 3339 section 5.6).
    var isRFC3339 = false

    func read(_ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules) throws(DateFormat.Mismatch) -> ZonedDate {
        if hasTime, count >= 20, let date = readUsual(base, count, rules) { return date }
        return try readAny(base, count, rules)
    }

    /// The usual layout, eight bytes at a time; nil for every other layout and every fault, which the general way
    /// finds.
    @inline(__always)
    private func readUsual(_ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules) -> ZonedDate? {
        var scanner = DateScanner(base: base, count: count)
        let high = base[8] &- 48
        let low = base[9] &- 48
        guard base[10] == UInt8(ascii: "T"), high < 10, low < 10,
            let head = PackedDigits(
                scanner.eightBytes(0), separators: PackedDigits.day, separator: UInt8(ascii: "-")),
            let clock = PackedDigits(
                scanner.eightBytes(11), separators: PackedDigits.clock, separator: UInt8(ascii: ":"))
        else { return nil }
        let year = head[0] &* 100 &+ head[2]
        let month = head[5]
        let day = Int(high) &* 10 &+ Int(low)
        let (hour, minute, second) = (clock[0], clock[3], clock[6])
        guard month > 0, month <= 12, day > 0, day <= 28 || day <= CivilCalendar.daysInMonth(month, year: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        scanner.at = 19
        var attoseconds: Int64 = 0
        var digits = 0
        var zone = FixedZone(offset: 0, name: .none)
        if count != 20 || base[19] != UInt8(ascii: "Z") {
            do throws(DateFormat.Mismatch) {
                if base[19] == UInt8(ascii: ".") {
                    scanner.at = 20
                    (attoseconds, digits) = try scanner.fraction(1, 18)
                }
                zone = try scanner.offset(isRFC3339 ? [.zulu, .extended] : .anyISO)
            } catch {
                return nil
            }
            guard scanner.isAtEnd else { return nil }
        }
        let time = Int64(hour &* 3600 &+ minute &* 60 &+ second)
        let days = Int64(CivilCalendar.days(year: year, month: month, day: day))
        return ZonedDate(
            seconds: days &* 86_400 &+ time &- Int64(zone.offset), attoseconds: attoseconds, digits: digits,
            offset: zone.offset, zoneSource: .stated)
    }
}
