import Foundation
import Testing
import VersionedCodec

/// Dates by each strategy, there and back.
@Suite struct FoundationCasesDateTests {
    private func both(
        _ write: (ours: VersionedJSONEncoder.DateEncodingStrategy, theirs: JSONEncoder.DateEncodingStrategy),
        _ read: (ours: VersionedJSONDecoder.DateDecodingStrategy, theirs: JSONDecoder.DateDecodingStrategy)
    ) -> BothCoders {
        var both = BothCoders()
        (both.encoders.ours.dateEncodingStrategy, both.encoders.theirs.dateEncodingStrategy) = write
        (both.decoders.ours.dateDecodingStrategy, both.decoders.theirs.dateDecodingStrategy) = read
        return both
    }

    struct Dated: Codable, Equatable {
        var date: Date
        var maybe: Date?
        var list: [Date?]
        var table: [String: Date]
    }

    @Test(arguments: [0, 0.5, -1, 1e9, 1_592_032_902.25, 978_307_200, 253_402_300_799, -12_219_292_800, 1.0 / 3])
    func datesGoThereAndBack(_ seconds: Double) throws {
        for coders in [
            both((.deferredToDate, .deferredToDate), (.deferredToDate, .deferredToDate)),
            both((.secondsSince1970, .secondsSince1970), (.secondsSince1970, .secondsSince1970)),
            both((.millisecondsSince1970, .millisecondsSince1970), (.millisecondsSince1970, .millisecondsSince1970)),
            both((.iso8601, .iso8601), (.iso8601, .iso8601)),
        ] {
            let date = Date(timeIntervalSince1970: seconds)
            let model = Dated(date: date, maybe: date, list: [date, nil], table: ["k": date])
            let text = try String(decoding: coders.encoders.theirs.encode(model), as: UTF8.self)
            try coders.encoders.expect(model, text)
            coders.decoders.agree(Dated.self, text)
            coders.decoders.agree([Dated].self, "[\(text)]")
            try coders.encoders.expect(date, String(decoding: coders.encoders.theirs.encode(date), as: UTF8.self))
        }
    }

    /// What both read, to the same instant.
    @Test(arguments: [
        "2020-06-13T07:21:42Z", "2020-06-13T07:21:42+00:00", "2020-06-13T07:21:42+02:00", "2020-06-13T07:21:42-0330",
        "2020-02-29T23:59:59Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2020-06-13T07:21:42.5Z",
        "2020-06-13T07:21:42.123456Z",
        "1582-10-15T00:00:00Z",
    ])
    func textsOfISO8601AreReadAlike(_ text: String) {
        both((.iso8601, .iso8601), (.iso8601, .iso8601)).decoders.agree([Date].self, "[\"\(text)\"]")
    }

    /// What neither reads.
    @Test(arguments: [
        "", "x", "2020", "2020-06-13", "2020-06-13T07:21:42", "07:21:42Z", "13-06-2020T07:21:42Z",
        "2020/06/13T07:21:42Z",
        "2020-13-01T00:00:00Z", "Sat, 13 Jun 2020 07:21:42 GMT", "1592032902",
        "2020-06-13T07:21:42 Z",
    ])
    func textsThatAreNoneAreRefusedByBoth(_ text: String) {
        let (ours, theirs) = both((.iso8601, .iso8601), (.iso8601, .iso8601)).decoders.outcomes(
            [Date].self, Data("[\"\(text)\"]".utf8))
        #expect(ours == .fault("dataCorrupted at 0"))
        #if os(Linux)
            #expect(theirs == .fault("dataCorrupted at "))
        #endif
    }

    /// What Foundation reads and we do not, as the article says.
    @Test(arguments: [
        "2020-02-31T00:00:00Z", "2020-06-13T07:21:42Zgarbage", "2020-6-13T7:21:42Z", "2020-06-13T25:00:00Z",
        "2020-06-13T07:61:42Z",
        "2021-02-29T00:00:00Z", "10000-01-01T00:00:00Z", "2020-06-13T07:21:42Z ", "2020-06-13T24:00:00Z",
        "2020-06-13T07:21:60Z", "2020-06-13T07:21:42+2:00", "2020-06-13T07:21:42GMT", "2020-06-13T07:21:42+02:00:00",
    ])
    func textsThatFoundationReadsAllTheSame(_ text: String) {
        let (ours, theirs) = both((.iso8601, .iso8601), (.iso8601, .iso8601)).decoders.outcomes(
            [Date].self, Data("[\"\(text)\"]".utf8))
        #expect(ours == .fault("dataCorrupted at 0"))
        #if os(Linux)
            if case .fault = theirs { Testing.Issue.record("\(text)") }
        #endif
    }

    /// What we read and Foundation does not, as the article says.
    @Test(arguments: [
        ("2020-06-13T07:21Z", "2020-06-13T07:21:00Z"), ("20200613T072142Z", "2020-06-13T07:21:42Z"),
        ("2020-W24-6T07:21:42Z", "2020-06-13T07:21:42Z"), ("2020-165T07:21:42Z", "2020-06-13T07:21:42Z"),
        ("2020-06-13T07:21:42,5Z", "2020-06-13T07:21:42.5Z"),
    ])
    func textsOfISO8601ThatFoundationDoesNotRead(_ text: String, _ same: String) throws {
        let decoders = both((.iso8601, .iso8601), (.iso8601, .iso8601)).decoders
        let (ours, theirs) = decoders.outcomes([Date].self, Data("[\"\(text)\"]".utf8))
        #expect(ours == decoders.outcomes([Date].self, Data("[\"\(same)\"]".utf8)).theirs)
        #if os(Linux)
            #expect(theirs == .fault("dataCorrupted at "))
        #endif
    }
}
