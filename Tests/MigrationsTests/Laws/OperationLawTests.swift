import Migrations
import Testing
import VersionedCodec

/// What holds for every operation on every small document: an error or a result, and every loss reported.
@Suite struct OperationLawTests {
    /// An exact operation comes back without an addition.
    @Test(arguments: OperationCatalogue.documents)
    func inputStaysAsItIs(payload: String) throws {
        let document = try JSONDocument(parsing: payload)
        var returned = 0
        for (operation, plan) in try OperationCatalogue.strictPlans.get() {
            for trip in try plan.roundTrips(of: document, from: "1") {
                if case .returned(let back) = trip.outcome {
                    returned += 1
                    #expect(trip.isSound, "\(operation): \(trip.outcome)")
                    if operation.lossClass == .exact { #expect(back.additions.isEmpty, "\(operation)") }
                }
                if case .failed(let error) = trip.outcome {
                    // What a captured value leaves behind may not fit the way back.
                    let isKnown = error.step == "1 → 2" || operation.lossClass == .captures
                    #expect(isKnown, "the way back of \(operation): \(error)")
                    #expect(error.position != nil, "\(error)")
                }
            }
            #expect(document.root.text() == payload, "\(operation)")
        }
        #expect(returned > 0)
    }

    /// What operations do not record is not judged: a way there and back, which always is, must find the same.
    /// `exact`: nothing is lost on the way there or back. `needs default`: nothing is lost on the way there.
    @Test(arguments: OperationCatalogue.documents, [("1", "2"), ("2", "1")])
    func whatNoOperationRecordsComesBack(payload: String, way: (from: String, to: String)) throws {
        let document = try JSONDocument(parsing: payload)
        #expect(OperationCatalogue.skipping.count > OperationCatalogue.strict.count / 2)
        for (operation, plan) in try OperationCatalogue.strictPlans.get() + OperationCatalogue.skippingPlans.get() {
            guard let there = try? plan.migrate(document, to: way.to, from: way.from) else { continue }
            let trips = try plan.roundTrips(of: document, from: way.from)
            #expect(trips.map(\.losses) == [there.losses], "\(operation.json.text()) from \(way.from)")
            if there.losses.isEmpty, plan.missingPaths.isEmpty {
                leadsBack(there, from: way.to, to: way.from, plan, operation)
            }
            guard way.from == "1", operation.lossClass < .captures else { continue }
            #expect(there.losses.isEmpty, "\(operation.json.text())")
            guard operation.lossClass == .exact, case .returned(let back)? = trips.first?.outcome else { continue }
            #expect(back.losses.isEmpty, "\(operation.json.text())")
        }
    }

    /// A document that loses nothing comes back: a way back that fails is a loss.
    private func leadsBack(
        _ there: MigrationResult, from: String, to target: String, _ plan: MigrationPlan, _ operation: JSONOperation
    ) {
        do throws(MigrationError) {
            _ = try plan.migrate(there.bytes, to: target, from: from)
        } catch {
            // A value that an operation changes may be absent: the other version may never have had it.
            if error.code == .absent { return }
            Issue.record("\(operation.json.text()) to \(target) from \(there.text): \(error)")
        }
    }

    /// The same of operations of one direction, which nothing leads back over, and of values that go through a scratch
    /// value.
    @Test(arguments: OperationCatalogue.documents, [("1", "2"), ("2", "1")])
    func oneDirectionAndScratchValuesAreJudgedAsATripIs(payload: String, way: (from: String, to: String)) throws {
        let document = try JSONDocument(parsing: payload)
        for (operation, plan) in try OperationCatalogue.oneDirectionPlans.get() {
            guard let there = try? plan.migrate(document, to: way.to, from: way.from) else { continue }
            let trips = try plan.roundTrips(of: document, from: way.from)
            #expect(trips.map(\.losses) == [there.losses], "\(operation.json.text()) from \(way.from)")
            if try plan.path(from: way.from, to: way.to).lossClass == .exact {
                #expect(there.losses.isEmpty, "\(operation.json.text()) from \(way.from)")
            }
        }
    }

    @Test(arguments: OperationCatalogue.strict + OperationCatalogue.skipping)
    func planFileGivesTheSame(_ operation: JSONOperation) throws {
        #expect(try FileForm.reading(operation.json.text()) == operation)
        for back in operation.reversed ?? [] { #expect(try FileForm.reading(back.json.text()) == back) }
    }
}
