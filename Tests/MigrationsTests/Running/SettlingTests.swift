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
            guard let written = try plan.run(on: Array(text.utf8), to: "2", from: nil, options: options) else {
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
