import Testing

@testable import Migrations
@testable import VersionedCodec

/// Few digits are calculated with in the registers of the machine, with the same result as many.
@Suite struct SmallDecimalTests {
    private func text(_ number: SmallDecimal, _ fractionDigits: Int) -> String {
        var bytes: [UInt8] = []
        number.write(fractionDigits: fractionDigits, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func small(_ text: String) -> SmallDecimal? {
        var text = text
        return text.withUTF8 { SmallDecimal($0) }
    }

    private func exact(_ text: String) throws -> ExactDecimal {
        let number = try #require(JSONNumber(text: text))
        return try #require(ExactDecimal(number))
    }

    @Test(arguments: 0..<20) func bothCalculateTheSame(_ seed: Int) throws {
        var random = SeededRandom(state: UInt64(seed))
        func number() -> String {
            let digits = Int.random(in: 1...18, using: &random)
            var text = String(UInt64.random(in: 0..<UInt64(1_000_000_000_000_000_000), using: &random) % tens(digits))
            if Bool.random(using: &random) { text += "." + String(Int.random(in: 0..<1000, using: &random)) }
            return (Bool.random(using: &random) ? "-" : "") + text
        }
        func tens(_ count: Int) -> UInt64 { (0..<count).reduce(1) { product, _ in product * 10 } }
        var compared = 0
        for _ in 0..<500 {
            let (left, right) = (number(), number())
            guard let one = small(left), let other = small(right) else { continue }
            let (first, second) = (try exact(left), try exact(right))
            let digits = Int.random(in: 0...4, using: &random)
            let results: [(SmallDecimal?, ExactDecimal?)] = [
                (one.multiplied(by: other), first.multiplied(by: second)),
                (one.divided(by: other), first.divided(by: second)),
                (one.plus(other), first.plus(second)),
                (one.plus(other.negated), first.plus(second.negated)),
            ]
            for (result, expected) in results {
                guard let result else { continue }
                compared += 1
                #expect(text(result, digits) == expected?.text(fractionDigits: digits), "\(left), \(right)")
            }
            let numbers = try [left, right].map { text in try #require(JSONNumber(text: text)) }
            #expect((one < other) == numbers[0].isLess(than: numbers[1]), "\(left), \(right)")
        }
        #expect(compared > 500)
    }

    @Test(arguments: ["1e3", "1234567890123456789", "", "-", "NaN", "1.2.3"]) func othersAreLeftToTheOther(
        _ text: String
    ) {
        #expect(small(text) == nil)
    }

    @Test(arguments: [
        ("0", 0, "0"), ("-0", 2, "0.00"), ("0.05", 0, "0.05"), ("100", 0, "100"), ("1.50", 3, "1.500"), ("2", 1, "2.0"),
    ])
    func itIsWrittenWithoutAnExponent(_ number: String, _ digits: Int, _ expected: String) throws {
        let number = try #require(small(number))
        #expect(text(number, digits) == expected)
    }
}
