import Foundation
import TestSupport
import Testing

@Suite struct ToleranceTests {
    private static let tolerant = "{\"version\": 1, /* one */ \"total\": 5, }"

    @Test func documentsAndLinesAreMigratedAsTolerantlyAsAsked() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        let file = try folder.file("old.json", Self.tolerant)
        let flags = ["--allow-comments", "--allow-trailing-commas"]
        let refused = try Tool.run("migrate", "--plan", plan, "--to", "2", file)
        #expect(refused.status == 65 && refused.errors.hasPrefix("\(file):1:16: "))
        let run = try Tool.run(["migrate", "--plan", plan, "--to", "2", file] + flags, input: nil)
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == "{\"version\": 2, /* one */ \"price\": 5, }")
        let lines = try Tool.run(
            ["migrate", "--plan", plan, "--to", "2", "--ndjson"] + flags,
            input: Data((Self.tolerant + "\n{\"version\":2}\n").utf8))
        #expect(lines.output == run.output + "\n{\"version\":2}\n")
        let twice = #"{"version": 1, "total": 5, "total": 6}"#
        #expect(
            try Tool.run(["migrate", "--plan", plan, "--to", "2", "--duplicate-keys", "last"], input: Data(twice.utf8))
                .output
                == #"{"version": 2, "price": 6}"#)
    }

    @Test func checkReadsAsTolerantlyAsAsked() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        let file = try folder.file("old.json", Self.tolerant)
        #expect(try Tool.run("check", "--plan", plan, file).status == 65)
        let run = try Tool.run("check", "--plan", plan, "--allow-comments", "--allow-trailing-commas", file)
        #expect(run.status == 0 && run.output.hasSuffix("\(file): 1 → 2 → 1: same\n"))
    }
}
