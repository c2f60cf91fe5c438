import Foundation
import TestSupport
import Testing

/// `--redact` hides a value wherever it goes.
@Suite struct RedactionTests {
    private let folder: TemporaryFolder
    private let shell: Shell

    init() throws {
        folder = try TemporaryFolder()
        shell = Shell(folder: folder)
    }

    /// Everything that commands write about a document whose value at `email` is a secret.
    private func outputs(_ document: String, _ operations: String, redact: String = "email") throws -> String {
        _ = try folder.file(
            "plan.json",
            """
            {"planFormat": 2, "name": "p", "version": {"at": "/version", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [\(operations)]}]}
            """)
        _ = try folder.file("a.json", document)
        let run = try shell.run(
            """
            mkdir -p d; mv a.json d; m="$tool migrate --plan plan.json --to 2 d --redact \(redact)"
            $m --diff=9 --losses-file l --report r.ndjson; $m --report r.html --losses fail
            $m --report l.html
            for form in line caret json; do
              $tool check --plan plan.json d --redact \(redact) --format $form
              $tool validate --plan plan.json d/a.json --redact \(redact) --format $form
            done
            $m --write --losses-file w --journal j
            cat l r.ndjson r.html l.html w j
            """)
        return run.output + run.errors
    }

    @Test(arguments: [
        // A text is written into a text, with escapes.
        (
            #"{"version":1,"w":{"email":"pass\"hunter77x"}}"#,
            #"{"op":"printJSON","path":"/w"},{"op":"rename","path":"/w","to":"u"}"#, "email"
        ),
        (
            #"{"version":1,"w":{"email":"pass\\\nhunter77x"}}"#,
            #"{"op":"printJSON","path":"/w"},{"op":"convert","path":"/w","from":"string","to":"number"}"#, "email"
        ),
        // JSON in a text is read.
        (
            #"{"version":1,"body":"{\"pw\":\"a\\\"hunter77x\"}"}"#,
            #"{"op":"parseJSON","path":"/body"},{"op":"move","from":"/body/pw","to":"/pw"}"#, "body"
        ),
        // A value becomes a key, and is in the path of an error.
        (
            #"{"version":1,"l":[{"email":"hunter77x"}]}"#,
            #"{"op":"arrayToObject","path":"/l","id":"email"},{"op":"each","path":"/l","operations":[{"op":"remove","path":"/n"}]}"#,
            "email"
        ),
        // So are keys below a hidden one.
        (
            #"{"version":1,"email":{"hunter77x":1}}"#,
            #"{"op":"each","path":"/email","operations":[{"op":"remove","path":"/n"}]}"#, "email"
        ),
        // The place at that moment counts.
        (
            #"{"version":1,"w":"{\"email\":\"hunter77x\"}"}"#,
            #"{"op":"parseJSON","path":"/w"},{"op":"convert","path":"/w/email","from":"string","to":"number"}"#, "email"
        ),
        (
            #"{"version":1,"x":"hunter77x"}"#,
            #"{"op":"rename","path":"/x","to":"email"},{"op":"convert","path":"/email","from":"string","to":"number"}"#,
            "email"
        ),
        // A reason shows the beginning of a long value.
        (
            #"{"version":1,"name":"Ann","email":"hunter77x Street, \#(String(repeating: "a long address ", count: 9))"}"#,
            #"{"op":"join","from":["/name","/email"],"into":"/c","separator":" ","extraParts":"first"}"#, "email"
        ),
        // So does a line of a check.
        (
            #"{"version":2,"user":{"email":"hunter77x\#(String(repeating: "-a-long-name", count: 9))@example.org"}}"#,
            #"{"op":"copy","from":"/user","to":"/owner"}"#, "email"
        ),
        // A part of a value becomes a key, and is in the path of an error.
        (
            #"{"version":1,"email":"Ann hunter77x","l":[{"x":1}]}"#,
            #"{"op":"split","from":"/email","into":["/first","/l/0/id"],"separator":" "},{"op":"arrayToObject","path":"/l","id":"id"}"#,
            "email"
        ),
        (
            #"{"version":1,"email":"Ann hunter77x","l":[{"x":1}]}"#,
            #"{"op":"split","from":"/email","into":["/first","/l/0/id"],"separator":" "},{"op":"arrayToObject","path":"/l","id":"id"},{"op":"each","path":"/l","operations":[{"op":"remove","path":"/n"}]}"#,
            "email"
        ),
        // A document with keys in a hidden value cannot be read.
        (#"{"version":1,"email":{"hunter77x":tru}}"#, #"{"op":"remove","path":"/email"}"#, "email"),
    ])
    func secretIsNowhere(document: String, operations: String, redact: String) throws {
        let written = try outputs(document, operations, redact: redact)
        #expect(!written.contains("hunter77x") && written.contains("a.json"), "\(written)")
        #expect(try outputs(document, operations, redact: "other").contains("hunter77x"))
    }

    /// Keys that the plan names are shown, also where a hidden text contains them.
    @Test func keysOfThePlanAreShown() throws {
        let document = #"{"version":1,"total":5,"email":"the price for hunter77x"}"#
        let written = try outputs(document, #"{"op":"rename","path":"/total","to":"price"}"#)
        #expect(written.contains("+ /price: 5") && !written.contains("hunter77x"), "\(written)")
        let failing = try outputs(
            document,
            #"{"op":"rename","path":"/total","to":"price"},{"op":"convert","path":"/price","from":"string","to":"number"}"#
        )
        #expect(failing.contains(#"(at "/price", version 1, step 1 → 2"#), "\(failing)")
    }

    /// No depth of nesting overflows the stack.
    @Test func documentsMayBeDeep() throws {
        _ = try folder.file("plan.json", Orders.plan)
        func nested(_ inner: String) -> String {
            String(repeating: "[", count: 50_000) + inner + String(repeating: "]", count: 50_000)
        }
        let secret = nested(#"{"email":"hunter77x","x":"see hunter77x"}"#)
        _ = try folder.file(
            "d.json", #"{"version":1,"total":1,"note":\#(secret),"email":\#(secret),"same":\#(secret)}"#)
        let run = try shell.run(
            """
            mkdir d; mv d.json d; m="--plan plan.json d --max-depth 60000 --redact email"
            $tool migrate --to 2 $m --diff --losses-file l && $tool check $m && $tool migrate --to 2 $m --write && cat l
            """)
        #expect(run.status == 0 && run.output.contains("+ /price: 1"), "\(run.errors.prefix(1000))")
        #expect(run.output.contains(#"[{"email":"(redacted)","x":"(redacted)"}]"#) && !run.output.contains("hunter77x"))
    }

    /// Carried data has the paths of other versions.
    @Test func carriedDataIsHidden() throws {
        _ = try folder.file(
            "plan.json",
            """
            {"planFormat": 2, "name": "p", "version": {"at": "/version", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}], "migrations": [{"from": "1", "to": "2", "summary": "s",
               "operations": [{"op": "remove", "path": "/email", "ifAbsent": "skip"}]}]}
            """)
        let run = try shell.run(
            """
            mkdir d; echo '{"version":1,"email":"hunter77x"}' > in.json
            $tool migrate --plan plan.json --to 2 --losses carry in.json > d/a.json
            sed -i 's/"version":2/"version":2,"email":"new"/' d/a.json
            $tool migrate --plan plan.json --to 1 d --diff --redact email --report r.html; cat r.html
            """)
        #expect(run.output.contains("carried") && !(run.output + run.errors).contains("hunter77x"), "\(run)")
    }

    @Test(arguments: [
        ("name,", "'' is not a value of '--redact': a key or a path is missing"),
        ("payment/*", "'payment/*' is not a value of '--redact': a path begins with /"),
        ("*", "'*' is not a value of '--redact': * means any key or index within a path, such as /*/email"),
        ("\"email\"", "'\"email\"' is not a value of '--redact': write a key without quotes"),
    ])
    func entryThatWouldHideNothingIsRefused(list: String, says: String) throws {
        let run = try Tool.run("validate", "--redact", list, input: "1")
        #expect(run.status == 64 && run.errors.contains(says), "\(run)")
    }

    @Test func blanksAroundAnEntryDoNotCount() throws {
        let written = try outputs(
            #"{"version":1,"name":"n","email":"hunter77x"}"#, #"{"op":"remove","path":"/email"}"#,
            redact: "'name, email '")
        #expect(!written.contains("hunter77x"), "\(written)")
    }
}
