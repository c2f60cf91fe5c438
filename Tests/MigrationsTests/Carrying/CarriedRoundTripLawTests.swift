import Foundation
import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// With carried data, each document comes back from each version as it was: values, number texts, order of elements.
@Suite struct CarriedRoundTripLawTests {
    private static let count = ProcessInfo.processInfo.environment["CARRY_COUNT"].flatMap { Int($0) } ?? 8

    static func carrying(isSidecar: Bool = false) -> MigrationOptions {
        var options = MigrationOptions(losses: .carry)
        options.carrying.isSidecar = isSidecar
        options.carrying.limit = .max
        return options
    }

    /// There and back; `nil` where the plan refuses the way there.
    static func trip(
        _ document: [UInt8], _ plan: MigrationPlan, to target: String, from: String? = nil, isSidecar: Bool
    ) throws -> (there: MigrationResult, home: MigrationResult)? {
        var options = carrying(isSidecar: isSidecar)
        let there: MigrationResult
        do {
            there = try plan.migrate(document, to: target, from: from, options: options)
        } catch let error as any DiagnosableError {
            #expect((error as? MigrationError)?.code != .badCarriedData || !isSidecar, "\(error)")
            return nil
        }
        #expect(there.losses.isEmpty)
        options.carrying.given = there.carried
        let home = try plan.migrate(there.bytes, to: there.from.label, from: target, options: options)
        return (there, home)
    }

    @Test(arguments: 0..<8) func randomDocumentsComeBackWhole(turn: Int) throws {
        var (returned, carried, refused) = (0, 0, 0)
        for number in 0..<Self.count {
            let seed = UInt64(turn * 1_000_000 + number)
            var random = RandomPlans(seed: seed)
            let plan = try random.twoWayPlan()
            for _ in 0..<4 {
                let text = random.document()
                guard let document = try? JSONDocument(parsing: text) else { continue }
                for target in ["2", "3"] {
                    guard let from = try? plan.detector.detect(in: document, explicit: nil).label, from != target
                    else { continue }
                    do {
                        guard
                            let trip = try Self.trip(
                                Array(text.utf8), plan, to: target, isSidecar: number % 2 == 0)
                        else {
                            refused += 1
                            continue
                        }
                        returned += 1
                        if trip.there.carried != nil || trip.there.text.contains(CarriedData.member) { carried += 1 }
                        let home = try JSONDocument(parsing: trip.home.bytes).root
                        let changes = CarriedChange.between(document.root, home)
                        #expect(
                            changes.isEmpty, "seed \(seed) to \(target): \(text)\n\(trip.there.text)\n\(trip.home.text)"
                        )
                        #expect(trip.home.outdatedCarried.isEmpty, "seed \(seed)")
                        #expect(trip.home.carried == nil, "seed \(seed)")
                    } catch {
                        Issue.record("seed \(seed) to \(target): \(error) of \(text)")
                    }
                }
            }
        }
        if ProcessInfo.processInfo.environment["CARRY_COUNT"] != nil { print(returned, carried, refused) }
        #expect(returned > refused / 8)
        #expect(carried > 2)
    }
}
