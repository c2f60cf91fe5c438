import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Models that are decoded from an index that has been changed: what the written document would give.
@Suite struct SettlingTests {
    @Test(arguments: 0..<6) func theIndexGivesWhatTheWrittenDocumentGives(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 2000)
        let decoder = VersionedJSONDecoder()
        var settled = 0
        for _ in 0..<Cases.some(of: 400) {
            let plan = try random.plan()
            let text = random.document()
            let options = MigrationOptions(style: .keep)
            guard let written = try? plan.run(on: Array(text.utf8), to: "2", from: nil, options: options) else {
                continue
            }
            // At once, and with the work of every container deferred.
            for largeFrom in [.max, 0] {
                // What is decoded may hold the index for longer.
                let runner = try #require(PlanRunner(plan, to: "2", from: nil, options: options))
                let tree: Tree? = try Array(text.utf8).withUnsafeBufferPointer { bytes in
                    guard let (_, text, index) = runner.settle(document: bytes, largeFrom: largeFrom) else {
                        return nil
                    }
                    var isOver = false
                    return try decoder.decode(Tree.self, from: text, scannedInto: index, &isOver)
                }
                guard let tree else { continue }
                settled += 1
                let expected = try decoder.decode(Tree.self, from: written.bytes)
                #expect(tree == expected, "\(text)\n\(plan.migrations[0].directions)")
            }
        }
        #expect(settled > 10)
    }

    /// What the settled index of a document of many records gives is what the written document gives.
    private func settledTree(_ plan: MigrationPlan, _ text: String, to target: String) throws -> Tree? {
        let decoder = VersionedJSONDecoder()
        // Containers of 16 nodes and more wait.
        let runner = try #require(PlanRunner(plan, to: target, from: nil, options: MigrationOptions(style: .keep)))
        let tree: Tree? = try Array(text.utf8).withUnsafeBufferPointer { bytes in
            guard let (_, text, index) = runner.settle(document: bytes, largeFrom: 1 << 10) else { return nil }
            var isOver = false
            return try decoder.decode(Tree.self, from: text, scannedInto: index, &isOver)
        }
        guard let tree else { return nil }
        let written = try plan.migrate(JSONDocument(parsing: text), to: target)
        #expect(try decoder.decode(Tree.self, from: written.bytes) == tree, "\(text)")
        return tree
    }

    private func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Changes", operations: [.each("/items", operations)])])
    }

    /// Random operations that only rename and replace, over records of few shapes and many values.
    @Test(arguments: 0..<6) func recordsOfKnownShapesAreSettledAsOthers(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 4000)
        var settled = 0
        for _ in 0..<Cases.some(of: 100) {
            let operations: [JSONOperation] = (0...random.next(3)).map { number in
                let place = random.pointer()
                let (absent, wrong) = (JSONOperation.UnexpectedRule.skip, JSONOperation.UnexpectedRule.skip)
                return switch random.next(5) {
                case 0: .rename(place, to: "new \(number)", ifAbsent: absent)
                case 1: .convert(place, from: .string, to: .number, ifAbsent: absent, ifWrongKind: wrong)
                case 2: .convert(place, from: .number, to: .string, ifAbsent: absent, ifWrongKind: wrong)
                case 3: .transform(place, by: [.uppercase], ifAbsent: absent, ifWrongKind: wrong)
                default: .mapValues(place, [("x", 1), ("draft", "a long name")], ifUnknown: .skip, ifAbsent: absent)
                }
            }
            let text = #"{"v":1,"items":[\#(random.lines().joined(separator: ","))]}"#
            let plan = try plan(operations)
            guard (try? plan.migrate(JSONDocument(parsing: text), to: "2")) != nil else { continue }
            if try settledTree(plan, text, to: "2") != nil { settled += 1 }
        }
        #expect(settled > 5)
    }

    /// New keys, constants and computed scalars of any length and kind, also such as need an escape or another shape.
    @Test func scalarsOfKnownShapesAreOfEachRecord() throws {
        func agree(_ operations: [JSONOperation], settles: Bool = true, _ value: (Int) -> String) throws {
            let plan = try plan(operations)
            let records = (0..<40).map { #"{"id":\#($0),"a":\#(value($0)),"b":{"c":[true,\#(value($0))]}}"# }
            let text = #"{"v":1,"items":[\#(records.joined(separator: ", "))],"last":"x"}"#
            #expect(try (settledTree(plan, text, to: "2") != nil) == settles, "\(operations)")
        }
        try agree([.rename("/a", to: "a longer name"), .rename("/b/c", to: "é")]) { "\"\($0 * 37)\"" }
        try agree([.convert("/a", from: .string, to: .number)]) { "\"\($0 * 37)\"" }
        try agree([.convert("/a", from: .string, to: .number)]) { $0 % 7 == 3 ? "\"1.50e2\"" : "\"-\($0)\"" }
        try agree([.convert("/a", from: .number, to: .string), .rename("/id", to: "n")]) { "\($0 * 997)" }
        try agree([.convert("/b/c/0", from: .boolean, to: .string)]) { _ in "null" }
        try agree([.mapValues("/a", [("0", true), ("1", false)], ifUnknown: .skip)]) { "\"\($0 % 3)\"" }
        try agree([.reformatDate("/a", from: .iso8601, to: .unixSeconds)]) { "\"2026-01-0\($0 % 9 + 1)T00:00:00Z\"" }
        try agree([.transform("/a", by: [.lowercase])]) { "\"Ä/\($0)\"" }
        // A computed text that needs an escape is written.
        try agree([.transform("/a", by: [.lowercase])], settles: false) { $0 == 30 ? #""A\nB""# : "\"A\($0)\"" }
        try agree([.remove("/a")], settles: false) { "\($0)" }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: String) { stringValue = key }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// Any JSON, with its members in their order.
private indirect enum Tree: Decodable, Equatable {
    case null, bool(Bool), number(Double), string(String), array([Tree])
    case object(keys: [String], values: [Tree])

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            let keys = container.allKeys
            self = .object(
                keys: keys.map(\.stringValue), values: try keys.map { try container.decode(Tree.self, forKey: $0) })
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [Tree] = []
            while !container.isAtEnd { elements.append(try container.decode(Tree.self)) }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .string(try container.decode(String.self))
        }
    }
}
