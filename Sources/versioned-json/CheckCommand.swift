import Migrations
import VersionedCodec

/// `versioned-json check`
struct CheckCommand: ToolCommand {
    static let name = "check"
    static let summary = "Check a plan: is it valid, and does each payload survive the way to every version and back?"
    static let usage = "--plan PLAN [--losses report|fail] [--lock FILE] [--ndjson] [FILE | FOLDER …]"
    static let options = [
        Common.plan,
        Option(
            "--losses", "POLICY",
            "report: losses are listed, and the check passes (default);\nfail: losses are listed, and the check fails."),
        Common.lock,
        Common.lines,
        Common.context,
        Common.maximumDepth,
    ]

    private let plan: String
    private let paths: [String]
    private let policy: LossPolicy
    private let parsing: JSONParsingOptions
    private let lock: String
    private let isLockNamed: Bool
    private let isLines: Bool
    private let contextFile: String?

    init(_ arguments: Arguments) throws(UsageError) {
        plan = try arguments.required("--plan")
        paths = arguments.operands
        policy = try arguments.choice("--losses", default: .report)
        parsing = try Common.parsing(arguments)
        lock = arguments["--lock"] ?? Common.lockPath(beside: plan)
        isLockNamed = arguments["--lock"] != nil
        isLines = arguments.has("--ndjson")
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
            "\(self.plan): valid; \(plan.name), versions \(plan.labels.joined(separator: ", "))\n"
                + plan.missingWays.map { "    \($0)\n" }.joined())
        var worst = try checkLock(of: plan)
        for path in paths {
            do {
                // A plan that stands among its payloads is none of them, nor is its lock.
                let inputs = try PayloadInput.all(at: path).filter {
                    $0 == PayloadInput(path) || ![PayloadInput(self.plan), PayloadInput(lock)].contains($0)
                }
                worst = max(
                    worst,
                    Common.each(inputs) { try isLines ? checkLines($0, plan, facts) : check($0, plan, facts) })
            } catch {
                worst = max(worst, Console.report(error, file: path))
            }
        }
        return worst
    }

    /// Looks whether released steps have been edited, where there is a lock file.
    private func checkLock(of plan: MigrationPlan) throws -> ExitStatus {
        if !isLockNamed, !PayloadInput(lock).exists { return .success }
        do {
            let lock = try PlanLock(lockFile: PayloadInput(self.lock).bytes())
            return Common.verify(lock, plan, self.plan)
        } catch {
            return Console.report(error, file: lock)
        }
    }

    private func check(
        _ input: PayloadInput, _ plan: MigrationPlan, _ facts: JSONValue?
    ) throws -> ExitStatus {
        let document = try JSONDocument(parsing: input.bytes(), options: parsing)
        var worst = ExitStatus.success
        for trip in try plan.roundTrips(of: document, context: facts) {
            worst = max(worst, try tell(trip, input.name, report(on: trip, in: nil, file: input.name)))
        }
        return worst
    }

    /// Checks each line; those that come back as they were are only counted.
    private func checkLines(
        _ input: PayloadInput, _ plan: MigrationPlan, _ facts: JSONValue?
    ) throws -> ExitStatus {
        var (worst, count, same) = (ExitStatus.success, 0, 0)
        let lines = try input.lines()
        while let line = try lines.next() {
            if line.isBlank { continue }
            count += 1
            do {
                let document = try JSONDocument(parsing: line.bytes, options: parsing)
                let trips = try plan.roundTrips(of: document, context: facts)
                let reports = trips.map { (trip: $0, report: report(on: $0, in: line, file: input.name)) }
                if reports.allSatisfy({ $0.report.verdict == Self.same }) { same += 1 }
                for (trip, report) in reports where report.verdict != Self.same {
                    worst = max(worst, try tell(trip, "\(input.name):\(line.number)", report))
                }
            } catch let error as any DiagnosableError where !(error is StoredFileError) {
                worst = max(worst, Console.report(line.inStream(error.diagnostic), file: input.name))
            }
        }
        try Console.print("\(input.name): \(count) \(count == 1 ? "document" : "documents"), \(same) the same\n")
        return worst
    }

    private func tell(
        _ trip: RoundTrip, _ name: String, _ report: (verdict: String, details: [String])
    ) throws -> ExitStatus {
        let lines =
            ["\(name): \(trip.from) → \(trip.through) → \(trip.from): \(report.verdict)"]
            + report.details.map { "    " + $0 }
        try Console.print(lines.joined(separator: "\n") + "\n")
        return trip.isSound && !hasForbiddenLosses(trip) ? .success : .data
    }

    private static let same = "same"

    private func hasForbiddenLosses(_ trip: RoundTrip) -> Bool {
        guard policy == .fail, case .returned(let returned) = trip.outcome else { return false }
        return !returned.losses.isEmpty
    }

    private func report(
        on trip: RoundTrip, in line: LineReader.Line?, file: String
    ) -> (verdict: String, details: [String]) {
        let placed = { (diagnostic: Diagnostic) in line?.inStream(diagnostic) ?? diagnostic }
        switch trip.outcome {
        case .refused(let error): return ("refused", [placed(error.diagnostic).text(file: file)])
        case .failed(let error): return ("FAILED", [placed(error.diagnostic).text(file: file)])
        case .returned(let returned):
            var summary = LossSummary()
            let losses = returned.losses.map { $0.seenFrom(trip.from) }
            summary.add(losses.map { loss in line.map { loss.inStream(at: $0) } ?? loss }, file: file)
            let listed = summary.text.split(separator: "\n").map(String.init)
            let silent = lines(returned.silent.map(\.description), "lost in silence")
            let uncertain = lines(returned.uncertain.map(\.description), "not the same")
            let additions = lines(returned.additions.map(\.description), "made up")
            let leftOut = lines(returned.leftOut.map(\.description), "left out, to be made again")
            let details = silent + listed + uncertain + leftOut + additions
            if !silent.isEmpty { return ("FAILED", details) }
            return (details.isEmpty ? Self.same : "same but for what is listed", details)
        }
    }

    /// The first differences in full, and how many more there are.
    private func lines(_ differences: [String], _ what: String) -> [String] {
        let more = differences.count - LossSummary.shownInFull
        return differences.prefix(LossSummary.shownInFull).map { "\(what): \($0)" }
            + (more > 0 ? ["\(what): … and \(more) more"] : [])
    }
}
