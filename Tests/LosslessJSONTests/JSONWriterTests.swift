import Testing
import LosslessJSON

@Suite struct JSONWriterTests {
    static let sample: JSONValue = ["b": [1, [], ["x": [:]]], "a": "é/"]

    @Test func compactHasNoWhiteSpace() {
        #expect(Self.sample.text() == #"{"b":[1,[],{"x":{}}],"a":"é/"}"#)
    }

    @Test func indentationMayBeNothing() {
        let style = WritingStyle(indentation: .spaces(0))
        #expect(([1, [2]] as JSONValue).text(in: style) == "[\n1,\n[\n2\n]\n]")
        var deep: JSONValue = 1
        for _ in 0..<50 { deep = [deep] }
        let (open, close) = (String(repeating: "[\n", count: 50), String(repeating: "\n]", count: 50))
        #expect(deep.text(in: style) == open + "1" + close)
    }

    @Test func indentationMovesEachLevelIn() {
        let expected = """
            {
              "b": [
                1,
                [],
                {
                  "x": {}
                }
              ],
              "a": "é/"
            }
            """
        #expect(Self.sample.text(in: WritingStyle(indentation: .spaces(2))) == expected)
        let tabs = expected.split(separator: "\n").map { (line: Substring) -> String in
            let spaces = line.prefix { $0 == " " }.count
            return String(repeating: "\t", count: spaces / 2) + line.dropFirst(spaces)
        }
        #expect(Self.sample.text(in: WritingStyle(indentation: .tabs(1))) == tabs.joined(separator: "\n"))
    }

    @Test func lineEndingIsUsedThroughout() {
        let style = WritingStyle(
            indentation: .spaces(1), emptyArray: "[\n\n]", emptyObject: "{\r\n}", lineEnding: .crlf, finalNewline: true)
        #expect(
            (["a": [], "b": [:]] as JSONValue).text(in: style)
                == "{\r\n \"a\": [\r\n\r\n ],\r\n \"b\": {\r\n }\r\n}\r\n")
    }

    @Test func spacesAroundColonAndCommaAreWritten() {
        let style = WritingStyle(colon: " : ", comma: " , ")
        #expect((["a": [1, 2], "b": 3] as JSONValue).text(in: style) == #"{"a" : [1 , 2] , "b" : 3}"#)
    }

    @Test func indentedStyleBreaksTheLineAfterABareComma() {
        #expect(([1, 2] as JSONValue).text(in: WritingStyle(indentation: .spaces(1), comma: ", ")) == "[\n 1,\n 2\n]")
    }

    @Test func keysAreSortedByTheirBytesAtEveryDepth() {
        let value: JSONValue = [
            "b": ["z": 1, "y": 2], "a": 1, "B": 2, "é": 3, "\u{FFFF}": 4, "😀": 5, "a\0": 6, "": 7, "10": 8, "9": 9,
        ]
        #expect(
            value.text(in: WritingStyle(keyOrder: .sorted))
                == "{\"\":7,\"10\":8,\"9\":9,\"B\":2,\"a\":1,\"a\\u0000\":6,\"b\":{\"y\":2,\"z\":1},\"é\":3,\"\u{FFFF}\":4,\"😀\":5}"
        )
        #expect(value.object?.keys.first == "b")
    }

    @Test(arguments: [
        ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\u{8}", #"\b"#), ("\u{C}", #"\f"#), ("\n", #"\n"#),
        ("\r", #"\r"#),
        ("\r\n", #"\r\n"#), ("\t", #"\t"#), ("\0", #"\u0000"#), ("\u{1F}", #"\u001f"#), ("\u{B}", #"\u000b"#),
        ("\u{7F}", "\u{7F}"),
        ("é", "é"), ("e\u{301}", "e\u{301}"), ("\u{2028}", "\u{2028}"), ("😀", "😀"), ("\u{10FFFF}", "\u{10FFFF}"),
        ("\"\u{301}", "\\\"\u{301}"),
    ])
    func onlyWhatMustBeEscapedIs(string: String, escaped: String) {
        #expect(JSONValue.string(string).bytes() == Array("\"\(escaped)\"".utf8))
    }

    @Test func slashesAreEscapedWhereTheStyleSaysSo() {
        #expect((["a/b": "/"] as JSONValue).text(in: WritingStyle(escapesSlashes: true)) == #"{"a\/b":"\/"}"#)
    }

    @Test(arguments: [
        ("é", #"\u00e9"#), ("\u{80}", #"\u0080"#), ("\u{7F}", "\u{7F}"), ("\u{FFFF}", #"\uffff"#),
        ("😀", #"\ud83d\ude00"#),
        ("\u{10FFFF}", #"\udbff\udfff"#), ("a", "a"),
    ])
    func charactersBeyondASCIIAreEscapedWhereTheStyleSaysSo(string: String, escaped: String) {
        #expect(JSONValue.string(string).text(in: WritingStyle(escapesNonASCII: true)) == "\"\(escaped)\"")
    }

    @Test func escapesAreKeptOnlyWhereTheStyleSaysSo() throws {
        let text = #"{"\u0061":"\/\u00E9\u000A"}"#
        let value = try read(text)
        #expect(value.text(in: WritingStyle(keepsEscapes: true)) == text)
        #expect(value.text() == #"{"a":"/é\n"}"#)
    }

    @Test func renamedKeyLosesItsSpelling() throws {
        var value = try read(#"{"\u0061":1}"#)
        value.object?.rename("a", to: "b/")
        #expect(value.text(in: WritingStyle(keepsEscapes: true)) == #"{"b/":1}"#)
    }

    @Test func finalNewlineFollowsTheDocument() {
        #expect((1 as JSONValue).text(in: WritingStyle(finalNewline: true)) == "1\n")
        #expect((1 as JSONValue).text(in: .pretty) == "1\n")
    }

    @Test(arguments: [
        WritingStyle.compact, .pretty, WritingStyle(indentation: .tabs(2), colon: "\t:\n", lineEnding: .crlf),
        WritingStyle(colon: " : ", comma: "\r\n, ", emptyArray: "[\n\t ]", emptyObject: "{ \n}"),
        WritingStyle(indentation: .spaces(0), keyOrder: .sorted, escapesSlashes: true, escapesNonASCII: true),
        WritingStyle(indentation: .spaces(3), emptyArray: "[\r\n\r\n]", lineEnding: .crlf, finalNewline: true),
    ])
    func everyStyleIsReadBackAsTheSameValue(style: WritingStyle) throws {
        let value: JSONValue = [
            "b": [[], [:], [1, 2.5, nil]], "a/é😀\u{1}": ["x": "\"\\\r\n", "y": [[[]]]], "": true,
        ]
        #expect(try read(value.text(in: style)).isEquivalent(to: value))
    }

    /// A text that is compact already is copied where nothing in it is to be spelled otherwise.
    @Test(arguments: [
        #"{"a":[1,[],{"x":{}}],"b":"é/"}"#, #"[{"a":1,"b":[2,-0,1.50,null,true]},[[]],""]"#, #"[[1,2],[3, 4]]"#,
        #"[[1,2],[3,4] ]"#, #"[{},[ ]]"#, #"[{ },[]]"#, #"{"a" :1}"#, #"{"a":[1,"\u0061\/"]}"#,
        #"{"a/b":["/"]}"#, "[[ ]]", "[\n1]", #"["a" ,"b"]"#, "[[[]]]",
    ])
    func valuesThatWereReadAreWrittenLikeOthers(text: String) throws {
        let value = try read(text)
        let styles = [
            WritingStyle.compact, WritingStyle(keepsEscapes: true), WritingStyle(escapesSlashes: true),
            WritingStyle(escapesNonASCII: true), WritingStyle(comma: ", "), WritingStyle(emptyArray: "[ ]"), .pretty,
        ]
        for style in styles {
            let inside: JSONValue = .array([value])
            // Taken apart, it is written value by value.
            #expect(value.text(in: style) == takenApart(value).text(in: style))
            #expect(inside.text(in: style) == JSONValue.array([takenApart(value)]).text(in: style))
        }
    }

    /// A value with containers of its own, of the scalars of a document.
    private func takenApart(_ value: JSONValue) -> JSONValue {
        if let elements = value.array { return .array(JSONArray(elements.map(takenApart))) }
        guard let members = value.object else { return value }
        var object = JSONObject()
        for member in members { object[member.key] = takenApart(member.value) }
        return .object(object)
    }
}
