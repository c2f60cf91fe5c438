import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Tables and conditions with thousands of values: each way to run a plan finds in them what a search entry by entry
/// would.
@Suite struct LargeTableTests {
    private static let values: [JSONValue] =
        (0..<Cases.parts(of: 1_000)).flatMap { [.string("k\($0)"), .integer($0)] as [JSONValue] }
        + [nil, true, [1, 2], ["a": 1, "b": [nil]], "ü\"/", "", 4.50]

    /// In the table and not, spelled as there and otherwise.
    private static let asked = [
        "\"k0\"", "\"k999\"", "\"k1000\"", "\"\\u006b17\"", "0", "17", "17.0", "1.7e1", "-0", "4.5", "450e-2", "1000",
        "null", "true",
        "false", "[1,2]", "[1.0,2]", "[2,1]", "{\"a\":1,\"b\":[null]}", "{\"b\":[null],\"a\":1.0}", "{\"a\":1}", "\"\"",
        "\"ü\\\"/\"",
        "\"ü\\\"\\/\"", "1e400", "\"17\"",
    ]

    private func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "Items", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Changes", operations: operations)])
    }

    @Test(arguments: asked) func indexFindsWhatASearchFinds(text: String) throws {
        let value = try JSONDocument(parsing: text).root
        let expected = Self.values.firstIndex { $0.isEquivalent(to: value) }
        let index = ValueIndex(Self.values)
        #expect(index.firstIndex(of: value) == expected)
        #expect(
            ValueIndex(Self.values.reversed() + Self.values).firstIndex(of: value)
                == expected.map { Self.values.count - 1 - $0 })
        let memory = ArenaMemory()
        memory.arena.begin(value)
        #expect(index.firstIndex(of: memory.arena.root, in: memory.arena) == expected)
        guard !value.isContainer, !text.contains("\\") else { return }
        let content = value.kind == .string ? String(text.dropFirst().dropLast()) : text
        let found = Array(content.utf8).withUnsafeBufferPointer { index.firstIndex(of: value.kind, $0) }
        #expect(found == expected)
    }

    @Test func repeatedValuesAreFound() {
        #expect(!ValueIndex(Self.values).repeatsValues)
        #expect(ValueIndex(Self.values + [17.0]).repeatsValues)
        #expect(ValueIndex(Self.values + ["k17"]).repeatsValues)
    }

    /// The document as it is migrated by itself, by a runner and as a line.
    private func results(_ plan: MigrationPlan, _ text: String) throws -> [String] {
        let bytes = Array(text.utf8)
        var options = MigrationOptions()
        options.isOneLine = true
        var results = [try plan.migrate(JSONDocument(parsing: text), to: "2", options: options).text]
        if let ran = try plan.run(on: bytes, to: "2", from: nil, options: .init()) { results.append(ran.text) }
        let runner = try #require(PlanRunner(plan, to: "2", from: nil, options: options))
        var output: [UInt8] = []
        if try bytes.withUnsafeBufferPointer({ try runner.migrate($0, to: &output) }) != nil {
            results.append(String(decoding: output, as: UTF8.self))
        }
        return results
    }

    @Test(arguments: asked) func mapValuesReplacesByMeaning(text: String) throws {
        let pairs = Self.values.enumerated().map { ($1, JSONValue.string("new \($0)")) }
        let value = try JSONDocument(parsing: text).root
        let place = Self.values.firstIndex { $0.isEquivalent(to: value) }
        for isKept in [true, false] {
            let plan = try plan([
                .mapValues("/v", pairs, fallback: isKept ? nil : "other", ifUnknown: isKept ? .skip : .error)
            ])
            let expected = place.map { "\"new \($0)\"" } ?? (isKept ? text : "\"other\"")
            for result in try results(plan, #"{"version":1,"v":\#(text)}"#) {
                #expect(result == #"{"version":2,"v":\#(expected)}"#)
            }
        }
    }

    @Test(arguments: asked) func oneOfAsksByMeaning(text: String) throws {
        let plan = try plan([
            .when(.oneOf("/v", Self.values), [.add("/in", value: 1)], otherwise: [.add("/out", value: 1)])
        ])
        let value = try JSONDocument(parsing: text).root
        let key = Self.values.contains { $0.isEquivalent(to: value) } ? "in" : "out"
        for result in try results(plan, #"{"version":1,"v":\#(text)}"#) {
            #expect(result == #"{"version":2,"v":\#(text),"\#(key)":1}"#)
        }
        #expect(try plan.migrate(#"{"version":1}"#, to: "2").text == #"{"version":2,"out":1}"#)
    }

    @Test func whatTheWayBackReadsOtherwiseIsLost() throws {
        let pairs = (0..<100).map { (JSONValue.integer($0), JSONValue.integer($0 / 2)) }
        let plan = try plan([.each("/l", [.mapValues("", pairs)])])
        let text = #"{"version":1,"l":[98,99,7.0]}"#
        let losses = [
            #"line 1, column 22, at "/l/1": lost 99: it becomes 49, which the way back reads as 98"#,
            #"line 1, column 25, at "/l/2": lost 7.0: it becomes 3, which the way back reads as 6"#,
        ]
        for result in [try plan.migrate(text, to: "2"), try plan.migrate(JSONDocument(parsing: text), to: "2")] {
            #expect(result.text == #"{"version":2,"l":[49,49,3]}"#)
            #expect(result.losses.map(\.described) == losses)
        }
    }

    @Test func aTableThatHasAValueTwiceIsRefused() {
        let pairs = (0..<500).map { "[\($0), 0]" } + ["[17.0, 1]"]
        let error = #expect(throws: PlanFileError.self) {
            try MigrationPlan(
                planFile: """
                    {"planFormat":1,"name":"T","versions":[{"version":"1"},{"version":"2"}],"migrations":[{"from":"1","to":"2","summary":"s",
                    "operations":[{"op":"mapValues","path":"/v","table":[\(pairs.joined(separator: ","))]}]}]}
                    """)
        }
        #expect(error?.message == #""table" has 17.0 twice"#)
    }
}
