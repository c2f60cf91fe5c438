import Foundation
import TestSupport
import Testing

@Suite struct MigrateLinesTests {
    private let folder: TemporaryFolder
    private let plan: String

    init() throws {
        folder = try TemporaryFolder()
        plan = try folder.file("plan.json", Orders.plan)
    }

    @Test func eachLineIsADocument() throws {
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", "--ndjson", input: Orders.lines)
        #expect(run.output == "{\"version\": 2, \"price\": 1.50}\n{\"version\": 2, \"price\": 2}\n")
        #expect(run.status == 0)
        #expect(run.errors.hasPrefix("<stdin>:2:36: lost \"hurry\""))
    }

    @Test func lineEndsAndBlankLinesStay() throws {
        let input = "{\"version\":1,\"total\":1}\r\n\n{\"version\":2,\"price\":2}\n  \n{\"version\":1,\"total\":3}"
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", "--ndjson", input: input)
        #expect(
            run.output
                == "{\"version\":2,\"price\":1}\r\n\n{\"version\":2,\"price\":2}\n  \n{\"version\":2,\"price\":3}")
    }

    @Test func aBadLineStopsAfterTheLinesBeforeIt() throws {
        let run = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--ndjson",
            input: Orders.lines + "{\"version\": 1}\n" + Orders.lines)
        #expect(run.status == 65)
        #expect(run.output == "{\"version\": 2, \"price\": 1.50}\n{\"version\": 2, \"price\": 2}\n")
        #expect(
            run.errors.contains("<stdin>:3:1: there is no member \"total\" (at \"/total\", version 1, step 1 → 2, "))
        #expect(
            run.errors.contains(
                "\n<stdin>: 2 documents migrated and written\n<stdin>: no line after it was read; '--keep-bad FILE' keeps bad lines and goes on\n"
            ))
    }

    @Test func badLinesMayBeKept() throws {
        let bad = "{\"version\": 1, \"total\":  }\r\n"
        let kept = folder.path("bad.ndjson")
        let run = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--ndjson", "--keep-bad", kept,
            input: bad + Orders.lines + "not JSON")
        #expect(run.status == 0)
        #expect(run.output == "{\"version\": 2, \"price\": 1.50}\n{\"version\": 2, \"price\": 2}\n")
        #expect(try folder.text("bad.ndjson") == bad + "not JSON")
        #expect(run.errors.contains("<stdin>:1:26: expected a value, found \"}\" (at \"/total\")\n"))
        #expect(run.errors.contains("<stdin>:4:1: expected \"null\", found \"not\" (at the root)\n"))
        #expect(run.errors.contains("<stdin>: 2 migrated, 2 bad, kept in \(kept)\n"))
    }

    @Test func lossesThatFailMakeALineBad() throws {
        let kept = folder.path("bad.ndjson")
        let run = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--ndjson", "--losses=fail", "--keep-bad", kept, input: Orders.lines
        )
        #expect(run.status == 0)
        #expect(run.output == "{\"version\": 2, \"price\": 1.50}\n")
        #expect(try folder.text("bad.ndjson") == "{\"version\": 1, \"total\": 2, \"note\": \"hurry\"}\n")
        #expect(
            run.errors.hasPrefix(
                #"<stdin>:2:36: a value would be lost: "hurry"; the other version does not have it (at "/note", "#))
        #expect(run.errors.components(separatedBy: "\"hurry\"").count == 2, "it is named once")
    }

    @Test func aClosedPipeEndsAsOtherToolsDo() throws {
        let input = try folder.file("many.ndjson", String(repeating: "{\"version\":1,\"total\":1}\n", count: 200_000))
        let script = "\"$0\" migrate --plan \"$1\" --to 2 --ndjson \"$2\" | head -n 1; echo ${PIPESTATUS[0]}"
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script, Tool.executable.path, plan, input]
        let errors = URL(filePath: folder.path("errors"))
        try Data().write(to: errors)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "{\"version\":2,\"price\":1}\n141\n")
        #expect(try folder.text("errors") == "")
    }

    /// 40 MB go through; the address space of the tool is limited to a size that holds the tool, but not the input
    /// twice over.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "skipped: no /proc to look at"))
    func memoryStaysBounded() throws {
        let input = try folder.file("many.ndjson", String(repeating: Orders.lines, count: 60_000))
        let script = """
            "$0" migrate --plan "$1" --to 2 --ndjson --output "$3" "$2" 2>/dev/null & p=$!; most=0
            while [ -r /proc/$p/status ] && m=$(awk '/VmHWM/ {print $2}' /proc/$p/status 2>/dev/null) && [ -n "$m" ]; do
              most=$m; sleep 0.05; done; wait $p; echo "$? $most"
            """
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script, Tool.executable.path, plan, input, folder.path("out.ndjson")]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(
            separator: " ")
        process.waitUntilExit()
        #expect(words.first == "0")
        let peak = try #require(words.last.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
        #expect(peak < 65_536, "peak memory was \(peak) kB")
    }
}
