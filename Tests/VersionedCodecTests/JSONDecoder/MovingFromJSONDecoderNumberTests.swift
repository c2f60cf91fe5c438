import Foundation
import Testing
import VersionedCodec

/// The rows of the article "Moving from JSONDecoder" on numbers, encodings and kept decoders: what each decoder makes
/// of a payload.
@Suite struct MovingFromJSONDecoderNumberTests {
    private static func told<Value: Decodable>(_ decode: () throws -> Value) -> String {
        do { return "\(try decode())" } catch { return "an error" }
    }

    private static func compare<Value: Decodable>(
        _ type: Value.Type, _ payload: Data, theirs: String, ours: String, json5: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = json5
        #expect(told { try decoder.decode(type, from: payload) } == ours, sourceLocation: sourceLocation)
        #if os(Linux)
            let foundation = JSONDecoder()
            foundation.allowsJSON5 = json5
            #expect(told { try foundation.decode(type, from: payload) } == theirs, sourceLocation: sourceLocation)
        #endif
    }

    // MARK: Numbers

    @Test(arguments: [
        ("1.00000000000000000000001", "[1]"), ("48682278179587293.49", "[48682278179587293]"),
        ("0.99999999999999999999999", "[1]"),
    ])
    func fractionIsNoInteger(text: String, theirs: String) {
        Self.compare([Int].self, Data("[\(text)]".utf8), theirs: theirs, ours: "an error")
    }

    @Test(arguments: [
        "\(Decimal.pi)", "\(Decimal.greatestFiniteMagnitude)", "\(-Decimal.greatestFiniteMagnitude)",
        "\(Decimal.leastNonzeroMagnitude)", "340282366920938463463374607431768211455",
        "0.340282366920938463463374607431768211455", "-1.00000000000000000000000000000000000001",
    ])
    func decimalThatIsWrittenIsRead(text: String) throws {
        let value = try #require(Decimal(string: text))
        let ours = try VersionedJSONEncoder().encode([value])
        #expect(ours == Data("[\(text)]".utf8))
        #expect(try ours == JSONEncoder().encode([value]))
        #expect(try VersionedJSONDecoder().decode([Decimal].self, from: ours) == [value])
        #expect(try JSONDecoder().decode([Decimal].self, from: ours) == [value])
    }

    /// Random digits around the greatest significand: read exactly, as Foundation does, or refused, where Foundation
    /// cuts.
    @Test func decimalsOf39DigitsAreExactOrRefused() throws {
        var random = EncoderNestedTests.Generator(state: 39)
        for _ in 0..<300 {
            var digits = random.next(2) == 0 ? "34028236692093846346337460743176821145" : "\(1 + random.next(9))"
            while digits.count < 38 { digits += "\(random.next(10))" }
            digits += "\(1 + random.next(9))"
            let point = random.next(39)
            let text = point == 0 ? digits : digits.prefix(point) + "." + digits.dropFirst(point)
            let payload = Data("[\(text)]".utf8)
            let theirs = try JSONDecoder().decode([Decimal].self, from: payload)[0]
            if UInt128(digits) == nil {
                #expect(throws: DecodingError.self) { try VersionedJSONDecoder().decode([Decimal].self, from: payload) }
            } else {
                #expect(try VersionedJSONDecoder().decode([Decimal].self, from: payload) == [theirs])
            }
        }
    }

    @Test(arguments: ["0e290", "0e-400", "0.000e300"])
    func zeroIsADecimal(text: String) {
        Self.compare([Decimal].self, Data("[\(text)]".utf8), theirs: "an error", ours: "[0]")
    }

    // MARK: Texts

    @Test func markOfLittleEndianUTF32() {
        func bytes(_ mark: [UInt8]) -> Data {
            Data(mark + #"["ab"]"#.unicodeScalars.flatMap { withUnsafeBytes(of: $0.value.littleEndian, Array.init) })
        }
        Self.compare([String].self, bytes([0xFE, 0xFF, 0, 0]), theirs: #"["ab"]"#, ours: "an error")
        Self.compare([String].self, bytes([0xFF, 0xFE, 0, 0]), theirs: "an error", ours: #"["ab"]"#)
        Self.compare([String].self, bytes([0, 0, 0xFE, 0xFF]), theirs: "an error", ours: "an error")
    }

    @Test(arguments: [#"\x00"#, #"\u0000"#, #"\0"#])
    func zeroCharacterInJSON5(escape: String) {
        let payload = Data("['a\(escape)b']".utf8)
        Self.compare([String].self, payload, theirs: "an error", ours: "\(["a\0b"])", json5: true)
    }

    // MARK: Decoders that are kept

    struct Kept: Decodable {
        let decoder: any Decoder
        init(from decoder: any Decoder) throws { self.decoder = decoder }
    }

    @Test func decoderThatIsKept() throws {
        let payload = Data(#"[{"a":1},{"a":2}]"#.utf8)
        #if os(Linux)
            let whole = try JSONDecoder().decode(Kept.self, from: payload).decoder
            #expect(try whole.singleValueContainer().decode([[String: Int]].self) == [["a": 1], ["a": 2]])
            // A decoder within is the same object, which is at the whole payload again.
            let first = try JSONDecoder().decode([Kept].self, from: payload)[0].decoder
            #expect(throws: DecodingError.self) { try first.singleValueContainer().decode([String: Int].self) }
        #endif
        for kept in [
            try VersionedJSONDecoder().decode(Kept.self, from: payload),
            try VersionedJSONDecoder().decode([Kept].self, from: payload)[0],
        ] {
            #expect(throws: DecodingError.self) { try kept.decoder.singleValueContainer() }
        }
    }

    /// Values that a `Decimal` has, in spellings beyond its exponents, and what is written of them.
    @Test(arguments: [("1e128", "1.0e128"), ("-3.4e165", "-340000000000000000000000000000000000000e127")])
    func decimalTakesZerosOverFromTheExponent(text: String, asFoundationReadsIt: String) throws {
        let expected = try JSONDecoder().decode([Decimal].self, from: Data("[\(asFoundationReadsIt)]".utf8))
        for text in [text, asFoundationReadsIt] {
            #expect(try VersionedJSONDecoder().decode([Decimal].self, from: "[\(text)]") == expected)
        }
        let written = try VersionedJSONEncoder().encode(expected)
        #expect(try VersionedJSONDecoder().decode([Decimal].self, from: written) == expected)
    }
}
