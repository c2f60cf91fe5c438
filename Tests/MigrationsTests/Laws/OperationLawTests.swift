import Migrations
import Testing
import VersionedCodec

/// What holds for every operation on every small document: an error or a result, and nothing lost in silence.
@Suite struct OperationLawTests {
    @Test(arguments: OperationCatalogue.documents)
    func inputStaysAsItIsAndNothingIsLostInSilence(payload: String) throws {
        let document = try JSONDocument(parsing: payload)
        var returned = 0
        for operation in OperationCatalogue.strict {
            let plan = try MigrationPlan.of([operation])
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

    @Test(arguments: OperationCatalogue.documents)
    func nothingIsLostInSilenceWhereARuleSkips(payload: String) throws {
        let document = try JSONDocument(parsing: payload)
        #expect(OperationCatalogue.skipping.count > OperationCatalogue.strict.count / 2)
        for operation in OperationCatalogue.skipping {
            for trip in try MigrationPlan.of([operation]).roundTrips(of: document, from: "1") {
                if case .returned(let returned) = trip.outcome {
                    #expect(returned.silent.isEmpty, "\(operation.json.text()): \(returned)")
                }
            }
        }
    }

    @Test(arguments: OperationCatalogue.documents)
    func exactOperationComesBackWithoutALoss(payload: String) throws {
        let document = try JSONDocument(parsing: payload)
        // One that keeps empty parents leaves the object that it has made.
        let exact = OperationCatalogue.strict.filter { $0.lossClass == .exact && $0.json["keepEmptyParents"] == nil }
        for operation in exact {
            let trips = try MigrationPlan.of([operation]).roundTrips(of: document, from: "1")
            guard case .returned(let returned)? = trips.first?.outcome else { continue }
            #expect(returned.additions.isEmpty, "\(operation)")
        }
    }

    /// `exact`: nothing is lost on the way there or back, nor left out. `needs default`: nothing is lost on the way there. An empty object around a target is
    /// no exception that a plan could tell of before there is a document.
    @Test(arguments: OperationCatalogue.documents)
    func lossClassIsHonest(payload: String) throws {
        let document = try JSONDocument(parsing: payload)
        for operation in OperationCatalogue.strict + OperationCatalogue.skipping where operation.lossClass < .captures {
            let plan = try MigrationPlan.of([operation])
            if let there = try? plan.migrate(document, to: "2", from: "1") {
                #expect(there.losses.allSatisfy(Self.isEmptyParent), "\(operation.json.text())")
            }
            guard operation.lossClass == .exact, operation.json["keepEmptyParents"] == nil else { continue }
            let trips = try plan.roundTrips(of: document, from: "1")
            guard case .returned(let returned)? = trips.first?.outcome else { continue }
            #expect(returned.losses.allSatisfy(Self.isEmptyParent), "\(operation.json.text())")
            #expect(returned.leftOut.isEmpty, "\(operation.json.text())")
        }
    }

    private static func isEmptyParent(_ loss: Loss) -> Bool {
        loss.reason == "an empty object cannot be told from an absent one on the way back"
    }

    @Test(arguments: OperationCatalogue.strict)
    func planFileGivesTheSame(_ operation: JSONOperation) throws {
        #expect(try FileForm.reading(operation.json.text()) == operation)
        for back in operation.reversed ?? [] { #expect(try FileForm.reading(back.json.text()) == back) }
    }
}
