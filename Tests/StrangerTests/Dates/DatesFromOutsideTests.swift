import Foundation
import Testing
import VersionedCodec

/// A quarter of a year in a zone of its own, with every requirement of the protocol said.
private struct QuarterFormat: CustomDateFormat {
    let zone: FixedZone
    var name: String { "quarter" }
    var notation: DateFormat.Notation { .text }
    var fractionDigits: Int? { 0 }
    var showsOffset: Bool { false }

    func zone(at date: ZonedDate) -> FixedZone { zone }

    func read(_ text: UnsafeBufferPointer<UInt8>) throws(DateFormat.Mismatch) -> ZonedDate {
        // 2024Q1
        guard text.count == 6 else {
            throw DateFormat.Mismatch(.digitCount, at: 0, reason: "a quarter has six characters")
        }
        var year = 0
        for place in 0..<4 {
            guard text[place] >= 48, text[place] <= 57 else { throw DateFormat.Mismatch(.custom, at: place) }
            year = year * 10 + Int(text[place] - 48)
        }
        guard text[4] == UInt8(ascii: "Q"), text[5] >= 49, text[5] <= 52 else {
            throw DateFormat.Mismatch(.custom, at: 4, reason: "a quarter is Q1 to Q4")
        }
        let month = Int(text[5] - 49) * 3 + 1
        let seconds = Self.seconds(year: year, month: month) - zone.secondsFromGMT
        return try ZonedDate(Date(timeIntervalSince1970: Double(seconds)), in: zone)
    }

    func append(_ date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch) {
        let local = date.moved(to: zone)
        bytes.append(contentsOf: "\(local.year)Q\((local.month - 1) / 3 + 1)".utf8)
    }

    private static func seconds(year: Int, month: Int) -> Int {
        let text = "\(year)-\(month < 10 ? "0" : "")\(month)-01"
        return (try? DateFormat.dateOnly.zonedDate(from: text)).map { Int($0.secondsSince1970) } ?? 0
    }
}

/// Every public entry point for dates, used as a program outside the package would.
@Suite struct DatesFromOutsideTests {
    @Test func formatsOfTheSeedIdea() throws {
        let v1 = try DateFormat.pattern("MMM-dd-yyyy HH:mm:ss zzz", zone: .hours(8))
        let v2 = try DateFormat.pattern("yyyy-MM-dd HH:mm:ss Z", zone: .hours(8))
        let old = try v1.date(from: "Nov-14-2017 17:25:55 GMT+8")
        let new = try v2.date(from: "2017-11-14 17:27:35 +0800")
        #expect(new.timeIntervalSince(old) == 100)
        #expect(try v1.string(from: old) == "Nov-14-2017 17:25:55 GMT+8")
        #expect(try v2.string(from: old) == "2017-11-14 17:25:55 +0800")
        #expect(try v1.reformat("Nov-14-2017 17:25:55 GMT+8", as: v2).text == "2017-11-14 17:25:55 +0800")
    }

    @Test func everyNamedFormatComesBack() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let formats: [DateFormat] = [
            .iso8601, .iso8601WithFraction, .iso8601Basic, .iso8601(fractionDigits: 3),
            .iso8601(fractionDigits: 3, offset: .hours), .rfc3339, .rfc3339WithFraction, .rfc3339(fractionDigits: 6),
            .httpDate, .httpDate(twoDigitYearsFrom: 1950), .mail, .unixSeconds, .unixSeconds(fractionDigits: 1),
            .unixMilliseconds, .unixMicroseconds, .unixNanoseconds, .appleReferenceDate, .dotNet, .dotNetTicks,
            .unixSeconds.asText(), .iso8601.printing(in: .hours(-5)), .iso8601.assuming(.gmt), .iso8601.rounding(),
            .iso8601.allowingEndOfDay(),
        ]
        for format in formats { #expect(try format.date(from: format.string(from: date)) == date) }
        let day = Date(timeIntervalSince1970: 1_699_920_000)
        for format in [DateFormat.dateOnly, .iso8601Date, .iso8601WeekDate, .iso8601OrdinalDate] {
            #expect(try format.date(from: format.string(from: date)) == day)
        }
        #expect(try DateFormat.timeOfDay.date(from: "22:13:20Z").timeIntervalSince1970 == 80_000)
    }

    @Test func propertiesSayWhatAFormatIs() {
        let format = DateFormat.iso8601(fractionDigits: 3).printing(in: .hours(8))
        #expect(format.name == "ISO 8601 with 3 fraction digits")
        #expect(format.description == "ISO 8601 with 3 fraction digits, printed in +08:00")
        #expect(format.zone == .hours(8))
        #expect(format.assumedZone == nil)
        #expect(format.fractionDigits == 3)
        #expect(format.showsOffset)
        #expect(format.notation == .text)
        #expect(DateFormat.unixSeconds.fractionDigits == nil)
    }

    @Test func bytesAreReadAndWrittenInPlace() throws {
        var bytes = Array("[\"2023-11-14T22:13:20Z\"]".utf8)
        let date = try bytes.withUnsafeBufferPointer { buffer in
            try DateFormat.iso8601.read(UnsafeBufferPointer(rebasing: buffer[2..<22]))
        }
        #expect(date.date == Date(timeIntervalSince1970: 1_700_000_000))
        try DateFormat.unixSeconds.append(date.date, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "[\"2023-11-14T22:13:20Z\"]1700000000")
        let loss = try DateFormat.dateOnly.append(reformatting: date, to: &bytes)
        #expect(loss == .time)
        #expect(loss.description(of: date) == "the time 22:13:20")
    }

    @Test func mismatchBecomesAnError() throws {
        let formats: [DateFormat] = [.iso8601, .mail]
        let mismatches = [
            DateFormat.Mismatch(.custom, at: 1, reason: "no"), DateFormat.Mismatch(.unexpectedEnd, at: 3),
        ]
        let error = DateFormatError(mismatches, text: "2024", formats: formats)
        #expect(error.code == .unexpectedEnd)
        #expect(error.attempts.map(\.reason) == ["no", "the text ends where the date belongs"])
        #expect(error.attempts.map(\.offset) == [1, 3])
        #expect(error.attempts.map(\.code) == [.custom, .unexpectedEnd])
        #expect("\(error.code)" == "unexpectedEnd")
    }

    @Test func formatOfOnesOwnStandsBesideOurs() throws {
        let quarter = DateFormat.custom(QuarterFormat(zone: .hours(8)))
        let formats: DateFormats = [quarter, .dateOnly]
        #expect(try formats.date(from: "2024Q2").timeIntervalSince1970 == 1_711_900_800)
        #expect(try formats.string(from: Date(timeIntervalSince1970: 1_711_900_800)) == "2024Q2")
        #expect(try DateFormats(.iso8601).reformat("2024-03-31T23:00:00Z", as: quarter).text == "2024Q2")
        let error = try #require(throws: DateFormatError.self) { try formats.date(from: "2024Q5") }
        #expect(error.attempts.first?.reason == "a quarter is Q1 to Q4")
    }

    /// A switch over codes needs a default: the list may grow.
    @Test func codesAreCompared() throws {
        do {
            _ = try DateFormat.dateOnly.date(from: "2023-02-29")
            Issue.record("29 February 2023 was read")
        } catch {
            switch error.code {
            case .noSuchDay: #expect(error.offset == 8)
            default: Issue.record("\(error)")
            }
        }
    }
}
