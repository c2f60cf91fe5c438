import Migrations
import VersionedCodec

/// `versioned-json detect`
struct DetectCommand: ToolCommand {
    static let name = "detect"
    static let summary = "Tell the version of documents, and how it was found: FILE, VERSION and HOW, between tabs."
    static let usage = "--plan PLAN [OPTION …] [FILE … | -]"
    static let options =
        [
            Common.plan,
            Option("--summary", nil, "Instead, count the documents of each version, with the first example of each."),
            Option("--ndjson", nil, "The inputs are one document a line; they are counted, as with --summary."),
        ] + Common.hints + [Common.maximumDepth] + Common.tolerances.map(\.option) + [Common.duplicateKeys]

    private let plan: String
    private let inputs: [PayloadInput]
    private let parsing: JSONParsingOptions
    private let hints: VersionHints
    private let isLines: Bool
    private let isSummary: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        plan = try arguments.required("--plan")
        inputs = Common.inputs(arguments)
        parsing = try Common.tolerantParsing(arguments)
        hints = Common.hints(arguments)
        isLines = arguments.has("--ndjson")
        isSummary = isLines || arguments.has("--summary")
    }

    func run() throws -> ExitStatus {
        let plan: MigrationPlan
        switch Common.plan(self.plan) {
        case .success(let loaded): plan = loaded
        case .failure(let reported): return reported.status
        }
        let detector = plan.detector
        if isSummary { return try summarise(detector) }
        return Common.each(inputs) { input in
            let found = try detect(input.bytes(), detector)
            try Console.print("\(input.name)\t\(found.label)\t\(found.source)\n")
            if let contradiction = found.contradiction { Console.warn(contradiction.diagnostic, file: input.name) }
            return .success
        }
    }

    private func detect(_ bytes: [UInt8], _ detector: VersionDetector) throws -> DetectedVersion {
        try detector.detect(in: JSONDocument(parsing: bytes, options: parsing), knowing: hints)
    }

    /// Counts instead of listing; of each kind of fault, the first is told.
    private func summarise(_ detector: VersionDetector) throws -> ExitStatus {
        var summary = DetectionSummary()
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
        _ bytes: [UInt8], _ example: String, _ detector: VersionDetector, _ summary: inout DetectionSummary,
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
