import Migrations
import StoredMigrations

/// The options that select files and folders.
struct TreeArguments {
    static let options = options(default: "*.json, *.ndjson and *.jsonl")

    /// Those of commands to which a file is one document, unless all hold lines.
    static let optionsForOne = options(default: "*.json; with --ndjson, *.ndjson and *.jsonl")

    private static func options(default usual: String) -> [Option] {
        [
            Option(
                "--include", "GLOB",
                "Which files of folders are documents; default: \(usual). May be given several times.\n"
                    + "A pattern without a slash matches names, one with a slash matches paths from the folder.",
                isRepeatable: true),
            Option(
                "--exclude", "GLOB",
                "Which files and folders are excluded; a pattern that ends with a slash: folders only.\nMay be given several times.",
                isRepeatable: true
            ),
            Option(
                "--files0-from", "FILE", "Read the files and folders from FILE, or '-', each followed by a zero byte."),
            Option("--recursive", nil, "Look into folders within folders too; this is the default."),
            Option("--flat", nil, "Look only at the files of each folder, and not into folders within it."),
            Option("--follow-links", nil, "Follow symbolic links within folders, also to places outside of them."),
        ]
    }

    /// Whether the words ask for many documents: by an option, by a folder, or, with one of `modifiers`, by several
    /// files. For one file a modifier is not enough, because the result would then not be written.
    static func areWanted(
        _ arguments: Arguments, besides others: [Option], modifiers: Set<String>
    ) throws(UsageError) -> Bool {
        let names = (options + others).map(\.name)
        if names.contains(where: { arguments.has($0) && !modifiers.contains($0) }) { return true }
        if arguments.operands.contains(where: { $0 != "-" && PayloadInput($0).isFolder }) { return true }
        guard let modifier = names.first(where: { arguments.has($0) }) else { return false }
        if arguments.operands.count > 1 { return true }
        throw UsageError(
            "'\(modifier)' is for many documents: for one FILE, '--diff', '--write' or '--output-dir' is needed too")
    }

    /// The selection; its paths may be empty.
    let selection: DocumentSelection
    private let isUsual: Bool
    private let isLines: Bool
    /// The file of '--files0-from'.
    private let list: StoredPath?
    private var hasList: Bool { list != nil }

    /// - `isLines`: Whether all files hold one document a line.
    /// - `isOne`: Whether a file holds one document, unless all hold lines.
    init(_ arguments: Arguments, isLines: Bool, isOne: Bool = false) throws(UsageError) {
        var paths = arguments.operands
        list = arguments.path("--files0-from")
        if let list {
            do {
                let bytes = try PayloadInput(list).bytes()
                paths += bytes.split(separator: 0).map { StoredPath(bytes: Array($0)) }
            } catch {
                throw UsageError("'--files0-from': \(error)")
            }
        }
        var selection = DocumentSelection(paths)
        let include = arguments.all("--include")
        (isUsual, self.isLines) = (include.isEmpty, isLines)
        if !isUsual {
            selection.include = include.map { PathPattern($0) }
        } else if isOne {
            selection.include = isLines ? DocumentSelection.usualLines : [PathPattern("*.json")]
        }
        selection.exclude = arguments.all("--exclude").map { PathPattern($0) }
        if arguments.has("--recursive"), arguments.has("--flat") {
            throw UsageError("'--recursive' and '--flat' contradict each other")
        }
        selection.isRecursive = !arguments.has("--flat")
        selection.followsLinks = arguments.has("--follow-links")
        if isLines { selection.lines = [PathPattern("*")] }
        self.selection = selection
    }

    /// The files that a run reads, and that are not documents in any folder: the plan or the set with its plans, their
    /// locks, and the list of '--files0-from'.
    func filesThatAreRead(_ subject: SubjectArguments, _ loaded: Subject) -> [StoredPath] {
        var plans = [subject.path]
        if case .set(let loaded) = loaded { plans += loaded.plans.map(\.path) }
        return plans + plans.map { Common.lockPath(beside: $0) } + [list].compactMap { $0 }.filter { $0 != "-" }
    }

    /// Adds the list of '--files0-from'.
    func add(to files: inout FileUses) {
        if let list { files.read(PayloadInput(list), as: "'--files0-from'") }
    }

    /// Which files in folders are documents.
    var rule: String {
        isUsual
            ? "in folders, these are files that end in \".json\", \".ndjson\" or \".jsonl\", also with \".gz\" or \".zst\"; '--include GLOB' selects others"
            : "in folders, '--include' and '--exclude' select no file"
    }

    /// Reports that the list of '--files0-from' names nothing, and no other file is named; `nil` if that is not so.
    func reportEmptyList() -> ExitStatus? {
        if !hasList || !selection.paths.isEmpty { return nil }
        Console.error("no document was found: the list of '--files0-from' is empty")
        return .noInput
    }

    /// The files of a path, and the files and folders in it that cannot be read.
    struct Inputs {
        var files: [PayloadInput] = []
        var unreadable: [StoredFileError] = []

        /// Reports what cannot be read.
        func report() -> ExitStatus {
            unreadable.reduce(.success) { max($0, Console.report($1, file: nil)) }
        }
    }

    /// The files of a path: itself, or those of a folder that are selected.
    ///
    /// - `others`: Files that are not documents in any folder, such as the plan.
    func inputs(at path: StoredPath, besides others: [StoredPath]) throws(StoredFileError) -> Inputs {
        var inputs = try inputs(at: path)
        let others = others.map { PayloadInput($0) }
        inputs.files.removeAll { input in
            input != PayloadInput(path) && others.contains { input.isSameFile(as: $0) }
        }
        return inputs
    }

    private func inputs(at path: StoredPath) throws(StoredFileError) -> Inputs {
        guard path != "-", PayloadInput(path).isFolder else { return Inputs(files: [PayloadInput(path)]) }
        var one = selection
        one.paths = [path]
        var inputs = Inputs()
        for entry in TreeWalk(one, in: DiskFileSystem()) {
            switch entry {
            case .document(let place): inputs.files.append(PayloadInput(place.shown))
            case .unreadable(_, let error): inputs.unreadable.append(error)
            case .skipped, .temporary: continue
            }
        }
        if inputs.files.isEmpty, inputs.unreadable.isEmpty {
            let ends = isLines ? "\".ndjson\" or \".jsonl\", also with \".gz\" or \".zst\"" : "\".json\""
            let reason = "the folder holds no file that " + (isUsual ? "ends in \(ends)" : "is selected")
            throw StoredFileError(code: .unreadable, path: path.description, reason: reason)
        }
        return inputs
    }
}
