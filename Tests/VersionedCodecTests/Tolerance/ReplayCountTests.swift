import Foundation
import TestSupport
import Testing
import VersionedCodec

/// How often `init(from:)` runs: as often as objects have problems, not as often as the objects around them.
@Suite struct ReplayCountTests {
    final class Counter: Sendable {
        nonisolated(unsafe) var runs = 0
    }

    struct Link: Decodable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        static let counter = CodingUserInfoKey(rawValue: "counter")

        init(from decoder: any Decoder) throws {
            if let key = Self.counter, let counter = decoder.userInfo[key] as? Counter { counter.runs += 1 }
            let container = try decoder.container(keyedBy: Key.self)
            for index in 0..<10 { _ = try container.decode(Int.self, forKey: Key(stringValue: "a\(index)")) }
            for child in ["next", "list"] where container.contains(Key(stringValue: child)) {
                if child == "next" {
                    _ = try container.decode(Link.self, forKey: Key(stringValue: child))
                } else {
                    _ = try container.decode([Link].self, forKey: Key(stringValue: child))
                }
            }
            for index in 0..<9 { _ = try container.decode(Int.self, forKey: Key(stringValue: "b\(index)")) }
        }
    }

    /// A chain of objects of which each has so many wrong members, half of them before the next object.
    private static func chain(depth: Int, problems: Int, inLists: Bool) -> String {
        func members(_ name: String, _ count: Int, _ bad: Int) -> String {
            (0..<count).map { "\"\(name)\($0)\": \($0 < bad ? "\"x\"" : "1")" }.joined(separator: ", ")
        }
        var (text, ends) = ("", "")
        for level in 0..<depth {
            text += "{" + members("a", 10, (problems + 1) / 2) + ", " + members("b", 9, problems / 2)
            if level < depth - 1 {
                text += inLists ? ", \"list\": [" : ", \"next\": "
                ends = (inLists ? "]}" : "}") + ends
            } else {
                ends = "}" + ends
            }
        }
        return text + ends
    }

    @Test(arguments: [(50, 1), (Cases.parts(of: 500), 1), (Cases.parts(of: 500), 19)], [false, true])
    func runsAreLinearInObjectsAndProblems(_ size: (depth: Int, problems: Int), _ inLists: Bool) throws {
        let counter = Counter()
        var decoder = VersionedJSONDecoder()
        decoder.parsingOptions.maximumDepth = 1100
        decoder.userInfo[try #require(Link.counter)] = counter
        let text = Self.chain(depth: size.depth, problems: size.problems, inLists: inLists)
        let report = try decoder.decodeReporting(Link.self, from: text)
        #expect(report.value == nil)
        #expect(report.issues.count == size.depth * size.problems)
        let deepest = try #require(report.issues.max { $0.path.tokens.count < $1.path.tokens.count })
        #expect(deepest.path.tokens.count == (size.depth - 1) * (inLists ? 2 : 1) + 1)
        // The strict decoding of the whole, one strict attempt of each object, one run for each problem, and one for
        // the object within.
        #expect(counter.runs <= size.depth * (size.problems + 4))
    }
}
