import Migrations
import StoredMigrations
import VersionedCodec

/// `versioned-json detect`
struct DetectCommand: ToolCommand {
    static let name = "detect"
    static let summary = "Show the version of documents and how it was found: FILE, VERSION and HOW, separated by tabs."
    static let usage = "(--plan PLAN | --set SET --entity NAME) [OPTION …] [FILE | FOLDER … | -]"
    static let options =
        SubjectArguments.options + [
            Option(
                "--entity", "NAME",
                "With --set: the entity of the documents. All entities in them are listed:\nFILE, PATH, ENTITY, VERSION and HOW, separated by tabs."
            ),
            Option("--from", "VERSION", "With --set: the version of the API, for entities that name no version."),
            Option("--summary", nil, "Count the documents of each version instead, with the first example of each."),
            Option("--ndjson", nil, "The inputs have one document on each line; they are counted, as with --summary."),
        ] + TreeArguments.optionsForOne + Common.hints + [Common.maximumDepth] + Common.tolerance

    private let subject: SubjectArguments
    private let from: String?
    private let tree: TreeArguments
    private let parsing: JSONParsingOptions
    private let hints: VersionHints
    private let isLines: Bool
    private let isSummary: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        subject = try SubjectArguments(arguments, needsEntity: true)
        from = arguments["--from"]
        if from != nil, !subject.isSet { throw UsageError("'--from' needs '--set'") }
        tree = try TreeArguments(arguments, isLines: arguments.has("--ndjson"), isOne: true)
        parsing = try Common.tolerantParsing(arguments)
        hints = Common.hints(arguments)
        isLines = arguments.has("--ndjson")
        isSummary = isLines || arguments.has("--summary")
        if isSummary, subject.isSet { throw UsageError("'--summary' and '--ndjson' are not for '--set' here") }
    }

    func run() throws -> ExitStatus {
        let loaded = try subject.loaded()
        if let status = tree.reportEmptyList() { return status }
        var files = subject.files(loaded)
        let paths = tree.selection.paths.isEmpty ? ["-"] : tree.selection.paths
        tree.add(to: &files)
        files.read(inputs: paths.map { PayloadInput($0) })
        try files.require()
        var (inputs, worst): ([PayloadInput], ExitStatus) = ([], .success)
        let others = tree.filesThatAreRead(subject, loaded)
        for path in paths {
            do throws(StoredFileError) {
                let found = try tree.inputs(at: path, besides: others)
                inputs += found.files
                worst = max(worst, found.report())
            } catch {
                worst = max(worst, Console.report(error, file: nil))
            }
        }
        return max(worst, try run(loaded, inputs))
    }

    private func run(_ loaded: Subject, _ inputs: [PayloadInput]) throws -> ExitStatus {
        let plan: MigrationPlan
        switch loaded {
        case .plan(let loaded): plan = loaded
        case .set(let loaded): return try detectEntities(loaded.set, inputs)
        }
        let detector = plan.detector
        if isSummary { return try summarise(detector, inputs) }
        return Common.each(inputs) { input in
            let found = try detect(input.bytes(), detector)
            try Console.print("\(input.name)\t\(found.label)\t\(found.source)\n")
            if let contradiction = found.contradiction { Console.warn(contradiction.diagnostic, file: input.name) }
            return .success
        }
    }

    private func detectEntities(_ set: PlanSet, _ inputs: [PayloadInput]) throws -> ExitStatus {
        try Common.require(from, in: set.labels, option: "--from")
        return Common.each(inputs) { input in
            do {
                let document = try JSONDocument(parsing: input.bytes(), options: parsing)
                let found = try set.versions(in: document, entity: subject.entity ?? "", from: from, hints: hints)
                for entity in found {
                    try Console.print(
                        "\(input.name)\t\(entity.path)\t\(entity.entity)\t\(entity.version.label)\t\(entity.version.source)\n"
                    )
                    if let contradiction = entity.version.contradiction {
                        Console.warn(contradiction.diagnostic, file: input.name)
                    }
                }
                return .success
            } catch let error as MigrationError where error.code == .invalidVersion {
                let status = Console.report(error, file: input.name)
                if from == nil { Common.hintAtFrom(for: error, file: input.name) }
                return status
            }
        }
    }

    private func detect(_ bytes: [UInt8], _ detector: VersionDetector) throws -> DetectedVersion {
        try detector.detect(in: JSONDocument(parsing: bytes, options: parsing), knowing: hints)
    }

    /// Counts instead of listing; of each kind of fault, the first is reported.
    private func summarise(_ detector: VersionDetector, _ inputs: [PayloadInput]) throws -> ExitStatus {
        var summary = DetectedVersion.Summary()
        let status = Common.each(inputs) { input in
            guard isLines else {
                return try count(input.bytes(), input.name, detector, &summary) { Console.report($0, file: input.name) }
            }
            var worst = ExitStatus.success
            let lines = try input.lines()
            while let line = try lines.next() {
                if line.isBlank { continue }
                let status = try count(line.bytes, "\(input.name):\(line.number)", detector, &summary) { error in
                    Console.report(line.inStream(error.diagnostic), file: input.name)
                }
                worst = max(worst, status)
            }
            return worst
        }
        try Console.print(summary.text)
        return status
    }

    private func count(
        _ bytes: [UInt8], _ example: String, _ detector: VersionDetector, _ summary: inout DetectedVersion.Summary,
        report: (any DiagnosableError) -> Void
    ) throws -> ExitStatus {
        do {
            summary.add(try detect(bytes, detector), example: example)
            return .success
        } catch let error as VersionError {
            if summary.add(error, example: example) { report(error) }
        } catch let error as JSONSyntaxError {
            if summary.add(error, example: example) { report(error) }
        }
        return .data
    }
}
