import Migrations
import Testing
import VersionedCodec

/// What transforms make of keys is remembered, and the same as it was the first time.
@Suite struct TransformedKeysTests {
    private static func plan(
        _ transforms: [TextTransform] = [.changeCase(from: .snakeCase, to: .camelCase)]
    ) throws -> MigrationPlan {
        try MigrationPlan(
            "Keys", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "s",
                    operations: [.renameKeys("/m", by: transforms)])
            ])
    }

    /// More keys than are remembered, of which some do not come back.
    @Test func manyKeysAreTransformedAgain() throws {
        let plan = try Self.plan()
        let members = (0..<5000).map { #""key_\#($0 % 2 == 0 ? "a" : "B")\#($0)":1"# }
        let payload = #"{"v":1,"m":{\#(members.joined(separator: ","))}}"#
        let first = try plan.migrate(payload, to: "2")
        let second = try plan.migrate(payload, to: "2")
        #expect(first.text == second.text && first.losses == second.losses)
        #expect(first.text.hasPrefix(#"{"v":2,"m":{"keyA0":1,"keyB1":1,"keyA2":1,"#))
        #expect(try plan.roundTrips(of: JSONDocument(parsing: payload)).map(\.losses) == [second.losses])
        let onlyOdd = #"{"v":1,"m":{\#(members[1])}}"#
        for _ in 0..<2 {
            #expect(
                try plan.migrate(onlyOdd, to: "2").losses
                    == plan.roundTrips(of: JSONDocument(parsing: onlyOdd))[0].losses)
        }
    }

    /// Keys that Swift takes as equal are two.
    @Test func keysOfOtherBytesAreOthers() throws {
        let plan = try Self.plan()
        for key in ["\u{E9}_x", "e\u{301}_x", "\u{E9}_x", "e\u{301}_x"] {
            let text = try plan.migrate(#"{"v":1,"m":{"\#(key)":1}}"#, to: "2").text
            let wanted = #"{"v":2,"m":{"\#(key.replacing("_x", with: "X"))":1}}"#
            #expect(text.utf8.elementsEqual(wanted.utf8), "\(text)")
        }
    }

    /// A key that cannot be transformed is an error each time.
    @Test func errorsComeAgain() throws {
        let plan = try Self.plan([.encodeBase64])
        for key in ["YQ==", "!!", "YQ==", "!!"] {
            let payload = #"{"v":2,"m":{"\#(key)":1}}"#
            if key == "!!" {
                let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "1") }
                #expect(error?.message == #"the key "!!" cannot be transformed"#)
            } else {
                #expect(try plan.migrate(payload, to: "1").text == #"{"v":1,"m":{"a":1}}"#)
            }
        }
    }

    /// How long a text may get depends on the document, and not on those before it.
    @Test func documentsDecideAboutTheirSizeThemselves() throws {
        let long = String(repeating: "b", count: 300_000)
        let plan = try Self.plan([.replace("a", with: long), .digest])
        let members = #""m":{"\#(String(repeating: "a", count: 250))":1}"#
        _ = try plan.migrate(#"{"v":1,\#(members),"p":"\#(String(repeating: "x", count: 1_000_000))"}"#, to: "2")
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"v":1,\#(members)}"#, to: "2") }
        #expect(error?.message == "the result is too large: more than 64 MiB and 16 times the document")
    }
}
