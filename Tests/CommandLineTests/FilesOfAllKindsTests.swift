import Foundation
import TestSupport
import Testing

/// Names, pipes, limits and streams that a shell can make.
@Suite struct FilesOfAllKindsTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(folder: folder)
        _ = try folder.file("plan.json", Orders.plan)
        _ = try folder.file("in.nd", Orders.lines)
    }

    @Test func namesThatAreNotUTF8Work() throws {
        let run = try shell.run(
            #"""
            b=$'b\xff'; cp plan.json "$b.json"; echo '{"version": 1, "total": }' > "$b.in"
            $tool migrate --plan "$b.json" --to 2 --ndjson "$b.in"
            $tool migrate --plan "$b.json" --to 2 --ndjson in.nd --output="$b.out" --losses-file "$b"; cat "$b.out"
            $tool lock --plan "$b.json"
            """#)
        #expect(
            run.output
                == "{\"version\": 2, \"price\": 1.50}\n{\"version\": 2, \"price\": 2}\nb\\xFF.lock.json: 1 → 2; 1 step locked\n"
        )
        #expect(run.errors.hasPrefix("b\\xFF.in:1:25: expected a value, found \"}\" (at \"/total\")\n"))
        #expect(run.status == 0)
    }

    @Test func longestNamesWork() throws {
        let run = try shell.run(
            "n=$(printf 'n%.0s' {1..255}); $migrate --ndjson in.nd --output $n && $migrate --ndjson $n --output $n && cat $n"
        )
        #expect(run.output == "{\"version\": 2, \"price\": 1.50}\n{\"version\": 2, \"price\": 2}\n")
    }

    @Test func checkOfNothingEndsWith66() throws {
        let run = try shell.run("$tool check --plan plan.json nothing")
        #expect(run.status == 66 && run.errors == "nothing: cannot read: No such file or directory\n")
    }

    @Test func writerOfAClosedPipeThatIsIgnoredEndsWith74() throws {
        let run = try shell.run(
            "yes \"$(head -1 in.nd)\" | head -20000 > many; trap '' PIPE; { $migrate --ndjson many; echo $? >&2; } | head -1"
        )
        #expect(run.output == "{\"version\": 2, \"price\": 1.50}\n")
        #expect(run.errors == "<stdout>: cannot write: the reader has closed the pipe\n74\n")
    }

    @Test func messagesThatNobodyReadsEndTheRunToo() throws {
        let run = try shell.run(
            "yes bad | head -20000 > bad; $migrate --ndjson --keep-bad kept bad 2>&1 | head -1; echo ${PIPESTATUS[0]}")
        #expect(run.output == "bad:1:1: expected a value, found \"b\" (at the root)\n141\n")
        #expect(try folder.names == ["bad", "in.nd", "plan.json"])
    }

    /// Whoever runs the tests may ignore the signal, which the tool would respect.
    @Test func limitOfFileSizesEndsTheRunByItsSignal() throws {
        let run = try shell.run(
            "yes \"$(head -1 in.nd)\" | head -4000 > many; echo old > out; ulimit -f 8; env --default-signal=XFSZ $migrate --ndjson many --output out; echo $?; cat out"
        )
        #expect(run.output == "153\nold\n")
        #expect(run.errors.hasPrefix("out: cannot write: File too large\n"))
        #expect(try folder.names == ["in.nd", "many", "out", "plan.json"])
    }

    /// Each answer is read before the next question is asked, and half of the next one is there already.
    @Test(arguments: ["--plan plan.json --to 2", "--set set.json --entity Order --to 2"])
    func coprocessAnswersEachLine(arguments: String) throws {
        _ = try folder.file(
            "set.json",
            """
            {"planSetFormat": 1, "name": "s", "entities": [{"name": "Order", "plan": "plan.json"}],
             "apiVersions": [{"version": "1", "pins": {"Order": "1"}}, {"version": "2", "pins": {"Order": "2"}}]}
            """)
        let run = try shell.run(
            """
            coproc $tool migrate \(arguments) --ndjson
            for i in 1 2 3; do
              printf '{"version":1,"total":%d}\\n{"versio' $i >&${COPROC[1]}; read -t 20 answer <&${COPROC[0]} || echo late; echo "$answer"
              printf 'n":1,"total":0}\\n' >&${COPROC[1]}; read -t 20 answer <&${COPROC[0]} || echo late; echo "$answer"
            done
            """)
        let zero = "{\"version\":2,\"price\":0}\n"
        #expect(run.output == (1...3).map { "{\"version\":2,\"price\":\($0)}\n" + zero }.joined())
    }

    // MARK: Results of runs that fail

    private static let bad = "{\"version\": 9}\n"

    @Test func failedRunLeavesNoLossesOfWhatWasNotWritten() throws {
        _ = try folder.file("bad.nd", Orders.lines + Self.bad)
        let run = try shell.run(
            "echo old > losses; $migrate --ndjson bad.nd --output out --losses-file losses --bad-report report; cat losses report"
        )
        #expect(
            run.output.hasPrefix(
                "old\n{\"line\":3,\"byteOffset\":74,\"column\":13,\"code\":\"tooNew\",\"path\":\"/version\","))
        #expect(run.errors.contains("\nbad.nd: 2 documents migrated, none written: out is unchanged\n"))
        #expect(try folder.names == ["bad.nd", "in.nd", "losses", "plan.json", "report"])
        let fail = try shell.run(
            "sed -n 2p in.nd > one; $migrate --losses fail --losses-file no1 one; $migrate --losses-file no2 --output no/out one"
        )
        #expect(fail.status == 74)
        #expect(try !folder.names.contains("no1") && !folder.names.contains("no2"))
    }

    @Test func linesThatWereWrittenKeepTheirLosses() throws {
        _ = try folder.file("bad.nd", Orders.lines + Self.bad)
        let run = try shell.run(
            "$migrate --ndjson bad.nd --losses-file losses > out; echo $?; wc -l < out; grep -c hurry losses")
        #expect(run.output == "65\n2\n1\n")
    }

    @Test(arguments: [("0", 65), ("1", 65), ("2", 0), ("50%", 0), ("49.9%", 65)])
    func tooManyBadLinesEndWith65(limit: String, status: Int32) throws {
        _ = try folder.file("bad.nd", Self.bad + Orders.lines + Self.bad)
        _ = try folder.file("kept", "old")
        let run = try shell.run("$migrate --ndjson bad.nd --output out --keep-bad kept --max-bad \(limit)")
        #expect(run.status == status)
        #expect(try folder.names.contains("out") == (status == 0))
        #expect(try folder.text("kept") == (status == 0 ? Self.bad + Self.bad : "old"))
        if status == 65 { #expect(run.errors.contains(" documents are bad; the limit is \(limit)\n"), "\(run.errors)") }
        let streamed = try shell.run("$migrate --ndjson bad.nd --keep-bad kept --max-bad \(limit)")
        #expect(streamed.status == status)
        // What has been written is told, and the lines that are not in it are kept.
        if limit == "0" {
            #expect(streamed.output == "" && streamed.errors.contains("bad.nd: 0 documents migrated and written\n"))
            #expect(try folder.text("kept") == Self.bad)
        }
    }
}
