/// HTTP dates: the three forms of RFC 9110 section 5.6.7 on reading, the first of them on writing.
///
/// Unsafe code: `base` has `count` bytes, which are borrowed for the call; each read follows a comparison with `count`.
enum HTTPDate {
    private static let time: [DateStep] = [
        DateStep(.twoDigitHour), .literal(58), DateStep(.twoDigitMinute), .literal(58), DateStep(.twoDigitSecond),
    ]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    static let fixed = DateProgram(
        [DateStep(.shortWeekday)] + DateStep.text(", ") + [DateStep(.twoDigitDay), .literal(32), DateStep(.shortMonth)]
            + [.literal(32), .year, .literal(32)] + time + DateStep.text(" GMT"))
    /// `Sunday, 06-Nov-94 08:49:37 GMT`, of the obsolete RFC 850.
    static let rfc850 = DateProgram(
        [DateStep(.fullWeekday)] + DateStep.text(", ") + [DateStep(.twoDigitDay), .literal(45), DateStep(.shortMonth)]
            + [.literal(45), DateStep(.twoDigitYear), .literal(32)] + time + DateStep.text(" GMT"))
    /// `Sun Nov  6 08:49:37 1994`, of the C library's `asctime`.
    static let asctime = DateProgram(
        [DateStep(.shortWeekday), .literal(32), DateStep(.shortMonth), .literal(32), DateStep(.spacedDay, 2, 2)]
            + [.literal(32)] + time + [.literal(32), .year])

    static func read(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules
    ) throws(DateFormat.Mismatch) -> ZonedDate {
        // The fourth character distinguishes them: a comma, a space, or the rest of a weekday's name.
        let fourth = count > 3 ? base[3] : 0
        let program =
            fourth == UInt8(ascii: " ") ? asctime : fourth & 0xDF >= 65 && fourth & 0xDF <= 90 ? rfc850 : fixed
        defer { withExtendedLifetime(program) {} }
        return try DateCode(program).read(base, count, rules)
    }
}
