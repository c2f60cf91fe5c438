import Foundation
import Testing
import VersionedCodec

/// Exact texts that Foundation's encoder and ours both write.
@Suite struct EncoderFormattingTests {
    @Test func emptyContainersOfPrettyTextHaveAnEmptyLine() throws {
        struct Contents: Encodable {
            let array = [1, 2, 3]
            let dictionary: [String: Int] = [:]
            let emptyArray: [Int] = []
            let secondDictionary = ["one": 1, "two": 2, "three": 3]
            let singleElement = [1]
            let subArray: [String: [Int]] = ["array": []]
            let subDictionary: [String: [String: Int]] = ["dictionary": [:]]
            let nothing = Nothing()
            struct Nothing: Encodable {}
        }
        let both = BothEncoders([.prettyPrinted, .sortedKeys])
        try both.expect([Int](), "[\n\n]")
        try both.expect([String: Int](), "{\n\n}")
        try both.expect([[Int]()], "[\n  [\n\n  ]\n]")
        try both.expect(
            Contents(),
            """
            {
              "array" : [
                1,
                2,
                3
              ],
              "dictionary" : {

              },
              "emptyArray" : [

              ],
              "nothing" : {

              },
              "secondDictionary" : {
                "one" : 1,
                "three" : 3,
                "two" : 2
              },
              "singleElement" : [
                1
              ],
              "subArray" : {
                "array" : [

                ]
              },
              "subDictionary" : {
                "dictionary" : {

                }
              }
            }
            """)
        try both.expect(7, "7")
        try both.expect("a", "\"a\"")
    }

    @Test func sortedKeysStandByTheirBytes() throws {
        let both = BothEncoders(.sortedKeys)
        let names = ["B", "a", "10", "9", "", "ä", "aa", "A", "_", "日", "z", "Z1", "\u{1F600}", "\u{FFFD}", " "]
        try both.expect(
            Dictionary(uniqueKeysWithValues: names.map { ($0, 0) }),
            #"{"":0," ":0,"10":0,"9":0,"A":0,"B":0,"Z1":0,"_":0,"a":0,"aa":0,"z":0,"ä":0,"日":0,"\#u{FFFD}":0,"\#u{1F600}":0}"#
        )
        try both.expect([10: "ten", 9: "nine", -1: "less"], #"{"-1":"less","10":"ten","9":"nine"}"#)
    }

    @Test func slashesAreEscapedUnlessToldOtherwise() throws {
        try BothEncoders().expect(["a/b": "c//d"], #"{"a\/b":"c\/\/d"}"#)
        try BothEncoders(.withoutEscapingSlashes).expect(["a/b": "c//d"], #"{"a/b":"c//d"}"#)
        let url = try #require(URL(string: "https://example.org/a?b=c#d"))
        try BothEncoders().expect(Wrapped(value: url), #"{"value":"https:\/\/example.org\/a?b=c#d"}"#)
        try BothEncoders(.withoutEscapingSlashes).expect(url, #""https://example.org/a?b=c#d""#)
    }

    @Test func charactersAreEscapedAsByFoundation() throws {
        let both = BothEncoders()
        try both.expect("\"\\\u{8}\u{C}\n\r\t", #""\"\\\b\f\n\r\t""#)
        try both.expect("\u{0}\u{1}\u{B}\u{E}\u{F}\u{10}\u{1f}", #""\u0000\u0001\u000b\u000e\u000f\u0010\u001f""#)
        try both.expect("\u{7f}\u{80}\u{2028}\u{2029}\u{FEFF}", "\"\u{7f}\u{80}\u{2028}\u{2029}\u{FEFF}\"")
        try both.expect("\r\n👩‍👩‍👧‍👦é e\u{301}", "\"\\r\\n👩‍👩‍👧‍👦é e\u{301}\"")
        // Each control character, alone and among others, so that no way through the text is left out.
        for code in UInt8(0)..<0x80 {
            let text = String(UnicodeScalar(code))
            for text in [text, "1234567" + text, "12345678" + text + "12345678", text + "é"] {
                let expected = try String(decoding: both.theirs.encode(text), as: UTF8.self)
                try both.expect(text, expected)
                try both.expect([text: 1], "{\(expected):1}")
            }
        }
    }

    @Test func numbersHaveOneText() throws {
        let both = BothEncoders()
        try both.expect(
            [0.0, -0.0, 1, -1, 0.1, 1.5, 100, 1e15, 1e16, 1e17], "[0,-0,1,-1,0.1,1.5,100,1000000000000000,1e+16,1e+17]")
        try both.expect(
            [1e-3, 1e-4, 1e-5, 1.25e-7, 1e100, Double.leastNonzeroMagnitude.nextUp],
            "[0.001,0.0001,1e-05,1.25e-07,1e+100,1e-323]")
        try both.expect(
            [9_007_199_254_740_992, 9_007_199_254_740_994, 123_456_789_012_345_680] as [Double],
            "[9007199254740992,9.007199254740994e+15,1.2345678901234568e+17]")
        try both.expect(
            [0, -0.0, 1, 0.1, 16_777_216, 16_777_218, 3.4028235e38] as [Float],
            "[0,-0,1,0.1,16777216,1.6777218e+07,3.4028235e+38]")
        try both.expect([Int8.min, 0, .max], "[-128,0,127]")
        try both.expect([UInt8.min, .max], "[0,255]")
        try both.expect([Int16.min, .max], "[-32768,32767]")
        try both.expect([UInt16.max], "[65535]")
        try both.expect([Int32.min, .max], "[-2147483648,2147483647]")
        try both.expect([UInt32.max], "[4294967295]")
        try both.expect([Int64.min, .max], "[-9223372036854775808,9223372036854775807]")
        try both.expect([UInt64.min, .max], "[0,18446744073709551615]")
        try both.expect([Int.min, .max, 0], "[-9223372036854775808,9223372036854775807,0]")
        try both.expect([UInt.max], "[18446744073709551615]")
        try both.expect(
            [Int128.min, .max], "[-170141183460469231731687303715884105728,170141183460469231731687303715884105727]")
        try both.expect([UInt128.max], "[340282366920938463463374607431768211455]")
    }

    @Test func decimalsAreExact() throws {
        let both = BothEncoders()
        try both.expect(
            Wrapped(value: Decimal(sign: .plus, exponent: 127, significand: 1)),
            "{\"value\":1\(String(repeating: "0", count: 127))}")
        try both.expect(Optional(Decimal(sign: .minus, exponent: -3, significand: 1500)), "-1.5")
        let text = "0.1234567890123456789012345678901234567"
        try both.expect([try #require(Decimal(string: text))], "[\(text)]")
        try both.expect([Decimal.greatestFiniteMagnitude], "[\(Decimal.greatestFiniteMagnitude)]")
        try both.expect([Decimal.leastNonzeroMagnitude], "[\(Decimal.leastNonzeroMagnitude)]")
    }

    @Test func anyValueMayStandAlone() throws {
        let both = BothEncoders()
        try both.expect(true, "true")
        try both.expect(Int?.none, "null")
        try both.expect(Int??.some(nil), "null")
        try both.expect("", #""""#)
        try both.expect(3.5, "3.5")
        try both.expect(Date(timeIntervalSinceReferenceDate: 0.5), "0.5")
        try both.expect(Data([0, 1, 2]), #""AAEC""#)
        try both.expect(
            UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
        try both.expect([Int?.some(1), nil], "[1,null]")
        try both.expect(["a": Int?.none], #"{"a":null}"#)
        struct Optionals: Encodable { var a: Int?, b: String?, c: [Int]?, d: Date?, e: Bool? }
        try both.expect(Optionals(), "{}")
        try both.expect(Optionals(c: []), #"{"c":[]}"#)
    }

    @Test func dictionariesFollowTheKindOfTheirKeys() throws {
        enum Plain: String, Encodable { case a, b }
        enum Named: String, Encodable, CodingKeyRepresentable { case a, b }
        enum Numbered: Int, Encodable, CodingKeyRepresentable { case one = 1, two }
        struct Lettered: Hashable, Encodable, CodingKeyRepresentable {
            let text: String
            var codingKey: any CodingKey { AnyKey(stringValue: "~" + text) }
            init(_ text: String) { self.text = text }
            init?<Key: CodingKey>(codingKey: Key) { text = codingKey.stringValue }
        }
        let both = BothEncoders(.sortedKeys)
        try both.expect([Plain.a: 1], #"["a",1]"#)
        try both.expect([Named.a: 1, .b: 2], #"{"a":1,"b":2}"#)
        try both.expect([Numbered.one: 1, .two: 2], #"{"1":1,"2":2}"#)
        try both.expect([Lettered("x"): 1], #"{"~x":1}"#)
        try both.expect([UInt8(3): 1], "[3,1]")
        try both.expect([1.5: 1], "[1.5,1]")
    }

    @Test func enumsAndSharedBaseClassesAreWrittenAsSwiftSynthesises() throws {
        enum Shape: Encodable { case point, circle(radius: Int), pair(Int, Int) }
        let both = BothEncoders(.sortedKeys)
        try both.expect(
            [Shape.point, .circle(radius: 2), .pair(1, 2)],
            #"[{"point":{}},{"circle":{"radius":2}},{"pair":{"_0":1,"_1":2}}]"#)
        try both.expect(0..<3, "[0,3]")
        try both.expect(Result<Int, EncodableFault>.failure(EncodableFault()).failure, #"{"code":3}"#)
        try both.expect(Employee(), #"{"email":"a@b.c","id":42,"name":"Jo"}"#)
    }

    struct EncodableFault: Error, Encodable { var code = 3 }

    class Person: Encodable {
        var name = "Jo"
        var email = "a@b.c"
    }

    final class Employee: Person {
        enum CodingKeys: CodingKey { case id }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(42, forKey: .id)
            try super.encode(to: encoder)
        }
    }
}

extension Result where Failure: Encodable {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
