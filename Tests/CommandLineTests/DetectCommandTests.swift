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
        #expect(run.errors == "\(plan):1:1: the member \"name\" is missing (at the root)\n")
    }

    @Test func aMissingPlanEndsWith66() throws {
        let run = try Tool.run("detect", "--plan", "no-such-plan.json", input: "{}")
        #expect(run.status == 66)
        #expect(run.errors == "no-such-plan.json: cannot read: No such file or directory\n")
    }
}
