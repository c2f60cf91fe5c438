import Testing

@Suite struct UsageTests {
    @Test func helpOfTheToolListsCommandsAndStatuses() throws {
        for arguments in [["--help"], ["-h"], ["help"]] {
            let run = try Tool.run(arguments, input: nil)
            #expect(run.status == 0 && run.errors == "")
            #expect(
                run.output == """
                    Migrates JSON documents between the versions of a plan.

                    USAGE: versioned-json COMMAND [OPTION …] [FILE …]

                    COMMANDS
                      detect     Show the version of documents and how it was found: FILE, VERSION and HOW, separated by tabs.
                      migrate    Migrate a document to another version.
                      check      Check a plan: is it valid, and does each payload survive a round trip to every version?
                      explain    Show the path between two versions, step by step: summaries, operations, loss classes.
                      changelog  Write what changed from version to version, as Markdown, newest first.
                      compare    Show which of two versions can read the other's payloads, and which operations prevent it.
                      lock       Lock the released steps of a plan, or list those that have been edited since.
                      validate   Check whether files are well-formed JSON (RFC 8259, UTF-8) and fit a plan.

                    'versioned-json COMMAND --help' lists the options of a command. Without FILE, or with '-', it reads standard input.

                    EXIT STATUS
                      0   success; with '--keep-bad', standard error says how many lines were kept
                      64  the command line is wrong, names a version that the plan does not have,
                          or would overwrite another file of the same run
                      65  a payload or a plan file is wrong, '--losses fail' found a loss,
                          or there are more bad lines than '--max-bad' allows
                      66  a file cannot be read
                      74  a result cannot be written

                    If a signal such as SIGINT or SIGPIPE ends a run, files stay as they were, and the process ends by that signal.

                    """)
        }
    }

    @Test(arguments: [
        ("detect", "(--plan PLAN | --set SET --entity NAME) [OPTION …] [FILE | FOLDER … | -]"),
        ("migrate", "(--plan PLAN | --set SET --entity NAME) --to VERSION [OPTION …] [FILE | - | FOLDER …]"),
        (
            "check",
            "(--plan PLAN [--lock FILE] | --set SET [--entity NAME]) [--losses report|fail] [--ndjson] [--format FORM] [FILE | FOLDER …]"
        ),
        (
            "explain",
            "(--plan PLAN | --set SET [--entity NAME]) [--from VERSION] [--to VERSION] [--all | --cost FILE [--context FILE]]"
        ),
        ("changelog", "(--plan PLAN | --set SET [--entity NAME]) [--from VERSION] [--to VERSION] [--all]"),
        (
            "compare",
            "(--plan PLAN | --set SET [--entity NAME]) [--from VERSION] [--to VERSION] [--json] [--require backward|forward|full]"
        ),
        ("lock", "(--plan PLAN [--lock FILE] | --set SET [--entity NAME]) [--to VERSION | --verify]"),
        ("validate", "[--plan PLAN [--from VERSION]] [--ndjson] [--format FORM] [FILE … | -]"),
    ])
    func helpOfACommandTellsItsOptions(command: String, usage: String) throws {
        let run = try Tool.run(command, "--help")
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("\n\nUSAGE: versioned-json \(command) \(usage)\n\nOPTIONS\n"))
        #expect(run.output.contains("--help"))
        #expect(try Tool.run("help", command).output == run.output)
        #expect(try Tool.run(command, "file", "-h").output == run.output)
    }

    @Test(arguments: [
        ([], "a command is missing", ""),
        (
            ["migrat"],
            "unknown command 'migrat'; did you mean 'migrate'? known: detect, migrate, check, explain, changelog, compare, lock, validate",
            ""
        ),
        (
            ["help", "migrat"],
            "unknown command 'migrat'; did you mean 'migrate'? known: detect, migrate, check, explain, changelog, compare, lock, validate",
            ""
        ),
        (["detect"], "the option '--plan' or '--set' is missing", "detect "),
        (
            ["detect", "--set", "s", "--entity", "e", "--summary"],
            "'--summary' and '--ndjson' are not for '--set' here", "detect "
        ),
        (["detect", "--plan", "p", "--from", "1"], "'--from' needs '--set'", "detect "),
        (
            ["migrate", "--plan", "p", "--to", "1", "--output", "f", "--losses-file", "f"],
            "'--output' and '--losses-file' are the same file: 'f'", "migrate "
        ),
        (["migrate", "--plan", Tool.plan], "the option '--to' is missing", "migrate "),
        (["migrate", "--plan"], "the option '--plan' needs a value: PLAN", "migrate "),
        (
            ["migrate", "--plan", Tool.plan, "--to", "9"],
            "'9' is not a value of '--to'; known versions: 1, 2, 3", "migrate "
        ),
        (
            ["migrate", "--plan", Tool.plan, "--to", "1", "--from", "x"],
            "'x' is not a value of '--from'; known versions: 1, 2, 3", "migrate "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "a", "b"],
            "one FILE at a time; unexpected 'b'; a folder, or an option such as '--write' or '--output-dir', is for many",
            "migrate "
        ),
        (["migrate", "--plan", "p", "--to", "1", "--keep-bad", "f"], "'--keep-bad' needs '--ndjson'", "migrate "),
        (["migrate", "--plan", "p", "--to", "1", "--bad-report", "f"], "'--bad-report' needs '--ndjson'", "migrate "),
        (
            ["migrate", "--plan", "p", "--to", "1", "--ndjson", "--max-bad", "1"], "'--max-bad' needs '--keep-bad'",
            "migrate "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "--ndjson", "--keep-bad", "f", "--max-bad", "1.5"],
            "'1.5' is not a value of '--max-bad': a number of bad documents is needed, or a share of all documents, such as 0.5%",
            "migrate "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "--style", "nice"],
            "'nice' is not a value of '--style'; known: version, keep", "migrate "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "--losses", "ignore"],
            "'ignore' is not a value of '--losses'; known: report, fail, carry", "migrate "
        ),
        (
            ["explain", "--plan", Tool.plan, "--to", "4"],
            "'4' is not a value of '--to'; known versions: 1, 2, 3", "explain "
        ),
        (
            ["lock", "--plan", "p", "--to", "2", "--verify"], "'--to' is not for '--verify'", "lock "
        ),
        (
            ["compare", "--plan", "p", "--require", "all"],
            "'all' is not a value of '--require'; known: backward, forward, full", "compare "
        ),
        (
            ["changelog", "--plan", Tool.plan, "--to", "4"],
            "'4' is not a value of '--to'; known versions: 1, 2, 3", "changelog "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "--losses", "carry", "--drop-carried"],
            "'--drop-carried' and '--losses carry' contradict each other, except with '--carry-to'", "migrate "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "--write", "--jobs", "0", "a"],
            "'0' is not a value of '--jobs': a whole number from 1 is needed", "migrate "
        ),
        (
            ["migrate", "--plan", "-", "--to", "1"],
            "standard input can be read only once, and is named as '--plan' and the input", "migrate "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "--context", "-", "-"],
            "standard input can be read only once, and is named as '--context' and the input", "migrate "
        ),
        (
            ["explain", "--plan", "-", "--cost", "-"],
            "standard input can be read only once, and is named as '--plan' and '--cost'", "explain "
        ),
        (["validate", "-", "-"], "standard input can be read only once, and is named as the input twice", "validate "),
        (["explain"], "the option '--plan' or '--set' is missing", "explain "),
        (["check", "--set", "s", "f"], "'--set' needs '--entity' to say what 'f' is", "check "),
        (
            ["check", "--set", "s", "--lock", "l"],
            "'--lock' is not for '--set': each plan of a set has its lock beside it", "check "
        ),
        (
            ["lock", "--set", "s", "--lock", "l"],
            "'--lock' is not for '--set': each plan of a set has its lock beside it", "lock "
        ),
        (["compare", "--plan", "p", "--entity", "e"], "'--entity' needs '--set'", "compare "),
        (
            ["explain", "--plan", "p", "x"],
            "unexpected operand 'x': files are named with options here, such as '--plan'", "explain "
        ),
        (
            ["lock", "--plna", "p"],
            "unknown option '--plna'; did you mean '--plan'? known: --plan, --set, --entity, --lock, --to, --verify",
            "lock "
        ),
        (
            ["validate", "--strict"],
            "unknown option '--strict'; known: --plan, --from, --ndjson, --format, --redact, --context, --max-depth, "
                + "--allow-trailing-commas, --allow-comments, --allow-bom, "
                + "--allow-non-finite, --allow-control-characters, --allow-other-encodings, --allow-json5, --duplicate-keys",
            "validate "
        ),
        (
            ["validate", "--max-depth", "-1"], "'-1' is not a value of '--max-depth': a whole number is needed",
            "validate "
        ),
        (
            ["validate", "--max-depth=1", "--max-depth=2"],
            "the option '--max-depth' is given twice", "validate "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "--ndjson=yes"],
            "the option '--ndjson' takes no value", "migrate "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "--output", "-"],
            "the option '--output' needs a file or folder, not '-'; './-' is one of that name", "migrate "
        ),
        (
            ["migrate", "--plan", "p", "--to", "1", "--losses-file=-"],
            "the option '--losses-file' needs a file or folder, not '-'; './-' is one of that name", "migrate "
        ),
    ])
    func mistakesAreToldAndEndWith64(arguments: [String], message: String, command: String) throws {
        let run = try Tool.run(arguments, input: nil)
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.errors == "versioned-json: \(message)\nTry 'versioned-json \(command)--help'.\n")
    }
}
