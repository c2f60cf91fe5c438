import Testing
import LosslessJSON

@Suite struct JSONToleranceTests {
    private static let cases: [(String, JSONParsingOptions.Tolerances, JSONValue)] = [
        ("[1, 2,]", .trailingCommas, [1, 2]), ("{\"a\":1,}", .trailingCommas, ["a": 1]),
        ("// a\n[1/* b */,2]//", .comments, [1, 2]), ("{/**/\"a\"/**/:/**/1/**/}", .comments, ["a": 1]),
        ("\u{FEFF}[]", .byteOrderMark, []), ("[\"a\tb\"]", .controlCharacters, ["a\tb"]),
    ]

    @Test(arguments: cases.indices) func toleranceIsOffByDefault(place: Int) throws {
        let (text, tolerance, value) = Self.cases[place]
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        let others = JSONParsingOptions(tolerating: JSONParsingOptions.Tolerances(rawValue: 63 & ~tolerance.rawValue))
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text, options: others) }
        let document = try JSONDocument(parsing: text, options: JSONParsingOptions(tolerating: tolerance))
        #expect(document.root == value)
        #expect(document.bytes(with: document.root) == Array(text.utf8))
    }

    @Test(arguments: ["NaN", "Infinity", "-Infinity"]) func namesOfNumbersAreKept(name: String) throws {
        let options = JSONParsingOptions(tolerating: .nonFiniteNumbers)
        let root = try JSONDocument(parsing: "[\(name), 1]", options: options).root
        #expect(root[0]?.number?.text == name)
        #expect(root[0]?.number?.double == nil)
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: "[\(name)s]", options: options) }
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: "[\(name)]") }
    }

    @Test(arguments: ["[1,,]", "[,]", "{,}", "[1 // ", "[1 /* ]", "/", "[1/ 2]", "{\"a\":,}"])
    func faultsStayFaults(text: String) {
        let options = JSONParsingOptions(tolerating: [
            .trailingCommas, .comments, .nonFiniteNumbers, .controlCharacters,
        ])
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text, options: options) }
    }

    /// A slash alone is what stands there, and no comment.
    @Test(arguments: [
        ("[1 /x]", #"line 1, column 4, at "/0": expected "," or "]", found "/""#),
        (#"{"a" / 1}"#, #"line 1, column 6, at "/a": expected ":", found "/""#),
        ("1 /", #"line 1, column 3, at the root: expected the end of the text after the value, found "/""#),
        ("/", #"line 1, column 1, at the root: expected a value, found "/""#),
    ])
    func aSlashAloneIsUnexpected(text: String, says: String) {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONDocument(parsing: text, options: JSONParsingOptions(tolerating: .comments))
        }
        #expect(error?.description == says)
    }

    @Test func rawControlCharactersAreWrittenAsEscapes() throws {
        let options = JSONParsingOptions(tolerating: .controlCharacters)
        #expect(try JSONDocument(parsing: "[\"a\tb\"]", options: options).root.text() == #"["a\tb"]"#)
    }

    // MARK: Encodings

    @Test(arguments: [true, false], [true, false]) func otherEncodingsAreReadAsUTF8(isBigEndian: Bool, hasMark: Bool)
        throws
    {
        let text = (hasMark ? "\u{FEFF}" : "") + #"{"é😀":1}"#
        let wide = text.utf16.flatMap {
            isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
        }
        let wider = text.unicodeScalars.flatMap { scalar in
            let bytes = [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 255) }
            return isBigEndian ? bytes : bytes.reversed()
        }
        for bytes in [wide, wider] {
            #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
            let options = JSONParsingOptions(tolerating: .otherEncodings)
            #expect(try JSONDocument(parsing: bytes, options: options).root == ["é😀": 1])
            #expect(throws: JSONSyntaxError.self) {
                try JSONDocument(parsing: bytes.dropLast(1) + [], options: options)
            }
        }
    }

    // MARK: Duplicate keys

    @Test(arguments: [2, 40]) func repeatedKeysFollowThePolicy(others: Int) throws {
        let rest = (0..<others).map { ",\"k\($0)\":0" }.joined()
        let text = #"{"a":1,"b":2"# + rest + #","\u0061":3}"#
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        for (policy, count, value) in [
            (JSONParsingOptions.DuplicateKeyPolicy.first, 2, 1), (.last, 2, 3), (.keep, 3, 1),
        ] {
            let document = try JSONDocument(parsing: text, options: JSONParsingOptions(duplicateKeys: policy))
            #expect(document.root["a"]?.int == value)
            #expect(document.root.object?.count == count + others)
            #expect(document.bytes(with: document.root) == Array(text.utf8))
            #expect(document.root.object?.map(\.key).first == "a")
        }
    }
}
