import Foundation
import Testing

@Suite struct ValidateCommandTests {
    @Test func wellFormedIsSaid() throws {
        let run = try Tool.run("validate", Tool.plan)
        #expect(run.output == "\(Tool.plan): well-formed\n" && run.errors == "" && run.status == 0)
    }

    @Test func theFirstFaultIsToldWithItsPlace() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("a.json", "{\"a\": [1,\n  2,]}")
        let run = try Tool.run("validate", file, Tool.plan)
        #expect(run.status == 65)
        #expect(run.output == "\(Tool.plan): well-formed\n")
        #expect(run.errors == "\(file):2:5: expected a value, found \"]\" (at \"/a/2\")\n")
    }

    @Test func theNestingLimitIsAnOption() throws {
        #expect(try Tool.run("validate", "--max-depth", "2", input: "[[1]]").status == 0)
        let run = try Tool.run("validate", "--max-depth=1", "-", input: "[[1]]")
        #expect(run.status == 65)
        #expect(run.errors == "<stdin>:1:2: nested too deep: expected at most 1 level (at \"/0\")\n")
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(try Tool.run("validate", "--max-depth=100000", input: deep).status == 0)
        #expect(try Tool.run("validate", input: deep).status == 65)
    }

    @Test func anOperandMayLookLikeAnOption() throws {
        let run = try Tool.run("validate", "--", "--max-depth")
        #expect(run.status == 66 && run.errors == "--max-depth: cannot read: No such file or directory\n")
    }
}
