import Foundation
import TestSupport
import Testing

/// Files that a command reads or writes, in the folder of the documents: they are not documents.
@Suite struct FilesBesideDocumentsTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(folder: folder)
        _ = try shell.run("mkdir o; echo '{\"version\": 1, \"total\": 1}' > o/1.json")
        _ = try folder.file("plan.json", Orders.plan)
        _ = try folder.file(
            "set.json",
            """
            {"planSetFormat": 1, "name": "s", "entities": [{"name": "Order", "plan": "plan.json"}],
             "apiVersions": [{"version": "1", "pins": {"Order": "1"}}, {"version": "2", "pins": {"Order": "2"}}]}
            """)
    }

    @Test(arguments: ["--write", "--output-dir out", "--diff"]) func contextIsNotMigrated(options: String) throws {
        let context = #"{"version": 1, "total": 9}"#
        _ = try folder.file("o/context.json", context)
        let run = try shell.run("$migrate o \(options) --context o/context.json; ls -A o")
        #expect(run.output.contains(", 0 there already, 0 bad"), "\(run)")
        #expect(run.output.contains(options == "--diff" ? "2: 1 to migrate" : "2: 1 migrated"), "\(run)")
        #expect(try folder.text("o/context.json") == context)
    }

    @Test(arguments: ["migrate --to 2", "detect", "check"]) func listIsNotADocument(command: String) throws {
        let run = try shell.run(
            "printf 'o\\0' > o/list.json; $tool \(command) --plan plan.json --files0-from o/list.json")
        #expect(run.status == 0 && run.errors == "", "\(run)")
        #expect(!run.output.contains("list.json: "), "\(run)")
    }

    @Test(arguments: ["migrate --to 2", "detect", "check --entity Order"], ["--plan", "--set"])
    func plansAndTheirLocksAreNotDocuments(command: String, subject: String) throws {
        let named = subject == "--plan" ? "--plan o/plan.json" : "--set o/set.json"
        let entity = subject == "--plan" || command.contains("--entity") ? "" : "--entity Order"
        let words = subject == "--plan" ? command.replacing(" --entity Order", with: "") : command
        let run = try shell.run(
            "mv plan.json set.json o; \(subject == "--plan" ? "rm o/set.json; " : "")"
                + "$tool lock \(named) > /dev/null; ls o; $tool \(words) \(named) \(entity) o")
        #expect(run.output.contains("plan.lock.json\n"), "\(run)")
        #expect(run.status == 0 && run.errors == "", "\(run)")
    }

    @Test(arguments: ["--report", "--losses-file", "--journal"]) func documentWithAnotherNameIsNotReplaced(
        option: String
    ) throws {
        let run = try shell.run("cp o/1.json o/2.json; ln o/1.json other; $migrate o --write \(option) other; ls")
        let words = "'\(option)' would replace a document of a selected folder: 'other'"
        #expect(run.errors.hasPrefix("versioned-json: \(words)\n"), "\(run)")
        #expect(run.output == "o\nother\nplan.json\nset.json\n")
        #expect(try folder.text("o/2.json").contains("total"))
    }

    @Test func fileWithOtherNamesThatIsNotADocumentIsReplaced() throws {
        let run = try shell.run("echo old > notes; ln notes other; $migrate o --write --report other; cat notes other")
        #expect(run.status == 0 && run.output.hasSuffix("0 bad\nold\n"), "\(run)")
    }

    @Test func folderOfEmptyFilesIsNotWithoutDocuments() throws {
        let run = try shell.run("mkdir e; : > e/a.ndjson; $migrate e; mkdir n; $migrate n")
        #expect(run.output.hasPrefix("to version 2: 0 to migrate, 0 there already, 0 bad\n"), "\(run)")
        #expect(run.status == 66 && run.errors.components(separatedBy: "no document was found").count == 2, "\(run)")
    }

    @Test func locksOfASetAreNotMigrated() throws {
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
}
