/// One step of a compiled format: what to read or write at a position.
struct DateStep: Sendable, Hashable {
    let kind: Kind
    /// The fewest digits; of a literal, its byte.
    let least: UInt8
    /// The most digits; of an offset, its ``OffsetStyle``.
    let most: UInt8

    enum Kind: UInt8, Sendable, Hashable {
        case literal
        case year, twoDigitYear
        case twoDigitMonth, month, shortMonth, fullMonth
        case twoDigitDay, day, spacedDay, dayOfYear
        case shortWeekday, fullWeekday
        case weekYear, week, weekdayNumber
        case twoDigitHour, hour, hour12, hour11, hour24
        case twoDigitMinute, minute
        case twoDigitSecond, second
        case fraction, pointAndFraction
        case dayPeriod, namedDayPeriod
        case offset, zoneName, longZoneName
        /// Several of the above in one step, made by ``DateStep/fused(_:)``: `yyyy-MM-dd` and `HH:mm:ss` with one
        /// separator.
        case civilDay, clock
    }

    init(_ kind: Kind, _ least: Int = 0, _ most: Int = 0) {
        self.kind = kind
        self.least = UInt8(truncatingIfNeeded: least)
        self.most = UInt8(truncatingIfNeeded: most)
    }

    static func literal(_ byte: UInt8) -> DateStep { DateStep(.literal, Int(byte)) }
    static func offset(_ style: OffsetStyle) -> DateStep { DateStep(.offset, 0, Int(style.rawValue)) }
    static let year = DateStep(.year, 4, 4)

    /// The literal bytes of an ASCII text.
    static func text(_ text: StaticString) -> [DateStep] {
        (0..<text.utf8CodeUnitCount).map { .literal(text.utf8Start[$0]) }
    }

    var style: OffsetStyle { OffsetStyle(rawValue: most) }

    /// Whether its text begins with a digit, or may.
    var beginsWithDigit: Bool {
        switch kind {
        case .literal: least &- 48 < 10
        case .year, .twoDigitYear, .twoDigitMonth, .month, .twoDigitDay, .day, .spacedDay, .dayOfYear, .civilDay: true
        case .weekYear, .week, .weekdayNumber, .fraction, .clock: true
        case .twoDigitHour, .hour, .hour12, .hour11, .hour24, .twoDigitMinute, .minute, .twoDigitSecond, .second: true
        case .shortMonth, .fullMonth, .shortWeekday, .fullWeekday, .pointAndFraction: false
        case .dayPeriod, .namedDayPeriod, .offset, .zoneName, .longZoneName: false
        }
    }

    /// Whether its text may end with a digit, with another one belonging to it or not.
    var mayHaveMoreDigits: Bool {
        switch kind {
        case .offset: style.contains(.basic) && !style.isDisjoint(with: [.hours, .seconds])
        case .zoneName, .longZoneName: true
        default: mostDigits.map { least < $0 } ?? false
        }
    }

    /// Whether the text of a zone may have a byte after its digits or its name: `GMT` and `GMT+8`, `+08:00` and
    /// `+08:00:30`.
    func mayContinue(with byte: UInt8) -> Bool {
        switch kind {
        case .offset: byte == UInt8(ascii: ":") && style.isSuperset(of: [.extended, .seconds])
        case .zoneName, .longZoneName: [UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte)
        default: false
        }
    }

    /// The most digits of a number that may have fewer.
    var mostDigits: Int? {
        switch kind {
        case .month, .hour, .minute, .second: 2
        case .year, .day, .dayOfYear, .hour12, .hour11, .hour24: Int(most)
        default: nil
        }
    }

    /// At most so many bytes are written.
    var longest: Int {
        switch kind {
        case .literal: 1
        case .year, .weekYear: 4
        case .fullMonth, .fullWeekday, .offset: 9
        case .fraction: Int(most)
        case .pointAndFraction: 19
        case .zoneName, .longZoneName: 16
        case .namedDayPeriod, .clock: 8
        case .civilDay: 10
        default: 3
        }
    }
}
