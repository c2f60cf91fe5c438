import Migrations
import Testing
import VersionedCodec

/// What holds for every operation on every small document: an error or a result, and every loss reported.
@Suite struct OperationLawTests {
    @Test(arguments: OperationCatalogue.documents)
    func inputStaysAsItIs(payload: String) throws {
        let document = try JSONDocument(parsing: payload)
        var returned = 0
        for (operation, plan) in try OperationCatalogue.strictPlans.get() {
            for trip in try plan.roundTrips(of: document, from: "1") {
                if case .returned = trip.outcome {
                    returned += 1
                    #expect(trip.isSound, "\(operation): \(trip.outcome)")
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
    @Test(arguments: OperationCatalogue.documents, [("1", "2"), ("2", "1")])
    func whatNoOperationRecordsComesBack(payload: String, way: (from: String, to: String)) throws {
        let document = try JSONDocument(parsing: payload)
        #expect(OperationCatalogue.skipping.count > OperationCatalogue.strict.count / 2)
        for (operation, plan) in try OperationCatalogue.strictPlans.get() + OperationCatalogue.skippingPlans.get() {
            guard let there = try? plan.migrate(document, to: way.to, from: way.from) else { continue }
            let trips = try plan.roundTrips(of: document, from: way.from)
            #expect(trips.map(\.losses) == [there.losses], "\(operation.json.text()) from \(way.from)")
        }
    }

    /// A document that loses nothing comes back: a way back that fails is a loss.
    @Test(arguments: OperationCatalogue.documents, [("1", "2"), ("2", "1")])
    func wayBackThatFailsIsALoss(payload: String, way: (from: String, to: String)) throws {
        let document = try JSONDocument(parsing: payload)
        for (operation, plan) in try OperationCatalogue.strictPlans.get() + OperationCatalogue.skippingPlans.get() {
            guard plan.missingPaths.isEmpty, let there = try? plan.migrate(document, to: way.to, from: way.from),
                there.losses.isEmpty
            else { continue }
            do throws(MigrationError) {
                _ = try plan.migrate(there.bytes, to: way.from, from: way.to)
            } catch {
                // What an operation changes may be absent: the other version may never have had it.
                if error.code == .absent { continue }
                Issue.record("\(operation.json.text()) from \(way.from) gives \(there.text): \(error)")
            }
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

    @Test(arguments: OperationCatalogue.documents)
    func exactOperationComesBackWithoutALoss(payload: String) throws {
        let document = try JSONDocument(parsing: payload)
        for (operation, plan) in try OperationCatalogue.strictPlans.get() where operation.lossClass == .exact {
            let trips = try plan.roundTrips(of: document, from: "1")
            guard case .returned(let returned)? = trips.first?.outcome else { continue }
            #expect(returned.additions.isEmpty, "\(operation)")
        }
    }

    /// `exact`: nothing is lost on the way there or back. `needs default`: nothing is lost on the way there.
    @Test(arguments: OperationCatalogue.documents)
    func lossClassIsHonest(payload: String) throws {
        let document = try JSONDocument(parsing: payload)
        for (operation, plan) in try OperationCatalogue.strictPlans.get() + OperationCatalogue.skippingPlans.get()
        where operation.lossClass < .captures {
            if let there = try? plan.migrate(document, to: "2", from: "1") {
                #expect(there.losses.isEmpty, "\(operation.json.text())")
            }
            guard operation.lossClass == .exact else { continue }
            let trips = try plan.roundTrips(of: document, from: "1")
            guard case .returned(let returned)? = trips.first?.outcome else { continue }
            #expect(returned.losses.isEmpty, "\(operation.json.text())")
        }
    }

    @Test(arguments: OperationCatalogue.strict + OperationCatalogue.skipping)
    func planFileGivesTheSame(_ operation: JSONOperation) throws {
        #expect(try FileForm.reading(operation.json.text()) == operation)
        for back in operation.reversed ?? [] { #expect(try FileForm.reading(back.json.text()) == back) }
    }
}
