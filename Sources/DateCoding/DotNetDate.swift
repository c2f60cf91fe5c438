/// `/Date(1234567890123)/` and `/Date(1234567890123+0200)/`: milliseconds since 1970, with an offset that names the
/// writer's zone and does not change the instant.
///
/// Microsoft's "Stand-Alone JSON Serialization", section "DateTime Wire Format" (learn.microsoft.com).
///
/// Unsafe code: `base` has `count` bytes; `out` has room for `longest`.
enum DotNetDate {
    static let milliseconds = NumberDate(epoch: 0, exponent: 3, writtenDigits: 0)
    /// At most so many bytes are written.
    static let longest = 64

    static func read(_ base: UnsafePointer<UInt8>, _ count: Int) throws(DateFormat.Mismatch) -> ZonedDate {
        var scanner = DateScanner(base: base, count: count)
        for byte in "/Date(".utf8 { try scanner.literal(byte) }
        var date = try milliseconds.read(&scanner)
        let sign = scanner.byte(scanner.at)
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            let zone = try scanner.offset(.basic)
            date = ZonedDate(
                seconds: date.secondsSince1970, attoseconds: date.attoseconds, digits: date.fractionDigits,
                offset: zone.offset, zoneSource: .stated)
        }
        for byte in ")/".utf8 { try scanner.literal(byte) }
        try scanner.expectEnd()
        return date
    }

    /// Writes the offset if it is not zero.
    static func write(
        _ date: ZonedDate, to out: UnsafeMutablePointer<UInt8>
    ) throws(DateFormat.Mismatch) -> Int {
        var count = FixedZone.copy("/Date(", to: out)
        count += try milliseconds.write(date, to: out + count)
        if date.offset != 0 { count += OffsetStyle.basic.write(date.offset, to: out + count) }
        return count + FixedZone.copy(")/", to: out + count)
    }
}
