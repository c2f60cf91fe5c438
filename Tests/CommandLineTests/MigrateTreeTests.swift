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

    @Test(arguments: [1, 2]) func fewOpenFilesAreEnoughForManyFolders(jobs: Int) throws {
        let run = try shell.run(
            """
            for number in $(seq 300); do
              mkdir -p many/$number
              echo '{"version": 1, "total": 1}' > many/$number/1.json
            done
            ulimit -n 100
            $migrate many --write --jobs \(jobs)
            """)
        #expect(run.output.contains("300 migrated, 0 there already, 0 bad") && run.status == 0)
    }

    /// A program that reads a list of losses can open the files that it names.
    @Test func filesOfLossesHaveTheirNames() throws {
        let run = try shell.run(
            "mv o/1.json \"$(printf 'o/a\\tb\\\\.json')\"; $migrate o --losses-file losses 2> /dev/null; cat losses")
        #expect(
            run.output.contains(#""file": "o/a\tb\\.json""#) || run.output.contains(#""file":"o/a\tb\\.json""#),
            "\(run)")
    }

    @Test func verifyingSaysThatTheWayBackFails() throws {
        _ = try folder.file(
            "plan.json",
            """
            {"planFormat": 1, "name": "n", "version": {"at": "/version", "as": "integer"},
            "versions": [{"version": "1"}, {"version": "2"}],
            "migrations": [{"from": "1", "to": "2", "summary": "s", "up": [], "down": [{"op": "remove", "path": "/x"}]}]}
            """)
        let run = try shell.run("$migrate o/1.json --write --verify")
        #expect(
            run.errors == "o/1.json: taken back to version 1, it fails: there is no member \"x\" "
                + "(at \"/x\", version 2, step 2 → 1, remove \"/x\")\n", "\(run)")
    }

    @Test func whatIsCarriedIsCounted() throws {
        let look = try shell.run("$migrate o --losses carry")
        #expect(look.output.contains("1 bad, 1 value carried\n"), "\(look.output)")
        #expect(!look.output.contains("COUNT  PATH"))
        _ = try shell.run("cat o/1.json o/1.json > o/in/lines.ndjson && rm o/in/bad.json")
        let run = try shell.run("$migrate o --losses carry --write")
        #expect(run.output.contains("3 migrated, 1 there already, 0 bad, 3 values carried\n"))
    }

    @Test func writeReplacesAndTheReportListsWhatIsBad() throws {
        let run = try shell.run("$migrate o --write --report bad.ndjson --backup kept --quarantine q")
        #expect(run.status == 65)
        #expect(try folder.text("o/1.json") == "{\"version\": 2, \"price\": 1}\n")
        #expect(try folder.text("kept/1.json").contains("total"))
        #expect(try folder.text("q/in/bad.json") == "{\n")
        #expect(
            try folder.text("bad.ndjson").hasPrefix(#"{"file":"o/in/bad.json","line":2,"byteOffset":0,"column":1,"#))
        #expect(run.output.contains("to continue:\n"))
        #expect(!run.output.contains("anew"))
        let listed = try shell.run(
            "cp -r kept again; $migrate again --write --max-bad 0 --losses-file l; $migrate o --write --losses-file l")
        #expect(
            listed.output.contains(
                "that command writes l anew, with the losses up to here, except those of documents that change meanwhile\n"
            ))
        let again = try shell.run("$migrate o --write --max-bad 1")
        #expect(again.status == 0)
        #expect(again.output.hasPrefix("VERSION"))
        #expect(
            again.output.contains(
                "to version 2: 0 migrated, 1 done before, 1 there already (1 not read to the end), 1 bad\n"))
    }

    @Test func lossesOfDocumentsThatAreDoneAreListedAgain() throws {
        let first = try shell.run(
            """
            cp -r o p; echo '{"version": 1, "total": 1, "note": [NaN, "s3cret"]}' > p/1.json
            printf '{"version": 1, "total": 1, "note": 5}\\nbad\\n' > p/l.ndjson
            m="$migrate p --write --allow-non-finite --max-bad 9"
            $m --losses-file l && cp l all && wc -l < l && $m --losses-file l && cmp l all && cat l
            """)
        #expect(first.status == 0 && first.output.contains("[NaN,\"s3cret\"]"), "\(first)")
        let message = "l lacks losses of documents that were migrated before: without '--losses-file', with another "
        #expect(!first.errors.contains("lacks"))
        let hidden = try shell.run("$migrate p --write --losses-file l --redact note; cat l")
        #expect(hidden.errors.contains(message) && !hidden.output.contains("s3cret"), "\(hidden)")
        let later = try shell.run("$migrate o --write; $migrate o --write --losses-file l --quiet; cat l")
        #expect(later.errors.contains(message) && later.output.contains("1 migrated"), "\(later)")
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

    @Test func differencesAreShownWithoutWhatIsRedacted() throws {
        let run = try shell.run("$migrate o --diff=1 --redact note")
        #expect(
            run.output.hasPrefix(
                """
                o/1.json: 1 → 2
                  - /version: 1
                  + /version: 2
                  - /total: 1
                  - /note: "(redacted)"
                  + /price: 1


                """))
        #expect(!run.output.contains("\"x\"") && run.output.contains("o/1.json:1:36: lost \"(redacted)\""))
        #expect(try !shell.run("$migrate o --diff --quiet").output.contains("+ /price"))
        #expect(try shell.run("$migrate o --diff=x").status == 64)
    }

    @Test func whatIsMadeOfRedactedValuesIsRedacted() throws {
        let run = try shell.run(
            """
            sed 's|{"op": "remove".*skip"}|{"op": "split", "from": "/who", "into": ["/first", "/last"], \\
            "separator": " "}, {"op": "remove", "path": "/last"}|' plan.json > split.json
            mkdir p; echo '{"version": 1, "total": 5, "who": "Zelda Quick", "x": "see Zelda Quick"}' > p/a.json
            cp p/a.json p/b.ndjson; $tool migrate --plan split.json --to 2 p --redact who --diff=9 --losses-file l; cat l
            """)
        #expect(run.output.contains("+ /first: \"(redacted)\"") && run.output.contains("+ /price: 5"), "\(run)")
        #expect(run.output.contains("\"(redacted)\",\"reason\"") && run.status == 0, "\(run)")
        for word in ["Zelda", "Quick"] { #expect(!(run.output + run.errors).contains(word), "\(run)") }
    }

    @Test func redactedValuesThatBecomeKeysAreRedacted() throws {
        let run = try shell.run(
            """
            sed 's|{"op": "remove".*skip"}|{"op": "arrayToObject", "path": "/all", "id": "who"}|' plan.json > keys.json
            mkdir p
            echo '{"version": 1, "total": 5, "all": [{"who": "Zelda", "n": 1}, {"who": "Quick", "n": 2}]}' > p/a.json
            echo '{"version": 1, "total": 5, "all": [{"who": "total", "n": 1}]}' > p/b.json
            $tool migrate --plan keys.json --to 2 p --redact who --diff=9
            """)
        #expect(run.output.contains(#"+ /all: {"(redacted)":{"n":1},"(redacted 2)":{"n":2}}"#), "\(run)")
        // A key of the document itself is shown.
        #expect(run.output.contains(#"+ /all: {"total":{"n":1}}"#), "\(run)")
        for word in ["Zelda", "Quick"] { #expect(!(run.output + run.errors).contains(word), "\(run)") }
    }

    /// A document that only an option lets in has its differences too, and its texts are hidden, in errors as well.
    @Test func whatIsMadeOfRedactedValuesInJSON5IsRedacted() throws {
        let run = try shell.run(
            """
            sed 's|{"op": "remove".*skip"}|{"op": "rename", "path": "/who", "to": "name"}, {"op": "split", \
            "from": "/name", "into": ["/first", "/last"], "separator": " "}|' plan.json > split.json
            mkdir p; echo "{version: 1, total: 5, who: 'Zelda Quick',}" > p/a.json
            echo "{version: 1, total: 5, who: 'ZeldaQuick',}" > p/b.json
            $tool migrate --plan split.json --to 2 p --redact who --diff=9 --allow-json5
            """)
        #expect(run.output.contains("+ /first: \"(redacted)\"") && run.output.contains("+ /price: 5"), "\(run)")
        #expect(run.errors.contains("the reason is redacted") && run.status == 65, "\(run)")
        for word in ["Zelda", "Quick"] { #expect(!(run.output + run.errors).contains(word), "\(run)") }
    }

    @Test func redactedValuesAreNowhere() throws {
        try shell.run(
            """
            echo '{"version": "s3cret", "total": 1}' > o/4.json
            echo '{"version": 1, "total": "s3cret", "price": "s3cret"}' > o/5.json
            echo '{"version": 1, "total": 1, "note": {"a": ["s3cret"]}}' > o/6.json
            printf '{"version": 1, "total": 1, "note": "s3cret"}\n{"version": "s3cret"}\n' > o/l.ndjson
            """)
        let options = "--redact version,total,price,note --diff=9 --losses-file l"
        let run = try shell.run(
            "$migrate o \(options) --report b.ndjson; $migrate o \(options) --report b.html --write --sync none")
        #expect(!run.output.contains("s3cret") && !run.errors.contains("s3cret"))
        for name in ["l", "b.ndjson", "b.html", "o.to-2.journal"] {
            #expect(try !folder.text(name).contains("s3cret"), "\(name)")
        }
        #expect(run.output.contains("(redacted)") && run.errors.contains("the reason is redacted"))
    }

    @Test func plannedChangesAreDoneExactly() throws {
        try shell.run("echo '{\"version\": 1, \"total\": 7}' > o/7.json; cp o/7.json o/8.json")
        let look = try shell.run("$migrate o --plan-out changes")
        #expect(look.output.contains("without '--plan-out' and paths") && look.status == 65)
        try shell.run("echo '{\"version\": 1, \"total\": 70}' > o/7.json; cp o/8.json o/9.json")
        let run = try shell.run("$migrate --apply changes --backup kept")
        #expect(run.status == 65)
        #expect(run.errors.hasSuffix("o/7.json: it was changed after this was planned, and is left as it is\n"))
        #expect(run.output.contains("to version 2: 2 migrated, 0 there already, 1 bad"))
        #expect(try folder.text("o/8.json") == "{\"version\": 2, \"price\": 7}\n")
        #expect(try folder.text("o/9.json").contains("total"), "what was not planned is not done")
        #expect(try folder.text("o/7.json").contains("70"))
        #expect(try shell.run("$migrate --apply changes --backup kept").output.contains("0 migrated, 2 done before"))
        #expect(try shell.run("$migrate --undo o.to-2.journal").output.hasPrefix("2 restored"))
    }

    @Test func badLinesOfAPlannedRunAreTriedAgain() throws {
        let run = try shell.run(
            """
            mkdir p; printf '{"version": 1, "total": 3}\\nbad\\n' > p/l.ndjson
            $migrate p --plan-out changes > /dev/null 2> /dev/null
            for i in 1 2 3; do $migrate --apply changes > told 2> /dev/null; echo $?; grep 'to version' told; done; cat p/l.ndjson
            """)
        #expect(
            run.output == """
                65
                to version 2: 1 migrated, 0 there already, 1 bad
                65
                to version 2: 0 migrated, 1 there already, 1 bad
                65
                to version 2: 0 migrated, 1 there already, 1 bad
                {"version": 2, "price": 3}
                bad

                """, "\(run)")
    }

    /// The table says what there was, whether it is written or not.
    @Test func versionsOfLinesAreCountedInEachRun() throws {
        let run = try shell.run(
            """
            mkdir p; cp o/1.json p/1.json
            printf '{"version": 1, "total": 3}\\n{"total": 4, "version": 1}\\n\\nbad\\n{"version": 2, "price": 3}\\n' > p/l.ndjson
            for o in '' --verify --write; do $migrate p --sync none $o 2> /dev/null | grep 'found at'; done
            """)
        let table = """
            1            3  found at "/version"  p/1.json
            2            1  found at "/version"  p/l.ndjson:5

            """
        #expect(run.output == table + table + table, "\(run)")
    }

    @Test func redactedReasonKeepsTheVersion() throws {
        _ = try shell.run("mkdir p; echo '{\"version\": 1}' > p/1.json; cp p/1.json p/l.ndjson")
        let run = try shell.run("$migrate p --redact total --report r; cat r")
        let version = #","reason":"absent; the reason is redacted","version":"1"}"#
        #expect(run.output.components(separatedBy: version).count == 3, "\(run)")
    }

    @Test(arguments: [
        ("--apply plan.json", "plan.json: this file does not contain planned changes, or is damaged"),
        ("--apply cut", "cut: this file has no end, or no planned changes"),
        ("--apply changes --style keep", "changes: these changes were planned with another plan, style or target"),
        ("--apply changes o", "'--apply' takes no other files; unexpected 'o'"),
        ("--apply changes --write", "'--apply' and '--write' cannot be combined"),
        ("o --write --plan-out c", "'--plan-out' cannot be combined with '--write' or '--output-dir'"),
        ("--apply nothing", "nothing: cannot read: No such file or directory"),
    ]) func otherChangesAreRefused(words: String, message: String) throws {
        try shell.run("$migrate o --plan-out changes; head -2 changes > cut")
        let run = try shell.run("$migrate \(words)")
        #expect(run.status >= 64 && run.errors.contains(message), "\(run.errors)")
        #expect(try folder.text("o/1.json").contains("total"))
    }

    @Test func pageIsForPeople() throws {
        let run = try shell.run("$migrate o --report page.html --quiet")
        #expect(run.output == "" && run.status == 65)
        let page = try folder.text("page.html")
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n") && !page.contains("<script"))
        for part in [
            "<b>1</b> to migrate", "<td data-title=\"path\"><code>/note</code></td>", "o/in/bad.json:2:1",
            "expected a key or &quot;}&quot;, but the text ends", "<del>− /total: 1</del>", "<ins>+ /price: 1</ins>",
            "A dry run: nothing was written.",
        ] { #expect(page.contains(part), "\(part)") }
    }

    @Test func namesWithLineBreaksStayOnTheirLine() throws {
        try shell.run(
            "rm -r o; mkdir o; echo '{' > $'o/a\\n\\e[31mb.json'; echo '{\"version\": 1, \"total\": 1, \"note\": 1}' > $'o/c\\nd.json'"
        )
        let run = try shell.run("$migrate o --report r.ndjson")
        #expect(run.errors.hasPrefix("o/a\\x0A\\x1B[31mb.json:2:1: "))
        #expect(run.output.contains("o/c\\x0Ad.json"))
        #expect(try folder.text("r.ndjson").hasPrefix(#"{"file":"o/a\n\u001b[31mb.json","line":2"#))
    }

    @Test func documentWhoseVersionIsUnreadableIsNoFileThatIs() throws {
        try shell.run("echo '{\"version\": [1]}' > o/in/bad.json")
        #expect(try shell.run("$migrate o").status == 65)
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

    @Test func runThatFindsNoDocumentSaysWhichFilesAreOnes() throws {
        _ = try shell.run("mkdir p; echo '{}' > p/a.resolved")
        let run = try shell.run("$migrate p --write")
        #expect(run.status == 66)
        #expect(
            run.errors == "no document was found: in folders, these are files that end in \".json\", \".ndjson\" or "
                + "\".jsonl\", also with \".gz\" or \".zst\"; '--include GLOB' selects others\n")
        #expect(
            try shell.run("$migrate o --include nothing").errors
                == "no document was found: in folders, '--include' and '--exclude' select no file\n")
        #expect(try shell.run("$migrate p --include '*.resolved' --max-bad 1").status == 0)
    }

    @Test func aShareOfBadDocumentsIsKnownInTheEnd() throws {
        let run = try shell.run("$migrate o --write --max-bad 10%")
        #expect(run.status == 65 && run.output.contains("1 migrated"))
        #expect(run.errors.contains("more documents are bad than '--max-bad 10%' allows\n"))
    }

    @Test func progressIsForTerminalsAndPrograms() throws {
        #expect(try shell.run("$migrate o --exclude bad.json").errors == "")
        let run = try shell.run("$migrate o --exclude bad.json --progress json")
        #expect(
            run.errors.hasPrefix(#"{"files":2,"of":2,"documents":2,"bytes":67,"ofBytes":67,"bad":0,"milliseconds":"#))
        #expect(run.errors.hasSuffix("\"secondsLeft\":0}\n"))
    }

    @Test func undoIsACommandOfItsOwn() throws {
        _ = try shell.run("$migrate o --write --backup kept")
        let run = try shell.run("$migrate --undo o.to-2.journal")
        #expect(run.status == 0 && run.output == "1 restored, 0 unchanged, 0 left as they are\n")
        #expect(try folder.text("o/1.json").contains("total"))
        #expect(try shell.run("$migrate --undo o.to-2.journal o").status == 64)
        #expect(try shell.run("$migrate --undo o.to-2.journal --write").status == 64)
        #expect(try shell.run("$migrate --undo nothing").status == 66)
    }

    /// Such documents need `--from`; to restore them, the journal knows enough.
    @Test func planWithoutAPlaceForVersionsAsksForFrom() throws {
        _ = try shell.run(
            """
            mkdir q; echo '{"a": 1}' > q/1.json
            cat > q.plan <<'END'
            {"planFormat": 1, "name": "x", "versions": [{"version": "1"}, {"version": "2"}], "migrations": [
              {"from": "1", "to": "2", "summary": "b", "operations": [{"op": "rename", "path": "/a", "to": "b"}]}]}
            END
            """)
        let hint = "the plan does not say where documents have their version: name it with '--from VERSION'\n"
        #expect(try shell.run("$tool migrate --plan q.plan --to 2 q").errors.hasSuffix(hint))
        #expect(try shell.run("$tool migrate --plan q.plan --to 2 q/1.json").errors.hasSuffix(hint))
        #expect(try shell.run("$tool migrate --plan q.plan --to 2 q --from 1 --write").output.contains("1 migrated"))
        #expect(try shell.run("$tool migrate --plan q.plan --to 2 --undo q.to-2.journal").status == 0)
        #expect(try folder.text("q/1.json") == "{\"a\": 1}\n")
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
