import Foundation
import Testing

@testable import DateCoding

/// Random instants: each format reads what it prints, and an independent calendar agrees.
@Suite struct DateRoundTripTests {
    /// The formats with the number of seconds or the fraction that they keep.
    static let formats: [(format: DateFormat, unit: Double)] = {
        var list: [(DateFormat, Double)] = [
            (.iso8601, 1), (.iso8601(fractionDigits: 3), 1e-3), (.iso8601(fractionDigits: 6), 1e-6),
            (.iso8601(fractionDigits: 9, offset: .basic).printing(in: .hours(5, minutes: 45)), 0),
            (.iso8601WithFraction, 0), (.iso8601Basic, 1), (.rfc3339, 1), (.rfc3339WithFraction, 0),
            (.rfc3339(fractionDigits: 6).printing(in: .hours(-8)), 1e-6), (.httpDate, 1), (.mail, 1),
            (.mail.printing(in: .hours(-3, minutes: 30)), 1), (.unixSeconds, 0), (.unixSeconds.asText(), 0),
            (.unixSeconds(fractionDigits: 2), 1e-2), (.unixMilliseconds, 1e-3), (.unixMicroseconds, 1e-6),
            (.unixNanoseconds, 0), (.appleReferenceDate, 0), (.dotNet, 1e-3), (.dotNetTicks, 1e-7),
            (.dotNet.printing(in: .hours(2)), 1e-3), (.dateOnly, 86_400), (.iso8601Date, 86_400),
            (.iso8601WeekDate, 86_400), (.iso8601OrdinalDate, 86_400),
        ]
        let patterns = [
            "MMM-dd-yyyy HH:mm:ss zzz", "MMM-dd-yyyy HH:mm:ssZ", "yyyy-MM-dd HH:mm:ss Z", "d MMMM y h:m:s a O",
            "EEEE, dd-MMM-yyyy kk:mm:ss zzzz", "EEE MMM d HH:mm:ss xxx yyyy", "yyyyDDDHHmmssXX",
            "D/yyyy K:mm:ss b XXXXX",
            "yyyy-MM-dd'T'HH:mm:ssZZZZZ", "M/d/y H:m:s xxxxx", "LLLL d, yyyy 'at' hh 'o''clock' mm ss a OOOO",
        ]
        for (index, pattern) in patterns.enumerated() {
            guard let format = try? DateFormat.pattern(pattern, zone: .hours(index * 5 % 23 - 11)) else { continue }
            list.append((format, 1))
        }
        return list
    }()

    @Test func everyPatternIsThere() {
        #expect(Self.formats.count == 37)
    }

    @Test(arguments: formats.indices)
    func readsWhatItPrints(_ index: Int) throws {
        let (format, unit) = Self.formats[index]
        var random = SeededGenerator(seed: UInt64(index) + 7)
        for _ in 0..<2000 {
            let seconds = Double(Int.random(in: -62_135_000_000...253_402_000_000, using: &random))
            let date = Date(timeIntervalSince1970: seconds + Double.random(in: 0..<1, using: &random))
            let text = try format.string(from: date)
            let back = try format.date(from: text)
            // Cut to the format's unit: never later, never a unit earlier, but for what a Date cannot tell apart.
            let slack = date.timeIntervalSinceReferenceDate.ulp * 2 + (unit < 1 ? max(unit / 10, 6e-7) : 1e-6)
            let tolerance = abs(seconds) > 0x1p33 ? max(slack, 1e-4) : slack
            let difference = date.timeIntervalSince(back)
            #expect(difference > -tolerance && difference < unit + tolerance, "\(text) \(difference)")
            // And then it is.
            #expect(try format.string(from: back) == text)
        }
    }

    /// Six digits can be distinguished from 1730 to 2270, five in the years 1 to 4178, four always.
    @Test(
        arguments: [0, 1, 2, 3, 4, 5, 6].map { ($0, Int64(-7_500_000_000)...9_400_000_000) } + [
            (5, -62_135_596_800...69_000_000_000), (4, -62_135_596_800...253_402_300_798),
        ])
    func textWithFractionComesBackAsItWas(_ digits: Int, _ range: ClosedRange<Int64>) throws {
        var random = SeededGenerator(seed: UInt64(digits) + 99)
        let format = DateFormat.iso8601(fractionDigits: digits)
        for _ in 0..<5000 {
            let seconds = Int64.random(in: range, using: &random)
            let unit = DateScanner.powerOfTen(18 - digits)
            let fraction = Int64.random(in: 0..<DateScanner.powerOfTen(digits), using: &random) * unit
            let zoned = ZonedDate(seconds: seconds, attoseconds: fraction, digits: digits, zoneSource: .none)
            var bytes: [UInt8] = []
            _ = try format.append(reformatting: zoned, to: &bytes)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(try format.string(from: format.date(from: text)) == text)
        }
    }

    @Test func calendarAgreesWithCountingDays() {
        var year = 0
        var month = 1
        var day = 1
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var weekday = 5  // 0000-01-01 was a Saturday.
        var dayOfYear = 1
        for number in -719_528...2_932_896 {
            let civil = CivilCalendar.civil(days: number)
            guard civil == (year, month, day), CivilCalendar.days(year: year, month: month, day: day) == number,
                CivilCalendar.weekday(days: number) == weekday,
                CivilCalendar.dayOfYear(days: number, year: year) == dayOfYear
            else {
                Issue.record("day \(number): \(civil), counted \(year)-\(month)-\(day)")
                return
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
            weekday = (weekday + 1) % 7
            day += 1
            dayOfYear += 1
            if day > length { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month, dayOfYear) = (year + 1, 1, 1) }
        }
        #expect((year, month, day) == (10_000, 1, 1))
    }

    @Test func weekNumbersAgreeWithCountingThursdays() {
        for year in 1...9998 {
            let start = CivilCalendar.days(year: year, month: 1, day: 1)
            for dayOfYear in [1, 2, 3, 4, 5, 6, 7, 8, 180, 358, 359, 360, 361, 362, 363, 364, 365] {
                let day = start + dayOfYear - 1
                // The week of a day is the week of its Thursday, counted within the Thursday's year.
                let thursday = day - CivilCalendar.weekday(days: day) + 3
                let weekYear = CivilCalendar.civil(days: thursday).year
                let week = (thursday - CivilCalendar.days(year: weekYear, month: 1, day: 1)) / 7 + 1
                let found = CivilCalendar.week(days: day, year: year)
                if found != (weekYear, week, CivilCalendar.weekday(days: day) + 1) {
                    Issue.record("\(year) day \(dayOfYear): \(found)")
                    return
                }
            }
        }
    }

    /// What a reformatting relies on instead of reading its own text.
    @Test func aFormatThatKeepsAllOfADateReadsItBack() throws {
        let formats: [DateFormat] =
            [.iso8601, .iso8601WithFraction, .iso8601Basic, .rfc3339, .rfc3339WithFraction, .iso8601Date]
            + (0...9).flatMap { digits in
                [.rfc3339(fractionDigits: digits), .iso8601(fractionDigits: digits)]
                    + [DateFormat.ISO8601Offset.extended, .basic].map { .iso8601(fractionDigits: digits, offset: $0) }
            }
        var random = SeededGenerator(seed: 17)
        var kept: Set<DateFormat> = []
        for _ in 0..<4000 {
            let fraction = (0..<Int.random(in: 0...18, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            let numbers = [9999, 12, 28, 23, 59, 59, 23, 59].enumerated().map { index, most in
                let shown = String(Int.random(in: (index == 1 || index == 2 ? 1 : 0)...most, using: &random))
                return String(repeating: "0", count: (index == 0 ? 4 : 2) - shown.count) + shown
            }
            let sign = Bool.random(using: &random) ? "+" : "-"
            let text =
                "\(numbers[0])-\(numbers[1])-\(numbers[2])T\(numbers[3]):\(numbers[4]):\(numbers[5])"
                + (fraction.isEmpty ? "" : "." + fraction.joined()) + sign + "\(numbers[6]):\(numbers[7])"
            let date = try DateFormat.iso8601.zonedDate(from: text)
            for format in formats where format.keepsAll(of: date) {
                kept.insert(format)
                var bytes: [UInt8] = []
                let loss = try format.append(reformatting: date, to: &bytes)
                let back = try bytes.withUnsafeBufferPointer { try format.read($0) }
                #expect(loss.isEmpty && back == date, "\(text) as \(format)")
            }
        }
        #expect(kept == Set(formats).subtracting([.iso8601Date]))
    }

    /// A reformatting does not write a date again that was read as it is written.
    @Test func textsThatAreReadAsWrittenAreWrittenSo() throws {
        let patterns = [
            "yyyy-MM-dd HH:mm:ss Z", "yyyy/MM/dd'T'HH:mm:ssX", "yyyy-MM-dd HH:mm:ss XXX", "HH:mm:ss yyyy-MM-dd xxx",
            "yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss ZZZZZ", "yyyy-MM-dd HH:mm:ss.SSS Z", "yyyy-MM-dd HH:mm XX",
            "yyyy.MM.dd HH.mm.ss xxxxx", "EEE yyyy-MM-dd HH:mm:ss Z",
        ]
        let offsets = [
            "+0000", "-0000", "Z", "+01", "+01:00", "-00:00", "-0830", "+23:59", "+00", "+010203", "+01:02:03",
        ]
        let days = ["2024-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2023-2-9", "02023-02-09"]
        let times = ["00:00:00", "24:00:00", "23:59:59", "12:00", "1:02:03", "23:59:59.500"]
        var kept: Set<String> = []
        for pattern in patterns {
            let format = try DateFormat.pattern(pattern)
            for day in days {
                for time in times {
                    for offset in offsets {
                        var text = pattern.replacing("yyyy-MM-dd", with: day).replacing("EEE", with: "Thu")
                        text = text.replacing("yyyy/MM/dd'T'", with: day.replacing("-", with: "/") + "T")
                        text = text.replacing("yyyy.MM.dd", with: day.replacing("-", with: "."))
                        text = text.replacing("HH:mm:ss.SSS", with: time).replacing("HH:mm:ss", with: time)
                        text = text.replacing("HH.mm.ss", with: time.replacing(":", with: "."))
                        text = text.replacing("HH:mm", with: time).replacing(/[ZXx]+$/, with: offset)
                        var isAsWritten = false
                        let date = text.utf8CString.withUnsafeBytes { bytes in
                            let characters = UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self).dropLast())
                            return try? format.read(characters, notation: .text, &isAsWritten)
                        }
                        guard let date, isAsWritten else { continue }
                        kept.insert(pattern)
                        var bytes: [UInt8] = []
                        _ = try format.append(reformatting: date, to: &bytes)
                        #expect(String(decoding: bytes, as: UTF8.self) == text, "\(pattern)")
                    }
                }
            }
        }
        let others = ["yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss.SSS Z", "yyyy-MM-dd HH:mm XX", "EEE yyyy-MM-dd HH:mm:ss Z"]
        #expect(kept == Set(patterns).subtracting(others))
    }
}

/// SplitMix64: the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
