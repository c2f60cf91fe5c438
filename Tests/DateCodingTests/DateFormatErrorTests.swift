import Testing
import DateCoding

/// The text of each date error is product: exact here, made in one place.
@Suite struct DateFormatErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let format: DateFormat
        let text: String
        let code: DateFormatError.Code
        let column: Int
        let reason: String
        var testDescription: String { "\(format.name): \(text)" }

        init(_ format: DateFormat, _ text: String, _ code: DateFormatError.Code, _ column: Int, _ reason: String) {
            self.format = format
            self.text = text
            self.code = code
            self.column = column
            self.reason = reason
        }
    }

    static let cases: [Case] = [
        Case(.iso8601, "", .emptyText, 0, "the text is empty"),
        Case(.iso8601, "2023-02-31T00:00:00Z", .noSuchDay, 8, "there is no 31 February 2023; the month has 28 days"),
        Case(.iso8601, "2023-04-31T00:00:00Z", .noSuchDay, 8, "there is no 31 April 2023; the month has 30 days"),
        Case(.iso8601, "2024-01-00T00:00:00Z", .noSuchDay, 8, "there is no 0 January 2024; the month has 31 days"),
        Case(.iso8601, "2024-13-01T00:00:00Z", .monthOutOfRange, 5, "there is no month 13; months are 1 to 12"),
        Case(.iso8601, "2024-01-01T25:00:00Z", .hourOutOfRange, 11, "there is no hour 25 here; hours are 0 to 23"),
        Case(
            .iso8601, "2024-01-01T24:00:00Z", .endOfDay, 11,
            "24:00 is not allowed; the end of a day is 00:00 of the next"),
        Case(.iso8601, "2024-01-01T12:60:00Z", .minuteOutOfRange, 14, "there is no minute 60; minutes are 00 to 59"),
        Case(
            .iso8601, "1990-12-31T23:59:60Z", .leapSecond, 17, "second 60 is a leap second, which a Date cannot hold"),
        Case(.iso8601, "2024-01-01T12:00:61Z", .secondOutOfRange, 17, "there is no second 61; seconds are 00 to 59"),
        Case(
            .iso8601, "2024-02-29T12:34:56", .missingZone, 19,
            "the text has no time zone, and the format declares none"),
        Case(
            .iso8601, "2024-02-29T12:34:56Zgarbage", .trailingCharacters, 20,
            "the date is complete, but \"g\" follows it"),
        Case(
            .iso8601, "2024-02-29T12:34:56Z ", .trailingCharacters, 20,
            "the date is complete, but a space follows it"),
        Case(
            .iso8601, "2024-02-29t12:34:56Z", .wrongCase, 10,
            "\"t\" is in the wrong case; upper and lower case count here"),
        Case(
            .iso8601, "2024-02-29T12:34:56z", .wrongCase, 19,
            "\"z\" is in the wrong case; upper and lower case count here"),
        Case(.iso8601, "2024-02-29 12:34:56Z", .unexpectedCharacter, 10, "expected \"T\", found a space"),
        Case(
            .iso8601, "24-02-29T12:34:56Z", .twoDigitYear, 0,
            "the year has two digits and the format declares no pivot for them; expected four"),
        Case(.iso8601, "2024-2-29T12:34:56Z", .digitCount, 5, "the month has 1, expected 2 digits"),
        Case(
            .iso8601, "2024-02-29T12:34:56.Z", .unexpectedCharacter, 20,
            "expected a digit of the fraction of the second, found \"Z\""),
        Case(
            .iso8601, "2024-02-29T12:34:56.1234567890123456789Z", .tooManyFractionDigits, 38,
            "a second has more than eighteen digits of fraction"),
        Case(
            .iso8601, "2024-02-29T12:34:56+23:60", .offsetOutOfRange, 19,
            "the offset from GMT is at most 23 hours and 59 minutes"),
        Case(
            .iso8601, "2024-02-29T12:34:56−08:00", .unexpectedCharacter, 19,
            "expected an offset from GMT, found \"−\" (U+2212)"),
        Case(
            .iso8601, "٢٠٢٤-02-29T12:34:56Z", .unexpectedCharacter, 0,
            "expected a digit of the year, found \"٢\" (U+0662)"),
        Case(.iso8601, "2024-02", .unexpectedEnd, 7, "the text ends where \"-\" belongs"),
        Case(.iso8601, "2024-02-29T12:3", .unexpectedEnd, 15, "the text ends where a digit of the minute belongs"),
        Case(.iso8601, "2020-W54-1T00:00Z", .noSuchWeek, 6, "there is no week 54 in 2020, which has 53"),
        Case(.iso8601, "2021-W53-1T00:00Z", .noSuchWeek, 6, "there is no week 53 in 2021, which has 52"),
        Case(.iso8601, "2020-W53-8T00:00Z", .noSuchDay, 9, "there is no weekday 8; weekdays are 1 (Monday) to 7"),
        Case(.iso8601, "2023-366T00:00Z", .noSuchDay, 5, "there is no day 366 in 2023, which has 365"),
        Case(.iso8601, "null", .unexpectedCharacter, 0, "expected a digit of the year, found \"n\""),
        Case(.rfc3339, "2024-02-29T12:34Z", .unexpectedCharacter, 16, "expected \":\", found \"Z\""),
        Case(.rfc3339, "20240229T123456Z", .unexpectedCharacter, 4, "expected \"-\", found \"0\""),
        Case(.rfc3339, "2024-02-29T12:34:56+0800", .unexpectedCharacter, 22, "expected \":\", found \"0\""),
        Case(.dateOnly, "2024-02-30", .noSuchDay, 8, "there is no 30 February 2024; the month has 29 days"),
        Case(.dateOnly, "0000-02-03", .yearOutOfRange, 0, "the year is outside 1 to 9999"),
        Case(
            .httpDate, "Mon, 06 Nov 1994 08:49:37 GMT", .contradictoryWeekday, 0,
            "the date is a Sunday, not a Monday"),
        Case(
            .httpDate, "sun, 06 Nov 1994 08:49:37 GMT", .wrongCase, 0,
            "\"s\" is in the wrong case; upper and lower case count here"),
        Case(
            .httpDate, "Sun, 06 Nev 1994 08:49:37 GMT", .unknownName, 8, "there is no month of that name"),
        Case(.httpDate, "Sun, 06 Nov 1994 08:49:37 EST", .unexpectedCharacter, 26, "expected \"G\", found \"E\""),
        Case(
            .mail, "Tue, 1 Jul 2003 10:52:37 A", .unknownZone, 25,
            "the zone is none of GMT, UTC, UT, GMT+8, EST, EDT, CST, CDT, MST, MDT, PST, PDT"),
        Case(
            .mail, "Tue, 1 Jul 2003 10:52:37", .missingZone, 24,
            "the text has no time zone, and the format declares none"),
        Case(.mail, "Tue, 1 Jul 2003 10:52:37 +0200 (CEST", .unexpectedEnd, 30, "the comment never closes"),
        Case(.unixSeconds, "abc", .notANumber, 0, "expected a number, found \"a\""),
        Case(.unixSeconds, "01", .notANumber, 1, "expected a number, found \"1\""),
        Case(.unixSeconds, "1.", .unexpectedEnd, 2, "the text ends where a digit belongs"),
        Case(.unixSeconds, "1e", .unexpectedEnd, 2, "the text ends where a digit belongs"),
        Case(.unixSeconds, "1 ", .trailingCharacters, 1, "the date is complete, but a space follows it"),
        Case(
            .unixSeconds, "1700000000123", .numberOutOfRange, 0,
            "the number is beyond the years 0 to 9999; is it counted in a smaller unit than the format's?"),
        Case(
            .unixSeconds, "1e400", .numberOutOfRange, 0,
            "the number is beyond the years 0 to 9999; is it counted in a smaller unit than the format's?"),
        Case(
            .unixSeconds, "0.0000000000000000001", .tooManyFractionDigits, 0,
            "a second has more than eighteen digits of fraction"),
        Case(.dotNet, "/Date(1234567890123", .unexpectedEnd, 19, "the text ends where \")\" belongs"),
        Case(
            .dotNet, "/date(1)/", .wrongCase, 1, "\"d\" is in the wrong case; upper and lower case count here"),
    ]

    @Test(arguments: cases)
    func badTextThrowsItsOwnCodeAndReason(_ bad: Case) throws {
        let error = try #require(throws: DateFormatError.self) { try bad.format.date(from: bad.text) }
        #expect(error.code == bad.code)
        #expect(error.offset == bad.column)
        #expect(error.reason == bad.reason)
        #expect(error.text == bad.text)
        #expect(error.attempts.map(\.format) == [bad.format.description])
    }

    @Test func oneFormatIsShownWithACaret() throws {
        let error = try #require(throws: DateFormatError.self) {
            try DateFormat.iso8601.date(from: "2024-02-30T12:34:56Z")
        }
        #expect(
            "\(error)" == """
                there is no 30 February 2024; the month has 29 days
                  2024-02-30T12:34:56Z
                          ^
                format: ISO 8601
                """)
    }

    @Test func severalFormatsAreShownWithTheFurthestsCaret() throws {
        let formats: DateFormats = [.unixSeconds, .iso8601, .httpDate]
        let error = try #require(throws: DateFormatError.self) { try formats.date(from: "2024-02-29T12:34:56") }
        #expect(
            "\(error)" == """
                the text has no time zone, and the format declares none
                  2024-02-29T12:34:56
                                     ^
                formats tried:
                  Unix seconds: the date is complete, but "-" follows it (character 5)
                  ISO 8601: the text has no time zone, and the format declares none (character 20)
                  HTTP date: expected a weekday's name, found "2" (character 1)
                """)
    }

    @Test func invisibleCharactersAreShownAsEscapes() throws {
        let error = try #require(throws: DateFormatError.self) {
            try DateFormat.dateOnly.date(from: "2024\n\u{200B}02-03")
        }
        #expect(
            "\(error)" == """
                expected "-", found "\\n"
                  2024\\n\\u{200B}02-03
                      ^
                format: yyyy-MM-dd, assuming GMT
                """)
    }

    @Test func bytesThatAreNoTextAreShownAsReplacements() throws {
        let bytes = Array("2024-02-29T12:34:56".utf8) + [0xFF, 0x5A]
        let error = try #require(throws: DateFormatError.self) {
            try bytes.withUnsafeBufferPointer { try DateFormats(.iso8601).read($0, notation: .text) }
        }
        #expect(error.reason == "expected an offset from GMT, found \"\u{FFFD}\" (U+FFFD)")
        #expect("\(error)".contains("\n  2024-02-29T12:34:56\u{FFFD}Z\n                     ^\n"))
        let later = try #require(throws: DateFormatError.self) {
            try (bytes + [0x5A]).withUnsafeBufferPointer { try DateFormats(.mail).read($0, notation: .text) }
        }
        #expect(later.code == .unexpectedCharacter || later.code == .unexpectedEnd || later.code == .unknownName)
    }

    @Test func longTextIsShownAroundItsCaret() throws {
        let text = "2024-02-29" + String(repeating: "x", count: 500)
        let error = try #require(throws: DateFormatError.self) { try DateFormat.dateOnly.date(from: text) }
        #expect("\(error)".split(separator: "\n")[1] == "  2024-02-29" + String(repeating: "x", count: 60) + "…")
        #expect(error.text == text)
    }

    @Test func emptyListSaysSo() throws {
        let error = try #require(throws: DateFormatError.self) { try DateFormats([]).date(from: "2024") }
        #expect(error.code == .noFormats)
        #expect(error.reason == "there is no format to read with")
    }
}
