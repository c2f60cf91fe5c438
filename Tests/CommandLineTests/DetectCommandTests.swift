import Foundation
import Testing

@Suite struct DetectCommandTests {
    @Test func versionsAreToldBetweenTabs() throws {
        let run = try Tool.run(
            "detect", "--plan", Tool.plan, "fixtures/package-resolved/v1.resolved",
            "fixtures/package-resolved/v3.resolved")
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.output == """
                fixtures/package-resolved/v1.resolved\t1\tfound at "/version"
                fixtures/package-resolved/v3.resolved\t3\tfound at "/version"

                """)
    }

    @Test(arguments: [["-"], []]) func standardInputIsRead(operands: [String]) throws {
        let run = try Tool.run(["detect", "--plan", Tool.plan] + operands, input: Data(#"{"version": 2}"#.utf8))
        #expect(run.output == "<stdin>\t2\tfound at \"/version\"\n" && run.status == 0)
    }

    @Test func allFilesAreTriedAndTheWorstStatusWins() throws {
        let folder = try TemporaryFolder()
        let bad = try folder.file("bad.json", #"{"version": 4}"#)
        let good = try folder.file("good.json", #"{"version": 2}"#)
        let missing = folder.path("missing.json")
        let run = try Tool.run("detect", "--plan", Tool.plan, bad, missing, good)
        #expect(run.status == 66)
        #expect(run.output == "\(good)\t2\tfound at \"/version\"\n")
        #expect(
            run.errors == """
                \(bad):1:13: version 4 is newer than any known one; known versions: 1, 2, 3 (at "/version")
                \(missing): cannot read: No such file or directory

                """)
    }

    @Test func aFaultyPlanIsToldWithItsPlace() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", "{\"planFormat\": 1,\n \"nam\": \"x\"}")
        let run = try Tool.run("detect", "--plan", plan, input: "{}")
        #expect(run.status == 65 && run.output == "")
        #expect(
            run.errors == """
                \(plan):1:1: the member "versions" is missing (at the root)
                \(plan):1:1: the member "migrations" is missing (at the root)
                \(plan):2:9: the member "name" is missing; is "nam" meant to be it? (at "/nam")

                """)
    }

    @Test func aMissingPlanEndsWith66() throws {
        let run = try Tool.run("detect", "--plan", "no-such-plan.json", input: "{}")
        #expect(run.status == 66)
        #expect(run.errors == "no-such-plan.json: cannot read: No such file or directory\n")
    }

    @Test func manyFilesAreSummarised() throws {
        let folder = try TemporaryFolder()
        let files = try [#"{"version": 2}"#, #"{"version": 1}"#, #"{"version": 2}"#, #"{"version": 7}"#].enumerated()
            .map { try folder.file("\($0.offset).json", $0.element) }
        let run = try Tool.run(["detect", "--plan", Tool.plan, "--summary"] + files, input: Data())
        #expect(run.status == 65)
        #expect(
            run.output == """
                VERSION  COUNT  HOW                               FIRST
                2            2  found at "/version"               \(files[0])
                1            1  found at "/version"               \(files[1])
                -            1  newer than all known versions: 7  \(files[3])

                """)
        #expect(
            run.errors
                == "\(files[3]):1:13: version 7 is newer than any known one; known versions: 1, 2, 3 (at \"/version\")\n"
        )
    }

    @Test func linesAreSummarised() throws {
        let lines = "{\"version\": 3}\n\n{\"version\": 3}\n{]\n{}\n{}\n"
        let run = try Tool.run("detect", "--plan", Tool.plan, "--ndjson", input: lines)
        #expect(run.status == 65)
        #expect(
            run.output == """
                VERSION  COUNT  HOW                  FIRST
                3            2  found at "/version"  <stdin>:1
                -            2  names no version     <stdin>:5
                -            1  no JSON              <stdin>:4

                """)
        #expect(run.errors.split(separator: "\n").map { $0.prefix(12) } == ["<stdin>:4:2:", "<stdin>:5:1:"])
    }

    @Test func mediaTypeDateAndContradictionsAreUsed() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file(
            "plan.json",
            """
            {"planFormat": 1, "name": "Order",
             "version": {"at": "/v", "as": "date", "mediaType": "application/vnd.acme.{version}+json", "newer": "passThrough"},
             "versions": [{"version": "2026-01-01", "shape": {"/b": "absent"}}, {"version": "2026-06-01", "shape": {"/b": "present"}}],
             "migrations": [{"from": "2026-01-01", "to": "2026-06-01", "summary": "a is b",
                             "operations": [{"op": "rename", "path": "/a", "to": "b"}]}]}
            """)
        let byType = try Tool.run(
            "detect", "--plan", plan, "--media-type", "application/vnd.acme.2026-06-01+json", input: #"{"b": 1}"#)
        #expect(byType.output == "<stdin>\t2026-06-01\tsaid by the media type\n")
        let byDay = try Tool.run("detect", "--plan", plan, "--date", "2026-03-14", input: #"{"a": 1}"#)
        #expect(byDay.output == "<stdin>\t2026-01-01\tclosest to the day that was given\n")
        let odd = try Tool.run("detect", "--plan", plan, input: #"{"v": "2026-02-01", "b": 1}"#)
        #expect(odd.status == 0 && odd.output == "<stdin>\t2026-01-01\tfound at \"/v\"\n")
        #expect(
            odd.errors
                == "<stdin>:1:26: warning: the payload names version 2026-01-01, but \"/b\" is not absent; it looks like version 2026-06-01 (at \"/b\")\n"
        )
        let migrated = try Tool.run(
            "migrate", "--plan", plan, "--to", "2026-06-01", "--date", "2026-03-14", input: #"{"a": 1}"#)
        #expect(migrated.output == #"{"v": "2026-06-01", "b": 1}"#)
    }
}
