import Foundation
import TestSupport
import Testing
import LosslessJSON

@Suite struct WritingStyleDetectionTests {
    private func style(of text: String) throws -> WritingStyle { try JSONDocument(parsing: text).writingStyle }

    /// Layouts that other programs write.
    static let layouts = [
        "null", "12", "\"text\"\n", "[]", "{}", "[]\n", "{}\r\n", "[ ]", "{ }", "[\n]", "{\n\n}",
        #"{"a":1,"b":[1,2,{}]}"#,
        #"{"a": 1, "b": [1, 2, {}], "c": []}"#,
        #"{"a" : 1 , "b" : [1 , 2]}"#,
        "[1, 2, 3]\n", "[[1], [2]]", #"{"a": 1}"#, #"{"a": [], "b": {}}"# + "\n",
        "{\n  \"a\": 1,\n  \"b\": [\n    1,\n    {}\n  ]\n}\n",
        "{\n    \"a\": [],\n    \"b\": {\n        \"c\": null\n    }\n}",
        "{\n\t\"a\": [\n\t\t1,\n\t\t2\n\t]\n}\n",
        "{\n\t\t\"a\": [\n\t\t\t\t1\n\t\t]\n}\n",
        "{\r\n  \"a\": 1,\r\n  \"b\": [\r\n    true\r\n  ]\r\n}\r\n",
        "{\r\n\t\"a\": [\r\n\t\t{}\r\n\t]\r\n}",
        "{\n  \"a\" : 1,\n  \"b\" : [\n    2\n  ]\n}",
        "{\n  \"pins\" : [\n\n  ],\n  \"b\" : {\n\n  },\n  \"version\" : 2\n}\n",
        "{\r\n  \"pins\" : [\r\n\r\n  ]\r\n}\r\n",
        "[\n  [\n\n  ],\n  [\n    [\n\n    ]\n  ]\n]",
        "[\n  [\n  ]\n]", "{\n  \"a\": [ ],\n  \"b\": { }\n}\n",
        "[\n1,\n[\n2\n]\n]",
        "{\n  \"a\":1\n}", "{\n  \"a\"  :  1\n}", "{\n  \"a\":\t1\n}",
        #"{"url":"https:\/\/example.com\/","a\/b":1}"#,
        #"{"url":"https:\/\/example.com/"}"#, #"["/","\/"]"#,
        #"{"name":"J\u00fcrgen","e":"\ud83d\ude00"}"#, #"{"name":"J\u00FCrgen","e":"é"}"#,
        #"["\u0041\u000a\n\b\f\/\"\\"]"#, #"["\u001F\u001f"]"#, #"{"\u0061":"é"}"#,
        "[1.0,1e3,1E+03,-0,0.10,123456789012345678901234567890]",
        #"["[\n]","{ }",",:",": ","\"","\\"]"#, #"["\\",",  ","a/b"]"#,
    ]

    @Test(arguments: layouts)
    func whatWasReadIsWrittenBackInItsStyle(text: String) throws {
        let document = try JSONDocument(parsing: text)
        #expect(document.root.text(in: document.writingStyle) == text)
    }

    @Test func indentationIsThatOfTheFirstIndentedLine() throws {
        #expect(try style(of: "[1]").indentation == .none)
        #expect(try style(of: "[\n1]").indentation == .spaces(0))
        #expect(try style(of: "[\n   1]").indentation == .spaces(3))
        #expect(try style(of: "[\n\t1]").indentation == .tabs(1))
        #expect(try style(of: "[\r\n\n\t1]").indentation == .tabs(1))
        #expect(try style(of: "[1,\n  2]").indentation == .none)
    }

    @Test func colonAndCommaAreTheFirstOnes() throws {
        #expect(try style(of: #"{"a" :1,"b": 2}"#).colon == " :")
        #expect(try style(of: "{\"a\":\n1}").colon == ":")
        #expect(try style(of: #"["a:b" ,1, 2]"#).comma == " ,")
        #expect(try style(of: #"[1,2, 3]"#).comma == ",")
    }

    @Test func whatDoesNotShowIsTakenFromWhatDoes() throws {
        #expect(try style(of: "[\n  1\n]").colon == ": ")
        #expect(try style(of: "[1]").colon == ":")
        #expect(try style(of: #"{"a": 1}"#).comma == ", ")
        #expect(try style(of: #"{"a":1}"#).comma == ",")
    }

    @Test func emptyContainersKeepTheirLineBreaksWithoutIndentation() throws {
        let style = try style(of: "{\n  \"a\": [\n\n  ],\n  \"b\": {\n  }\n}")
        #expect(style.emptyArray == "[\n\n]")
        #expect(style.emptyObject == "{\n}")
        #expect((["x": [[]]] as JSONValue).text(in: style) == "{\n  \"x\": [\n    [\n\n    ]\n  ]\n}")
    }

    @Test(arguments: [
        (#"["\/"]"#, true), (#"["/"]"#, false), (#"["\/","/"]"#, false), (#"["a"]"#, false), (#"["\\/"]"#, false),
    ])
    func slashesAreEscapedWhereAllWere(text: String, isEscaped: Bool) throws {
        #expect(try style(of: text).escapesSlashes == isEscaped)
    }

    @Test(arguments: [
        (#"["\u00e9"]"#, true), (#"["é"]"#, false), (#"["\u00e9é"]"#, false), (#"["\u0041"]"#, false),
        (#"["\\u00e9"]"#, false),
    ])
    func charactersBeyondASCIIAreEscapedWhereAllWere(text: String, isEscaped: Bool) throws {
        #expect(try style(of: text).escapesNonASCII == isEscaped)
    }

    @Test func newStringsFollowTheStyleOfTheOld() throws {
        let document = try JSONDocument(parsing: #"["\/\u00e9"]"#)
        var value = document.root
        value.array?.append("/é😀")
        #expect(value.text(in: document.writingStyle) == #"["\/\u00e9","\/\u00e9\ud83d\ude00"]"#)
    }

    @Test func linesEndAsTheyDid() throws {
        #expect(try style(of: "[\r\n1\r\n]").lineEnding == .crlf)
        #expect(try style(of: "[\n1\n]").lineEnding == .lf)
        #expect(try style(of: #"["\r\n"]"#).lineEnding == .lf)
        #expect(try style(of: "[1]\n").finalNewline)
        #expect(try !style(of: "[1]").finalNewline)
    }

    @Test func orderIsAlwaysKept() throws {
        #expect(try style(of: #"{"a":1,"b":2}"#).keyOrder == .kept)
    }

    // MARK: Files that others wrote

    private static func filesOfPackages() -> [String] {
        let folder = RepositoryFiles.sharedData.appending(path: "package-resolved")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasPrefix("v") && $0.hasSuffix(".json") }.sorted()
    }

    @Test(
        .enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)),
        arguments: filesOfPackages())
    func fileOfTheSwiftPackageManagerIsWrittenBack(name: String) throws {
        let document = try JSONDocument(parsing: RepositoryFiles.shared("package-resolved/\(name)"))
        #expect(document.root.bytes(in: document.writingStyle) == document.bytes)
    }
}
