import Migrations
import VersionedCodec

/// The status that the tool ends with, as `sysexits.h` numbers them; of several, the greatest wins.
struct ExitStatus: RawRepresentable, Comparable {
    let rawValue: Int32

    static let success = ExitStatus(rawValue: 0)
    /// The command line cannot be understood, or names a version that the plan does not have.
    static let usage = ExitStatus(rawValue: 64)
    /// A payload or a plan file is at fault.
    static let data = ExitStatus(rawValue: 65)
    /// A file cannot be read.
    static let noInput = ExitStatus(rawValue: 66)
    /// A result cannot be written.
    static let output = ExitStatus(rawValue: 74)

    static func < (lhs: ExitStatus, rhs: ExitStatus) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// One command of the tool.
protocol ToolCommand {
    static var name: String { get }

    /// The purpose of the command, in one line.
    static var summary: String { get }

    /// The text after the name in the usage line.
    static var usage: String { get }

    /// The options that the command takes, besides `--help`.
    static var options: [Option] { get }

    init(_ arguments: Arguments) throws(UsageError)

    func run() throws -> ExitStatus
}

/// Picks the command, runs it, and turns errors into text and status.
enum Tool {
    static var commands: [any ToolCommand.Type] {
        [
            DetectCommand.self, MigrateCommand.self, CheckCommand.self, ExplainCommand.self, ChangelogCommand.self,
            CompareCommand.self, LockCommand.self, ValidateCommand.self,
        ]
    }

    static func run(_ words: [Word]) -> ExitStatus {
        do {
            return try dispatch(words)
        } catch let error as UsageError {
            Console.error(
                "versioned-json: \(error.message)\nTry 'versioned-json \(error.command.map { $0 + " " } ?? "")--help'.")
            return .usage
        } catch {
            return Console.report(error, file: nil)
        }
    }

    private static func dispatch(_ words: [Word]) throws -> ExitStatus {
        guard let name = words.first?.text else { throw UsageError("a command is missing") }
        if ["--help", "-h", "help"].contains(name) {
            guard let topic = words.dropFirst().first?.text else {
                try Console.print(Help.text)
                return .success
            }
            try Console.print(Help.text(of: try command(named: topic)))
            return .success
        }
        let command = try command(named: name)
        let rest = Array(words.dropFirst())
        if Arguments.asksForHelp(rest) {
            try Console.print(Help.text(of: command))
            return .success
        }
        do throws(UsageError) {
            return try run(command, rest)
        } catch {
            throw UsageError(error.message, command: name)
        }
    }

    private static func command(named name: String) throws(UsageError) -> any ToolCommand.Type {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw UsageError.unknown("command", name, known: commands.map { $0.name })
    }

    private static func run(_ command: any ToolCommand.Type, _ words: [Word]) throws(UsageError) -> ExitStatus {
        let instance = try command.init(try Arguments(words, options: command.options))
        do {
            return try instance.run()
        } catch let error as UsageError {
            throw error
        } catch let error as Reported {
            return error.status
        } catch {
            return Console.report(error, file: nil)
        }
    }
}
