import Foundation
import Testing
import VersionedCodec

/// Issues about JSON5 have the places and the spelling of the caller's text, not of the JSON that was made of it.
@Suite struct JSON5IssueTests {
    struct Page: Codable {
        var size: Int?
        var title: String?
    }

    private func issues(_ payload: String) throws -> [DecodingIssue] {
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = true
        return try decoder.decodeReporting(Page.self, from: Data(payload.utf8)).issues
    }

    @Test(arguments: [
        ("{size: [1, /* two */ 2,],}", "[1, /* two */ 2,]"), ("{title: {a: +1,},}", "{a: +1,}"),
        ("{title: 0x1F}", "0x1F"), ("{'size': 'big'}", "'big'"), ("{size: {}}\n// end", "{}"),
    ])
    func theBytesAreThoseOfTheText(payload: String, spelled: String) throws {
        let issue = try #require(try issues(payload).first)
        let range = try #require(issue.byteRange)
        #expect(String(decoding: Array(payload.utf8)[range], as: UTF8.self) == spelled)
    }

    @Test(arguments: ["[1,]", "[1,]\n// end", "'text'", "+7", ".5", "  0x10  ", "[[],]"])
    func aWrongRootHasItsBytesToo(payload: String) throws {
        let issue = try #require(try issues(payload).first)
        let range = try #require(issue.byteRange)
        #expect(range.upperBound <= payload.utf8.count && !range.isEmpty)
    }
}
