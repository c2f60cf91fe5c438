import Foundation
import Testing
import VersionedCodec
import VersionedCodecFoundation

@Suite struct FormattedStrategyTests {
    @Test func formatterWritesTheDates() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "de_DE")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "d. MMMM yyyy"
        var encoder = VersionedJSONEncoder()
        encoder.dateEncodingStrategy = .formatted(formatter)
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(String(decoding: try encoder.encode([date]), as: UTF8.self) == #"["14. November 2023"]"#)
    }
}
