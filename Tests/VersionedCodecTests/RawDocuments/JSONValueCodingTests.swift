import Foundation
import Testing
import VersionedCodec

@Suite struct JSONValueCodingTests {
    struct Event: Codable, Equatable {
        var id: Int
        var payload: JSONValue
        var others: [JSONValue]?
        var named: [String: JSONValue]?
        var note: JSONValue?
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    static let documents = [
        "null", "true", "-0", "1.0", "1e3", "1E+400", "123456789012345678901234567890123456789012345", #""""#,
        #""caf\u00e9 \/ / \ud83d\ude00""#, "[]", "{}", #"{"b":1,"a":2,"":3}"#, #"{"é":1,"e\u0301":2,"\u0000":3}"#,
        #"[[],{},[{"a":[1.0,null,{"z":"\u00E9"}]}]]"#,
        String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
        "[" + (0..<5000).map { "{\"k\($0)\":\($0).0}" }.joined(separator: ",") + "]",
    ]

    @Test(arguments: documents) func documentsComeBackByteForByte(_ document: String) throws {
        let (decoder, encoder) = (VersionedJSONDecoder(), VersionedJSONEncoder())
        #expect(try Self.text(encoder.bytes(of: decoder.decode(JSONValue.self, from: document))) == document)
        let list = "[\(document),\(document)]"
        #expect(try Self.text(encoder.bytes(of: decoder.decode([JSONValue].self, from: list))) == list)
        let scanned = try JSONDocument(parsing: document)
        #expect(try Self.text(encoder.bytes(of: decoder.decode(JSONValue.self, from: scanned.root))) == document)
        let made = try decoder.decode(
            JSONValue.self, from: scanned.root.object.map { JSONValue.object($0) } ?? scanned.root)
        #expect(made == scanned.root)
    }

    @Test(arguments: documents.dropLast(2)) func membersComeBackByteForByte(_ document: String) throws {
        let text = #"{"id":1,"payload":\#(document),"others":[1.0,\#(document)],"named":{"a":\#(document)}}"#
        var event = try VersionedJSONDecoder().decode(Event.self, from: text)
        #expect(try Self.text(VersionedJSONEncoder().bytes(of: event)) == text)
        event.id = 2
        #expect(try Self.text(VersionedJSONEncoder().bytes(of: event)) == text.replacing("\"id\":1", with: "\"id\":2"))
    }

    @Test(arguments: 0..<300) func randomDocumentsComeBackByteForByte(_ seed: Int) throws {
        var random = RandomJSON(seed: seed)
        let (payload, other) = (random.value(depth: 5), random.value())
        let text = #"{"id":7,"payload":\#(payload),"others":[\#(other)]}"#
        let event = try VersionedJSONDecoder().decode(Event.self, from: text)
        #expect(try Self.text(VersionedJSONEncoder().bytes(of: event)) == text)
        // Another decoder of the same bytes, after whose call they are gone.
        let again = try VersionedJSONDecoder().decode(Event.self, from: Array(text.utf8))
        #expect(again == event)
        #expect(try Self.text(VersionedJSONEncoder().bytes(of: again)) == text)
    }

    @Test func whiteSpaceIsThatOfTheEncoder() throws {
        let value = try VersionedJSONDecoder().decode(JSONValue.self, from: "{ \"b\" : [ 1.0 ,2 ] , \"a\" : { } }")
        #expect(try Self.text(VersionedJSONEncoder().bytes(of: value)) == #"{"b":[1.0,2],"a":{}}"#)
        var pretty = VersionedJSONEncoder()
        pretty.style = WritingStyle(indentation: .spaces(1), keyOrder: .sorted)
        #expect(try Self.text(pretty.bytes(of: value)) == "{\n \"a\": {},\n \"b\": [\n  1.0,\n  2\n ]\n}")
    }

    @Test func sortedKeysLeaveTheOrderInsideADocument() throws {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let value = try VersionedJSONDecoder().decode(JSONValue.self, from: #"{"b":1,"a":"x/y"}"#)
        #expect(
            try Self.text(encoder.bytes(of: Event(id: 1, payload: value))) == #"{"id":1,"payload":{"b":1,"a":"x/y"}}"#)
    }

    @Test func whatIsNewHasTheEscapesOfTheEncoder() throws {
        var value = try VersionedJSONDecoder().decode(JSONValue.self, from: #"{"a":"x/y"}"#)
        value.object?["b"] = "x/y"
        #expect(try Self.text(VersionedJSONEncoder().bytes(of: value)) == #"{"a":"x/y","b":"x\/y"}"#)
    }

    @Test func nullIsAValueAndNotNilWhereTheMemberMustBeThere() throws {
        let event = try VersionedJSONDecoder().decode(Event.self, from: #"{"id":1,"payload":null,"note":null}"#)
        #expect(event.payload == .null)
        #expect(event.note == nil)
        #expect(try Self.text(VersionedJSONEncoder().bytes(of: event)) == #"{"id":1,"payload":null}"#)
    }

    @Test func aValueKnowsItsPlaceInThePayload() throws {
        let text = #"{"id": 1, "payload": {"a": [7]}}"#
        let event = try VersionedJSONDecoder().decode(Event.self, from: text)
        #expect(event.payload.sourceOffset == 21)
        #expect(event.payload[at: "/a/0"]?.sourceOffset == 28)
    }

    @Test func keyStrategiesLeaveTheKeysOfDocuments() throws {
        var (decoder, encoder) = (VersionedJSONDecoder(), VersionedJSONEncoder())
        (decoder.keyDecodingStrategy, encoder.keyEncodingStrategy) = (.convertFromSnakeCase, .convertToSnakeCase)
        struct Box: Codable { var rawValue: JSONValue }
        let text = #"{"raw_value":{"a_b":1,"aB":2}}"#
        #expect(try Self.text(encoder.bytes(of: decoder.decode(Box.self, from: text))) == text)
        let (theirs, writer) = (JSONDecoder(), JSONEncoder())
        (theirs.keyDecodingStrategy, writer.keyEncodingStrategy) = (.convertFromSnakeCase, .convertToSnakeCase)
        writer.outputFormatting = .sortedKeys
        let sorted = #"{"raw_value":{"aB":2,"a_b":1}}"#
        #expect(
            try String(decoding: writer.encode(theirs.decode(Box.self, from: Data(text.utf8))), as: UTF8.self) == sorted
        )
    }

    @Test func foundationsCodersKeepValuesAndLoseTexts() throws {
        let text = #"{"b":[1.0,1e3,19.90,18446744073709551615,0.1,true,null,"\u00e9"],"a":{"z":1}}"#
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(value.text() == #"{"a":{"z":1},"b":[1,1000,19.9,18446744073709551615,0.1,true,null,"é"]}"#)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try String(decoding: encoder.encode(value), as: UTF8.self) == value.text())
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(deep.utf8)).text() == deep)
    }

    @Test func whatAnotherCoderCannotHoldIsAnError() throws {
        let twins = try JSONValue(parsingForTests: #"{"é":1,"e\u0301":2}"#)
        #expect {
            try JSONEncoder().encode(["a": twins])
        } throws: { error in
            guard case EncodingError.invalidValue(_, let context) = error else { return false }
            return context.codingPath.map(\.stringValue) == ["a"]
                && context.debugDescription.contains("one and the same Swift text")
        }
        let huge = try JSONValue(parsingForTests: "1e999")
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([huge]) }
        #expect(try Self.text(VersionedJSONEncoder().bytes(of: [twins, huge])) == #"[{"é":1,"e\u0301":2},1e999]"#)
    }

    @Test func aNameOfANumberIsNotWritten() throws {
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = true
        let value = try decoder.decode(JSONValue.self, from: "{a: [+1.5, 0x10,], b: Infinity}")
        #expect(value["a"]?.text() == "[1.5,16]")
        #expect(throws: EncodingError.self) { try VersionedJSONEncoder().bytes(of: value) }
    }

    @Test func aDocumentTakesTheVersionOfItsPayload() throws {
        let controller = VersionController<Edition>(location: VersionLocation("/version", as: .integer))
        let value = try VersionedJSONDecoder(controller).decode(JSONValue.self, from: #"{"version":1,"b":1.0}"#)
        #expect(value.text() == #"{"version":1,"b":1.0}"#)
    }

    /// Property lists have no integers of 128 bits.
    @Test(arguments: [
        "18446744073709551616", "-9223372036854775809", "340282366920938463463374607431768211455", "1e30", "1e39",
    ])
    func numbersBeyondSixtyFourBitsFitPropertyLists(_ text: String) throws {
        let value = try JSONValue(parsingForTests: text)
        let list = try PropertyListEncoder().encode(["n": value])
        let back = try PropertyListDecoder().decode([String: JSONValue].self, from: list)
        #expect(back["n"]?.isEquivalent(to: value) == true, "\(String(describing: back["n"]))")
    }

    @Test func theSignOfZeroIsKept() throws {
        for text in ["-0", "-0.0"] {
            let value = try JSONValue(parsingForTests: text)
            #expect(String(decoding: try JSONEncoder().encode([value]), as: UTF8.self) == "[-0]")
        }
    }

    @Test func propertyListsGiveWhatJSONHas() throws {
        let list = try PropertyListEncoder().encode(["a": ["b": [1, 2]]])
        #expect(try PropertyListDecoder().decode(JSONValue.self, from: list).text() == #"{"a":{"b":[1,2]}}"#)
        let dates = try PropertyListEncoder().encode(["a": Date(timeIntervalSince1970: 0)])
        #expect(throws: DecodingError.self) { try PropertyListDecoder().decode(JSONValue.self, from: dates) }
    }
}

/// The versions of these tests.
enum Edition: Int, APIVersion { case v1 = 1, v2 }

extension JSONValue {
    init(parsingForTests text: String) throws { self = try JSONDocument(parsing: text).root }
}
