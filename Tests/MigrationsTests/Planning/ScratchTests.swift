import Migrations
import Testing
import VersionedCodec

/// Scratch values: places that are in no document, and gone at the end of a step.
@Suite struct ScratchTests {
    private static func plan(_ operations: String, format: Int = 2) throws -> MigrationPlan {
        try MigrationPlan(
            planFile: #"{"planFormat":\#(format),"name":"n","versions":[{"version":"1"},{"version":"2"}],"#
                + #""migrations":[{"from":"1","to":"2","summary":"s","operations":[\#(operations)]}]}"#)
    }

    @Test(arguments: [
        // Nothing of a scratch value is in the result.
        Change(.copy("/a", to: .scratch("t")), on: #"{"a": 1}"#, gives: #"{"a": 1}"#),
        Change(
            .copy("/a", to: .scratch("t")), .transform(.scratch("t"), by: [.uppercase]),
            .copy(.scratch("t"), to: "/b"), on: #"{"a": "x"}"#, gives: #"{"a": "x", "b": "X"}"#),
        Change(
            .move("/a", to: .scratch("t", "/x/y")), .move(.scratch("t", "/x"), to: "/b"), on: #"{"a": 1, "c": 2}"#,
            gives: #"{"c": 2, "b": {"y": 1}}"#, back: #"{"c": 2, "a": 1}"#),
        // Members change places.
        Change(
            .rename("/a", to: "t"), .move("/b", to: .scratch("b")), .rename("/t", to: "b"),
            .move(.scratch("b"), to: "/a"), on: #"{"a": 1, "b": 2}"#, gives: #"{"b": 1, "a": 2}"#,
            back: #"{"a": 1, "b": 2}"#),
        // The document need be no object.
        Change(
            .copy("/0", to: .scratch("first")), .move("", to: "/items"), .copy(.scratch("first"), to: "/first"),
            on: "[7, 8]", gives: #"{"items":[7, 8], "first":7}"#),
        // What goes there from the document, and is made into nothing, is lost.
        Change(
            .move("/a", to: .scratch("t"), ifAbsent: .skip), on: #"{"a": 1, "b": 2}"#, gives: #"{"b": 2}"#,
            losing: [#"line 1, column 7, at "/a": lost 1: it does not come back"#], back: #"{"b": 2}"#),
        Change(
            .move("/a", to: .scratch("t"), ifAbsent: .skip), .remove(.scratch("t"), ifAbsent: .skip),
            on: #"{"a": 1, "b": 2}"#, gives: #"{"b": 2}"#,
            losing: [#"line 1, column 7, at "/a": lost 1: it does not come back"#], back: #"{"b": 2}"#),
    ])
    func scratchValueIsInNoDocument(_ change: Change) throws { try change.check() }

    @Test func scopesOnScratchValuesWorkAndAreNamedInErrors() throws {
        let plan = try MigrationPlan.of([
            .copy("/l", to: .scratch("t")), .each(.scratch("t"), [.rename("/a", to: "b")]),
            .copy(.scratch("t", "/0/b"), to: "/first"),
        ])
        #expect(
            try plan.migrate(#"{"l": [{"a": 1}]}"#, to: "2", from: "1").text == #"{"l": [{"a": 1}], "first": 1}"#)
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"l": [{"a": 1}, {}]}"#, to: "2", from: "1")
        }
        #expect(error?.path?.description == "$t/1/a")
        #expect(error?.position?.column == 18)
    }

    /// On the way back a scratch value may be absent; what is in it may not.
    @Test func wayBackSkipsAnAbsentScratchValueAndNoMoreThanThat() throws {
        let plan = try MigrationPlan.of([
            .move("/a", to: .scratch("t"), ifAbsent: .skip),
            .inside(.scratch("t"), [.rename("/x", to: "y")], ifAbsent: .skip),
            .move(.scratch("t"), to: "/b", ifAbsent: .skip),
        ])
        #expect(try plan.migrate(#"{"c": 1}"#, to: "1", from: "2").text == #"{"c": 1}"#)
        #expect(try plan.migrate(#"{"b": {"y": 1}}"#, to: "1", from: "2").text == #"{"a": {"x": 1}}"#)
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"b": {}}"#, to: "1", from: "2") }
        #expect(error?.path?.description == "$t/y")
    }

    /// Within a scope, they are seen as the document is.
    @Test func scratchValueIsSeenInTheDocumentFromWithinAScope() throws {
        let plan = try Self.plan(
            #"{"op":"copy","from":"/names","to":"$names"},{"op":"arrayToObject","path":"$names","id":"k","value":"v"},"#
                + #"{"op":"each","path":"/l","operations":["#
                + #"{"op":"lookUp","from":"/k","table":"$names","to":"/name"},"#
                + #"{"op":"copy","in":"document","from":"$names/x","to":"/x"}]}"#)
        #expect(
            try plan.migrate(#"{"names":[{"k":"x","v":"X"}],"l":[{"k":"x"}]}"#, to: "2", from: "1").text
                == #"{"names":[{"k":"x","v":"X"}],"l":[{"k":"x","name":"X","x":"X"}]}"#)
    }

    @Test func conditionAsksOfAScratchValue() throws {
        let plan = try Self.plan(
            #"{"op":"copy","from":"/a","to":"$t","ifAbsent":"skip","only":"up"},"#
                + #"{"op":"when","if":{"path":"$t","present":true},"operations":[{"op":"add","path":"/had","value":true}],"only":"up"}"#
        )
        #expect(try plan.migrate(#"{"a":1}"#, to: "2", from: "1").text == #"{"a":1,"had":true}"#)
        #expect(try plan.migrate("{}", to: "2", from: "1").text == "{}")
    }

    /// A step does not see what an earlier one had, nor a line what an earlier line had.
    @Test func scratchValueIsGoneAtTheEndOfTheStep() throws {
        let plan = try MigrationPlan(
            "n", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "s", operations: [.copy("/a", to: .scratch("t"))]),
                Migration(
                    from: "2", to: "3", "s",
                    operations: [
                        .copy("/b", to: .scratch("t"), ifAbsent: .skip),
                        .copy(.scratch("t"), to: "/c", ifAbsent: .skip),
                    ]),
            ])
        #expect(try plan.migrate(#"{"v": 1, "a": 1}"#, to: "3").text == #"{"v": 3, "a": 1}"#)
        #expect(try plan.migrate(#"{"v": 1, "a": 1, "b": 2}"#, to: "3").text == #"{"v": 3, "a": 1, "b": 2, "c": 2}"#)
        var lines: [String] = []
        for line in [#"{"v":1,"a":1,"b":2}"#, #"{"v":1,"a":1}"#, #"{"v":1,"a":1,"b":2}"#] {
            lines.append(try plan.migrate(line, to: "3").text)
        }
        #expect(lines == [#"{"v":3,"a":1,"b":2,"c":2}"#, #"{"v":3,"a":1}"#, #"{"v":3,"a":1,"b":2,"c":2}"#])
    }

    @Test func planFileHasThem() throws {
        let plan = try Self.plan(
            #"{"op":"copy","from":"/a","to":"$a-1"},{"op":"move","from":"$a-1/~1","to":"/b"}"#)
        let swift = try MigrationPlan(
            "n", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "s",
                    operations: [.copy("/a", to: .scratch("a-1")), .move(.scratch("a-1", "/~1"), to: "/b")])
            ])
        #expect(plan == swift)
        let written = try #require(plan.planFile)
        #expect(written["planFormat"] == 2)
        #expect(try MigrationPlan(planFile: written.text()) == plan)
        #expect(JSONPointer.scratch("t") != "/t")
        #expect(JSONPointer.scratch("t", "/a").description == "$t/a")
        #expect(throws: JSONPointer.SyntaxError.self) { try JSONPointer(parsing: "$t/a") }
    }

    @Test(arguments: [
        (
            #"{"op":"each","path":"/l","operations":[{"op":"copy","from":"/a","to":"$t"}]}"#,
            #""$t" is a scratch value, which can be only where a path begins at the root of the document"#
        ),
        (
            #"{"op":"sort","path":"/l","by":"$t"}"#,
            #""$t" is a scratch value, which can be only where a path begins at the root of the document"#
        ),
        (
            #"{"op":"copy","from":"$.a","to":"/b"}"#,
            #""$.a" is not a JSON pointer: it must be empty or begin with "/"; "/a" was probably meant"#
        ),
        (
            #"{"op":"copy","from":"$ref","to":"/b"}"#,
            #"the operation (copy "$ref" to "/b") reads the scratch value "$ref", which no operation before it makes"#
        ),
        (
            #"{"op":"copy","from":"/a","to":"$t"},{"op":"move","from":"$t","to":"/b"},{"op":"copy","from":"$t","to":"/c"}"#,
            #"the operation (copy "$t" to "/c") reads "$t", which the earlier one (move "$t" to "/b") has removed"#
        ),
    ])
    func mistake(_ operations: String, says: String) {
        let error = #expect(throws: PlanFileError.self) { try Self.plan(operations) }
        #expect(error?.message == says)
    }

    @Test func oldFormatSaysWhatToWrite() {
        let error = #expect(throws: PlanFileError.self) {
            try Self.plan(#"{"op":"copy","from":"/a","to":"$t"}"#, format: 1)
        }
        #expect(error?.message == #""$t" needs plan format 2; write "planFormat": 2"#)
    }

    /// A plan that copies is as exact as without; one that moves through scratch values may lose.
    @Test func lossClassesAreSound() throws {
        let copying = try MigrationPlan.of([.copy("/a", to: .scratch("t")), .copy(.scratch("t"), to: "/b")])
        #expect(try copying.path(from: "1", to: "2").lossClass == .exact)
        let moving = try MigrationPlan.of([.move("/a", to: .scratch("t")), .move(.scratch("t"), to: "/b")])
        #expect(try moving.path(from: "1", to: "2").lossClass == .captures)
    }

    @Test func readersAreNotToldOfThem() throws {
        let plan = try MigrationPlan.of([
            .copy("/a", to: .scratch("t")), .each(.scratch("t"), [.rename("/x", to: "y")]),
            .copy(.scratch("t"), to: "/b"),
        ])
        let explanation = try plan.explanation(from: "1", to: "2")
        #expect(!explanation.contains("to \"$t\""), "\(explanation)")
        #expect(!(try plan.changelog()).contains("`$t` is new"))
        #expect(try plan.explanation(from: "1", to: "2", showingAll: true).contains("to \"$t\""))
        #expect(try plan.comparison(of: "1", and: "2").backward.obstacles == [])
    }
}
