import Foundation
import TestSupport
import Testing

/// The tool, run as a process: arguments in, output, errors and status out.
struct Tool {
    /// What a run gave.
    struct Run {
        let output: String
        let errors: String
        let status: Int32
    }

    /// The executable that was built beside the tests.
    static let executable: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let folder =
            bundle?.deletingLastPathComponent() ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return folder.appending(path: "versioned-json")
    }()

    static let plan = "Examples/Plans/package-resolved.json"

    /// Runs the tool in the root of the repository.
    static func run(_ arguments: String..., input: String? = nil) throws -> Run {
        try run(arguments, input: input.map { Data($0.utf8) })
    }

    static func run(_ arguments: [String], input: Data?) throws -> Run {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = RepositoryFiles.root
        let folder = try TemporaryFolder()
        let (output, errors) = (folder.url.appending(path: "out"), folder.url.appending(path: "err"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        let given = folder.url.appending(path: "in")
        try (input ?? Data()).write(to: given)
        process.standardInput = try FileHandle(forReadingFrom: given)
        try process.run()
        process.waitUntilExit()
        return Run(
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self), status: process.terminationStatus)
    }
}

/// A folder that goes when its test ends.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "versioned-json-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A new file in the folder; its path.
    func file(_ name: String, _ text: String) throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}

/// A plan that is small enough to see through.
enum Orders {
    static let plan = """
        {"planFormat": 1, "name": "order", "version": {"at": "/version", "as": "integer"},
         "versions": [{"version": "1"}, {"version": "2"}],
         "migrations": [{"from": "1", "to": "2", "summary": "The total is called price", "operations": [
           {"op": "rename", "path": "/total", "to": "price"}, {"op": "remove", "path": "/note", "ifAbsent": "skip"}]}]}
        """

    static let lines = """
        {"version": 1, "total": 1.50}
        {"version": 1, "total": 2, "note": "hurry"}

        """
}
