import Testing
import TestSupport

@testable import Migrations
@testable import VersionedCodec

/// Random documents and plans: a runner gives what the steps give on a document that was read apart, byte for byte, or
/// leaves it to them.
@Suite struct RunnerAgreementTests {
    @Test(arguments: 0..<8) func runnersGiveWhatStepsGive(seed: UInt64) throws {
        var random = RandomPlans(seed: seed)
        var (ran, deferred, lost) = (0, 0, 0)
        for _ in 0..<Cases.some(of: 400) {
            let plan = try random.plan()
            let text = random.document()
            let options = MigrationOptions()
            let payload = Array(text.utf8)
            let slow = try? plan.migrate(JSONDocument(parsing: text), to: "2", options: options)
            let operations = plan.migrations[0].directions
            // At once, twice because of shapes; with the work of every container deferred until it is written; handed
            // over in pieces.
            let fast = try plan.run(on: payload, to: "2", from: nil, options: options)
            let again = try plan.run(on: payload, to: "2", from: nil, options: options)
            let large = try plan.run(on: payload, to: "2", from: nil, options: options, largeFrom: 0)
            let (pieces, handedOver) = try handedOver(payload, plan, options)
            // What fits is left to nobody.
            #expect((fast == nil) == (slow == nil), "\(text)\n\(operations)")
            #expect((fast == nil) == (again == nil), "\(text)\n\(operations)")
            #expect((large == nil) == (handedOver == nil), "\(text)\n\(operations)")
            guard let slow else { continue }
            if plan["2"]?.style == nil {
                // The other writer of changed values agrees.
                let document = try JSONDocument(parsing: text)
                let value = try plan.run(plan.path(from: slow.from.label, to: "2"), on: document.root, of: document)
                    .value
                #expect(document.bytes(with: value) == slow.bytes, "\(text)\n\(operations)")
            }
            ran += 1
            if large != nil { deferred += 1 }
            for result in [fast, again, large, handedOver].compactMap(\.self) {
                let bytes = result.bytes.isEmpty ? pieces : result.bytes
                #expect(String(decoding: bytes, as: UTF8.self) == slow.text, "\(text)\n\(operations)")
                #expect(result.from == slow.from, "\(text)\n\(operations)")
                #expect(result.losses == slow.losses, "\(text)\n\(operations)")
                #expect(result.losses.map(\.position) == slow.losses.map(\.position), "\(text)\n\(operations)")
            }
            if !slow.losses.isEmpty { lost += 1 }
            if let fast, fast.text != slow.text { break }
        }
        #expect(ran > 15 && deferred > 15)
        #expect(lost > 0)
    }

    /// What is judged child by child is what is judged as a whole.
    @Test(arguments: 0..<8) func childrenLoseWhatDocumentsLose(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 2000)
        var lost = 0
        for number in 0..<Cases.some(of: 180) {
            let plan = try number % 2 == 0 ? random.recordPlan() : random.twoWayPlan()
            let text = number % 2 == 0 ? random.records() : random.document()
            guard let slow = try? plan.migrate(JSONDocument(parsing: text), to: "3") else { continue }
            let payload = Array(text.utf8)
            guard let fast = try plan.run(on: payload, to: "3", from: nil, options: .init(), largeFrom: 0) else {
                continue
            }
            let operations = plan.migrations.map(\.directions)
            #expect(fast.text == slow.text, "\(text)\n\(operations)")
            #expect(fast.losses == slow.losses, "\(text)\n\(operations)")
            #expect(fast.losses.map(\.position) == slow.losses.map(\.position), "\(text)\n\(operations)")
            if !slow.losses.isEmpty { lost += 1 }
            if fast.losses != slow.losses { break }
        }
        #expect(lost > 0)
    }

    private func handedOver(
        _ payload: [UInt8], _ plan: MigrationPlan, _ options: MigrationOptions
    ) throws -> ([UInt8], MigrationResult?) {
        final class Pieces { var bytes: [UInt8] = [] }
        let pieces = Pieces()
        let sink = DocumentSink(write: { pieces.bytes += $0 }, forget: { pieces.bytes = [] })
        let result = try plan.run(on: payload, to: "2", from: nil, options: options, sink, largeFrom: 0)
        return (pieces.bytes, result)
    }

    /// Lines of few shapes and many values: what is repeated from line to line gives what the steps give for each.
    @Test(arguments: 0..<5) func linesGiveWhatStepsGive(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 1000)
        for number in 0..<Cases.some(of: 60) {
            let plan = try number % 4 == 1 ? random.twoWayPlan() : random.plan()
            let lines = number % 2 == 0 ? random.lines() : random.varyingLines(50)
            let target = plan.labels[plan.labels.count - 1]
            let migration = LineMigration(plan: plan, target: target)
            var (output, losses, bad) = ([UInt8](), [Loss](), [Int]())
            var isRead = false
            let reader = LineReader {
                defer { isRead = true }
                return isRead ? nil : Array(lines.joined(separator: "\n").utf8)
            }
            _ = try migration.run(
                reader, write: { output += $0 }, losses: { losses += $0 }, keepBad: { bad.append($0.line.number) })
            var (expected, expectedLosses, expectedBad) = ("", [Loss](), [Int]())
            var expectedColumns: [Int?] = []
            for (index, line) in lines.enumerated() {
                let ending = index == lines.count - 1 ? "" : "\n"
                do {
                    let document = try JSONDocument(parsing: line)
                    let result = try plan.migrate(document, to: target, options: migration.options)
                    expected += result.text + ending
                    expectedLosses += result.losses
                    expectedColumns += result.losses.map { $0.position?.column }
                } catch {
                    expectedBad.append(index + 1)
                }
            }
            #expect(String(decoding: output, as: UTF8.self) == expected, "\(plan.migrations[0].directions)")
            #expect(losses == expectedLosses, "\(plan.migrations[0].directions)")
            #expect(losses.map { $0.position?.column } == expectedColumns)
            #expect(bad == expectedBad)
        }
    }
}
