import Testing

@testable import LosslessJSON

@Suite struct JSONNumberTests {
    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "1.0", "0.5", "-0.05", "1e3", "1E3", "1e+3", "1e-3", "0e0", "0.0e-00", "1.5E+10",
        "123456789012345678901234567890.123456789", "1e999999999999999999999999",
    ])
    func textOfTheGrammarIsANumber(text: String) throws {
        let number = try #require(JSONNumber(text: text))
        #expect(number.text == text)
        #expect(number.description == text)
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e3", "1e", "1e+", "1E-", "1e1.5", "0x10", "1_000",
        "1,5",
        " 1", "1 ", "1\n", "--1", "NaN", "Infinity", "-Infinity", "١", "１", "1e٣", "1 2",
    ])
    func otherTextIsNoNumber(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test(arguments: [
        ("1", NumberScanner.Outcome.number(end: 1)), ("-10.5e+3,", .number(end: 8)), ("0]", .number(end: 1)),
        ("01", .broken(at: 1, expected: "no digit after a leading 0")), ("-", .broken(at: 1, expected: "a digit")),
        ("-x", .broken(at: 1, expected: "a digit")),
        ("1.x", .broken(at: 2, expected: "a digit after the decimal point")),
        ("1e", .broken(at: 2, expected: "a digit in the exponent")),
        ("1e+", .broken(at: 3, expected: "a digit in the exponent")),
    ])
    func scannerSaysHowFarANumberReaches(text: String, outcome: NumberScanner.Outcome) {
        #expect(NumberScanner.scan(Array(text.utf8), from: 0) == outcome)
    }

    @Test func integersOfEveryWidthKeepAllDigits() {
        #expect(JSONNumber(Int8.min).text == "-128")
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(JSONNumber(Int128.min).text == "-170141183460469231731687303715884105728")
        #expect(JSONNumber(UInt128.max).text == "340282366920938463463374607431768211455")
    }

    @Test(arguments: [
        (0.1, "0.1"), (1, "1.0"), (-0.0, "-0.0"), (1e16, "1e+16"), (Double.leastNonzeroMagnitude, "5e-324"),
        (0.1 + 0.2, "0.30000000000000004"),
        (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ])
    func doubleBecomesTheShortestTextThatReadsBack(value: Double, text: String) throws {
        let number = try #require(JSONNumber(value))
        #expect(number.text == text)
        #expect(number.double == value)
        #expect(JSONNumber(text: text) == number)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func valueThatIsNotFiniteIsNoNumber(value: Double) {
        #expect(JSONNumber(value) == nil)
    }

    @Test func equalityIsThatOfTheText() {
        #expect(JSONNumber(text: "1.0") == JSONNumber(text: "1.0"))
        #expect(JSONNumber(text: "1.0") != JSONNumber(text: "1"))
        #expect(JSONNumber(text: "1e1") != JSONNumber(text: "1E1"))
    }
}
