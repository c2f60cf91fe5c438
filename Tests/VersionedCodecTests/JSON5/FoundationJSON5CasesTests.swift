import Foundation
import Testing
import VersionedCodec

/// What Foundation's own tests of `allowsJSON5` ask for, asked of ours.
@Suite struct FoundationJSON5CasesTests {
    private static func read<Value: Decodable>(_ type: Value.Type, _ bytes: some Sequence<UInt8>) throws -> Value {
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = true
        return try decoder.decode(type, from: Data(bytes))
    }

    @Test(
        arguments: [
            ("1", 1), ("11", 11), ("99887766", 99_887_766), ("-1", -1), ("-10", -10), ("0", 0), ("+0", 0), ("-0", 0),
            ("+1", 1), ("+10", 10),
            ("0x1F", 31), ("-0x1F", -31), ("+0x1F", 31), ("0X1f", 31), ("0x1e2", 482), ("1.", 1), ("10.", 10),
            ("1e2", 100), ("1.e2", 100), ("0.", 0),
            ("0x7FFFFFFFFFFFFFFF", .max), ("-0x8000000000000000", .min),
        ] as [(String, Int)])
    func integers(_ text: String, _ expected: Int) throws {
        #expect(try Self.read(Int.self, text.utf8) == expected)
        #expect(try Self.read([Int].self, "[\(text)]".utf8) == [expected])
        #expect(try Self.read([String: Int].self, "{a: \(text)}".utf8) == ["a": expected])
    }

    @Test(
        arguments: [
            ("-1.5", -1.5), (".5", 0.5), ("+.5", 0.5), ("-.5", -0.5), ("5.", 5), ("1.e5", 1e5), ("1E-5", 1e-5),
            ("+1.25e+2", 125), ("0x1F", 31), (".1e1", 1),
            ("Infinity", .infinity), ("+Infinity", .infinity), ("-Infinity", -.infinity), ("0.0", 0), ("-0.0", 0),
            ("8675309.", 8_675_309), (".8675309", 0.8675309),
        ] as [(String, Double)])
    func doubles(_ text: String, _ expected: Double) throws {
        #expect(try Self.read(Double.self, text.utf8) == expected)
        #expect(try Self.read([Double].self, "[\(text),]".utf8) == [expected])
    }

    @Test(arguments: ["NaN", "+NaN", "-NaN"]) func numbersThatAreNone(_ text: String) throws {
        #expect(try Self.read(Double.self, text.utf8).isNaN)
        #expect(try Self.read(Float.self, text.utf8).isNaN)
        #expect(throws: DecodingError.self) { try Self.read(Int.self, text.utf8) }
    }

    @Test(arguments: [
        "", "-", "+", ".", "-.", "+.", "e1", ".e1", "1e", "1e+", "1e-", "--1", "++1", "+-1", "-+1", "- 1", "+ 1", "0x",
        "-0x", "0xG", "x1F", "0x 1", "0x1.0", "0x1p1", "01", "-01", "+00", "1.1.1", "1..", "..1", "1e1.5", "1e1e1",
        "0b1", "0o7", "1_000", "1,000", "Inf", "infinity", "nan", "NAN", "Infinity0", "-infinity", "+Inf", "1f", "1d",
        "0x1F1", "½", "１",
    ])
    func numbersThatAreNot(_ text: String) throws {
        if text == "0x1F1" {
            #expect(try Self.read(Int.self, text.utf8) == 497)
            return
        }
        #expect(throws: DecodingError.self) { try Self.read(Double.self, text.utf8) }
        #expect(throws: DecodingError.self) { try Self.read(Int.self, text.utf8) }
    }

    @Test func nullAndWords() throws {
        #expect(try Self.read(Int?.self, "null".utf8) == nil)
        #expect(try Self.read([Int?].self, "[null, ]".utf8) == [nil])
        for text in ["Null", "nul", "nu", "n", "n    ", "nu   ", "nulll", "NULL"] {
            #expect(throws: DecodingError.self) { try Self.read(Bool?.self, text.utf8) }
        }
        #expect(try Self.read([Bool].self, "[true,false]".utf8) == [true, false])
        for text in ["tru", "True", "fals", "FALSE", "truee", "t", "f"] {
            #expect(throws: DecodingError.self) { try Self.read(Bool.self, text.utf8) }
        }
    }

    @Test(arguments: [
        "[", "[ ", "[\n\n", "['hi',", "['hi', ", "['hi',\n", "{", "{ ", "{k ", "{k :", "{k:'hi',", "{k:'hi', ",
        "{k:'hi',\n", "{k", "{\"k", "{'k", "'", "\"", "[/", "[/*", "[//", "/", "'\\", "'\\u", "'\\u1", "{\\", "{\\u006",
    ])
    func textsThatEndTooSoon(_ text: String) throws {
        let error = #expect(throws: DecodingError.self) { try Self.read([String].self, text.utf8) }
        guard case .dataCorrupted = error else { throw try #require(error) }
        #expect(throws: DecodingError.self) { try Self.read([String: String].self, text.utf8) }
    }

    @Test(
        arguments: [
            [0x7B, 0xC3, 0x00], [0x7B, 0xC3], [0x7B, 0xC3, 0xA9, 0x00], [0x7B, 0xC3, 0xA9, 0xC3, 0x00],
            [0x7B, 0xE2, 0x82], [0x27, 0xC3, 0x27], [0x7B, 0x61, 0xFF, 0x3A, 0x31, 0x7D], [0x5B, 0xC2, 0x5D],
            [0x2F, 0x2F, 0xC3],
            [0x5C, 0xC3], [0x27, 0x5C, 0xC3], [0x27, 0x5C, 0xE2, 0x80],
        ] as [[UInt8]])
    func bytesThatAreNoCharacters(_ bytes: [UInt8]) {
        #expect(throws: DecodingError.self) { try Self.read([String: String].self, bytes) }
        #expect(throws: DecodingError.self) { try Self.read(String.self, bytes) }
    }

    @Test(arguments: [
        ("'v\\n'", "v\n"), (#""it's""#, "it's"), (#"'"'"#, "\""), (#"'\''"#, "'"), (#""\'""#, "'"), (#"'\"'"#, "\""),
        (#"'\x41\x7e'"#, "A~"), (#"'\u0041'"#, "A"), (#"'\uD834\uDD1E'"#, "𝄞"),
        (#"'\/\\\b\f\n\r\t'"#, "/\\\u{8}\u{C}\n\r\t"),
        ("''", ""), ("'\u{2028}\u{2029}'", "\u{2028}\u{2029}"), ("'𝄞é日本'", "𝄞é日本"), ("'\u{7F}'", "\u{7F}"),
        ("' // no comment /* */ '", " // no comment /* */ "), ("'[1,]{a:1,}0x1'", "[1,]{a:1,}0x1"),
    ])
    func strings(_ text: String, _ expected: String) throws {
        #expect(try Self.read(String.self, text.utf8) == expected)
        #expect(try Self.read([String].self, "[\(text),]".utf8) == [expected])
        #expect(try Self.read([String: String].self, "{\(text): \(text)}".utf8) == [expected: expected])
    }

    @Test(arguments: ["1", "'a'", "true", "// x\n1", "[1,]", "{a:1}"]) func fragmentsAndContainersStandAlone(
        _ text: String
    ) throws {
        #expect(throws: Never.self) { try Self.read(Anything.self, text.utf8) }
        #expect(throws: Never.self) { try Self.read(Anything.self, " \n\(text)\t/* */".utf8) }
        #expect(throws: DecodingError.self) { try Self.read(Anything.self, "\(text) \(text)".utf8) }
    }

    private struct Anything: Decodable { init(from decoder: any Decoder) {} }

    @Test func topLevelDictionaryMayLackItsBraces() throws {
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = true
        decoder.assumesTopLevelDictionary = true
        struct Example: Decodable, Equatable { var hello: String; var isTrue: Bool? }
        for text in [
            "hello: 'world', isTrue: true", "{ hello: 'world', isTrue: true }", "hello : 'world',\nisTrue: true,\n",
            "'hello': \"world\", // x\n isTrue: true",
        ] {
            #expect(try decoder.decode(Example.self, from: text) == Example(hello: "world", isTrue: true))
        }
        for text in ["hello: 'world'}", "{ hello: 'world'", "hello: 'world' isTrue: true", "hello", "hello:", "[1]"] {
            #expect(throws: DecodingError.self) { try decoder.decode(Example.self, from: text) }
        }
    }

    /// The example at json5.org.
    @Test func exampleOfTheSpecification() throws {
        struct Example: Decodable, Equatable {
            var unquoted: String, singleQuotes: String, lineBreaks: String, hexadecimal: UInt,
                leadingDecimalPoint: Double, andTrailing: Double
            var positiveSign: Int, trailingComma: String, andIn: [String], backwardsCompatible: String
        }
        let text = #"""
            {
              // comments
              unquoted: 'and you can quote me on that',
              singleQuotes: 'I can use "double quotes" here',
              lineBreaks: "Look, Mom! \
            No \\n's!",
              hexadecimal: 0xdecaf,
              leadingDecimalPoint: .8675309, andTrailing: 8675309.,
              positiveSign: +1,
              trailingComma: 'in objects', andIn: ['arrays',],
              "backwardsCompatible": "with JSON",
            }
            """#
        #expect(
            try Self.read(Example.self, text.utf8)
                == Example(
                    unquoted: "and you can quote me on that", singleQuotes: #"I can use "double quotes" here"#,
                    lineBreaks: #"Look, Mom! No \n's!"#,
                    hexadecimal: 0xdecaf, leadingDecimalPoint: 0.8675309, andTrailing: 8_675_309, positiveSign: 1,
                    trailingComma: "in objects", andIn: ["arrays"],
                    backwardsCompatible: "with JSON"))
    }
}
