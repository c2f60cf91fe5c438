import Testing
import LosslessJSON

@Suite struct JSONSyntaxErrorTests {
    /// A text that is not JSON, and all of what its error says.
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let code: JSONSyntaxError.Code
        let position: SourcePosition
        let path: JSONPointer
        let expected: [String]
        let found: String?
        let description: String

        init(
            _ text: String, _ code: JSONSyntaxError.Code, _ line: Int, _ column: Int, offset: Int, _ path: JSONPointer,
            expected: [String] = [], found: String? = nil, _ description: String
        ) {
            self.text = text
            self.code = code
            self.position = SourcePosition(line: line, column: column, byteOffset: offset)
            self.path = path
            self.expected = expected
            self.found = found
            self.description = description
        }

        var testDescription: String { text }
    }

    static let oneOfEachCode = [
        Case(
            #"{"a": x}"#, .unexpectedCharacter, 1, 7, offset: 6, "/a", expected: ["a value"], found: "x",
            #"line 1, column 7, at "/a": expected a value, found "x""#),
        Case(
            #"{"a": [1, 2"#, .unexpectedEnd, 1, 12, offset: 11, "/a/1", expected: [",", "]"],
            #"line 1, column 12, at "/a/1": expected "," or "]", but the text ends"#),
        Case(
            "[1]\n\n é", .trailingCharacters, 3, 2, offset: 6, "", found: "é",
            #"line 3, column 2, at the root: expected the end of the text after the value, found "é""#),
        Case(
            "[1,\n  012]", .invalidNumber, 2, 4, offset: 7, "/1", expected: ["no digit after a leading 0"], found: "1",
            #"line 2, column 4, at "/1": invalid number: expected no digit after a leading 0, found "1""#),
        Case(
            #"{"é": "\q"}"#, .invalidEscape, 1, 8, offset: 8, "/é", found: #"\q"#,
            #"line 1, column 8, at "/é": invalid escape "\q""#),
        Case(
            "[\"a\tb\"]", .controlCharacter, 1, 4, offset: 3, "/0", found: "U+0009",
            #"line 1, column 4, at "/0": a control character (U+0009) must be escaped in a string"#),
        Case(
            #"["\uD83D"]"#, .loneSurrogate, 1, 3, offset: 2, "/0", found: #"\uD83D"#,
            #"line 1, column 3, at "/0": \uD83D is half of a surrogate pair"#),
        Case(
            "{\"a\": 1,\r\n \"a\": 2}", .duplicateKey, 2, 2, offset: 11, "/a", found: "a",
            #"line 2, column 2, at "/a": the key "a" appears twice in one object"#),
        Case(
            "\u{FEFF}[]", .byteOrderMark, 1, 1, offset: 0, "",
            "line 1, column 1, at the root: the text begins with a byte order mark, which JSON does not have; remove it"
        ),
        Case(
            "\0[\0]", .unsupportedEncoding, 1, 1, offset: 0, "",
            "line 1, column 1, at the root: the text is not UTF-8 (it looks like UTF-16 or UTF-32)"),
    ]

    @Test(arguments: oneOfEachCode)
    func errorTellsCodePositionPathAndText(expected: Case) throws {
        let error = try fault(in: expected.text)
        #expect(error.code == expected.code)
        #expect(error.position == expected.position)
        #expect(error.path == expected.path)
        #expect(error.expected == expected.expected)
        #expect(error.found == expected.found)
        #expect(error.description == expected.description)
        #expect("\(error as any Error)" == expected.description)
    }

    @Test func byteThatIsNotUTF8IsShownByItsNumber() throws {
        let error = try fault(in: Array(#"["a"#.utf8) + [0xE9] + Array(#""]"#.utf8))
        #expect(error.code == .invalidUTF8)
        #expect(error.found == #"\xE9"#)
        #expect(error.description == #"line 1, column 4, at "/0": the byte \xE9 is not valid UTF-8 here"#)
    }

    @Test func depthIsToldByItsLimit() throws {
        let options = JSONParsingOptions(maximumDepth: 2)
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONDocument(parsing: #"{"a": [[]]}"#, options: options)
        }
        #expect(error.code == .nestingTooDeep)
        #expect(error.expected == ["at most 2 levels"])
        #expect(error.description == #"line 1, column 8, at "/a/0": nested too deep: expected at most 2 levels"#)
    }

    // MARK: What could have was there

    @Test(arguments: [
        ("", "line 1, column 1, at the root: expected a value, but the text ends"),
        (" \n ", "line 2, column 2, at the root: expected a value, but the text ends"),
        ("[", #"line 1, column 2, at "/0": expected a value or "]", but the text ends"#),
        ("[1,", #"line 1, column 4, at "/1": expected a value, but the text ends"#),
        ("{", #"line 1, column 2, at the root: expected a key or "}", but the text ends"#),
        (#"{"a""#, #"line 1, column 5, at "/a": expected ":", but the text ends"#),
        (#"{"a":"#, #"line 1, column 6, at "/a": expected a value, but the text ends"#),
        (#"{"a":1"#, #"line 1, column 7, at "/a": expected "," or "}", but the text ends"#),
        (#"{"a":1,"#, #"line 1, column 8, at the root: expected a key, but the text ends"#),
        (#"["a"#, #"line 1, column 4, at "/0": expected a closing quotation mark, but the text ends"#),
        (#"["\"#, #"line 1, column 4, at "/0": expected an escape, but the text ends"#),
        ("-", "line 1, column 2, at the root: expected a digit, but the text ends"),
        ("[1.", #"line 1, column 4, at "/0": expected a digit after the decimal point, but the text ends"#),
        ("1e+", "line 1, column 4, at the root: expected a digit in the exponent, but the text ends"),
    ])
    func endIsToldByWhatIsMissing(text: String, description: String) throws {
        let error = try fault(in: text)
        #expect(error.code == .unexpectedEnd)
        #expect(error.found == nil)
        #expect(error.description == description)
    }

    @Test(arguments: [
        ("[,1]", #"line 1, column 2, at "/0": expected a value or "]", found ",""#),
        ("[1,]", #"line 1, column 4, at "/1": expected a value, found "]""#),
        ("[1 2]", #"line 1, column 4, at "/0": expected "," or "]", found "2""#),
        ("[1}", #"line 1, column 3, at "/0": expected "," or "]", found "}""#),
        (#"{"a":1,}"#, #"line 1, column 8, at the root: expected a key, found "}""#),
        (#"{"o":{"a":1,b:2}}"#, #"line 1, column 13, at "/o": expected a key, found "b""#),
        ("{a:1}", #"line 1, column 2, at the root: expected a key or "}", found "a""#),
        (#"{"a" 1}"#, #"line 1, column 6, at "/a": expected ":", found "1""#),
        (#"{"a":1 "b":2}"#, #"line 1, column 8, at "/a": expected "," or "}", found "\"""#),
        ("'a'", #"line 1, column 1, at the root: expected a value, found "'""#),
        ("// x", #"line 1, column 1, at the root: expected a value, found "/""#),
        ("+1", #"line 1, column 1, at the root: expected a value, found "+""#),
        (".5", #"line 1, column 1, at the root: expected a value, found ".""#),
        ("NaN", #"line 1, column 1, at the root: expected a value, found "N""#),
        ("True", #"line 1, column 1, at the root: expected a value, found "T""#),
        ("]", #"line 1, column 1, at the root: expected a value, found "]""#),
    ])
    func characterIsToldWithWhatCouldHaveStoodThere(text: String, description: String) throws {
        let error = try fault(in: text)
        #expect(error.code == .unexpectedCharacter)
        #expect(error.description == description)
    }

    @Test(arguments: [
        ("[nul]", #"line 1, column 2, at "/0": expected "null", found "nul""#),
        ("[nan]", #"line 1, column 2, at "/0": expected "null", found "nan""#),
        ("tru", #"line 1, column 1, at the root: expected "true", found "tru""#),
        ("falsey", #"line 1, column 1, at the root: expected "false", found "falsey""#),
        ("truetruetruetruetruetrue", #"line 1, column 1, at the root: expected "true", found "truetruetruetruetrue""#),
    ])
    func misspelledWordIsToldWhole(text: String, description: String) throws {
        let error = try fault(in: text)
        #expect(error.code == .unexpectedCharacter)
        #expect(error.description == description)
    }

    @Test(arguments: [
        ("-x", #"invalid number: expected a digit, found "x""#),
        ("[-]", #"invalid number: expected a digit, found "]""#),
        ("00", #"invalid number: expected no digit after a leading 0, found "0""#),
        ("1.e5", #"invalid number: expected a digit after the decimal point, found "e""#),
        ("[1e]", #"invalid number: expected a digit in the exponent, found "]""#),
    ])
    func brokenNumberIsToldByItsNextCharacter(text: String, message: String) throws {
        let error = try fault(in: text)
        #expect(error.code == .invalidNumber)
        #expect(error.diagnostic.message == message)
    }

    // MARK: What cannot be seen

    @Test(arguments: [
        ("\u{A0}1", "U+00A0"), ("\u{200B}1", "U+200B"), ("\u{2028}1", "U+2028"), ("\u{301}", "U+0301"),
        ("\u{0}", "U+0000"),
        ("\u{7F}", "U+007F"), ("\u{E0001}", "U+E0001"), ("é", #""é""#), ("😀", #""😀""#),
    ])
    func characterThatCannotBeSeenIsNamedByItsNumber(text: String, shown: String) throws {
        #expect(try fault(in: text).diagnostic.message == "expected a value, found \(shown)")
    }

    @Test(arguments: [0x80, 0xC0, 0xE9, 0xFF] as [UInt8])
    func byteOutsideOfAStringIsShownByItsNumber(byte: UInt8) throws {
        let digits = String(byte, radix: 16, uppercase: true)
        let error = try fault(in: [0x5B, byte, 0x5D])
        #expect(error.code == .unexpectedCharacter)
        #expect(error.diagnostic.message == #"expected a value or "]", found the byte \x\#(digits)"#)
    }

    @Test func lineBreakIsShownAsItsEscape() throws {
        #expect(try fault(in: "[-\n1]").diagnostic.message == #"invalid number: expected a digit, found "\n""#)
    }

    @Test(arguments: [
        (#"\"\n"#, #"the key "\"\n" appears twice in one object"#),
        (#"\\x41"#, #"the key "\\x41" appears twice in one object"#),
        ("\u{301}", "the key \"\u{301}\" appears twice in one object"),
        ("", #"the key "" appears twice in one object"#),
    ])
    func duplicateKeyIsShownAsJSON(key: String, message: String) throws {
        #expect(try fault(in: "{\"\(key)\":1,\"\(key)\":2}").diagnostic.message == message)
    }

    // MARK: Paths

    @Test(arguments: [
        (#"{"a":{"b":[0,{"c":x}]}}"#, "/a/b/1/c"), (#"{"a/b":{"~":x}}"#, "/a~1b/~0"), (#"{"a":1,"b":x}"#, "/b"),
        (#"{"a":{},"b" x}"#, "/b"), (#"[[],[],x]"#, "/2"), (#"[{"a":[]},{"a":[}]"#, "/1/a/0"), (#"{"":{"":x}}"#, "//"),
        (#"[1,{"a":1,"\x":2}]"#, "/1"), (#"{"a":{"b":1}}x"#, ""),
    ])
    func pathLeadsToTheInnermostValue(text: String, path: String) throws {
        #expect(try fault(in: text).path.description == path)
    }

    @Test func firstFaultIsTheOneThatIsTold() throws {
        #expect(try fault(in: "[1,,]x").position.byteOffset == 3)
    }

    @Test func errorsWithTheSamePartsAreEqual() throws {
        #expect(try fault(in: "[x]") == fault(in: "[x]"))
        #expect(try fault(in: "[x]") != fault(in: "[y]"))
    }
}
