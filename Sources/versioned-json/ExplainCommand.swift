import Migrations

/// `versioned-json explain`
struct ExplainCommand: ToolCommand {
    static let name = "explain"
    static let summary = "Show the path between two versions, step by step: summaries, operations, loss classes."
    static let usage = "--plan PLAN [--from VERSION] [--to VERSION]"
    static let options = [
        Common.plan,
        Option(
            "--from", "VERSION",
            "The version that the path begins at; default: the oldest,\nor the newest where --to is the oldest."),
        Option(
            "--to", "VERSION",
            "The version that it ends at; default: the newest,\nor the oldest where --from is the newest."),
    ]

    private let plan: String
    private let from: String?
    private let target: String?

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireNoOperands()
        plan = try arguments.required("--plan")
        from = arguments["--from"]
        target = arguments["--to"]
    }

    func run() throws -> ExitStatus {
        let plan: MigrationPlan
        switch Common.plan(self.plan) {
        case .success(let loaded): plan = loaded
        case .failure(let reported): return reported.status
        }
        try Common.require(from, in: plan, option: "--from")
        try Common.require(target, in: plan, option: "--to")
        // A plan has at least one version.
        let (oldest, newest) = (plan.labels.first ?? "", plan.labels.last ?? "")
        let start = from ?? (target == oldest ? newest : oldest)
        do {
            try Console.print(
                try plan.explanation(from: start, to: target ?? (start == newest ? oldest : newest)))
            return .success
        } catch {
            return Console.report(error, file: self.plan)
        }
    }
}
