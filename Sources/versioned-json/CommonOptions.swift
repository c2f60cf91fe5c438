import Migrations
import VersionedCodec

/// Options and code that several commands share.
enum Common {
    static let plan = Option("--plan", "PLAN", "The plan file.")
    static let lines = Option("--ndjson", nil, "The input has one document on each line.")
    static let maximumDepth = Option("--max-depth", "N", "How deep arrays and objects may be nested; default 512.")

    static let all = Option(
        "--all", nil, "Show operations on scratch values too,\nand those that a summary replaces.")

    static let context = Option(
        "--context", "FILE", "Facts from outside that operations may read: a file of one JSON value.")

    static let redact = Option(
        "--redact", "LIST",
        "Keys and paths of values to hide, separated by commas: email,/payment/*.")

    /// The values of `--redact`.
    static func redactions(_ arguments: Arguments) throws(UsageError) -> [DecodingIssue.Redaction] {
        var redactions: [DecodingIssue.Redaction] = []
        guard let list = arguments["--redact"] else { return [] }
        for item in list.split(separator: ",", omittingEmptySubsequences: false) {
            let item = String(item.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            func mistake(_ reason: String) -> UsageError {
                UsageError("'\(item)' is not a value of '--redact': \(reason)")
            }
            if item.isEmpty { throw mistake("a key or a path is missing") }
            if item.hasPrefix("/") {
                do throws(JSONPointer.SyntaxError) {
                    redactions.append(.path(try JSONPointer(parsing: item)))
                } catch {
                    throw mistake("\(error)")
                }
            } else if item.contains("/") {
                throw mistake("a path begins with /")
            } else if item == "*" {
                throw mistake("* means any key or index within a path, such as /*/email")
            } else if item.hasPrefix("\"") {
                throw mistake("write a key without quotes")
            } else {
                redactions.append(.key(item))
            }
        }
        return redactions
    }

    /// The context of `--context`; `nil` without the option. Reports errors.
    static func context(_ path: StoredPath?) throws(Reported) -> JSONValue? {
        guard let path else { return nil }
        do {
            return try JSONDocument(parsing: PayloadInput(path).bytes()).root
        } catch {
            throw Reported(status: Console.report(error, file: PayloadInput(path).name))
        }
    }

    /// The plan of `--plan`. Reports errors.
    static func plan(_ path: StoredPath) throws(Reported) -> MigrationPlan {
        do {
            return try MigrationPlan(planFile: PayloadInput(path).bytes())
        } catch {
            let status = Console.report(error, file: "\(path)")
            if (error as? PlanFileError)?.path == "/planSetFormat" {
                Console.error("\(path): use '--set' for a plan set, with a command that has it")
            }
            throw Reported(status: status)
        }
    }

    /// The set of `--set`, with its plans beside it. Reports errors.
    static func set(_ path: StoredPath) throws(Reported) -> LoadedSet {
        var paths: [StoredPath] = []
        do {
            let set = try PlanSet(setFile: PayloadInput(path).bytes()) { name in
                let file = path.folder.appending(StoredPath(name))
                paths.append(file)
                let bytes = try PayloadInput(file).bytes()
                do { return try MigrationPlan(planFile: bytes) } catch {
                    throw Reported(status: Console.report(error, file: "\(file)"))
                }
            }
            // The set asks for the plans in the order of the entities that have one.
            return LoadedSet(set: set, plans: Array(zip(set.entities.filter { $0.plan != nil }, paths)))
        } catch let error as Reported {
            throw error
        } catch {
            let status = Console.report(error, file: "\(path)")
            if (error as? PlanFileError)?.path == "/planFormat" {
                Console.error("\(path): use '--plan' for a plan")
            }
            let isUnreadable = (error as? PlanFileError)?.code == .unreadablePlan
            throw Reported(status: isUnreadable ? .noInput : status)
        }
    }

    static func parsing(_ arguments: Arguments) throws(UsageError) -> JSONParsingOptions {
        JSONParsingOptions(maximumDepth: try arguments.count("--max-depth", default: JSONParsingOptions().maximumDepth))
    }

    /// Extensions of the standard that may be accepted, each by a flag of its own.
    static let tolerances: [(option: Option, tolerance: JSONParsingOptions.Tolerances)] = [
        (Option("--allow-trailing-commas", nil, "Accept a comma after the last member or element."), .trailingCommas),
        (Option("--allow-comments", nil, "Accept // and /* */ where white space may be."), .comments),
        (
            Option(
                "--allow-bom", nil,
                "Accept a byte order mark before the text; every command does but validate without a plan."),
            .byteOrderMark
        ),
        (Option("--allow-non-finite", nil, "Accept NaN, Infinity and -Infinity as numbers."), .nonFiniteNumbers),
        (Option("--allow-control-characters", nil, "Accept control characters in strings."), .controlCharacters),
        (
            Option(
                "--allow-other-encodings", nil,
                "Accept UTF-16 and UTF-32; every command does but validate without a plan.\nLines are read in UTF-8 only."
            ),
            .otherEncodings
        ),
        (Option("--allow-json5", nil, "Accept JSON5; the output is JSON."), .json5),
    ]
    static let duplicateKeys = Option(
        "--duplicate-keys", "POLICY", "What to do about a key that appears twice: report (default), first, last, keep.")

    /// The options of what is accepted beyond the standard.
    static var tolerance: [Option] { tolerances.map(\.option) + [duplicateKeys] }

    /// The limits of reading, and what is accepted beyond the standard.
    ///
    /// - `isStrict`: Whether only text that a flag accepts is read; otherwise also a byte order mark, UTF-16 and
    ///   UTF-32, as `VersionedJSONDecoder` reads them.
    static func tolerantParsing(_ arguments: Arguments, isStrict: Bool = false) throws(UsageError) -> JSONParsingOptions
    {
        var options = try parsing(arguments)
        if !isStrict { options.tolerances = VersionedJSONDecoder.defaultParsingOptions.tolerances }
        for (option, tolerance) in tolerances where arguments.has(option.name) { options.tolerances.insert(tolerance) }
        options.duplicateKeys = try arguments.choice("--duplicate-keys", default: .report)
        return options
    }

    /// Advice for an entity of a set without a version.
    static func hintAtFrom(for error: any Error, file: String) {
        let cause = (error as? MigrationError)?.underlying ?? error
        guard (cause as? VersionError)?.code == .missing else { return }
        Console.error(
            "\(file): '--from VERSION' says which version of the API a payload comes from, for entities that name no version"
        )
    }

    /// Asks for `--from` if the plan does not declare where documents name their version.
    static func hintAtFrom(_ loaded: Subject, from: String?, isMissing: Bool) {
        guard isMissing, from == nil, case .plan(let plan) = loaded, plan.location == nil else { return }
        Console.error("the plan does not say where documents have their version: name it with '--from VERSION'")
    }

    /// Options for facts about versions that the caller knows from elsewhere.
    static let hints = [
        Option("--media-type", "TYPE", "The Content-Type of the documents."),
        Option("--date", "DAY", "A day, such as 2026-03-14; it selects the closest version up to that day."),
    ]

    static func hints(_ arguments: Arguments) -> VersionHints {
        VersionHints(mediaType: arguments["--media-type"], date: arguments["--date"])
    }

    /// The operands as inputs; none is standard input.
    static func inputs(_ arguments: Arguments) -> [PayloadInput] {
        arguments.operands.isEmpty ? [PayloadInput("-")] : arguments.operands.map { PayloadInput($0) }
    }

    /// Fails where a label of the command line is not in the plan.
    static func require(_ label: String?, in plan: MigrationPlan, option: String) throws(UsageError) {
        try require(label, in: plan.labels, option: option)
    }

    /// Fails if a label of the command line is unknown.
    static func require(_ label: String?, in labels: [String], option: String) throws(UsageError) {
        guard let label, !labels.contains(label) else { return }
        throw UsageError(
            "'\(label)' is not a value of '\(option)'; known versions: \(labels.joined(separator: ", "))")
    }

    /// Tries every input; the worst status wins.
    static func each(_ inputs: [PayloadInput], _ body: (PayloadInput) throws -> ExitStatus) -> ExitStatus {
        var worst = ExitStatus.success
        for input in inputs {
            do {
                worst = max(worst, try body(input))
            } catch {
                worst = max(worst, Console.report(error, file: input.name))
            }
        }
        return worst
    }
}

/// An error whose text has been written; a command ends with its status.
struct Reported: Error {
    let status: ExitStatus
}
