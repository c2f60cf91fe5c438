import Foundation
import Testing
import VersionedCodec

/// Which values become which types, and which numbers fit which.
@Suite struct FoundationCasesNumberTests {
    let both = BothDecoders()

    /// Expects the same of both; but of a number that does not fit, Foundation has no path.
    private func agree<Value: Decodable & Equatable>(
        _ type: Value.Type, _ payload: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (ours, theirs) = both.outcomes(type, Data(payload.utf8))
        if theirs == .fault("dataCorrupted at "), case .fault(let shape) = ours {
            #expect(shape.hasPrefix("dataCorrupted at "), "\(type) of \(payload)", sourceLocation: sourceLocation)
        } else {
            #expect(ours == theirs, "\(type) of \(payload)", sourceLocation: sourceLocation)
        }
    }

    private func agreeOnEveryInteger(_ payload: String, sourceLocation: SourceLocation = #_sourceLocation) {
        agree([Int].self, payload, sourceLocation: sourceLocation)
        agree([Int8].self, payload, sourceLocation: sourceLocation)
        agree([Int16].self, payload, sourceLocation: sourceLocation)
        agree([Int32].self, payload, sourceLocation: sourceLocation)
        agree([Int64].self, payload, sourceLocation: sourceLocation)
        agree([Int128].self, payload, sourceLocation: sourceLocation)
        agree([UInt].self, payload, sourceLocation: sourceLocation)
        agree([UInt8].self, payload, sourceLocation: sourceLocation)
        agree([UInt16].self, payload, sourceLocation: sourceLocation)
        agree([UInt32].self, payload, sourceLocation: sourceLocation)
        agree([UInt64].self, payload, sourceLocation: sourceLocation)
        agree([UInt128].self, payload, sourceLocation: sourceLocation)
        agree([String: Int?].self, "{\"k\":\(payload.dropFirst().dropLast())}", sourceLocation: sourceLocation)
        agree([UInt64?].self, payload, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        "[false,true]", "[0,1]", "[1]", "[\"1\"]", "[\"\"]", "[\"true\"]", "[1.5]", "[[]]", "[[1]]", "[{}]",
        "[{\"a\":1}]",
        "[\"inf\"]", "[\"2020-01-01\"]",
    ])
    func nothingIsTakenForAnotherType(_ payload: String) {
        agreeOnEveryInteger(payload)
        agree([Bool].self, payload)
        agree([Float].self, payload)
        agree([Double].self, payload)
        agree([String].self, payload)
        agree([Decimal].self, payload)
        agree([Date].self, payload)
        agree([Data].self, payload)
        agree([URL].self, payload)
        agree([UUID].self, payload)
        agree([[Int]].self, payload)
        agree([[String: Int]].self, payload)
        agree([Bool?].self, payload)
        agree([String?].self, payload)
    }

    @Test(arguments: [
        "0", "-0", "0.0", "-0.0", "0e5", "0E-5", "1", "-1", "1.0", "-1.00", "1.5", "1e2", "1E+2", "100e-2", "12e-1",
        "0.1e1",
        "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32769", "65535", "65536", "2147483647",
        "2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740993", "9007199254740993.0",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616", "1e18", "1e19", "1e39", "1e400", "1e-1",
        "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
        "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
        "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
        "\(Double.greatestFiniteMagnitude)",
        "123456789012345678901234567890123456789012345678901234567890",
    ])
    func integersTakeWhatFits(_ number: String) { agreeOnEveryInteger("[\(number)]") }

    @Test(arguments: [
        "0", "-0", "1", "0.1", "-0.1", "1e0", "1E5", "1e-5", "16777217", "123456789.123456789", "3.4028235e38",
        "3.4028236e38",
        "1e39", "-1e39", "1.17549435e-38", "1e-45", "1e-46", "1e308", "1.7976931348623157e308",
        "1.7976931348623159e308",
        "1e309", "-1e309", "4.9e-324", "2e-324", "1e-400", "0.1000000000000000055511151231257827", "9007199254740993",
        "0.000000000000000000000000000000000000000000000000000001", "12345678901234567890", "1e00", "2e+00", "2e-00",
        "2.2250738585072011e-308", "2.2250738585072014e-308", "179769313486231580793728971405301199e273",
    ])
    func floatsAreTheNearest(_ number: String) {
        agree([Double].self, "[\(number)]")
        agree([Float].self, "[\(number)]")
        agree([Double?].self, "[\(number)]")
        agree([CGFloat].self, "[\(number)]")
        agree(Double.self, number)
        agree(Float.self, " \(number)\n")
    }

    @Test(arguments: [
        "0", "-0", "1", "1.00", "-1.50", "0.1", "46.984765", "1e5", "1E-5", "123456789012345678901234567890.12345678",
        "12345678901234567890123456789012345678", "99999999999999999999999999999999999999", "1e127", "1e-127",
        "1.0e128",
        "0.0000000000000000000000000000000001", "79228162514264337593543950336", "1.7976931348623157",
    ])
    func decimalsAreExact(_ number: String) {
        agree([Decimal].self, "[\(number)]")
        agree(Decimal.self, number)
        agree([String: Decimal?].self, "{\"k\":\(number)}")
    }

    @Test func everyIntegerGoesThereAndBackAtItsLimits() throws {
        struct Limits: Codable, Equatable {
            var a = Int.min, b = Int8.min, c = Int16.min, d = Int32.min, e = Int64.min, f = Int128.min
            var g = UInt.max, h = UInt8.max, i = UInt16.max, j = UInt32.max, k = UInt64.max, l = UInt128.max
            var m = Int.max, n = Int8.max, o = Int16.max, p = Int32.max, q = Int64.max, r = Int128.max
        }
        let coders = BothCoders()
        try coders.expect(Limits())
        try coders.expect([Limits()])
        func limits<Number: FixedWidthInteger & Codable>(_ type: Number.Type) throws {
            try coders.expect(Number.min, "\(Number.min)")
            try coders.expect(Number.max, "\(Number.max)")
            try coders.expect([Number.min, 0, .max], "[\(Number.min),0,\(Number.max)]")
            try coders.expect(["k": Optional(Number.max)], "{\"k\":\(Number.max)}")
        }
        try limits(Int.self); try limits(Int8.self); try limits(Int16.self); try limits(Int32.self)
        try limits(Int64.self); try limits(Int128.self); try limits(UInt.self); try limits(UInt8.self)
        try limits(UInt16.self); try limits(UInt32.self); try limits(UInt64.self); try limits(UInt128.self)
    }

    @Test func floatsGoThereAndBack() throws {
        let coders = BothCoders()
        for value in [
            0, -0.0, 1, -1, 0.1, .pi, 1e16, 1e22, 1e-7, .leastNonzeroMagnitude, .leastNormalMagnitude,
            .greatestFiniteMagnitude, 3.14159265358979, 46.984765,
        ] as [Double] {
            try coders.expect(value)
            try coders.expect([value])
            try coders.expect(["k": CGFloat(value)])
            try coders.expect([Float(value).isFinite ? Float(value) : 1.5])
            try coders.expect(Decimal(value.magnitude < 1e20 && value.magnitude > 1e-9 ? value : 2))
        }
        let largest = VersionedJSONEncoder()
        let payload = try largest.encode(Double.greatestFiniteMagnitude)
        #expect(throws: DecodingError.self) { try both.ours.decode(UInt64.self, from: payload) }
        #expect(throws: DecodingError.self) { try both.theirs.decode(UInt64.self, from: payload) }
    }

    /// Every way into a value, for texts that stand for numbers.
    @Test func textsForNumbersThatAreNotFinite() throws {
        var coders = BothCoders()
        coders.encoders.ours.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "∞", negativeInfinity: "-∞", nan: "")
        coders.encoders.theirs.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "∞", negativeInfinity: "-∞", nan: "")
        coders.decoders.ours.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "∞", negativeInfinity: "-∞", nan: "")
        coders.decoders.theirs.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "∞", negativeInfinity: "-∞", nan: "")
        struct Gains: Codable, Equatable { var a: Double, b: Float?, c: [CGFloat?], d: [String: Float] }
        try coders.expect(
            Gains(a: .infinity, b: -.infinity, c: [.infinity, nil, 1], d: ["k": .infinity]),
            #"{"a":"∞","b":"-∞","c":["∞",null,1],"d":{"k":"∞"}}"#)
        try coders.expect(Double.infinity, #""∞""#)
        for type in ["[\"\"]"] {
            #expect(try coders.decoders.ours.decode([Double].self, from: type)[0].isNaN)
            #expect(try coders.decoders.ours.decode([Float].self, from: type)[0].isNaN)
        }
        for payload in [#"["inf"]"#, "[true]", "[null]", "[[]]", #"[" ∞"]"#] {
            coders.decoders.agree([Double].self, payload)
            coders.decoders.agree([Float].self, payload)
            coders.decoders.agree([CGFloat].self, payload)
        }
        for value in [Double.infinity, -.infinity, .nan] {
            let plain = BothEncoders()
            func shape(_ encode: () throws -> Data) -> String {
                do { return try String(decoding: encode(), as: UTF8.self) } catch { return Fault.shape(of: error) }
            }
            #expect(shape { try plain.ours.encode([value]) } == shape { try plain.theirs.encode([value]) })
            #expect(
                shape { try plain.ours.encode(["k": [Float(value)]]) }
                    == shape { try plain.theirs.encode(["k": [Float(value)]]) })
            #expect(shape { try plain.ours.encode(value) } == shape { try plain.theirs.encode(value) })
            #expect(
                shape { try plain.ours.encode(Wrapped(value: CGFloat(value))) }
                    == shape { try plain.theirs.encode(Wrapped(value: CGFloat(value))) })
        }
    }
}
