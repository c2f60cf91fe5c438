import Foundation
import Testing
import VersionedCodec

/// Numbers: exact, or refused.
@Suite struct DecodingNumberTests {
    let decoder = VersionedJSONDecoder()

    @Test(arguments: ["0", "-0", "1.0", "1e2", "12.5e1", "-9223372036854775808", "9223372036854775807", "1E+2"])
    func wholeNumbersAreIntegers(_ text: String) throws {
        #expect(try decoder.decode(Int.self, from: text) == JSONNumber(text: text)?.exactly(Int.self))
    }

    @Test(arguments: ["1.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400"])
    func numberThatDoesNotFitIsNamed(_ text: String) throws {
        let error = #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[\(text)]") }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect(context.debugDescription == "the number \(text) does not fit Int")
        #expect(
            Diagnostic(describing: try #require(error)).description
                == "line 1, column 2, at \"/0\": the number \(text) does not fit Int")
    }

    @Test func everyWidthIsExactAtItsLimits() throws {
        func check<Number: FixedWidthInteger & Decodable & Sendable>(_ type: Number.Type) throws {
            for value in [Number.min, .max, 0] {
                #expect(try decoder.decode(type, from: "\(value)") == value)
                #expect(try decoder.decode([Number].self, from: "[\(value)]") == [value])
                #expect(try decoder.decode([String: Number].self, from: "{\"a\": \(value)}") == ["a": value])
                #expect(try decoder.decode(Number?.self, from: "\(value)") == value)
            }
        }
        try check(Int.self); try check(Int8.self); try check(Int16.self); try check(Int32.self); try check(Int64.self)
        try check(Int128.self); try check(UInt.self); try check(UInt8.self); try check(UInt16.self)
        try check(UInt32.self); try check(UInt64.self); try check(UInt128.self)
        #expect(throws: DecodingError.self) { try decoder.decode(Int8.self, from: "128") }
        #expect(throws: DecodingError.self) { try decoder.decode(UInt.self, from: "-1") }
    }

    @Test(
        arguments: [
            ("0e1", 0), ("0E+1", 0), ("-0", -0.0), ("4.9e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("9007199254740993", 9007199254740992), ("0.1", 0.1),
            ("123456789012345678901234567890", 1.2345678901234568e29),
        ] as [(String, Double)])
    func doublesAreTheNearest(_ text: String, _ expected: Double) throws {
        let value = try decoder.decode(Double.self, from: text)
        #expect(value == expected)
        #expect(value.sign == expected.sign)
        #expect(try decoder.decode([Double].self, from: "[\(text)]") == [expected])
    }

    @Test(arguments: ["1e-400", "1e400", "-1e309"])
    func numberBeyondADoubleIsNamed(_ text: String) throws {
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: text) }
        #expect(Diagnostic(describing: try #require(error)).message == "the number \(text) does not fit Double")
        #expect(throws: DecodingError.self) { try decoder.decode(Float.self, from: text) }
    }

    @Test func decimalsAreExactOrRefused() throws {
        #expect(
            try decoder.decode(Decimal.self, from: "12345678901234567890123456789012345678").description
                == "12345678901234567890123456789012345678")
        #expect(try decoder.decode([String: Decimal].self, from: #"{"a": 0.1}"#) == ["a": Decimal(1) / 10])
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode(Decimal.self, from: "340282366920938463463374607431768211456")
        }
        #expect(
            Diagnostic(describing: try #require(error)).message
                == "the number 340282366920938463463374607431768211456 does not fit Decimal")
    }

    @Test func numbersThatAreNotFiniteNeedAStrategyOrATolerance() throws {
        #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: #""inf""#) }
        var texts = decoder
        texts.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        #expect(try texts.decode([Double].self, from: #"["inf", "-inf", 1]"#) == [.infinity, -.infinity, 1])
        #expect(try texts.decode(Float.self, from: #""nan""#).isNaN)
        let error = #expect(throws: DecodingError.self) { try texts.decode([Double].self, from: #"["x"]"#) }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"line 1, column 2, at "/0": expected a number or one of "inf", "-inf", "nan", found "x""#)
        var names = decoder
        names.parsingOptions.tolerances.insert(.nonFiniteNumbers)
        #expect(try names.decode([Double].self, from: "[Infinity, -Infinity, 1]") == [.infinity, -.infinity, 1])
        #expect(try names.decode(Double.self, from: "NaN").isNaN)
        #expect(throws: DecodingError.self) { try names.decode(Int.self, from: "NaN") }
    }
}
