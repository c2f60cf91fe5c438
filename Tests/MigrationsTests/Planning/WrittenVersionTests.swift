import Migrations
import Testing
import VersionedCodec

/// Versions that are written as the plan says, where that is not what follows from the label.
@Suite struct WrittenVersionTests {
    private static func file(_ versions: String, as form: String = "semantic") -> String {
        #"{"planFormat":1,"name":"","version":{"at":"/v","as":"\#(form)"},"versions":[\#(versions)],"#
            + #""migrations":[{"from":"2.0","to":"3.0","summary":"","operations":[]}]}"#
    }

    @Test func aTextOfTheAuthorIsWrittenAndRead() throws {
        let plan = try MigrationPlan(planFile: Self.file(#"{"version":"2.0","written":"2.0"},{"version":"3.0"}"#))
        let up = try plan.migrate(#"{"v":"2.0","a":1}"#, to: "3.0")
        #expect(up.text == #"{"v":"3.0.0","a":1}"#)
        #expect(try plan.migrate(up.text, to: "2.0").text == #"{"v":"2.0","a":1}"#)
        #expect(try MigrationPlan(planFile: try #require(plan.planFile).text()).versions == plan.versions)
        let other = try MigrationPlan(planFile: Self.file(#"{"version":"2.0","written":"2.0.4"},{"version":"3.0"}"#))
        #expect(try other.migrate(#"{"v":"3.0.0"}"#, to: "2.0").text == #"{"v":"2.0.4"}"#)
    }

    @Test(arguments: [
        (
            #"{"version":"2.0","written":"2.1"},{"version":"3.0"}"#, "semantic",
            #"the version "2.0" cannot be written as "2.1": payloads that say so are not read as this version"#
        ),
        (
            #"{"version":"2.0","written":"x"},{"version":"3.0"}"#, "string",
            #"the version "2.0" cannot be written as "x": payloads that say so are not read as this version"#
        ),
    ])
    func aTextThatIsReadAsAnotherVersionIsRefused(versions: String, form: String, says: String) throws {
        let error = #expect(throws: PlanFileError.self) {
            try MigrationPlan(planFile: Self.file(versions, as: form))
        }
        #expect(error?.message == says)
        #expect(error?.path == "/versions/0/version" || error?.path == "/versions/0")
    }

    @Test func anIntegerHasOneSpelling() throws {
        let error = #expect(throws: PlanError.self) {
            try MigrationPlan(
                "", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1", written: "1.0")],
                migrations: [])
        }
        #expect(error?.description == #"the version "1" cannot be written as "1.0": an integer has one spelling"#)
    }
}
