import Migrations
import VersionedCodec

/// What several commands share.
enum Common {
    static let plan = Option("--plan", "PLAN", "The plan file.")
    static let maximumDepth = Option("--max-depth", "N", "How deep arrays and objects may be nested; default 512.")

    /// The plan of `--plan`, or `nil` after its error has been reported.
    static func plan(_ path: String) -> Result<MigrationPlan, Reported> {
        do {
            return .success(try MigrationPlan(planFile: PayloadInput(path).bytes()))
        } catch {
            return .failure(Reported(status: Console.report(error, file: path)))
        }
    }

    static func parsing(_ arguments: Arguments) throws(UsageError) -> JSONParsingOptions {
        JSONParsingOptions(maximumDepth: try arguments.count("--max-depth", default: JSONParsingOptions().maximumDepth))
    }

    /// The operands as inputs; none is standard input.
    static func inputs(_ arguments: Arguments) -> [PayloadInput] {
        arguments.operands.isEmpty ? [PayloadInput("-")] : arguments.operands.map(PayloadInput.init)
    }

    /// Fails where a label of the command line is not in the plan.
    static func require(_ label: String?, in plan: MigrationPlan, option: String) throws(UsageError) {
        guard let label, !plan.labels.contains(label) else { return }
        throw UsageError(
            "'\(label)' is no value of '\(option)'; known versions: \(plan.labels.joined(separator: ", "))")
    }

    /// Tries every input; the worst status wins.
    static func each(_ inputs: [PayloadInput], _ body: (PayloadInput) throws -> ExitStatus) -> ExitStatus {
        var worst = ExitStatus.success
        for input in inputs {
            do {
                worst = max(worst, try body(input))
            } catch let error as StoredFileError where error.code == .closedPipe {
                return worst
            } catch {
                worst = max(worst, Console.report(error, file: input.name))
            }
        }
        return worst
    }
}

/// An error whose text has been written.
struct Reported: Error {
    let status: ExitStatus
}
