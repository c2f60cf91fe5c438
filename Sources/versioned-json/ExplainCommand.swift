import Migrations

/// `versioned-json explain`
struct ExplainCommand: ToolCommand {
    static let name = "explain"
    static let summary = "Show the path between two versions, step by step: summaries, operations, loss classes."
    static let usage =
        "(--plan PLAN | --set SET [--entity NAME]) [--from VERSION] [--to VERSION] [--all | --cost FILE [--context FILE]]"
    static let options =
        SubjectArguments.options + [
            SubjectArguments.entity,
            Option(
                "--from", "VERSION",
                "The first version of the path; default: the oldest,\nor the newest if --to is the oldest."),
            Option(
                "--to", "VERSION",
                "The last version of the path; default: the newest,\nor the oldest if --from is the newest."),
            Common.all,
            Option(
                "--cost", "FILE",
                "Show the time that each operation takes on this document,\ninstead of what it does. The document names its version, or --from does."
            ),
            Common.context,
        ]

    private let range: RangeArguments
    private let showsAll: Bool
    private let sample: StoredPath?
    private let context: StoredPath?

    init(_ arguments: Arguments) throws(UsageError) {
        range = try RangeArguments(arguments)
        showsAll = arguments.has("--all")
        (sample, context) = (arguments.path("--cost"), arguments.path("--context"))
        if sample != nil, range.subject.isSet { throw UsageError("'--cost' needs '--plan'") }
        if sample != nil, showsAll { throw UsageError("'--all' is not for '--cost', which shows all operations") }
        if context != nil, sample == nil { throw UsageError("'--context' needs '--cost'") }
    }

    func run() throws -> ExitStatus {
        var files = range.subject.files()
        if let sample { files.read(PayloadInput(sample), as: "'--cost'") }
        files.read(context: context)
        try files.require()
        let loaded = try range.loaded()
        let labels = loaded.labels
        // A plan has at least one version; a set without one has nothing to explain.
        guard let oldest = labels.first, let newest = labels.last else { return .success }
        let start = range.from ?? (range.target == oldest ? newest : oldest)
        let end = range.target ?? (start == newest ? oldest : newest)
        if let sample, case .plan(let plan) = loaded { return try showCosts(plan, to: end, of: PayloadInput(sample)) }
        do {
            switch loaded {
            case .plan(let plan): try Console.print(try plan.explanation(from: start, to: end, showingAll: showsAll))
            case .set(let loaded):
                try Console.print(
                    try loaded.set.explanation(from: start, to: end, entity: range.subject.entity, showingAll: showsAll)
                )
            }
            return .success
        } catch {
            return Console.report(error, file: "\(range.subject.path)")
        }
    }

    /// Shows what each operation costs on the sample.
    private func showCosts(_ plan: MigrationPlan, to target: String, of input: PayloadInput) throws -> ExitStatus {
        let facts = try Common.context(context)
        do {
            let costs = try plan.costs(of: try input.bytes(), from: range.from, to: target, context: facts)
            try Console.print("\(input.name): \(costs.text)")
            return .success
        } catch {
            return Console.report(error, file: input.name)
        }
    }
}
