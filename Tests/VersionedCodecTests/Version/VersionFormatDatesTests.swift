import Foundation
import Testing
import VersionedCodec

/// A format that reads and writes takes no dates that could be written and not read back.
@Suite struct VersionFormatDatesTests {
    @Test(arguments: ["yyyy/MM/dd", "HH:mm", "yyyy-MM-dd'T'HH:mm:ss'Z'"]) func patternsWithoutAZoneReadNothing(
        pattern: String
    ) throws {
        let format = try DateFormat.pattern(pattern)
        #expect(!format.readsWhatItWrites)
        #expect(throws: DateFormatError.self) {
            try format.date(from: format.string(from: Date(timeIntervalSince1970: 0)))
        }
        #expect(format.assuming(.gmt).readsWhatItWrites)
        #expect(try DateFormat.pattern(pattern + " XXX").readsWhatItWrites)
    }

    @Test(arguments: [DateFormat.iso8601, .rfc3339, .httpDate, .mail, .unixSeconds, .dateOnly, .iso8601Date, .dotNet])
    func namedFormatsReadWhatTheyWrite(format: DateFormat) throws {
        #expect(format.readsWhatItWrites)
        let text = try format.string(from: Date(timeIntervalSince1970: 0))
        #expect(try format.date(from: text) == Date(timeIntervalSince1970: 0))
    }

    @Test func aFormatOfDatesThatCannotBeReadTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = VersionFormat(dates: [try .pattern("yyyy/MM/dd")])
        }
        await #expect(processExitsWith: .failure) {
            var format = VersionFormat()
            format.dates = [.iso8601, try .pattern("yyyy/MM/dd")]
        }
    }

    @Test func zonesSayWhatTheTextDoesNot() throws {
        #expect(VersionFormat(dates: [try .pattern("yyyy/MM/dd", assuming: .gmt)]).dates.list.count == 1)
    }
}
