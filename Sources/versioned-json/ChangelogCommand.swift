import Migrations

/// `versioned-json changelog`
struct ChangelogCommand: ToolCommand {
    static let name = "changelog"
    static let summary = "Write what changed from version to version, as Markdown, newest first."
    static let usage = "(--plan PLAN | --set SET [--entity NAME]) [--from VERSION] [--to VERSION] [--all]"
    static let options =
        SubjectArguments.options + [
            SubjectArguments.entity,
            Option("--from", "VERSION", "The version that the reader has; default: the oldest."),
            Option("--to", "VERSION", "The version that the reader will have; default: the newest."),
            Common.all,
        ]

    private let range: RangeArguments
    private let showsAll: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        range = try RangeArguments(arguments)
        showsAll = arguments.has("--all")
    }

    func run() throws -> ExitStatus {
        let loaded = try range.loaded()
        switch loaded {
        case .plan(let plan):
            try Console.print(try plan.changelog(from: range.from, to: range.target, showingAll: showsAll))
        case .set(let loaded):
            try Console.print(
                try loaded.set.changelog(
                    from: range.from, to: range.target, entity: range.subject.entity, showingAll: showsAll))
        }
        return .success
    }
}
