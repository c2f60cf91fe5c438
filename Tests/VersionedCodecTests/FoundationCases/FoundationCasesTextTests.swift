import Foundation
import TestSupport
import Testing
import VersionedCodec

/// Payloads as texts: where they end, how they are encoded, what their strings say.
@Suite struct FoundationCasesTextTests {
    /// Any JSON.
    enum Tree: Codable, Equatable {
        case null, bool(Bool), number(Double), text(String), list([Tree]), table([String: Tree])
        init(from decoder: any Decoder) throws {
            let single = try decoder.singleValueContainer()
            // Whatever is wrong with the text goes on; only another kind of value is tried as something else.
            func attempt<Value: Decodable>(_ type: Value.Type, _ make: (Value) -> Tree) throws -> Tree? {
                do { return make(try single.decode(type)) } catch DecodingError.typeMismatch { return nil }
            }
            self =
                single.decodeNil()
                ? .null
                : try attempt(Bool.self) { .bool($0) } ?? attempt(String.self) { .text($0) }
                    ?? attempt(Double.self) { .number($0) } ?? Self.container(of: decoder)
        }
        private static func container(of decoder: any Decoder) throws -> Tree {
            do {
                let members = try decoder.container(keyedBy: AnyKey.self)
                return .table(
                    try members.allKeys.reduce(into: [:]) {
                        $0[$1.stringValue] = try members.decode(Tree.self, forKey: $1)
                    })
            } catch DecodingError.typeMismatch(let type, _) where type == [String: Any].self {
                var elements = try decoder.unkeyedContainer()
                var list: [Tree] = []
                while !elements.isAtEnd { list.append(try elements.decode(Tree.self)) }
                return .list(list)
            }
        }
        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            switch self {
            case .null: try single.encodeNil()
            case .bool(let value): try single.encode(value)
            case .number(let value): try single.encode(value)
            case .text(let value): try single.encode(value)
            case .list(let value): try single.encode(value)
            case .table(let value): try single.encode(value)
            }
        }
    }

    static let whole =
        #" {"a\n\u00e9" : [ true,false , null , -1.5e+3,0, "x\\\"/\ud83c\udf88é" ], "b":{"c":[[],{}]} } "#

    @Test func everyBeginningOfATextIsRefused() throws {
        let both = BothDecoders()
        let bytes = Array(Self.whole.utf8)
        both.agree(Tree.self, Self.whole)
        for end in 0..<bytes.count - 1 {
            let (ours, theirs) = both.outcomes(Tree.self, Data(bytes[..<end]))
            #expect(ours == .fault("dataCorrupted at "), "\(end)")
            #expect(theirs == ours, "Foundation's, \(end)")
        }
    }

    @Test(arguments: ["\n", "\r", "\r\n", "\t", "  ", "\n\n", " \t\r\n "])
    func whiteSpaceMayStandAnywhere(_ space: String) throws {
        let both = BothDecoders()
        let tokens = ["{", #""a""#, ":", "[", "1", ",", "true", ",", #""x""#, "]", ",", #""b""#, ":", "{", "}", "}"]
        both.expect(
            Tree.self, tokens.joined(separator: space),
            .table(["a": .list([.number(1), .bool(true), .text("x")]), "b": .table([:])]))
        both.expect(Int.self, space + "7" + space, 7)
        for (index, token) in tokens.enumerated() where token.count > 1 {
            var broken = tokens
            broken[index].insert(contentsOf: space, at: token.index(after: token.startIndex))
            Self.agree(Data(broken.joined().utf8), "\(broken)")
        }
    }

    @Test(arguments: ["\u{b}", "\u{c}", "\u{a0}", "\u{2028}", "\u{feff}", "\u{0}", "//", "/* */"])
    func otherSpaceIsRefused(_ space: String) {
        BothDecoders().agree(Tree.self, "[1\(space), 2]")
        BothDecoders().agree(Int.self, "7\(space)")
        BothDecoders().agree([String].self, "[\"a\(space.contains("\u{0}") ? "" : space)\"]")
    }

    @Test func partOfALargerBufferIsAllThatIsRead() throws {
        for text in ["3.141596", "1234567", "12e45", "\"text\"", "[1, 2, 3]", "truefalse", "nullnull"] {
            let whole = Data(text.utf8)
            for end in 1...whole.count {
                for start in 0..<end {
                    let part = whole[start..<end]
                    let (ours, theirs) = BothDecoders().outcomes(Tree.self, part)
                    #expect(ours == theirs, "\(String(decoding: part, as: UTF8.self))")
                }
            }
        }
        #expect(try VersionedJSONDecoder().decode(Double.self, from: Data("3.141596".utf8)[0..<4]) == 3.14)
    }

    @Test func shortTextsOfOtherEncodingsAreRead() throws {
        for text in ["7", "[]", "{}", "\"é\"", "12", "\"日本 🎈\""] {
            for encoding in [
                String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
                .utf8,
            ] {
                let payload = try #require(text.data(using: encoding))
                let (ours, theirs) = BothDecoders().outcomes(Tree.self, payload)
                let expected = try JSONDecoder().decode(Tree.self, from: Data(text.utf8))
                #expect(ours == .value(expected), "\(text) in \(encoding)")
                if encoding == .utf32 || text.hasPrefix("\"日") && encoding != .utf16 && encoding != .utf8 { continue }
                #expect(theirs == ours, "Foundation's, \(text) in \(encoding)")
            }
        }
    }

    @Test(arguments: [
        #"\ud800"#, #"\udc00"#, #"\ud800\ud800"#, #"\ud800x"#, #"\ud800\n"#, #"\ud800\u0041"#, #"\udc00\ud800"#,
        #"\ud83c\udf8"#,
        #"\u"#, #"\u1"#, #"\u123"#, #"\u12g4"#, #"\U0041"#, #"\x41"#, #"\a"#, #"\'"#, #"\0"#, "\\", "\\\n", "\n", "\t",
        "\u{0}",
        "\u{1f}", #"\u+123"#, #"\u 123"#, #"\ud83c\\udf88"#,
    ])
    func stringsThatAreNoneAreRefused(_ escapes: String) {
        let both = BothDecoders()
        both.expectFault([String].self, "[\"\(escapes)\"]", "dataCorrupted at ")
        both.expectFault([String: Int].self, "{\"\(escapes)\": 1}", "dataCorrupted at ")
        both.expectFault([String].self, "[\"text before \(escapes) and behind\"]", "dataCorrupted at ")
        both.expectFault(String.self, "\"\(escapes)\"", "dataCorrupted at ")
    }

    @Test(arguments: [
        #"\ud834\udd1e"#, #"\uD834\uDD1E"#, #"\ud800\udc00"#, #"\udbff\udfff"#, #"\u0000"#, #"\u001f"#, #"\u007F"#,
        #"\u0080"#,
        #"\u07ff\u0800\uffff"#, #"\ufeff"#, #"\ufffe"#, #"\"\\\/\b\f\n\r\t"#, #"\u0022\u005c\u002f"#, "\u{7f}",
        "\u{e000}", "\u{10ffff}",
        "e\u{301}", "\u{202e}", #"\u0065\u0301"#, "👩‍👩‍👧‍👦", #"https:\/\/a"#,
    ])
    func stringsAreRead(_ text: String) {
        let both = BothDecoders()
        both.agree([String].self, "[\"\(text)\"]")
        both.agree([String].self, "[\"before \(text) behind\"]")
        both.agree([String: String].self, "{\"\(text)\": \"\(text)\"}")
        let (ours, theirs) = both.outcomes([String].self, Data("[\"\(text)\"]".utf8))
        guard case (.value(let one), .value(let other)) = (ours, theirs) else {
            Testing.Issue.record("\(ours) \(theirs)")
            return
        }
        // Texts are equal that have other characters; here none may have.
        #expect(one.map { Array($0.unicodeScalars) } == other.map { Array($0.unicodeScalars) })
    }

    @Test func bytesThatAreNoUTF8AreRefusedWhereverTheyStand() {
        for bytes in [
            [0xFF], [0x80], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xBF, 0xBF], [0xF5, 0x80, 0x80, 0x80],
        ] as [[UInt8]] {
            for (before, behind) in [("{\"a", "\": \"b\"}"), ("{\"a\": \"", "b\"}"), ("[", "]"), ("", "")] {
                let payload = Data(before.utf8) + Data(bytes) + Data(behind.utf8)
                let (ours, theirs) = BothDecoders().outcomes([String: String].self, payload)
                #expect(ours == .fault("dataCorrupted at "), "\(bytes) in \(before)")
                #expect(theirs == ours, "Foundation's, \(bytes) in \(before)")
            }
        }
    }

    /// Texts of the kind that conformance lists hold: what is none.
    static let none = [
        "{\"Extra value after close\": true} \"misplaced\"", "{\"Illegal expression\": 1 + 2}",
        "{\"Illegal invocation\": alert()}",
        "{\"Numbers cannot have leading zeroes\": 013}", "{\"Numbers cannot be hex\": 0x14}",
        "[\"Illegal backslash escape: \\x15\"]",
        "[\\naked]", "{\"Missing colon\" null}", "{\"Double colon\":: null}", "{\"Comma instead of colon\", null}",
        "[\"Colon instead of comma\": false]", "[\"Bad value\", truth]", "['single quote']", "[\"tab\tin string\"]",
        "[\"line\nbreak\"]", "[0e]", "[0e+]", "[0e+-1]", "{\"Comma instead if closing brace\": true,", "[\"mismatch\"}",
        "{unquoted: 1}", "[\"Unclosed array\"", "[\"double extra comma\",,]", "[,\"missing value\"]",
        "[\"Comma after the close\"],",
        "[\"Extra close\"]]", "[1.]", "[.5]", "[+1]", "[-]", "[--1]", "[1e1.5]", "[Infinity]", "[-NaN]", "[tru]",
        "[nulll]", "[True]",
        "{1: 2}", "{null: 2}", "{\"a\"}", "{\"a\":}", "{:1}", "[1 2]", "[\"a\" \"b\"]", "{\"a\":1 \"b\":2}",
        "{\"a\":1;}", "[1;]",
    ]

    @Test(arguments: none)
    func textsThatAreNoJSONAreRefused(_ text: String) { Self.agree(Data(text.utf8)) }

    /// Expects the same of both; of a string or number that is none, Foundation says where it is, or else it does
    /// not.
    private static func agree(
        _ payload: Data, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (ours, theirs) = BothDecoders().outcomes(Tree.self, payload)
        if case .fault(let one) = ours, case .fault(let other) = theirs, one.hasPrefix("dataCorrupted at") {
            #expect(other.hasPrefix("dataCorrupted at"), comment, sourceLocation: sourceLocation)
        } else {
            #expect(ours == theirs, comment, sourceLocation: sourceLocation)
        }
    }

    static let some = [
        #"["JSON Test Pattern",{"object with 1 member":["array with 1 element"]},{},[],-42,true,false,null,{"integer":1234567890,"#
            + #""real":-9876.543210,"e":0.123456789e-12,"E":1.234567890E+34,"":23456789012e66,"zero":0,"one":1,"space":" ","quote":"\"","#
            + #""backslash":"\\","controls":"\b\f\n\r\t","slash":"/ & \/","alpha":"abcdefghijklmnopqrstuvwyz","digit":"0123456789","#
            + #""special":"`1~!@#$%^&*()_+-={':[,]}|;.</>?","hex":"\u0123\u4567\u89AB\uCDEF\uabcd\uef4A","true":true,"false":false,"#
            + ##""null":null,"array":[  ],"object":{  },"url":"http://www.JSON.org/","comment":"// /* <!-- --","# -- --> */":" ","##
            + #"" s p a c e d " :[1,2 , 3"# + "\n\n,\n\n4 , 5        ,          6           ,7        ],"
            + #""compact":[1,2,3,4,5,6,7],"jsontext":"{\"object with 1 member\":[\"array with 1 element\"]}","quotes":"&#34; \u0022 %22","#
            + #""\/\\\"\uCAFE\uBABE\uAB98\uFCDE\ubcda\uef4A\b\f\n\r\t`1~!@#$%^&*()_+-=[]{}|;:',./<>?":"A key"},0.5 ,98.6"#
            + "\n,\n99.44\n,\n"
            + #"1066,1e1,0.1e1,1e-1,1e00,2e+00,2e-00,"rosebud"]"#,
        "[[[[[[[[[[[[[[[[[[[\"Not too deep\"]]]]]]]]]]]]]]]]]]]", #"{"JSON": {"outermost": "must be", "anything": 1}}"#,
        "\"a\"",
        "[[],[[]],{}]", #"{"a":{"a":{"a":{}}}}"#,
    ]

    @Test(arguments: some)
    func textsThatAreJSONAreReadAndWritten(_ text: String) throws {
        let both = BothCoders([.sortedKeys, .prettyPrinted])
        both.decoders.agree(Tree.self, text)
        try both.expect(try JSONDecoder().decode(Tree.self, from: Data(text.utf8)))
    }

    private static var shared: [String] {
        let path = RepositoryFiles.sharedData.appending(path: "json-conformance/test_parsing").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// What the article lists: a trailing comma, a key that appears twice, and `0e1`, which Foundation refuses.
    static let listed = [
        "y_number_0e1.json",
        "n_array_extra_comma.json", "n_array_number_and_comma.json", "n_object_trailing_comma.json",
        "n_structure_trailing_comma.json",
        "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
    ]

    @Test(
        .enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)),
        arguments: shared)
    func conformanceFilesAreTakenAlike(_ name: String) throws {
        let payload = try RepositoryFiles.shared("json-conformance/test_parsing/\(name)")
        if Self.listed.contains(name) {
            let (ours, theirs) = BothDecoders().outcomes(Tree.self, payload)
            #expect(ours == .fault("dataCorrupted at ") || name == "y_number_0e1.json")
            #expect(theirs != ours)
        } else {
            Self.agree(payload, "\(name)")
        }
    }
}
