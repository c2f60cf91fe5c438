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

    /// What `VersionedJSONDecoder` reads needs no flag, but where the question is what is JSON.
    @Test func byteOrderMarkIsReadWithoutAFlag() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        let file = try folder.file("old.json", "\u{FEFF}{\"version\": 1, \"total\": 5}")
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", file)
        #expect(run.status == 0 && run.errors == "" && run.output == "\u{FEFF}{\"version\": 2, \"price\": 5}")
        #expect(try Tool.run("detect", "--plan", plan, file).output.hasPrefix("\(file)\t1\t"))
        #expect(try Tool.run("check", "--plan", plan, file).status == 0)
        let refused = try Tool.run("validate", file)
        #expect(refused.status == 65 && refused.errors.hasPrefix("\(file):1:1: "))
        #expect(try Tool.run("validate", "--allow-bom", file).status == 0)
    }

    @Test func json5IsReadAndComesOutAsJSON() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        let file = try folder.file(
            "old.json5", "// an order\n{\n  version: 0x1, 'total': +.5e1, // price\n  memo: 'it\\'s',\n}\n")
        let refused = try Tool.run("validate", file)
        #expect(refused.status == 65)
        #expect(refused.errors == "\(file):1:1: expected a value, found \"/\" (at the root)\n")
        #expect(try Tool.run("validate", "--allow-json5", file).output == "\(file): well-formed\n")
        #expect(try Tool.run("detect", "--plan", plan, "--allow-json5", file).output.hasPrefix("\(file)\t1\t"))
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", "--allow-json5", file)
        #expect(run.output == "{\n  \"version\": 2, \"price\": 0.5e1,\n  \"memo\": \"it's\"\n}\n" && run.errors == "")
        let new = folder.path("new.json")
        #expect(
            try Tool.run("migrate", "--plan", plan, "--to", "2", "--allow-json5", "--output", new, file).status == 0)
        #expect(try String(contentsOfFile: new, encoding: .utf8) == run.output)
        #expect(try Tool.run("validate", new).status == 0)
        let check = try Tool.run("check", "--plan", plan, "--allow-json5", file)
        #expect(check.status == 0 && check.output.hasSuffix("\(file): 1 → 2 → 1: same\n"))
        let lines = try Tool.run(
            ["migrate", "--plan", plan, "--to", "2", "--ndjson", "--allow-json5"],
            input: Data("{version: 1, total: 0x10}\n{'version': 2, // same\u{2028}}\n".utf8))
        #expect(lines.output == "{\"version\": 2, \"price\": 16}\n{\"version\": 2 }\n")
        let broken = try Tool.run(
            ["migrate", "--plan", plan, "--to", "2", "--allow-json5"], input: Data("{version: 1,\n total: NaN}".utf8))
        #expect(broken.status == 65 && broken.output == "")
        #expect(broken.errors == "<stdin>:2:9: no JSON can say NaN (at \"/price\")\n")
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
