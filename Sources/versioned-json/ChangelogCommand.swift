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

    private let subject: SubjectArguments
    private let showsAll: Bool
    private let from: String?
    private let target: String?

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireNoOperands()
        subject = try SubjectArguments(arguments)
        showsAll = arguments.has("--all")
        from = arguments["--from"]
        target = arguments["--to"]
    }

    func run() throws -> ExitStatus {
        let loaded: Subject
        switch try subject.loaded() {
        case .success(let subject): loaded = subject
        case .failure(let reported): return reported.status
        }
        try subject.files(loaded).require()
        try Common.require(from, in: loaded.labels, option: "--from")
        try Common.require(target, in: loaded.labels, option: "--to")
        switch loaded {
        case .plan(let plan): try Console.print(try plan.changelog(from: from, to: target, showingAll: showsAll))
        case .set(let loaded):
            try Console.print(
                try loaded.set.changelog(from: from, to: target, entity: subject.entity, showingAll: showsAll))
        }
        return .success
    }
}
