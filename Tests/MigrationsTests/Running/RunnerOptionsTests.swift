import Testing

@testable import Migrations
@testable import VersionedCodec

/// However documents name their version, and whatever the options are, a runner takes them, and gives what the steps
/// give on a document that was read apart.
@Suite struct RunnerOptionsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var version = #""version": {"at": "/v", "as": "integer"}, "#
        var versions = #"{"version": "1"}, {"version": "2"}"#
        var labels = ("1", "2")
        var operations = #"{"op": "rename", "path": "/a", "to": "b"}"#
        var options = MigrationOptions()
        var explicit: String?
        /// The documents, without the outer braces; each is migrated several times.
        let documents: [String]
        /// Those that the plan migrates by itself.
        var others: [String] = []
    }

    static let cases: [Case] = [
        Case(testDescription: "integers", documents: [#""v":1,"a":2"#, #""v":2,"b":2"#], others: [#""v":3,"a":2"#]),
        Case(
            testDescription: "an integer or a string", version: #""version": {"at": "/v", "as": "integerOrString"}, "#,
            documents: [#""v":1,"a":2"#, #""v":"1","a":2"#, #""v":"2","b":2"#], others: [#""v":"x","a":2"#]),
        Case(
            testDescription: "semantic versions", version: #""version": {"at": "/v", "as": "semantic"}, "#,
            versions: #"{"version": "1.0"}, {"version": "2.0"}"#, labels: ("1.0", "2.0"),
            documents: [#""v":"1.0.0","a":2"#, #""v":"1.0.3","a":2"#, #""v":"2.0.1","b":2"#],
            others: [#""v":"0.9.0","a":2"#]),
        Case(
            testDescription: "days", version: #""version": {"at": "/v", "as": "date"}, "#,
            versions: #"{"version": "2024-01-01"}, {"version": "2025-01-01"}"#, labels: ("2024-01-01", "2025-01-01"),
            documents: [#""v":"2024-01-01","a":2"#, #""v":"2024-05-05","a":2"#, #""v":"2026-01-01","b":2"#],
            others: [#""v":"2023-01-01","a":2"#]),
        Case(
            testDescription: "two numbers", version: #""version": {"at": "/v", "as": "integer", "minor": "/w"}, "#,
            versions: #"{"version": "1.0"}, {"version": "1.5"}"#, labels: ("1.0", "1.5"),
            documents: [#""v":1,"w":0,"a":2"#, #""v":1,"w":5,"b":2"#, #""v":1,"w":0,"a":{}"#],
            others: [#""v":1,"a":2"#]),
        Case(
            testDescription: "a text around the version",
            version: #""version": {"at": "/v", "as": "string", "text": "https://a.example/{version}.json"}, "#,
            documents: [#""v":"https://a.example/1.json","a":2"#], others: [#""v":"1","a":2"#]),
        Case(
            testDescription: "shapes", version: "",
            versions: #"""
                {"version": "1", "unmarked": true, "shape": {"/a": "number"}},
                {"version": "2", "unmarked": true, "shape": {"/b": "present"}}
                """#, documents: [#""a":2"#, #""a":-1.50,"c":[]"#, #""b":2"#], others: [#""a":"2""#, #""a":2,"b":3"#]),
        Case(
            testDescription: "shapes besides a member",
            versions: #"{"version": "1", "shape": {"/a": "present"}}, {"version": "2"}"#,
            documents: [#""v":1,"a":2"#, #""a":2"#, #""v":2,"b":2"#], others: [#""v":1,"c":2"#]),
        Case(
            testDescription: "another place", versions: #"{"version": "1"}, {"version": "2", "at": "/w"}"#,
            documents: [#""v":1,"a":2"#, #""w":2,"b":2"#], others: [#""v":3,"a":2"#]),
        Case(
            testDescription: "a default", version: #""version": {"at": "/v", "as": "integer", "default": "1"}, "#,
            documents: [#""a":2"#, #""v":1,"a":2"#], others: [#""v":null,"a":2"#]),
        Case(
            testDescription: "newer ones pass",
            version: #""version": {"at": "/v", "as": "integer", "newer": "passThrough"}, "#,
            documents: [#""v":1,"a":2"#], others: [#""v":9,"a":2"#]),
        Case(
            testDescription: "a media type",
            version: #""version": {"at": "/v", "as": "integer", "mediaType": "application/vnd.a.v{version}+json"}, "#,
            options: {
                var options = MigrationOptions()
                options.hints.mediaType = "application/vnd.a.v1+json"
                return options
            }(), documents: [#""a":2"#, #""v":1,"a":2"#], others: [#""c":2"#]),
        Case(
            testDescription: "given, an integer or a string",
            version: #""version": {"at": "/v", "as": "integerOrString"}, "#, explicit: "1",
            documents: [#""v":"1","a":2"#, #""a":2"#], others: [#""c":2"#]),
        Case(
            testDescription: "parts", options: MigrationOptions(isPartial: true), explicit: "1",
            documents: [#""a":2"#, #""v":1,"a":null"#, #""c":2"#, ""], others: [#""a":2,"b":3"#]),
        Case(
            testDescription: "parts that lose", operations: #"{"op": "remove", "path": "/a"}"#,
            options: MigrationOptions(isPartial: true), explicit: "1",
            documents: [#""a":2"#, #""v":1,"a":null"#, #""c":2"#]),
        Case(
            testDescription: "JSON5",
            options: {
                var options = MigrationOptions()
                options.parsing = JSONParsingOptions(tolerating: .json5)
                return options
            }(), documents: [#""v":1,"a":"x""#], others: [#"v:1,"a":2"#, #""v":1,"a":2,"#]),
        Case(
            testDescription: "repeated keys",
            options: {
                var options = MigrationOptions()
                options.parsing.duplicateKeys = .last
                return options
            }(), documents: [#""v":1,"a":2"#], others: [#""v":1,"a":2,"a":3"#]),
        Case(
            testDescription: "what is lost is carried",
            operations: #"{"op": "remove", "path": "/a", "ifAbsent": "skip"}"#,
            options: MigrationOptions(losses: .carry),
            documents: [
                #""v":1,"a":2"#, #""v":1,"a":"x""#, #""v":1,"c":2"#, #""v":1, "a":{"b": [1.50, "\u00e4"]}"#,
                #""v":1,"a":"y","u":"b\/c""#,
            ],
            others: [#""v":1,"a":2,"x-carried-data":3"#, #""v":1,"a":2,"x-carried-data":{"carriedFormat":1}"#]),
        Case(
            testDescription: "what is lost within objects is carried",
            operations: #"""
                {"op": "remove", "path": "/a/b", "ifAbsent": "skip"}, {"op": "remove", "path": "/a/c", "ifAbsent": "skip"}
                """#, options: MigrationOptions(losses: .carry),
            documents: [
                #""v":1,"a":{"b":2}"#, #""v":1,"a":{"x":1,"b":2,"y":"2","c":{}}"#, #""v":1,"a":{"x":2,"b":3,"y":"2"}"#,
            ]),
        Case(
            testDescription: "what comes back as another value is carried",
            operations: #"{"op": "transform", "path": "/a", "by": ["lowercase"]}"#,
            options: MigrationOptions(losses: .carry),
            documents: [#""v":1,"a":"Ab""#, #""v":1,"a":"AB""#, #""v":1,"a":"ab""#]),
        Case(
            testDescription: "what is lost of elements is carried",
            operations:
                #"{"op": "each", "path": "/a", "operations": [{"op": "remove", "path": "/b", "ifAbsent": "skip"}]}"#,
            options: MigrationOptions(losses: .carry),
            documents: [#""v":1,"a":[{"c":2}]"#, #""v":1,"a":[{"b":2},{"c":3}]"#]),
        Case(
            testDescription: "what the way back adds is removed by the plan",
            operations: #"{"op": "remove", "path": "/a", "default": 5, "ifAbsent": "skip"}"#,
            options: MigrationOptions(losses: .carry), documents: [#""v":1,"a":5"#, #""v":1,"a":6"#],
            others: [#""v":1"#]),
        Case(
            testDescription: "carried data has a limit",
            operations: #"{"op": "remove", "path": "/a", "ifAbsent": "skip"}"#,
            options: {
                var options = MigrationOptions(losses: .carry)
                options.carrying.limit = 110
                return options
            }(), documents: [#""v":1,"a":2"#, #""v":1,"a":"123456789""#],
            others: [#""v":1,"a":"12345678901234567890123456789""#]),
        Case(
            testDescription: "nothing is lost, so nothing is carried", options: MigrationOptions(losses: .carry),
            documents: [#""v":1,"a":2"#, #""v":1,"a":2,"x-carried-data":{"carriedFormat":1,"versions":{}}"#],
            others: [
                #""v":1,"a":2,"x-carried-data":{"carriedFormat":1,"versions":{"7":{"from":"1","changes":[]}}}"#
            ]),
        Case(
            testDescription: "losses fail", operations: #"{"op": "remove", "path": "/a", "ifAbsent": "skip"}"#,
            options: MigrationOptions(losses: .fail), documents: [#""v":1,"c":2"#], others: [#""v":1,"a":2"#]),
    ]

    @Test(arguments: cases) func runnersTakeWhatIsClear(_ given: Case) throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "x", \(given.version)"versions": [\(given.versions)], "migrations": [
                {"from": "\(given.labels.0)", "to": "\(given.labels.1)", "summary": "s", "operations": [\(given.operations)]}
                ]}
                """)
        let target = given.labels.1
        for (documents, isTaken) in [(given.documents, true), (given.others, false)] {
            for document in documents + documents {
                let text = "{\(document)}"
                let slow = result {
                    try plan.migrate(
                        JSONDocument(parsing: text, options: given.options.parsing), to: target, from: given.explicit,
                        options: given.options)
                }
                do {
                    let fast = try plan.run(
                        on: Array(text.utf8), to: target, from: given.explicit, options: given.options)
                    #expect((fast != nil) == isTaken, "\(text)")
                    if let fast { #expect(description(fast) == slow, "\(text)") }
                } catch {
                    #expect(!isTaken && "error: \(error)" == slow, "\(text)")
                }
                // The whole way, alone and as a line, gives the same, and the same error.
                let whole = result {
                    try plan.migrate(text, to: target, from: given.explicit, options: given.options)
                }
                #expect(whole == slow, "\(text)")
                var output: [UInt8] = []
                let line = try? LineMigration(plan: plan, target: target, from: given.explicit, options: given.options)
                    .run(LineReader(Array(text.utf8), linesBefore: 0, bytesBefore: 0), write: { output += $0 })
                #expect((line != nil) == !slow.hasPrefix("error"), "\(text)")
                if line != nil { #expect(slow.hasPrefix(String(decoding: output, as: UTF8.self) + "\n"), "\(text)") }
            }
        }
    }

    private func result(_ body: () throws -> MigrationResult) -> String {
        do { return description(try body()) } catch { return "error: \(error)" }
    }

    private func description(_ result: MigrationResult) -> String {
        "\(result.text)\n\(result.from)\n\(result.to)\n\(result.losses)\n\(result.carriedLosses)"
    }
}
