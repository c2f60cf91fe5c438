import DateCoding
import Foundation
import Testing

/// A pattern that cannot work fails when it is made, with the symbol that was probably meant.
@Suite struct DatePatternErrorTests {
    @Test(
        arguments: [
            (
                "YYYY-MM-dd", DateFormatError.Code.unsupportedSymbol, 0,
                "\"YYYY\" is the year of weeks, another year around New Year; \"yyyy\" was probably meant"
            ),
            (
                "yyyy-'W'ww", .unsupportedSymbol, 8,
                "\"ww\" is a week number, which depends on the locale; the format iso8601WeekDate has ISO 8601's weeks"
            ),
            (
                "yyyy-MM-dde", .unsupportedSymbol, 10,
                "\"e\" is a weekday whose number depends on the locale; \"E\" was probably meant"
            ),
            ("uuuu-MM-dd", .unsupportedSymbol, 0, "\"uuuu\" is a year of another kind; \"y\" was probably meant"),
            (
                "yyyy-MM-ddTHH:mm", .unsupportedSymbol, 10,
                "\"T\" is not a symbol; a literal letter needs quotes: 'T'"
            ),
            (
                "yyyy-MM-dd VV", .unsupportedSymbol, 11,
                "\"VV\" is a zone by place; \"z\" or \"XXX\" was probably meant"
            ),
            (
                "yyyy QQQ", .unsupportedSymbol, 5,
                "\"QQQ\" is a quarter, which is not part of an instant; \"M\" was probably meant"
            ),
            (
                "yyyy-MMMMM-dd", .unsupportedSymbol, 5,
                "\"MMMMM\" is a single letter of a name, which several share; \"MMM\" was probably meant"
            ),
            (
                "yyyy-MM-dd HH:mm:ss.SSSSSSSSSS", .unsupportedSymbol, 20,
                "\"SSSSSSSSSS\" is more digits than a second's fraction has here; at most nine"
            ),
            ("yyyy-mm-dd", .missingPart, 8, "the day needs the month, which the pattern does not have"),
            (
                "yyyy-MM-dd hh:mm", .missingPart, 11,
                "\"h\" is an hour of twelve and needs \"a\"; H was probably meant"
            ),
            ("yyyy-MM-dd HH:MM", .repeatedPart, 14, "\"MM\" gives the month again, after \"M\""),
            (
                "dd-MM-yy", .missingPivot, 6,
                "\"yy\" has no century; write \"yyyy\", or in Swift give twoDigitYearsFrom, such as 1970"
            ),
            (
                "yyyy-MM-dd 'at", .unterminatedQuote, 11,
                "the quote never closes; a literal quote is written twice"
            ),
            (
                "yyyyMd", .ambiguousDigits, 4,
                "the text of \"M\" has a varying number of digits, and a digit follows: \"MM\" was probably meant"
            ),
            (
                "yyyy-MM-dd Hms", .ambiguousDigits, 11,
                "the text of \"H\" has a varying number of digits, and a digit follows: \"HH\" was probably meant"
            ),
            (
                "yMMdd", .ambiguousDigits, 0,
                "the text of \"y\" has a varying number of digits, and a digit follows: \"yyyy\" was probably meant"
            ),
            (
                "yyyyDHH", .ambiguousDigits, 4,
                "the text of \"D\" has a varying number of digits, and a digit follows: \"DDD\" was probably meant"
            ),
            (
                "yyyy-MM-d0", .ambiguousDigits, 8,
                "the text of \"d\" has a varying number of digits, and a digit follows: \"dd\" was probably meant"
            ),
            (
                "xHHmm dd.MM.yyyy", .ambiguousDigits, 0,
                "the text of \"x\" has a varying number of digits, and a digit follows: put other text between them"
            ),
            (
                "yyyy-MM-dd XXXXX:HH:mm:ss", .ambiguousDigits, 11,
                "the text of \"XXXXX\" may go on with \":\", which follows it: put other text between them"
            ),
            (
                "z-dd.MM.yyyy", .ambiguousDigits, 0,
                "the text of \"z\" may go on with \"-\", which follows it: put other text between them"
            ),
            ("", .emptyText, 0, "the pattern is empty"),
            ("'on'", .missingPart, 0, "the pattern has no date symbol"),
            ("zzz", .missingPart, 0, "a zone alone is not a date"),
            (
                "yyyy-MM-DD", .repeatedPart, 8,
                "\"D\" gives the month and the day already; \"dd\", the day of the month, was probably meant"
            ),
            ("EEE yyyy", .missingPart, 0, "the weekday needs the day, which the pattern does not have"),
            ("yyyyyy", .unsupportedSymbol, 0, "\"yyyyyy\" has no meaning; \"yyyy\" was probably meant"),
        ] as [(String, DateFormatError.Code, Int, String)])
    func patternThatCannotWorkThrows(
        _ pattern: String, _ code: DateFormatError.Code, _ offset: Int, _ reason: String
    ) throws {
        let error = try #require(throws: DateFormatError.self) { try DateFormat.pattern(pattern) }
        #expect(error.code == code)
        #expect(error.offset == offset)
        #expect(error.reason == reason)
    }

    /// A zone is refused before a byte that it may go on with, and read before any other.
    @Test(arguments: ["z", "zzz", "zzzz", "O", "OOOO", "Z", "ZZZZ", "ZZZZZ", "X", "XX", "XXX", "XXXX", "XXXXX", "x"])
    func zoneBeforeASignIsReadOrRefused(_ zone: String) throws {
        for sign in [":", "+", "-", "':'", "/", " "] {
            for hours in [0, 5, -11] {
                for minutes in [0, 30] {
                    let offset = try #require(FixedZone(secondsFromGMT: hours * 3600 + minutes * 60))
                    guard let format = try? DateFormat.pattern("yyyy-MM-dd \(zone)\(sign)HH:mm:ss", zone: offset) else {
                        #expect(sign != "/" && sign != " ")
                        continue
                    }
                    let date = Date(timeIntervalSince1970: 8_652_345)
                    #expect(try format.date(from: format.string(from: date)) == date)
                }
            }
        }
    }

    @Test func errorShowsTheSymbol() throws {
        let error = try #require(throws: DateFormatError.self) { try DateFormat.pattern("dd-YYYY") }
        #expect(
            "\(error)" == """
                "YYYY" is the year of weeks, another year around New Year; "yyyy" was probably meant
                  dd-YYYY
                     ^
                """)
    }

    @Test func twoZonesWithoutASymbolThrow() throws {
        let error = try #require(throws: DateFormatError.self) {
            try DateFormat.pattern("yyyy-MM-dd", zone: .hours(8), assuming: .gmt)
        }
        #expect(error.code == .contradictoryZones)
        #expect(error.reason == "the pattern shows no zone, so it cannot print in +08:00 and assume GMT")
    }

    /// Every letter that is not a symbol of ours is refused, and every refusal names it.
    @Test func everyOtherLetterIsRefused() {
        let symbols = "yMLdDEabhHKkmsSZXxzO"
        for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" where !symbols.contains(letter) {
            let error = #expect(throws: DateFormatError.self) { try DateFormat.pattern("yyyy" + String(letter)) }
            #expect(error?.code == .unsupportedSymbol)
            #expect(error?.reason.hasPrefix("\"\(letter)\" is ") == true)
        }
    }
}
