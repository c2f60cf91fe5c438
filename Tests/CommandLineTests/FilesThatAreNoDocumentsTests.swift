import TestSupport
import Testing

/// Files in or beside a folder that a run must not take for documents, and documents that it must not leave out.
@Suite struct FilesThatAreNoDocumentsTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(folder: folder)
        _ = try folder.file("plan.json", Orders.plan)
    }

    /// A line would end within a character, so the file would be a mixture.
    @Test(arguments: ["UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"])
    func linesInOtherEncodingsAreRefusedAsAWhole(encoding: String) throws {
        let run = try shell.run(
            """
            mkdir h; printf '{"version": 1, "total": 1.50}\\n{"version": 1, "total": 2}\\n' | iconv -t \(encoding) > h/a.ndjson
            echo '{"version": 1, "total": 1}' > h/1.json; cp h/a.ndjson before
            for options in '' '--write --max-bad 9' '--diff' '--write --verify' '--output-dir out'; do
              $migrate h $options > /dev/null; echo $?
            done
            cmp h/a.ndjson before && cat h/1.json; ls out
            for command in migrate check validate detect; do
              to=; if [ $command = migrate ]; then to='--to 2'; fi
              $tool $command --plan plan.json $to --ndjson h/a.ndjson 2>&1 > /dev/null; echo $?
            done
            """)
        let refusal = "h/a.ndjson: cannot read: its lines are in UTF-16 or UTF-32; convert them to UTF-8 first\n"
        #expect(
            run.output == "66\n66\n66\n66\n66\n{\"version\": 2, \"price\": 1}\n1.json\n"
                + String(repeating: refusal + "66\n", count: 4), "\(run)")
        #expect(run.errors == String(repeating: refusal, count: 5))
    }

    @Test func filesThatAreReadAreNoDocuments() throws {
        let run = try shell.run(
            """
            mkdir k; echo '{"version": 1, "total": 1}' | tee k/a.json > k/facts.json
            printf 'k\\0' > k/list.json
            $migrate --context k/facts.json --files0-from k/list.json --write --quiet; echo $?; cat k/a.json k/facts.json
            """)
        #expect(run.output == "0\n{\"version\": 2, \"price\": 1}\n{\"version\": 1, \"total\": 1}\n", "\(run)")
    }

    @Test func plansAndLocksOfASetAreNoDocuments() throws {
        let run = try shell.run(
            """
            mkdir s; cp plan.json s/order.json; echo '{"version": 1, "total": 1}' > s/doc.json
            echo '{"planSetFormat":1,"name":"S","entities":[{"name":"Order","plan":"order.json"}],
              "apiVersions":[{"version":"A","pins":{"Order":"1"}},{"version":"B","pins":{"Order":"2"}}]}' > s/set.json
            $tool lock --set s/set.json > /dev/null; cat s/*.lock.json > locks
            $tool migrate --set s/set.json --entity Order --to B s --write --quiet; echo $?
            cat s/*.lock.json | cmp - locks; cat s/doc.json; $tool check --set s/set.json > /dev/null; echo $?
            $tool detect --set s/set.json --entity Order s | cut -f1 | sort -u
            mkdir d; cp plan.json d; $tool lock --plan d/plan.json > /dev/null; cp s/doc.json d
            $tool detect --plan d/plan.json d; echo $?
            """)
        #expect(
            run.output
                == "0\n{\"version\": 2, \"price\": 1}\n0\ns/doc.json\nd/doc.json\t2\tfound at \"/version\"\n0\n",
            "\(run)")
    }

    /// By another name, too, a report is not to replace a document, and a document is not to be left out for that.
    @Test(arguments: ["--report", "--losses-file", "--journal"]) func documentWithTwoNamesIsNoReport(
        option: String
    ) throws {
        let run = try shell.run(
            """
            mkdir l; echo '{"version": 1, "total": 1}' > l/a.json; ln l/a.json other
            $migrate l --write \(option) other; echo $?; cat other; ln l/../plan.json second; cp plan.json copy
            """)
        #expect(run.output == "64\n{\"version\": 1, \"total\": 1}\n", "\(run)")
        #expect(run.errors.contains("'\(option)' has a second name, and may be a document: 'other'"), "\(run)")
    }

    @Test func badLinesOfAPlannedRunAreTriedAgain() throws {
        let run = try shell.run(
            """
            mkdir p; printf '{"version": 1, "total": 3}\\nbad\\n' > p/l.ndjson
            $migrate p --plan-out changes > /dev/null 2> /dev/null
            for i in 1 2 3; do $migrate --apply changes > told 2> /dev/null; echo $?; head -1 told; done; cat p/l.ndjson
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

    @Test(arguments: [
        ("--losses carry --drop-carried o.json", "'--drop-carried' and '--losses carry' contradict each other"),
        ("--quiet o.json", "'--quiet' is for many documents, and would show nothing of one"),
        ("--jobs 0 o.json", "'--jobs' needs at least 1"),
    ]) func optionsThatWouldLoseTheResultAreRefused(options: String, says: String) throws {
        let run = try shell.run("echo '{\"version\": 1, \"total\": 1}' > o.json; $migrate \(options); echo $?")
        #expect(run.output == "64\n" && run.errors.contains(says), "\(run)")
        #expect(try folder.text("o.json").contains("total"))
    }
}
