import Foundation
import Testing
import DateCoding

@Suite struct NamedDateFormatTests {
    /// 2023-11-14T22:13:20.125Z
    static let date = Date(timeIntervalSince1970: 1_700_000_000.125)

    static let written: [(DateFormat, String)] = [
        (.iso8601, "2023-11-14T22:13:20Z"), (.iso8601WithFraction, "2023-11-14T22:13:20.125Z"),
        (.iso8601(fractionDigits: 0), "2023-11-14T22:13:20Z"), (.iso8601(fractionDigits: 2), "2023-11-14T22:13:20.12Z"),
        (.iso8601(fractionDigits: 9), "2023-11-14T22:13:20.125000000Z"),
        (.iso8601(fractionDigits: 99), "2023-11-14T22:13:20.125000000Z"), (.iso8601Basic, "20231114T221320Z"),
        (.iso8601(fractionDigits: 0, offset: .basic).printing(in: .hours(8)), "2023-11-15T06:13:20+0800"),
        (.iso8601(fractionDigits: 0, offset: .hours).printing(in: .hours(8)), "2023-11-15T06:13:20+08"),
        (.iso8601.printing(in: .hours(-3, minutes: 30)), "2023-11-14T18:43:20-03:30"),
        (.rfc3339, "2023-11-14T22:13:20Z"),
        (.rfc3339WithFraction, "2023-11-14T22:13:20.125Z"), (.rfc3339(fractionDigits: 3), "2023-11-14T22:13:20.125Z"),
        (.dateOnly, "2023-11-14"), (.dateOnly.assuming(.hours(8)), "2023-11-15"),
        (.dateOnly.printing(in: .hours(8)), "2023-11-15"), (.iso8601Date, "2023-11-14"),
        (.iso8601WeekDate, "2023-W46-2"), (.iso8601OrdinalDate, "2023-318"), (.timeOfDay, "22:13:20Z"),
        (.httpDate, "Tue, 14 Nov 2023 22:13:20 GMT"),
        (.httpDate.printing(in: .hours(8)), "Tue, 14 Nov 2023 22:13:20 GMT"),
        (.mail, "Tue, 14 Nov 2023 22:13:20 +0000"), (.mail.printing(in: .hours(8)), "Wed, 15 Nov 2023 06:13:20 +0800"),
        (.unixSeconds, "1700000000.125"), (.unixSeconds(fractionDigits: 0), "1700000000"),
        (.unixSeconds(fractionDigits: 0).rounding(), "1700000000"),
        (.unixSeconds(fractionDigits: 2).rounding(), "1700000000.13"),
        (.unixMilliseconds, "1700000000125"), (.unixMicroseconds, "1700000000125000"),
        (.unixNanoseconds, "1700000000125000000"), (.appleReferenceDate, "721692800.125"),
        (.dotNet, "/Date(1700000000125)/"), (.dotNet.printing(in: .hours(2)), "/Date(1700000000125+0200)/"),
        (.dotNetTicks, "638355968001250000"),
    ]

    @Test(arguments: written.indices)
    func writes(_ index: Int) throws {
        let (format, text) = Self.written[index]
        #expect(try format.string(from: Self.date) == text)
        _ = try format.date(from: text)
    }

    @Test(arguments: [
        "2023-11-14T22:13:20Z", "2023-11-14T22:13:20.000Z", "2023-11-14T22:13:20,0Z", "20231114T221320Z",
        "2023-11-15T06:13:20+08", "2023-11-15T06:13:20+0800", "2023-11-15T06:13:20+08:00", "2023-W46-2T22:13:20Z",
        "2023W462T221320Z", "2023-318T22:13:20Z", "2023318T221320Z", "2023-11-14T17:28:20-04:45",
        "2023-11-14T22:13:20-00:00", "2023-11-14T22:13:20.000000000000000000Z",
    ])
    func iso8601Reads(_ text: String) throws {
        #expect(try DateFormat.iso8601.date(from: text).timeIntervalSince1970 == 1_700_000_000)
    }

    @Test(arguments: [
        "2023-1114T22:13:20Z", "202311-14T22:13:20Z", "2023-11-14T2213:20Z", "2023-11-14", "2023-W46T22:13Z",
        "+2023-11-14T22:13Z",
        "2023-11-14T22Z", "2023-11-14T22:13:20+8", "2023-11-14T22:13:20+08:0", "2023-11-14T22:13:20+08:00:00",
        " 2023-11-14T22:13:20Z",
        "2023-11-14T22:13:20Z\u{0}", "12023-11-14T22:13:20Z", "2023-11-14T22:13:20.Z", "2023-11-14T22:13.5Z",
    ])
    func iso8601Refuses(_ text: String) {
        #expect(throws: DateFormatError.self) { try DateFormat.iso8601.date(from: text) }
    }

    @Test(arguments: [
        "2023-11-14T22:13:20Z", "2023-11-14t22:13:20z", "2023-11-14 22:13:20Z", "2023-11-15T06:13:20.0+08:00",
        "2023-11-14T22:13:20-00:00",
    ])
    func rfc3339Reads(_ text: String) throws {
        #expect(try DateFormat.rfc3339.date(from: text).timeIntervalSince1970 == 1_700_000_000)
    }

    @Test func endOfDayIsReadWhereItIsAllowed() throws {
        let format = DateFormat.iso8601.allowingEndOfDay()
        #expect(try format.date(from: "2023-12-31T24:00:00Z").timeIntervalSince1970 == 1_704_067_200)
        #expect(try format.string(from: format.date(from: "2023-12-31T24:00Z")) == "2024-01-01T00:00:00Z")
        for text in ["2023-12-31T24:00:01Z", "2023-12-31T24:01:00Z", "2023-12-31T24:00:00.1Z"] {
            let error = #expect(throws: DateFormatError.self) { try format.date(from: text) }
            #expect(error?.code == .endOfDay)
        }
        let pattern = try DateFormat.pattern("yyyy-MM-dd HH:mm", assuming: .gmt).allowingEndOfDay()
        #expect(try pattern.date(from: "1970-01-01 24:00").timeIntervalSince1970 == 86_400)
    }

    @Test func yearZeroIsOneOfISO8601Only() throws {
        #expect(try DateFormat.iso8601.string(from: .distantPast) == "0000-12-30T00:00:00Z")
        #expect(try DateFormat.iso8601.date(from: "0000-12-30T00:00:00Z") == .distantPast)
        #expect(throws: DateFormatError.self) { try DateFormat.dateOnly.string(from: .distantPast) }
        #expect(throws: DateFormatError.self) { try DateFormat.mail.date(from: "1 Jan 0000 00:00 +0000") }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 2.6e11, -6.4e10])
    func dateOutsideTheYearsThrows(_ seconds: Double) {
        for format in [DateFormat.iso8601, .unixSeconds, .dotNet, .httpDate] {
            let error = #expect(throws: DateFormatError.self) {
                try format.string(from: Date(timeIntervalSince1970: seconds))
            }
            #expect(error?.code == .yearOutOfRange)
        }
    }

    @Test func lastSecondIsWrittenAndTheNextIsNot() throws {
        let last = Date(timeIntervalSince1970: 253_402_300_799)
        #expect(try DateFormat.iso8601.string(from: last) == "9999-12-31T23:59:59Z")
        #expect(throws: DateFormatError.self) { try DateFormat.iso8601.printing(in: .hours(1)).string(from: last) }
        // A local time of the year 9999 is read, though GMT is in the next year.
        let west = DateFormat.iso8601.printing(in: .hours(-8))
        #expect(try west.string(from: west.date(from: "9999-12-31T23:00:00-08:00")) == "9999-12-31T23:00:00-08:00")
    }

    @Test func descriptionsSayWhatWasDeclared() throws {
        #expect(DateFormat.iso8601.description == "ISO 8601")
        #expect(DateFormat.dateOnly.description == "yyyy-MM-dd, assuming GMT")
        #expect(try DateFormat.pattern("HH:mm Z", zone: .hours(8)).description == "HH:mm Z, printed in +08:00")
        #expect(DateFormat.unixSeconds.asText().rounding().description == "Unix seconds as text, rounded")
        #expect(DateFormat.httpDate.description == "HTTP date")
    }

    @Test func formatsCompareByWhatTheyDo() throws {
        #expect(DateFormat.iso8601 == .iso8601)
        #expect(DateFormat.iso8601 != .iso8601.printing(in: .hours(1)))
        #expect(try DateFormat.pattern("yyyy", assuming: .gmt) == .pattern("yyyy", assuming: .gmt))
        #expect(DateFormat.unixSeconds != .unixSeconds.asText())
        #expect(Set([DateFormat.iso8601, .iso8601, .rfc3339]).count == 2)
    }
}
