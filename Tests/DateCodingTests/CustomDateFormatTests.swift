import Foundation
import TestSupport
import Testing
import DateCoding

/// A day as its number since 1970.
private struct DayNumber: CustomDateFormat {
    var name: String { "day number" }
    var notation: DateFormat.Notation { .number }

    func read(_ text: UnsafeBufferPointer<UInt8>) throws(DateFormat.Mismatch) -> ZonedDate {
        var days: Int64 = 0
        for (place, byte) in text.enumerated() {
            guard byte >= 48, byte <= 57, days < 1_000_000 else {
                throw DateFormat.Mismatch(.custom, at: place, reason: "a day number is digits")
            }
            days = days * 10 + Int64(byte - 48)
        }
        return try ZonedDate(Date(timeIntervalSince1970: Double(days) * 86_400))
    }

    func append(_ date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch) {
        guard date.secondsSince1970 >= 0 else { throw DateFormat.Mismatch(.yearOutOfRange, at: 0) }
        bytes.append(contentsOf: "\(date.secondsSince1970 / 86_400)".utf8)
    }
}

@Suite struct CustomDateFormatTests {
    @Test func formatOfOnesOwnReadsAndWrites() throws {
        let format = DateFormat.custom(DayNumber())
        #expect(try format.date(from: "19782") == Date(timeIntervalSince1970: 1_709_164_800))
        #expect(try format.string(from: Date(timeIntervalSince1970: 1_709_164_801)) == "19782")
        #expect(format.notation == .number)
        #expect(format.description == "day number")
        #expect(format == .custom(DayNumber()))
    }

    @Test func itsReasonIsShown() throws {
        let error = try #require(throws: DateFormatError.self) {
            try DateFormats([.custom(DayNumber())]).date(from: "12x")
        }
        #expect(
            "\(error)" == """
                a day number is digits
                  12x
                    ^
                format: day number
                """)
    }

    @Test func itStandsInAListAndInReformatting() throws {
        let formats: DateFormats = [.iso8601, .custom(DayNumber())]
        #expect(try formats.date(from: "1") == Date(timeIntervalSince1970: 86_400))
        #expect(try formats.reformat("1", as: .dateOnly).text == "1970-01-02")
        #expect(try DateFormat.dateOnly.reformat("1970-01-02", as: .custom(DayNumber())).text == "1")
    }
}

@Suite struct DateFormatsTests {
    @Test func firstThatMatchesTheWholeTextReads() throws {
        let formats: DateFormats = [.dateOnly, .iso8601, .unixSeconds]
        #expect(try formats.date(from: "2024-02-29").timeIntervalSince1970 == 1_709_164_800)
        #expect(try formats.date(from: "2024-02-29T12:34:56Z").timeIntervalSince1970 == 1_709_210_096)
        #expect(try formats.date(from: "1700000000").timeIntervalSince1970 == 1_700_000_000)
    }

    @Test func firstWrites() throws {
        let formats: DateFormats = [.dateOnly, .iso8601]
        #expect(try formats.string(from: Date(timeIntervalSince1970: 0)) == "1970-01-01")
        #expect(formats.writing == .dateOnly)
        #expect(formats.description == "yyyy-MM-dd, assuming GMT; ISO 8601")
        #expect(throws: DateFormatError.self) { try DateFormats([]).string(from: Date(timeIntervalSince1970: 0)) }
    }

    /// Random bytes, and dates with one byte changed: an error or a date, never a trap.
    @Test func randomTextNeverTraps() throws {
        var random = SeededGenerator(seed: 11)
        let formats = DateRoundTripTests.formats.map(\.format)
        let alphabet = Array("0123456789-+:.,TZGMTUCESTPDWeEadnov /()'\u{0}\u{ff}é".utf8)
        for format in formats {
            let text = try Array(format.string(from: Date(timeIntervalSince1970: 1_709_210_096.5)).utf8)
            for round in 0..<Cases.some(of: 1500) {
                var bytes = text
                for _ in 0...(round % 3) where !bytes.isEmpty {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch round % 4 {
                    case 0: bytes.remove(at: place)
                    case 1: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: place)
                    default: bytes[place] = alphabet.randomElement(using: &random) ?? 0
                    }
                }
                do {
                    let date = try bytes.withUnsafeBufferPointer {
                        try DateFormats(format).read($0, notation: format.notation)
                    }
                    _ = try? format.string(from: date.date)
                } catch {
                    #expect("\(error)".contains("^"))
                }
            }
        }
    }

    @Test func zonesBeyondADayAreNoneWhateverTheNumber() {
        for seconds in [Int.min, .min + 1, -86_400, 86_400, .max] { #expect(FixedZone(secondsFromGMT: seconds) == nil) }
        #expect(FixedZone(secondsFromGMT: -86_399)?.secondsFromGMT == -86_399)
    }
}
