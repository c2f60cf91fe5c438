import Foundation
import Testing
import DateCoding

/// Each symbol of a pattern in both directions, and the patterns that cannot work.
@Suite struct DatePatternTests {
    /// 2017-11-14T09:05:07.25Z, a Tuesday.
    static let date = Date(timeIntervalSince1970: 1_510_650_307.25)

    /// A zone whose offset has seconds, in a format without them: the local time moves, the instant does not.
    @Test(arguments: [
        (DateFormat.iso8601, "1965-05-31T11:16:00-00:44"), (.rfc3339, "1965-05-31T11:16:00-00:44"),
        (.mail, "Mon, 31 May 1965 11:16:00 -0044"), (.dotNet, "/Date(-144763200000-0044)/"),
    ])
    func secondsOfAnOffsetDoNotMoveTheInstant(_ format: DateFormat, _ text: String) throws {
        let date = Date(timeIntervalSince1970: -144_763_200)
        let zone = try #require(FixedZone(secondsFromGMT: -(44 * 60 + 30)))
        let printing = format.printing(in: zone)
        #expect(try printing.string(from: date) == text)
        #expect(try printing.date(from: text) == date)
        for symbol in ["XXX", "XX", "X", "xxx", "xx", "x", "z", "O", "ZZZZZ", "XXXXX", "Z", "zzzz"] {
            let pattern = try DateFormat.pattern("yyyy-MM-dd HH:mm:ss " + symbol, zone: zone)
            #expect(try pattern.date(from: pattern.string(from: date)) == date, "\(symbol)")
        }
    }

    @Test(arguments: [
        ("MMM-dd-yyyy HH:mm:ss zzz", "Nov-14-2017 17:05:07 GMT+8"),
        ("MMM-dd-yyyy HH:mm:ssZ", "Nov-14-2017 17:05:07+0800"),
        ("yyyy-MM-dd HH:mm:ss Z", "2017-11-14 17:05:07 +0800"),
        ("d.M.y H:m:s.SS xxx", "14.11.2017 17:5:7.25 +08:00"),
        ("EEEE, MMMM d, yyyy h:mm:ss.SSS a ZZZZ", "Tuesday, November 14, 2017 5:05:07.250 PM GMT+08:00"),
        ("EEE dd LLL yyyy kk:mm:ss.SS O", "Tue 14 Nov 2017 17:05:07.25 GMT+8"),
        ("yyyyDDD'T'HHmmss.SSX", "2017318T170507.25+08"),
        ("yy-LL-dd KK:mm:ss.SS b OOOO", "17-11-14 05:05:07.25 PM GMT+08:00"),
        ("'day' D 'of' yyy, hh 'o''clock' mm ss.SS aa zzzz", "day 318 of 2017, 05 o'clock 05 07.25 PM GMT+08:00"),
        ("yyyy年M月d日 HH:mm:ss.SSZZZZZ", "2017年11月14日 17:05:07.25+08:00"),
        ("E d L yyyy HH:mm:ss.SS XX", "Tue 14 11 2017 17:05:07.25 +0800"),
    ])
    func symbolsReadAndWrite(_ pattern: String, _ text: String) throws {
        let format = try DateFormat.pattern(pattern, zone: .hours(8), twoDigitYearsFrom: 1970)
        #expect(try format.string(from: Self.date) == text)
        let back = try format.date(from: text)
        #expect(back == (pattern.contains("S") ? Self.date : Date(timeIntervalSince1970: 1_510_650_307)))
    }

    @Test(arguments: [
        ("zzz", "GMT"),
        ("zzzz", "GMT"),
        ("O", "GMT"),
        ("Z", "+0000"),
        ("ZZZZ", "GMT"),
        ("ZZZZZ", "Z"),
        ("X", "Z"),
        ("XX", "Z"),
        ("XXX", "Z"),
        ("XXXX", "Z"),
        ("XXXXX", "Z"),
        ("x", "+00"),
        ("xx", "+0000"),
        ("xxx", "+00:00"),
        ("xxxx", "+0000"),
        ("xxxxx", "+00:00"),
    ])
    func zoneSymbolsOfGMT(_ symbol: String, _ text: String) throws {
        let format = try DateFormat.pattern("yyyy-MM-dd HH:mm " + symbol)
        #expect(try format.string(from: Date(timeIntervalSince1970: 0)) == "1970-01-01 00:00 " + text)
        #expect(try format.date(from: "1970-01-01 00:00 " + text) == Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: [
        ("GMT+8", 28_800),
        ("GMT-3:30", -12_600),
        ("GMT+08", 28_800),
        ("GMT+05:45", 20_700),
        ("UTC", 0),
        ("UT", 0),
        ("EST", -18_000),
        ("EDT", -14_400),
        ("CST", -21_600),
        ("CDT", -18_000),
        ("MST", -25_200),
        ("MDT", -21_600),
        ("PST", -28_800),
        ("PDT", -25_200),
    ])
    func zoneNamesAreUnderstood(_ name: String, _ seconds: Int) throws {
        let date = try DateFormat.pattern("yyyy-MM-dd HH:mm zzz").zonedDate(from: "2020-01-01 12:00 " + name)
        #expect(date.zone.secondsFromGMT == seconds)
        #expect(date.secondsSince1970 == 1_577_880_000 - Int64(seconds))
        #expect(FixedZone(name)?.secondsFromGMT == seconds)
    }

    @Test(arguments: [
        "est", "Gmt", "CEST", "UTC+8", "GMT+24", "GMT+8:5", "GMT8", "Z", "+08:00", "GMT+0800", "GMT +8", "AST",
    ])
    func otherZoneNamesAreRefused(_ name: String) throws {
        let format = try DateFormat.pattern("yyyy-MM-dd HH:mm zzz")
        #expect(throws: DateFormatError.self) { try format.date(from: "2020-01-01 12:00 " + name) }
    }

    @Test(arguments: [
        ("12:00 AM", 0),
        ("12:59 AM", 59),
        ("1:00 AM", 60),
        ("11:59 AM", 719),
        ("12:00 PM", 720),
        ("1:00 PM", 780),
        ("11:59 PM", 1439),
    ])
    func hoursOfTwelve(_ text: String, _ minutes: Int) throws {
        let format = try DateFormat.pattern("h:mm a", assuming: .gmt)
        let date = Date(timeIntervalSince1970: Double(minutes) * 60)
        #expect(try format.date(from: text) == date)
        #expect(try format.string(from: date) == text)
    }

    @Test func noonHasAName() throws {
        let format = try DateFormat.pattern("h:mm b", assuming: .gmt)
        #expect(try format.string(from: Date(timeIntervalSince1970: 43_200)) == "12:00 noon")
        #expect(try format.string(from: Date(timeIntervalSince1970: 43_260)) == "12:01 PM")
        #expect(try format.string(from: Date(timeIntervalSince1970: 0)) == "12:00 AM")
        #expect(try format.date(from: "12:00 noon").timeIntervalSince1970 == 43_200)
        #expect(try format.date(from: "12:00 midnight").timeIntervalSince1970 == 0)
        let error = try #require(throws: DateFormatError.self) { try format.date(from: "1:00 noon") }
        #expect(error.reason == "noon and midnight are 12:00 exactly")
    }

    @Test func halfOfTheDayMustAgreeWithAnHourOfTwentyFour() throws {
        let format = try DateFormat.pattern("HH:mm a", assuming: .gmt)
        #expect(try format.date(from: "14:05 PM").timeIntervalSince1970 == 50_700)
        let error = try #require(throws: DateFormatError.self) { try format.date(from: "14:05 AM") }
        #expect(error.code == .contradictoryDayPeriod)
        #expect(error.reason == "the hour 14 is not AM")
    }

    @Test func hourOutsideTwelveIsRefused() throws {
        let error = try #require(throws: DateFormatError.self) {
            try DateFormat.pattern("h:mm a", assuming: .gmt).date(from: "13:00 PM")
        }
        #expect(error.reason == "there is no hour 13 here; hours are 1 to 12")
    }

    @Test func monthInWrongCaseIsRefused() throws {
        let format = try DateFormat.pattern("MMM-dd-yyyy HH:mm:ss zzz")
        for text in ["nov-14-2017 17:25:55 GMT+8", "NOV-14-2017 17:25:55 GMT+8", "Nov-14-2017 17:25:55 gmt+8"] {
            let error = try #require(throws: DateFormatError.self) { try format.date(from: text) }
            #expect(error.code == .wrongCase)
        }
        let error = try #require(throws: DateFormatError.self) { try format.date(from: "Nov-14-2017 17:25:55") }
        #expect(error.code == .missingZone || error.code == .unexpectedEnd)
    }

    @Test func twoDigitYearsFollowTheirPivot() throws {
        let format = try DateFormat.pattern("dd.MM.yy", assuming: .gmt, twoDigitYearsFrom: 1950)
        #expect(try format.zonedDate(from: "01.01.50").year == 1950)
        #expect(try format.zonedDate(from: "01.01.49").year == 2049)
        let error = try #require(throws: DateFormatError.self) {
            try format.string(from: Date(timeIntervalSince1970: -4_000_000_000))
        }
        #expect(error.code == .yearOutOfRange)
        #expect(error.reason == "the year is outside 1950 to 2049")
    }

    @Test func dayWithoutAZoneIsAnErrorUnlessOneIsAssumed() throws {
        let strict = try DateFormat.pattern("yyyy/MM/dd")
        let error = try #require(throws: DateFormatError.self) { try strict.date(from: "1994/07/18") }
        #expect(error.code == .missingZone)
        #expect(try strict.string(from: Date(timeIntervalSince1970: 774_489_600)) == "1994/07/18")
        let format = try DateFormat.pattern("yyyy/MM/dd", assuming: .gmt)
        #expect(try format.date(from: "1994/07/18").timeIntervalSince1970 == 774_489_600)
        // A zone assumed is the zone printed, so that a text comes back.
        let china = try DateFormat.pattern("yyyy/MM/dd", assuming: .hours(8))
        #expect(try china.string(from: china.date(from: "1994/07/18")) == "1994/07/18")
    }

    @Test func partsLeftOutAreThoseOfTheFirstDay() throws {
        #expect(
            try DateFormat.pattern("yyyy-MM", assuming: .gmt).date(from: "1970-02").timeIntervalSince1970 == 2_678_400)
        #expect(try DateFormat.pattern("HH:mm", assuming: .gmt).date(from: "01:30").timeIntervalSince1970 == 5400)
    }
}
