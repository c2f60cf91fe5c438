extension DateFormat {
    /// Why one format does not read one text: a code and a place, without an allocation. So a list of formats costs
    /// little for formats that do not match.
    ///
    /// If no format matches, mismatches become a ``DateFormatError``. A custom format throws them too:
    ///
    /// ```swift
    /// throw DateFormat.Mismatch(.custom, at: 4, reason: "a quarter is Q1 to Q4")
    /// ```
    public struct Mismatch: Error, Sendable, Hashable {
        /// The kind of mismatch.
        public let code: DateFormatError.Code
        /// Where in the text, in UTF-8 bytes from its start.
        public let offset: Int
        /// The reason in words, if a custom format gave one.
        public var reason: String? { ownReason.map { "\($0)" } }

        let part: DatePart
        let numbers: (Int32, Int32, Int32)
        let ownReason: StaticString?

        /// A mismatch that a custom format found.
        ///
        /// - Parameters:
        ///   - code: The kind of mismatch; ``DateFormatError/Code/custom`` if no other code fits.
        ///   - offset: Where in the text, in UTF-8 bytes from its start.
        ///   - reason: The problem, in words that follow the text; nil uses the standard words of the code.
        public init(_ code: DateFormatError.Code, at offset: Int, reason: StaticString? = nil) {
            self.code = code
            self.offset = offset
            self.part = .text
            self.numbers = (0, 0, 0)
            self.ownReason = reason
        }

        init(
            _ code: DateFormatError.Code, at offset: Int, _ part: DatePart, _ first: Int = 0, _ second: Int = 0,
            _ third: Int = 0
        ) {
            self.code = code
            self.offset = offset
            self.part = part
            self.numbers = (
                Int32(truncatingIfNeeded: first), Int32(truncatingIfNeeded: second), Int32(truncatingIfNeeded: third)
            )
            self.ownReason = nil
        }

        /// The same mismatch at another place.
        init(_ other: DateFormat.Mismatch, at offset: Int) {
            self.code = other.code
            self.offset = offset
            self.part = other.part
            self.numbers = other.numbers
            self.ownReason = other.ownReason
        }

        /// Whether two mismatches have the same code, place and details.
        public static func == (lhs: DateFormat.Mismatch, rhs: DateFormat.Mismatch) -> Bool {
            lhs.code == rhs.code && lhs.offset == rhs.offset && lhs.part == rhs.part && lhs.numbers == rhs.numbers
                && lhs.reason == rhs.reason
        }

        /// Feeds the code and the place into a hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(code)
            hasher.combine(offset)
            hasher.combine(part)
        }
    }
}

/// The parts of a date text that a mismatch can be about.
enum DatePart: UInt8, Sendable, Hashable {
    case text, literal, year, month, day, dayOfYear, week, weekday, hour, minute, second, fraction, offset, zone
    case dayPeriod, number, exponent, comment

    /// The part with its article, for sentences.
    var phrase: String {
        switch self {
        case .text: "the date"
        case .literal: "the next character"
        case .year: "the year"
        case .month: "the month"
        case .day: "the day"
        case .dayOfYear: "the day of the year"
        case .week: "the week"
        case .weekday: "the weekday"
        case .hour: "the hour"
        case .minute: "the minute"
        case .second: "the second"
        case .fraction: "the fraction of the second"
        case .offset: "the offset from GMT"
        case .zone: "the zone"
        case .dayPeriod: "AM or PM"
        case .number: "the number"
        case .exponent: "the exponent"
        case .comment: "the comment"
        }
    }
}
