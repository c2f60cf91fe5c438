import Testing
import VersionedCodec

/// What is not a JSON5, with all that its errors say: places are those of the text.
@Suite struct JSON5RefusalTests {
    static let cases: [(text: String, code: JSONSyntaxError.Code, description: String)] = [
        // Numbers
        (
            "[0x]", .invalidNumber,
            #"line 1, column 4, at "/0": invalid number: expected a hexadecimal digit, found "]""#
        ),
        (
            "[0xg]", .invalidNumber,
            #"line 1, column 4, at "/0": invalid number: expected a hexadecimal digit, found "g""#
        ),
        ("0x", .unexpectedEnd, "line 1, column 3, at the root: expected a hexadecimal digit, but the text ends"),
        ("[0x1.5]", .unexpectedCharacter, #"line 1, column 5, at "/0": expected "," or "]", found ".""#),
        ("[0x1p3]", .unexpectedCharacter, #"line 1, column 5, at "/0": expected "," or "]", found "p""#),
        ("[0x1+5]", .unexpectedCharacter, #"line 1, column 5, at "/0": expected "," or "]", found "+""#),
        ("[1 +5]", .unexpectedCharacter, #"line 1, column 4, at "/0": expected "," or "]", found "+""#),
        ("[1/**/2]", .unexpectedCharacter, #"line 1, column 7, at "/0": expected "," or "]", found "2""#),
        ("[+]", .invalidNumber, #"line 1, column 3, at "/0": invalid number: expected a digit, found "]""#),
        ("[+-1]", .invalidNumber, #"line 1, column 3, at "/0": invalid number: expected a digit, found "-""#),
        (
            "[.]", .invalidNumber,
            #"line 1, column 3, at "/0": invalid number: expected a digit after the decimal point, found "]""#
        ),
        (
            "[.e3]", .invalidNumber,
            #"line 1, column 3, at "/0": invalid number: expected a digit after the decimal point, found "e""#
        ),
        (
            "[1.e]", .invalidNumber,
            #"line 1, column 5, at "/0": invalid number: expected a digit in the exponent, found "]""#
        ),
        (
            "[1e+]", .invalidNumber,
            #"line 1, column 5, at "/0": invalid number: expected a digit in the exponent, found "]""#
        ),
        (
            "[01]", .invalidNumber,
            #"line 1, column 3, at "/0": invalid number: expected no digit after a leading 0, found "1""#
        ),
        ("[+Infinit]", .invalidNumber, #"line 1, column 3, at "/0": invalid number: expected a digit, found "I""#),
        ("[NaNs]", .unexpectedCharacter, #"line 1, column 2, at "/0": expected a value or "]", found "N""#),
        ("[1n]", .unexpectedCharacter, #"line 1, column 3, at "/0": expected "," or "]", found "n""#),
        // Strings
        ("['abc", .unexpectedEnd, #"line 1, column 6, at "/0": expected a closing quotation mark, but the text ends"#),
        (
            "['abc\"]", .unexpectedEnd,
            #"line 1, column 8, at "/0": expected a closing quotation mark, but the text ends"#
        ),
        (
            "['a\nb']", .controlCharacter,
            #"line 1, column 4, at "/0": a control character (U+000A) must be escaped in a string"#
        ),
        (
            "[\"a\rb\"]", .controlCharacter,
            #"line 1, column 4, at "/0": a control character (U+000D) must be escaped in a string"#
        ),
        (#"['\1']"#, .invalidEscape, #"line 1, column 3, at "/0": invalid escape "\1""#),
        (#"['\01']"#, .invalidEscape, #"line 1, column 3, at "/0": invalid escape "\01": expected no digit after \0"#),
        (
            #"['\x4']"#, .invalidEscape,
            #"line 1, column 3, at "/0": invalid escape "\x": expected two hexadecimal digits"#
        ),
        (
            #"['\x4"#, .invalidEscape,
            #"line 1, column 3, at "/0": invalid escape "\x": expected two hexadecimal digits"#
        ),
        (#"['\x"#, .unexpectedEnd, #"line 1, column 5, at "/0": expected two hexadecimal digits, but the text ends"#),
        (
            #"['\u{41}']"#, .invalidEscape,
            #"line 1, column 3, at "/0": invalid escape "\u{": expected four hexadecimal digits"#
        ),
        (
            #"['\u12']"#, .invalidEscape,
            #"line 1, column 3, at "/0": invalid escape "\u12": expected four hexadecimal digits"#
        ),
        (#"['\uD83D']"#, .loneSurrogate, #"line 1, column 3, at "/0": \uD83D is half of a surrogate pair"#),
        ("['\\ud83d\\\n\\ude00']", .loneSurrogate, #"line 1, column 3, at "/0": \uD83D is half of a surrogate pair"#),
        (
            "['\\u004\\\n1']", .invalidEscape,
            "line 1, column 3, at \"/0\": invalid escape \"\\u004\\\\\": expected four hexadecimal digits"
        ),
        (
            "'a' 'b'", .trailingCharacters,
            #"line 1, column 5, at the root: expected the end of the text after the value, found "'""#
        ),
        // Keys
        ("{1: 2}", .unexpectedCharacter, #"line 1, column 2, at the root: expected a key or "}", found "1""#),
        ("{a-b: 1}", .unexpectedCharacter, #"line 1, column 3, at "/a": expected ":", found "-""#),
        ("{a b: 1}", .unexpectedCharacter, #"line 1, column 4, at "/a": expected ":", found "b""#),
        ("{a: 1, 0x1: 2}", .unexpectedCharacter, #"line 1, column 8, at the root: expected a key, found "0""#),
        (
            #"{\u0031a: 1}"#, .invalidEscape,
            #"line 1, column 2, at the root: invalid escape "\u": expected \uXXXX of a character that a key without quotes may have"#
        ),
        (
            #"{a\x62: 1}"#, .invalidEscape,
            #"line 1, column 3, at the root: invalid escape "\x": expected \uXXXX of a character that a key without quotes may have"#
        ),
        (
            #"{a\u002d: 1}"#, .invalidEscape,
            #"line 1, column 3, at the root: invalid escape "\u": expected \uXXXX of a character that a key without quotes may have"#
        ),
        (
            #"{\ud835\udcd0: 1}"#, .invalidEscape,
            #"line 1, column 2, at the root: invalid escape "\u": expected \uXXXX of a character that a key without quotes may have"#
        ),
        ("{a\u{B7}: 1}", .unexpectedCharacter, "line 1, column 3, at \"/a\": expected \":\", found \"\u{B7}\""),
        ("{\u{301}a: 1}", .unexpectedCharacter, #"line 1, column 2, at the root: expected a key or "}", found U+0301"#),
        ("{😀: 1}", .unexpectedCharacter, #"line 1, column 2, at the root: expected a key or "}", found "😀""#),
        ("{a: 1, 'a': 2}", .duplicateKey, #"line 1, column 8, at "/a": the key "a" appears twice in one object"#),
        ("[a]", .unexpectedCharacter, #"line 1, column 2, at "/0": expected a value or "]", found "a""#),
        ("[1, a]", .unexpectedCharacter, #"line 1, column 5, at "/1": expected a value, found "a""#),
        ("[1, a: 2]", .unexpectedCharacter, #"line 1, column 5, at "/1": expected a value, found "a""#),
        ("{a: b: 1}", .unexpectedCharacter, #"line 1, column 5, at "/a": expected a value, found "b""#),
        ("a: 1", .unexpectedCharacter, #"line 1, column 1, at the root: expected a value, found "a""#),
        // Commas, comments, space
        ("[,]", .unexpectedCharacter, #"line 1, column 2, at "/0": expected a value or "]", found ",""#),
        ("{,}", .unexpectedCharacter, #"line 1, column 2, at the root: expected a key or "}", found ",""#),
        ("{a: 1,,}", .unexpectedCharacter, #"line 1, column 7, at the root: expected a key, found ",""#),
        ("{a:,}", .unexpectedCharacter, #"line 1, column 4, at "/a": expected a value, found ",""#),
        ("{a,}", .unexpectedCharacter, #"line 1, column 3, at "/a": expected ":", found ",""#),
        ("[1,}", .unexpectedCharacter, #"line 1, column 4, at "/1": expected a value, found "}""#),
        ("// one\n[1 /* two\n]", .unexpectedEnd, #"line 3, column 2, at "/1": expected */, but the text ends"#),
        ("/* /* */ */ 1", .unexpectedCharacter, #"line 1, column 10, at the root: expected a value, found "*""#),
        ("// only", .unexpectedEnd, "line 1, column 8, at the root: expected a value, but the text ends"),
        ("[1\u{85}]", .unexpectedCharacter, #"line 1, column 3, at "/0": expected "," or "]", found U+0085"#),
        ("[1\u{200B}]", .unexpectedCharacter, #"line 1, column 3, at "/0": expected "," or "]", found U+200B"#),
        ("[1\u{180E}]", .unexpectedCharacter, #"line 1, column 3, at "/0": expected "," or "]", found U+180E"#),
        ("[undefined]", .unexpectedCharacter, #"line 1, column 2, at "/0": expected a value or "]", found "u""#),
        ("[true.]", .unexpectedCharacter, #"line 1, column 6, at "/0": expected "," or "]", found ".""#),
        ("[[[['']]]]", .nestingTooDeep, #"line 1, column 4, at "/0/0/0": nested too deep: expected at most 3 levels"#),
    ]

    @Test(arguments: cases.indices) func errorTellsPlaceAndReason(place: Int) throws {
        let (text, code, description) = Self.cases[place]
        let options = JSONParsingOptions(maximumDepth: 3, tolerating: .json5)
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text, options: options) }
        #expect(error.description == description)
        #expect(error.code == code)
        var decoder = VersionedJSONDecoder()
        decoder.parsingOptions = options
        let thrown = #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: text) }
        guard case .dataCorrupted(let context) = thrown else { throw try #require(thrown) }
        #expect(context.underlyingError as? JSONSyntaxError == error)
        #expect(context.debugDescription == description)
    }

    @Test func bytesThatAreNoUTF8AreRefusedWhereverTheyStand() throws {
        let options = JSONParsingOptions(tolerating: .json5)
        let cases: [([UInt8], String)] = [
            (
                Array("{".utf8) + [0xC3, 0x00],
                #"line 1, column 2, at the root: expected a key or "}", found the byte \xC3"#
            ),
            (Array("{é".utf8) + [0xC3, 0x00], #"line 1, column 3, at "/é": expected ":", found the byte \xC3"#),
            (
                Array("['".utf8) + [0xE9, 0x27, 0x5D],
                #"line 1, column 3, at "/0": the byte \xE9 is not valid UTF-8 here"#
            ),
            (
                Array("['\\".utf8) + [0xE9, 0x27, 0x5D],
                #"line 1, column 4, at "/0": the byte \xE9 is not valid UTF-8 here"#
            ),
            (Array("[]//".utf8) + [0xFF], #"line 1, column 5, at the root: the byte \xFF is not valid UTF-8 here"#),
        ]
        for (bytes, description) in cases {
            let error = #expect(throws: JSONSyntaxError.self) {
                try JSONDocument(parsing: bytes, options: options)
            }
            #expect(error?.description == description)
        }
    }

    @Test func manyHexadecimalDigitsAreRefused() throws {
        let options = JSONParsingOptions(tolerating: .json5)
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONDocument(parsing: "0x" + String(repeating: "f", count: 100_000), options: options)
        }
        #expect(
            error?.description
                == #"line 1, column 259, at the root: invalid number: expected at most 256 hexadecimal digits, found "f""#
        )
    }

    @Test func textWhoseJSONIsTooLongIsRefused() throws {
        var options = JSONParsingOptions(tolerating: .json5)
        options.maximumBytes = 10
        #expect(try JSONDocument(parsing: "{abcd:1}", options: options).root == ["abcd": 1])
        for (text, description) in [
            (
                "{abcd: 1,}",
                "line 1, column 1, at the root: the text is too large: at most 10 bytes of JSON are allowed"
            ),
            ("{abcd: 1, }", "line 1, column 1, at the root: the text is too large: at most 10 bytes are allowed"),
        ] {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text, options: options) }
            #expect(error?.description == description)
            #expect(error?.code == .tooLarge)
        }
    }
}
