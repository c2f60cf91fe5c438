import Foundation
import TestSupport
import Testing

/// Folders, lists and patterns that select documents.
@Suite struct TreeInputsTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(folder: folder)
        _ = try folder.file("plan.json", Orders.plan)
        _ = try shell.run(
            """
            mkdir -p o/in
            echo '{"version": 1, "total": 1, "note": "x"}' > o/1.json
            echo '{"version": 2, "price": 2}' > o/in/2.json
            """)
    }

    @Test(arguments: ["detect", "check"]) func whatCannotBeReadIsReportedAndTheRestIsRead(command: String) throws {
        _ = try shell.run("ln -s nothing o/dangling.json")
        let run = try shell.run("$tool \(command) --plan plan.json o --follow-links")
        #expect(run.status == 66)
        #expect(run.errors == "o/dangling.json: cannot read: No such file or directory\n")
        #expect(run.output.contains("o/1.json") && run.output.contains("o/in/2.json"))
    }

    @Test(.enabled(if: geteuid() != 0, "a superuser may read everything"))
    func folderThatCannotBeReadIsReportedAndTheRestIsRead() throws {
        let run = try shell.run("chmod 0 o/in; $tool detect --plan plan.json o; chmod 755 o/in")
        #expect(run.errors == "o/in: cannot read: Permission denied\n")
        #expect(run.output == "o/1.json\t1\tfound at \"/version\"\n")
    }

    @Test(arguments: ["migrate --to 2", "migrate --write --to 2", "detect", "check"])
    func emptyListHoldsNoDocument(command: String) throws {
        let run = try shell.run(": | $tool \(command) --plan plan.json --files0-from -")
        #expect(run.status == 66)
        #expect(run.errors == "no document was found: the list of '--files0-from' is empty\n")
        #expect(try folder.names == ["o", "plan.json"])
    }

    @Test func foldersOfBackupsAreNotShown() throws {
        _ = try shell.run("$migrate o --write --backup o/before --quiet")
        #expect(try folder.text("o/before/1.json").contains("total"))
        for command in ["detect", "check"] {
            #expect(try !shell.run("$tool \(command) --plan plan.json o").output.contains("before"))
        }
        #expect(try shell.run("$migrate o").output.contains("to version 2: 0 to migrate, 2 there already"))
    }

    @Test(arguments: [
        ("o --write --backup used", "used: this folder contains other files, so it cannot be the one for backups"),
        ("o o/../p/o --output-dir out", "o/../p/o: its results would be in the same place as those of 'o';"),
    ]) func foldersThatWouldMixFilesAreRefused(arguments: String, words: String) throws {
        let run = try shell.run("mkdir -p used p/o; echo '{' > used/x.json; $migrate \(arguments)")
        #expect(run.status == 64)
        #expect(run.errors.hasPrefix(words))
        #expect(try folder.names == ["o", "p", "plan.json", "used"])
    }

    @Test(arguments: ["in/", "/in/", "**/in/"]) func patternThatEndsWithASlashExcludesFolders(pattern: String) throws {
        let run = try shell.run("$tool detect --plan plan.json o --exclude '\(pattern)' --exclude '1.json/'")
        #expect(run.output == "o/1.json\t1\tfound at \"/version\"\n")
    }

    @Test func commandThatWritesHasItsOptionBeforeTheEndOfOptions() throws {
        _ = try shell.run("echo '{\"version\": 1, \"total\": 1}' > ./-dash")
        let look = try shell.run("$migrate --diff --quiet -- -dash; $migrate --diff -- -dash | tail -1")
        let command = look.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(command.hasSuffix(" migrate --write --plan plan.json --to 2 --diff -- -dash"))
        #expect(try shell.run(command).output.contains("to version 2: 1 migrated"))
    }

    @Test(arguments: [
        "--quiet", "--redact total", "--report r", "--sync none", "--jobs 2", "--verify", "--progress none",
    ])
    func optionAboutARunDoesNotStartOneForOneFile(option: String) throws {
        for input in ["o/1.json", "--ndjson o/1.json", "- < o/1.json"] {
            let run = try shell.run("$migrate \(option) \(input)")
            #expect(run.status == 64 && run.output == "", "\(run)")
            #expect(
                run.errors == """
                    versioned-json: '\(option.prefix { $0 != " " })' is for many documents: for one FILE, '--diff', '--write' or '--output-dir' is needed too
                    Try 'versioned-json migrate --help'.

                    """)
        }
        for words in ["o", "o/1.json o/in/2.json", "o/1.json --diff", "o/1.json --output-dir out"] {
            #expect(try shell.run("$migrate \(option) \(words)").status == 0)
        }
    }

    @Test func differencesOfLinesNameTheirVersions() throws {
        let run = try shell.run("cat o/1.json o/in/2.json o/1.json > l.ndjson; $migrate l.ndjson --diff")
        #expect(run.output.hasPrefix("l.ndjson:1: 1 → 2\n"))
        #expect(run.output.contains("\nl.ndjson:3: 1 → 2\n"))
    }

    @Test func pageOfAnUndoIsAboutTheUndo() throws {
        _ = try shell.run("$migrate o --write --backup kept")
        _ = try shell.run("$migrate --undo o.to-2.journal --report undo.html")
        let page = try folder.text("undo.html")
        for part in [
            "<h1>Undo of the migration to version 2</h1>", "The undo is complete.", "<b>1</b> restored",
            "<b>0</b> left as they are",
        ] { #expect(page.contains(part), "\(part)") }
        #expect(!page.contains("Versions before and after") && !page.contains("migrated"))
    }
}
