import Migrations
import VersionedCodec

/// `versioned-json migrate`
struct MigrateCommand: ToolCommand {
    static let name = "migrate"
    static let summary = "Make a document of one version out of a document of another."
    static let usage = "(--plan PLAN | --set SET --entity NAME) --to VERSION [OPTION …] [FILE | -]"
    static let options =
        SubjectArguments.options + [
            Option("--entity", "NAME", "With --set: what the document is."),
            Option("--to", "VERSION", "The version that the document is to have."),
            Option("--from", "VERSION", "The version that it has; default: what it says itself."),
            Option(
                "--output", "FILE",
                "Where to write; default: standard output.\nThe file is written whole, then put in its place."),
            Option(
                "--style", "STYLE",
                "version: in the writing style of the version, or, where it declares none, of the input (default);\n"
                    + "keep: in that of the input.\n"
                    + "In the style of the input, comments, trailing commas and a byte order mark stay; in a declared one,\nand with --allow-json5, they do not."
            ),
            Option(
                "--losses", "POLICY",
                "report: tell on standard error what is lost (default);\nfail: fail where anything would be lost."),
            Option("--losses-file", "FILE", "Write all losses to the file, one JSON object a line."),
            Common.context,
            Option(
                "--partial", nil,
                "The input is a part of a document, such as the body of a PATCH:\nwhat is absent stays absent, no default is added."
            ),
            Option("--ndjson", nil, "The input is one document a line."),
            Option("--keep-bad", "FILE", "With --ndjson: write bad lines to the file, and go on."),
        ] + Common.hints + [Common.maximumDepth] + Common.tolerance

    private let subject: SubjectArguments
    private let target: String
    private let from: String?
    private let input: PayloadInput
    private let output: String?
    private let options: MigrationOptions
    private let contextFile: String?
    private let lossesFile: String?
    private let isLines: Bool
    private let badFile: String?

    init(_ arguments: Arguments) throws(UsageError) {
        subject = try SubjectArguments(arguments, needsEntity: true)
        target = try arguments.required("--to")
        from = arguments["--from"]
        output = arguments["--output"]
        lossesFile = arguments["--losses-file"]
        isLines = arguments.has("--ndjson")
        badFile = arguments["--keep-bad"]
        if badFile != nil && !isLines { throw UsageError("'--keep-bad' needs '--ndjson'") }
        try Self.requireDifferentFiles(arguments)
        if arguments.operands.count > 1 {
            throw UsageError("one FILE at a time; unexpected '\(arguments.operands[1])'")
        }
        input = PayloadInput(arguments.operands.first ?? "-")
        var options = MigrationOptions(
            style: try arguments.choice("--style", default: .version),
            losses: try arguments.choice("--losses", default: .report))
        options.parsing = try Common.tolerantParsing(arguments)
        options.isPartial = arguments.has("--partial")
        contextFile = arguments["--context"]
        options.hints = Common.hints(arguments)
        self.options = options
    }

    /// Of two results with one name, one would be gone without a word. What is no regular file may take both.
    private static func requireDifferentFiles(_ arguments: Arguments) throws(UsageError) {
        var names: [String: String] = [:]
        for option in ["--output", "--losses-file", "--keep-bad"] {
            guard let file = arguments[option], !file.hasPrefix("/dev/") else { continue }
            if let other = names.updateValue(option, forKey: file) {
                throw UsageError("'\(other)' and '\(option)' name the same file: '\(file)'")
            }
        }
    }

    func run() throws -> ExitStatus {
        let loaded: Subject
        switch try subject.loaded() {
        case .success(let subject): loaded = subject
        case .failure(let reported): return reported.status
        }
        try Common.require(target, in: loaded.labels, option: "--to")
        try Common.require(from, in: loaded.labels, option: "--from")
        var options = options
        switch Common.context(contextFile) {
        case .success(let facts): options.context = facts
        case .failure(let reported): return reported.status
        }
        let ledger = try LossLedger(file: lossesFile, input: input.name)
        let status: ExitStatus
        do {
            status =
                isLines
                ? try migrateLines(loaded, options, ledger) : try migrateDocument(loaded, options, ledger)
        } catch let bad as LineMigration.BadLine {
            try ledger.add(bad.losses)
            Console.error(bad.diagnostic.text(file: input.name))
            Console.error("\(input.name): no line after it was read; '--keep-bad FILE' keeps bad lines and goes on")
            status = .data
        } catch {
            if let error = error as? MigrationError { try ledger.add(error.losses) }
            status = Console.report(error, file: input.name)
            if subject.isSet, from == nil { Common.hintAtFrom(for: error, file: input.name) }
        }
        try ledger.finish()
        return status
    }

    private func migrateDocument(
        _ loaded: Subject, _ options: MigrationOptions, _ ledger: LossLedger
    ) throws -> ExitStatus {
        if case .plan(let plan) = loaded, let output { return try migrate(plan, into: output, options, ledger) }
        let (bytes, losses, contradictions): ([UInt8], [Loss], [VersionContradiction])
        switch loaded {
        case .plan(let plan):
            let result = try plan.migrate(input.bytes(), to: target, from: from, options: options)
            (bytes, losses, contradictions) = (
                result.bytes, result.losses, [result.from.contradiction].compactMap { $0 }
            )
        case .set(let loaded):
            let result = try loaded.set.migrate(
                input.bytes(), entity: subject.entity ?? "", to: target, from: from, options: options)
            (bytes, losses, contradictions) = (result.bytes, result.losses, result.contradictions)
        }
        try ledger.add(losses)
        for contradiction in contradictions { Console.warn(contradiction.diagnostic, file: input.name) }
        if let output {
            let file = try FileReplacement(of: output)
            try file.write(bytes)
            try file.commit()
        } else {
            try Console.write(bytes)
        }
        return .success
    }

    private func migrate(
        _ plan: MigrationPlan, into output: String, _ options: MigrationOptions, _ ledger: LossLedger
    ) throws -> ExitStatus {
        let payload = try input.bytes()
        let file = try FileReplacement(of: output)
        let migration = DocumentMigration(plan: plan, target: target, from: from, options: options)
        let report = try migration.run(payload, into: file)
        try ledger.add(report.losses)
        if let contradiction = report.from.contradiction { Console.warn(contradiction.diagnostic, file: input.name) }
        try file.commit()
        return .success
    }

    private func migrateLines(
        _ loaded: Subject, _ options: MigrationOptions, _ ledger: LossLedger
    ) throws -> ExitStatus {
        let lines = try input.lines()
        let file = try output.map { path throws(StoredFileError) in try FileReplacement(of: path) }
        let kept = try badFile.map { path throws(StoredFileError) in try FileReplacement(of: path) }
        let keepBad: ((LineMigration.BadLine) throws -> Void)? = kept.map { kept in
            { bad in
                try ledger.add(bad.losses)
                Console.error(bad.diagnostic.text(file: input.name))
                try kept.write(bad.line.bytes + bad.line.ending)
            }
        }
        let write: ([UInt8]) throws -> Void = { bytes in
            if let file { try file.write(bytes) } else { try Console.write(bytes) }
        }
        let warn: (VersionContradiction, LineReader.Line) -> Void = { contradiction, line in
            Console.warn(line.inStream(contradiction.diagnostic), file: input.name)
        }
        let summary: LineMigration.Summary
        switch loaded {
        case .plan(let plan):
            summary = try LineMigration(plan: plan, target: target, from: from, options: options).run(
                lines, write: write, losses: { try ledger.add($0) }, contradictions: warn, keepBad: keepBad)
        case .set(let loaded):
            summary = try loaded.set.migrateLines(
                lines, entity: subject.entity ?? "", to: target, from: from, options: options, write: write,
                losses: { try ledger.add($0) }, contradictions: warn, keepBad: keepBad)
        }
        try kept?.commit()
        try file?.commit()
        if let badFile, summary.bad > 0 {
            Console.error("\(input.name): \(summary.migrated) migrated, \(summary.bad) bad, kept in \(badFile)")
        }
        return summary.bad > 0 ? .data : .success
    }
}

/// Takes the losses of a run: all into a file, where one is named; counted and shown on standard error.
private final class LossLedger {
    private var summary = LossSummary()
    private let file: FileReplacement?
    private let input: String

    init(file: String?, input: String) throws(StoredFileError) {
        self.file = try file.map { path throws(StoredFileError) in try FileReplacement(of: path) }
        self.input = input
    }

    func add(_ losses: [Loss]) throws(StoredFileError) {
        summary.add(losses, file: input)
        if losses.isEmpty { return }
        try file?.write(Array(losses.map { $0.json.text() + "\n" }.joined().utf8))
    }

    func finish() throws(StoredFileError) {
        if summary.count > 0 { Console.error(summary.text) }
        try file?.commit()
    }
}
