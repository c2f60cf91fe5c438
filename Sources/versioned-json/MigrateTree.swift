import Migrations
import StoredMigrations
import VersionedCodec

/// `versioned-json migrate` of many documents.
struct MigrateTree {
    static let batchOptions =
        TreeArguments.options + [
            Option("--write", nil, "Replace the documents; without this, or --output-dir, nothing is written."),
            Option("--output-dir", "DIR", "Write the results into DIR, under the paths of the documents."),
            Option(
                "--backup", "DIR",
                "With --write: keep the old version of each document in DIR,\na new or an empty folder, or the one of an earlier run."
            ),
            Option(
                "--quarantine", "DIR",
                "Copy bad documents into DIR, a new or an empty folder, or the one of an earlier run."),
            Option(
                "--journal", "FILE",
                "The file that records what is done, so that the same command can continue;\ndefault: FOLDER.to-VERSION.journal, beside the first folder, or beside that of --output-dir."
            ),
            Option(
                "--undo", "JOURNAL",
                "Restore what the run of this journal has replaced: from its backup, or by migrating down,\nif that gives the same bytes."
            ),
            Option(
                "--diff", "N",
                "Show what changes in the first N documents that change, path by path; default: 3.", mayBeBare: true),
            Option("--plan-out", "FILE", "Without --write: write the planned changes to the file, for --apply."),
            Option(
                "--apply", "FILE",
                "Make exactly the changes of --plan-out, without paths; documents that changed since stay as they are."),
            Common.redact,
            Option(
                "--report", "FILE",
                "Write a JSON object for each bad document to the file;\nwith a name that ends in .html, a page for people."
            ),
            Option(
                "--sync", "WHEN",
                "none: survives a killed process; batch: a power failure too (default);\neach: the same, document by document."
            ),
            Option(
                "--jobs", "N", "How many documents are migrated at once; default: as many as there are processors."),
            Option("--verify", nil, "Migrate each result back and compare, before it replaces the document."),
            Option(
                "--progress", "FORM",
                "Progress on standard error: auto (a line on a terminal, default), json (an object a line), none."
            ),
            Option("--quiet", nil, "For many documents: print errors only."),
        ]

    /// The options that say how a run works, and not that there is one.
    static let modifiers: Set = ["--redact", "--report", "--sync", "--jobs", "--verify", "--progress", "--quiet"]

    let tree: TreeArguments
    let options: StoredMigration.Options
    let report: StoredPath?
    /// Whether the report is a page for a person.
    private let isPage: Bool
    private let showsDifferences: Bool
    let losses: StoredPath?
    private let context: StoredPath?
    let undone: StoredPath?
    let applied: StoredPath?
    private let progress: ProgressLine.Form
    private let isQuiet: Bool
    private let hasLimit: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        for option in ["--output", "--keep-bad", "--bad-report"] where arguments.has(option) {
            throw UsageError(
                "'\(option)' is for one FILE; for many there are '--output-dir', '--quarantine' and '--report'")
        }
        tree = try TreeArguments(arguments, isLines: arguments.has("--ndjson"))
        let paths = tree.selection.paths
        undone = arguments.path("--undo")
        if undone != nil {
            for option in Self.batchOptions.map(\.name) + ["--losses-file"]
            where arguments.has(option) && !["--undo", "--report", "--quiet", "--progress"].contains(option) {
                throw UsageError("'--undo' and '\(option)' cannot be combined")
            }
            if let path = paths.first { throw UsageError("'--undo' takes no other files; unexpected '\(path)'") }
        }
        applied = arguments.path("--apply")
        if applied != nil {
            let others = ["--write", "--output-dir", "--plan-out", "--undo", "--ndjson"]
            for option in others + TreeArguments.options.map(\.name) where arguments.has(option) {
                throw UsageError("'--apply' and '\(option)' cannot be combined")
            }
            if let path = paths.first { throw UsageError("'--apply' takes no other files; unexpected '\(path)'") }
        }
        if paths.isEmpty, undone == nil, applied == nil, !arguments.has("--files0-from") {
            throw UsageError("a file or a folder is missing")
        }
        if paths.contains("-") { throw UsageError("'-' is not for many documents: name files and folders") }
        var options = StoredMigration.Options()
        if let folder = arguments.path("--output-dir") {
            if arguments.has("--write") { throw UsageError("'--write' and '--output-dir' contradict each other") }
            options.destination = .folder(folder)
        } else if arguments.has("--write") || applied != nil {
            options.destination = .inPlace
        }
        options.backup = arguments.path("--backup")
        if options.backup != nil, options.destination != .inPlace { throw UsageError("'--backup' needs '--write'") }
        options.plannedChanges = arguments.path("--plan-out")
        if options.plannedChanges != nil, options.destination != .nowhere {
            throw UsageError("'--plan-out' cannot be combined with '--write' or '--output-dir'")
        }
        if arguments.has("--diff") {
            options.differences = arguments["--diff"] == "" ? 3 : try arguments.count("--diff", default: 3)
        }
        options.redactions = try Common.redactions(arguments)
        options.quarantine = arguments.path("--quarantine")
        options.journal = arguments.path("--journal")
        for option in ["--quarantine", "--journal"] where arguments.has(option) && options.destination == .nowhere {
            throw UsageError("'\(option)' needs '--write' or '--output-dir'")
        }
        options.synchronization = try arguments.choice("--sync", default: .batch)
        options.jobs = try arguments.count("--jobs", default: 0)
        if arguments.has("--jobs"), options.jobs == 0 {
            throw UsageError("'0' is not a value of '--jobs': a whole number from 1 is needed")
        }
        options.verifies = arguments.has("--verify")
        options.limit = try MigrateCommand.limit(arguments)
        options.recordsLosses = arguments.has("--losses-file")
        if !arguments.has("--diff"), arguments["--report"]?.hasSuffix(".html") == true { options.differences = 5 }
        self.options = options
        report = arguments.path("--report")
        isPage = report?.hasSuffix(".html") ?? false
        showsDifferences = arguments.has("--diff")
        losses = arguments.path("--losses-file")
        context = arguments.path("--context")
        isQuiet = arguments.has("--quiet")
        progress = try arguments.choice("--progress", default: isQuiet ? .none : .auto)
        hasLimit = arguments.has("--max-bad")
    }

    /// Runs over all documents.
    func run(
        _ loaded: Subject, _ subject: SubjectArguments, to target: String, from: String?, _ migrating: MigrationOptions
    ) throws -> ExitStatus {
        if let status = tree.reportEmptyList() { return status }
        let migration = StoredMigration(
            subject.migrating(loaded), to: target, from: from, migrating: migrating, options: options)
        var selection = tree.selection
        selection.ignored +=
            tree.filesThatAreRead(subject, loaded)
            + [context, report, losses, options.plannedChanges].compactMap { $0 }
        // An undone or a planned run has its own list of documents.
        let isSelected = undone == nil && applied == nil
        let reports = try [report, losses].map { path in try path.map { try FileReplacement(of: $0) } }
        Signals.cancelInsteadOfEnding()
        FreedMemory.keep()
        var line = ProgressLine(progress, undone == nil && applied == nil ? selection : nil)
        var (shown, unreadable, unwritable, hasNoVersion, lacksLosses) = (0, false, false, false, false)
        var page = StoredMigration.Page()
        let summary: StoredMigration.Summary
        // The file that the last report was about, and where its losses begin.
        var (last, lossesBefore) = (StoredPath?.none, 0)
        do {
            let take = { (file: StoredMigration.Report) throws in
                line.add(file)
                if file.file != last { (last, lossesBefore) = (file.file, reports[1]?.count ?? 0) }
                if file.takesBackLosses { try reports[1]?.cut(to: lossesBefore) }
                if isPage { page.add(file) }
                for bad in file.bad {
                    shown += 1
                    if bad.isUnreadable { unreadable = true }
                    if bad.code == StoredFileError.Code.unwritable.rawValue { unwritable = true }
                    if bad.code == VersionError.Code.missing.rawValue { hasNoVersion = true }
                    if shown <= Self.mostShown { Console.error(bad.description) }
                    if !isPage { try reports[0]?.write(Array((bad.json.text() + "\n").utf8)) }
                }
                for difference in isQuiet || !showsDifferences ? [] : file.differences {
                    try Console.print(
                        difference.text(removed: { Console.coloured($0, 31) }, added: { Console.coloured($0, 32) })
                            + "\n")
                }
                for contradiction in isQuiet ? [] : file.contradictions {
                    Console.warn(contradiction.diagnostic, file: file.file.description)
                }
                for outdated in isQuiet ? [] : file.outdatedCarried {
                    CarryArguments.tell(
                        outdated: outdated.path, line: outdated.line, file: file.file.description,
                        isDropped: migrating.carrying.isDropped)
                }
                if let listed = reports[1] {
                    if let earlier = file.earlierLosses, try !earlier.read(listed.write) { lacksLosses = true }
                    for loss in file.losses { try listed.write(loss.line(in: file.file)) }
                }
            }
            if let undone {
                summary = try migration.undo(undone, isCancelled: { Signals.isCancelled }, report: take)
            } else if let applied {
                summary = try migration.apply(applied, isCancelled: { Signals.isCancelled }, report: take)
            } else {
                summary = try migration.run(selection, isCancelled: { Signals.isCancelled }, report: take)
            }
        } catch {
            let stored = error as? StoredMigrationError
            let path = stored?.path ?? ""
            let status = Console.report(error, file: path.isEmpty ? nil : path)
            if let code = stored?.code, [.selectedFolder, .usedFolder, .sameResults].contains(code) { return .usage }
            if status == .output {
                Console.error("the same command continues this run:\n" + again() + "\n" + lossesToKeep(reports[1]))
                if !isPage { try FileReplacement.commit(reports.compactMap { $0 }) }
            }
            return status
        }
        line.finish()
        if isPage { try reports[0]?.write(Array(page.html(of: summary).utf8)) }
        try FileReplacement.commit(reports.compactMap { $0 })
        if let listed = reports[1], lacksLosses {
            Console.error(
                "\(listed.path) lacks losses of documents that were migrated before: without '--losses-file', with another '--redact', or changed since"
            )
        }
        try tell(summary, shown: shown, reports[1])
        Common.hintAtFrom(loaded, from: from, isMissing: hasNoVersion)
        Signals.endWhereCancelled()
        if unwritable { return .output }
        if unreadable { return .noInput }
        if isSelected, summary.files == 0, summary.stop == nil {
            Console.error("no document was found: \(tree.rule)")
            return .noInput
        }
        return summary.stop != nil || summary.bad > 0 && !hasLimit ? .data : .success
    }

    /// So many bad documents are listed on standard error.
    private static let mostShown = 20

    private func tell(
        _ summary: StoredMigration.Summary, shown: Int, _ list: FileReplacement?
    ) throws(StoredFileError) {
        if shown > Self.mostShown {
            let all = report == nil ? "; '--report FILE' lists them all" : ""
            Console.error("… and \(shown - Self.mostShown) more bad documents\(all)")
        }
        if summary.stop == .tooManyBad {
            // A share of bad documents is only computed at the end, when all documents are done.
            let rest = options.limit.isExceededAnyhow(bad: summary.bad) ? ": the rest is unchanged" : ""
            Console.error("more documents are bad than '--max-bad \(options.limit)' allows\(rest)")
        }
        if isQuiet { return }
        if undone != nil {
            try Console.print(
                "\(summary.migrated) restored, \(summary.counts.unchanged) unchanged, \(summary.bad) left as they are\n"
            )
            return
        }
        try Console.print(summary.text)
        if options.destination == .nowhere {
            if summary.migrated == 0 { return }
            if let planned = options.plannedChanges, summary.stop == nil {
                try Console.print(
                    "\nnothing was written; to make the changes that \(planned) lists: '--apply \(planned)', without '--plan-out' and paths\n"
                )
            } else {
                try Console.print("\nnothing was written; to write:\n    \(again(writing: true))\n")
            }
        } else if summary.stop != nil || summary.bad > 0 {
            try Console.print("\nto continue:\n    \(again())\n" + lossesToKeep(list))
        }
    }

    /// What becomes of the list of losses.
    private func lossesToKeep(_ list: FileReplacement?) -> String {
        guard let list, !list.isWrittenDirectly else { return "" }
        return
            "that command writes \(list.path) anew, with the losses up to here, except those of documents that change meanwhile\n"
    }

    /// The command line, as a shell takes it.
    ///
    /// - `isWriting`: Whether '--write' is added: at the end, or, because nothing after a '--' is an option, behind the
    ///   name of the command.
    private func again(writing isWriting: Bool = false) -> String {
        var words = CommandLine.words
        if isWriting {
            let endsOptions = words.contains(Array("--".utf8))
            words.insert(Array("--write".utf8), at: endsOptions ? min(2, words.count) : words.count)
        }
        return words.map { word in
            let isPlain = word.allSatisfy { byte in
                byte > 0x7F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
                    || Array("_-./=:,@%+".utf8).contains(byte)
            }
            let text = String(decoding: word, as: UTF8.self)
            return isPlain && !word.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
        }.joined(separator: " ")
    }
}
