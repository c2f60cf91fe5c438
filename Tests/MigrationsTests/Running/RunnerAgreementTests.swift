import Testing
import TestSupport

@testable import Migrations
@testable import VersionedCodec

/// Random documents and plans: a runner gives what the steps give on a document that was read apart, byte for byte, or
/// leaves it to them.
@Suite struct RunnerAgreementTests {
    @Test(arguments: 0..<8) func runnersGiveWhatStepsGive(seed: UInt64) throws {
        var random = RandomPlans(seed: seed)
        var (ran, deferred, lost, failed) = (0, 0, 0, 0)
        for _ in 0..<Cases.some(of: 400) {
            let plan = try random.plan()
            let text = random.document()
            let options = MigrationOptions()
            let payload = Array(text.utf8)
            let steps = Result { try plan.migrate(JSONDocument(parsing: text), to: "2", options: options) }
            let operations = plan.migrations[0].directions
            // At once, twice because of shapes; with the work of every container deferred until it is written; handed
            // over in pieces.
            let results = [nil, nil, 0].map { largeFrom in
                Result { try plan.run(on: payload, to: "2", from: nil, options: options, largeFrom: largeFrom) }
            }
            var pieces: [UInt8] = []
            let inPieces = Result { try handOver(payload, plan, options, to: &pieces) }
            if case .failure(let error) = steps {
                // What does not fit is said in the same words, with the same place; other documents are left to the
                // steps.
                let said = (results + [inPieces]).compactMap { words($0) }
                #expect(said.allSatisfy { $0 == Self.words(of: error) }, "\(text)\n\(operations)\n\(said)")
                if said.count == 4 { failed += 1 }
                continue
            }
            let (slow, fast, again) = (try? steps.get(), try results[0].get(), try results[1].get())
            let (large, handedOver) = (try results[2].get(), try inPieces.get())
            // What fits is left to nobody.
            #expect(fast != nil && again != nil, "\(text)\n\(operations)")
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
        #expect(ran > 15 && deferred > 15 && failed > 2)
        #expect(lost > 0)
    }

    private func words(_ result: Result<MigrationResult?, any Error>) -> String? {
        switch result {
        case .success: nil
        case .failure(let error): Self.words(of: error)
        }
    }

    private static func words(of error: any Error) -> String {
        let error = error as? MigrationError
        return "\(error.map(String.init(describing:)) ?? "another error") \(error?.code as Any)"
    }

    /// What is judged child by child is what is judged as a whole.
    @Test(arguments: 0..<8) func childrenLoseWhatDocumentsLose(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 2000)
        var (lost, failed) = (0, 0)
        for number in 0..<Cases.some(of: 180) {
            let plan = try number % 2 == 0 ? random.recordPlan() : random.twoWayPlan()
            let text = number % 2 == 0 ? random.records() : random.document()
            let operations = plan.migrations.map(\.directions)
            let payload = Array(text.utf8)
            let ran = Result { try plan.run(on: payload, to: "3", from: nil, options: .init(), largeFrom: 0) }
            let slow: MigrationResult
            do {
                slow = try plan.migrate(JSONDocument(parsing: text), to: "3")
            } catch {
                // The first operation that fails is the first one, whatever waits.
                let said = words(ran)
                #expect(said == nil || said == Self.words(of: error), "\(text)\n\(operations)\n\(said ?? "")\n\(error)")
                if said != nil { failed += 1 }
                continue
            }
            guard let fast = try ran.get() else { continue }
            #expect(fast.text == slow.text, "\(text)\n\(operations)")
            #expect(fast.losses == slow.losses, "\(text)\n\(operations)")
            #expect(fast.losses.map(\.position) == slow.losses.map(\.position), "\(text)\n\(operations)")
            if !slow.losses.isEmpty { lost += 1 }
            if fast.losses != slow.losses { break }
        }
        #expect(lost > 0 && failed > 2)
    }

    private func handOver(
        _ payload: [UInt8], _ plan: MigrationPlan, _ options: MigrationOptions, to bytes: inout [UInt8]
    ) throws -> MigrationResult? {
        final class Pieces { var bytes: [UInt8] = [] }
        let pieces = Pieces()
        let sink = DocumentSink(write: { pieces.bytes += $0 }, forget: { pieces.bytes = [] })
        defer { bytes = pieces.bytes }
        return try plan.run(on: payload, to: "2", from: nil, options: options, sink, largeFrom: 0)
    }

    /// Lines of few shapes and many values: what is repeated from line to line gives what the steps give for each.
    @Test(arguments: 0..<5) func linesGiveWhatStepsGive(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 1000)
        for number in 0..<Cases.some(of: 60) {
            let plan = try number % 4 == 1 ? random.twoWayPlan() : random.plan()
            let lines = number % 2 == 0 ? random.lines() : random.varyingLines(50)
            let target = plan.labels[plan.labels.count - 1]
            let migration = LineMigration(plan: plan, target: target)
            var (output, losses, bad) = ([UInt8](), [Loss](), [String]())
            var isRead = false
            let reader = LineReader {
                defer { isRead = true }
                return isRead ? nil : Array(lines.joined(separator: "\n").utf8)
            }
            _ = try migration.run(
                reader, write: { output += $0 }, losses: { losses += $0 }, keepBad: { bad.append("\($0.diagnostic)") })
            var (expected, expectedLosses, expectedBad) = ("", [Loss](), [String]())
            var expectedColumns: [Int?] = []
            for (index, line) in lines.enumerated() {
                let ending = index == lines.count - 1 ? "" : "\n"
                do {
                    let document = try JSONDocument(parsing: line)
                    let result = try plan.migrate(document, to: target, options: migration.options)
                    expected += result.text + ending
                    expectedLosses += result.losses
                    expectedColumns += result.losses.map { $0.position?.column }
                } catch let error as MigrationError {
                    var error = error
                    error.position?.line = index + 1
                    expectedBad.append("\(error.diagnostic)")
                }
            }
            #expect(String(decoding: output, as: UTF8.self) == expected, "\(plan.migrations[0].directions)")
            #expect(losses == expectedLosses, "\(plan.migrations[0].directions)")
            #expect(losses.map { $0.position?.column } == expectedColumns)
            #expect(bad == expectedBad)
        }
    }
}
