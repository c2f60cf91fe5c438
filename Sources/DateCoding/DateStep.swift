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
