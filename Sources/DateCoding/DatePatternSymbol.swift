/// The symbols of Unicode Technical Standard 35, part 4, "Date Field Symbol Table": the parts that they read and write
/// here, and why the others are refused.
enum DatePatternSymbol {
    /// The step of a symbol repeated so many times; nil if it has none.
    static func step(_ symbol: Character, _ count: Int) -> (DatePattern.Part, DateStep)? {
        switch symbol {
        case "y", "M", "L", "d", "D", "E": day(symbol, count)
        case "a", "b", "h", "H", "K", "k", "m", "s", "S": clock(symbol, count)
        case "Z", "X", "x", "z", "O": zone(symbol, count).map { (.zone, $0) }
        default: nil
        }
    }

    private static func day(_ symbol: Character, _ count: Int) -> (DatePattern.Part, DateStep)? {
        switch (symbol, count) {
        case ("y", 2): (.year, DateStep(.twoDigitYear))
        case ("y", 1), ("y", 3), ("y", 4): (.year, DateStep(.year, count, 4))
        case ("M", 1), ("L", 1): (.month, DateStep(.month))
        case ("M", 2), ("L", 2): (.month, DateStep(.twoDigitMonth))
        case ("M", 3), ("L", 3): (.month, DateStep(.shortMonth))
        case ("M", 4), ("L", 4): (.month, DateStep(.fullMonth))
        case ("d", 1): (.day, DateStep(.day, 1, 2))
        case ("d", 2): (.day, DateStep(.twoDigitDay))
        case ("D", 1...3): (.dayOfYear, DateStep(.dayOfYear, count, 3))
        case ("E", 1...3): (.weekday, DateStep(.shortWeekday))
        case ("E", 4): (.weekday, DateStep(.fullWeekday))
        default: nil
        }
    }

    private static func clock(_ symbol: Character, _ count: Int) -> (DatePattern.Part, DateStep)? {
        switch (symbol, count) {
        case ("a", 1...3): (.dayPeriod, DateStep(.dayPeriod))
        case ("b", 1...3): (.dayPeriod, DateStep(.namedDayPeriod))
        case ("H", 1): (.hour, DateStep(.hour))
        case ("H", 2): (.hour, DateStep(.twoDigitHour))
        case ("h", 1...2): (.hour, DateStep(.hour12, count, 2))
        case ("K", 1...2): (.hour, DateStep(.hour11, count, 2))
        case ("k", 1...2): (.hour, DateStep(.hour24, count, 2))
        case ("m", 1): (.minute, DateStep(.minute))
        case ("m", 2): (.minute, DateStep(.twoDigitMinute))
        case ("s", 1): (.second, DateStep(.second))
        case ("s", 2): (.second, DateStep(.twoDigitSecond))
        case ("S", 1...9): (.fraction, DateStep(.fraction, count, count))
        default: nil
        }
    }

    private static func zone(_ symbol: Character, _ count: Int) -> DateStep? {
        let zulu: OffsetStyle = symbol == "X" ? [.zulu] : []
        switch (symbol, count) {
        case ("Z", 1...3): return .offset([.basic, .seconds])
        case ("Z", 4), ("O", 4), ("z", 4): return DateStep(.longZoneName)
        case ("Z", 5): return .offset([.zulu, .extended, .seconds])
        case ("O", 1), ("z", 1...3): return DateStep(.zoneName)
        case ("X", 1), ("x", 1): return .offset(zulu.union([.hours, .basic]))
        case ("X", 2), ("x", 2): return .offset(zulu.union(.basic))
        case ("X", 3), ("x", 3): return .offset(zulu.union(.extended))
        case ("X", 4), ("x", 4): return .offset(zulu.union([.basic, .seconds]))
        case ("X", 5), ("x", 5): return .offset(zulu.union([.extended, .seconds]))
        default: return nil
        }
    }

    /// Why a symbol is refused, and which one was probably meant.
    static func advice(_ symbol: Character, _ count: Int) -> String {
        switch symbol {
        case "Y":
            "is the year of weeks, another year around New Year; \"\(String(repeating: "y", count: count))\" was "
                + "probably meant"
        case "w", "W": "is a week number, which depends on the locale; the format iso8601WeekDate has ISO 8601's weeks"
        case "e", "c": "is a weekday whose number depends on the locale; \"E\" was probably meant"
        case "u", "U", "r": "is a year of another kind; \"y\" was probably meant"
        case "G": "is an era, and years here are 1 to 9999 of one era; leave it out"
        case "q", "Q": "is a quarter, which is not part of an instant; \"M\" was probably meant"
        case "A": "is milliseconds since midnight; \"S\" or \"a\" was probably meant"
        case "B": "is a part of the day that depends on the locale; \"a\" or \"b\" was probably meant"
        case "F": "is the week of the month; \"S\" or \"d\" was probably meant"
        case "g": "is a modified Julian day; \"d\" was probably meant"
        case "j", "J", "C": "is an hour of the locale's kind; \"H\" or \"h\" was probably meant"
        case "V", "v": "is a zone by place; \"z\" or \"XXX\" was probably meant"
        case "T": "is not a symbol; a literal letter needs quotes: 'T'"
        case "y": "has no meaning; \"yyyy\" was probably meant"
        case "M", "L", "E":
            "is a single letter of a name, which several share; \"\(symbol)\(symbol)\(symbol)\" was probably meant"
        case "S": "is more digits than a second's fraction has here; at most nine"
        case "a", "b": "is a single letter; \"a\" was probably meant"
        case "d", "D", "H", "h", "K", "k", "m", "s":
            "has no meaning; \"\(symbol)\(symbol)\" was probably meant"
        case "Z", "z", "X", "x", "O":
            "has no meaning; \"XXX\" (+08:00), \"Z\" (+0800) or \"z\" (GMT+8) was probably meant"
        default: "is not a symbol; a literal letter needs quotes: '\(symbol)'"
        }
    }
}
