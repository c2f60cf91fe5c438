import Foundation
import Testing

@testable import LosslessJSON

@Suite struct JSONNumberValuesTests {
    private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text)) }

    // MARK: Integers

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("12", 12), ("-12", -12), ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("-1.5e1", -15),
        ("10e-1", 1), ("1.20e1", 12), ("0e99999999999999999999", 0), ("0.000", 0), ("100e-2", 1),
        ("1000000000000000000000000e-24", 1), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
        ("9.223372036854775807e18", Int.max), ("1e18", 1_000_000_000_000_000_000),
    ])
    func wholeNumberIsAnInt(text: String, value: Int) throws {
        #expect(try number(text).exactly(Int.self) == value)
    }

    @Test(arguments: [
        "0.5", "1.5", "1e-1", "1.000000000000000000000001", "9223372036854775808", "-9223372036854775809", "1e19",
        "1e400",
        "9.2233720368547758071e18",
    ])
    func numberThatIsNotWholeOrDoesNotFitIsNoInt(text: String) throws {
        #expect(try number(text).exactly(Int.self) == nil)
    }

    @Test func integersAreExactToTheirLimits() throws {
        #expect(try number("127").exactly(Int8.self) == 127)
        #expect(try number("128").exactly(Int8.self) == nil)
        #expect(try number("-128").exactly(Int8.self) == -128)
        #expect(try number("1.27e2").exactly(Int8.self) == 127)
        #expect(try number("255").exactly(UInt8.self) == 255)
        #expect(try number("256").exactly(UInt8.self) == nil)
        #expect(try number("-1").exactly(UInt8.self) == nil)
        #expect(try number("-0").exactly(UInt8.self) == 0)
        #expect(try number("-0.0").exactly(UInt8.self) == 0)
        #expect(try number("18446744073709551615").exactly(UInt64.self) == .max)
        #expect(try number("18446744073709551616").exactly(UInt64.self) == nil)
    }

    @Test func integersOf128BitsAreExact() throws {
        #expect(try number("170141183460469231731687303715884105727").exactly(Int128.self) == .max)
        #expect(try number("-170141183460469231731687303715884105728").exactly(Int128.self) == .min)
        #expect(try number("170141183460469231731687303715884105728").exactly(Int128.self) == nil)
        #expect(try number("1.70141183460469231731687303715884105727e38").exactly(Int128.self) == .max)
        #expect(try number("340282366920938463463374607431768211455").exactly(UInt128.self) == .max)
        #expect(try number("340282366920938463463374607431768211456").exactly(UInt128.self) == nil)
    }

    @Test func integersAbove2To53KeepAllDigits() throws {
        #expect(try number("9007199254740993").exactly(Int.self) == 9_007_199_254_740_993)
    }

    // MARK: Huge exponents

    @Test(arguments: [
        "1e999999999", "-1e999999999", "1e9223372036854775807", "1e99999999999999999999999999",
        "10e9223372036854775807",
    ])
    func hugeExponentIsNeitherIntegerNorDoubleNorDecimal(text: String) throws {
        let number = try number(text)
        #expect(number.exactly(Int.self) == nil)
        #expect(number.exactly(UInt128.self) == nil)
        #expect(number.double == nil)
        #expect(number.decimal == nil)
    }

    @Test(arguments: [
        "1e-999999999", "1e-9223372036854775808", "1e-99999999999999999999999999", "0.1e-9223372036854775808",
    ])
    func hugeNegativeExponentIsNoIntegerAndNearestToNought(text: String) throws {
        let number = try number(text)
        #expect(number.exactly(Int.self) == nil)
        #expect(number.double == 0)
        #expect(number.decimal == nil)
    }

    @Test func manyDigitsAreNoHindrance() throws {
        let digits = "1" + String(repeating: "0", count: 100_000)
        #expect(try number(digits).exactly(Int.self) == nil)
        #expect(try number(digits + "e-100000").exactly(Int.self) == 1)
        #expect(try number("0." + String(repeating: "0", count: 100_000) + "1e100001").exactly(Int.self) == 1)
    }

    // MARK: Double

    @Test(arguments: [
        ("0", 0), ("1.5", 1.5), ("1e2", 100), ("0e1", 0), ("0.1", 0.1),
        ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
        ("5e-324", Double.leastNonzeroMagnitude), ("1e-400", 0), ("9007199254740993", 9_007_199_254_740_992),
    ])
    func doubleIsTheNearest(text: String, value: Double) throws {
        #expect(try number(text).double == value)
    }

    @Test func negativeNoughtKeepsItsSignAsADouble() throws {
        #expect(try number("-0").double?.sign == .minus)
    }

    @Test(arguments: ["1e309", "-1e309", "1.8e308", "1" + String(repeating: "0", count: 309)])
    func numberBeyondTheLargestDoubleIsNone(text: String) throws {
        #expect(try number(text).double == nil)
    }

    // MARK: Decimal

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("-0.000e500", "0"), ("19.90", "19.9"), ("-0.1", "-0.1"), ("1e2", "100"),
        ("12e-3", "0.012"),
        ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ("-0.12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678"),
        ("99999999999999999999999999999999999999000", "99999999999999999999999999999999999999000"),
        ("0.30000000000000000000000000000000000000000000", "0.3"),
    ])
    func decimalIsExact(text: String, value: String) throws {
        #expect(try number(text).decimal?.description == value)
    }

    @Test func decimalReachesTheEdgesOfItsExponent() throws {
        #expect(try number("1e127").decimal == Decimal(sign: .plus, exponent: 127, significand: 1))
        #expect(try number("-7e-128").decimal == Decimal(sign: .minus, exponent: -128, significand: 7))
        #expect(try number("10e-129").decimal == Decimal(sign: .plus, exponent: -128, significand: 1))
        for text in ["1e-129", "1e166", "4e165", "34028236692093846346337460743176821146e128"] {
            #expect(try number(text).decimal == nil, "\(text)")
        }
        let largest = try number("3402823669209384634633746074317682114550e126").decimal
        #expect(largest == Decimal.greatestFiniteMagnitude)
    }

    /// `Decimal` has the value, though not that exponent: the digits take over zeros. Foundation reads those spellings
    /// that say them.
    @Test(arguments: [
        ("1e128", "10e127"), ("-1e128", "-10e127"), ("1.5e129", "150e127"), ("0.1e129", "10e127"),
        ("1.0e128", "10e127"),
        ("1e165", "100000000000000000000000000000000000000e127"),
        ("3e165", "300000000000000000000000000000000000000e127"),
        ("3.4e165", "340000000000000000000000000000000000000e127"),
        ("34028236692093846346337460743176821145e128", "340282366920938463463374607431768211450e127"),
    ])
    func decimalTakesZerosOverFromTheExponent(text: String, asFoundationReadsIt: String) throws {
        let expected = try #require(Decimal(string: asFoundationReadsIt))
        #expect(try number(text).decimal == expected)
        #expect(try JSONDecoder().decode([Decimal].self, from: Data("[\(asFoundationReadsIt)]".utf8)) == [expected])
    }

    /// All numbers of one or two digits around the edges: what we read is what Foundation makes of the same value, and
    /// it is exact.
    @Test func decimalAgreesWithFoundationAroundTheEdges() throws {
        for digits in ["1", "9", "12", "99"] {
            for exponent in Array(-131 ... -125) + Array(124...167) {
                let text = "\(digits)e\(exponent)"
                guard let ours = try number(text).decimal else {
                    #expect(Decimal(string: text) == nil, "\(text)")
                    continue
                }
                let plain =
                    exponent < 0
                    ? text
                    : digits + String(repeating: "0", count: exponent - min(exponent, 127)) + "e\(min(exponent, 127))"
                #expect(ours == Decimal(string: plain), "\(text)")
            }
        }
    }

    @Test(arguments: [
        "123456789012345678901234567890123456789", "0.123456789012345678901234567890123456789",
        "-340282366920938463463374607431768211455", "340282366920938463463374607431768211454",
        "3.14159265358979323846264338327950288419", "100000000000000000000000000000000000001",
    ])
    func decimalOf39DigitsIsExact(text: String) throws {
        #expect(try number(text).decimal?.description == text)
    }

    @Test(arguments: [
        "340282366920938463463374607431768211456", "-999999999999999999999999999999999999999",
        "0.340282366920938463463374607431768211457", "100000000000000000000000000000000000000.1",
        "1234567890123456789012345678901234567891",
    ])
    func decimalOfMoreDigitsIsRefused(text: String) throws {
        #expect(try number(text).decimal == nil)
    }

    // MARK: Same value

    @Test(arguments: [
        ("1", "1.0"), ("1", "10e-1"), ("100", "1e2"), ("0", "-0.0e7"), ("0.10", "1E-1"), ("-12.50", "-1250e-2"),
        ("1e99999", "10e99998"),
    ])
    func spellingsOfOneValueAreTheSame(left: String, right: String) throws {
        #expect(try number(left).hasSameValue(as: number(right)))
        #expect(try number(right).hasSameValue(as: number(left)))
    }

    @Test(arguments: [
        ("1", "-1"), ("1", "1.0000000000000000000000000000000000000001"), ("1e5", "1e6"),
        ("9007199254740993", "9007199254740992"),
        ("1e400", "1e401"), ("1e-400", "0"),
    ])
    func otherValuesAreNot(left: String, right: String) throws {
        #expect(try !number(left).hasSameValue(as: number(right)))
    }
}
