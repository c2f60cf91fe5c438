import TestSupport
import Testing

@testable import LosslessJSON
@testable import Migrations
@testable import VersionedCodec

/// The index of a document whose shape was known is that of a scan.
@Suite struct ShapeIndexTests {
    /// Compares the index of what a runner has written with that of a scan; whether there is one.
    static func indexIsThatOfAScan(_ runner: PlanRunner, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let index = runner.shapes.index(of: written) else { return false }
        let scanned = IndexBuffer()
        let text = String(decoding: written, as: UTF8.self)
        #expect(IndexScanner(options: JSONParsingOptions(), buffer: scanned).scan(written, from: 0), "\(text)")
        func nodes(_ buffer: IndexBuffer) -> [[UInt32]] {
            (0..<UInt32(buffer.count)).map { number in
                let node = buffer[number]
                return [node.offset, node.length, node.next, node.meta]
            }
        }
        #expect(nodes(index) == nodes(scanned), "\(text)")
        #expect(index.breaksLines == scanned.breaksLines && index.isDeep == scanned.isDeep, "\(text)")
        #expect(index.breaksLinesAround == scanned.breaksLinesAround, "\(text)")
        return true
    }

    @Test(arguments: 0..<6) func randomDocumentsHaveTheIndexOfAScan(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 5000)
        var (known, indexed) = (0, 0)
        for number in 0..<Cases.some(of: 100) {
            let plan = try number % 4 == 1 ? random.twoWayPlan() : random.plan()
            let lines = number % 2 == 0 ? random.lines() : random.varyingLines(50)
            var options = MigrationOptions()
            options.judgesLosses = number % 3 != 0
            let target = plan.labels[plan.labels.count - 1]
            let runner = try #require(PlanRunner(plan, to: target, from: nil, options: options))
            for line in lines {
                let payload = Array((number % 5 == 0 ? line.replacing(",", with: ",\n  ") : line).utf8)
                let before = runner.shapes.known
                let outcome = try? payload.withUnsafeBufferPointer { try runner.migrate(document: $0) }
                guard outcome != nil, runner.shapes.known > before else { continue }
                known += 1
                if runner.withWritten({ Self.indexIsThatOfAScan(runner, $0) }) { indexed += 1 }
            }
        }
        #expect(indexed > 100 && indexed > known / 2, "\(indexed) of \(known)")
    }
}
