import Migrations
import VersionedCodec

/// `versioned-json compare`
struct CompareCommand: ToolCommand {
    static let name = "compare"
    static let summary = "Show which of two versions can read the other's payloads, and which operations prevent it."
    static let usage =
        "(--plan PLAN | --set SET [--entity NAME]) [--from VERSION] [--to VERSION] [--json] [--require backward|forward|full]"
    static let options =
        SubjectArguments.options + [
            SubjectArguments.entity,
            Option("--from", "VERSION", "One of the versions; default: the oldest."),
            Option("--to", "VERSION", "The other one; default: the newest."),
            Option("--json", nil, "Write JSON."),
            Option(
                "--require", "DIRECTION",
                "End with status 65 unless the versions are compatible in this direction: backward, forward, full."),
        ]

    private enum Requirement: String, CaseIterable { case backward, forward, full }

    private let range: RangeArguments
    private let isJSON: Bool
    private let requirement: Requirement?

    init(_ arguments: Arguments) throws(UsageError) {
        range = try RangeArguments(arguments)
        isJSON = arguments.has("--json")
        requirement = try arguments.optionalChoice("--require")
    }

    func run() throws -> ExitStatus {
        let loaded = try range.loaded()
        let labels = loaded.labels
        guard let first = range.from ?? labels.first, let second = range.target ?? labels.last else { return .success }
        switch loaded {
        case .plan(let plan):
            let comparison = try plan.comparison(of: first, and: second)
            try Console.print(isJSON ? comparison.json.text(in: .pretty) : comparison.description)
            return meets(comparison.backward.verdict, comparison.forward.verdict)
        case .set(let loaded):
            let comparison = try loaded.set.comparison(of: first, and: second, entity: range.subject.entity)
            try Console.print(isJSON ? comparison.json.text(in: .pretty) : comparison.description)
            return meets(comparison.backward, comparison.forward)
        }
    }

    private func meets(_ backward: VersionComparison.Verdict, _ forward: VersionComparison.Verdict) -> ExitStatus {
        let worst: VersionComparison.Verdict =
            switch requirement {
            case nil: .compatible
            case .backward: backward
            case .forward: forward
            case .full: max(backward, forward)
            }
        return worst == .compatible ? .success : .data
    }
}
