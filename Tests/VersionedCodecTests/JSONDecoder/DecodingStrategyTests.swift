import Foundation
import Testing
import VersionedCodec

/// The options that have Foundation's names, and ours beside them.
@Suite struct DecodingStrategyTests {
    struct Failure: Error {}

    static let moment = Date(timeIntervalSince1970: 1_592_032_902)

    static let dates: [(VersionedJSONDecoder.DateDecodingStrategy, String)] = [
        (.deferredToDate, "\(moment.timeIntervalSinceReferenceDate)"), (.secondsSince1970, "1592032902"),
        (.millisecondsSince1970, "1.592032902e12"), (.iso8601, #""2020-06-13T07:21:42Z""#),
        (.iso8601, "\"2020-06-13\\u005407:21:42Z\""), (.formats([.dateOnly, .unixSeconds]), "1592032902"),
        (
            .custom { decoder in
                let text = try decoder.singleValueContainer().decode(String.self)
                return Date(timeIntervalSince1970: Double(text.dropFirst()) ?? 0)
            }, #""@1592032902""#
        ),
    ]

    @Test(arguments: dates)
    func datesFollowTheStrategy(_ strategy: VersionedJSONDecoder.DateDecodingStrategy, _ text: String) throws {
        struct Model: Decodable, Equatable {
            var at: Date
            var maybe: Date?
            var list: [Date]
            var table: [String: Date?]
        }
        var decoder = VersionedJSONDecoder()
        decoder.dateDecodingStrategy = strategy
        let payload = #"{"at": \#(text), "maybe": \#(text), "list": [\#(text)], "table": {"a": \#(text), "b": null}}"#
        let expected = Model(
            at: Self.moment, maybe: Self.moment, list: [Self.moment], table: ["a": Self.moment, "b": nil])
        #expect(try decoder.decode(Model.self, from: payload) == expected)
        #expect(try decoder.decode(Date.self, from: text) == Self.moment)
    }

    @Test func patternIsAStrategy() throws {
        var decoder = VersionedJSONDecoder()
        decoder.dateDecodingStrategy = try .pattern("yyyy/MM/dd", assuming: .gmt)
        #expect(try decoder.decode(Date.self, from: #""1970/01/02""#) == Date(timeIntervalSince1970: 86_400))
    }

    @Test(arguments: [
        (
            #"["2020-02-31T00:00:00Z"]"#,
            #""2020-02-31T00:00:00Z" is not a date: there is no 31 February 2020; the month has 29 days"#
        ),
        (#"[[]]"#, "expected a date, found an array"), ("[null]", "expected a date, found null"),
        ("[7]", "7 is not a date: the format is a text, and this is a number"),
    ])
    func whatIsNoDateIsNamedWithItsPlace(_ payload: String, _ message: String) throws {
        var decoder = VersionedJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let error = #expect(throws: DecodingError.self) { try decoder.decode([Date].self, from: payload) }
        #expect(Diagnostic(describing: try #require(error)).description == "line 1, column 2, at \"/0\": " + message)
    }

    @Test(arguments: [#""2020-06-13T07:21:42Zgarbage""#, #""2020-6-13T7:21:42Z""#, #""2020-13-01T00:00:00Z""#])
    func textsThatFoundationRollsOverAreRefused(_ text: String) {
        var decoder = VersionedJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(throws: DecodingError.self) { try decoder.decode(Date.self, from: text) }
    }

    @Test func errorOfACustomStrategyPassesUnchanged() {
        var decoder = VersionedJSONDecoder()
        decoder.dateDecodingStrategy = .custom { _ in throw Failure() }
        decoder.dataDecodingStrategy = .custom { _ in throw Failure() }
        #expect(throws: Failure.self) { try decoder.decode([Date].self, from: "[1]") }
        #expect(throws: Failure.self) { try decoder.decode([Data].self, from: "[1]") }
    }

    @Test(
        arguments: [
            (.base64, #""+/8=""#), (.deferredToData, "[251, 255]"), (.format(.hexadecimal), #""fbff""#),
            (.format(.base64URL), #""-_8""#), (.custom { _ in Data([251, 255]) }, "7"),
        ] as [(VersionedJSONDecoder.DataDecodingStrategy, String)])
    func dataFollowsTheStrategy(_ strategy: VersionedJSONDecoder.DataDecodingStrategy, _ text: String) throws {
        var decoder = VersionedJSONDecoder()
        decoder.dataDecodingStrategy = strategy
        #expect(try decoder.decode([Data].self, from: "[\(text)]") == [Data([251, 255])])
    }

    // MARK: Keys

    static let snakes = [
        "one", "_one", "one_", "_one_", "one_two", "one__two", "__one_two__", "oneTwo", "one_twoThree", "ONE_TWO", "_",
        "__", "", "a_1b",
        "image_url", "i_s_b_n", "é_é", "one_twO",
    ]

    @Test(arguments: snakes)
    func snakeCaseIsConvertedAsFoundationDoes(_ key: String) throws {
        struct Keys: Decodable {
            let names: [String]
            struct Name: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
            }
        }
        let payload = Data("{\"\(key)\": 1}".utf8)
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        var decoder = VersionedJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decoder.decode(Keys.self, from: payload).names == foundation.decode(Keys.self, from: payload).names)
    }

    @Test func customKeysSeeTheWholePath() throws {
        struct Outer: Decodable {
            struct Inner: Decodable { var value: Int }
            var items: [Inner]
        }
        let paths = Locked<[String]>([])
        var decoder = VersionedJSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            paths.append(path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "/"))
            return Name(path.last?.stringValue.lowercased() ?? "")
        }
        let read = try decoder.decode(Outer.self, from: #"{"ITEMS": [{"VALUE": 7}]}"#)
        #expect(read.items.map(\.value) == [7])
        #expect(paths.value == ["ITEMS", "items/0/VALUE"])
    }

    struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    // MARK: Texts

    @Test func textsOfEveryKindAreRead() throws {
        let decoder = VersionedJSONDecoder()
        let text = #"["ä", 1]"#
        struct Pair: Decodable, Equatable {
            var text: String
            var number: Int
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                text = try container.decode(String.self)
                number = try container.decode(Int.self)
            }
        }
        let expected = try decoder.decode(Pair.self, from: text)
        #expect(expected.text == "ä")
        #expect(try decoder.decode(Pair.self, from: Data(text.utf8)) == expected)
        #expect(try decoder.decode(Pair.self, from: Array(text.utf8)) == expected)
        #expect(try decoder.decode(Pair.self, from: text.dropFirst(0)) == expected)
        #expect(try decoder.decode(Pair.self, from: JSONDocument(parsing: text).root) == expected)
        #expect(try decoder.decode(Pair.self, from: ["ä", 1] as JSONValue) == expected)
        for encoding in [
            String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
        ] {
            #expect(try decoder.decode(Pair.self, from: #require(text.data(using: encoding))) == expected)
        }
        #expect(try decoder.decode(Pair.self, from: [0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
    }

    @Test func partOfADocumentIsDecodedWhereItStands() throws {
        let document = try JSONDocument(parsing: "{\"a\": 1,\n \"b\": [1, true]}")
        let value = try #require(document.root["b"])
        let error = #expect(throws: DecodingError.self) { try VersionedJSONDecoder().decode([Int].self, from: value) }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == "line 2, column 11, at \"/1\": expected an integer, found a boolean (true)")
    }

    @Test func topLevelMembersMayStandWithoutBraces() throws {
        var decoder = VersionedJSONDecoder()
        decoder.assumesTopLevelDictionary = true
        #expect(try decoder.decode([String: Int].self, from: "\"a\": 1,\n\"b\": 2") == ["a": 1, "b": 2])
        #expect(try decoder.decode([String: Int].self, from: " {\"a\": 1}") == ["a": 1])
        #expect(try decoder.decode([String: Int].self, from: "") == [:])
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode([String: Int].self, from: "\"a\": 1, \"b\": true")
        }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == "line 1, column 14, at \"/b\": expected an integer, found a boolean (true)")
    }

    @Test func modelsSeeTheUserInfo() throws {
        struct Asking: Decodable {
            let text: String?
            init(from decoder: any Decoder) throws {
                text = try decoder.userInfo[#require(CodingUserInfoKey(rawValue: "name"))] as? String
            }
        }
        var decoder = VersionedJSONDecoder()
        decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "name"))] = "there"
        #expect(try decoder.decode([Asking].self, from: "[1]").map(\.text) == ["there"])
    }
}

/// A value behind a lock, for closures that are `@Sendable`.
final class Locked<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Element

    init(_ value: Element) { stored = value }

    var value: Element { lock.withLock { stored } }
}

extension Locked where Element: RangeReplaceableCollection {
    func append(_ element: Element.Element) where Element.Element: Sendable { lock.withLock { stored.append(element) } }
}
