import Foundation
import Testing
import DateCoding

@Suite struct ZonedDateTests {
    @Test func fieldsAreThoseOfTheText() throws {
        let date = try DateFormat.iso8601.zonedDate(from: "2020-06-13T23:21:42.50+08:00")
        #expect((date.year, date.month, date.day) == (2020, 6, 13))
        #expect((date.hour, date.minute, date.second) == (23, 21, 42))
        #expect(date.nanosecond == 500_000_000)
        #expect(date.attoseconds == 500_000_000_000_000_000)
        #expect(date.fractionDigits == 2)
        #expect(date.zone == .hours(8))
        #expect(date.zoneSource == .stated)
        #expect(date.secondsSince1970 == 1_592_061_702)
    }

    @Test func assumedZoneIsToldApart() throws {
        let date = try DateFormat.dateOnly.zonedDate(from: "2020-06-13")
        #expect(date.zoneSource == .assumed)
        #expect(date.zone.secondsFromGMT == 0)
    }

    /// The limits of a Date: neighbours are 0.12 µs apart now, 7.6 µs in the year 1, 30 µs in the year 9999.
    @Test func dateIsTheNearestDouble() throws {
        for text in ["2024-02-29T12:34:56.123456Z", "0001-01-01T00:00:00.1234Z", "9999-12-31T23:59:59.9999Z"] {
            let zoned = try DateFormat.iso8601.zonedDate(from: text)
            #expect(try DateFormat.iso8601(fractionDigits: text.count - 21).string(from: zoned.date) == text)
        }
        let now = Date(timeIntervalSince1970: 1_709_210_096)
        #expect(now.timeIntervalSinceReferenceDate.ulp == 0x1p-23)
        // Seven digits cannot all be told apart, so a text of nine does not come back.
        let fine = try DateFormat.iso8601.zonedDate(from: "2024-02-29T12:34:56.123456789Z")
        #expect(fine.nanosecond == 123_456_789)
        #expect(try DateFormat.iso8601(fractionDigits: 9).string(from: fine.date) == "2024-02-29T12:34:56.123456800Z")
    }

    @Test func fractionIsTheDecimalThatWasMeant() throws {
        let date = try DateFormat.iso8601.date(from: "2024-02-29T12:34:56.123Z")
        #expect(try DateFormat.iso8601(fractionDigits: 3).string(from: date) == "2024-02-29T12:34:56.123Z")
        #expect(try DateFormat.iso8601(fractionDigits: 9).string(from: date) == "2024-02-29T12:34:56.123000000Z")
        #expect(try DateFormat.iso8601WithFraction.string(from: date) == "2024-02-29T12:34:56.123Z")
        #expect(try DateFormat.iso8601.string(from: Date(timeIntervalSince1970: 0.999_999_9)) == "1970-01-01T00:00:01Z")
        #expect(try DateFormat.iso8601.string(from: Date(timeIntervalSince1970: 0.9999)) == "1970-01-01T00:00:00Z")
        #expect(try DateFormat.iso8601.string(from: Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59Z")
    }

    @Test func dateComesBackThroughItsZonedDate() throws {
        var seconds = -62_135_596_800.25
        while seconds < 253_402_300_799 {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(try ZonedDate(date, in: .hours(5)).date == date)
            seconds += 1_234_567_890.123_4
        }
        #expect(try ZonedDate(Date(timeIntervalSinceReferenceDate: 0.1)).date.timeIntervalSinceReferenceDate == 0.1)
    }

    @Test(arguments: [
        ("Z", "+00:00"), ("+08:00", "+08:00"), ("+0545", "+05:45"), ("-03", "-03:00"), ("EST", "EST"),
        ("GMT+8", "+08:00"),
        ("UTC", "UTC"), ("GMT", "GMT"),
    ])
    func zonesAreReadFromText(_ text: String, _ description: String) throws {
        #expect(try #require(FixedZone(text)).description == description)
    }

    @Test(arguments: ["", "Europe/Paris", "+24:00", "8", "+8", "z", "GMT+8 ", "+08:60"])
    func otherZonesAreNil(_ text: String) {
        #expect(FixedZone(text) == nil)
    }

    @Test func secondsFromGMTAreLessThanADay() {
        #expect(FixedZone(secondsFromGMT: 86_399)?.description == "+23:59:59")
        #expect(FixedZone(secondsFromGMT: -86_400) == nil)
        #expect(FixedZone.hours(-3, minutes: 30).secondsFromGMT == -12_600)
        #expect(FixedZone.hours(0, minutes: -30).secondsFromGMT == -1800)
    }

    @Test func zoneOfADayOrMoreIsAProgrammersError() async {
        await #expect(processExitsWith: .failure) { _ = FixedZone.hours(24) }
    }
}
