import Foundation
import TestSupport
import Testing
import VersionedCodec
import VersionedCodecFoundation

@Suite struct ZoneRulesDateFormatTests {
    static func format(
        _ zone: String, _ pattern: String = "yyyy-MM-dd HH:mm:ss", _ repeated: DateFormat.RepeatedTime = .earlier
    ) throws -> DateFormat {
        try .pattern(pattern, in: #require(TimeZone(identifier: zone)), whenRepeated: repeated)
    }

    @Test(arguments: [
        ("Asia/Shanghai", "2019-11-05 11:26:39", 1_572_924_399.0),
        ("America/New_York", "2021-07-01 00:00:00", 1_625_112_000),
        ("America/New_York", "2021-01-01 00:00:00", 1_609_477_200),
        ("America/New_York", "2021-03-14 01:59:59", 1_615_705_199),
        ("America/New_York", "2021-03-14 03:00:00", 1_615_705_200),
        ("Asia/Kathmandu", "2024-02-29 12:34:56", 1_709_189_396),
        ("Pacific/Apia", "2011-12-29 12:00:00", 1_325_196_000),
        ("Pacific/Apia", "2011-12-31 12:00:00", 1_325_282_400),
    ])
    func localTimeIsOfThePlace(_ zone: String, _ text: String, _ seconds: Double) throws {
        let format = try Self.format(zone)
        #expect(try format.date(from: text).timeIntervalSince1970 == seconds)
        #expect(try format.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func repeatedTimeIsTheOneAskedFor() throws {
        let text = "2021-11-07 01:30:00"
        #expect(try Self.format("America/New_York").date(from: text).timeIntervalSince1970 == 1_636_263_000)
        let later = try Self.format("America/New_York", "yyyy-MM-dd HH:mm:ss", .later)
        #expect(try later.date(from: text).timeIntervalSince1970 == 1_636_266_600)
    }

    @Test func aDayMayBeginAfterMidnight() throws {
        let format = try Self.format("America/Sao_Paulo", "yyyy-MM-dd")
        let date = try format.date(from: "2018-11-04")
        #expect(date == (try DateFormat.iso8601.date(from: "2018-11-04T03:00:00Z")))
        #expect(try format.string(from: date) == "2018-11-04")
        // The clocks of this place skipped the whole day.
        let apia = try Self.format("Pacific/Apia", "yyyy-MM-dd")
        #expect(throws: DateFormatError.self) { try apia.date(from: "2011-12-30") }
    }

    @Test func offsetsWithSecondsKeepTheInstant() throws {
        let format = try Self.format("Africa/Monrovia", "yyyy-MM-dd HH:mm:ssXXX")
        let date = try DateFormat.iso8601.date(from: "1965-06-01T12:00:00Z")
        #expect(try format.string(from: date) == "1965-06-01 11:16:00-00:44")
        #expect(try format.date(from: format.string(from: date)) == date)
    }

    @Test(arguments: [("America/New_York", "2021-03-14 02:30:00"), ("Pacific/Apia", "2011-12-30 12:00:00")])
    func skippedTimeIsAnError(_ zone: String, _ text: String) throws {
        let error = try #require(throws: DateFormatError.self) { try Self.format(zone).date(from: text) }
        #expect(error.reason == "the clocks of the zone skip this local time")
        #expect(error.attempts.map(\.format) == ["yyyy-MM-dd HH:mm:ss in \(zone)"])
    }

    @Test func symbolShowsTheOffsetAtTheDate() throws {
        let format = try Self.format("America/New_York", "yyyy-MM-dd HH:mm XXX")
        #expect(try format.string(from: Date(timeIntervalSince1970: 1_625_112_000)) == "2021-07-01 00:00 -04:00")
        #expect(try format.string(from: Date(timeIntervalSince1970: 1_609_477_200)) == "2021-01-01 00:00 -05:00")
        #expect(try format.date(from: "2021-07-01 00:00 +08:00").timeIntervalSince1970 == 1_625_068_800)
        // On documents the text's own offset stays.
        #expect(
            try DateFormat.iso8601.reformat("2021-07-01T00:00:00+08:00", as: format).text == "2021-07-01 00:00 +08:00")
    }

    @Test func offsetOfThePlaceIsNoLoss() throws {
        let format = try Self.format("Asia/Shanghai")
        #expect(try DateFormat.iso8601.reformat("2019-11-05T11:26:39+08:00", as: format).lossDescription == nil)
        let other = try DateFormat.iso8601.reformat("2019-11-05T11:26:39+09:00", as: format)
        #expect(other.text == "2019-11-05 10:26:39")
        #expect(other.lossDescription == "the offset +09:00")
    }

    @Test func everyHourOfAYearComesBack() throws {
        for zone in ["America/New_York", "Australia/Lord_Howe", "Europe/London", "Pacific/Apia"] {
            let format = try Self.format(zone)
            var repeated = 0
            for hour in 0..<8760 {
                let date = Date(timeIntervalSince1970: 1_609_459_200 + Double(hour) * 3600)
                let back = try format.date(from: format.string(from: date))
                if back != date { repeated += 1 }
            }
            // Only the second of two equal hours is read as the first.
            #expect(repeated <= 1)
        }
    }

    @Test func badPatternThrows() {
        #expect(throws: DateFormatError.self) { try DateFormat.pattern("YYYY", in: .gmt) }
    }
}
