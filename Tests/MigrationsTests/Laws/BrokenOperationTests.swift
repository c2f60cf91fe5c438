import Foundation
import Testing
import VersionedTesting

@testable import Migrations
@testable import VersionedCodec

/// The laws notice operations that are broken on purpose: each one of the vocabulary.
///
/// `LAW_TABLE=1 swift test --filter BrokenOperationTests` prints each operation, breakage, and the laws that noticed.
@Suite struct BrokenOperationTests {
    /// Operations of which the catalogue has none that changes a document and loses nothing.
    private static let others: [(operation: String, document: String)] = [
        (
            #"{"op":"attach","from":"/files","to":"/folders","id":"/id","reference":"/folder","into":"files"}"#,
            #"{"folders":[{"id":1},{"id":2}],"files":[{"name":"a","folder":2}]}"#
        ),
        (
            #"{"op":"flatten","path":"/sheets","elements":"/cells","carry":{"/name":"/sheet"}}"#,
            #"{"sheets":[{"cells":[{"a":1},{"a":2}],"name":"x"},{"cells":[{"a":3}],"name":"y"}]}"#
        ),
        (#"{"op":"introduce","path":"/note"}"#, #"{"id":7,"note":"soon"}"#),
        (
            #"{"op":"listToTree","path":"/nodes","id":"/id","parent":"/parent","children":"children"}"#,
            #"{"nodes":[{"id":1},{"id":2,"parent":1},{"id":3,"parent":2}]}"#
        ),
        (#"{"op":"pick","path":"/a","members":["b"]}"#, #"{"a":{"b":1,"c":2}}"#),
        (
            #"{"op":"plunge","from":"/meta/unit","list":"/values","member":"/unit"}"#,
            #"{"meta":{"unit":"m","x":1},"values":[{"n":1},{"n":2}]}"#
        ),
        (#"{"op":"reformatData","path":"/key","from":"base64","to":"hexadecimal"}"#, #"{"key":"+/8="}"#),
        (#"{"op":"requireUnique","path":"/pins","by":"/id"}"#, #"{"pins":[{"id":"a"},{"id":"b"}]}"#),
        (#"{"op":"set","path":"/schema","from":"order-1","to":"order-2"}"#, #"{"schema":"order-1"}"#),
    ]

    /// `refuse` has no result, `again` is part of `named`, and `custom` is code of the user.
    private static let withoutSample: Set<String> = ["refuse", "again", "custom"]

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
        for (text, document) in others {
            let (operation, document) = (try FileForm.reading(text), try JSONDocument(parsing: document))
            let result = try MigrationPlan.of([operation]).migrate(document, to: "2", from: "1")
            found[operation.name] = (operation, document, try JSONDocument(parsing: result.bytes).root)
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
        #expect(
            Set(samples.map(\.operation.name)) == Set(OperationVocabulary.names).subtracting(Self.withoutSample))
        var (table, effective) = ([String](), 0)
        for (operation, document, result) in samples {
            var lawCase = LawCase(operation.name, version: "1", document: document)
            lawCase.expected = ["2": result]
            // The other way is a fixture too.
            var back = LawCase(operation.name, version: "2", document: try JSONDocument(parsing: result.bytes()))
            let home = try MigrationPlan.of([operation]).migrate(back.document, to: "1", from: "2")
            back.expected = ["1": try JSONDocument(parsing: home.bytes).root]
            var laws = VersionLaws(of: try .of([operation]))
            laws.shrinkingLimit = 0
            let right = laws.check([lawCase, back])
            #expect(right.isSound, "\(right)")
            let rightTrip = Self.trip(document, laws.plan)
            for breakage in BrokenOperation.Breakage.allCases {
                let broken = BrokenOperation.operation(operation, breakage)
                var laws = VersionLaws(of: try .of([broken]))
                laws.shrinkingLimit = 0
                // There may be nothing to lose, or to change, and no way back to take.
                if Self.trip(document, laws.plan) == rightTrip { continue }
                effective += 1
                let report = laws.check([lawCase, back])
                let noticed = report.failures.map(\.law.rawValue)
                table.append("\(operation.name) | \(breakage.rawValue) | \(noticed.joined(separator: ", "))")
                #expect(!noticed.isEmpty, "\(operation) \(breakage) on \(document.root.text())")
            }
        }
        // Each operation is broken in at least one way that shows.
        #expect(Set(table.map { $0.prefix { $0 != " " } }).count == samples.count)
        #expect(effective > 4 * samples.count)
        if ProcessInfo.processInfo.environment["LAW_TABLE"] != nil { print(table.joined(separator: "\n")) }
    }
}
