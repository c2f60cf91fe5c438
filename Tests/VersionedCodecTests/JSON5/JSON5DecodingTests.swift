import Foundation
import Testing
import VersionedCodec

/// Models out of JSON5.
@Suite struct JSON5DecodingTests {
    static let decoder: VersionedJSONDecoder = {
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = true
        return decoder
    }()

    private static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        let value = try decoder.decode(type, from: text)
        return value
    }

    @Test func optionIsAllOfTheTolerances() {
        var decoder = VersionedJSONDecoder()
        #expect(!decoder.allowsJSON5)
        decoder.parsingOptions.tolerances.insert(.comments)
        #expect(!decoder.allowsJSON5)
        decoder.allowsJSON5 = true
        #expect(decoder.allowsJSON5)
        #expect(decoder.parsingOptions.tolerances == [.json5, .byteOrderMark, .otherEncodings])
        decoder.parsingOptions.tolerances.remove(.plusSigns)
        #expect(!decoder.allowsJSON5)
        decoder.allowsJSON5 = false
        #expect(decoder.parsingOptions == VersionedJSONDecoder.defaultParsingOptions)
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[+1]") }
    }

    // MARK: Numbers

    @Test func hexadecimalIntegersOfEveryWidth() throws {
        #expect(try Self.read([Int8].self, "[0x7F, -0x80]") == [127, -128])
        #expect(try Self.read([UInt8].self, "[0xFF, +0x0]") == [255, 0])
        #expect(try Self.read([Int16].self, "[0x7FFF, -0x8000]") == [.max, .min])
        #expect(try Self.read([UInt16].self, "[0xFFFF]") == [.max])
        #expect(try Self.read([Int32].self, "[0x7fffffff, -0x80000000]") == [.max, .min])
        #expect(try Self.read([UInt32].self, "[0xFFFFFFFF]") == [.max])
        #expect(try Self.read([Int64].self, "[0x7FFFFFFFFFFFFFFF, -0x8000000000000000]") == [.max, .min])
        #expect(try Self.read([UInt64].self, "[0xFFFFFFFFFFFFFFFF]") == [.max])
        #expect(try Self.read([Int].self, "[0xdecaf, 0x1e5]") == [912_559, 485])
        let digits = String(repeating: "F", count: 31)
        #expect(
            try Self.read(
                [Int128].self, "[0x7F\(digits.dropLast()), -0x80\(digits.dropLast().map { _ in "0" }.joined())]") == [
                    .max, .min,
                ])
        #expect(try Self.read([UInt128].self, "[0xF\(digits)]") == [.max])
        for text in ["[0x80]", "[-0x81]", "[+0x100]", "[.5]", "[1.5]", "[Infinity]", "[NaN]"] {
            #expect(throws: DecodingError.self) { try Self.read([Int8].self, text) }
        }
        #expect(try Self.read([Int8].self, "[5., +5, 1.e2, 0x05]") == [5, 5, 100, 5])
    }

    @Test func numbersWithAndWithoutAnEnd() throws {
        #expect(
            try Self.read([Double].self, "[.5, -.5, +.5e1, 5., 0x1F, 0xFFFFFFFFFFFFFFFF, 0.e9]") == [
                0.5, -0.5, 5, 5, 31, 0x1p64, 0,
            ])
        #expect(try Self.read([Double].self, "[Infinity, +Infinity, -Infinity]") == [.infinity, .infinity, -.infinity])
        #expect(try Self.read([Double].self, "[NaN, +NaN, -NaN]").allSatisfy(\.isNaN))
        #expect(try Self.read([Float].self, "[.25, 0x10, -Infinity]") == [0.25, 16, -.infinity])
        #expect(try Self.read([Double].self, "[-0x0]")[0].sign == .minus)
        let most = "0x" + String(repeating: "F", count: 256)
        #expect(throws: DecodingError.self) { try Self.read(Double.self, most) }
        #expect(
            try Self.read(Double.self, "0xFFFFFFFFFFFFF8" + String(repeating: "0", count: 242))
                == .greatestFiniteMagnitude)
        #expect(
            try Self.read([Decimal].self, "[.1, 5., +1.50, 0xFFFFFFFFFFFFFFFFFF]").map(\.description) == [
                "0.1", "5", "1.5", "4722366482869645213695",
            ])
        #expect(throws: DecodingError.self) { try Self.read(Decimal.self, "NaN") }
    }

    @Test func datesAreNumbersToo() throws {
        var decoder = Self.decoder
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(
            try decoder.decode([Date].self, from: "[0x10, .5, +3, 2.]").map(\.timeIntervalSince1970) == [16, 0.5, 3, 2])
        decoder.dateDecodingStrategy = .iso8601
        #expect(
            try decoder.decode([Date].self, from: #"['1970-01-01T00:00:\x31\u0030Z']"#).map(\.timeIntervalSince1970)
                == [10])
    }

    // MARK: Keys

    private struct Keyed: Decodable, Equatable {
        var größe: Int
        var imageURL: String?
        var keys: [String] = []

        enum CodingKeys: String, CodingKey { case größe, imageURL = "image_url" }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            größe = try container.decode(Int.self, forKey: .größe)
            imageURL = try container.decodeIfPresent(String.self, forKey: .imageURL)
            keys = container.allKeys.map(\.stringValue)
        }
    }

    @Test func keysAreFoundHoweverTheyAreSpelled() throws {
        for text in [
            "{größe: 1, 'image_url': 'x'}", #"{gr\u00f6\u00DFe: +1, "image\x5furl": "x"}"#,
            #"{'gr\xf6\xdfe':1,image\u005furl:'\x78',}"#,
        ] {
            let value = try Self.read(Keyed.self, text)
            #expect(value.größe == 1 && value.imageURL == "x" && value.keys == ["größe", "image_url"], "\(text)")
        }
        #expect(
            try Self.read([String: Int].self, #"{a\u0062: 1, '"': 2, "\'": 3, null: 4}"#) == [
                "ab": 1, "\"": 2, "'": 3, "null": 4,
            ])
        #expect(try Self.read([Int: Bool].self, "{'0': true, \"-7\": false}") == [0: true, -7: false])
        struct Snake: Decodable { var oneTwo: Int }
        var decoder = Self.decoder
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decoder.decode(Snake.self, from: "{one_two: 0x2}").oneTwo == 2)
    }

    // MARK: Errors

    @Test func errorsNamePlacesAndSpellingsOfTheText() throws {
        for (text, description) in [
            (
                "// one\n{'a': [1, /* x */ 'é\\'s']}",
                #"line 2, column 19, at "/a/1": expected an integer, found a string ('é\'s')"#
            ),
            ("{a: [0x1F, -.5]}", #"line 1, column 12, at "/a/1": the number -.5 does not fit Int"#),
            ("{b: [1], /**/ a: {c: .5}}", #"line 1, column 18, at "/a": expected an array, found an object"#),
            ("{\u{FEFF}a\u{A0}: +0x1F}", #"line 1, column 7, at "/a": expected an array, found a number (+0x1F)"#),
            ("{a: [1,],\n b: [], 'c\\\nd': 5, a1: 7, }//", #"line 1, column 1, at the root: there is no member "z""#),
        ] {
            let type: any Decodable.Type = description.contains("\"z\"") ? Missing.self : [String: [Int]].self
            func message(_ read: () throws -> Void) -> String {
                do {
                    try read()
                    return "no error"
                } catch {
                    return Diagnostic(describing: error).description
                }
            }
            #expect(message { _ = try Self.decoder.decode(type, from: text) } == description)
            #expect(message { _ = try Self.decoder.decode(type, from: Data(text.utf8)) } == description)
            let document = try JSONDocument(parsing: text, options: Self.decoder.parsingOptions)
            #expect(message { _ = try VersionedJSONDecoder().decode(type, from: document.root) } == description)
        }
    }

    private struct Missing: Decodable { var z: Int }

    @Test func placesOfErrorsOfFoundationAreFound() throws {
        let payload = Data("// one\n{a: ['x']}".utf8)
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let error = try #require(throws: DecodingError.self) { try decoder.decode([String: [Int]].self, from: payload) }
        #expect(Diagnostic(describing: error, in: payload).position?.column == 6)
        #expect(Diagnostic(describing: error, in: payload).position?.line == 2)
    }

    // MARK: Members without braces

    @Test func membersStandWithoutBraces() throws {
        var decoder = Self.decoder
        decoder.assumesTopLevelDictionary = true
        for text in [
            "a: 1, b: 2", "a:1,b:2,", "// c\n'a': 0x1, b: +2 // d", "// c\n{a: 1, b: 2}", "/* { */ {a: 1, b: 2,} // }",
            "\u{A0}{a:1,b:2}", #""a":1,"b":2"#,
        ] {
            #expect(try decoder.decode([String: Int].self, from: text) == ["a": 1, "b": 2], "\(text)")
        }
        #expect(try decoder.decode([String: Int].self, from: "/* */") == [:])
        #expect(try decoder.decode([String: Int].self, from: "") == [:])
        for (text, description) in [
            ("a: 1}", #"line 1, column 5, at "/a": expected "," or the end of the text, found "}""#),
            ("a: 1 b", #"line 1, column 6, at "/a": expected "," or the end of the text, found "b""#),
            ("{a: 1", #"line 1, column 6, at "/a": expected "," or "}", but the text ends"#),
            ("a: ", #"line 1, column 4, at "/a": expected a value, but the text ends"#),
            ("a: 1, b: [2", #"line 1, column 12, at "/b/0": expected "," or "]", but the text ends"#),
            ("[1]", #"line 1, column 1, at the root: expected a key, found "[""#),
            ("a: 1,,", #"line 1, column 6, at the root: expected a key, found ",""#),
            ("// x\n a: 1, b: 'x'", #"line 2, column 11, at "/b": expected an integer, found a string ('x')"#),
        ] {
            let error = #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: text) }
            #expect(error.map { Diagnostic(describing: $0).description } == description, "\(text)")
        }
        // Without JSON5, a comment that is tolerated takes no brace either.
        var commented = VersionedJSONDecoder()
        commented.assumesTopLevelDictionary = true
        commented.parsingOptions.tolerances.insert(.comments)
        #expect(try commented.decode([String: Int].self, from: #""a": 1 // end"#) == ["a": 1])
        #expect(throws: DecodingError.self) {
            try commented.decode([String: Int].self, from: #"{"a": 1} // end"# + "\n}")
        }
    }

    @Test func commentsEndWhereJSON5SaysSo() throws {
        #expect(try Self.read([Int].self, "[1, // one\u{2028}2\n]") == [1, 2])
        #expect(try Self.read([Int].self, "[1, // one\r2, // two\r\n3]") == [1, 2, 3])
    }

    // MARK: Versions

    private enum Release: Int, APIVersion { case v1 = 1, v2 }

    @Test func versionIsFoundHoweverItIsSpelled() throws {
        struct Page: Codable, Equatable { var titleText: String }
        let controller = VersionController<Release>(
            location: VersionLocation("/meta/version", as: .integer),
            format: { $0 == .v1 ? VersionFormat(keys: .snakeCase) : .unchanged })
        var decoder = VersionedJSONDecoder(controller)
        decoder.allowsJSON5 = true
        for (text, version) in [
            ("{meta: {version: 0x1}, title_text: 'x'}", Release.v1),
            ("{'meta': {\"version\": +2,}, titleText: 'x'}", .v2),
            ("// x\n{title_text: 'x', m\\u0065ta: {version: 1.}}", .v1),
        ] {
            let versioned = try decoder.decode(Versioned<Page, Release>.self, from: text)
            #expect(versioned.value == Page(titleText: "x") && versioned.version == version, "\(text)")
            #expect(try decoder.decode(Page.self, from: text) == Page(titleText: "x"))
        }
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode(Page.self, from: "{\n meta: {version: 0x3}}")
        }
        #expect(
            error.map { Diagnostic(describing: $0).description }?.hasPrefix("line 2, column 18, at \"/meta/version\": ")
                == true)
    }

    @Test func whatAModelKeepsStaysValid() throws {
        struct Kept: Decodable {
            let inner: any Decoder
            init(from decoder: any Decoder) throws {
                inner = try decoder.container(keyedBy: Key.self).superDecoder(forKey: .a)
            }
            enum Key: CodingKey { case a }
        }
        let kept = try Self.read(Kept.self, "{a: [0x1F, 'x']}")
        var list = try kept.inner.unkeyedContainer()
        #expect(try list.decode(Int.self) == 31)
        #expect(try list.decode(String.self) == "x")
    }
}
