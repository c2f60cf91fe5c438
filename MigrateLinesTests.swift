import Foundation
import Testing

@Suite("migrate --ndjson: one document a line")
struct MigrateLinesTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private func run(_ words: String, input: String) throws -> ToolRun {
        try tool.write(input, to: "in.ndjson")
        return try tool.shell("\"$TOOL\" migrate --plan order.json --to 2 --ndjson \(words) in.ndjson")
    }

    private let good = #"{"version":1,"total":"1"}"#
    private let migrated = #"{"version":2,"price":1}"#
    private let bad = #" {"version": 1} "#
    private let complaint =
        #"there is no member "total" (at "/total", version 1, step 1 → 2, rename "/total" to "price")"#

    @Test("Line endings and blank lines stay, and the last line needs no end")
    func endings() throws {
        #expect(
            try run("", input: "\(good)\r\n\r\n \t\n\(good)\n\n\(good)")
                == ToolRun("\(migrated)\r\n\r\n \t\n\(migrated)\n\n\(migrated)"))
        #expect(try run("", input: "") == ToolRun())
        #expect(try run("", input: "\n") == ToolRun("\n"))
    }

    @Test("A bad line stops, after the lines before it")
    func badLine() throws {
        #expect(
            try run("", input: "\(good)\n\n\(bad)\n\(good)\n")
                == ToolRun("\(migrated)\n\n", errors: "in.ndjson:3:2: \(complaint)\n", status: 65))
        try tool.write("old", to: "out")
        #expect(try run("--output out", input: "\(good)\n{\n").status == 65)
        #expect(try tool.read("out") == "old")
        #expect(try tool.names == ["in.ndjson", "order.json", "out"])
    }

    @Test("Bad lines are kept unchanged, and the others go on")
    func keepBad() throws {
        #expect(
            try run("--keep-bad bad --output out", input: "\(good)\n\(bad)\r\n\(good)\nnull{")
                == ToolRun(
                    errors: """
                        in.ndjson:2:2: \(complaint)
                        in.ndjson:4:5: unexpected "{" behind the document (at the root)
                        in.ndjson: 2 migrated, 2 bad, kept in bad

                        """, status: 65))
        #expect(try tool.read("out") == "\(migrated)\n\(migrated)\n")
        #expect(try tool.read("bad") == "\(bad)\r\nnull{")
        #expect(try run("--keep-bad bad --output out", input: good).status == 0)
        #expect(try tool.read("bad") == "")
    }

    @Test("A closed pipe ends quietly")
    func closedPipe() throws {
        let lines = String(repeating: good + "\n", count: 10_000)
        try tool.write(lines, to: "in.ndjson")
        #expect(
            try tool.shell(
                """
                { "$TOOL" migrate --plan order.json --to 2 --ndjson in.ndjson; echo "status $?" >&2; } | head -n 1
                """) == ToolRun(migrated + "\n", errors: "status 0\n"))
    }

    @Test("Many lines take no more memory than a few", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
    func boundedMemory() throws {
        // More bytes than the process may have: 64 MB of data segment would not hold them.
        let line = #"{"version":1,"total":"1","note":"\#(String(repeating: "n", count: 8_000))"}"# + "\n"
        try tool.write(String(repeating: line, count: 10_000), to: "in.ndjson")
        let run = try tool.shell(
            """
            ulimit -d 65536; "$TOOL" migrate --plan order.json --to 2 --ndjson in.ndjson | wc -l
            """)
        #expect(run == ToolRun("10000\n"))
    }
}
