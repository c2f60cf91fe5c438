import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Models that are decoded from an index that has been edited: what the written document would give.
@Suite struct EditSettlingTests {
    @Test(arguments: 0..<16) func theIndexGivesWhatTheWrittenDocumentGives(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 2000)
        let decoder = VersionedJSONDecoder()
        var (settled, changed) = (0, 0)
        for _ in 0..<400 {
            let plan = try random.plan()
            let text = random.document()
            guard let written = try plan.edited(Array(text.utf8), to: "2", from: nil, options: .init(style: .keep))
            else { continue }
            let compiled = plan.edits.edits(plan, to: "2", from: nil)
            let worker = compiled.shelf.take(compiled, .init())
            let version = Array(text.utf8).withUnsafeBufferPointer { worker.runner.run(onCopyOf: $0, compiled) }
            #expect(version != nil)
            // What is done by values is put off until the document is written, and so are its losses.
            guard let bytes = worker.runner.edits.settle() else { continue }
            #expect(worker.runner.losses.count == written.losses.count)
            settled += 1
            if !worker.runner.edits.isUnchanged { changed += 1 }
            var isOver = false
            let tree = try decoder.decode(
                Tree.self, from: bytes, scannedInto: worker.runner.edits.buffer, &isOver)
            let expected = try decoder.decode(Tree.self, from: written.bytes)
            #expect(tree == expected, "\(text)\n\(plan.migrations[0].directions)")
            if isOver { compiled.shelf.keep(worker) }
        }
        #expect(settled > 15 && changed > 5)
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
