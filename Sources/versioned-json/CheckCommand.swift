import Migrations
import StoredMigrations
import VersionedCodec

/// `versioned-json check`
struct CheckCommand: ToolCommand {
    static let name = "check"
    static let summary = "Check a plan: is it valid, and does each payload survive a round trip to every version?"
    static let usage =
        "(--plan PLAN [--lock FILE] | --set SET [--entity NAME]) [--losses report|fail] [--ndjson] [--format FORM] [FILE | FOLDER …]"
    static let options =
        SubjectArguments.options + [
            Option("--entity", "NAME", "With --set: the entity of the payloads."),
            Option(
                "--from", "VERSION",
                "The version of the payloads; default: the one that they name.\nWith --set: the version of the API, for entities that name none."
            ),
            Option(
                "--losses", "POLICY",
                "report: losses are listed, and the check passes (default);\nfail: losses are listed, and the check fails."
            ),
            Common.lock,
            Common.lines,
            Common.context,
            Common.maximumDepth,
        ] + TreeArguments.optionsForOne + IssueOutput.options + Common.tolerance

    private let subject: SubjectArguments
    private let tree: TreeArguments
    private var paths: [StoredPath] { tree.selection.paths }
    private let from: String?
    private let policy: LossPolicy
    private let parsing: JSONParsingOptions
    private let lock: StoredPath?
    private let isLines: Bool
    private let contextFile: StoredPath?
    private var output: IssueOutput

    init(_ arguments: Arguments) throws(UsageError) {
        subject = try SubjectArguments(arguments)
        tree = try TreeArguments(arguments, isLines: arguments.has("--ndjson"), isOne: true)
        if subject.isSet, subject.entity == nil, let path = tree.selection.paths.first {
            throw UsageError("'--set' needs '--entity' to say what '\(path)' is")
        }
        from = arguments["--from"]
        policy = try arguments.choice("--losses", default: .report)
        if policy == .carry { throw UsageError("'--losses carry' is for 'migrate'") }
        parsing = try Common.tolerantParsing(arguments)
        lock = try Common.namedLock(arguments, subject)
        isLines = arguments.has("--ndjson")
        contextFile = arguments.path("--context")
        output = try IssueOutput(arguments)
    }

    func run() throws -> ExitStatus {
        let loaded = try subject.loaded()
        var command = self
        for (plan, _) in plans(of: loaded) { command.output.show(wordsOf: plan) }
        return try command.check(loaded)
    }

    private func check(_ loaded: Subject) throws -> ExitStatus {
        if let status = tree.reportEmptyList() { return status }
        try Common.require(from, in: loaded.labels, option: "--from")
        let plans = plans(of: loaded).map {
            (plan: $0.plan, path: $0.path, lock: lock ?? Common.lockPath(beside: $0.path))
        }
        let others = tree.filesThatAreRead(subject, loaded) + plans.map(\.lock) + [contextFile].compactMap { $0 }
        let inputs = paths.map { path in Result { try tree.inputs(at: path, besides: others) } }
        var files = subject.files(loaded)
        for lock in plans.map(\.lock) { files.read(PayloadInput(lock), as: "the lock file") }
        tree.add(to: &files)
        files.read(context: contextFile)
        for case .success(let inputs) in inputs { files.read(inputs: inputs.files) }
        try files.require()
        let facts = try Common.context(contextFile)
        try output.print(description(of: loaded))
        var worst = ExitStatus.success
        for (plan, path, lock) in plans { worst = max(worst, try check(plan, path, against: lock)) }
        for (path, inputs) in zip(paths, inputs) {
            do {
                let inputs = try inputs.get()
                worst = max(worst, inputs.report(), Common.each(inputs.files) { try check($0, as: loaded, facts) })
            } catch {
                worst = max(worst, Console.report(error, file: "\(path)"))
            }
        }
        return worst
    }

    private func check(_ input: PayloadInput, as loaded: Subject, _ facts: JSONValue?) throws -> ExitStatus {
        if isLines { return try checkLines(input, loaded, facts) }
        let payload = try input.bytes()
        do {
            return try check(payload, input, loaded, facts)
        } catch let error as JSONSyntaxError {
            return try output.report(error, file: input.name, payload: payload)
        } catch let error as MigrationError where error.code == .invalidVersion {
            let status = try output.report(error, file: input.name, payload: payload)
            if subject.isSet, from == nil { Common.hintAtFrom(for: error, file: input.name) }
            return status
        }
    }

    // MARK: Plans

    private func plans(of loaded: Subject) -> [(plan: MigrationPlan, path: StoredPath)] {
        switch loaded {
        case .plan(let plan): [(plan, subject.path)]
        case .set(let loaded): loaded.plans.compactMap { entity, path in entity.plan.map { ($0, path) } }
        }
    }

    /// The summary of a valid plan, and the version pairs without a path.
    private func description(of loaded: Subject) -> String {
        let labels = loaded.labels.joined(separator: ", ")
        switch loaded {
        case .plan(let plan):
            let lines = ["\(subject.path): valid; \(plan.name), versions \(labels)"]
            let notes =
                plan.missingPaths.map { "    \($0)" } + warnings(plan.warnings, subject.path).map { "    \($0)" }
            return (lines + notes).joined(separator: "\n") + "\n"
        case .set(let loaded):
            var lines = ["\(subject.path): valid; \(loaded.set.name), versions \(labels)"]
            lines += warnings(loaded.set.warnings, subject.path).map { "    \($0)" }
            for (entity, path) in loaded.plans {
                guard let plan = entity.plan else { continue }
                lines.append("    \(entity.name): \(path), versions \(plan.labels.joined(separator: ", "))")
                lines += (plan.missingPaths.map(\.description) + warnings(plan.warnings, path)).map { "        \($0)" }
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    private func warnings(_ warnings: [MigrationPlan.Warning], _ path: StoredPath) -> [String] {
        warnings.map { "warning: \(path):\($0)" }
    }

    /// Checks that released steps have not been edited, if there is a lock file.
    private func check(_ plan: MigrationPlan, _ path: StoredPath, against lockFile: StoredPath) throws -> ExitStatus {
        if lock == nil, !PayloadInput(lockFile).exists { return .success }
        do {
            let lock = try PlanLock(lockFile: PayloadInput(lockFile).bytes())
            return Common.verify(lock, plan, path)
        } catch {
            return Console.report(error, file: "\(lockFile)")
        }
    }

    // MARK: Payloads

    /// The round trips of a document, and the messages before them.
    private func trips(
        of document: JSONDocument, _ loaded: Subject, _ facts: JSONValue?
    ) throws -> (trips: [RoundTrip], note: String?) {
        switch loaded {
        case .plan(let plan): return (try plan.roundTrips(of: document, from: from, context: facts), nil)
        case .set(let loaded):
            let journey = try loaded.set.roundTrips(
                of: document, entity: subject.entity ?? "", from: from, context: facts)
            let losses = journey.losses.isEmpty ? "" : ", with \(Self.count(journey.losses.count, "loss", "losses"))"
            let note = "entities of several versions; brought to \(journey.from) first\(losses)"
            return (journey.trips, journey.isMixed ? note : nil)
        }
    }

    /// The same of a document that has not been read, without its values where it is large.
    private func trips(
        ofDocument payload: [UInt8], _ loaded: Subject, _ facts: JSONValue?
    ) throws -> (trips: [RoundTrip], note: String?) {
        if payload.count >= RoundTripRunner.large,
            let trips = runner(loaded, facts, isOfLines: false)?.trips(of: payload)
        {
            return (trips, nil)
        }
        return try trips(of: JSONDocument(parsing: payload, options: parsing), loaded, facts)
    }

    private static func count(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    private func check(
        _ payload: [UInt8], _ input: PayloadInput, _ loaded: Subject, _ facts: JSONValue?
    ) throws -> ExitStatus {
        let (trips, note) = try trips(ofDocument: payload, loaded, facts)
        if let note { try output.print("\(input.name): \(note)\n") }
        var worst = ExitStatus.success
        for trip in trips {
            let report = report(on: trip, of: payload, in: nil, file: input.name)
            worst = max(worst, try tell(trip, input.name, report, payload))
        }
        return worst
    }

    /// Checks each line; those that come back as they were are only counted.
    @_optimize(size)
    private func checkLines(_ input: PayloadInput, _ loaded: Subject, _ facts: JSONValue?) throws -> ExitStatus {
        var (worst, count, same) = (ExitStatus.success, 0, 0)
        let lines = try input.lines()
        let runner = runner(loaded, facts, isOfLines: true)
        while let line = try lines.next() {
            if line.isBlank { continue }
            count += 1
            do {
                let trips = try runner?.lossyTrips(of: line.bytes) ?? trips(ofLine: line.bytes, loaded, facts)
                let reports = trips.map {
                    (trip: $0, report: report(on: $0, of: line.bytes, in: line, file: input.name))
                }
                if reports.allSatisfy({ $0.report.verdict == Self.same }) { same += 1 }
                for (trip, report) in reports where report.verdict != Self.same {
                    let name = "\(input.name):\(line.number)"
                    worst = max(worst, try tell(trip, name, report, line.bytes, line, file: input.name))
                }
            } catch let error as any DiagnosableError where !(error is StoredFileError) {
                worst = max(
                    worst, try output.report(error, file: input.name, payload: line.bytes, line: line))
            }
        }
        try output.print("\(input.name): \(Self.count(count, "document", "documents")), \(same) the same\n")
        return worst
    }

    private func trips(ofLine line: [UInt8], _ loaded: Subject, _ facts: JSONValue?) throws -> [RoundTrip] {
        try trips(of: JSONDocument(parsing: line, options: parsing), loaded, facts).trips
    }

    /// Takes documents there and back; those of a plan set are taken as values.
    private func runner(_ loaded: Subject, _ facts: JSONValue?, isOfLines: Bool) -> RoundTripRunner? {
        guard case .plan(let plan) = loaded else { return nil }
        return RoundTripRunner(plan, from: from, context: facts, parsing, isOfLines: isOfLines)
    }

    private func tell(
        _ trip: RoundTrip, _ name: String, _ report: (verdict: String, details: [String]), _ payload: [UInt8],
        _ line: LineReader.Line? = nil, file: String? = nil
    ) throws -> ExitStatus {
        var details = output.redacted(report.details, payload: payload)
        // Shown as a result of the check, or, in another form, as what is wrong with the payload.
        var failure: MigrationError? = if case .failed(let error) = trip.outcome { error } else { nil }
        if failure != nil, !output.isPlain { details = [] }
        if hasForbiddenLosses(trip) { failure = MigrationPlan.refusal(of: trip.losses, from: trip.from) }
        let lines =
            ["\(name): \(trip.from) → \(trip.through) → \(trip.from): \(report.verdict)"]
            + details.map { "    " + $0 }
        try output.print(lines.joined(separator: "\n") + "\n")
        if let failure, !output.isPlain {
            _ = try output.report(failure, file: file ?? name, payload: payload, line: line)
        }
        return trip.isSound && !hasForbiddenLosses(trip) ? .success : .data
    }

    private static let same = "same"

    private func hasForbiddenLosses(_ trip: RoundTrip) -> Bool {
        policy == .fail && !trip.losses.isEmpty
    }

    private func report(
        on trip: RoundTrip, of payload: [UInt8], in line: LineReader.Line?, file: String
    ) -> (verdict: String, details: [String]) {
        func text(of error: MigrationError) -> String {
            var diagnostic = output.redacted(error, payload: payload)
            if let line { diagnostic = line.inStream(diagnostic) }
            return diagnostic.text(file: file)
        }
        switch trip.outcome {
        case .refused(let error): return ("refused", [text(of: error)])
        case .failed(let error): return ("FAILED", [text(of: error)])
        case .returned(let returned):
            var summary = LossSummary()
            let losses = output.redacted(returned.losses, payload: payload).map { $0.seenFrom(trip.from) }
            summary.add(losses.map { loss in line.map { loss.inStream(at: $0) } ?? loss }, file: file)
            let additions = output.redacted(returned.additions, payload: payload)
            let listed = summary.text.split(separator: "\n").map(String.init)
            let details = listed + lines(additions.map(\.description), "made up")
            return (details.isEmpty ? Self.same : "same except for the listed values", details)
        }
    }

    /// The first differences in full, and how many more there are.
    private func lines(_ differences: [String], _ what: String) -> [String] {
        let more = differences.count - LossSummary.shownInFull
        return differences.prefix(LossSummary.shownInFull).map { "\(what): \($0)" }
            + (more > 0 ? ["\(what): … and \(more) more"] : [])
    }
}
