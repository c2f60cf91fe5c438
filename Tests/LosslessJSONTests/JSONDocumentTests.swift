import Foundation
import Testing
@testable import LosslessJSON

@Suite struct JSONDocumentTests {
    static let text = #"{"price": 1.50, "é": [true]}"#

    @Test func bytesDataAndTextAreReadAlike() throws {
        let documents = try [
            JSONDocument(parsing: Self.text), JSONDocument(parsing: Array(Self.text.utf8)),
            JSONDocument(parsing: Data(Self.text.utf8)),
        ]
        for document in documents {
            #expect(document.root.text() == #"{"price":1.50,"é":[true]}"#)
            #expect(document.bytes == Array(Self.text.utf8))
        }
    }

    @Test func sliceOfDataIsReadFromItsBeginning() throws {
        let data = Data("xx[1]".utf8).dropFirst(2)
        let document = try JSONDocument(parsing: data)
        #expect(document.root == [1])
        #expect(document.root.sourceOffset == 0)
    }

    @Test(arguments: ["[1]", "[1"])
    func optionsReachEveryInitialiser(text: String) {
        let options = JSONParsingOptions(maximumDepth: 0)
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text, options: options) }
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Data(text.utf8), options: options) }
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Array(text.utf8), options: options) }
    }

    /// The limit itself is 4 GiB, less a few bytes; a smaller one takes the same way.
    @Test func textBeyondTheLimitIsRefusedWithBothSizes() throws {
        #expect(JSONParsingOptions().maximumBytes == 4_294_967_279)
        var options = JSONParsingOptions()
        options.maximumBytes = 8
        #expect(try JSONDocument(parsing: "[1,2,34]", options: options).root == [1, 2, 34])
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: "[1,2,345]", options: options) }
        #expect(error?.code == .tooLarge)
        #expect(
            error?.description == "line 1, column 1, at the root: the text is too large: at most 8 bytes are allowed")
    }

    @Test func limitIs512UnlessGiven() {
        #expect(JSONParsingOptions().maximumDepth == 512)
    }

    @Test func positionIsThatOfTheValueWhereverItWasMoved() throws {
        let document = try JSONDocument(parsing: "{\n  \"é\": [1,\n    {\"a\": null}]\n}")
        let inner = try #require(document.root[at: "/é/1/a"])
        #expect(document.position(of: inner) == SourcePosition(line: 3, column: 11, byteOffset: 24))
        let moved: JSONValue = ["elsewhere": inner]
        #expect(moved["elsewhere"].flatMap(document.position) == document.position(of: inner))
        #expect(document.position(of: moved) == nil)
        #expect(document.position(of: document.root) == SourcePosition(line: 1, column: 1, byteOffset: 0))
    }

    @Test func writingStyleIsThatOfTheBytes() throws {
        #expect(try JSONDocument(parsing: "[1, 2]\n").writingStyle.comma == ", ")
    }
}
