import Foundation

/// A value that random models hold, told as text so that two can be compared.
protocol Leaf: Codable, Sendable {
    static func random(_ random: inout Chance) -> Self
    var told: String { get }
}

extension Leaf {
    var told: String { "\(self)" }
}

/// Numbers that are the same in every run.
struct Chance: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0xD134_2543_DE82_EF95 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
    mutating func some<Element>(_ make: (inout Chance) -> Element) -> [Element] {
        (0..<pick([0, 1, 2, 3, 5])).map { _ in make(&self) }
    }
}

extension Bool: Leaf { static func random(_ random: inout Chance) -> Bool { random.below(2) == 0 } }

extension String: Leaf {
    static func random(_ random: inout Chance) -> String {
        random.pick([
            "", "plain", "12", "a/b\\c", "\"quoted\"", "tab\tline\n\r", "\u{0}\u{1f}\u{7f}", "Müller", "e\u{301}",
            "日本語 🎈👩‍👩‍👧", "inf",
            "2020-01-01T00:00:00Z", "AQID", String(repeating: "long ", count: 20),
        ])
    }
    var told: String { "\"\(unicodeScalars.map { String($0.value) }.joined(separator: " "))\"" }
}

extension FixedWidthInteger {
    static func random(_ random: inout Chance) -> Self {
        random.pick([
            0, 1, .min, .max, Self(truncatingIfNeeded: random.next()), Self(truncatingIfNeeded: random.below(300)),
        ])
    }
}

extension Int: Leaf {}
extension Int8: Leaf {}
extension Int16: Leaf {}
extension Int32: Leaf {}
extension Int64: Leaf {}
extension Int128: Leaf {}
extension UInt: Leaf {}
extension UInt8: Leaf {}
extension UInt16: Leaf {}
extension UInt32: Leaf {}
extension UInt64: Leaf {}
extension UInt128: Leaf {}

extension Double: Leaf {
    static func random(_ random: inout Chance) -> Double {
        random.pick([
            0, -0.0, 1, -1.5, 0.1, 1e16, 1e-7, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
            Double(random.below(1_000_000)) / 97,
            Double(bitPattern: random.next() >> 2),
        ])
    }
}

extension Float: Leaf {
    static func random(_ random: inout Chance) -> Float {
        random.pick([
            0, -0.0, 1, -1.5, 0.1, 3e38, .leastNonzeroMagnitude * 7, Float(random.below(1_000_000)) / 97, .infinity,
            .nan,
        ])
    }
}

extension CGFloat: Leaf {
    static func random(_ random: inout Chance) -> CGFloat {
        random.pick([0, 1.5, -7, .infinity, CGFloat(Double.random(&random))])
    }
}

extension Decimal: Leaf {
    static func random(_ random: inout Chance) -> Decimal {
        random.pick([
            0, -1, Decimal(random.below(1_000_000)) / 1000, Decimal(sign: .minus, exponent: -30, significand: 7),
            Decimal(sign: .plus, exponent: 60, significand: 12), Decimal(string: "12345678901234567890.123456789") ?? 0,
        ])
    }
}

extension Date: Leaf {
    static func random(_ random: inout Chance) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(random.below(200_000_000_000)) / 8 - 1e10)
    }
    var told: String { "\(timeIntervalSinceReferenceDate)" }
}

extension Data: Leaf {
    static func random(_ random: inout Chance) -> Data { Data(random.some { UInt8.random(&$0) }) }
    var told: String { "\(Array(self))" }
}

extension URL: Leaf {
    static func random(_ random: inout Chance) -> URL {
        URL(string: random.pick(["https://example.org/a?b=c#d", "a/b", "mailto:a@b.example", "/x%20y"]))
            ?? URL(filePath: "/")
    }
}

extension UUID: Leaf {
    static func random(_ random: inout Chance) -> UUID {
        UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8.random(&random)))
    }
}

// MARK: Collections

extension Optional: Leaf where Wrapped: Leaf {
    static func random(_ random: inout Chance) -> Wrapped? { random.below(3) == 0 ? nil : .random(&random) }
    var told: String { map(\.told) ?? "nil" }
}

extension Array: Leaf where Element: Leaf {
    static func random(_ random: inout Chance) -> [Element] { random.some { .random(&$0) } }
    var told: String { "[\(map(\.told).joined(separator: ", "))]" }
}

extension Dictionary: Leaf where Key: LeafKey, Value: Leaf {
    static func random(_ random: inout Chance) -> [Key: Value] {
        let keys = Key.several.filter { _ in random.below(3) == 0 }
        return Dictionary(uniqueKeysWithValues: keys.map { ($0, Value.random(&random)) })
    }
    var told: String { "[\(map { "\($0.key): \($0.value.told)" }.sorted().joined(separator: ", "))]" }
}

/// What keys dictionaries of random models.
protocol LeafKey: Hashable, Codable, Sendable {
    static var several: [Self] { get }
}

extension String: LeafKey {
    static var several: [String] { ["", "a_b", "aB", "Key 1", "été", "a/b\"", "10", "9"] }
}

extension Int: LeafKey {
    static var several: [Int] { [0, -7, 10, 9, .max] }
}

/// Keyed by its raw value.
enum Season: String, LeafKey, CodingKeyRepresentable, CaseIterable {
    case spring, highSummer = "high_summer", fall = "Fall"
    static var several: [Season] { allCases }
}

/// Keyed by a number.
enum Floor: Int, LeafKey, CodingKeyRepresentable, CaseIterable {
    case cellar = -1, ground, first
    static var several: [Floor] { allCases }
}

/// A key without a coding key, so its dictionaries are arrays; one of them, for their order is none.
extension UUID: LeafKey {
    static var several: [UUID] { [UUID(uuid: (7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7))] }
}
