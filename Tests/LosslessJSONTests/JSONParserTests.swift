import Testing
import LosslessJSON

@Suite struct JSONParserTests {
    // MARK: Values

    @Test(
        arguments: [
            ("null", nil), ("true", true), ("false", false), ("0", 0), ("-12", -12), ("1.5", 1.5),
            (#""text""#, "text"), (#""""#, ""), ("[]", []), ("{}", [:]), ("[[]]", [[]]), (#"{"":{}}"#, ["": [:]]),
            (#"[null,true,{"a":[1,"b"]}]"#, [nil, true, ["a": [1, "b"]]]),
        ] as [(String, JSONValue)])
    func textReadsAsItsValue(text: String, value: JSONValue) throws {
        #expect(try read(text) == value)
    }

    @Test func whiteSpaceMayStandBetweenAllTokens() throws {
        let value = try read(" \t\r\n{ \"a\" \n:\t[ 1 ,\r2 ] , \"b\" : { } } \n")
        #expect(value == ["a": [1, 2], "b": [:]])
    }

    @Test(arguments: ["\u{A0}1", "\u{B}1", "\u{C}1", "\u{2028}1", "1\u{85}"])
    func otherSpaceIsRefused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try read(text) }
    }

    @Test func membersKeepTheirOrder() throws {
        #expect(try read(#"{"z":1,"a":2,"m":3}"#).object?.keys == ["z", "a", "m"])
    }

    @Test(arguments: ["0", "-0", "1.0", "1e3", "1E+03", "10.00", "123456789012345678901234567890", "-0.0e-0"])
    func numbersKeepTheirText(text: String) throws {
        #expect(try read(text).number?.text == text)
        #expect(try read("[\(text)]").text() == "[\(text)]")
    }

    @Test func valuesKnowWhereTheyBegin() throws {
        let value = try read(#" {"a": [1, "é", {}], "b": null}"#)
        #expect(value.sourceOffset == 1)
        #expect(value["a"]?.sourceOffset == 7)
        #expect(value["a"]?[1]?.sourceOffset == 11)
        #expect(value["a"]?[2]?.sourceOffset == 17)
        #expect(value["b"]?.sourceOffset == 27)
    }

    // MARK: Keys

    @Test func canonicallyEqualKeysAreTwoMembers() throws {
        let object = try #require(try read("{\"\u{E9}\":1,\"e\u{301}\":2}").object)
        #expect(object.count == 2)
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
    }

    @Test func keysInOtherObjectsAreNoDuplicates() throws {
        #expect(throws: Never.self) { try read(#"{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}"#) }
    }

    @Test(arguments: [
        (#"{"a":1,"a":1}"#, 7, "/a"), (#"{"a":1,"b":2,"a":3}"#, 13, "/a"), (#"{"a":1,"\u0061":2}"#, 7, "/a"),
        (#"[0,{"x":{"":1,"":2}}]"#, 14, "/1/x/"),
    ])
    func duplicateKeyIsRefusedWhereItStandsAgain(text: String, offset: Int, path: String) throws {
        let error = try fault(in: text)
        #expect(error.code == .duplicateKey)
        #expect(error.position.byteOffset == offset)
        #expect(error.path.description == path)
    }

    @Test func duplicateKeyIsFoundAmongManyMembers() throws {
        let members = (0..<1000).map { #""k\#($0)":0"# }.joined(separator: ",")
        #expect(try read("{\(members)}").object?.count == 1000)
        #expect(try fault(in: #"{\#(members),"k500":0}"#).code == .duplicateKey)
    }

    // MARK: Nesting

    @Test(arguments: Nesting.allCases)
    func depthAtTheLimitIsRead(nesting: Nesting) throws {
        let text = nesting.text(depth: 512)
        #expect(try read(text).text() == text)
    }

    @Test func arraysBeyondTheLimitAreRefused() throws {
        let error = try fault(in: Nesting.arrays.text(depth: 513))
        #expect(error.code == .nestingTooDeep)
        #expect(error.position == SourcePosition(line: 1, column: 513, byteOffset: 512))
        #expect(error.path.tokens == Array(repeating: "0", count: 512))
        #expect(error.diagnostic.message == "nested too deep: expected at most 512 levels")
    }

    @Test func objectsBeyondTheLimitAreRefused() throws {
        let error = try fault(in: Nesting.objects.text(depth: 513))
        #expect(error.code == .nestingTooDeep)
        #expect(error.path.tokens == Array(repeating: "a", count: 512))
    }

    @Test func depthIsCountedByWhatIsOpen() throws {
        #expect(try read("[[],[],[[]]]", maximumDepth: 3).array?.count == 3)
        #expect(throws: JSONSyntaxError.self) { try read("[[],[[[]]]]", maximumDepth: 3) }
    }

    @Test func limitOfNoughtReadsOnlyScalars() throws {
        #expect(try read("1", maximumDepth: 0) == 1)
        #expect(throws: JSONSyntaxError.self) { try read("[]", maximumDepth: 0) }
    }

    @Test func limitOfOneIsSaidInTheSingular() throws {
        let error = try #require(throws: JSONSyntaxError.self) { try read("[[]]", maximumDepth: 1) }
        #expect(error.description == #"line 1, column 2, at "/0": nested too deep: expected at most 1 level"#)
    }

    @Test(arguments: Nesting.allCases)
    func endlessOpeningsAreRefusedWithoutOverflow(nesting: Nesting) throws {
        let text = nesting.opening(depth: 200_000)
        let error = try #require(throws: JSONSyntaxError.self) { try read(text, maximumDepth: .max) }
        #expect(error.code == .unexpectedEnd)
        #expect(error.position.byteOffset == text.utf8.count)
    }

    // MARK: Size

    @Test func objectOfManyMembersIsRead() throws {
        let text = "{" + (0..<100_000).map { #""key\#($0)":\#($0)"# }.joined(separator: ",") + "}"
        let value = try read(text)
        #expect(value.object?.count == 100_000)
        #expect(value["key99999"] == 99999)
        #expect(value.text() == text)
    }

    // MARK: Encodings

    @Test func byteOrderMarkIsRefused() throws {
        let error = try fault(in: "\u{FEFF}{}")
        #expect(error.code == .byteOrderMark)
        #expect(error.position == SourcePosition(line: 1, column: 1, byteOffset: 0))
    }

    @Test(
        arguments: [
            [0xFE, 0xFF, 0x00, 0x31], [0xFF, 0xFE, 0x31, 0x00], [0x00, 0x31], [0x31, 0x00],
            [0x00, 0x00, 0x00, 0x31], [0x31, 0x00, 0x00, 0x00], [0x00, 0x00, 0xFE, 0xFF], [0xFF, 0xFE, 0x00, 0x00],
        ] as [[UInt8]])
    func otherEncodingsAreRecognised(bytes: [UInt8]) throws {
        #expect(try fault(in: bytes).code == .unsupportedEncoding)
    }

    @Test(arguments: [[0], [0, 0, 0, 0, 0, 0]] as [[UInt8]])
    func zeroBytesAloneAreNoEncoding(bytes: [UInt8]) throws {
        #expect(try fault(in: bytes).code == .unexpectedCharacter)
    }
}
