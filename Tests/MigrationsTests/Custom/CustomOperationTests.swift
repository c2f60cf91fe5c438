import Migrations
import Testing
import VersionedCodec

/// A custom operation: a title gets a full stop.
struct Sentence: CustomOperation {
    let name = "sentence"
    var places: [JSONPointer] { ["/title"] }

    func forward(_ value: inout JSONValue, in context: inout CustomContext) throws {
        guard let title = value["title"]?.string else {
            throw context.unexpected("expected a title", at: "/title", found: value["title"])
        }
        value.object?["title"] = .string(title + ".")
    }

    func back(_ value: inout JSONValue, in context: inout CustomContext) throws {
        guard let title = value["title"]?.string, title.hasSuffix(".") else {
            throw context.unexpected("expected a sentence", at: "/title", found: value["title"])
        }
        if title == "." { context.lose(".", at: "/title", "a full stop is not a title") }
        value.object?["title"] = .string(String(title.dropLast()))
    }
}

/// Another operation of the same name.
private struct OtherSentence: CustomOperation {
    let name = "sentence"
    var lossClass: LossClass { .exact }
    func forward(_ value: inout JSONValue, in context: inout CustomContext) throws { throw Refusal() }
    func back(_ value: inout JSONValue, in context: inout CustomContext) throws { value = context.facts ?? .null }
}

private struct Refusal: Error, CustomStringConvertible {
    var description: String { "not today" }
}

@Suite struct CustomOperationTests {
    @Test(arguments: [
        Change(
            .rename("/head", to: "title"), .custom(Sentence()), .rename("/title", to: "line"),
            on: #"{"head": "News"}"#, gives: #"{"line": "News."}"#),
        Change(
            .each("/l", [.custom(Sentence())]), on: #"{"l": [{"title": "a"}, {"title": ""}]}"#,
            gives: #"{"l": [{"title": "a."}, {"title": "."}]}"#),
    ])
    func standsAmongOthers(_ change: Change) throws { try change.check() }

    @Test func errorNamesPlaceAndStep() throws {
        let plan = try MigrationPlan.of([.each("/l", [.custom(Sentence())])])
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"l": [{"title": 7}]}"#, to: "2", from: "1")
        }
        #expect(
            error?.description
                == #"line 1, column 18, at "/l/0/title": expected a title (version 1, step 1 → 2, custom "sentence")"#)
    }

    @Test func anyErrorFailsTheMigration() throws {
        let plan = try MigrationPlan.of([.custom(OtherSentence())])
        let error = #expect(throws: MigrationError.self) { try plan.migrate("{}", to: "2", from: "1") }
        #expect(error?.code == .refused)
        #expect(error?.message == "not today")
        #expect(error?.underlying is Refusal)
    }

    @Test func contextIsGiven() throws {
        let plan = try MigrationPlan.of([.custom(OtherSentence())])
        let options = MigrationOptions(context: ["a": 1])
        #expect(try plan.migrate("{}", to: "1", from: "2", options: options).text == #"{"a":1}"#)
    }

    @Test func twoOfOneNameAreNoPlan() {
        let error = #expect(throws: PlanError.self) {
            try MigrationPlan.of([.custom(Sentence()), .custom(OtherSentence())])
        }
        #expect(error?.code == .duplicate)
        #expect(error?.description == #"two custom operations have the name "sentence""#)
    }

    @Test func planFileNamesIt() throws {
        let text = #"""
            {"planFormat": 1, "name": "t", "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "", "operations": [{"op": "custom", "name": "sentence"}]}]}
            """#
        let plan = try MigrationPlan(planFile: text, custom: [Sentence()])
        #expect(try plan.migrate(#"{"title":"a"}"#, to: "2", from: "1").text == #"{"title":"a."}"#)
        let written = try #require(plan.planFile)
        #expect(try MigrationPlan(planFile: written.text(), custom: [Sentence()]) == plan)
        let unknown = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(
            unknown?.description
                == #"line 2, column 97, at "/migrations/0/operations/0/name": unknown custom operation "sentence"; the plan file is read without any"#
        )
    }

    @Test func versionsInSwiftFollowThoseOfAPlanFile() throws {
        let plan = try MigrationPlan.of([.rename("/head", to: "title")])
            .extended(
                by: [PlanVersion("3")],
                [Migration(from: "2", to: "3", "Titles are sentences", operations: [.custom(Sentence())])])
        #expect(try plan.migrate(#"{"head":"a"}"#, to: "3", from: "1").text == #"{"title":"a."}"#)
        #expect(try plan.migrate(#"{"title":"a."}"#, to: "1", from: "3").text == #"{"head":"a"}"#)
        #expect(throws: PlanError.self) { try plan.extended(by: [PlanVersion("4")], []) }
    }
}
