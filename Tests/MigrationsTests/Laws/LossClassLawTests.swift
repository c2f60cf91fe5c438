import Migrations
import TestSupport
import Testing
import VersionedCodec

/// What a step says beforehand against what happens: each operation with each rule, led back by its reverse, by
/// nothing, and where there is no way back, in both directions, on every small document.
@Suite struct LossClassLawTests {
    /// How the way back is declared.
    enum WayBack: CaseIterable {
        case reverse
        /// The reverse, as a half of its own.
        case otherHalf
        /// A half that does nothing.
        case nothing
        case none

        func migration(_ operation: JSONOperation) -> Migration? {
            switch self {
            case .reverse: return Migration(from: "1", to: "2", "A change", operations: [operation])
            case .otherHalf:
                return operation.reversed.map { Migration(from: "1", to: "2", "A change", up: [operation], down: $0) }
            case .nothing: return Migration(from: "1", to: "2", "A change", up: [operation], down: [])
            case .none: return Migration(from: "1", to: "2", "A change", up: [operation], down: nil)
            }
        }
    }

    @Test(arguments: WayBack.allCases) func nothingIsLostThatWasNotAnnounced(_ way: WayBack) throws {
        let documents = try OperationCatalogue.documents.map { try JSONDocument(parsing: $0) }
        var (exact, other) = (0, 0)
        for operation in OperationCatalogue.strict + OperationCatalogue.skipping {
            guard let migration = way.migration(operation) else { continue }
            // Of some reverses a rule cannot be declared by itself.
            let plan = try? MigrationPlan(
                "Law", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")], migrations: [migration])
            guard let plan else { continue }
            for (from, target) in [("1", "2"), ("2", "1")] {
                guard let path = try? plan.path(from: from, to: target) else { continue }
                if path.lossClass >= LossClass.captures {
                    other += 1
                    continue
                }
                exact += 1
                for tried in Cases.some(of: documents.count, with: exact) {
                    let document = documents[tried]
                    guard let there = try? plan.migrate(document, to: target, from: from) else { continue }
                    #expect(
                        there.losses.isEmpty,
                        "\(operation.json.text()) \(way), \(from) → \(target): \(document.root.text())")
                    guard path.lossClass == LossClass.exact,
                        case .returned(let returned)? = try plan.roundTrips(of: document, from: from).first?.outcome
                    else { continue }
                    #expect(
                        returned.additions.isEmpty,
                        "\(operation.json.text()) \(way), \(from) → \(target): \(document.root.text())")
                }
            }
        }
        #expect(exact > 0 && other > 0)
    }
}
