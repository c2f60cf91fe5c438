import Foundation
import TestSupport
import Testing
import VersionedCodec

@testable import Migrations

/// `docs/PlanFiles.md` teaches by examples: each is run here.
@Suite struct PlanFilesDocumentTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let heading: String
        let operation: String
        let before: String
        let after: String

        var testDescription: String { "\(heading): \(before)" }
    }

    /// An example is a code block of one operation, and a line "`before` → `after`" behind it.
    static let examples: [Example] = {
        var examples: [Example] = []
        var heading = ""
        var operation: String?
        for part in (try? MarkdownFile("docs/PlanFiles.md").parts) ?? [] {
            switch part {
            case .heading(let text): heading = text
            case .code(_, let text): operation = text
            case .line(let line):
                let sides = line.components(separatedBy: "` → `")
                guard sides.count == 2, let code = operation else { continue }
                examples.append(
                    Example(
                        heading: heading, operation: code, before: String(sides[0].dropFirst()),
                        after: String(sides[1].dropLast())))
                operation = nil
            }
        }
        return examples
    }()

    @Test(arguments: examples) func exampleDoesWhatItShows(_ example: Example) throws {
        let isPlan = example.operation.contains("planFormat")
        let plan = isPlan ? try MigrationPlan(planFile: example.operation) : try plan(of: example.operation)
        let style = WritingStyle(colon: ": ", comma: ", ", keepsEscapes: true)
        let result = try plan.migrate(
            JSONDocument(parsing: example.before), to: "2", from: "1")
        #expect(try JSONDocument(parsing: result.bytes).root.text(in: style) == example.after)
    }

    /// Where there is a way back, what does not come back is among the losses.
    @Test(arguments: examples) func exampleComesBackOrIsALoss(_ example: Example) throws {
        let isPlan = example.operation.contains("planFormat")
        let plan = isPlan ? try MigrationPlan(planFile: example.operation) : try plan(of: example.operation)
        for trip in try plan.roundTrips(of: JSONDocument(parsing: example.before), from: "1") {
            #expect(trip.isSound, "\(trip.outcome)")
            if case .failed(let error) = trip.outcome { #expect(error.code == .noWay, "\(error)") }
        }
    }

    @Test func everyOperationHasAnExample() {
        let shown = Set(Self.examples.map(\.heading))
        #expect(OperationVocabulary.names.filter { !shown.contains($0) } == [])
    }

    @Test func firstPlanDoesWhatTheTextSays() throws {
        let blocks = try MarkdownFile("docs/PlanFiles.md").code("json")
        let plan = try MigrationPlan(planFile: try #require(blocks.first))
        #expect(
            try plan.migrate(#"{"version": 1, "total": "19.90"}"#, to: "2").text
                == #"{"version": 2, "price": 19.90}"#)
        #expect(
            try plan.migrate(#"{"version": 2, "price": 19.90}"#, to: "1").text
                == #"{"version": 1, "total": "19.90"}"#)
    }

    @Test func mistakesReadAsTheTextSays() throws {
        let text = try String(
            contentsOf: RepositoryFiles.root.appending(path: "docs/PlanFiles.md"), encoding: .utf8)
        let error = #expect(throws: PlanFileError.self) { try plan(of: #"{"op": "renam"}"#) }
        let hint = try #require(error?.message.components(separatedBy: ", arrayToMembers").first)
        #expect(text.contains(hint))
        #expect(text.contains(#"there is no migration from "1" to "2" (at "/migrations")"#))
    }

    private func plan(of operation: String) throws -> MigrationPlan {
        try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "example", "versions": [{"version": "1"}, {"version": "2"}],
                 "migrations": [{"from": "1", "to": "2", "summary": "example", "operations": [\(operation)]}]}
                """, custom: [Sentence()])
    }
}
