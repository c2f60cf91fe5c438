import Foundation
import TestSupport
import Testing
import DateCoding

/// Texts that another implementation printed (`fixtures/dates`): read, and printed again.
@Suite struct IndependentDateTests {
    struct Printed: Sendable {
        let format: String
        let zone: Int
        let seconds: String
        let text: String
    }

    static let lines: [Printed] = {
        guard let data = try? RepositoryFiles.fixture("dates/printed.tsv") else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t").map(String.init)
            guard parts.count == 4, let zone = Int(parts[1]) else { return nil }
            return Printed(format: parts[0], zone: zone, seconds: parts[2], text: parts[3])
        }
    }()

    static let names: [String] = Set(lines.map(\.format)).sorted()

    static func format(_ name: String, _ zone: FixedZone) throws -> DateFormat {
        let named: [String: DateFormat] = [
            "iso8601": .iso8601, "iso8601.3": .iso8601(fractionDigits: 3), "iso8601.6": .iso8601(fractionDigits: 6),
            "rfc3339": .rfc3339, "http": .httpDate, "mail": .mail, "day": .dateOnly, "week": .iso8601WeekDate,
            "ordinal": .iso8601OrdinalDate, "unix": .unixSeconds, "unix.ms": .unixMilliseconds,
            "unix.us": .unixMicroseconds, "apple": .appleReferenceDate,
        ]
        guard let format = named[name] else { return try .pattern(name, zone: zone) }
        return zone == .gmt ? format : format.printing(in: zone)
    }

    @Test func allAreThere() {
        #expect(Self.lines.count == 2240)
        #expect(Self.names.count == 28)
    }

    @Test(arguments: names)
    func textsSayTheSame(_ name: String) throws {
        for line in Self.lines where line.format == name {
            let zone = try #require(FixedZone(secondsFromGMT: line.zone * 60))
            let format = try Self.format(name, zone == FixedZone(secondsFromGMT: 0) ? .gmt : zone)
            let read = try format.zonedDate(from: line.text)
            var bytes: [UInt8] = []
            _ = try DateFormat.unixSeconds.append(reformatting: read, to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == line.seconds, "\(line.text)")
            bytes = []
            #expect(try format.append(reformatting: read, to: &bytes) == [])
            #expect(String(decoding: bytes, as: UTF8.self) == line.text)
            // A Date has fewer digits than some of the texts, so what it keeps is compared.
            let date = try format.date(from: line.text)
            let expected = try #require(Double(line.seconds))
            let spacing = max(expected.magnitude.ulp, date.timeIntervalSinceReferenceDate.magnitude.ulp)
            #expect(abs(date.timeIntervalSince1970 - expected) <= spacing, "\(line.text)")
            if !line.seconds.contains(".") || (-7_500_000_000...9_400_000_000).contains(expected) {
                #expect(try format.string(from: date) == line.text)
            }
        }
    }
}
