import Foundation
import Testing

/// What is wrong with payloads, as `validate` and `check` write it.
@Suite struct IssueOutputTests {
    private let folder: TemporaryFolder
    private let plan: String

    init() throws {
        folder = try TemporaryFolder()
        plan = try folder.file("plan.json", Orders.plan)
    }

    @Test func aPayloadThatFitsThePlanIsSaid() throws {
        let good = try folder.file("good.json", #"{"version": 1, "total": 5}"#)
        let run = try Tool.run("validate", "--plan", plan, good)
        #expect(run.output == "\(good): fits the plan\n" && run.errors == "" && run.status == 0)
        let lines = try Tool.run(
            "validate", "--plan", plan, "--ndjson", input: "{\"version\":1,\"total\":1}\n{\"version\":2,\"price\":1}\n")
        #expect(lines.output == "<stdin>: 2 lines fit the plan\n" && lines.status == 0)
    }

    static let bad = "{\n  \"version\": 1,\n  \"sum\": 5\n}"

    @Test func theUsualFormIsALine() throws {
        let file = try folder.file("bad.json", Self.bad)
        let run = try Tool.run("validate", "--plan", plan, file)
        #expect(run.status == 65 && run.output == "")
        #expect(
            run.errors
                == "\(file):1:1: there is no member \"total\" (at \"/total\", version 1, step 1 → 2, rename \"/total\" to \"price\")\n"
                || run.errors
                    == "\(file):1:1: there is no member \"total\" (at \"/total\", version 1, step 1 → 2)\n",
            "\(run.errors)")
        let versions = try Tool.run("validate", "--plan", plan, input: #"{"version": 9}"#)
        #expect(versions.status == 65 && versions.errors.hasPrefix("<stdin>:1:13: version 9 is newer"))
        let given = try Tool.run("validate", "--plan", plan, "--from", "2", input: #"{"price": 1}"#)
        #expect(given.status == 0, "\(given.errors)")
    }

    @Test func aMarkStandsBelowTheValue() throws {
        let run = try Tool.run("validate", "--plan", plan, "--format", "caret", input: #"{"version": 9, "a": 1}"#)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("<stdin>:1:13: version 9 is newer"))
        #expect(lines.dropFirst() == [#"{"version": 9, "a": 1}"#, "            ^"])
        let syntax = try Tool.run("validate", "--format=caret", input: "{\"a\": [1,\n  2,]}")
        #expect(
            syntax.errors == """
                <stdin>:2:5: expected a value, found "]" (at "/a/2")
                  2,]}
                    ^

                """)
    }

    private func objects(_ text: String) throws -> [[String: any Sendable]] {
        try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: any Sendable])
        }
    }

    @Test func aLogHasAnObjectALine() throws {
        let text = "{\"version\":1,\"total\":1}\n{\"version\":1}\nnonsense\n"
        let run = try Tool.run("validate", "--plan", plan, "--ndjson", "--format", "json", input: text)
        #expect(run.status == 65)
        let issues = try objects(run.output)
        #expect(issues.map { $0["code"] as? String } == ["missingMember", "invalidJSON"])
        #expect(issues.map { $0["file"] as? String } == ["<stdin>", "<stdin>"])
        #expect(issues.map { $0["line"] as? Int } == [2, 3])
        #expect(issues[0]["path"] as? String == "/total" && issues[0]["step"] as? String == "1 → 2")
        #expect(run.errors == "<stdin>: 1 line fits the plan, 2 do not\n")
    }

    @Test func valuesAreRedacted() throws {
        let text = #"{"version":1,"total":{"card":"4111-1111"}}"#
        let named = try folder.file(
            "card.json",
            """
            {"planFormat": 1, "name": "card", "version": {"at": "/version", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "Cards are numbers",
               "operations": [{"op": "convert", "path": "/total/card", "from": "string", "to": "number"}]}]}
            """)
        let plain = try Tool.run("validate", "--plan", named, input: text)
        #expect(plain.errors.contains("4111-1111"), "\(plain.errors)")
        for list in ["card", "/total/*", "email,/total"] {
            for form in ["line", "caret", "json"] {
                let run = try Tool.run("validate", "--plan", named, "--redact", list, "--format", form, input: text)
                #expect(run.status == 65 && !(run.errors + run.output).contains("4111"), "\(run.errors)\(run.output)")
            }
        }
        // A step before has given the value another name; the payload's own counts.
        let bad = #"{"version":1,"object":{"pins":[{"package":"a","repositoryURL":4111,"state":{}}]}}"#
        for command in [["validate"], ["check", "-"]] {
            let words = [command[0], "--plan", Tool.plan, "--redact", "repositoryURL"] + command.dropFirst()
            let run = try Tool.run(words, input: Data(bad.utf8))
            #expect(run.status == 65 && !(run.errors + run.output).contains("4111"), "\(run.errors)\(run.output)")
        }
        let usage = try Tool.run("validate", "--redact", "/a~2", input: "1")
        #expect(usage.status == 64 && usage.errors.contains("is not a value of '--redact'"))
    }

    /// Nothing is there to be marked where a text ends.
    @Test(arguments: [("", "1:1"), (#"{"a":"x"#, "1:8"), ("{\"a\":\n", "2:1"), ("   ", "1:4"), ("[1,", "1:4")])
    func textsThatEndAreShown(text: String, place: String) throws {
        for words in [["validate"], ["validate", "--plan", plan], ["check", "--plan", plan, "-"]] {
            let run = try Tool.run(words + ["--format", "caret"], input: Data(text.utf8))
            #expect(run.status == 65 && run.errors.hasPrefix("<stdin>:\(place): "), "\(run.errors)")
            #expect(run.errors.hasSuffix("^\n"), "\(run.errors)")
        }
        let lines = try Tool.run("validate", "--ndjson", "--format", "caret", input: "[1\n[2]\n[\n[3]\n")
        #expect(lines.status == 65 && lines.output.contains("2 lines"), "\(lines.output)\(lines.errors)")
    }

    @Test func textsInOtherEncodingsAreShownInOurs() throws {
        let units = Array(#"{"é": nul}"#.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let run = try Tool.run(["check", "--plan", plan, "--format", "caret", "-"], input: Data([0xFF, 0xFE] + units))
        #expect(run.status == 65 && run.errors.contains("\n{\"é\": nul}\n      ^"), "\(run.errors)")
    }

    /// What is beside the value, what is lost, and what a reason names are hidden as well.
    @Test func checkHidesWhatIsNotToBeShown() throws {
        let named = try folder.file(
            "hiding.json",
            """
            {"planFormat": 1, "name": "n", "version": {"at": "/version", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [
               {"op": "remove", "path": "/note", "ifAbsent": "skip"},
               {"op": "arrayToObject", "path": "/list", "id": "k", "ifAbsent": "skip"}]}]}
            """)
        for text in [
            #"{"version":1,"note":"hush-hush","other":1}"#, #"{"version":"7x","note":"hush-hush"}"#,
            #"{"version":1,"list":[{"k":"hush-hush","v":1},{"k":"hush-hush","v":2}]}"#,
            #"{"version":1,"note":"hush-hush","other":}"#,
        ] {
            for form in ["line", "caret", "json"] {
                for words in [["check", "-"], ["validate"], ["check", "--ndjson", "-"]] {
                    let run = try Tool.run(
                        words + ["--plan", named, "--redact", "note,/list/*/k", "--format", form],
                        input: Data(text.utf8))
                    #expect(!(run.errors + run.output).contains("hush"), "\(words) \(run.errors)\(run.output)")
                }
            }
        }
    }

    @Test func checkShowsThemToo() throws {
        let file = try folder.file("bad.json", Self.bad)
        let caret = try Tool.run("check", "--plan", plan, "--format", "caret", file)
        #expect(caret.status == 65 && caret.output.contains("\(file): 1 → 2 → 1: FAILED\n"))
        #expect(caret.errors.hasPrefix("\(file):1:1: there is no member \"total\""))
        #expect(caret.errors.hasSuffix("\n{\n^\n"))
        let log = try Tool.run("check", "--plan", plan, "--format", "json", file)
        #expect(try objects(log.output).map { $0["code"] as? String } == ["missingMember"])
        let other = try Tool.run("check", "--plan", plan, "--format", "json", "--ndjson", "-")
        #expect(other.status == 0 && other.output == "")
        let broken = try Tool.run("check", "--plan", plan, "--format", "json", try folder.file("x.json", "{"))
        #expect(try objects(broken.output).map { $0["code"] as? String } == ["invalidJSON"])
    }

    @Test func optionsOfThePlanNeedOne() throws {
        let run = try Tool.run("validate", "--from", "1", input: "1")
        #expect(run.status == 64 && run.errors.contains("'--from' needs '--plan'"))
        let form = try Tool.run("validate", "--format", "xml", input: "1")
        #expect(form.status == 64 && form.errors.contains("known: line, caret, json"))
    }
}
