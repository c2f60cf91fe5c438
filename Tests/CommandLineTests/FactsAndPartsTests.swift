import Foundation
import TestSupport
import Testing

/// `--context` and `--partial`.
@Suite struct FactsAndPartsTests {
    private let folder: TemporaryFolder
    private let plan: String
    private let facts: String

    init() throws {
        folder = try TemporaryFolder()
        plan = try folder.file(
            "plan.json",
            #"""
            {"planFormat": 1, "name": "Order", "version": {"at": "/v", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "Orders say their currency", "operations": [
               {"op": "rename", "path": "/mail", "to": "email", "ifAbsent": "skip"},
               {"op": "copy", "in": "context", "from": "/currency", "to": "/currency"}]}]}
            """#)
        facts = try folder.file("facts.json", #"{"currency": "EUR"}"#)
    }

    @Test func factsAreReadFromAFile() throws {
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", "--context", facts, input: #"{"v": 1}"#)
        #expect(run.output == #"{"v": 2, "currency": "EUR"}"# && run.errors == "" && run.status == 0)
        let lines = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--context", facts, "--ndjson", input: "{\"v\":1}\n{\"v\":1}\n")
        #expect(lines.output == "{\"v\":2,\"currency\":\"EUR\"}\n{\"v\":2,\"currency\":\"EUR\"}\n")
        let check = try Tool.run(
            "check", "--plan", plan, "--context", facts, try folder.file("order.json", #"{"v": 1}"#))
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test func factsThatAreNotGivenAreTold() throws {
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", input: #"{"v": 1}"#)
        #expect(run.status == 65 && run.output == "")
        #expect(
            run.errors == """
                <stdin>:1:1: a fact from outside is needed, and no context is given (at the root, version 1, step 1 → 2, \
                copy "/currency" of the context to "/currency")

                """)
    }

    @Test func factsThatAreNoJSONAreToldWithTheirFile() throws {
        let bad = try folder.file("bad.json", #"{"currency": EUR}"#)
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", "--context", bad, input: #"{"v": 1}"#)
        #expect(run.status == 65 && run.output == "")
        #expect(run.errors.hasPrefix("\(bad):1:14: "), "\(run.errors)")
        let absent = folder.url.appending(path: "none.json").path
        let missing = try Tool.run("migrate", "--plan", plan, "--to", "2", "--context", absent, input: #"{"v": 1}"#)
        #expect(missing.status == 66 && missing.errors.hasPrefix("\(absent): "), "\(missing.errors)")
    }

    @Test func aPartStaysAPart() throws {
        let part = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--from", "1", "--context", facts, "--partial",
            input: #"{"mail": null}"#)
        #expect(part.output == #"{"email": null}"#, "\(part.errors)")
        let lines = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--from", "1", "--context", facts, "--partial", "--ndjson",
            input: "{\"mail\":\"a\"}\n{}\n{\"v\":1}\n")
        #expect(lines.output == "{\"email\":\"a\"}\n{}\n{\"v\":2}\n", "\(lines.errors)")
    }
}
