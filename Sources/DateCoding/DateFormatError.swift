/// A text that is not a date in any of the given formats, a date that a format cannot write, or a pattern that cannot
/// work.
///
/// ``description`` shows it with a caret:
///
/// ```
/// the text has no time zone, and the format declares none
///   2024-02-29T12:34:56
///                      ^
/// format: ISO 8601
/// ```
public struct DateFormatError: Error, Sendable, Hashable {
    /// The result of one format.
    public struct Attempt: Sendable, Hashable {
        /// The format's description.
        public let format: String
        /// Why it does not read the text.
        public let code: Code
        /// Where, in UTF-8 bytes from the start of the text.
        public let offset: Int
        /// Why, in words.
        public let reason: String
    }

    /// The kind of problem. If several formats were tried, the code of the one that matched the longest part of the
    /// text.
    public let code: Code
    /// The text (or the number's text, or the pattern) that is wrong.
    public let text: String
    /// The offending character's place, in UTF-8 bytes from the start of the text.
    public let offset: Int
    /// The problem, in words.
    public let reason: String
    /// The formats that were tried, in order, each with its reason; empty for a pattern.
    public let attempts: [Attempt]
}

extension DateFormatError {
    /// The kinds of date errors. The list may grow.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        let id: Identifier

        enum Identifier: UInt8, Sendable, CaseIterable {
            case emptyText, unexpectedEnd, unexpectedCharacter, trailingCharacters, wrongCase, unknownName
            case digitCount, twoDigitYear, yearOutOfRange, monthOutOfRange, noSuchDay, noSuchWeek
            case contradictoryWeekday, hourOutOfRange, endOfDay, contradictoryDayPeriod, minuteOutOfRange
            case secondOutOfRange, leapSecond, tooManyFractionDigits, missingZone, unknownZone, offsetOutOfRange
            case notANumber, numberOutOfRange, expectedNumber, expectedText, noFormats, invalidPattern
            case unsupportedSymbol, unterminatedQuote, repeatedPart, missingPart, contradictoryZones, missingPivot
            case ambiguousDigits, custom
        }

        private init(_ id: Identifier) {
            self.id = id
        }

        /// The code's name, as the static member is spelled.
        public var description: String { "\(id)" }
    }
}

extension DateFormatError.Code {
    /// The text is empty.
    public static let emptyText = Self(.emptyText)
    /// The text ends inside a date.
    public static let unexpectedEnd = Self(.unexpectedEnd)
    /// A character where another one is expected.
    public static let unexpectedCharacter = Self(.unexpectedCharacter)
    /// A complete date, followed by more text.
    public static let trailingCharacters = Self(.trailingCharacters)
    /// A name or marker in the wrong case: `nov` for `Nov`.
    public static let wrongCase = Self(.wrongCase)
    /// A name that is not a month, a weekday or a part of the day.
    public static let unknownName = Self(.unknownName)
    /// Too few or too many digits.
    public static let digitCount = Self(.digitCount)
    /// Two digits where four are required for a year.
    public static let twoDigitYear = Self(.twoDigitYear)
    /// A year outside 1 to 9999 (0 to 9999 in ISO 8601 and RFC 3339).
    public static let yearOutOfRange = Self(.yearOutOfRange)
    /// A month outside 1 to 12.
    public static let monthOutOfRange = Self(.monthOutOfRange)
    /// A day that the month, or the year, does not have.
    public static let noSuchDay = Self(.noSuchDay)
    /// A week that the year does not have.
    public static let noSuchWeek = Self(.noSuchWeek)
    /// A weekday that does not match the date.
    public static let contradictoryWeekday = Self(.contradictoryWeekday)
    /// An hour that no day has.
    public static let hourOutOfRange = Self(.hourOutOfRange)
    /// 24:00 where the format does not allow it.
    public static let endOfDay = Self(.endOfDay)
    /// `noon` or `midnight` at another time.
    public static let contradictoryDayPeriod = Self(.contradictoryDayPeriod)
    /// A minute above 59.
    public static let minuteOutOfRange = Self(.minuteOutOfRange)
    /// A second above 60.
    public static let secondOutOfRange = Self(.secondOutOfRange)
    /// Second 60: `Date` has no leap seconds.
    public static let leapSecond = Self(.leapSecond)
    /// More than eighteen digits of a second's fraction.
    public static let tooManyFractionDigits = Self(.tooManyFractionDigits)
    /// The text has no time zone, and the format declares none.
    public static let missingZone = Self(.missingZone)
    /// A zone name without a fixed offset.
    public static let unknownZone = Self(.unknownZone)
    /// An offset of a day or more, or of 60 minutes or more beyond its hours.
    public static let offsetOutOfRange = Self(.offsetOutOfRange)
    /// Not the text of a number.
    public static let notANumber = Self(.notANumber)
    /// A number beyond the year 9999, or before the year 0.
    public static let numberOutOfRange = Self(.numberOutOfRange)
    /// A JSON text where the format is a number.
    public static let expectedNumber = Self(.expectedNumber)
    /// A JSON number where the format is a text.
    public static let expectedText = Self(.expectedText)
    /// An empty list of formats.
    public static let noFormats = Self(.noFormats)
    /// A pattern that cannot work for a reason without a code of its own.
    public static let invalidPattern = Self(.invalidPattern)
    /// A pattern symbol that depends on a locale, or is not a symbol.
    public static let unsupportedSymbol = Self(.unsupportedSymbol)
    /// A quote in a pattern that never closes.
    public static let unterminatedQuote = Self(.unterminatedQuote)
    /// A pattern that names the same part twice.
    public static let repeatedPart = Self(.repeatedPart)
    /// A pattern without a part that the others need.
    public static let missingPart = Self(.missingPart)
    /// A pattern without a zone symbol that prints in one zone and assumes another.
    public static let contradictoryZones = Self(.contradictoryZones)
    /// A pattern with a two-digit year and no pivot.
    public static let missingPivot = Self(.missingPivot)
    /// A pattern in which a number that may have more digits or fewer is followed by a digit.
    public static let ambiguousDigits = Self(.ambiguousDigits)
    /// A reason from a custom format.
    public static let custom = Self(.custom)
}
