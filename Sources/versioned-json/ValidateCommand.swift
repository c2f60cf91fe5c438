import Migrations
import VersionedCodec

/// `versioned-json validate`
struct ValidateCommand: ToolCommand {
    static let name = "validate"
    static let summary =
        "Check whether files are well-formed JSON (RFC 8259, UTF-8) and fit a plan."
    static let usage = "[--plan PLAN [--from VERSION]] [--ndjson] [--format FORM] [FILE … | -]"
    static let options =
        [
            Option("--plan", "PLAN", "The plan that the documents should fit: each path to another version is tried."),
            Option(
                "--from", "VERSION", "With --plan: the version of the documents; default: the one that they name."),
            Common.lines,
        ] + IssueOutput.options + [Common.context, Common.maximumDepth] + Common.tolerance

    private let inputs: [PayloadInput]
    private let parsing: JSONParsingOptions
    private let isLines: Bool
    private let planPath: StoredPath?
    private let from: String?
    private let contextFile: StoredPath?
    private var output: IssueOutput

    init(_ arguments: Arguments) throws(UsageError) {
        inputs = Common.inputs(arguments)
        planPath = arguments.path("--plan")
        parsing = try Common.tolerantParsing(arguments, isStrict: planPath == nil)
        isLines = arguments.has("--ndjson")
        output = try IssueOutput(arguments)
        from = arguments["--from"]
        contextFile = arguments.path("--context")
        for option in ["--from", "--context"] where planPath == nil && arguments.has(option) {
            throw UsageError("'\(option)' needs '--plan'")
        }
    }

    func run() throws -> ExitStatus {
        let plan = try planPath.map { (path) throws(Reported) in try Common.plan(path) }
        var command = self
        if let plan { command.output.show(wordsOf: plan) }
        return try command.validate(plan)
    }

    private func validate(_ plan: MigrationPlan?) throws -> ExitStatus {
        if let plan { try Common.require(from, in: plan, option: "--from") }
        var options = MigrationOptions()
        options.parsing = parsing
        var files = FileUses()
        if let planPath { files.read(PayloadInput(planPath), as: "'--plan'") }
        files.read(context: contextFile)
        files.read(inputs: inputs)
        files.writeStandardOutput()
        files.writeStandardError()
        try files.require()
        options.context = try Common.context(contextFile)
        let check = Check(plan: plan, from: from, options: options)
        return Common.each(inputs) { try isLines ? validateLines($0, check) : validate($0, check) }
    }

    private func validate(_ input: PayloadInput, _ check: Check) throws -> ExitStatus {
        let payload = try input.bytes()
        let issues = check.issues(in: payload)
        for issue in issues { _ = try output.report(issue, file: input.name, payload: payload) }
        guard issues.isEmpty else { return .data }
        try output.print("\(input.name): \(check.plan == nil ? "well-formed" : "fits the plan")\n")
        return .success
    }

    private func validateLines(_ input: PayloadInput, _ check: Check) throws -> ExitStatus {
        var (good, bad) = (0, 0)
        let lines = try input.lines()
        while let line = try lines.next() {
            if line.isBlank { continue }
            let issues = check.issues(in: line.bytes)
            for issue in issues {
                _ = try output.report(issue, file: input.name, payload: line.bytes, line: line)
            }
            if issues.isEmpty { good += 1 } else { bad += 1 }
        }
        let (verb, not) =
            check.plan == nil
            ? ("well-formed", "not") : (good == 1 ? "fits the plan" : "fit the plan", bad == 1 ? "does not" : "do not")
        let words = "\(good) \(good == 1 ? "line" : "lines") \(verb)" + (bad > 0 ? ", \(bad) \(not)" : "")
        try output.print("\(input.name): \(words)\n")
        return bad > 0 ? .data : .success
    }

    /// The checks for documents.
    private struct Check {
        let plan: MigrationPlan?
        let from: String?
        let options: MigrationOptions

        func issues(in payload: [UInt8]) -> [any DiagnosableError] {
            do throws(JSONSyntaxError) {
                let document = try JSONDocument(parsing: payload, options: options.parsing)
                return plan?.issues(in: document, from: from, options: options) ?? []
            } catch {
                return [error]
            }
        }
    }
}
