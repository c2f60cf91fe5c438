import Foundation
import TestSupport
import Testing

@Suite struct ExplainCostTests {
    private static let plan = """
        {"planFormat": 1, "name": "x", "version": {"at": "/v", "as": "integer"},
         "versions": [{"version": "1"}, {"version": "2"}],
         "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [
           {"op": "each", "path": "/items", "operations": [{"op": "rename", "path": "/a", "to": "b"}]},
           {"op": "add", "path": "/new", "value": 1}]}]}
        """

    @Test func eachOperationIsMeasuredWithThoseInIt() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Self.plan)
        let sample = try folder.file("sample.json", #"{"v": 1, "items": [{"a": 1}, {"a": 2}, {"a": 3}]}"#)
        let run = try Tool.run("explain", "--plan", plan, "--cost", sample)
        #expect(run.status == 0 && run.errors == "")
        let lines = run.output.split(separator: "\n")
        #expect(lines[0].hasPrefix("\(sample): 1 → 2: 49 bytes, "))
        let rows = lines.dropFirst(2).dropLast().map { row in
            row.drop { $0 == " " }.drop { $0 != "%" }.dropFirst().drop { $0 == " " }
        }
        #expect(
            rows == [
                "read", #"1  1 → 2: each of "/items""#, #"3    rename "/a" to "b""#,
                #"1  1 → 2: add "/new" = 1"#, "write", "find losses",
            ])
        #expect(lines.last?.hasPrefix("most: ") == true)
    }

    @Test func whatIsWrongWithTheSampleIsSaidAsByMigrate() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Self.plan)
        let sample = try folder.file("sample.json", #"{"v": 1, "items": [{"a": 1}, {"c": 2}]}"#)
        let (costs, migrated) = (
            try Tool.run("explain", "--plan", plan, "--cost", sample),
            try Tool.run("migrate", "--plan", plan, "--to", "2", sample)
        )
        #expect(costs.status == 65 && costs.output == "")
        #expect(costs.errors == migrated.errors)
        #expect(try Tool.run("explain", "--plan", plan, "--cost", "absent.json").status == 66)
    }

    @Test func optionsThatDoNotFitAreRefused() throws {
        let all = try Tool.run("explain", "--plan", Tool.plan, "--cost", "x.json", "--all")
        #expect(all.status == 64 && all.errors.contains("'--all' is not for '--cost', which shows all operations"))
        #expect(try Tool.run("explain", "--set", "x", "--cost", "y").errors.contains("'--cost' needs '--plan'"))
        #expect(
            try Tool.run("explain", "--plan", Tool.plan, "--context", "y").errors.contains("'--context' needs '--cost'")
        )
    }
}
