import Foundation
import TestSupport
import Testing
import VersionedCodec

/// Containers and encoders within others: in any order, kept, or not used, as Foundation's encoder writes them.
@Suite struct EncoderNestedTests {
    /// A model that does what a random script says, with everything that it has been given so far.
    struct Scripted: Encodable {
        let seed: UInt64
        var depth = 0

        enum Key: Int, CodingKey, CaseIterable { case a, b, c, d, e, f, g, h }

        /// What a script may write on.
        private enum Handle {
            case keyed(KeyedEncodingContainer<Key>, free: [Key], nested: [Key: Bool])
            case unkeyed(any UnkeyedEncodingContainer)
            case encoder(any Encoder)
        }

        func encode(to encoder: any Encoder) throws {
            var random = Generator(state: seed)
            var handles = [try Self.opened(encoder, &random)]
            for _ in 0..<random.next(14) {
                let place = random.next(3) == 0 ? random.next(handles.count) : handles.count - 1
                if let made = try act(on: &handles[place], &random) { handles.append(made) }
                // Most are given up soon, as the variables of a model are.
                if handles.count > 1, random.next(3) == 0 { handles.remove(at: 1 + random.next(handles.count - 1)) }
            }
        }

        /// - `merges`: Whether an object or array may be written as one value first, with which the container then goes
        ///   on.
        private static func opened(
            _ encoder: any Encoder, _ random: inout Generator, merges: Bool = true
        ) throws -> Handle {
            if merges, random.next(4) == 0 {
                var single = encoder.singleValueContainer()
                if random.next(3) == 0 {
                    try single.encode([random.next(9), 1])
                    return .unkeyed(encoder.unkeyedContainer())
                }
                try single.encode(["q": random.next(9), "r": 1])
                return .keyed(encoder.container(keyedBy: Key.self), free: Key.allCases, nested: [:])
            }
            return random.next(3) == 0
                ? .unkeyed(encoder.unkeyedContainer())
                : .keyed(encoder.container(keyedBy: Key.self), free: Key.allCases, nested: [:])
        }

        private func act(on handle: inout Handle, _ random: inout Generator) throws -> Handle? {
            switch handle {
            case .encoder(let encoder):
                handle = try Self.opened(encoder, &random)
                return nil
            case .unkeyed(var container):
                defer { handle = .unkeyed(container) }
                switch random.next(6) {
                case 0: return .keyed(container.nestedContainer(keyedBy: Key.self), free: Key.allCases, nested: [:])
                case 1: return .unkeyed(container.nestedUnkeyedContainer())
                // Not `superEncoder()`: Foundation writes elements when it is given up, wherever the array is then.
                case 2 where depth < 3: try container.encode(Scripted(seed: random.next(), depth: depth + 1))
                case 3: try container.encodeNil()
                default: try container.encode(random.next(100))
                }
                return nil
            case .keyed(var container, var free, var nested):
                defer { handle = .keyed(container, free: free, nested: nested) }
                let again = nested.keys.min { $0.rawValue < $1.rawValue }
                if random.next(6) == 0, let again, let isKeyed = nested[again] {
                    guard isKeyed else { return .unkeyed(container.nestedUnkeyedContainer(forKey: again)) }
                    return .keyed(
                        container.nestedContainer(keyedBy: Key.self, forKey: again), free: [], nested: [:])
                }
                guard !free.isEmpty else { return nil }
                let key = free.remove(at: random.next(free.count))
                switch random.next(8) {
                case 0, 1:
                    nested[key] = true
                    return .keyed(
                        container.nestedContainer(keyedBy: Key.self, forKey: key), free: Key.allCases, nested: [:])
                case 2:
                    nested[key] = false
                    return .unkeyed(container.nestedUnkeyedContainer(forKey: key))
                case 3:
                    let base = container.superEncoder(forKey: key)
                    guard random.next(3) == 0 else { return .encoder(base) }
                    // What the encoder writes after that counts.
                    try container.encode(["lost": 1], forKey: key)
                    return try Self.opened(base, &random, merges: random.next(2) == 0)
                case 4 where depth < 3:
                    try container.encode(Scripted(seed: random.next(), depth: depth + 1), forKey: key)
                case 5: try container.encodeNil(forKey: key)
                default: try container.encode("t\(random.next(100))", forKey: key)
                }
                return nil
            }
        }
    }

    struct Generator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 29) ^ state
        }

        mutating func next(_ count: Int) -> Int { Int(next() >> 33) % max(count, 1) }
    }

    @Test(arguments: 0..<20) func scriptsGiveWhatFoundationGives(part: Int) throws {
        var both = BothEncoders(.sortedKeys)
        for seed in 0..<Cases.some(of: 200) {
            let value = Scripted(seed: UInt64(part * 1000 + seed))
            let theirs = try String(decoding: both.theirs.encode(value), as: UTF8.self)
            let ours = try String(decoding: both.ours.encode(value), as: UTF8.self)
            #expect(ours == theirs, "seed \(value.seed), sorted")
            both.ours.outputFormatting = []
            let unsorted = try both.ours.encode(value)
            both.ours.outputFormatting = .sortedKeys
            #expect(try Self.parsed(unsorted) == Self.parsed(Data(theirs.utf8)), "seed \(value.seed)")
        }
    }

    @Test func whatIsWrongWithAContainerIsToldWhenItsParentEnds() {
        var encoder = VersionedJSONEncoder()
        encoder.keyEncodingStrategy = .custom { $0.count == 2 ? AnyKey(stringValue: "x") : $0[$0.count - 1] }
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Scripted.Key.self)
            var nested = container.nestedContainer(keyedBy: Scripted.Key.self, forKey: .a)
            try nested.encode(1, forKey: .b)
            try nested.encode(2, forKey: .c)
            try container.encode(3, forKey: .d)
            _ = container.nestedUnkeyedContainer(forKey: .e)
        }
        let error = #expect(throws: EncodingError.self) { try encoder.encode([value]) }
        #expect(error.map { "\($0)".contains("write different values in one place") } == true)
    }

    @Test func pathsOfContainersWithinContainersAreWhole() throws {
        var paths: [[String]] = []
        func note(_ path: [any CodingKey]) { paths.append(path.map(\.stringValue)) }
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Scripted.Key.self)
            var list = container.nestedUnkeyedContainer(forKey: .a)
            var first = list.nestedContainer(keyedBy: Scripted.Key.self)
            let within = first.nestedUnkeyedContainer(forKey: .b)
            let second = list.nestedContainer(keyedBy: Scripted.Key.self)
            let base = container.superEncoder(forKey: .c)
            try container.encode(1, forKey: .d)
            for path in [list.codingPath, first.codingPath, within.codingPath, second.codingPath, base.codingPath] {
                note(path)
            }
            try first.encode(2, forKey: .e)
            note(within.codingPath)
        }
        for text in [try VersionedJSONEncoder().encode([value]), try JSONEncoder().encode([value])] {
            #expect(
                try Self.parsed(text) == Self.parsed(Data(#"[{"a":[{"b":[],"e":2},{}],"c":{},"d":1}]"#.utf8)))
        }
        let expected = [["a"], ["a", "0"], ["a", "0", "b"], ["a", "1"], ["c"], ["a", "0", "b"]].map { ["0"] + $0 }
        let plain = paths.map { $0.map { $0.replacingOccurrences(of: "Index ", with: "") } }
        #expect(plain.count == 12)
        #expect(Array(plain.prefix(6)) == expected, "ours")
        #expect(Array(plain.suffix(6)) == expected, "Foundation's")
    }

    /// The text with its members in order.
    private static func parsed(_ text: Data) throws -> Data {
        let object = try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
        return try JSONSerialization.data(withJSONObject: object, options: [.fragmentsAllowed, .sortedKeys])
    }
}
