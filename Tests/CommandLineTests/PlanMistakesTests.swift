import Foundation
import TestSupport
import Testing

/// What the tool says of plans that are probably not meant so, and of versions in either form.
@Suite struct PlanMistakesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func plan(_ operation: String, first: String = "", as form: String = "integer") throws -> String {
        try folder.file(
            "plan.json",
            """
            {"planFormat": 1, "name": "x", "version": {"at": "/v", "as": "\(form)", "default": "1"},
             "versions": [{"version": "1"\(first)}, {"version": "2", "dates": "iso8601"}],
             "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [
             \(operation)]}]}
            """)
    }

    @Test(arguments: [
        (
            #"{"op": "rename", "path": "/items/*", "to": "a"}"#,
            #"4:27: "/items/*" leads to a member whose key is "*"; for all elements, write {"op": "each", "path": "/items", "operations": […]} (at "/migrations/0/operations/0/path")"#
        ),
        (
            #"{"op": "rename", "path": "/items/-1", "to": "a"}"#,
            #"4:27: "/items/-1" leads to a member whose key is "-1"; elements are counted from 0, and no path leads to the last one; for all elements, write {"op": "each", "path": "/items", "operations": […]} (at "/migrations/0/operations/0/path")"#
        ),
    ])
    func checkWarnsOfPathsThatAreProbablyNotMeant(operation: String, warning: String) throws {
        let plan = try plan(operation)
        let run = try Tool.run("check", "--plan", plan)
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == "\(plan): valid; x, versions 1, 2\n    warning: \(plan):\(warning)\n")
    }

    @Test(arguments: [
        (
            #"{"op": "rename", "path": "items.name", "to": "a"}"#,
            #"4:27: "items.name" is not a JSON pointer: it must be empty or begin with "/"; "/items/name" was probably meant (at "/migrations/0/operations/0/path")"#
        ),
        (
            #"{"op": "rename", "path": "/items/-", "to": "a"}"#,
            #"4:27: "/items/-" is the place after the last element of an array, which cannot be read; for all elements, write {"op": "each", "path": "/items", "operations": […]} (at "/migrations/0/operations/0/path")"#
        ),
        (
            #"{"op": "rename", "path": "/a", "to": "/b"}"#,
            #"4:39: this is a key, not a path: "b", or {"key": "/b"} where the key begins with a slash (at "/migrations/0/operations/0/to")"#
        ),
    ])
    func everyCommandRefusesPathsThatLeadNowhere(operation: String, error: String) throws {
        let plan = try plan(operation)
        for command in [["check"], ["explain"], ["migrate", "--to", "2"], ["detect"], ["lock"]] {
            let run = try Tool.run(command + ["--plan", plan], input: Data("{}".utf8))
            #expect(run.status == 65 && run.output == "")
            #expect(run.errors == "\(plan):\(error)\n")
        }
        #expect(try folder.names == ["plan.json"])
    }

    @Test func datesOfAVersionMustBeReadable() throws {
        let operation = #"{"op": "reformatDate", "path": "/d"}"#
        let zoneless = try plan(operation, first: #", "dates": "yyyy/MM/dd""#)
        let run = try Tool.run("check", "--plan", zoneless)
        #expect(run.status == 65 && run.output == "")
        #expect(
            run.errors
                == #"\#(zoneless):2:41: "dates" shows no zone, so it cannot read dates: declare the zone to assume, as in {"pattern": "yyyy/MM/dd", "assuming": "GMT"} (at "/versions/0/dates")"#
                + "\n")
        let assumed = try plan(operation, first: #", "dates": {"pattern": "yyyy/MM/dd", "assuming": "GMT"}"#)
        #expect(try Tool.run("check", "--plan", assumed).status == 0)
        let up = try Tool.run("migrate", "--plan", assumed, "--to", "2", input: #"{"v": 1, "d": "2020/01/02"}"#)
        #expect(up.output == #"{"v": 2, "d": "2020-01-02T00:00:00Z"}"#)
        let down = try Tool.run("migrate", "--plan", assumed, "--to", "1", input: up.output)
        #expect(down.output == #"{"v": 1, "d": "2020/01/02"}"#)
    }

    // MARK: Versions in either form

    @Test(arguments: [
        (#"{"v": "1", "a": 0}"#, "1", #"{"v": "2", "b": 0}"#), (#"{"v": 1, "a": 0}"#, "1", #"{"v": 2, "b": 0}"#),
        (#"{"a": 0}"#, "1", #"{"v": 2, "b": 0}"#), (#"{"v": "2", "b": 0}"#, "2", #"{"v": "2", "b": 0}"#),
    ])
    func everyCommandReadsEitherForm(document: String, version: String, migrated: String) throws {
        let plan = try plan(#"{"op": "rename", "path": "/a", "to": "b"}"#, as: "integerOrString")
        let file = try folder.file("in.json", document)
        #expect(try Tool.run("detect", "--plan", plan, file).output.hasPrefix("\(file)\t\(version)\t"))
        #expect(try Tool.run("migrate", "--plan", plan, "--to", "2", file).output == migrated)
        let lines = try Tool.run(
            ["migrate", "--plan", plan, "--to", "2", "--ndjson"],
            input: Data("\(document)\n{\"v\":\"1\",\"a\":1}\n".utf8))
        #expect(lines.status == 0 && lines.output == "\(migrated)\n{\"v\":\"2\",\"b\":1}\n")
        let check = try Tool.run("check", "--plan", plan, file)
        #expect(check.status == 0 && check.errors == "")
        if document.contains("v") { #expect(check.output.hasSuffix(": same\n")) }
        #expect(
            try Tool.run("lock", "--plan", plan).output == "\(folder.path("plan.lock.json")): 1 → 2; 1 step locked\n")
        #expect(try Tool.run("lock", "--plan", plan, "--verify").status == 0)
    }

    @Test(arguments: [
        (#"{"v": "3"}"#, #"version "3" is newer than any known one; known versions: 1, 2"#),
        (#"{"v": "01"}"#, #"version "01" is unknown; known versions: 1, 2"#),
        (
            #"{"v": null}"#,
            "the version is unreadable: expected an integer or a string, found null; known versions: 1, 2"
        ),
        (
            #"{"v": [1]}"#,
            "the version is unreadable: expected an integer or a string, found an array; known versions: 1, 2"
        ),
    ])
    func whatIsNeitherFormIsAnErrorOfEveryCommand(document: String, says: String) throws {
        let plan = try plan(#"{"op": "rename", "path": "/a", "to": "b"}"#, as: "integerOrString")
        let file = try folder.file("in.json", document)
        for command in [["detect"], ["check"], ["migrate", "--to", "2"]] {
            let run = try Tool.run(command + ["--plan", plan, file], input: nil)
            #expect(run.status == 65)
            #expect(run.errors == "\(file):1:7: \(says) (at \"/v\")\n")
        }
    }

    // MARK: Help

    @Test func helpSaysWhatIsReadWithoutAFlag() throws {
        for command in ["migrate", "check", "detect", "validate"] {
            let help = try Tool.run(command, "--help").output.replacing(#/\s+/#, with: " ")
            #expect(
                help.contains(
                    "--allow-bom Accept a byte order mark before the text; every command does but validate without a plan."
                ))
            #expect(
                help.contains(
                    "--allow-other-encodings Accept UTF-16 and UTF-32; every command does but validate without a plan."
                ))
        }
    }
}
