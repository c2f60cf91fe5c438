import Migrations
import VersionedCodec

/// `versioned-json migrate`
final class MigrateCommand: ToolCommand {
    static let name = "migrate"
    static let summary = "Migrate a document to another version."
    static let usage = "(--plan PLAN | --set SET --entity NAME) --to VERSION [OPTION …] [FILE | - | FOLDER …]"
    static let options =
        SubjectArguments.options + [
            Option("--entity", "NAME", "With --set: the entity of the document."),
            Option("--to", "VERSION", "The target version."),
            Option("--from", "VERSION", "The version of the document; default: the one that it names."),
            Option(
                "--output", "FILE",
                "Where to write; default: standard output.\nThe old file is replaced when the new one is complete."),
            Option(
                "--style", "STYLE",
                "version: the writing style of the version, or of the input if it declares none (default);\n"
                    + "keep: the style of the input.\n"
                    + "The style of the input keeps comments, trailing commas and a byte order mark; a declared one\nand --allow-json5 do not."
            ),
            Option(
                "--losses", "POLICY",
                "report: list losses on standard error (default);\nfail: fail if a value would be lost;\ncarry: keep it in the document, so that going back restores it."
            ),
            Option("--losses-file", "FILE", "Write all losses to the file, one JSON object a line."),
            Common.context,
            Option(
                "--partial", nil,
                "The input is a part of a document, such as the body of a PATCH:\nmissing members stay missing, and no default is added."
            ),
            Option("--ndjson", nil, "The input has one document on each line."),
            Option("--keep-bad", "FILE", "With --ndjson: write bad lines to the file, unchanged, and go on."),
            Option(
                "--max-bad", "N|N%",
                "With --keep-bad, or for many documents: end with status 65 if more are bad, or a larger share;\na number ends the run at once, a share at the end of the input."
            ),
            Option(
                "--bad-report", "FILE",
                "With --ndjson: write a JSON object for each bad line to the file:\nline, byteOffset, column, code, path, reason, version."
            ),
        ] + CarryArguments.options + MigrateTree.batchOptions + Common.hints + [Common.maximumDepth] + Common.tolerance

    private let subject: SubjectArguments
    private let target: String
    private let from: String?
    private let input: PayloadInput
    private let options: MigrationOptions
    private let contextFile: StoredPath?
    private let results: MigrationResults.Files
    private let carrying: CarryArguments
    private let isLines: Bool
    private let limit: LineMigration.BadLineLimit
    /// Many documents, where they are asked for.
    private let tree: MigrateTree?

    init(_ arguments: Arguments) throws(UsageError) {
        subject = try SubjectArguments(arguments, needsEntity: true)
        target = try arguments.required("--to")
        from = arguments["--from"]
        results = MigrationResults.Files(
            output: arguments.path("--output"), losses: arguments.path("--losses-file"),
            kept: arguments.path("--keep-bad"), report: arguments.path("--bad-report"))
        isLines = arguments.has("--ndjson")
        limit = try Self.limit(arguments)
        let isTree = try TreeArguments.areWanted(
            arguments, besides: MigrateTree.batchOptions, modifiers: MigrateTree.modifiers)
        tree = isTree ? try MigrateTree(arguments) : nil
        if tree == nil { try Self.requireOneFile(arguments) }
        input = PayloadInput(arguments.operands.first ?? "-")
        var options = MigrationOptions(
            style: try arguments.choice("--style", default: .version),
            losses: try arguments.choice("--losses", default: .report))
        options.parsing = try Common.tolerantParsing(arguments)
        options.isPartial = arguments.has("--partial")
        carrying = try CarryArguments(arguments, hasSidecar: tree == nil)
        options.carrying = carrying.options
        contextFile = arguments.path("--context")
        options.hints = Common.hints(arguments)
        self.options = options
    }

    private static func requireOneFile(_ arguments: Arguments) throws(UsageError) {
        for option in ["--keep-bad", "--bad-report"] where arguments.has(option) && !arguments.has("--ndjson") {
            throw UsageError("'\(option)' needs '--ndjson'")
        }
        if arguments.has("--max-bad"), !arguments.has("--keep-bad") {
            throw UsageError("'--max-bad' needs '--keep-bad'")
        }
        if arguments.operands.count > 1 {
            throw UsageError(
                "one FILE at a time; unexpected '\(arguments.operands[1])'; a folder, or an option such as '--write' or '--output-dir', is for many"
            )
        }
    }

    static func limit(_ arguments: Arguments) throws(UsageError) -> LineMigration.BadLineLimit {
        guard let text = arguments["--max-bad"] else { return .none }
        guard let limit = LineMigration.BadLineLimit(text) else {
            throw UsageError(
                "'\(text)' is not a value of '--max-bad': a number of bad documents is needed, or a share of all documents, such as 0.5%"
            )
        }
        return limit
    }

    func run() throws -> ExitStatus {
        var files = subject.files(writesOutput: results.output == nil)
        files.read(context: contextFile)
        if let tree {
            tree.add(to: &files, target: target)
        } else {
            files.read(inputs: [input])
            results.add(to: &files)
        }
        carrying.add(to: &files)
        try files.require()
        try tree?.requireNoDocument()
        let loaded = try subject.loaded()
        files.read(plansOf: loaded)
        try files.require()
        try Common.require(target, in: loaded.labels, option: "--to")
        try Common.require(from, in: loaded.labels, option: "--from")
        var options = options
        options.context = try Common.context(contextFile)
        if !isLines { options.carrying.given = try carrying.given() }
        if let tree { return try tree.run(loaded, subject, to: target, from: from, options) }
        let results = try MigrationResults(results, input: input.name, isLines: isLines)
        do {
            if isLines {
                try migrateLines(subject.migrating(loaded), options, results)
            } else {
                try migrateDocument(subject.migrating(loaded), options, results)
            }
            results.tellLosses()
            return .success
        } catch {
            let status = try results.end(with: error)
            if subject.isSet, from == nil { Common.hintAtFrom(for: error, file: input.name) }
            Common.hintAtFrom(
                loaded, from: from, isMissing: DocumentFault(error).code == VersionError.Code.missing.rawValue)
            return status
        }
    }

    private func migrateDocument(
        _ subject: MigrationSubject, _ options: MigrationOptions, _ results: MigrationResults
    ) throws {
        let result: PlanSet.Migrated
        if let output = results.output {
            result = try subject.migrate(input.bytes(), to: target, from: from, options: options, into: output)
            try results.add(result.lossList)
        } else {
            result = try subject.migrate(input.bytes(), to: target, from: from, options: options)
            try results.add(result.lossList)
            try results.write(result.bytes)
        }
        for contradiction in result.contradictions { Console.warn(contradiction.diagnostic, file: input.name) }
        try results.commit()
        carrying.tell(result.carriedLosses, outdated: result.outdatedCarried, file: input.name)
        try carrying.write(result.carried)
    }

    private func migrateLines(
        _ subject: MigrationSubject, _ options: MigrationOptions, _ results: MigrationResults
    ) throws {
        let lines = try input.lines()
        let sidecar = try carrying.lines()
        let receivers = LineReceivers(
            write: { try results.write($0) }, losses: { try results.add($0) },
            repeatedLosses: { try results.add($0) },
            contradictions: { [input] contradiction, line in
                Console.warn(line.inStream(contradiction.diagnostic), file: input.name)
            }, limit: limit, keepBad: results.keepsBad ? { bad in try results.keep(bad) } : nil,
            carried: sidecar.carried)
        let summary = try subject.migrateLines(lines, to: target, from: from, options: options, receivers)
        try results.commit()
        try sidecar.file?.commit()
        carrying.tell(sidecar.carried, file: input.name)
        results.tellBad(summary)
    }
}
