import Foundation
import TestSupport
import Testing

/// The tool within a script of bash, for what only a shell can say: redirections, pipes, limits, bytes that are not
/// UTF-8.
struct Shell {
    let folder: TemporaryFolder

    /// Runs a script in the folder. `tool` is the tool, `migrate` the tool with a plan and `--to 2`.
    @discardableResult func run(_ script: String) throws -> Tool.Run {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        // By its name: the words of a script are not quoted, and the path may have a space.
        let begin = "PATH=${0%/*}:$PATH; tool=versioned-json; migrate=\"$tool migrate --plan plan.json --to 2\"\n"
        process.arguments = ["-c", begin + script, Tool.executable.path]
        process.currentDirectoryURL = folder.url
        let results = try TemporaryFolder()
        let (output, errors) = (try results.file("out", ""), try results.file("err", ""))
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
        try process.run()
        process.waitUntilExit()
        return Tool.Run(
            output: try results.text("out"), errors: try results.text("err"), status: process.terminationStatus)
    }
}
