import Migrations
import VersionedCodec

/// `versioned-json compare`
struct CompareCommand: ToolCommand {
    static let name = "compare"
    static let summary = "Tell of two versions who can read whose payloads, and which operations stand against it."
    static let usage = "--plan PLAN [--from VERSION] [--to VERSION] [--json] [--require backward|forward|full]"
    static let options = [
        Common.plan,
        Option("--from", "VERSION", "One of the versions; default: the oldest."),
        Option("--to", "VERSION", "The other one; default: the newest."),
        Option("--json", nil, "Write JSON."),
        Option(
            "--require", "DIRECTION",
            "End with status 65 unless the versions are compatible so: backward, forward, full."),
    ]

    private enum Requirement: String, CaseIterable { case none, backward, forward, full }

    private let plan: String
    private let from: String?
    private let target: String?
    private let isJSON: Bool
    private let requirement: Requirement

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireNoOperands()
        plan = try arguments.required("--plan")
        from = arguments["--from"]
        target = arguments["--to"]
        isJSON = arguments.has("--json")
        requirement = try arguments.choice("--require", default: .none)
    }

    func run() throws -> ExitStatus {
        let plan: MigrationPlan
        switch Common.plan(self.plan) {
        case .success(let loaded): plan = loaded
        case .failure(let reported): return reported.status
        }
        try Common.require(from, in: plan, option: "--from")
        try Common.require(target, in: plan, option: "--to")
        let comparison = try plan.comparison(
            of: from ?? plan.labels.first ?? "", and: target ?? plan.labels.last ?? "")
        try Console.print(isJSON ? comparison.json.text(in: .pretty) : comparison.description)
        return meets(comparison) ? .success : .data
    }

    private func meets(_ comparison: VersionComparison) -> Bool {
        switch requirement {
        case .none: true
        case .backward: comparison.backward.verdict == .compatible
        case .forward: comparison.forward.verdict == .compatible
        case .full: comparison.full == .compatible
        }
    }
}
