import Migrations
import Testing
import VersionedCodec

/// New words need plan format 2, so that a tool that lacks them refuses the plan by name.
@Suite struct PlanFormatTests {
    private static func plan(format: Int, _ operations: String) -> String {
        #"{"planFormat":\#(format),"name":"n","versions":[{"version":"1"},{"version":"2"}],"#
            + #""migrations":[{"from":"1","to":"2","summary":"s","operations":[\#(operations)]}]}"#
    }

    @Test func newWordInAnOldFormatSaysWhatToWrite() throws {
        let text = Self.plan(format: 1, #"{"op":"introduce","path":"/a"},{"op":"introduce","path":"/b"}"#)
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(error?.code == .newerWord)
        #expect(
            error?.description
                == #"line 1, column 142, at "/migrations/0/operations/0/op": "introduce" needs plan format 2; write "planFormat": 2"#
        )
    }

    @Test func newWordIsFoundWithinScopesAndOtherOperations() {
        for operation in [
            #"{"op":"each","operations":[{"op":"introduce","path":"/a"}]}"#,
            #"{"op":"remove","path":"/a","restoredBy":{"op":"introduce","path":"/a"}}"#,
        ] {
            let error = #expect(throws: PlanFileError.self) {
                try MigrationPlan(planFile: Self.plan(format: 1, operation))
            }
            #expect(error?.code == .newerWord)
        }
    }

    @Test func otherMistakesAreReportedBesideIt() {
        let text = Self.plan(format: 1, #"{"op":"introduce","path":"/a"},{"op":"renam"}"#)
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(error?.mistakes.map(\.code) == [.newerWord, .unknownValue])
    }

    @Test func planIsWrittenInTheOldestFormatThatSaysIt() throws {
        let old = try MigrationPlan(planFile: Self.plan(format: 2, #"{"op":"remove","path":"/a"}"#))
        #expect(old.planFile?["planFormat"] == 1)
        for operation in [
            #"{"op":"introduce","path":"/a"}"#, #"{"op":"each","operations":[{"op":"introduce","path":"/a"}]}"#,
            #"{"op":"remove","path":"/a","restoredBy":{"op":"introduce","path":"/a"}}"#,
        ] {
            let plan = try MigrationPlan(planFile: Self.plan(format: 2, operation))
            let written = try #require(plan.planFile)
            #expect(written["planFormat"] == 2)
            #expect(try MigrationPlan(planFile: written.text()) == plan)
        }
    }
}
