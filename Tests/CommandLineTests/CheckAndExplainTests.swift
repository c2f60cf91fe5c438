import Foundation
import TestSupport
import Testing

@Suite struct CheckCommandTests {
    @Test func aPlanAloneIsChecked() throws {
        let run = try Tool.run("check", "--plan", Tool.plan)
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == "\(Tool.plan): valid; SwiftPM Package.resolved, versions 1, 2, 3\n")
    }

    @Test func missingPathsAreReported() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan.replacing("\"operations\"", with: "\"up\""))
        let run = try Tool.run("check", "--plan", plan)
        #expect(run.status == 0)
        #expect(
            run.output.hasSuffix(
                "versions 1, 2\n    no way from 2 back to 1: the migration declares no way down\n"))
    }

    @Test func roundTripsAreTold() throws {
        let file = "fixtures/package-resolved/v3.resolved"
        let run = try Tool.run("check", "--plan", Tool.plan, file)
        #expect(run.status == 0)
        #expect(run.output.contains("\(file): 3 → 2 → 3: same except for the listed values\n    \(file):2:18: lost "))
        #expect(try Tool.run("check", "--plan", Tool.plan, "--losses", "fail", file).status == 65)
    }

    @Test func whatTheOtherHalfDoesNotBringBackIsTold() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file(
            "plan.json",
            """
            {"planFormat": 1, "name": "x", "version": {"at": "/v", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "s",
               "up": [{"op": "rename", "path": "/a", "to": "b"}], "down": []}]}
            """)
        let payload = try folder.file("payload.json", #"{"v": 1, "a": 5}"#)
        let run = try Tool.run("check", "--plan", plan, payload)
        #expect(run.status == 0)
        #expect(
            run.output.hasSuffix(
                """
                \(payload): 1 → 2 → 1: same except for the listed values
                    \(payload):1:15: lost 5: it does not come back (at "/a", step 1 → 2, rename "/a" to "b")
                    1 loss
                        1 × step 1 → 2, rename "/a" to "b": it does not come back
                    made up: at "/b": 5 was not there before

                """))
    }

    @Test func lossOfAnIntermediateVersionIsToldWhereItStoodInTheDocument() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file(
            "plan.json",
            """
            {"planFormat": 1, "name": "x", "version": {"at": "/v", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}],
             "migrations": [
               {"from": "1", "to": "2", "summary": "s", "operations": [
                 {"op": "gather", "into": "size", "members": ["x", "y"], "ifAbsent": "skip"},
                 {"op": "hoist", "list": "/lines", "member": "/unit", "to": "/unit"}]},
               {"from": "2", "to": "3", "summary": "s", "operations": [
                 {"op": "remove", "path": "/size"}, {"op": "set", "path": "/unit", "to": "cm"}]}]}
            """)
        let payload = try folder.file(
            "payload.json", #"{"v": 1, "x": 2, "y": 3, "lines": [{"unit": "mm"}, {"unit": "mm"}]}"#)
        let run = try Tool.run("check", "--plan", plan, payload)
        #expect(run.status == 0)
        #expect(
            run.output.hasSuffix(
                """
                \(payload): 1 → 3 → 1: same except for the listed values
                    \(payload):1:15: lost 2: the other version does not have it (at "/x", step 2 → 3, remove "/size")
                    \(payload):1:23: lost 3: the other version does not have it (at "/y", step 2 → 3, remove "/size")
                    \(payload):1:45: lost "mm": it is set to "cm" (at "/lines/0/unit", step 2 → 3, set "/unit" to "cm")
                    \(payload):1:61: lost "mm": it does not come back as it was: it comes back as "cm" (at "/lines/1/unit", step 1 → 2, hoist "/unit" of each of "/lines" to "/unit")
                    4 losses
                        2 × step 2 → 3, remove "/size": the other version does not have it
                        1 × step 2 → 3, set "/unit" to "cm": it is set to "cm"
                        1 × step 1 → 2, hoist "/unit" of each of "/lines" to "/unit": it does not come back as it was

                """))
        #expect(try Tool.run("check", "--plan", plan, "--losses", "fail", payload).status == 65)
    }

    @Test func onlyTheFirstLossesAreToldInFull() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file(
            "plan.json",
            """
            {"planFormat": 1, "name": "x", "version": {"at": "/v", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "s",
               "up": [{"op": "each", "path": "/a", "operations": [{"op": "wrap", "path": ""}]}], "down": []}]}
            """)
        let payload = try folder.file(
            "payload.json", #"{"v": 1, "a": ["# + (0..<25).map(String.init).joined(separator: ",") + "]}")
        let run = try Tool.run("check", "--plan", plan, payload)
        #expect(run.status == 0)
        #expect(run.output.components(separatedBy: ": it does not come back as it was: ").count == 21)
        #expect(run.output.contains("    … and 5 more\n"))
    }

    @Test func foldersAreSearched() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("deep"), withIntermediateDirectories: true)
        let plan = try folder.file("plan.json", Orders.plan)
        _ = try folder.file("deep/one.json", #"{"version": 1, "total": 1}"#)
        _ = try folder.file("two.json", #"{"version": 3}"#)
        let run = try Tool.run("check", "--plan", plan, folder.url.path)
        #expect(run.status == 65)
        #expect(run.output.contains("deep/one.json: 1 → 2 → 1: same\n"))
        #expect(run.errors.contains("two.json:1:13: version 3 is newer than any known one"))
    }

    @Test func aFaultyPlanEndsWith65() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan.replacing("\"rename\"", with: "\"renam\""))
        let run = try Tool.run("check", "--plan", plan)
        #expect(run.status == 65 && run.output == "")
        #expect(
            run.errors.hasPrefix("\(plan):4:11: unknown operation \"renam\"; did you mean \"rename\"? known: add, "))
        #expect(run.errors.hasSuffix(" (at \"/migrations/0/operations/0/op\")\n"))
    }

    @Test(.enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
    func realFilesSurviveEveryRoundTrip() throws {
        let run = try Tool.run(
            "check", "--plan", Tool.plan, RepositoryFiles.sharedData.appending(path: "package-resolved/v1").path)
        #expect(run.status == 0 && run.errors == "")
        #expect(!run.output.contains("FAILED"))
    }
}

@Suite struct ExplainCommandTests {
    @Test func thePathIsShown() throws {
        let run = try Tool.run("explain", "--plan", Tool.plan, "--from", "3", "--to", "2")
        #expect(run.status == 0)
        #expect(
            run.output == """
                SwiftPM Package.resolved: 3 → 2 (captures)
                captures: a value may be lost, and is then reported as a loss

                3 → 2 (captures): The file may name its manifest: originHash
                    require unique "/identity" in "/pins" (exact)
                      - upper and lower case are the same
                    remove "/originHash" (captures)
                      - if it is absent: nothing happens

                """)
        #expect(
            try Tool.run("explain", "--plan", Tool.plan).output.hasPrefix(
                "SwiftPM Package.resolved: 1 → 3 (captures)\n"))
    }

    @Test(arguments: [
        ([], "1 → 3"), (["--from", "2"], "2 → 3"), (["--to", "2"], "1 → 2"), (["--from", "3"], "3 → 1"),
        (["--to", "1"], "3 → 1"), (["--from", "1"], "1 → 3"),
    ])
    func whatIsNotNamedIsTheOtherEnd(_ arguments: [String], _ path: String) throws {
        let run = try Tool.run(["explain", "--plan", Tool.plan] + arguments, input: nil)
        #expect(run.output.hasPrefix("SwiftPM Package.resolved: \(path) ("))
    }

    @Test func aMissingPathIsReported() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan.replacing("\"operations\"", with: "\"up\""))
        let run = try Tool.run("explain", "--plan", plan, "--from", "2", "--to", "1")
        #expect(run.status == 65)
        #expect(
            run.errors == "\(plan): there is no way from version 2 to 1: the migration declares no way down\n")
    }

    /// A check that fails for losses names them in every form.
    @Test func lossesThatFailAreAnObjectToo() throws {
        let shell = try Shell(folder: TemporaryFolder())
        _ = try shell.folder.file("plan.json", Orders.plan)
        _ = try shell.folder.file("a.json", #"{"version": 1, "total": 1, "note": "x"}"#)
        let run = try shell.run("$tool check --plan plan.json --losses fail --format json a.json 2> /dev/null")
        #expect(run.status == 65 && run.output.hasPrefix(#"{"file":"a.json","code":"losses","#), "\(run)")
        let fine = try shell.run("$tool check --plan plan.json --format json a.json 2> /dev/null")
        #expect(fine.status == 0 && fine.output.isEmpty, "\(fine)")
    }
}
