import Foundation
import Testing
import VersionedCodec

/// What the article "Tolerant decoding" says, as its blocks say it.
@Suite struct TolerantDecodingArticleTests {
    struct Song: Codable {
        var id: Int
        var title: String
        var length: Double?
    }

    struct Person: Codable, RecordIdentifying {
        enum CodingKeys: String, CodingKey { case personID = "person_id", height }
        var personID: Int
        var height: Double

        static var recordIDKey: any CodingKey { CodingKeys.personID }
    }

    @Test func aListIsReadAsFarAsItCanBe() throws {
        let payload = Data(
            #"[{"id": 1, "title": "A"}, {"id": "two", "title": "B"}, {"id": 3, "title": "C", "length": "long"}]"#.utf8)
        let report = try VersionedJSONDecoder().decodeReporting([Song].self, from: payload)
        #expect(report.value?.map(\.title) == ["A", "C"])
        #expect(
            report.issues.map(\.description) == [
                #"line 1, column 34, at "/1/id": expected an integer, found a string ("two")"#,
                #"line 1, column 90, at "/2/length": expected a number, found a string ("long")"#,
            ])
    }

    @Test func anIssueHasSeveralForms() throws {
        let payload = Data(#"{"person_id": 8675309, "height": "tall"}"#.utf8)
        let report = try VersionedJSONDecoder().decodeReporting(Person.self, from: payload)
        let issue = try #require(report.issues.first)
        #expect(
            issue.oneLine == #"root(Person person_id=8675309) > "height"(Double) : Unexpectedly found a string"#)
        #expect(issue.description == #"line 1, column 34, at "/height": expected a number, found a string ("tall")"#)
        #expect(
            issue.text(in: payload) == """
                line 1, column 34, at "/height": expected a number, found a string ("tall")
                {"person_id": 8675309, "height": "tall"}
                                                 ^~~~~~
                """)
        guard case .typeMismatch(let type, let context) = issue.decodingError else {
            Issue.record("another error")
            return
        }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Double.self))
        #expect(context.codingPath.map(\.stringValue) == ["height"])
        let log = try VersionedJSONEncoder().encode(issue.logEntry(redacting: [.key("height")]))
        #expect(!String(decoding: log, as: UTF8.self).contains("tall"))
    }
}
