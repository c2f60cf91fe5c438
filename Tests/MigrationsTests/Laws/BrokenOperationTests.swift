import Foundation
import Testing
import VersionedTesting

@testable import Migrations
@testable import VersionedCodec

/// The laws notice operations that are broken on purpose.
///
/// `LAW_TABLE=1 swift test --filter BrokenOperationTests` prints each operation, breakage, and the laws that noticed.
@Suite struct BrokenOperationTests {
    /// One operation of each name, with a document that it changes.
    private static func samples() throws -> [(operation: JSONOperation, document: JSONDocument, result: JSONValue)] {
        var found: [String: (JSONOperation, JSONDocument, JSONValue)] = [:]
        for operation in OperationCatalogue.strict where found[operation.name] == nil && operation.reversed != nil {
            for text in OperationCatalogue.documents {
                let document = try JSONDocument(parsing: text)
                guard let result = try? MigrationPlan.of([operation]).migrate(document, to: "2", from: "1"),
                    result.losses.isEmpty, document.root.kind == .object
                else { continue }
                let root = try JSONDocument(parsing: result.bytes).root
                if root == document.root { continue }
                found[operation.name] = (operation, document, root)
                break
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.value.0, $0.value.1, $0.value.2) }
    }

    /// What the document becomes, and what comes back.
    private static func trip(_ document: JSONDocument, _ plan: MigrationPlan) -> [String] {
        guard let there = try? plan.migrate(document, to: "2", from: "1") else { return [] }
        let home = try? plan.migrate(there.bytes, to: "1", from: "2").text
        return [there.text, home ?? "", "\(there.losses.count)"]
    }

    @Test func everyBreakageIsNoticed() throws {
        let samples = try Self.samples()
        #expect(samples.count > 20)
        var (table, effective) = ([String](), 0)
        for (operation, document, result) in samples {
            var lawCase = LawCase(operation.name, version: "1", document: document)
            lawCase.expected = ["2": result]
            // The other way is a fixture too, where the right operation comes back to the document.
            var back = LawCase(operation.name, version: "2", document: try JSONDocument(parsing: result.bytes()))
            let isBack = try MigrationPlan.of([operation]).migrate(back.document, to: "1", from: "2").text
            if isBack == document.root.text() { back.expected = ["1": document.root] }
            var laws = VersionLaws(of: try .of([operation]))
            laws.shrinkingLimit = 0
            let right = laws.check([lawCase, back])
            #expect(right.isSound, "\(right)")
            let home = Self.trip(document, laws.plan)
            for breakage in BrokenOperation.Breakage.allCases {
                let broken = BrokenOperation.operation(operation, breakage)
                var laws = VersionLaws(of: try .of([broken]))
                laws.shrinkingLimit = 0
                // There may be nothing to lose, or to change, and no way back to take.
                if Self.trip(document, laws.plan) == home { continue }
                effective += 1
                let report = laws.check([lawCase, back])
                let noticed = report.failures.map(\.law.rawValue)
                table.append("\(operation.name) | \(breakage.rawValue) | \(noticed.joined(separator: ", "))")
                #expect(!noticed.isEmpty, "\(operation) \(breakage) on \(document.root.text())")
            }
        }
        #expect(effective > 4 * samples.count)
        if ProcessInfo.processInfo.environment["LAW_TABLE"] != nil { print(table.joined(separator: "\n")) }
    }
}
