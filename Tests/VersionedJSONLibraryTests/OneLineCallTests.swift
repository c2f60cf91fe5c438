import CVersionedJSON
import Foundation
import Testing
import VersionedJSONLibrary

/// "oneLine": each result is one line, also of a document that stays as it is.
@Suite struct OneLineCallTests {
    private static let option = #"{"oneLine": true}"#

    @Test(arguments: [
        ("{\"version\": 2,\n \"price\": 1.50}", #"{"version": 2,"price": 1.50}"#),
        (
            "{\r\n  \"version\": 2,\r\n  \"price\": 1e3,\r\n  \"x\": [\r\n    \"\\u00e9\"\r\n  ]\r\n}\r\n",
            #"{"version":2,"price":1e3,"x":["\u00e9"]}"#
        ),
        // White space around a document that is on one line is all that goes.
        ("{\"version\": 2,   \"price\" :1}\n", #"{"version": 2,   "price" :1}"#),
        ("\n\t{\"version\": 2,   \"price\" :1} \r\n\n", #"{"version": 2,   "price" :1}"#),
        ("\r{\"version\":2}", #"{"version":2}"#),
        ("{\"version\":\r2}", #"{"version":2}"#),
        // A document on one line stays byte for byte.
        (#" {"version": 2,   "price" :1} "#, #" {"version": 2,   "price" :1} "#),
    ]) func documentOfTheTargetVersionIsPutOnOneLine(text: String, line: String) throws {
        let plan = try Library(orders)
        #expect(try plan.migrate([text]) == [Document(outcome: 0, text: text)])
        // Before and after others, which are migrated at once.
        let old = #"{"version": 1, "total": 5}"#
        let new = Document(outcome: 1, text: #"{"version": 2, "price": 5}"#)
        for (texts, wanted) in [
            ([text, old, text], [Document(outcome: 0, text: line), new, Document(outcome: 0, text: line)]),
            ([line, text, line, text], Array(repeating: Document(outcome: 0, text: line), count: 4)),
        ] {
            #expect(try plan.migrate(texts, Self.option) == wanted)
        }
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32, .utf32LittleEndian])
    func documentInAnotherEncodingIsALineInUTF8(encoding: String.Encoding) throws {
        let plan = try Library(orders)
        for (text, line) in [
            (#"{"version": 2,  "x":"é\u00e9"}"#, #"{"version": 2,  "x":"é\u00e9"}"#),
            ("{\"version\": 2,\n\"x\": \"\u{10A0D}\"}\n", "{\"version\": 2,\"x\": \"\u{10A0D}\"}"),
        ] {
            let bytes = Array(try #require(text.data(using: encoding)))
            #expect(try plan.migrate(bytes: [bytes], Self.option) == [Document(outcome: 0, text: line)])
            #expect(try plan.migrate(bytes: [bytes]).first?.outcome == 0)
        }
    }

    @Test func newerDocumentThatPassesIsPutOnOneLine() throws {
        let open = orders.replacing(#""integer"}"#, with: #""integer", "newer": "passThrough"}"#)
        let found = try Library(open).migrate(["{\n  \"version\": 9\n}\n"], Self.option)
        #expect(found == [Document(outcome: 0, text: #"{"version":9}"#)])
    }

    @Test func badDocumentHasNoBytes() throws {
        let found = try Library(orders).migrate(["{\n\"version\": 2,\n", "\n", "{\"version\": 2}\n"], Self.option)
        #expect(found.map(\.outcome) == [2, 2, 0] && found.map(\.text) == ["", "", #"{"version": 2}"#])
    }
}
