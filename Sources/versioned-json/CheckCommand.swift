import Migrations
import VersionedCodec

/// `versioned-json check`
struct CheckCommand: ToolCommand {
    static let name = "check"
    static let summary = "Check a plan: is it valid, and does each payload survive the way to every version and back?"
    static let usage = "--plan PLAN [--losses report|fail] [FILE | FOLDER …]"
    static let options = [
        Common.plan,
        Option(
            "--losses", "POLICY",
            "report: losses are listed, and the check passes (default);\nfail: losses are listed, and the check fails."),
        Common.context,
        Common.maximumDepth,
    ]

    private let plan: String
    private let paths: [String]
    private let policy: LossPolicy
    private let parsing: JSONParsingOptions
    private let contextFile: String?

    init(_ arguments: Arguments) throws(UsageError) {
        plan = try arguments.required("--plan")
        paths = arguments.operands
        policy = try arguments.choice("--losses", default: .report)
        parsing = try Common.parsing(arguments)
        contextFile = arguments["--context"]
    }

    func run() throws -> ExitStatus {
        let plan: MigrationPlan
        switch Common.plan(self.plan) {
        case .success(let loaded): plan = loaded
        case .failure(let reported): return reported.status
        }
        let facts: JSONValue?
        switch Common.context(contextFile) {
        case .success(let given): facts = given
        case .failure(let reported): return reported.status
        }
        try Console.print(
            "\(self.plan): valid; \(plan.name), versions \(plan.labels.joined(separator: ", "))\n")
        var worst = ExitStatus.success
        for path in paths {
            do {
                // A plan that stands among its payloads is none of them.
                let inputs = try PayloadInput.all(at: path).filter {
                    $0 == PayloadInput(path) || $0 != PayloadInput(self.plan)
                }
                worst = max(worst, Common.each(inputs) { try check($0, plan, facts) })
            } catch {
                worst = max(worst, Console.report(error, file: path))
            }
        }
        return worst
    }

    private func check(
        _ input: PayloadInput, _ plan: MigrationPlan, _ facts: JSONValue?
    ) throws -> ExitStatus {
        let document = try JSONDocument(parsing: input.bytes(), options: parsing)
        var worst = ExitStatus.success
        for trip in try plan.roundTrips(of: document, context: facts) {
            let (verdict, details) = report(on: trip, file: input.name)
            let lines =
                ["\(input.name): \(trip.from) → \(trip.through) → \(trip.from): \(verdict)"]
                + details.map { "    " + $0 }
            try Console.print(lines.joined(separator: "\n") + "\n")
            worst = max(worst, trip.isSound && !hasForbiddenLosses(trip) ? .success : .data)
        }
        return worst
    }

    private func hasForbiddenLosses(_ trip: RoundTrip) -> Bool {
        guard policy == .fail, case .returned(let returned) = trip.outcome else { return false }
        return !returned.losses.isEmpty
    }

    private func report(on trip: RoundTrip, file: String) -> (verdict: String, details: [String]) {
        switch trip.outcome {
        case .refused(let error): return ("refused", [error.diagnostic.text(file: file)])
        case .failed(let error): return ("FAILED", [error.diagnostic.text(file: file)])
        case .returned(let returned):
            var summary = LossSummary()
            summary.add(returned.losses, file: file)
            let losses = summary.text.split(separator: "\n").map(String.init)
            let silent = lines(returned.silent, "lost in silence")
            let additions = lines(returned.additions, "made up")
            let leftOut = lines(returned.leftOut, "left out, to be made again")
            let details = silent + losses + leftOut + additions
            if !silent.isEmpty { return ("FAILED", details) }
            return (details.isEmpty ? "same" : "same but for what is listed", details)
        }
    }

    /// The first differences in full, and how many more there are.
    private func lines(_ differences: [Difference], _ what: String) -> [String] {
        let more = differences.count - LossSummary.shownInFull
        return differences.prefix(LossSummary.shownInFull).map { "\(what): \($0)" }
            + (more > 0 ? ["\(what): … and \(more) more"] : [])
    }
}
