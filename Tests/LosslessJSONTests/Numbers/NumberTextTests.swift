import Foundation
import TestSupport
import Testing

@testable import LosslessJSON

@Suite struct NumberTextTests {
    private func double(_ text: String) -> Double? {
        Array(text.utf8).withUnsafeBufferPointer { NumberText.double($0) }
    }

    private func float(_ text: String) -> Float? { Array(text.utf8).withUnsafeBufferPointer { NumberText.float($0) } }

    private func integer<Integer: FixedWidthInteger>(_ text: String, as type: Integer.Type) -> Integer? {
        Array(text.utf8).withUnsafeBufferPointer { NumberText.integer($0, as: type) }
    }

    // MARK: Against tables

    @Test func textsOfTheTableReadAsTheNearestDoubleAndFloat() throws {
        let table = String(decoding: try RepositoryFiles.fixture("numbers/nearest.txt"), as: UTF8.self)
        let lines = table.split(separator: "\n")
        #expect(lines.count == 110)
        for line in lines {
            let fields = line.split(separator: " ").map(String.init)
            let text = try #require(fields.first)
            #expect(double(text)?.bitPattern == UInt64(fields[1], radix: 16), "\(text)")
            #expect(float(text)?.bitPattern == UInt32(fields[2], radix: 16), "\(text)")
            #expect(double("-" + text)?.bitPattern == UInt64(fields[1], radix: 16).map { $0 | 1 << 63 }, "-\(text)")
        }
    }

    /// Known entries of the table of Lemire's paper.
    @Test(
        arguments: [
            (-342, 0xEEF4_53D6_923B_D65A, 0x113F_AA29_06A1_3B3F), (-28, 0xFD87_B5F2_8300_CA0D, 0x8BCA_9D6E_1888_53FC),
            (-1, 0xCCCC_CCCC_CCCC_CCCC, 0xCCCC_CCCC_CCCC_CCCD), (0, 0x8000_0000_0000_0000, 0),
            (55, 0xD0CF_4B50_CFE2_0765, 0xFFF4_B4E3_F741_CF6D), (308, 0x8E67_9C2F_5E44_FF8F, 0x570F_09EA_A7EA_7648),
        ] as [(Int, UInt64, UInt64)])
    func powerOfFiveIsThatOfTheSource(exponent: Int, high: UInt64, low: UInt64) {
        let entry = PowersOfFive.shared[exponent]
        #expect(entry.high == high)
        #expect(entry.low == low)
    }

    // MARK: Against the standard library

    @Test func randomBitPatternsReadBack() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            if value.isFinite { #expect(double("\(value)")?.bitPattern == value.bitPattern) }
            let single = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if single.isFinite { #expect(float("\(single)")?.bitPattern == single.bitPattern) }
        }
    }

    @Test func randomTextsReadAsTheStandardLibraryReadsThem() {
        var random = SystemRandomNumberGenerator()
        func digits(_ count: Int) -> String {
            String(decoding: (0..<count).map { _ in UInt8.random(in: 0x30...0x39, using: &random) }, as: UTF8.self)
        }
        for _ in 0..<20_000 {
            var text = Bool.random(using: &random) ? "-" : ""
            let whole = digits(Int.random(in: 1...25, using: &random)).drop { $0 == "0" }
            text += whole.isEmpty ? "0" : whole
            if Bool.random(using: &random) { text += "." + digits(Int.random(in: 1...30, using: &random)) }
            if Bool.random(using: &random) { text += "e\(Int.random(in: -360...330, using: &random))" }
            #expect(double(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
            #expect(float(text)?.bitPattern == Float(text)?.bitPattern, "\(text)")
        }
    }

    // MARK: Edges

    @Test(arguments: [
        ("0", 0.0), ("-0", -0.0), ("-0.0e5", -0.0), ("0e999999999999999999999", 0), ("1e400", .infinity),
        ("-1e400", -.infinity),
        ("1e99999999999999999999999", .infinity), ("1e-99999999999999999999999", 0), ("1E+2", 100), ("1e-400", 0),
    ])
    func edgeReads(text: String, value: Double) {
        #expect(double(text)?.bitPattern == value.bitPattern)
    }

    @Test func exponentsThatLongTextsBringBackAreExact() {
        let zeros = String(repeating: "0", count: 200_000)
        #expect(double("1\(zeros)e-200000") == 1)
        #expect(double("0.\(zeros)1e200001") == 1)
        #expect(float("1\(zeros)1e-200001") == 1)
        #expect(integer("1\(zeros)e-200000", as: Int8.self) == 1)
        #expect(double("0.\(zeros)\(zeros)e7") == 0)
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", "00", ".5", "1.", "1.e5", "1e", "1e+", "1e5.", "1 ", " 1", "0x10", "NaN",
        "Infinity",
        "-Infinity", "inf", "1_0", "1,0", "--1", "1e1e1", "1.2.3", "12345678a", "123456789012345678901234567890x", "é",
        "1\0",
    ])
    func textThatIsNoNumberIsNone(text: String) {
        #expect(double(text) == nil)
        #expect(float(text) == nil)
        #expect(integer(text, as: Int.self) == nil)
        #expect(integer(text, as: UInt128.self) == nil)
    }

    // MARK: Integers

    @Test func integersAreExactForEveryWidth() {
        #expect(integer("127", as: Int8.self) == 127)
        #expect(integer("128", as: Int8.self) == nil)
        #expect(integer("-128", as: Int8.self) == -128)
        #expect(integer("-129", as: Int8.self) == nil)
        #expect(integer("-0", as: UInt8.self) == 0)
        #expect(integer("-1", as: UInt64.self) == nil)
        #expect(integer("9223372036854775807", as: Int.self) == .max)
        #expect(integer("9223372036854775808", as: Int.self) == nil)
        #expect(integer("-9223372036854775808", as: Int.self) == .min)
        #expect(integer("-9223372036854775809", as: Int.self) == nil)
        #expect(integer("18446744073709551615", as: UInt64.self) == .max)
        #expect(integer("18446744073709551616", as: UInt64.self) == nil)
        #expect(integer("170141183460469231731687303715884105727", as: Int128.self) == .max)
        #expect(integer("-170141183460469231731687303715884105728", as: Int128.self) == .min)
        #expect(integer("340282366920938463463374607431768211455", as: UInt128.self) == .max)
        #expect(integer("340282366920938463463374607431768211456", as: UInt128.self) == nil)
        #expect(integer("1.0", as: Int.self) == 1)
        #expect(integer("1.5e1", as: Int.self) == 15)
        #expect(integer("1.5", as: Int.self) == nil)
        #expect(integer("9999999999999999999e0", as: UInt64.self) == 9_999_999_999_999_999_999)
    }

    // MARK: Writing

    @Test(arguments: [0, -0.0, 1, 0.1, 1e16, 1e15, 123456.789, .leastNonzeroMagnitude, 1.7976931348623157e308, -2.5e-7])
    func doubleIsWrittenAsItsDescriptionWithoutPointZero(value: Double) {
        var bytes = Array("[".utf8)
        NumberText.append(value, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "[" + shortest("\(value)"))
    }

    private func shortest(_ text: String) -> String { text.hasSuffix(".0") ? String(text.dropLast(2)) : text }

    /// Every power of two and its neighbours, which is where the ways of finding the shortest text differ, and random
    /// ones.
    @Test func powersOfTwoAndTheirNeighboursAreWrittenAsTheirDescriptions() {
        var random = SystemRandomNumberGenerator()
        var values = (-1074...1023).map { Double(sign: .plus, exponent: $0, significand: 1) }
        values += values.flatMap { [$0.nextUp, $0.nextDown] }
        values += (0..<20_000).map { _ in Double(bitPattern: random.next()) }
        for value in values where value.isFinite {
            var bytes: [UInt8] = []
            NumberText.append(value, to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == shortest("\(value)"))
        }
        var singles = (-149...127).map { Float(sign: .plus, exponent: $0, significand: 1) }
        singles += singles.flatMap { [$0.nextUp, $0.nextDown] }
        singles += (0..<20_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
        for value in singles where value.isFinite {
            var bytes: [UInt8] = []
            NumberText.append(value, to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == shortest("\(value)"))
        }
    }

    @Test(arguments: [0, 9, 10, 99, 100, 999, 1000, 4_294_967_295, 10_000_000_000_000_000_000, .max] as [UInt64])
    func integerIsWrittenAsItsDescription(value: UInt64) {
        var bytes: [UInt8] = []
        NumberText.append(value, to: &bytes)
        bytes.append(0x20)
        NumberText.append(Int64(bitPattern: value), to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "\(value) \(Int64(bitPattern: value))")
    }

    @Test(arguments: [0, 0.1, 1e16, 16_777_216, .leastNonzeroMagnitude, 3.4028235e38] as [Float])
    func floatIsWrittenAsItsDescriptionWithoutPointZero(value: Float) {
        var bytes: [UInt8] = []
        NumberText.append(value, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == shortest("\(value)"))
    }
}
