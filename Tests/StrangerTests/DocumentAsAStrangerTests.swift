import Foundation
import Testing
import VersionedCodec

/// Every public entry point of the document, of diagnostics and of detection, used as another package would use it.
@Suite struct DocumentAsAStrangerTests {
    // MARK: Reading

    @Test func payloadIsReadFromBytesDataAndText() throws {
        let text = #"{"price": 1.50, "tags": ["a", null, true]}"#
        let documents = try [
            JSONDocument(parsing: Array(text.utf8)), JSONDocument(parsing: Data(text.utf8)),
            JSONDocument(parsing: text),
            JSONDocument(parsing: text, options: JSONParsingOptions(maximumDepth: 2)),
            JSONDocument(parsing: Data(text.utf8), options: JSONParsingOptions()),
            JSONDocument(parsing: Array(text.utf8), options: .init()),
        ]
        for document in documents {
            #expect(document.root == documents[0].root)
            #expect(document.bytes == Array(text.utf8))
            #expect(document.root.text(in: document.writingStyle) == text)
        }
    }

    @Test func positionOfAValueIsThatOfItsBytes() throws {
        let document = try JSONDocument(parsing: "{\n  \"price\": 1.50\n}")
        let price = try #require(document.root["price"])
        #expect(document.position(of: price) == SourcePosition(line: 2, column: 12, byteOffset: 13))
        #expect(price.sourceOffset == 13)
        #expect(document.position(of: "made in Swift") == nil)
    }

    @Test func optionsAreValues() {
        var options = JSONParsingOptions()
        #expect(options.maximumDepth == 512)
        options.maximumDepth = 3
        #expect(options == JSONParsingOptions(maximumDepth: 3))
        #expect(Set([options, JSONParsingOptions()]).count == 2)
    }

    @Test func json5IsReadAndWrittenAsJSON() throws {
        let text = "{key: 'value', /* x */ list: [0x1F, .5, +1,],}"
        let document = try JSONDocument(parsing: text, options: JSONParsingOptions(tolerating: .json5))
        #expect(document.root.text() == #"{"key":"value","list":[31,0.5,1]}"#)
        #expect(document.bytes == Array(text.utf8))
        #expect(
            String(decoding: document.bytes(with: document.root), as: UTF8.self)
                == #"{"key": "value", "list": [31, 0.5, 1]}"#)
        let parts: JSONParsingOptions.Tolerances = [
            .singleQuotes, .unquotedKeys, .hexadecimalNumbers, .bareDecimalPoints, .plusSigns, .furtherEscapes,
            .furtherWhitespace, .comments, .trailingCommas, .nonFiniteNumbers,
        ]
        #expect(parts == .json5)
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = true
        #expect(
            try decoder.decode([String: Int].self, from: "{size: 0x10, /* and */ depth: +2,}")
                == ["size": 16, "depth": 2])
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONDocument(parsing: "{\n  'key': 0x,\n}", options: JSONParsingOptions(tolerating: .json5))
        }
        #expect(
            error?.description
                == #"line 2, column 12, at "/key": invalid number: expected a hexadecimal digit, found ",""#)
    }

    // MARK: Values

    @Test func valuesAreMadeByFunctionsAndByLiterals() throws {
        let number = try #require(JSONNumber(text: "1.50"))
        let made: [JSONValue] = [
            .null, .bool(true), .number(number), .integer(UInt8(7)), .string("text"), .array([1]), .object(["a": 1]),
        ]
        let name = "x"
        let literal: [JSONValue] = [nil, true, .number(number), 7, "te\("x")t", [1], ["a": 1]]
        #expect(made == literal)
        #expect(made.map(\.kind) == [.null, .boolean, .number, .number, .string, .array, .object])
        #expect(JSONValue(stringLiteral: name) == .string("x"))
        #expect((1.5 as JSONValue).number?.text == "1.5")
        #expect(JSONKind.allCases.map(\.phrase).last == "an object")
    }

    @Test func contentsAreReadByKind() {
        let value: JSONValue = ["flag": true, "count": 3, "name": "Ann", "list": [1, 2], "inner": ["a": nil]]
        #expect(value["flag"]?.bool == true)
        #expect(value["count"]?.int == 3)
        #expect(value["count"]?.number?.text == "3")
        #expect(value["name"]?.string == "Ann")
        #expect(value["list"]?[1] == 2)
        #expect(value["list"]?.array?.count == 2)
        #expect(value["inner"]?.object?.keys == ["a"])
        #expect(value["inner"]?["a"]?.isNull == true)
        #expect(value.isContainer && value[at: "/list/0"] == 1)
        #expect(
            value.isEquivalent(to: ["inner": ["a": nil], "list": [1, 2.0], "name": "Ann", "count": 3, "flag": true]))
        #expect(value["list"]?.description == "[1,2]")
    }

    @Test func valuesChangeInPlace() {
        var value: JSONValue = ["list": [1]]
        value.object?["added"] = "x"
        let result = value.object?.updateValue(forKey: "list") { list in
            list.array?.append(2)
            return list.array?.count
        }
        #expect(result == .some(2))
        #expect(value == ["list": [1, 2], "added": "x"])
        value.object = nil
        #expect(value.isNull)
    }

    @Test func arrayIsACollection() {
        var list: JSONArray = [1, 2, 3]
        list.append(4)
        list.swapAt(0, 3)
        list[1] = "two"
        list.remove(at: 2)
        list.replaceSubrange(0..<1, with: [true, false])
        #expect(list == [true, false, "two", 1])
        #expect(JSONArray((0..<3).map { .integer($0) }) == [0, 1, 2])
        #expect(JSONArray().isEmpty && list.startIndex == 0 && list.endIndex == 4)
    }

    @Test func objectIsAnOrderedCollection() throws {
        var song: JSONObject = ["title": "Yesterday", "seconds": 125]
        song["year"] = 1965
        song["title"] = "Help!"
        let wasRenamed = song.rename("seconds", to: "duration")
        let wasInserted = song.insert(1, forKey: "id", at: 0)
        #expect(wasRenamed && wasInserted)
        let removed = song.removeValue(forKey: "year")
        #expect(removed == 1965)
        song.updateEachValue { key, value in if key == "id" { value = 2 } }
        song.removeAll { $0.key == "duration" && $0.value.int == 125 }
        #expect(song == ["id": 2, "title": "Help!"])
        #expect(song.index(forKey: "title") == 1 && song.startIndex == 0 && song.endIndex == 2)
        var member: JSONObject.Member = try #require(song.last)
        member.value = nil
        #expect(member.key == "title" && JSONObject().isEmpty)
    }

    @Test func numbersAreExact() throws {
        let number = try #require(JSONNumber(text: "1e2"))
        #expect(number.exactly(Int8.self) == 100)
        #expect(number.double == 100)
        #expect(number.decimal == 100)
        #expect("\(number)" == "1e2")
        #expect(JSONNumber(Int128.max).text.count == 39)
        #expect(JSONNumber(0.1)?.text == "0.1")
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(Set([number, JSONNumber(100)]).count == 2)
    }

    // MARK: Pointers

    @Test func pointersAreMadeAndTakenApart() throws {
        let pointer: JSONPointer = "/results/0/name"
        #expect(pointer.tokens == ["results", "0", "name"])
        #expect(try JSONPointer(parsing: "/results/0/name") == pointer)
        #expect(JSONPointer(["results"]).appending(0).appending("name") == pointer)
        #expect(JSONPointer.root.appending(pointer) == pointer && JSONPointer().isRoot)
        #expect(pointer.parent.description == "/results/0")
        #expect(pointer.isWithin("/results"))
        let error = try #require(throws: JSONPointer.SyntaxError.self) { try JSONPointer(parsing: "a") }
        #expect(error.text == "a" && error.description.hasPrefix("\"a\" is not a JSON pointer"))
    }

    // MARK: Writing

    @Test func stylesAreValues() {
        let value: JSONValue = ["b": [], "a": ["/", [:]]]
        #expect(value.bytes() == Array(value.text().utf8))
        #expect(value.text(in: .compact) == #"{"b":[],"a":["/",{}]}"#)
        #expect(value.text(in: .pretty) == "{\n  \"b\": [],\n  \"a\": [\n    \"/\",\n    {}\n  ]\n}\n")
        var style = WritingStyle(
            indentation: .tabs(1), colon: " : ", comma: ",", keyOrder: .sorted, keepsEscapes: false,
            escapesSlashes: true,
            escapesNonASCII: true, emptyArray: "[ ]", emptyObject: "{ }", lineEnding: .crlf, finalNewline: true)
        #expect(
            value.text(in: style) == "{\r\n\t\"a\" : [\r\n\t\t\"\\/\",\r\n\t\t{ }\r\n\t],\r\n\t\"b\" : [ ]\r\n}\r\n")
        #expect(value.text(in: style.onOneLine) == #"{"a":["\/",{}],"b":[]}"#)
        (style.indentation, style.keyOrder, style.lineEnding) = (.spaces(0), .kept, .lf)
        (style.colon, style.comma, style.emptyArray, style.emptyObject) = (":", ",", "[]", "{}")
        (style.keepsEscapes, style.escapesSlashes, style.escapesNonASCII) = (true, false, false)
        style.finalNewline = false
        #expect(value.text(in: style) == "{\n\"b\":[],\n\"a\":[\n\"/\",\n{}\n]\n}")
        #expect(WritingStyle.KeyOrder.allCases.count == 2 && WritingStyle.LineEnding.allCases.count == 2)
        #expect(WritingStyle.Indentation.none != .spaces(2) && Set([style, .compact]).count == 2)
    }

    // MARK: Diagnostics

    @Test func syntaxErrorTellsItsParts() throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: #"{"a": [1, 2"#) }
        #expect(error.code == .unexpectedEnd)
        #expect(error.position == SourcePosition(line: 1, column: 12, byteOffset: 11))
        #expect(error.path == "/a/1")
        #expect(error.expected == [",", "]"])
        #expect(error.found == nil)
        #expect(error.diagnostic.text(file: "old.json").hasPrefix("old.json:1:12: "))
        #expect("\(error)" == #"line 1, column 12, at "/a/1": expected "," or "]", but the text ends"#)
        #expect(JSONSyntaxError.Code(rawValue: "unexpectedEnd") == error.code)
        let codes: Set<JSONSyntaxError.Code> = [
            .unexpectedCharacter, .unexpectedEnd, .trailingCharacters, .invalidNumber, .invalidEscape,
            .controlCharacter,
            .loneSurrogate, .invalidUTF8, .duplicateKey, .nestingTooDeep, .byteOrderMark, .unsupportedEncoding,
        ]
        #expect(codes.count == 12)
    }

    /// An error of another package.
    struct MissingSong: DiagnosableError {
        let diagnostic: Diagnostic
    }

    @Test func errorsOfOthersReadAlike() {
        var diagnostic = Diagnostic(message: "there is no song")
        diagnostic.path = "/songs/3"
        diagnostic.position = SourcePosition(byteOffset: 4, in: Array("[\n\n1".utf8))
        diagnostic.version = "2"
        diagnostic.step = "2 → 3"
        diagnostic.operation = "rename"
        let error: any DiagnosableError = MissingSong(diagnostic: diagnostic)
        #expect(
            "\(error)"
                == #"line 3, column 2, at "/songs/3": there is no song (version 2, step 2 → 3, rename)"#)
        #expect(diagnostic.message == "there is no song" && Set([diagnostic]).count == 1)
    }

    // MARK: Detection

    @Test func versionIsFound() throws {
        var location = VersionLocation("/meta/version", as: .integer, legacy: "1")
        let detector = VersionDetector(known: ["1", "2"], location: location)
        let found: DetectedVersion = try detector.detect(in: JSONDocument(parsing: #"{"meta": {"version": 2}}"#))
        #expect(found.label == "2")
        #expect(found.source == .field("/meta/version"))
        let legacy = try detector.detect(in: JSONDocument(parsing: "{}"))
        #expect(legacy.source == .legacy && legacy.label == "1")
        let explicit = try detector.detect(in: JSONDocument(parsing: "{}"), explicit: "2")
        #expect(explicit.source == .explicit && explicit.source.description == "given explicitly")
        #expect(detector.known == ["1", "2"] && detector.location == location)
        (location.pointer, location.form, location.legacy) = ("/v", .string, nil)
        #expect(location == VersionLocation("/v", as: .string))
        #expect(location.value(of: "2") == "2")
        #expect(VersionLocation.Form.allCases == [.integer, .integerOrString, .string, .semantic, .date])
    }

    @Test func versionErrorTellsItsParts() throws {
        let detector = VersionDetector(known: ["1", "2"], location: VersionLocation("/version", as: .integer))
        let document = try JSONDocument(parsing: #"{"version": 3}"#)
        let error = try #require(throws: VersionError.self) { try detector.detect(in: document) }
        #expect(error.code == .tooNew)
        #expect(error.path == "/version")
        #expect(error.position == SourcePosition(line: 1, column: 13, byteOffset: 12))
        #expect(error.found == 3)
        #expect(error.form == .integer)
        #expect(error.known == ["1", "2"])
        #expect(error.tried == [.field("/version")])
        let same = VersionError(
            code: VersionError.Code(rawValue: "tooNew"), path: "/version", position: error.position, found: 3,
            form: .integer, known: ["1", "2"], tried: [.field("/version")])
        #expect(error == same && error.diagnostic == same.diagnostic)
        #expect(VersionError(unknownLabel: "0", known: ["1"], tried: [.explicit]).code == .tooOld)
        #expect(Set([VersionError.Code.missing, .unreadable, .unknown, .tooOld, .tooNew]).count == 5)
    }
}
