import Foundation
import Testing
import VersionedCodec

@Suite struct IssueTextTests {
    struct Person: Decodable, RecordIdentifying {
        enum CodingKeys: String, CodingKey { case personID = "person_id", height, email, address }
        var personID: Int
        var height: Double
        var email: String?
        var address: Address?
        static var recordIDKey: any CodingKey { CodingKeys.personID }
    }

    struct Address: Decodable { var zip: String }

    struct Staff: Decodable { var people: [Person] }

    static let text =
        "{\"people\": [\n  {\"person_id\": 8675309, \"height\": \"tall\", \"email\": 7, \"address\": {\"zip\": 1}}\n]}"

    private func issues() throws -> [DecodingIssue] { try DecodeReportingTests.report(Staff.self, Self.text).issues }

    enum Media: Decodable { case song(title: String), link(String) }

    @Test(arguments: [
        (#"{"poll": {}}"#, #""poll" is not a case of Media"#),
        ("{}", "expected a member that names the case of Media, found none"),
        (
            #"{"song": {"title": "A"}, "link": {"_0": "b"}}"#,
            #"expected one member, which names the case of Media, found "song", "link""#
        ),
    ]) func errorOfAnEnumNamesTheMembers(payload: String, words: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode([Media].self, from: "[\(payload)]")
        }
        #expect(error.map { Diagnostic(describing: $0).message } == words)
        let report = try VersionedJSONDecoder().decodeReporting([Media].self, from: "[\(payload)]")
        #expect(report.issues.map(\.diagnostic.message) == [words])
    }

    @Test func oneLineNamesTheObjectsAround() throws {
        #expect(
            try issues().map(\.oneLine) == [
                #"root(Staff) > "people"[0](Person person_id=8675309) > "height"(Double) : Unexpectedly found a string"#,
                #"root(Staff) > "people"[0](Person person_id=8675309) > "email"(String) : Unexpectedly found a number"#,
                #"root(Staff) > "people"[0](Person person_id=8675309) > "address"(Address) > "zip"(String) : Unexpectedly found a number"#,
            ])
    }

    @Test func theRecordIsNamed() throws {
        #expect(
            try issues().map(\.record)
                == Array(repeating: .init(type: "Person", key: "person_id", id: "8675309"), count: 3))
        #expect(try issues().map(\.type) == ["Person", "Person", "Address"])
        #expect(try issues().map(\.member) == ["height", "email", "zip"])
    }

    @Test func aMarkStandsBelowTheValue() throws {
        let issue = try #require(try issues().first)
        #expect(
            issue.text(in: Self.text.utf8) == """
                line 2, column 36, at "/people/0/height": expected a number, found a string ("tall")
                  {"person_id": 8675309, "height": "tall", "email": 7, "address": {"zip": 1}}
                                                   ^~~~~~
                """)
        #expect(
            issue.text(in: Self.text.utf8, width: 30) == """
                line 2, column 36, at "/people/0/height": expected a number, found a string ("tall")
                …309, "height": "tall", "email"…
                                ^~~~~~
                """)
    }

    @Test func aLogEntryIsCodableBoundedAndRedacted() throws {
        let issues = try issues()
        let entry = issues[0].logEntry()
        #expect(entry.code == "unexpectedKind")
        #expect(entry.line == 2 && entry.column == 36)
        #expect(entry.recordID == "8675309")
        #expect(entry.quotation == #""tall""#)
        let data = try JSONEncoder().encode(entry)
        #expect(try JSONDecoder().decode(DecodingIssue.LogEntry.self, from: data) == entry)

        let redacted = issues[1].logEntry(redacting: [.key("email"), .path("/people/*/person_id")])
        #expect(redacted.quotation == nil)
        #expect(redacted.recordID == nil)
        #expect(redacted.message == "expected a string, found a number")
        #expect(issues[0].logEntry(mostCharacters: 5).message == "expe…")
    }

    @Test func issuesAreMadeFromErrorsAndIntoThem() throws {
        let error = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode(Staff.self, from: Self.text)
        }
        let issue = DecodingIssue(describing: try #require(error))
        #expect(issue.code == .unexpectedKind)
        #expect(issue.path == "/people/0/height")
        #expect(issue.found == .string)
        #expect(issue.description == (try issues()[0].description))
        guard case .typeMismatch(_, let context) = issue.decodingError else { throw issue.decodingError }
        #expect(context.codingPath.map(\.stringValue) == ["people", "Index 0", "height"])
        #expect((context.underlyingError as? DecodingFault)?.position?.line == 2)
    }
}
