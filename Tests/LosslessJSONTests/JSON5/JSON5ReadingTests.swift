import TestSupport
import Testing
import LosslessJSON

/// What each form of JSON5 means, as documents and as the JSON that is made of them.
@Suite struct JSON5ReadingTests {
    static let options = JSONParsingOptions(tolerating: .json5)

    /// A text in JSON5, the JSON that is made of it, and the one tolerance beside it that it needs.
    static let forms: [(text: String, json: String, tolerances: JSONParsingOptions.Tolerances)] = [
        // Strings
        ("'text'", #""text""#, .singleQuotes),
        (#"'say "hi"'"#, #""say \"hi\"""#, .singleQuotes),
        (#"'it\'s'"#, #""it's""#, .singleQuotes),
        (#"'\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00'"#, #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, .singleQuotes),
        ("{'a b': 'c'}", #"{"a b": "c"}"#, .singleQuotes),
        (#""it\'s""#, #""it's""#, .furtherEscapes),
        (#""\v\0\x41\xe9\x0a\x22""#, #""\u000b\u0000\u0041\u00e9\n\"""#, .furtherEscapes),
        (#""\a\q\é\😀\-""#, #""aqé😀-""#, .furtherEscapes),
        ("\"a\\\nb\\\r\nc\\\rd\\\u{2028}e\\\u{2029}f\"", #""abcdef""#, .furtherEscapes),
        ("\"a\tb\u{1}c\"", #""a\tb\u0001c""#, .furtherEscapes),
        ("\"a\\\tb\"", #""a\tb""#, .furtherEscapes),
        ("'a\nb'", #""a\nb""#, [.controlCharacters, .singleQuotes]),
        // Keys
        ("{a: 1, $: 2, _: 3, a1$_: 4}", #"{"a": 1, "$": 2, "_": 3, "a1$_": 4}"#, .unquotedKeys),
        (
            "{größe: 1, 日本: 2, a\u{301}: 3, 𝓐: 4, Ⅰ: 5}",
            "{\"größe\": 1, \"日本\": 2, \"a\u{301}\": 3, \"𝓐\": 4, \"Ⅰ\": 5}",
            .unquotedKeys
        ),
        (
            "{a\u{200C}b\u{200D}: 1, a\u{203F}: 2, a\u{660}: 3}",
            "{\"a\u{200C}b\u{200D}\": 1, \"a\u{203F}\": 2, \"a\u{660}\": 3}", .unquotedKeys
        ),
        (#"{\u0061b: 1, c\u0064: 2, \u0024: 3}"#, #"{"\u0061b": 1, "c\u0064": 2, "\u0024": 3}"#, .unquotedKeys),
        (
            "{true: 1, null: 2, NaN: 3, Infinity: 4, class: 5}",
            #"{"true": 1, "null": 2, "NaN": 3, "Infinity": 4, "class": 5}"#, .unquotedKeys
        ),
        (
            "{a: {null :{true:[true,{ null\n: null}]}}}", "{\"a\": {\"null\" :{\"true\":[true,{ \"null\"\n: null}]}}}",
            .unquotedKeys
        ),
        // Numbers
        ("[0x1F, 0XdeCAF, -0x10, 0x00, -0x0]", "[31, 912559, -16, 0, -0]", .hexadecimalNumbers),
        (
            "[0xFFFFFFFFFFFFFFFF, 0x10000000000000000]", "[18446744073709551615, 18446744073709551616]",
            .hexadecimalNumbers
        ),
        ("[0x7fffffffffffffffffffffffffffffff]", "[170141183460469231731687303715884105727]", .hexadecimalNumbers),
        (
            "[0x3b9aca00000000000000000]",
            "[1152921504606846976000000000]", .hexadecimalNumbers
        ),
        ("[.5, 5., -.5, 5.e3, .5E-2, 0., 0.e1]", "[0.5, 5.0, -0.5, 5.0e3, 0.5E-2, 0.0, 0.0e1]", .bareDecimalPoints),
        ("[+1, +0, +1.5e+3]", "[1, 0, 1.5e+3]", .plusSigns),
        ("[+.5, +5., +0x1f]", "[0.5, 5.0, 31]", [.plusSigns, .bareDecimalPoints, .hexadecimalNumbers]),
        ("[+Infinity, +NaN, -NaN, -Infinity]", "[Infinity, NaN, NaN, -Infinity]", [.plusSigns, .nonFiniteNumbers]),
        ("[NaN,Infinity,'']", #"[NaN,Infinity,""]"#, [.nonFiniteNumbers, .singleQuotes]),
        // White space
        ("\u{B}[\u{C}1,\u{A0}2\u{FEFF}]\u{2028}", " [ 1, 2 ]", .furtherWhitespace),
        ("[\u{1680}1\u{2000},\u{200A}2\u{202F},\u{205F}3\u{3000},\u{2029}4]", "[ 1 , 2 , 3 , 4]", .furtherWhitespace),
        ("\u{FEFF}[1]", "[1]", .furtherWhitespace),
        ("\u{FEFF}['']", #"[""]"#, [.byteOrderMark, .singleQuotes]),
        ("[1, // ends here\u{2028}2]", "[1, 2]", [.comments, .furtherWhitespace]),
        // Comments and commas, which go
        ("[1,'',]", #"[1,""]"#, [.trailingCommas, .singleQuotes]),
        ("{a:1 ,\n}", "{\"a\":1 \n}", [.trailingCommas, .unquotedKeys]),
        ("/*x*/{/*a*/a/**/:/*:*/1/*,*/,/*b*/b:2}//", #"{ "a" : 1 , "b":2}"#, [.comments, .unquotedKeys]),
        (
            "// head\n{\n  // one\n  a: 1, // two\n\n  /* three */ b: 2 // four\n  // five\n}\n// foot\n",
            "\n{\n  \"a\": 1,\n  \"b\": 2\n}\n", [.comments, .unquotedKeys]
        ),
    ]

    @Test(arguments: forms.indices) func everyFormIsReadAndMadeJSON(place: Int) throws {
        let (text, json, tolerances) = Self.forms[place]
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        for tolerance in Self.single where tolerances.contains(tolerance) {
            let others = JSONParsingOptions(tolerating: tolerances.subtracting(tolerance))
            #expect(throws: JSONSyntaxError.self, "without \(tolerance)") {
                try JSONDocument(parsing: text, options: others)
            }
        }
        let expected = try JSONDocument(parsing: json, options: JSONParsingOptions(tolerating: .nonFiniteNumbers)).root
        for options in [
            JSONParsingOptions(tolerating: tolerances), JSONParsingOptions(tolerating: tolerances.union(.json5)),
        ] {
            let document = try JSONDocument(parsing: text, options: options)
            #expect(document.root == expected)
            #expect(String(decoding: document.bytes, as: UTF8.self) == text)
            let written = String(decoding: document.bytes(with: document.root), as: UTF8.self)
            #expect(written.trimmingPrefix { $0.isWhitespace } == json.trimmingPrefix { $0.isWhitespace })
            #expect(document.root.text() == expected.text())
        }
    }

    private static let single = (0..<13).map { JSONParsingOptions.Tolerances(rawValue: 1 << $0) }

    @Test func setHasItsPartsAndNoMore() {
        #expect(JSONParsingOptions.Tolerances.json5.rawValue == (1 << 13 - 1) & ~(4 | 16 | 32))
    }

    @Test func jsonIsReadAsItIs() throws {
        let text = " {\"a\" : [1.0, 1e2, \"\\u0041\"], \"b\":\"\u{2028}\" }\n"
        let document = try JSONDocument(parsing: text, options: Self.options)
        #expect(document.bytes(with: document.root) == Array(text.utf8))
        #expect(document.position(of: try #require(document.root["b"]))?.column == 35)
    }

    @Test func placesAreThoseOfTheText() throws {
        let text = "// 1\n{größe: 0x10, /* 2 */ 'b c': [.5,\n  +1,\t'x\\\ny', NaN,],}"
        let document = try JSONDocument(parsing: text, options: Self.options)
        func place(_ pointer: JSONPointer) throws -> String {
            let value = try #require(document.root[at: pointer])
            let position = try #require(document.position(of: value))
            let begin = text.utf8.index(text.startIndex, offsetBy: position.byteOffset)
            return "\(position.line):\(position.column) \(text[begin...].prefix(3))"
        }
        #expect(try place("") == "2:1 {gr")
        #expect(try place("/größe") == "2:9 0x1")
        #expect(try place("/b c") == "2:30 [.5")
        #expect(try place("/b c/0") == "2:31 .5,")
        #expect(try place("/b c/1") == "3:3 +1,")
        #expect(try place("/b c/2") == "3:7 'x\\")
        #expect(try place("/b c/3") == "4:5 NaN")
    }

    @Test func otherEncodingsAndRepeatedKeysAreAsTheOptionsSay() throws {
        let wide: [UInt8] = [0xFF, 0xFE] + "{a:'é',}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        var options = Self.options
        options.tolerances.insert(.otherEncodings)
        #expect(try JSONDocument(parsing: wide, options: options).root == ["a": "é"])
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: wide, options: Self.options) }
        options.duplicateKeys = .last
        #expect(try JSONDocument(parsing: #"{a: 1, '\x61': 2, \u0061: 3}"#, options: options).root == ["a": 3])
    }

    @Test func largeAndDeepTextsAreRead() throws {
        let count = Cases.parts(of: 200_000)
        let many = "[" + (0..<count).map { "0x\(String($0, radix: 16)),/**/" }.joined() + "]"
        let array = try #require(JSONDocument(parsing: many, options: Self.options).root.array)
        #expect(array.count == count)
        #expect(array[count / 2].int == count / 2)
        let deep = String(repeating: "{a:[", count: 50_000) + String(repeating: "],}", count: 50_000)
        var options = Self.options
        options.maximumDepth = 100_000
        #expect(try JSONDocument(parsing: deep, options: options).root["a"]?.kind == .array)
        let digits = String(repeating: "0", count: 1000) + String(repeating: "f", count: 256)
        #expect(try JSONDocument(parsing: "0x" + digits, options: Self.options).root.number?.text.count == 309)
        #expect(throws: JSONSyntaxError.self) {
            try JSONDocument(parsing: "0x1" + digits.dropFirst(999), options: Self.options)
        }
    }
}
