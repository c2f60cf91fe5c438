import Foundation
import TestSupport
import Testing

/// Files of lines that are compressed, one at a time: read and written through the system's programs.
@Suite struct CompressedLinesTests {
    private static let programs = [("gzip", "gz"), ("zstd", "zst")].filter { program, _ in
        ["/bin/", "/usr/bin/", "/usr/local/bin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + program)
        }
    }

    private let shell: Shell

    init() throws {
        let folder = try TemporaryFolder()
        shell = Shell(folder: folder)
        _ = try folder.file("plan.json", Orders.plan)
        _ = try folder.file("in.nd", Orders.lines)
    }

    @Test(arguments: programs) func linesAreReadAndWritten(program: String, ending: String) throws {
        let run = try shell.run(
            """
            \(program) -c in.nd > in.nd.\(ending)
            $migrate --ndjson in.nd.\(ending) --diff --quiet 2>&1 | head -1; $migrate --ndjson in.nd.\(ending) 2> /dev/null
            $migrate --ndjson in.nd.\(ending) --output out.\(ending) --losses-file l.\(ending) 2> /dev/null
            \(program) -dc out.\(ending); \(program) -dc l.\(ending) | wc -l
            $migrate --ndjson in.nd.\(ending) --output in.nd.\(ending) 2> /dev/null; \(program) -dc in.nd.\(ending)
            $tool detect --plan plan.json --ndjson in.nd.\(ending) | cut -c1-12
            $tool check --plan plan.json --ndjson in.nd.\(ending); ls
            """)
        let new = "{\"version\": 2, \"price\": 1.50}\n{\"version\": 2, \"price\": 2}\n"
        #expect(run.output.contains(new + new + "1\n" + new), "\(run)")
        #expect(run.output.hasSuffix("in.nd\nin.nd.\(ending)\nl.\(ending)\nout.\(ending)\nplan.json\n"), "\(run)")
    }

    @Test(arguments: programs) func fileThatIsCutOffIsAnErrorAndLeavesTheOutput(
        program: String, ending: String
    ) throws {
        let run = try shell.run(
            """
            yes "$(head -1 in.nd)" | head -20000 | \(program) -c | head -c 60 > cut.\(ending); echo old > out
            $migrate --ndjson cut.\(ending) --output out; echo $?; cat out; ls -A
            """)
        #expect(run.output == "66\nold\ncut.\(ending)\nin.nd\nout\nplan.json\n", "\(run)")
        #expect(run.errors.hasPrefix("cut.\(ending): cannot read: "), "\(run)")
    }

    @Test func lossesOfAFileThatIsRefusedInTheEndAreNotListed() throws {
        let run = try shell.run(
            """
            mkdir o; yes '{"version": 1, "total": 2, "note": "x"}' | head -100000 > all; gzip -c all | head -c 9000 > o/b.ndjson.gz
            head -1 all > o/a.ndjson; head -2 all > o/c.ndjson
            $migrate o 2> /dev/null | sed -n '2p'
            $migrate o --write --quiet --losses-file l 2> /dev/null; wc -l < l; grep -c o/b.ndjson.gz l; cp l all
            $migrate o --write --quiet --losses-file l 2> /dev/null; cmp l all && rm all
            """)
        #expect(run.output == "1            3  found at \"/version\"  o/a.ndjson:1\n3\n0\n", "\(run)")
    }

    /// A file in the folder of bad documents is as its name says, and whole where it cannot be read.
    @Test(arguments: programs) func badLinesAreCompressedAsTheirFileIs(program: String, ending: String) throws {
        let run = try shell.run(
            """
            mkdir o; printf '{"version": 1, "total": 1}\\n{"version": 1}\\n' > l; \(program) -c l > o/a.ndjson.\(ending)
            yes "$(head -1 in.nd)" | head -20000 | \(program) -c | head -c 60 > o/cut.ndjson.\(ending)
            printf '\\377\\376{\\0}\\0\\n\\0' > o/wide.ndjson
            $migrate o --output-dir out --quarantine q --quiet 2> /dev/null; ls q
            \(program) -dc q/a.ndjson.\(ending); cmp o/cut.ndjson.\(ending) q/cut.ndjson.\(ending) && cmp o/wide.ndjson q/wide.ndjson
            """)
        let names = "a.ndjson.\(ending)\ncut.ndjson.\(ending)\nwide.ndjson\n"
        #expect(run.output == names + "{\"version\": 1}\n" && run.status == 0, "\(run)")
    }

    /// What was planned is the same change the second time, also beside bad lines.
    @Test(arguments: programs) func plannedChangesCanBeMadeTwice(program: String, ending: String) throws {
        let run = try shell.run(
            """
            mkdir o; printf '{"version": 1, "total": 1, "note": 1}\\nbad\\n{"version": 1, "total": 2, "note": 2}\\n' > l
            \(program) -c l > o/a.ndjson.\(ending); $migrate o --plan-out changes --quiet 2> /dev/null
            for _ in 1 2; do $migrate --apply changes --losses-file losses --quiet > /dev/null 2> errors; echo $?; wc -l < losses; done
            cat errors
            """)
        #expect(run.output.hasPrefix("65\n2\n65\n2\n") && !run.output.contains("changed"), "\(run)")
    }
}
