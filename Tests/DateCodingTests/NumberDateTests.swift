import Foundation
import Testing
import DateCoding

/// Numbers are read from their text, exactly.
@Suite struct NumberDateTests {
    @Test(arguments: [
        ("0", 0, 0), ("-0", 0, 0), ("1", 1, 0), ("-1", -1, 0), ("-0.25", -1, 750_000_000), ("1.5", 1, 500_000_000),
        ("1.7e9", 1_700_000_000, 0), ("1.7E+9", 1_700_000_000, 0), ("17e-1", 1, 700_000_000),
        ("1700000000.123456789", 1_700_000_000, 123_456_789), ("1700000000.000000000000000000", 1_700_000_000, 0),
        ("1000000000000000000000000000000000000000000e-40", 100, 0), ("0e999999", 0, 0), ("0.000000001", 0, 1),
        ("170000000000000000000e-11", 1_700_000_000, 0),
    ])
    func secondsAreExact(_ text: String, _ seconds: Int64, _ nanoseconds: Int) throws {
        let date = try DateFormat.unixSeconds.zonedDate(from: text)
        #expect(date.secondsSince1970 == seconds)
        #expect(date.nanosecond == nanoseconds)
        #expect(date.zoneSource == .none)
    }

    @Test(arguments: [
        (DateFormat.unixMilliseconds, "1700000000123.5", 1_700_000_000, 123_500_000),
        (.unixMicroseconds, "-1", -1, 999_999_000),
        (.unixNanoseconds, "1700000000123456789", 1_700_000_000, 123_456_789),
        (.unixNanoseconds, "-62135596800000000000", -62_135_596_800, 0), (.dotNetTicks, "0", -62_135_596_800, 0),
        (.dotNetTicks, "638447060961234567", 1_709_109_296, 123_456_700),
        (.appleReferenceDate, "-0.5", 978_307_199, 500_000_000),
    ])
    func unitsAreExact(_ format: DateFormat, _ text: String, _ seconds: Int64, _ nanoseconds: Int) throws {
        let date = try format.zonedDate(from: text)
        #expect(date.secondsSince1970 == seconds)
        #expect(date.nanosecond == nanoseconds)
    }

    /// What would not be read again is not written.
    @Test(arguments: [
        DateFormat.unixSeconds, .unixMilliseconds, .unixMicroseconds, .unixNanoseconds, .appleReferenceDate,
        .dotNetTicks, .dotNet,
    ])
    func theYearsAreThoseThatAreRead(_ format: DateFormat) throws {
        for seconds in [253_402_300_799.0, -62_167_219_200] {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(try format.date(from: format.string(from: date)) == date)
        }
        for seconds in [253_402_300_800.0, 253_402_387_199, -62_167_219_201, -62_167_305_600] {
            let error = #expect(throws: DateFormatError.self) {
                try format.string(from: Date(timeIntervalSince1970: seconds))
            }
            #expect(error?.code == .yearOutOfRange)
        }
    }

    @Test(arguments: [
        "", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "01", "-01", "1_000", " 1", "1 ", "NaN", "1.5.5", "1e5e5", "١",
        "1e-30", "1e20", "--1",
        "123456789012345678901234567890123456789012345678901234567890", "0.1234567890123456789",
        "12345678901234567890123456789012345678901e-31",
    ])
    func otherTextIsRefused(_ text: String) {
        for format in [DateFormat.unixSeconds, .unixSeconds.asText()] {
            #expect(throws: DateFormatError.self) { try format.date(from: text) }
        }
    }

    @Test(arguments: [
        (-0.25, "-0.25"), (-1, "-1"), (-1.5, "-1.5"), (0, "0"), (0.000001, "0.000001"),
        (-62_135_596_800, "-62135596800"),
        (253_402_300_799, "253402300799"),
    ])
    func fractionsBelowZeroAreWritten(_ seconds: Double, _ text: String) throws {
        #expect(try DateFormat.unixSeconds.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func wholeUnitsAreCutTowardsThePast() throws {
        let date = Date(timeIntervalSince1970: -0.0015)
        #expect(try DateFormat.unixMilliseconds.string(from: date) == "-2")
        #expect(try DateFormat.unixSeconds(fractionDigits: 0).string(from: date) == "-1")
        #expect(try DateFormat.unixSeconds(fractionDigits: 0).rounding().string(from: date) == "0")
    }

    @Test func largestNanosecondsAreWritten() throws {
        let last = Date(timeIntervalSince1970: 253_402_300_799)
        #expect(try DateFormat.unixNanoseconds.string(from: last) == "253402300799000000000")
        #expect(try DateFormat.unixNanoseconds.date(from: "253402300799000000000") == last)
    }

    @Test func endlessNumbersAreExactOrRefused() throws {
        let zeros = String(repeating: "0", count: 200_000)
        #expect(try DateFormat.unixSeconds.date(from: "1\(zeros)e-200000").timeIntervalSince1970 == 1)
        #expect(try DateFormat.unixSeconds.date(from: "0.\(zeros)1e200001").timeIntervalSince1970 == 1)
        for text in ["1\(zeros)e-400000", "1\(zeros)", "1e\(zeros)1\(zeros)", "1e-1\(zeros)"] {
            #expect(throws: DateFormatError.self) { try DateFormat.unixSeconds.date(from: text) }
        }
    }

    @Test func numbersAndTextsAreToldApart() throws {
        #expect(DateFormat.unixSeconds.notation == .number)
        #expect(DateFormat.unixSeconds.asText().notation == .text)
        #expect(DateFormat.iso8601.notation == .text)
        let bytes = Array("1700000000".utf8)
        try bytes.withUnsafeBufferPointer { buffer in
            _ = try DateFormat.unixSeconds.read(buffer, notation: .number)
            #expect(throws: DateFormat.Mismatch.self) { try DateFormat.unixSeconds.read(buffer, notation: .text) }
            #expect(throws: DateFormat.Mismatch.self) { try DateFormat.iso8601.read(buffer, notation: .number) }
            let formats: DateFormats = [.iso8601, .unixSeconds.asText()]
            let error = #expect(throws: DateFormatError.self) { try formats.read(buffer, notation: .number) }
            #expect(
                error?.attempts.map(\.reason)
                    == Array(repeating: "the format is a text, and this is a number", count: 2))
        }
    }

    @Test(arguments: [
        ("/Date(1234567890123)/", 1_234_567_890_123, 0), ("/Date(1234567890123+0200)/", 1_234_567_890_123, 7200),
        ("/Date(-1-0530)/", -1, -19_800),
    ])
    func dotNetKeepsTheInstant(_ text: String, _ milliseconds: Int64, _ offset: Int) throws {
        let date = try DateFormat.dotNet.zonedDate(from: text)
        #expect(date.secondsSince1970 * 1000 + Int64(date.nanosecond / 1_000_000) == milliseconds)
        #expect(date.zone.secondsFromGMT == offset)
    }
}
