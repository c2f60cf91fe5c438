import Foundation
import TestSupport
import Testing

/// No file that is read, or written as one thing, is written as another: status 64, both named, nothing changed.
@Suite struct FileConflictTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(folder: folder)
        _ = try folder.file("plan.json", Orders.plan)
        _ = try folder.file("in.nd", Orders.lines)
        _ = try folder.file("context.json", "{}")
        _ = try folder.file(
            "set.json",
            """
            {"planSetFormat": 1, "name": "s", "entities": [{"name": "Order", "plan": "plan.json"}],
             "apiVersions": [{"version": "1", "pins": {"Order": "1"}}, {"version": "2", "pins": {"Order": "2"}}]}
            """)
        _ = try shell.run(
            "ln in.nd hard; ln -s in.nd soft; ln -s soft chain; ln -s new nothing; mkdir sub; ln -s . here")
    }

    /// The files with their contents.
    private var contents: [String: String] {
        get throws {
            Dictionary(
                uniqueKeysWithValues: try folder.names.map { ($0, (try? folder.text($0)) ?? "") })
        }
    }

    @Test(arguments: [
        ("--ndjson --keep-bad in.nd in.nd", "'--keep-bad' and the input are the same file: 'in.nd'"),
        ("in.nd --output x1 --losses-file ./x1", "'--output' and '--losses-file' are the same file: 'x1' and './x1'"),
        ("--ndjson in.nd --keep-bad plan.json", "'--keep-bad' and '--plan' are the same file: 'plan.json'"),
        ("in.nd --losses-file in.nd", "'--losses-file' and the input are the same file: 'in.nd'"),
        ("in.nd --output plan.json", "'--output' and '--plan' are the same file: 'plan.json'"),
        ("--ndjson in.nd --bad-report hard", "'--bad-report' and the input are the same file: 'hard' and 'in.nd'"),
        (
            "--ndjson in.nd --bad-report here/chain",
            "'--bad-report' and the input are the same file: 'here/chain' and 'in.nd'"
        ),
        (
            "in.nd --output nothing --losses-file sub/../new",
            "'--output' and '--losses-file' are the same file: 'nothing' and 'sub/../new'"
        ),
        (
            "in.nd --context context.json --output context.json",
            "'--output' and '--context' are the same file: 'context.json'"
        ),
        (
            "--ndjson in.nd --losses carry --carry-from context.json --carry-to context.json",
            "'--carry-to' and '--carry-from' are the same file: 'context.json'"
        ),
        ("plan.json --output plan.json", "'--output' and '--plan' are the same file: 'plan.json'"),
        ("--losses-file in.nd < in.nd", "'--losses-file' and the input are the same file: 'in.nd'"),
        ("in.nd >> in.nd", "standard output and the input are the same file: 'in.nd'"),
        ("in.nd >> plan.json", "standard output and '--plan' are the same file: 'plan.json'"),
        (
            "in.nd --losses-file /dev/stdout >> x",
            "standard output and '--losses-file' are the same file: '/dev/stdout'"
        ),
        ("in.nd --losses-file x >> x", "standard output and '--losses-file' are the same file: 'x'"),
        (
            "in.nd --output /proc/self/fd/1 >> in.nd",
            "'--output' and the input are the same file: '/proc/self/fd/1' and 'in.nd'"
        ),
    ])
    func migrateRefuses(arguments: String, message: String) throws {
        if arguments.contains(">> x") { _ = try folder.file("x", "") }
        let before = try contents
        let run = try shell.run("$migrate " + arguments)
        #expect(run.status == 64 && run.output == "")
        #expect(run.errors == "versioned-json: \(message)\nTry 'versioned-json migrate --help'.\n")
        #expect(try contents == before)
    }

    @Test(arguments: [
        (
            "migrate --set set.json --entity Order --to 2 in.nd --output plan.json",
            "'--output' and the plan of 'Order' are the same file: 'plan.json'"
        ),
        (
            "migrate --set set.json --entity Order --to 2 in.nd --output set.json",
            "'--output' and '--set' are the same file: 'set.json'"
        ),
        (
            "lock --plan plan.json --lock here/plan.json",
            "'--lock' and '--plan' are the same file: 'here/plan.json' and 'plan.json'"
        ),
        ("lock --plan plan.json --lock x >> x", "standard output and '--lock' are the same file: 'x'"),
        ("detect --plan plan.json in.nd >> hard", "standard output and the input are the same file: 'in.nd'"),
        ("check --plan plan.json --ndjson in.nd >> in.nd", "standard output and the input are the same file: 'in.nd'"),
        (
            "check --plan plan.json --context context.json >> context.json",
            "standard output and '--context' are the same file: 'context.json'"
        ),
        ("check --plan plan.json --lock x >> x", "standard output and the lock file are the same file: 'x'"),
        ("validate in.nd >> in.nd", "standard output and the input are the same file: 'in.nd'"),
        ("validate < in.nd >> in.nd", "standard output and the input are the same file"),
        ("validate in.nd 2>> in.nd", ""),
        ("explain --plan plan.json >> plan.json", "standard output and '--plan' are the same file: 'plan.json'"),
        (
            "changelog --set set.json >> plan.json",
            "standard output and the plan of 'Order' are the same file: 'plan.json'"
        ),
        ("compare --set set.json >> set.json", "standard output and '--set' are the same file: 'set.json'"),
    ])
    func otherCommandsRefuse(arguments: String, message: String) throws {
        if arguments.contains(">> x") { _ = try folder.file("x", "") }
        var before = try contents
        let run = try shell.run("$tool " + arguments)
        #expect(run.status == 64 && run.output == "")
        if arguments.contains("2>>") {
            // The message goes where it was sent; nothing else does.
            for name in ["in.nd", "hard", "soft", "chain"] {
                before[name]? +=
                    "versioned-json: standard error and the input are the same file: 'in.nd'\nTry 'versioned-json validate --help'.\n"
            }
        } else {
            #expect(run.errors.hasPrefix("versioned-json: \(message)\nTry 'versioned-json "))
        }
        #expect(try contents == before)
    }

    @Test(arguments: [
        "in.nd --output in.nd", "--output in.nd < in.nd", "in.nd --output hard", "in.nd --output chain",
        "in.nd --output /dev/stdout > x", "in.nd --losses-file /dev/stderr 2> x", "in.nd > x 2>&1",
        "in.nd --output /dev/null --losses-file /dev/null --keep-bad /dev/null --bad-report /dev/null > /dev/null",
        "in.nd --output x --losses-file new", "--context plan.json in.nd",
    ])
    func migrateAllows(arguments: String) throws {
        let run = try shell.run("$migrate --ndjson " + arguments)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try folder.text("plan.json") == Orders.plan)
        #expect(try folder.names.allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test(arguments: [
        ("--report docs/1.json docs/1.json docs/2.json", "'--report' and a document are the same file: 'docs/1.json'"),
        (
            "--losses-file docs/1.json docs",
            "'--losses-file' would replace a document of a selected folder: 'docs/1.json'"
        ),
        (
            "--report docs/../docs/2.json docs",
            "'--report' would replace a document of a selected folder: 'docs/../docs/2.json'"
        ),
        ("--plan-out docs/1.json docs", "'--plan-out' would replace a document of a selected folder: 'docs/1.json'"),
    ])
    func documentsAreNotReplacedByReports(arguments: String, message: String) throws {
        _ = try shell.run("mkdir docs")
        for number in 1...2 { _ = try folder.file("docs/\(number).json", #"{"version": 1, "total": 1}"#) }
        let run = try shell.run("$migrate " + arguments)
        #expect(run.status == 64 && run.output == "")
        #expect(run.errors == "versioned-json: \(message)\nTry 'versioned-json migrate --help'.\n")
        #expect(try folder.text("docs/1.json") == #"{"version": 1, "total": 1}"#)
    }

    @Test(arguments: [
        ("docs --write --losses-file docs.to-2.journal", "'--losses-file' and the journal are the same file"),
        ("docs --write --report docs.to-2.journal", "'--report' and the journal are the same file"),
        ("docs --output-dir out --report out.to-2.journal", "'--report' and the journal are the same file"),
        ("docs --plan-out old", "'--plan-out' would replace the journal of an earlier run: 'old'"),
        ("docs --report old", "'--report' would replace the journal of an earlier run: 'old'"),
        ("--undo old --report old", "'--report' and '--undo' are the same file"),
        ("docs --output-dir out --report out/1.json", "'--report' would be among the files of '--output-dir'"),
        ("docs --output-dir out --losses-file out/new/1.json", "'--losses-file' would be among the files of"),
        ("docs --output-dir out --journal out/1.json", "'--journal' would be among the files of '--output-dir'"),
        ("docs --write --backup bk --report bk/1.json", "'--report' would be among the files of '--backup'"),
        ("docs --write --quarantine q --report q/1.json", "'--report' would be among the files of '--quarantine'"),
        ("docs --write --quarantine q --backup q", "results, backups and bad documents need a folder each"),
        ("docs --output-dir out --quarantine out", "results, backups and bad documents need a folder each"),
    ])
    func filesOfOneRunAreDifferent(arguments: String, message: String) throws {
        _ = try shell.run("mkdir -p docs out/new")
        for number in 1...2 { _ = try folder.file("docs/\(number).json", #"{"version": 1, "total": 1}"#) }
        _ = try folder.file("out/1.json", "a result")
        #expect(try shell.run("$migrate docs --write --journal old").status == 0)
        let old = try folder.text("old")
        let documents = try folder.text("docs/1.json")
        let run = try shell.run("$migrate " + arguments)
        #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
        #expect(try folder.text("old") == old && folder.text("docs/1.json") == documents)
        #expect(try folder.text("out/1.json") == "a result")
    }

    @Test(arguments: ["--report", "--losses-file", "--plan-out"])
    func reportsOfEarlierRunsAreReplaced(option: String) throws {
        _ = try shell.run("mkdir docs")
        _ = try folder.file("docs/1.json", #"{"version": 1, "total": 1, "note": "x"}"#)
        _ = try folder.file("docs/2.json", "{")
        for _ in 1...2 {
            let run = try shell.run("$migrate docs \(option) docs/written.json")
            #expect(run.status == 65 && run.output.contains("1 to migrate, 0 there already, 1 bad"), "\(run)")
            #expect(try folder.text("docs/written.json").contains(".json"))
        }
    }

    @Test func whatIsOpenAlreadyIsNotReplaced() throws {
        let run = try shell.run("echo before > x; $migrate --ndjson in.nd --output /dev/stdout >> x; cat x")
        #expect(run.output == "before\n{\"version\": 2, \"price\": 1.50}\n{\"version\": 2, \"price\": 2}\n")
    }

    @Test func closedStandardOutputIsNotAnotherFile() throws {
        let run = try shell.run("$tool lock --plan plan.json >&-; echo $?; cat plan.lock.json")
        #expect(run.output.hasPrefix("74\n{\n") && !run.output.contains("locked"), "\(run)")
        #expect(run.errors == "<stdout>: cannot write: Bad file descriptor\n")
    }
}
