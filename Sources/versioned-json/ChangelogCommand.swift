import Migrations

/// `versioned-json changelog`
struct ChangelogCommand: ToolCommand {
    static let name = "changelog"
    static let summary = "Write what changed from version to version, as Markdown, newest first."
    static let usage = "--plan PLAN [--from VERSION] [--to VERSION]"
    static let options = [
        Common.plan,
        Option("--from", "VERSION", "The version that the reader has; default: the oldest."),
        Option("--to", "VERSION", "The version that the reader will have; default: the newest."),
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
        try Console.print(try plan.changelog(from: from, to: target))
        return .success
    }
}
