import Foundation
import Testing
import VersionedCodec

/// What Foundation's own tests of `JSONDecoder` ask for, asked of ours.
@Suite struct FoundationCasesTests {
    static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try VersionedJSONDecoder().decode(type, from: Data(text.utf8))
    }

    // MARK: The top level

    @Test func fragmentsStandAlone() throws {
        #expect(try Self.read(Bool.self, " true\n"))
        #expect(try Self.read(Int.self, "\t-7 ") == -7)
        #expect(try Self.read(String.self, #""a""#) == "a")
        #expect(try Self.read(Int?.self, "null") == nil)
        #expect(try Self.read(Double.self, "1.5e3") == 1500)
        #expect(try Self.read([Int?].self, "[1, null]") == [1, nil])
    }

    @Test(arguments: [
        "", " ", "tru", "nul", "falsey", "+1", "01", "1.", ".5", "1e", "-", "--1", "0x10", "[1", "[1,", "{", #"{"a"}"#,
        #"{"a":}"#,
        #"{"a":1,}"#, "[,]", "1 2", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\u{1}\"", "'a'", "{a: 1}", "NaN",
        "[1]]",
    ])
    func malformedTextsAreCorruptedData(_ text: String) throws {
        let error = #expect(throws: DecodingError.self) { try Self.read(Menagerie.self, text) }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect(context.codingPath.isEmpty)
        #expect(context.underlyingError is JSONSyntaxError)
    }

    @Test func depthIsLimitedTo512() throws {
        struct Nest: Decodable {
            let inner: [Nest]
            init(from decoder: any Decoder) throws {
                inner = try decoder.singleValueContainer().decode([Nest].self)
            }
        }
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try Self.read(Nest.self, deep).inner.count == 1)
        #expect(throws: DecodingError.self) { try Self.read(Nest.self, "[\(deep)]") }
        let object = String(repeating: #"{"a":"#, count: 513) + "1" + String(repeating: "}", count: 513)
        #expect(throws: DecodingError.self) { try Self.read([String: Int].self, object) }
    }

    static let encodings: [(String.Encoding, [UInt8])] = [
        (.utf8, []), (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16BigEndian, []), (.utf16LittleEndian, []),
        (.utf16BigEndian, [0xFE, 0xFF]), (.utf16LittleEndian, [0xFF, 0xFE]), (.utf32BigEndian, []),
        (.utf32LittleEndian, []), (.utf32BigEndian, [0, 0, 0xFE, 0xFF]), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
    ]

    @Test(arguments: encodings)
    func everyEncodingIsRead(_ encoding: String.Encoding, _ mark: [UInt8]) throws {
        let text = try #require(#"{"key": "Grüße 🎈"}"#.data(using: encoding))
        #expect(try VersionedJSONDecoder().decode([String: String].self, from: Data(mark) + text) == ["key": "Grüße 🎈"])
        let short = try #require("1 ".data(using: encoding))
        #expect(try VersionedJSONDecoder().decode(Int.self, from: Data(mark) + short) == 1)
    }

    @Test func topLevelDictionaryMayLackItsBraces() throws {
        var decoder = VersionedJSONDecoder()
        decoder.assumesTopLevelDictionary = true
        for text in [#""x": 1, "y": 2"#, #" {"x": 1, "y": 2}"#, "\n\"x\" : 1 ,\"y\":2\n"] {
            #expect(try decoder.decode([String: Int].self, from: text) == ["x": 1, "y": 2])
        }
        #expect(try decoder.decode([String: Int].self, from: "") == [:])
        #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: #""x": 1}"#) }
        #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: #"{"x": 1"#) }
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[1]") }
    }

    // MARK: Texts

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u00e9\u00E9""#, "éé"), (#""\ud83c\udf88""#, "🎈"),
        (#""\u0000""#, "\u{0}"), (#""e\u0301""#, "e\u{301}"), ("\"\u{7f}\u{2028}\"", "\u{7f}\u{2028}"),
    ])
    func escapesAreUndone(_ text: String, _ expected: String) throws {
        #expect(Array(try Self.read([String].self, "[\(text)]")[0].unicodeScalars) == Array(expected.unicodeScalars))
        #expect(try Self.read([String: Int].self, "{\(text): 1}") == [expected: 1])
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func bytesThatAreNoUTF8AreRefused(_ bytes: [UInt8]) {
        let payload = Data("[\"".utf8) + Data(bytes) + Data("\"]".utf8)
        #expect(throws: DecodingError.self) { try VersionedJSONDecoder().decode([String].self, from: payload) }
    }

    // MARK: Containers

    /// Reads by hand what containers say of themselves.
    struct Walk: Decodable {
        enum Keys: String, CodingKey { case list, object, nothing, absent }
        var log: [String] = []

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Keys.self)
            log.append("keys \(members.allKeys.map(\.rawValue))")
            log.append("nil \(try members.decodeNil(forKey: .nothing)) \(try members.decodeNil(forKey: .list))")
            log.append("contains \(members.contains(.nothing)) \(members.contains(.absent))")
            log.append("if present \(try members.decodeIfPresent(Int.self, forKey: .nothing) as Any)")
            log.append("if present \(try members.decodeIfPresent([Int].self, forKey: .absent) as Any)")
            do {
                _ = try members.decodeNil(forKey: .absent)
            } catch DecodingError.keyNotFound(let key, let context) {
                log.append("no \(key.stringValue) at \(context.codingPath.map(\.stringValue))")
            }
            var list = try members.nestedUnkeyedContainer(forKey: .list)
            log.append("\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd) \(list.codingPath.map(\.stringValue))")
            log.append("nil \(try list.decodeNil()) \(list.currentIndex)")
            log.append("\(try list.decode(Int.self)) \(list.currentIndex)")
            log.append("nil \(try list.decodeNil()) \(list.currentIndex)")
            do {
                _ = try list.decode(Bool.self)
            } catch DecodingError.typeMismatch(_, let context) {
                log.append("no Bool at \(context.codingPath.map(\.stringValue)) \(list.currentIndex)")
            }
            let inner = try list.nestedContainer(keyedBy: Keys.self)
            log.append("\(inner.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }) \(list.currentIndex)")
            var deep = try list.nestedUnkeyedContainer()
            log.append("\(try deep.decode(String.self)) \(deep.isAtEnd) \(list.isAtEnd)")
            let last = try list.superDecoder()
            log.append("\(try last.singleValueContainer().decode(Double.self)) \(list.isAtEnd) \(list.currentIndex)")
            do {
                _ = try list.decode(Int.self)
            } catch DecodingError.valueNotFound(_, let context) {
                log.append("end at \(context.codingPath.map(\.stringValue))")
            }
            log.append("\(try list.decodeIfPresent(Int.self) as Any)")
            let object = try members.superDecoder(forKey: .object)
            log.append("\(object.codingPath.map(\.stringValue))")
            log.append("\(try object.container(keyedBy: Keys.self).allKeys.count)")
        }
    }

    @Test func containersSayWhatFoundationsSay() throws {
        let payload = Data(
            #"{"list": [7, null, {"list": 1}, ["x"], 1.5], "nothing": null, "object": {"absent": 0, "unknown": 1}}"#
                .utf8)
        let (ours, theirs) = (
            try VersionedJSONDecoder().decode(Walk.self, from: payload).log,
            try JSONDecoder().decode(Walk.self, from: payload).log
        )
        #expect(ours.count == theirs.count)
        // Foundation's keys come in no order.
        #expect(ours[0] == #"keys ["list", "nothing", "object"]"#)
        #expect(ours.dropFirst() == theirs.dropFirst())
    }

    @Test(arguments: ["[1, 2]", "1", "null", "\"a\"", "true"])
    func noObjectIsAMismatch(_ payload: String) throws {
        struct Model: Decodable { var a: Int }
        let ours = #expect(throws: DecodingError.self) { try Self.read(Model.self, payload) }
        let theirs = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Model.self, from: Data(payload.utf8))
        }
        #expect(ErrorShape(ours) == ErrorShape(theirs))
    }

    // MARK: Numbers

    @Test(arguments: [
        "0", "-0", "-0.0", "0e1", "1e2", "1.0", "12E+1", "-1.5e-3", "123456789012345678", "1e22", "5e-324", "0.1",
    ])
    func numbersAreRead(_ text: String) throws {
        let value = try Self.read([Double].self, "[\(text)]")[0]
        #expect(value.bitPattern == Double(text)?.bitPattern)
    }

    @Test func integersKeepTheirRange() throws {
        #expect(throws: DecodingError.self) { try Self.read(Int8.self, "128") }
        #expect(throws: DecodingError.self) { try Self.read(UInt8.self, "-1") }
        #expect(throws: DecodingError.self) { try Self.read(Int.self, "1.5") }
        #expect(throws: DecodingError.self) { try Self.read(Int.self, "9223372036854775808") }
        #expect(throws: DecodingError.self) { try Self.read(UInt128.self, "340282366920938463463374607431768211456") }
        #expect(try Self.read(UInt64.self, "18446744073709551615") == .max)
        #expect(try Self.read(Int128.self, "-170141183460469231731687303715884105728") == .min)
        #expect(
            try Self.read(Decimal.self, "79228162514264337593543950336").description == "79228162514264337593543950336")
        #expect(
            try Self.read([Decimal].self, "[1e-20, -0.10]") == [
                Decimal(sign: .plus, exponent: -20, significand: 1), -0.1,
            ])
    }

    // MARK: Keys

    @Test(arguments: [
        "", "a", "A", "ALL_CAPS", "ALLCAPS", "simple_one", "_many_under_scores_", "__", "__all", "all__", "_",
        "one_2_three",
        "oneTwo", "snake_Case", "ünï_cödé", "a__b", "url_string", "__leading_and_trailing__", "single_", "3d_model",
        "é_é",
    ])
    func snakeCaseFollowsFoundation(_ key: String) throws {
        struct KeysOnly: Decodable, Equatable {
            struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            var found: [String]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                found = container.allKeys.map(\.stringValue)
                for key in container.allKeys where try container.decode(Int.self, forKey: key) != 1 {
                    found.append("!")
                }
            }
        }
        let payload = try JSONEncoder().encode([key: 1])
        let theirs = JSONDecoder()
        theirs.keyDecodingStrategy = .convertFromSnakeCase
        var ours = VersionedJSONDecoder()
        ours.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try ours.decode(KeysOnly.self, from: payload) == theirs.decode(KeysOnly.self, from: payload))
    }

    @Test func dictionariesOfEveryKeyAreRead() throws {
        enum Suit: String, Codable, CodingKeyRepresentable { case hearts, spades }
        #expect(try Self.read([Suit: Int].self, #"{"hearts": 1}"#) == [.hearts: 1])
        #expect(throws: DecodingError.self) { try Self.read([Suit: Int].self, #"{"clubs": 1}"#) }
        #expect(try Self.read([Int: String].self, #"{"7": "a"}"#) == [7: "a"])
        #expect(throws: DecodingError.self) { try Self.read([Int: String].self, #"{"seven": "a"}"#) }
        let id = UUID()
        #expect(try Self.read([UUID: Int].self, #"["\#(id.uuidString)", 1]"#) == [id: 1])
        #expect(throws: DecodingError.self) { try Self.read([UUID: Int].self, #"["\#(id.uuidString)"]"#) }
        #expect(throws: DecodingError.self) { try Self.read(UUID.self, #""no""#) }
        #expect(throws: DecodingError.self) { try Self.read(URL.self, #""""#) }
    }
}
