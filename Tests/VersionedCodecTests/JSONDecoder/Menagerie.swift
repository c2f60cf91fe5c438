import Foundation

/// One of everything that `Codable` has, made at random: for comparisons of two coders.
struct Menagerie: Codable, Equatable {
    enum Mood: String, Codable, CaseIterable { case calm, wild }

    enum Number: Int, Codable, CaseIterable { case one = 1, seven = 7 }

    enum Shape: Codable, Equatable {
        case dot
        case circle(radius: Double)
        case line(Int, Int)
    }

    enum Name: String, Codable, CodingKeyRepresentable, CaseIterable { case first_name, lastName }

    struct Leaf: Codable, Hashable {
        var id: Int
        var text: String?
    }

    class Base: Codable {
        var kind: String
        init(kind: String) { self.kind = kind }
    }

    final class Derived: Base {
        var more: [Int]
        init(kind: String, more: [Int]) {
            self.more = more
            super.init(kind: kind)
        }
        private enum CodingKeys: String, CodingKey { case more }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            more = try container.decode([Int].self, forKey: .more)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(more, forKey: .more)
            try super.encode(to: container.superEncoder())
        }
    }

    struct Nest: Codable, Equatable {
        var deep: Int
        var list: [String]
        enum Outer: String, CodingKey { case outer, list }
        enum Inner: String, CodingKey { case deep }
        init(deep: Int, list: [String]) { (self.deep, self.list) = (deep, list) }
        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Outer.self)
            deep = try outer.nestedContainer(keyedBy: Inner.self, forKey: .outer).decode(Int.self, forKey: .deep)
            var items = try outer.nestedUnkeyedContainer(forKey: .list)
            list = []
            while !items.isAtEnd { list.append(try items.decode(String.self)) }
        }
        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Outer.self)
            var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .outer)
            try inner.encode(deep, forKey: .deep)
            var items = outer.nestedUnkeyedContainer(forKey: .list)
            for item in list { try items.encode(item) }
        }
    }

    var flag: Bool, text: String, int: Int, tiny: Int8, small: Int16, word: Int32, long: Int64
    var size: UInt, byte: UInt8, half: UInt16, full: UInt32, wide: UInt64
    var double: Double, float: Float, decimal: Decimal
    var date: Date, data: Data, url: URL, id: UUID
    var mood: Mood, number: Number, shapes: [Shape]
    var maybeInt: Int?, maybeText: String?, maybeLeaf: Leaf?, maybeDates: [Date?]?
    var leaves: [Leaf], table: [String: Leaf], byNumber: [Int: String], byName: [Name: Int], byMood: [Mood: Bool]
    var set: Set<Leaf>, grid: [[Double]], texts: [String], flags: [Bool], bytes: [UInt8], lists: [[[Int?]]]
    var range: Range<Int>, nest: Nest, derived: Derived, optional: Int??

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.text(of: lhs) == lhs.text(of: rhs) }

    /// Everything of it in one order.
    private func text(of model: Self) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var copy = model
        copy.set = []
        let moods = Mood.allCases.map { "\($0): \(String(describing: model.byMood[$0]))" }
        copy.byMood = [:]
        let set = model.set.map { "\($0.id)\($0.text ?? "-")" }.sorted()
        return (try? encoder.encode(copy)).map { String(decoding: $0, as: UTF8.self) + "\(set)\(moods)" } ?? "unequal"
    }
}

extension Menagerie {
    static func random(_ generator: inout some RandomNumberGenerator) -> Menagerie {
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
        func text() -> String {
            let stock = ["", "plain", "Müller", "日本語", "a\"b\\c/d", "line\nbreak\t", "🎉👩‍👩‍👧", "\u{1}\u{7f}", "null", "12"]
            return stock[below(stock.count)] + stock[below(stock.count)]
        }
        func leaf() -> Leaf { Leaf(id: below(1000), text: below(2) == 0 ? nil : text()) }
        func some<Value>(_ make: () -> Value) -> [Value] { (0..<below(4)).map { _ in make() } }
        func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(below(2_000_000_000)) / 8 - 1e8) }
        func double() -> Double {
            [
                0, -1.5, 1e-7, 1e22, 123456.789, .leastNonzeroMagnitude, 1.7976931348623157e308,
                Double(below(1_000_000)) / 997,
            ][below(8)]
        }
        func shape() -> Shape {
            [.dot, .circle(radius: double()), .line(below(9), -below(9))][below(3)]
        }
        return Menagerie(
            flag: below(2) == 0, text: text(), int: [Int.min, .max, 0, -1][below(4)], tiny: [.min, .max, 3][below(3)],
            small: .min, word: .max, long: Int64(below(.max)), size: [UInt.max, 0][below(2)], byte: .max, half: 7,
            full: .max, wide: [UInt64.max, 1][below(2)], double: double(), float: Float(double() / 1e300),
            decimal: Decimal(below(1_000_000)) / 1000, date: date(), data: Data(some { UInt8(below(256)) }),
            url: URL(string: "https://example.org/\(below(100))?q=a%20b#f") ?? URL(filePath: "/"), id: UUID(),
            mood: below(2) == 0 ? .calm : .wild, number: below(2) == 0 ? .one : .seven, shapes: some(shape),
            maybeInt: below(2) == 0 ? nil : below(9), maybeText: below(2) == 0 ? nil : text(),
            maybeLeaf: below(2) == 0 ? nil : leaf(), maybeDates: below(2) == 0 ? nil : [nil, date()],
            leaves: some(leaf),
            table: Dictionary(some { (text(), leaf()) }, uniquingKeysWith: { $1 }),
            byNumber: Dictionary(some { (below(99) - 50, text()) }, uniquingKeysWith: { $1 }),
            byName: below(2) == 0 ? [:] : [.first_name: 1, .lastName: 2], byMood: [.wild: true],
            set: Set(some(leaf)), grid: some { some(double) }, texts: some(text), flags: some { below(2) == 0 },
            bytes: some { UInt8(below(256)) }, lists: some { some { some { below(3) == 0 ? nil : below(9) } } },
            range: 1..<2 + below(7), nest: Nest(deep: below(9), list: some(text)),
            derived: Derived(kind: text(), more: some { below(9) }), optional: below(2) == 0 ? nil : .some(3))
    }
}
