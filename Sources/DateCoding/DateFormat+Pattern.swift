extension DateFormat {
    /// A format by a Unicode date pattern, with English names, as the locale `en_US_POSIX` has them.
    ///
    /// ```swift
    /// let old = try DateFormat.pattern("MMM-dd-yyyy HH:mm:ss zzz", zone: .hours(8))
    /// try old.string(from: date)                    // "Nov-14-2017 17:25:55 GMT+8"
    /// let day = try DateFormat.pattern("yyyy/MM/dd", assuming: .gmt)
    /// try day.date(from: "1994/07/18")              // 1994-07-18T00:00:00Z
    /// ```
    ///
    /// | symbols | |
    /// |---|---|
    /// | `y yyy yyyy` | at least so many digits, at most four; `yy`: two digits of the hundred years from the pivot |
    /// | `M MM MMM MMMM`, `L…` | `9`, `09`, `Sep`, `September` |
    /// | `d dd`, `D DD DDD` | day of the month; day of the year |
    /// | `E EE EEE`, `EEEE` | `Mon`, `Monday`; one that contradicts the date is an error |
    /// | `a`, `b` | `AM` and `PM`; with `noon` |
    /// | `h hh`, `H HH`, `K KK`, `k kk` | hours 1–12, 0–23, 0–11, 1–24 |
    /// | `m mm`, `s ss`, `S`…`SSSSSSSSS` | minute; second; exactly so many digits of fraction |
    /// | `Z`–`ZZZ`, `ZZZZ`, `ZZZZZ` | `+0800`; `GMT+08:00`; `+08:00` or `Z` |
    /// | `X`–`XXXXX`, `x`–`xxxxx` | `+08`, `+0800`, `+08:00`; the upper case with `Z` for zero |
    /// | `z`–`zzz`, `O`; `zzzz`, `OOOO` | `GMT+8`, and the names GMT, UTC, UT, EST …; `GMT+08:00` |
    ///
    /// A single symbol reads one or two digits, a double one exactly two. So no digit may follow a single one: `yyyyMd`
    /// would read `2024111` as another day than it was written for, and is refused. Text in single quotes and
    /// characters that are not letters are literal. Parts of the date that the pattern omits are those of 1 January
    /// 1970, 00:00.
    ///
    /// Source: Unicode Technical Standard 35, part 4, "Date Field Symbol Table".
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - zone: The zone to print in; else the one assumed, else GMT.
    ///   - assumed: The zone to assume for a text, where the pattern has no zone symbol. Without it a text of such a
    ///     pattern cannot be read, only written.
    ///   - pivot: The first of the hundred years that `yy` can name: 1950 reads `49` as 2049 and `50` as 1950.
    /// - Throws: ``DateFormatError`` for a pattern that cannot work, with the symbol that was probably meant. Also for
    ///   two different zones if the pattern shows none, because it would not read its own output.
    /// - Complexity: O(*n*) in the length of the pattern, once.
    public static func pattern(
        _ pattern: String, zone: FixedZone? = nil, assuming assumed: FixedZone? = nil,
        twoDigitYearsFrom pivot: Int? = nil
    ) throws(DateFormatError) -> DateFormat {
        let compiled = try DatePattern(pattern, hasPivot: pivot != nil)
        if let pivot, !(1...9900).contains(pivot) {
            throw compiled.error(.missingPivot, 0, "the first of a hundred years is 1 to 9900, not \(pivot)")
        }
        let program = DateProgram(compiled.steps)
        let showsOffset = program.shown.contains(.offset)
        if let zone, let assumed, zone.offset != assumed.offset, !showsOffset {
            let reason = "the pattern shows no zone, so it cannot print in \(zone) and assume \(assumed)"
            throw compiled.error(.contradictoryZones, 0, reason)
        }
        var rules = DateRules(zone: zone ?? assumed ?? .gmt, assumed: assumed)
        if let pivot { rules.pivot = pivot }
        return DateFormat(.pattern(program), pattern, rules)
    }
}
