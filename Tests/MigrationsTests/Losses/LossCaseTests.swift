import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec

/// Plans, documents, and the losses that are true: those of `../shared/data/losses`, and our own.
@Suite struct LossCaseTests {
    @Test(
        .enabled(if: LossCase.areThere, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)),
        arguments: LossCase.shared)
    func sharedCaseHasItsLosses(_ given: LossCase) throws { try given.check() }
}

/// A plan, a document, the version that it goes to, and what is lost on the way.
struct LossCase: Sendable, CustomTestStringConvertible {
    let name: String
    let plan: MigrationPlan
    let document: JSONValue
    let target: String
    let losses: [String]

    var testDescription: String { name }

    /// The losses in every way that there is to migrate the document.
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let text = document.text()
        let result = try plan.migrate(text, to: target)
        #expect(result.losses.map(Self.described) == losses, "\(name)", sourceLocation: sourceLocation)
        #expect(try lossesOfALine(text) == losses, "\(name), as a line", sourceLocation: sourceLocation)
        let trips = try plan.roundTrips(of: JSONDocument(parsing: text))
        let trip = trips.first { $0.through == target }
        #expect(trip?.losses.map(Self.described) == losses, "\(name), there and back", sourceLocation: sourceLocation)
        let set = try PlanSet(
            "set", entities: [PlanSet.Entity("e", plan: plan)],
            pins: plan.labels.map { VersionPins($0, ["e": $0]) })
        let inSet = try set.migrate(text, entity: "e", to: target)
        #expect(inSet.losses.map(Self.described) == losses, "\(name), in a set", sourceLocation: sourceLocation)
        for loss in result.losses {
            #expect(loss.position != nil && loss.step != nil, "\(loss)", sourceLocation: sourceLocation)
        }
    }

    private func lossesOfALine(_ text: String) throws -> [String] {
        var losses: [String] = []
        var chunks = [Array((text + "\n").utf8)]
        let reader = LineReader(chunks: { chunks.popLast() })
        let migration = LineMigration(plan: plan, target: target)
        _ = try migration.run(reader, write: { _ in }, losses: { losses += $0.map(Self.described) })
        return losses
    }

    private static func described(_ loss: Loss) -> String { "\(loss.path): \(loss.value.text())" }

    static let file = RepositoryFiles.sharedData.appending(path: "losses/cases.json")
    static let areThere = FileManager.default.fileExists(atPath: file.path)

    static let shared: [LossCase] = {
        guard let bytes = try? Data(contentsOf: file), let cases = try? JSONDocument(parsing: Array(bytes)).root.array
        else { return [] }
        return cases.map { LossCase($0) }
    }()

    init(_ json: JSONValue) {
        name = json["name"]?.string ?? ""
        document = json["document"] ?? .null
        target = json["to"]?.string ?? ""
        losses = json["losses"]?.array?.map { "\($0["path"]?.string ?? ""): \($0["value"]?.text() ?? "")" } ?? []
        do {
            plan = try MigrationPlan(planFile: json["plan"]?.text() ?? "")
        } catch {
            preconditionFailure("\(name): \(error)")
        }
    }
}
