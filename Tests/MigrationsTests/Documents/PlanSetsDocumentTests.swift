import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec

/// `docs/PlanSets.md` shows one set: it is run here.
@Suite struct PlanSetsDocumentTests {
    private static func set(_ blocks: [String]) throws -> PlanSet {
        let plans = ["order.json": blocks[0], "customer.json": blocks[1]]
        return try PlanSet(setFile: Array(blocks[2].utf8)) { try MigrationPlan(planFile: plans[$0] ?? "") }
    }

    @Test func thePageIsMigratedAsShown() throws {
        let blocks = try MarkdownFile("docs/PlanSets.md").code("json")
        try #require(blocks.count == 5)
        let set = try Self.set(blocks)
        let up = try set.migrate(blocks[3], entity: "OrderPage", to: "2026-03", from: "2025-01")
        #expect(up.text == blocks[4])
        #expect(up.losses.isEmpty)
        #expect(try set.migrate(up.text, entity: "OrderPage", to: "2026-03", from: "2026-03").text == blocks[4])
        let down = try set.migrate(up.text, entity: "OrderPage", to: "2025-01", from: "2026-03")
        #expect(
            try JSONDocument(parsing: down.text).root["items"]?[0]
                == JSONDocument(parsing: blocks[3]).root["items"]?[0])
    }

    @Test func theMistakeIsTold() throws {
        var blocks = try MarkdownFile("docs/PlanSets.md").code("json")
        blocks[2] = blocks[2].replacing(
            #""2026-03", "pins": {"Order": "2""#, with: #""2026-03", "pins": {"Order": "3""#)
        let error = #expect(throws: PlanFileError.self) { try Self.set(blocks) }
        #expect(
            error?.description
                == #"line 8, column 45, at "/apiVersions/1/pins/Order": the version "3" is not in the list; known: 1, 2"#
        )
    }
}
