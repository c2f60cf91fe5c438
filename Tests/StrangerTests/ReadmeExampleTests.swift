import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec

/// The Swift of the README, as a stranger would paste it; a test sees to it that both are the same.
@Suite struct ReadmeExampleTests {
    @Test func exampleDoesWhatItShows() throws {
        let printed = Printed()
        func print(_ value: some CustomStringConvertible) { printed.lines.append(value.description) }

        // README begin
        let orders = try MigrationPlan(
            "Shop order",
            versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Customers have a first and a last name, and prices are numbers",
                    operations: [
                        .split("/customer", into: ["/firstName", "/lastName"], separator: " ", extraParts: .last),
                        .each("/items", [.convert("/price", from: .string, to: .number)]),
                        .remove("/coupon", ifAbsent: .skip),
                    ])
            ])

        let stored = #"{"version": 1, "customer": "Ann Smith", "coupon": "X7", "items": [{"price": "19.90"}]}"#
        let result = try orders.migrate(stored, to: "2")
        print(result.text)
        // {"version": 2, "firstName": "Ann", "lastName": "Smith", "items": [{"price": 19.90}]}
        print(result.losses[0])
        // line 1, column 51, at "/coupon": lost "X7": it has no place in the other version (step 1 → 2, remove "/coupon")
        print(try orders.migrate(result.data, to: "1").text)
        // {"version": 1, "customer": "Ann Smith", "items": [{"price": "19.90"}]}
        // README end

        let shown = try shownInReadme().filter { $0.hasPrefix("// ") }.map { String($0.dropFirst(3)) }
        #expect(printed.lines == shown)
    }

    @Test func readmeShowsThisExample() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let begin = try #require(source.range(of: "// README begin\n"))
        let end = try #require(source.range(of: "        // README end"))
        let lines = source[begin.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        let example = lines.map { String($0.dropFirst(8)) }.joined(separator: "\n")
        let shown = try shownInReadme().drop { $0.hasPrefix("import ") || $0.isEmpty }.joined(separator: "\n")
        #expect(shown == example.trimmingCharacters(in: .newlines))
    }

    private func shownInReadme() throws -> [String] {
        let block = try #require(
            try MarkdownFile("README.md").code("swift").first { $0.hasPrefix("import Migrations") })
        return block.components(separatedBy: "\n")
    }

    private final class Printed { var lines: [String] = [] }
}
