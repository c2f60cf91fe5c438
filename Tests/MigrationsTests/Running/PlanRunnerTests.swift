import Testing

@testable import Migrations
@testable import VersionedCodec

/// Lines that run on one arena, one after another.
@Suite struct PlanRunnerTests {
    private func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Changes", operations: operations)])
    }

    private let operations: [JSONOperation] = [
        .split("/name", into: ["/first", "/last"], separator: " "),
        .each("/items", [.convert("/n", from: .string, to: .number), .remove("/debug", ifAbsent: .skip)]),
        .sort("/items", by: "/n"), .mapValues("/state", [("a", "b"), ("c", 1.50), ("d", "ü")]),
        .objectToArray("/rates", id: "key", value: "rate"), .copy("/first", to: "/copy"), .wrap("/copy"),
    ]

    private func line(_ index: Int) -> String {
        let debug = index % 3 == 0 ? #","debug":{"x":\#(index)}"# : ""
        return """
            {"version":1,"name":"Ann-\(index) S\\u00fc","items":[{"n":"\(index)"\(debug)},{"n":"\(index / 2)"}],\
            "state":"\(["a", "c", "d"][index % 3])","rates":{"EUR":1.10,"k\(index)":[\(index)]}}
            """
    }

    @Test func linesGiveWhatDocumentsGive() throws {
        let plan = try plan(operations)
        var options = MigrationOptions()
        options.isOneLine = true
        let runner = try #require(PlanRunner(plan, to: "2", from: nil, options: options))
        var kept: [(losses: [Loss], expected: [Loss])] = []
        for index in 0..<300 {
            let text = line(index)
            var output: [UInt8] = []
            var bytes = text
            let migrated = try bytes.withUTF8 { try runner.migrate($0, to: &output) }
            let losses = try #require(migrated)
            let result = try plan.migrate(JSONDocument(parsing: text), to: "2", options: options)
            #expect(String(decoding: output, as: UTF8.self) == result.text)
            kept.append((Loss.inDocumentOrder(losses, Array(text.utf8)), result.losses))
        }
        // Values that somebody keeps outlast the memory of their line.
        for (losses, expected) in kept { #expect(losses == expected) }
        #expect(kept.contains { !$0.losses.isEmpty })
    }

    @Test(arguments: [
        #"{"version":3}"#, #"{"version":"1"}"#, "[1]", "", "{",
    ])
    func whatDoesNotFitIsLeftToThePlan(text: String) throws {
        let runner = try #require(PlanRunner(try plan(operations), to: "2", from: nil, options: MigrationOptions()))
        var (text, output) = (text, [UInt8(ascii: "x")])
        let losses = try text.withUTF8 { try runner.migrate($0, to: &output) }
        #expect(losses == nil)
        #expect(output.count == 1)
    }

    @Test func whatDoesNotFitAnOperationIsAnErrorWithItsPlace() throws {
        let runner = try #require(PlanRunner(try plan(operations), to: "2", from: nil, options: MigrationOptions()))
        var (text, output) = (#"{"version":1,"name":1}"#, [UInt8(ascii: "x")])
        let error = #expect(throws: MigrationError.self) {
            try text.withUTF8 { _ = try runner.migrate($0, to: &output) }
        }
        let document = try JSONDocument(parsing: text)
        let expected = #expect(throws: MigrationError.self) { try plan(operations).migrate(document, to: "2") }
        #expect(error.map { "\($0)" } == expected.map { "\($0)" })
        #expect(output.count == 1)
    }

    @Test func partsOfATextStayWhereItsObjectWouldBeEmpty() throws {
        let plan = try plan([.split("/a/name", into: ["/a/first", "/a/last"], separator: " ", makingParents: true)])
        let result = try plan.migrate(#"{"version":1,"a":{"name":"x y"}}"#, to: "2")
        #expect(result.text == #"{"version":2,"a":{"first":"x","last":"y"}}"#)
    }
}
