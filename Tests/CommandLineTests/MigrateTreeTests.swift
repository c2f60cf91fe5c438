import Foundation
import TestSupport
import Testing

@Suite struct MigrateTreeTests {
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
            echo '{' > o/in/bad.json
            """)
    }

    @Test func lookAtAFolderShowsVersionsLossesAndHowToWrite() throws {
        let run = try shell.run("$migrate o")
        #expect(run.status == 65)
        #expect(run.errors == "o/in/bad.json:2:1: expected a key or \"}\", but the text ends (at the root)\n")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(5) == [
                "VERSION  COUNT  HOW                  FIRST", "1            1  found at \"/version\"  o/1.json",
                "2            1  found at \"/version\"  o/in/2.json", "",
                "to version 2: 1 to migrate, 1 there already (1 not read to the end), 1 bad",
            ])
        #expect(run.output.contains("        1  /note  o/1.json:1:36: lost \"x\""))
        #expect(run.output.hasSuffix("migrate --plan plan.json --to 2 o --write\n"))
        #expect(try folder.text("o/1.json").contains("total"))
        #expect(try folder.names == ["o", "plan.json"])
    }

    @Test func writeReplacesAndTheReportListsWhatIsBad() throws {
        let run = try shell.run("$migrate o --write --report bad.ndjson --backup kept --quarantine q")
        #expect(run.status == 65)
        #expect(try folder.text("o/1.json") == "{\"version\": 2, \"price\": 1}\n")
        #expect(try folder.text("kept/1.json").contains("total"))
        #expect(try folder.text("q/in/bad.json") == "{\n")
        #expect(
            try folder.text("bad.ndjson").hasPrefix(#"{"file":"o/in/bad.json","line":2,"byteOffset":0,"column":1,"#))
        #expect(run.output.contains("to go on:\n"))
        let again = try shell.run("$migrate o --write --max-bad 1")
        #expect(again.status == 0)
        #expect(again.output.hasPrefix("VERSION"))
        #expect(
            again.output.contains(
                "to version 2: 0 migrated, 1 done before, 1 there already (1 not read to the end), 1 bad\n"))
    }

    @Test func outputFolderMirrorsTheTree() throws {
        let run = try shell.run("$migrate o --output-dir out --quiet")
        #expect(run.status == 65 && run.output == "")
        #expect(try folder.text("out/1.json") == "{\"version\": 2, \"price\": 1}\n")
        #expect(try folder.text("out/in/2.json") == "{\"version\": 2, \"price\": 2}\n")
        #expect(try folder.text("o/1.json").contains("total"))
    }

    @Test func listOfFilesMayHaveAnyNames() throws {
        let run = try shell.run(
            "mv o/1.json $'o/line\\nbreak.json'; printf 'o/line\\nbreak.json\\0o/in/2.json\\0' | $migrate --files0-from - --write"
        )
        #expect(run.status == 0)
        #expect(run.output.contains("to version 2: 1 migrated, 1 there already (1 not read to the end), 0 bad"))
        #expect(try folder.text("o/line\nbreak.json").contains("price"))
    }

    @Test func severalFilesNeedAnOptionThatSaysSo() throws {
        let bare = try shell.run("$migrate o/1.json o/in/2.json")
        #expect(bare.status == 64)
        #expect(bare.errors.contains("one FILE at a time; unexpected 'o/in/2.json'; a folder, or an option such as"))
        #expect(try shell.run("$migrate o/1.json o/in/2.json --recursive").status == 0)
        #expect(try shell.run("$migrate o --exclude in").status == 0)
        #expect(try shell.run("$migrate o --include '*.txt' --include 2.json").output.contains("0 to migrate, 1 there"))
    }

    @Test func optionsThatContradictAreRefused() throws {
        for arguments in [
            "o --write --output-dir x", "o --backup x", "o --quarantine x", "o --output x", "- --write", "--write",
            "o --flat --recursive", "o --write --sync never",
        ] {
            #expect(try shell.run("$migrate \(arguments)").status == 64, "\(arguments)")
        }
    }

    @Test func detectAndCheckTakeFoldersTheSameWay() throws {
        let found = try shell.run("$tool detect --plan plan.json o --exclude bad.json")
        #expect(found.output == "o/1.json\t1\tfound at \"/version\"\no/in/2.json\t2\tfound at \"/version\"\n")
        #expect(found.status == 0)
        #expect(
            try shell.run("$tool detect --plan plan.json o --flat --summary").output.contains("1            1  found"))
        let checked = try shell.run("$tool check --plan plan.json o --exclude bad.json")
        #expect(
            checked.output.contains("o/1.json: 1 → 2 → 1:") && checked.output.contains("o/in/2.json: 2 → 1 → 2: same"))
        #expect(
            try shell.run("$tool check --plan plan.json o --include nothing").errors
                == "o: cannot read: the folder holds no file that is selected\n")
    }

    @Test func progressIsForTerminalsAndPrograms() throws {
        #expect(try shell.run("$migrate o --exclude bad.json").errors == "")
        let run = try shell.run("$migrate o --exclude bad.json --progress json")
        #expect(run.errors.hasPrefix(#"{"files":2,"of":2,"documents":2,"bytes":67,"bad":0,"milliseconds":"#))
        #expect(run.errors.hasSuffix("\"secondsLeft\":0}\n"))
    }

    @Test func undoIsACommandOfItsOwn() throws {
        _ = try shell.run("$migrate o --write --backup kept")
        let run = try shell.run("$migrate --undo o.to-2.journal")
        #expect(run.status == 0 && run.output == "1 put back, 0 as they were, 0 left as they are\n")
        #expect(try folder.text("o/1.json").contains("total"))
        #expect(try shell.run("$migrate --undo o.to-2.journal o").status == 64)
        #expect(try shell.run("$migrate --undo o.to-2.journal --write").status == 64)
        #expect(try shell.run("$migrate --undo nothing").status == 66)
    }

    @Test func absentFileIsAnErrorOfInput() throws {
        let run = try shell.run("$migrate nothing --write")
        #expect(run.status == 66)
        #expect(run.errors.hasPrefix("nothing: cannot read"))
    }

    @Test func diskThatIsFullEndsTheRunAndTheNextOneGoesOn() throws {
        let run = try shell.run(
            "for i in $(seq 200); do echo '{\"version\": 1, \"total\": 1}' > o/n$i.json; done; (ulimit -f 0; $migrate o --write)"
        )
        #expect(run.status != 0)
        #expect(try folder.names.filter { $0.hasSuffix(".tmp") } == [])
        #expect(try shell.run("$migrate o --write --max-bad 1; ls -A o | grep -c tmp").output.contains("201 migrated"))
    }
}
