import Migrations
import Testing
import VersionedCodec

@Suite struct EverywhereScopeTests {
    private static let panel = Condition.at("/type", equals: "panel")

    @Test(arguments: [
        Change(
            .everywhere(where: panel, [.rename("/t", to: "title")]),
            on: #"{"type":"panel","t":1,"in":[{"x":{"type":"panel","t":2}},{"type":"other","t":3}]}"#,
            gives: #"{"type":"panel","title":1,"in":[{"x":{"type":"panel","title":2}},{"type":"other","t":3}]}"#),
        Change(
            .everywhere(in: "/a", where: panel, [.wrap("/t")]),
            on: #"{"a":[{"type":"panel","t":1}],"b":{"type":"panel","t":2}}"#,
            gives: #"{"a":[{"type":"panel","t":[1]}],"b":{"type":"panel","t":2}}"#),
        Change(
            .everywhere(where: panel, except: .at("/raw", equals: true), [.wrap("/t")]),
            on: #"[{"type":"panel","t":1},{"raw":true,"in":{"type":"panel","t":2}}]"#,
            gives: #"[{"type":"panel","t":[1]},{"raw":true,"in":{"type":"panel","t":2}}]"#),
        // The outer one takes the inner one along: the inner one is changed first.
        Change(
            .everywhere(where: panel, [.move("/in", to: "/content/first")]),
            on: #"{"type":"panel","in":{"type":"panel","in":0}}"#,
            gives: #"{"type":"panel","content":{"first":{"type":"panel","content":{"first":0}}}}"#),
        Change(.everywhere(in: "/a", where: panel, [.wrap("/t")], ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.everywhere(in: "/a", where: panel, [.wrap("/t")]), on: #"{"a":7}"#, gives: #"{"a":7}"#),
    ])
    func reachesEveryObject(_ change: Change) throws { try change.check() }

    /// At the root, the member of the version is left alone, as without the scope.
    @Test(arguments: [
        (
            JSONOperation.everywhere(
                where: .at("", is: .object), [.renameKeys(by: [.changeCase(from: .snakeCase, to: .camelCase)])],
                reverseIf: .at("", is: .object)),
            #"{"schema_version":1,"user_name":"ann","in_ner":{"schema_version":1}}"#,
            #"{"schema_version":2,"userName":"ann","inNer":{"schemaVersion":1}}"#
        ),
        (
            .everywhere(
                where: .at("/a", is: .number), [.gather(.all, into: "g")], reverseIf: .at("/g", is: .object)),
            #"{"schema_version":1,"a":2}"#, #"{"schema_version":2,"g":{"a":2}}"#
        ),
    ])
    func versionIsLeftAlone(_ operation: JSONOperation, _ document: String, _ result: String) throws {
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/schema_version", as: .integer),
            versions: ["1", "2"].map { PlanVersion($0) },
            migrations: [Migration(from: "1", to: "2", "s", operations: [operation])])
        let there = try plan.migrate(document, to: "2")
        #expect(there.text == result)
        #expect(there.losses.isEmpty)
        #expect(try plan.migrate(result, to: "1").text == document)
    }

    @Test func errorNamesThePlace() throws {
        let plan = try MigrationPlan.of([.everywhere(where: Self.panel, [.rename("/t", to: "title")])])
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"a/b":[{"type":"panel"}]}"#, to: "2", from: "1")
        }
        #expect(
            error?.description
                == #"line 1, column 9, at "/a~1b/0/t": there is no member "t" (version 1, step 1 → 2, rename "/t" to "title")"#
        )
    }

    @Test func lossesNameThePlaces() throws {
        let plan = try MigrationPlan.of([.everywhere(where: Self.panel, [.remove("/t")])])
        let result = try plan.migrate(
            #"{"type":"panel","t":1,"in":{"type":"panel","t":2}}"#, to: "2", from: "1")
        #expect(result.losses.map(\.path) == ["/t", "/in/t"])
        #expect(result.text == #"{"type":"panel","in":{"type":"panel"}}"#)
    }

    @Test func changedConditionHasNoWayBack() throws {
        let plan = try MigrationPlan.of([.everywhere(where: Self.panel, [.remove("/type", default: "panel")])])
        let error = #expect(throws: MigrationError.self) { try plan.path(from: "2", to: "1") }
        #expect(error?.message.contains(#"say with "reverseIf" what the way back asks"#) == true)
    }

    @Test func deepestNestingIsReached() throws {
        let depth = 20_000
        let text =
            String(repeating: #"{"type":"panel","t":1,"in":"#, count: depth) + "0"
            + String(repeating: "}", count: depth)
        let plan = try MigrationPlan.of([.everywhere(where: Self.panel, [.rename("/t", to: "u")])])
        var options = MigrationOptions()
        options.parsing.maximumDepth = depth + 1
        let result = try plan.migrate(JSONDocument(parsing: text, options: options.parsing), to: "2", from: "1")
        #expect(result.text == text.replacing(#""t""#, with: #""u""#))
        #expect(try plan.migrate(text, to: "2", from: "1", options: options).text == result.text)
    }

    /// Children of large containers wait until these are written, but not at every level of a document.
    @Test(arguments: [Condition.present("/y"), nil])
    func deepArraysAreReached(reverseIf: Condition?) throws {
        let depth = 10_000
        let text =
            String(repeating: #"{"x":["#, count: depth) + "null" + String(repeating: "]}", count: depth)
        let plan = try MigrationPlan.of([
            .everywhere(where: .present("/x"), [.rename("/x", to: "y")], reverseIf: reverseIf)
        ])
        var options = MigrationOptions()
        options.parsing.maximumDepth = 3 * depth
        let result = try plan.migrate(text, to: "2", from: "1", options: options)
        #expect(result.text == text.replacing(#""x""#, with: #""y""#))
        #expect(result.losses.isEmpty)
    }

    @Test(arguments: [
        FileForm(
            #"{"op":"everywhere","where":{"path":"/a","present":true},"operations":[{"op":"wrap","path":"/a"}]}"#,
            .everywhere(where: .present("/a"), [.wrap("/a")])),
        FileForm(
            #"{"op":"everywhere","path":"/p","where":{"path":"/a","present":true},"except":{"path":"/b","present":true},"reverseIf":{"path":"/c","present":true},"operations":[{"op":"wrap","path":"/d"}],"ifAbsent":"skip"}"#,
            .everywhere(
                in: "/p", where: .present("/a"), except: .present("/b"), [.wrap("/d")], reverseIf: .present("/c"),
                ifAbsent: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }
}
