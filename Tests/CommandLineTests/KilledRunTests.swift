import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs that end at any moment: the old file or the new one is there, and nothing else.
///
/// `VERSIONED_JSON_KILLS` says how many runs of each kind there are.
@Suite(.serialized) struct KilledRunTests {
    private let folder: TemporaryFolder
    private let arguments: [String]
    private let new: String
    private static let runs = Int(ProcessInfo.processInfo.environment["VERSIONED_JSON_KILLS"] ?? "") ?? 3

    init() throws {
        folder = try TemporaryFolder()
        let line = "{\"version\":1,\"total\":1,\"note\":\"\(String(repeating: "x", count: 200))\"}\n"
        let input = try folder.file("in.nd", String(repeating: line, count: 4_000))
        new = String(repeating: "{\"version\":2,\"price\":1}\n", count: 4_000)
        arguments = [
            "migrate", "--plan", try folder.file("plan.json", Orders.plan), "--to", "2", "--ndjson", input, "--output",
            folder.path("out"), "--losses-file", folder.path("losses"),
        ]
    }

    private func process() -> Process {
        let process = Process()
        process.executableURL = Tool.executable
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    private var temporaryFiles: [String] { get throws { try folder.names.filter { $0.hasSuffix(".tmp") } } }

    @Test(arguments: [SIGKILL, SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGPIPE])
    func oldFileOrNewOneIsThere(signal: Int32) throws {
        var longest = 0.4
        for number in 0..<Self.runs {
            for name in ["out", "losses"] { _ = try folder.file(name, "old") }
            let process = process()
            let start = Date()
            try process.run()
            let wait = Double.random(in: 0...longest)
            usleep(UInt32(wait * 1_000_000))
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            let isDone = process.terminationReason == .exit
            if isDone { longest = max(0.02, min(longest, Date().timeIntervalSince(start))) }
            // Before it takes the signals over, a run ends by them as any program does.
            #expect(process.terminationStatus == (isDone ? 0 : signal), "run \(number), after \(wait) s")
            let (output, losses) = (try folder.text("out"), try folder.text("losses"))
            #expect(output == "old" || output == new, "run \(number), after \(wait) s")
            #expect(losses == "old" || output == new, "no losses of what is not written")
            if isDone { #expect(output == new) }
            if signal != SIGKILL { #expect(try temporaryFiles == [], "run \(number), after \(wait) s") }
        }
        let last = process()
        try last.run()
        last.waitUntilExit()
        #expect(last.terminationStatus == 0)
        #expect(try folder.text("out") == new)
        #expect(try temporaryFiles == [], "what killed runs have left is removed")
    }

    /// Waits until all of the output is in a temporary file; what is left of the run is putting the files in their
    /// places.
    private func waitUntilAllIsWritten(_ process: Process) throws {
        while process.isRunning {
            for name in try temporaryFiles {
                // It may be gone by now.
                let size = (try? FileManager.default.attributesOfItem(atPath: folder.path(name)))?[.size] as? Int
                if size == new.utf8.count { return }
            }
        }
    }

    /// Half of a run's time may go by before it writes; killed so, most runs are killed while they put files in their
    /// places.
    @Test(arguments: [SIGKILL, SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGPIPE])
    func filesAreWholeAtTheMomentTheyAreReplaced(signal: Int32) throws {
        var longest = 0.02
        for number in 0..<Self.runs {
            for name in ["out", "losses"] { _ = try folder.file(name, "old") }
            let process = process()
            try process.run()
            try waitUntilAllIsWritten(process)
            let start = Date()
            usleep(UInt32(Double.random(in: 0...longest) * 1_000_000))
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            let isDone = process.terminationReason == .exit
            longest = isDone ? max(0.001, Date().timeIntervalSince(start)) : min(0.5, longest * 1.1)
            #expect(process.terminationStatus == (isDone ? 0 : signal), "run \(number)")
            let (output, losses) = (try folder.text("out"), try folder.text("losses"))
            #expect(output == "old" || output == new, "run \(number)")
            #expect(losses == "old" || output == new, "no losses of what is not written")
            if isDone { #expect(output == new && losses != "old") }
            if signal != SIGKILL { #expect(try temporaryFiles == [], "run \(number)") }
        }
        let last = process()
        try last.run()
        last.waitUntilExit()
        #expect(last.terminationStatus == 0)
        #expect(try temporaryFiles == [], "what killed runs have left is removed")
    }

    @Test(arguments: ["INT", "TERM", "HUP", "PIPE", "XFSZ"])
    func signalsThatAreIgnoredStayIgnored(name: String) throws {
        let script = """
            trap '' \(name); "$@" & p=$!; sleep 0.15; kill -\(name) $p; wait $p
            """
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script, "bash", Tool.executable.path] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
        #expect(try folder.text("out") == new)
    }
}
