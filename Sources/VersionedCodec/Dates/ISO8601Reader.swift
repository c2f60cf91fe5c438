/// Reads ISO 8601-1:2019 texts: calendar, week and ordinal dates in extended and basic form, with or without a time of
/// day, and any offset; RFC 3339 is a subset with a few freedoms of its own.
struct ISO8601Reader: Sendable, Hashable {
    var hasTime = true
    /// Only `yyyy-MM-ddTHH:mm:ss` with a fraction and `Z` or `±hh:mm`; `t`, `z` and a space for `T` are allowed
    /// (RFC 3339 section 5.6).
    var isRFC3339 = false

    func read(_ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules) throws(DateMismatch) -> ZonedDate {
        if hasTime, count >= 20, let date = readUsual(base, count, rules) { return date }
        return try readAny(base, count, rules)
    }

    /// The usual layout, eight bytes at a time; nil for every other layout and every fault, which the general way finds.
    @inline(__always)
    private func readUsual(_ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules) -> ZonedDate? {
        let raw = UnsafeRawPointer(base)
        // "yyyy-MM-" and "ddTHH:mm"; the first byte is the lowest.
        let head = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
        let tail = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        guard head & 0xFF00_00FF_0000_0000 == 0x2D00_002D_0000_0000,
            tail & 0x0000_FF00_00FF_0000 == 0x0000_3A00_0054_0000,
            base[16] == UInt8(ascii: ":")
        else { return nil }
        // The separators become "0"; what is left is sixteen digits or a fault.
        let first = (head & ~0xFF00_00FF_0000_0000 | 0x3000_0030_0000_0000) ^ 0x3030_3030_3030_3030
        let second = (tail & ~0x0000_FF00_00FF_0000 | 0x0000_3000_0030_0000) ^ 0x3030_3030_3030_3030
        let high = base[17] &- 48
        let low = base[18] &- 48
        let isNumeric =
            (first | (first &+ 0x0606_0606_0606_0606) | second | (second &+ 0x0606_0606_0606_0606))
            & 0xF0F0_F0F0_F0F0_F0F0 == 0
        guard isNumeric, high < 6, low < 10 else { return nil }
        // Each byte becomes ten times itself and the next one.
        let firstPairs = first &* 10 &+ (first >> 8)
        let secondPairs = second &* 10 &+ (second >> 8)
        let year = Int(firstPairs & 0xFF) &* 100 &+ Int((firstPairs >> 16) & 0xFF)
        let month = Int((firstPairs >> 40) & 0xFF)
        let day = Int(secondPairs & 0xFF)
        let hour = Int((secondPairs >> 24) & 0xFF)
        let minute = Int((secondPairs >> 48) & 0xFF)
        guard month &- 1 < 12, month > 0, day > 0, day <= 28 || day <= CivilCalendar.daysInMonth(month, year: year),
            hour < 24, minute < 60
        else { return nil }
        var scanner = DateScanner(base: base, count: count)
        scanner.at = 19
        var attoseconds: Int64 = 0
        var digits = 0
        var zone = FixedZone(offset: 0, name: .none)
        if count != 20 || base[19] != UInt8(ascii: "Z") {
            do throws(DateMismatch) {
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
        let time = Int64(hour &* 3600 &+ minute &* 60 &+ Int(high) &* 10 &+ Int(low))
        let days = Int64(CivilCalendar.days(year: year, month: month, day: day))
        return ZonedDate(
            seconds: days &* 86_400 &+ time &- Int64(zone.offset), attoseconds: attoseconds, digits: digits,
            offset: zone.offset, zoneSource: .stated)
    }
}
