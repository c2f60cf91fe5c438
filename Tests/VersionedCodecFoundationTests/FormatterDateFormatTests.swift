import Foundation
import Testing
import VersionedCodec
import VersionedCodecFoundation

@Suite struct FormatterDateFormatTests {
    static var german: DateFormatter {
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = Locale(identifier: "de_DE")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "d. MMMM yyyy"
        return formatter
    }

    @Test func formatterReadsAndWrites() throws {
        let format = DateFormat.formatter(Self.german, name: "German day")
        #expect(try format.string(from: Date(timeIntervalSince1970: 1_709_164_800)) == "29. Februar 2024")
        #expect(try format.date(from: "29. Februar 2024").timeIntervalSince1970 == 1_709_164_800)
        #expect(format.description == "German day")
    }

    @Test(arguments: ["30. Februar 2024", "29. Februar 2024 x", "29. February 2024", "", "29. Februar 24"])
    func otherTextIsRefused(_ text: String) {
        let format = DateFormat.formatter(Self.german, name: "German day")
        #expect(throws: DateFormatError.self) { try format.date(from: text) }
    }

    @Test func laterChangesOfTheFormatterDoNotMatter() throws {
        let formatter = Self.german
        let format = DateFormat.formatter(formatter, name: "German day")
        formatter.dateFormat = "yyyy"
        #expect(try format.string(from: Date(timeIntervalSince1970: 0)) == "1. Januar 1970")
    }

    @Test func itStandsInAList() throws {
        let formats: DateFormats = [.iso8601, .formatter(Self.german, name: "German day")]
        #expect(try formats.date(from: "1. Januar 1970").timeIntervalSince1970 == 0)
    }
}
