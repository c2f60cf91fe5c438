import Foundation
import TestSupport
import Testing
import VersionedCodec

/// Attempts run on our own decoder's containers, and over Foundation's decoder through containers of our own: both must
/// find the same values and the same problems.
@Suite struct BothWaysOfAttemptsTests {
    struct Probe: Decodable, Equatable {
        enum CodingKeys: CodingKey { case a, b, c, d }
        var a: Int, b: String?, c: [Int], d: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // A probe whose error never leaves, and then the same member once more.
            let text = try? container.decode(String.self, forKey: .a)
            a = try text.flatMap { Int($0) } ?? container.decode(Int.self, forKey: .a)
            b = try container.decodeIfPresent(String.self, forKey: .b)
            c = try container.decode([Int].self, forKey: .c)
            if c.count > 3 { throw Refused() }
            d = try container.decode(Double.self, forKey: .d) + container.decode(Double.self, forKey: .d)
        }

        struct Refused: Error {}
    }

    struct Nested: Decodable, Equatable {
        enum CodingKeys: CodingKey { case inner, list, other }
        enum Inner: CodingKey { case x, y }
        var x: Int, y: Probe?, list: [Probe], other: [Pair]

        struct Pair: Equatable { var key: String, value: Int }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            other = try container.decode([String: Int].self, forKey: .other).sorted { $0.key < $1.key }
                .map { Pair(key: $0.key, value: $0.value) }
            let inner = try container.nestedContainer(keyedBy: Inner.self, forKey: .inner)
            x = try inner.decode(Int.self, forKey: .x)
            y = try inner.decodeIfPresent(Probe.self, forKey: .y)
            list = try container.decode([Probe].self, forKey: .list)
        }
    }

    class Base: Decodable {
        enum CodingKeys: CodingKey { case id }
        var id: Int
    }

    final class Derived: Base {
        private enum Keys: CodingKey { case name, part }
        var name: String
        var part: Probe?

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            part = try container.decodeIfPresent(Probe.self, forKey: .part)
            try super.init(from: container.superDecoder())
        }
    }

    struct Page: Decodable {
        var probes: [Probe]
        var nested: [Nested]
        var classes: [Derived]
        var one: Probe?
        var count: Int

        var summary: String {
            "\(probes) \(nested) \(classes.map { "\($0.id) \($0.name) \(String(describing: $0.part))" }) "
                + "\(String(describing: one)) \(count)"
        }
    }

    /// Texts of JSON, each value wrong now and then.
    struct Maker {
        var random: SplitMix

        mutating func chance(_ percent: Int) -> Bool { random.next() % 100 < percent }

        mutating func value(_ good: String) -> String {
            guard chance(12) else { return good }
            return ["\"x\"", "null", "true", "[1]", "{}", "7"][Int(random.next() % 6)]
        }

        mutating func object(_ members: [(String, String)]) -> String {
            var list: [String] = []
            // Foundation takes an absent object for null where a container or a decoder is asked for.
            for (key, value) in members where ["inner", "super"].contains(key) || !chance(6) {
                list.append("\"\(key)\": \(value)")
            }
            return "{" + list.joined(separator: ", ") + "}"
        }

        mutating func probe() -> String {
            let numbers = (0..<(random.next() % 5)).map { _ in value("3") }.joined(separator: ",")
            return value(
                object([
                    ("a", value("\"5\"")), ("b", value("\"t\"")), ("c", value("[\(numbers)]")), ("d", value("1.5")),
                ])
            )
        }

        mutating func list(_ make: (inout Maker) -> String) -> String {
            value("[" + (0..<(random.next() % 4)).map { _ in make(&self) }.joined(separator: ", ") + "]")
        }

        mutating func page() -> String {
            let probes = list { $0.probe() }
            let nested = list { maker in
                let inner = maker.object([("x", maker.value("1")), ("y", maker.probe())])
                return maker.object([
                    ("inner", maker.value(inner)), ("list", maker.list { $0.probe() }),
                    ("other", maker.value("{\"k\": \(maker.value("1")), \"l\": \(maker.value("2"))}")),
                ])
            }
            let classes = list { maker in
                let base = maker.object([("id", maker.value("4"))])
                return maker.object([
                    ("name", maker.value("\"n\"")), ("part", maker.probe()), ("super", maker.value(base)),
                ])
            }
            return object([
                ("probes", probes), ("nested", nested), ("classes", classes), ("one", probe()), ("count", value("9")),
            ])
        }
    }

    struct SplitMix {
        var state: UInt64
        mutating func next() -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((word ^ (word >> 31)) >> 33)
        }
    }

    @Test(arguments: 0..<8) func bothFindTheSame(part: Int) throws {
        var broken = 0
        let count = Cases.some(of: 100)
        for seed in 0..<count {
            var maker = Maker(random: SplitMix(state: UInt64(part * 1000 + seed)))
            let text = maker.page()
            let own = try VersionedJSONDecoder().decodeReporting(Page.self, from: text)
            let foreign = try JSONDecoder().decodeReporting(Page.self, from: Data(text.utf8))
            #expect(own.value?.summary == foreign.value?.summary, "\(text)")
            func lines(_ issues: [DecodingIssue]) -> [String] {
                issues.map { "\($0.path) \($0.code.rawValue) \($0.effect.rawValue)" }.sorted()
            }
            #expect(lines(own.issues) == lines(foreign.issues), "\(text)")
            if !own.issues.isEmpty { broken += 1 }
        }
        #expect(broken > count / 2)
    }
}
