import Testing
import DateCoding

/// Dates on documents keep what they say; what another format cannot say is named.
@Suite struct ReformattedDateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let from: DateFormat
        let text: String
        let target: DateFormat
        let result: String
        let loss: String?
        var testDescription: String { "\(text) as \(target)" }

        init(_ from: DateFormat, _ text: String, _ target: DateFormat, _ result: String, _ loss: String? = nil) {
            self.from = from
            self.text = text
            self.target = target
            self.result = result
            self.loss = loss
        }
    }

    static let cases: [Case] = [
        Case(.iso8601, "2020-06-13T15:21:42+0800", .mail, "Sat, 13 Jun 2020 15:21:42 +0800"),
        Case(.iso8601, "2020-06-13T15:21:42+0800", .iso8601, "2020-06-13T15:21:42+08:00"),
        Case(.iso8601, "2020-06-13T15:21:42Z", .iso8601.printing(in: .hours(8)), "2020-06-13T15:21:42Z"),
        Case(.mail, "13 Jun 2020 15:21:42 EST", .iso8601, "2020-06-13T15:21:42-05:00"),
        Case(.iso8601, "2020-06-13T15:21:42.50+08:00", .iso8601WithFraction, "2020-06-13T15:21:42.50+08:00"),
        Case(
            .iso8601, "2020-06-13T15:21:42.123456789012345678Z", .iso8601WithFraction,
            "2020-06-13T15:21:42.123456789012345678Z"),
        Case(.iso8601, "2020-06-13T15:21:42.789+08:00", .iso8601, "2020-06-13T15:21:42+08:00", "the fraction .789"),
        Case(.iso8601, "2020-06-13T15:21:42.000+08:00", .iso8601, "2020-06-13T15:21:42+08:00"),
        Case(.iso8601, "2020-06-13T15:21:59.789+08:00", .iso8601.rounding(), "2020-06-13T15:22:00+08:00"),
        Case(.iso8601, "2020-06-13T15:21:42.5+08:00", .unixSeconds, "1592032902.5", "the offset +08:00"),
        Case(.iso8601, "2020-06-13T07:21:42.5Z", .unixSeconds, "1592032902.5"),
        Case(
            .iso8601, "2020-06-13T15:21:42.5+08:00", .unixSeconds(fractionDigits: 0), "1592032902",
            "the fraction .5, the offset +08:00"),
        Case(.unixSeconds, "1592032902.5", .iso8601(fractionDigits: 3), "2020-06-13T07:21:42.500Z"),
        Case(
            .unixSeconds, "1592032902", .iso8601.printing(in: .hours(8)), "2020-06-13T15:21:42+08:00"),
        Case(.unixNanoseconds, "1592032902123456789", .iso8601WithFraction, "2020-06-13T07:21:42.123456789Z"),
        Case(
            .iso8601, "2020-06-13T15:21:42+08:00", .dateOnly, "2020-06-13", "the time 15:21:42, the offset +08:00"),
        Case(.iso8601, "2020-06-13T00:00:00Z", .dateOnly, "2020-06-13"),
        Case(.dateOnly, "2020-06-13", .iso8601, "2020-06-13T00:00:00Z"),
        Case(.dateOnly.assuming(.hours(8)), "2020-06-13", .iso8601, "2020-06-13T00:00:00+08:00"),
        Case(.dateOnly.assuming(.hours(8)), "2020-06-13", .dateOnly.assuming(.hours(8)), "2020-06-13"),
        Case(.iso8601, "2020-06-13T15:21:42+08:00", .dotNet, "/Date(1592032902000+0800)/"),
        Case(.dotNet, "/Date(1592032902000+0800)/", .iso8601, "2020-06-13T15:21:42+08:00"),
        Case(.iso8601, "2020-06-13T15:21:42+08:00", .timeOfDay, "15:21:42+08:00", "the day 2020-06-13"),
        Case(
            .iso8601, "2020-06-13T15:21:42+08:00", .httpDate, "Sat, 13 Jun 2020 07:21:42 GMT", "the offset +08:00"),
        Case(
            .iso8601, "2020-12-31T23:30:00-05:00", .iso8601WeekDate, "2020-W53-5",
            "the time 23:30:00, the offset -05:00"),
    ]

    @Test(arguments: cases)
    func keepsWhatItCanAndNamesTheRest(_ one: Case) throws {
        let result = try one.from.reformat(one.text, as: one.target)
        #expect(result.text == one.result)
        #expect(result.lossDescription == one.loss)
        #expect(result.notation == one.target.notation)
    }

    @Test func namesOfZonesAreKept() throws {
        let old = try DateFormat.pattern("MMM-dd-yyyy HH:mm:ss zzz")
        let new = try DateFormat.pattern("yyyy-MM-dd HH:mm:ss zzz")
        #expect(try old.reformat("Nov-14-2017 17:25:55 PST", as: new).text == "2017-11-14 17:25:55 PST")
        #expect(try old.reformat("Nov-14-2017 17:25:55 GMT+8", as: new).text == "2017-11-14 17:25:55 GMT+8")
        #expect(try old.reformat("Nov-14-2017 17:25:55 GMT+8", as: .iso8601).text == "2017-11-14T17:25:55+08:00")
    }

    @Test func offsetWithSecondsIsKeptOnlyWhereItCanBeSaid() throws {
        let old = try DateFormat.pattern("yyyy-MM-dd HH:mm:ss xxxxx")
        let kept = try old.reformat("1900-01-01 00:00:00 +00:19:32", as: .pattern("yyyy-MM-dd'T'HH:mm:ssXXXXX"))
        #expect(kept.text == "1900-01-01T00:00:00+00:19:32")
        let lost = try old.reformat("1900-01-01 00:00:00 +00:19:32", as: .iso8601)
        #expect(lost.text == "1899-12-31T23:40:28Z")
        #expect(lost.lossDescription == "the offset +00:19:32")
    }

    @Test func badTextIsTheErrorOfReading() {
        let error = #expect(throws: DateFormatError.self) {
            try DateFormats([.iso8601, .dateOnly]).reformat("2020-02-30", as: .mail)
        }
        #expect(error?.code == .noSuchDay)
    }

    @Test func reformattingAppendsWithoutLosingWhatIsThere() throws {
        var bytes = Array("x".utf8)
        let date = try DateFormat.iso8601.zonedDate(from: "2020-06-13T15:21:42+08:00")
        #expect(try DateFormat.unixSeconds.append(reformatting: date, to: &bytes) == .offset)
        #expect(String(decoding: bytes, as: UTF8.self) == "x1592032902")
    }
}
