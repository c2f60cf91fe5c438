import Foundation
import TestSupport
import Testing

/// `--losses carry` and the options beside it.
@Suite struct CarryTests {
    private let folder: TemporaryFolder
    private let plan: String
    private static let old = "{\"v\": 1, \"coupon\": \"X7\"}\n"

    init() throws {
        folder = try TemporaryFolder()
        plan = try folder.file(
            "plan.json",
            #"""
            {"planFormat": 1, "name": "Order", "version": {"at": "/v", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "No coupons", "operations": [
               {"op": "remove", "path": "/coupon", "ifAbsent": "skip"}]}]}
            """#)
    }

    @Test func whatIsCarriedComesBack() throws {
        let there = try Tool.run("migrate", "--plan", plan, "--to", "2", "--losses", "carry", input: Self.old)
        #expect(there.errors == "<stdin>: 1 value is carried\n" && there.status == 0)
        let home = try Tool.run("migrate", "--plan", plan, "--to", "1", input: there.output)
        #expect(home.output == Self.old && home.errors == "" && home.status == 0)
        let dropped = try Tool.run("migrate", "--plan", plan, "--to", "2", "--drop-carried", input: there.output)
        #expect(dropped.output == "{\"v\": 2}\n")
        let lines = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--losses", "carry", "--ndjson", "--carry-member", "_kept",
            input: "{\"v\":1,\"coupon\":1}\n{\"v\":1}\n")
        #expect(
            lines.output == """
                {"v":2,"_kept":{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[{"path":"/coupon","value":1}]}}}}
                {"v":2}

                """)
    }

    @Test func sidecarIsWrittenAndRead() throws {
        let sidecar = folder.url.appending(path: "kept.json").path
        let there = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--losses", "carry", "--carry-to", sidecar, input: Self.old)
        #expect(there.output == "{\"v\": 2}\n")
        let home = try Tool.run("migrate", "--plan", plan, "--to", "1", "--carry-from", sidecar, input: there.output)
        #expect(home.output == Self.old && home.status == 0, "\(home.errors)")
        let changed = try Tool.run(
            "migrate", "--plan", plan, "--to", "1", "--carry-from", sidecar, input: #"{"v": 2, "coupon": 0}"#)
        #expect(
            changed.errors.hasPrefix(
                "<stdin>: a carried value was not restored, because the current value has changed (at \"/coupon\")\n"))
        let bad = try Tool.run("migrate", "--plan", plan, "--to", "1", "--carry-from", plan, input: there.output)
        #expect(bad.status == 65 && bad.errors.contains("this is not carried data"), "\(bad.errors)")
    }

    @Test func sidecarOfLinesHasARecordForEachDocument() throws {
        let sidecar = folder.url.appending(path: "kept.ndjson").path
        let lines = "{\"v\":1,\"coupon\":1.0}\n\n{\"v\":1}\nnonsense\n{\"v\":1,\"coupon\":\"X\"}\n"
        let there = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--losses", "carry", "--ndjson", "--carry-to", sidecar,
            "--keep-bad", folder.url.appending(path: "bad").path, input: lines)
        #expect(there.output == "{\"v\":2}\n\n{\"v\":2}\n{\"v\":2}\n")
        #expect(there.errors.contains("<stdin>: 2 values are carried\n"), "\(there.errors)")
        let kept = try String(contentsOfFile: sidecar, encoding: .utf8)
            .replacing(/"(of|text)":"[0-9a-z]+",/, with: "")
        #expect(
            kept == """
                {"line":1,"alike":true,"carried":{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[{"path":"/coupon","value":1.0}]}}}}
                {"line":4,"alike":true,"carried":{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[{"path":"/coupon","value":"X"}]}}}}

                """)
        let home = try Tool.run(
            "migrate", "--plan", plan, "--to", "1", "--ndjson", "--carry-from", sidecar, input: there.output)
        #expect(home.output == lines.replacing("nonsense\n", with: "") && home.errors.isEmpty, "\(home.errors)")
        let bad = try Tool.run(
            "migrate", "--plan", plan, "--to", "1", "--ndjson", "--carry-from", plan, input: there.output)
        #expect(bad.status == 65 && bad.errors.contains("line 1 of the carried data"), "\(bad.errors)")
    }

    @Test func limitIsKept() throws {
        let over = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--losses", "carry", "--carry-limit", "10", input: Self.old)
        #expect(over.status == 65 && over.errors.contains("the limit is 10"), "\(over.errors)")
        let told = try Tool.run(
            "migrate", "--plan", plan, "--to", "2", "--losses", "carry", "--carry-limit", "10", "--carry-beyond",
            "report", input: Self.old)
        #expect(told.output == "{\"v\": 2}\n" && told.errors.contains("1 loss"), "\(told.errors)")
    }

    @Test(arguments: [
        (["--carry-to", "x"], "'--carry-to' needs '--losses carry'"),
        (
            ["--losses", "carry", "--carry-to", "x", "."],
            "'--carry-to' is for one document or one stream of lines; in folders, each document carries for itself"
        ),
    ])
    func misuseIsTold(options: [String], message: String) throws {
        let arguments = ["migrate", "--plan", plan, "--to", "2"] + options
        let run = try Tool.run(arguments, input: Data(Self.old.utf8))
        #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
    }
}
