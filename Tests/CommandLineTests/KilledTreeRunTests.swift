import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs over a folder that are killed at any moment: each document is its old or its new bytes, and the same command
/// comes to the same end, and lists the same losses.
///
/// `VERSIONED_JSON_TREE_KILLS` says how many runs are killed for each kind; `VERSIONED_JSON_TOOL` is another tool,
/// such as one of a release build.
@Suite(.serialized) struct KilledTreeRunTests {
    private static let kills = Int(ProcessInfo.processInfo.environment["VERSIONED_JSON_TREE_KILLS"] ?? "") ?? 3
    private static let tool =
        ProcessInfo.processInfo.environment["VERSIONED_JSON_TOOL"].map { URL(filePath: $0) } ?? Tool.executable

    private let folder: TemporaryFolder
    private let plan: String
    private static let documents = kills > 10 ? 400 : 60

    init() throws {
        folder = try TemporaryFolder()
        plan = try folder.file("plan.json", Orders.plan)
    }

    private static func old(_ number: Int) -> String { "{\"version\": 1, \"total\": \(number), \"note\": \"x\"}\n" }
    private static func new(_ number: Int) -> String { "{\"version\": 2, \"price\": \(number)}\n" }
    private static let oldLines = (0..<300).map { $0 == 7 ? "bad\n" : old($0) }.joined()
    private static let newLines = (0..<300).map { $0 == 7 ? "bad\n" : new($0) }.joined()

    private func fill() throws {
        for name in try folder.names where name != "plan.json" {
            try FileManager.default.removeItem(atPath: folder.path(name))
        }
        for part in ["o/a", "o/b"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(part), withIntermediateDirectories: true)
        }
        for number in 0..<Self.documents {
            _ = try folder.file("o/\(number % 2 == 0 ? "a" : "b")/\(number).json", Self.old(number))
        }
        _ = try folder.file("o/c.ndjson", Self.oldLines)
    }

    private func start(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = Self.tool
        let options = ["--jobs", "2", "--losses-file", folder.path("l")]
        process.arguments = ["migrate", "--plan", plan, "--to", "2", folder.path("o")] + options + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs to the end, and returns the list of losses.
    private func allLosses(_ arguments: [String], lines: Int) throws -> String {
        let process = try start(arguments)
        process.waitUntilExit()
        let text = try folder.text("l")
        #expect(text.split(separator: "\n").count == lines)
        return text
    }

    /// All files of a folder by their paths in it.
    private func files(_ name: String) throws -> [String: String] {
        guard FileManager.default.fileExists(atPath: folder.path(name)) else { return [:] }
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path(name)) {
            // Folders cannot be read as files.
            if let data = try? Data(contentsOf: URL(filePath: folder.path(name + "/" + path))) {
                files[path] = String(decoding: data, as: UTF8.self)
            }
        }
        return files
    }

    private func expectWhole(_ files: [String: String], mayBeOld: Bool, _ comment: Comment) {
        for (path, text) in files where !path.hasSuffix(".tmp") {
            if path == "c.ndjson" {
                #expect(text == Self.newLines || mayBeOld && text == Self.oldLines, comment)
            } else {
                let number = Int(path.dropFirst(2).dropLast(5)) ?? -1
                #expect(text == Self.new(number) || mayBeOld && text == Self.old(number), comment)
            }
        }
    }

    @Test(arguments: [
        ["--write", "--sync", "none"], ["--write", "--sync", "batch", "--backup", "kept"], ["--output-dir", "out"],
    ]) func documentsAreOldOrNewAndTheSameCommandComesToTheSameEnd(arguments: [String]) throws {
        let arguments = arguments.map { ["kept", "out"].contains($0) ? folder.path($0) : $0 }
        let result = arguments.contains("--output-dir") ? "out" : "o"
        var longest = 0.3
        try fill()
        let losses = try allLosses(arguments, lines: Self.documents + 299)
        try fill()
        for number in 0..<Self.kills {
            let process = try start(arguments)
            let wait = Double.random(in: 0...longest)
            usleep(UInt32(wait * 1_000_000))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let comment: Comment = "run \(number), after \(wait) s"
            expectWhole(try files(result), mayBeOld: result == "o", comment)
            if result == "o" {
                #expect(try files("o").count { !$0.key.hasSuffix(".tmp") } == Self.documents + 1, comment)
            }
            guard process.terminationReason == .exit || number % 5 == 4 || number == Self.kills - 1 else { continue }
            // It has come to its end, or is let come to it.
            if process.terminationReason == .exit { longest = max(0.02, longest * 0.8) }
            let last = try start(arguments)
            last.waitUntilExit()
            #expect(last.terminationStatus == 65, "the bad line is still bad")
            let results = try files(result)
            expectWhole(results, mayBeOld: false, comment)
            #expect(try folder.text("l") == losses, comment)
            #expect(results.count == Self.documents + 1, "no temporary file is left")
            // With the mark of the folder.
            let kept = try files("kept")
            if arguments.contains("--backup") {
                #expect(kept.count == Self.documents + 2 && kept["c.ndjson"] == Self.oldLines, comment)
                #expect(kept["a/2.json"] == Self.old(2), comment)
            }
            if number < Self.kills - 1 { try fill() }
        }
    }

    @Test func killedRunGoesOnWithinALargeFile() throws {
        try fill()
        let text = String(repeating: "word ", count: 200)
        let lines = (0..<25_000).map {
            $0 == 12_000 ? "bad\n" : "{\"version\": 1, \"total\": \($0), \"t\": \"\(text)\", \"note\": \($0)}\n"
        }
        let new = lines.joined().replacing("\"version\": 1, \"total\"", with: "\"version\": 2, \"price\"")
            .replacing(/, "note": \d+/, with: "")
        _ = try folder.file("o/c.ndjson", lines.joined())
        let (old, arguments) = (lines.joined(), ["--write", "--include", "*.ndjson", "--progress", "json"])
        let losses = try allLosses(arguments, lines: 24_999)
        _ = try folder.file("o/c.ndjson", old)
        try FileManager.default.removeItem(atPath: folder.path("o.to-2.journal"))
        var longest = 2.0
        for number in 0..<max(2, Self.kills / 4) {
            let process = try start(arguments)
            let wait = Double.random(in: 0...longest)
            usleep(UInt32(wait * 1_000_000))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let now = try folder.text("o/c.ndjson")
            #expect(now == old || now == new, "run \(number), after \(wait) s")
            guard process.terminationReason == .exit else { continue }
            // It has come to its end, and begins anew.
            #expect(now == new)
            longest = max(0.05, longest * 0.8)
            _ = try folder.file("o/c.ndjson", old)
            try FileManager.default.removeItem(atPath: folder.path("o.to-2.journal"))
        }
        let last = try start(arguments)
        last.waitUntilExit()
        #expect(last.terminationStatus == 65, "the bad line is still bad")
        #expect(try folder.text("o/c.ndjson") == new)
        #expect(try folder.text("l") == losses)
        #expect(try files("o").keys.allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test func firstSignalEndsARunAfterWhatIsUnderWay() throws {
        try fill()
        let process = try start(["--write", "--sync", "each"])
        usleep(150_000)
        process.terminate()
        process.waitUntilExit()
        let isDone = process.terminationReason == .exit
        #expect(isDone ? process.terminationStatus == 65 : process.terminationStatus == SIGTERM)
        #expect(try files("o").count == Self.documents + 1, "no temporary file is left")
        expectWhole(try files("o"), mayBeOld: true, "after the signal")
        let last = try start(["--write", "--sync", "each"])
        last.waitUntilExit()
        expectWhole(try files("o"), mayBeOld: false, "in the end")
    }
}
