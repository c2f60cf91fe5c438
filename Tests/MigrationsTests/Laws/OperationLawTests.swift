import Migrations
import TestSupport
import Testing
import VersionedCodec

/// What holds for every operation on every small document: an error or a result, and every loss reported.
@Suite struct OperationLawTests {
    /// What operations do not record is not judged: a way there and back, which always is, must find the same.
    /// `exact`: nothing is lost on the way there or back. `needs default`: nothing is lost on the way there.
    @Test(arguments: OperationCatalogue.documents.indices, [("1", "2"), ("2", "1")])
    func whatNoOperationRecordsComesBack(number: Int, way: (from: String, to: String)) throws {
        let payload = OperationCatalogue.documents[number]
        let document = try JSONDocument(parsing: payload)
        let strict = try OperationCatalogue.strictPlans.get()
        #expect(OperationCatalogue.skipping.count > strict.count / 2)
        let plans = try strict + OperationCatalogue.skippingPlans.get()
        var returned = 0
        for tried in Cases.some(of: plans.count, with: number) {
            let (operation, plan) = plans[tried]
            let trips = try plan.roundTrips(of: document, from: way.from)
            if way.from == "1", tried < strict.count {
                for trip in trips where isReturned(trip, operation) { returned += 1 }
                #expect(document.root.text() == payload, "\(operation)")
            }
            guard let there = try? plan.migrate(document, to: way.to, from: way.from) else { continue }
            #expect(trips.map(\.losses) == [there.losses], "\(operation.json.text()) from \(way.from)")
            if there.losses.isEmpty, plan.missingPaths.isEmpty, case .failed(let error)? = trips.first?.outcome {
                // A way back that fails is a loss; but a value that an operation changes may be absent, because the
                // other version may never have had it.
                #expect(error.code == .absent, "\(operation.json.text()) to \(way.to) from \(there.text): \(error)")
            }
            guard way.from == "1", operation.lossClass < .captures else { continue }
            #expect(there.losses.isEmpty, "\(operation.json.text())")
            guard operation.lossClass == .exact, case .returned(let back)? = trips.first?.outcome else { continue }
            #expect(back.losses.isEmpty, "\(operation.json.text())")
        }
        if way.from == "1" { #expect(returned > 0) }
    }

    /// Whether the document came back; an exact operation brings it back without an addition.
    private func isReturned(_ trip: RoundTrip, _ operation: JSONOperation) -> Bool {
        switch trip.outcome {
        case .returned(let back):
            #expect(trip.isSound, "\(operation): \(trip.outcome)")
            if operation.lossClass == .exact { #expect(back.additions.isEmpty, "\(operation)") }
            return true
        case .failed(let error):
            // What a captured value leaves behind may not fit the way back.
            let isKnown = error.step == "1 → 2" || operation.lossClass == .captures
            #expect(isKnown, "the way back of \(operation): \(error)")
            #expect(error.position != nil, "\(error)")
            return false
        default: return false
        }
    }

    /// The same of operations of one direction, which nothing leads back over, and of values that go through a scratch
    /// value.
    @Test(arguments: OperationCatalogue.documents.indices, [("1", "2"), ("2", "1")])
    func oneDirectionAndScratchValuesAreJudgedAsATripIs(number: Int, way: (from: String, to: String)) throws {
        let payload = OperationCatalogue.documents[number]
        let document = try JSONDocument(parsing: payload)
        let plans = try OperationCatalogue.oneDirectionPlans.get()
        for tried in Cases.some(of: plans.count, with: number) {
            let (operation, plan) = plans[tried]
            guard let there = try? plan.migrate(document, to: way.to, from: way.from) else { continue }
            let trips = try plan.roundTrips(of: document, from: way.from)
            #expect(trips.map(\.losses) == [there.losses], "\(operation.json.text()) from \(way.from)")
            if try plan.path(from: way.from, to: way.to).lossClass == .exact {
                #expect(there.losses.isEmpty, "\(operation.json.text()) from \(way.from)")
            }
        }
    }

    @Test func planFileGivesTheSame() throws {
        let operations = OperationCatalogue.strict + OperationCatalogue.skipping
        for number in Cases.some(of: operations.count, with: 0) {
            let operation = operations[number]
            #expect(try FileForm.reading(operation.json.text()) == operation)
            for back in operation.reversed ?? [] { #expect(try FileForm.reading(back.json.text()) == back) }
        }
    }
}
