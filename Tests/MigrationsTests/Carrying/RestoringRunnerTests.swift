import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Documents that carry data, edited or not: what a runner restores is what the plan restores in a document.
@Suite struct RestoringRunnerTests {
    /// A random document of version 3 or 2 that carries what it has lost, in itself or beside it.
    private struct Trip {
        let plan: MigrationPlan
        let carrying: MigrationResult
        let isBeside: Bool

        init?(_ random: inout RandomPlans, number: Int) throws {
            plan = try number % 2 == 0 ? random.recordPlan() : random.twoWayPlan()
            let text = number % 2 == 0 ? random.records() : random.document()
            var options = MigrationOptions(losses: .carry)
            (options.carrying.limit, options.carrying.isSidecar) = (.max, number % 3 == 1)
            isBeside = options.carrying.isSidecar
            let target = number % 5 == 0 ? "2" : "3"
            guard let document = try? JSONDocument(parsing: text),
                let result = try? plan.migrate(document, to: target, options: options)
            else { return nil }
            carrying = result
        }

        /// The document as it is, or after some edits.
        func document(edits: Int, seed: Int) throws -> [UInt8] {
            if edits == 0 { return carrying.bytes }
            var edit = RandomEdit(seed: seed, leaving: ["v", CarriedData.member])
            var root = try JSONDocument(parsing: carrying.bytes).root
            for _ in 0..<edits { root = edit.edited(root) }
            return try JSONDocument(parsing: carrying.bytes).bytes(with: root)
        }
    }

    @Test(arguments: 0..<8) func documentsAreRestoredAsInThePlan(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 9000)
        var (ran, restored, outdated, beside, both) = (0, 0, 0, 0, 0)
        for number in 0..<Cases.some(of: 480) {
            guard let trip = try Trip(&random, number: number) else { continue }
            let bytes = try trip.document(edits: number % 4, seed: number)
            let policies: [LossPolicy] = [.fail, .carry, .report, .carry, .report, .carry, .report]
            var options = MigrationOptions(losses: policies[number % 7])
            options.carrying.limit = .max
            options.carrying.given = trip.carrying.carried
            options.carrying.isSidecar = trip.isBeside
            for target in ["1", "2"] {
                let fast = Result {
                    try trip.plan.run(
                        on: bytes, to: target, from: nil, options: options, largeFrom: number % 6 < 3 ? nil : 0)
                }
                let slow = Result { try trip.plan.migrate(JSONDocument(parsing: bytes), to: target, options: options) }
                let note = Comment(
                    rawValue: "\(trip.plan.migrations.map(\.directions))\n\(String(decoding: bytes, as: UTF8.self))")
                switch (fast, slow) {
                case (.success(nil), _): continue
                case (.success(let fast?), .success(let slow)):
                    #expect(fast.text == slow.text, note)
                    #expect(fast.losses == slow.losses, note)
                    #expect(fast.carriedLosses == slow.carriedLosses, note)
                    #expect(fast.outdatedCarried == slow.outdatedCarried, note)
                    #expect(fast.carried == slow.carried, note)
                    ran += 1
                    outdated += fast.outdatedCarried.count
                    if trip.carrying.carried != nil { beside += 1 }
                    if trip.carrying.carriedLosses.count > 0 { restored += 1 }
                    if options.losses == .carry { both += 1 }
                case (.failure(let error), .failure(let other)): #expect("\(error)" == "\(other)", note)
                default: Issue.record("\(fast), \(slow)\n\(note)")
                }
            }
        }
        #expect(ran > 15 && restored > 0 && both > 0, "\(ran) \(restored) \(both)")
        if Cases.areAll { #expect(outdated > 0 && beside > 0, "\(outdated) \(beside)") }
    }

    private static func reader(_ lines: [[UInt8]]) -> LineReader {
        var chunks = [Array(lines.joined(separator: [0x0A]))]
        return LineReader(chunks: { chunks.popLast() })
    }

    @Test(arguments: 0..<4) func linesAreRestoredAsDocuments(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 9500)
        var outdated = 0
        for number in 0..<Cases.some(of: 400) where number % 3 != 1 {
            guard let trip = try Trip(&random, number: number) else { continue }
            let lines = try (0..<4).compactMap { edits in
                let line = try JSONDocument(parsing: trip.document(edits: edits, seed: number)).root
                return line.kind == .object ? line.bytes() : nil
            }
            let carried = CarriedData.Lines()
            var (output, losses, bad) = ([UInt8](), [[Loss]](), [LineMigration.BadLine]())
            var options = MigrationOptions(losses: number % 2 == 0 ? .carry : .report)
            options.carrying.limit = .max
            _ = try LineMigration(plan: trip.plan, target: "1", options: options).run(
                Self.reader(lines), write: { output += $0 }, losses: { losses.append($0) },
                keepBad: { bad.append($0) }, carried: carried)
            options.isOneLine = true
            let results = lines.map { line in
                Result { try trip.plan.migrate(text: JSONDocument(parsing: line), to: "1", from: nil, options) }
            }
            let good = results.compactMap { try? $0.get() }
            let note = Comment(rawValue: "\(trip.plan.migrations.map(\.directions))")
            #expect(output.split(separator: 0x0A).map { Array($0) } == good.map(\.bytes), note)
            #expect(losses.map { $0.map(\.path) } == good.map { $0.losses.map(\.path) }, note)
            #expect(carried.outdated.map(\.path) == good.flatMap(\.outdatedCarried).prefix(100).map { $0 }, note)
            #expect(bad.count == lines.count - good.count, note)
            outdated += carried.outdatedCount
        }
        if Cases.areAll { #expect(outdated > 0) }
    }
}
