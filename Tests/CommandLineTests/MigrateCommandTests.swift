import Foundation
import TestSupport
import Testing

@Suite struct MigrateCommandTests {
    private let folder: TemporaryFolder
    private let plan: String

    init() throws {
        folder = try TemporaryFolder()
        plan = try folder.file("plan.json", Orders.plan)
    }

    // MARK: Documents

    @Test(arguments: [("1", "2"), ("2", "2"), ("3", "2"), ("2", "1"), ("3", "1"), ("3", "3")])
    func packageResolvedIsWrittenAsSwiftPMWritesIt(from: String, to target: String) throws {
        let run = try Tool.run(
            "migrate", "--plan", Tool.plan, "--to", target, "fixtures/package-resolved/v\(from).resolved")
        #expect(run.status == 0)
        let expected = try RepositoryFiles.fixture("package-resolved/v\(target).resolved")
        #expect(run.output == String(decoding: expected, as: UTF8.self))
    }

    @Test func theStyleOfTheInputMayBeKept() throws {
        let input = "{\r\n\t\"version\" : 1,\r\n\t\"pins\" : \"x\"\r\n}\r\n"
        let run = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--style", "keep", input: input.replacing("pins", with: "total"))
        #expect(run.output == "{\r\n\t\"version\" : 2,\r\n\t\"price\" : \"x\"\r\n}\r\n")
        let tabs = "{\n\t\"originHash\": \"a\",\n\t\"pins\": [],\n\t\"version\": 3\n}\n"
        let kept = try Tool.run("migrate", "--plan", Tool.plan, "--to", "2", "--style=keep", input: tabs)
        #expect(kept.output == "{\n\t\"pins\": [],\n\t\"version\": 2\n}\n")
        let declared = try Tool.run("migrate", "--plan", Tool.plan, "--to", "2", input: tabs)
        #expect(declared.output == "{\n  \"pins\" : [\n\n  ],\n  \"version\" : 2\n}\n")
    }

    @Test func anExplicitVersionWins() throws {
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", "--from", "1", input: #"{"total": 5}"#)
        #expect(run.output == #"{"version": 2, "price": 5}"# && run.status == 0)
    }

    @Test func aPayloadThatDoesNotFitIsToldWithPlaceVersionAndStep() throws {
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", input: "{\"version\": 1,\n \"price\": 5}")
        #expect(run.status == 65 && run.output == "")
        #expect(
            run.errors == """
                <stdin>:1:1: there is no member "total" (at "/total", version 1, step 1 → 2, rename "/total" to "price")

                """)
    }

    @Test func aRefusedPayloadIsTold() throws {
        let pin = #"{"identity": "a.b", "kind": "registry", "location": "", "state": {"version": "1.0.0"}}"#
        let run = try Tool.run(
            "migrate", "--plan", Tool.plan, "--to", "1", input: #"{"pins": [\#(pin)], "version": 2}"#)
        #expect(run.status == 65 && run.output == "")
        #expect(
            run.errors == """
                <stdin>:1:11: version 1 cannot express a pin from a registry (at "/pins/0", version 2, step 2 → 1, refuse)

                """)
    }

    // MARK: Losses

    @Test func lossesAreSummedOnStandardError() throws {
        let run = try Tool.run(
            "migrate", "--plan", Tool.plan, "--to", "2", "fixtures/package-resolved/v3.resolved")
        #expect(run.status == 0)
        #expect(
            run.errors.hasSuffix(
                "1 loss\n    1 × step 3 → 2, remove \"/originHash\": the other version does not have it\n"))
    }

    @Test func onlyTheFirstLossesAreToldInFull() throws {
        let plan = try folder.file(
            "many.json",
            """
            {"planFormat": 1, "name": "list", "versions": [{"version": "1"}, {"version": "2"}], "migrations": [
              {"from": "1", "to": "2", "summary": "s", "up": [{"op": "each", "operations": [{"op": "remove", "path": "/x"}]}]}]}
            """)
        let input = "[" + (0..<25).map { "{\"x\": \($0)}" }.joined(separator: ",\n") + "]"
        let all = folder.path("losses.ndjson")
        let run = try Tool.run(
            "migrate", "--plan", plan, "--from", "1", "--to", "2", "--losses-file", all, input: input)
        #expect(run.errors.components(separatedBy: "\n").count { $0.contains(": lost ") } == 20)
        #expect(
            run.errors.hasSuffix(
                "… and 5 more\n25 losses\n    25 × step 1 → 2, remove \"/x\": the other version does not have it\n"))
        let lines = try folder.text("losses.ndjson").split(separator: "\n")
        #expect(lines.count == 25)
        #expect(
            lines.last == """
                {"path":"/24/x","value":24,"reason":"the other version does not have it","operation":"remove \\"/x\\"",\
                "step":"1 → 2","line":25,"column":7}
                """)
    }

    @Test func lossesMayFail() throws {
        let run = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--losses", "fail",
            input: #"{"version": 1, "total": 2, "note": "x"}"#)
        #expect(run.status == 65 && run.output == "")
        #expect(
            run.errors == """
                <stdin>:1:36: a value would be lost: "x"; the other version does not have it \
                (at "/note", version 1, step 1 → 2, remove "/note")
                1 loss
                    1 × step 1 → 2, remove "/note": the other version does not have it

                """)
    }

    // MARK: Files

    @Test func theOutputIsReplacedWholeAndKeepsItsPermissions() throws {
        let output = try folder.file("out.json", "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: output)
        let run = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--output", output, input: #"{"version": 1, "total": 5}"#)
        #expect(run.status == 0 && run.output == "" && run.errors == "")
        #expect(try folder.text("out.json") == #"{"version": 2, "price": 5}"#)
        #expect(try FileManager.default.attributesOfItem(atPath: output)[.posixPermissions] as? Int == 0o640)
        #expect(try folder.names == ["out.json", "plan.json"])
    }

    @Test func theOutputStaysWhereTheInputIsBad() throws {
        let output = try folder.file("out.json", "old")
        let bad = try Tool.run("migrate", "--plan", plan, "--to", "2", "--output", output, input: "{")
        #expect(bad.status == 65)
        let lines = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--ndjson", "--output", output, input: Orders.lines + "{")
        #expect(lines.status == 65)
        #expect(try folder.text("out.json") == "old")
        #expect(try folder.names == ["out.json", "plan.json"])
    }

    @Test func whatCannotBeWrittenEndsWith74() throws {
        let missing = folder.path("no/such/out.json")
        let run = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--output", missing, input: #"{"version": 1, "total": 5}"#)
        #expect(run.status == 74)
        #expect(run.errors.hasSuffix(": cannot write: No such file or directory\n"))
        let isFolder = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--output", folder.url.path, input: #"{"version": 1, "total": 5}"#)
        #expect(isFolder.status == 74 && isFolder.errors == "\(folder.url.path): cannot write: it is a folder\n")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "skipped: there is no /dev/full"))
    func aFullDiskEndsWith74() throws {
        let run = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--output", "/dev/full", input: #"{"version": 1, "total": 5}"#)
        #expect(run.status == 74 && run.errors == "/dev/full: cannot write: No space left on device\n")
    }

    @Test func aMissingInputEndsWith66() throws {
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", "no-such-file.json")
        #expect(run.status == 66 && run.errors == "no-such-file.json: cannot read: No such file or directory\n")
    }
}
