import Migrations
import Testing
import VersionedCodec

/// Operations that run in one direction of their migration only.
@Suite struct OneDirectionTests {
    private static func plan(_ operations: String, format: Int = 2) throws -> MigrationPlan {
        try MigrationPlan(
            planFile: #"{"planFormat":\#(format),"name":"n","versions":[{"version":"1"},{"version":"2"}],"#
                + #""migrations":[{"from":"1","to":"2","summary":"s","operations":[\#(operations)]}]}"#)
    }

    @Test func operationRunsInItsDirectionOnly() throws {
        let plan = try MigrationPlan.of([
            .set("/a", to: 1).only(.up), .set("/a", to: 2).only(.down), .rename("/a", to: "b"),
        ])
        #expect(try plan.migrate(#"{"a":0}"#, to: "2", from: "1").text == #"{"b":1}"#)
        #expect(try plan.migrate(#"{"b":0}"#, to: "1", from: "2").text == #"{"a":2}"#)
    }

    /// The way down goes through the list from behind, and through a scope of one direction as it is written.
    @Test func wayDownGoesThroughTheListFromBehind() throws {
        #expect(throws: PlanError.self) {
            try MigrationPlan.of([
                .inside("", [.move("/b", to: "/c"), .move("/c", to: "/d")]).only(.down),
                .rename("/a", to: "b"),
            ])
        }
        let other = try MigrationPlan.of([
            .rename("/a", to: "b"),
            .inside("", [.move("/b", to: "/c"), .move("/c", to: "/b")]).only(.down),
        ])
        #expect(try other.migrate(#"{"b":0}"#, to: "1", from: "2").text == #"{"a":0}"#)
    }

    /// What the way back does not restore is lost, whoever gave it up; what it does restore is not.
    @Test(arguments: [
        Change(
            .remove("/a", ifAbsent: .skip).only(.up), on: #"{"a": 7, "b": 1}"#, gives: #"{"b": 1}"#,
            losing: [#"line 1, column 7, at "/a": lost 7: the other version does not have it"#], back: #"{"b": 1}"#),
        // Two that are each other's reverse lose nothing.
        Change(
            .rename("/a", to: "b").only(.up), .rename("/b", to: "a").only(.down), on: #"{"a": 7}"#, gives: #"{"b": 7}"#),
        Change(
            .convert("/a", from: .string, to: .number).only(.up),
            .convert("/a", from: .number, to: .string).only(.down), on: #"{"a": "7"}"#, gives: #"{"a": 7}"#),
        Change(
            .each("/l", [.set("/k", to: 1).only(.up), .set("/k", to: 0).only(.down)]),
            on: #"{"l": [{"k": 0}, {"k": 0}]}"#, gives: #"{"l": [{"k": 1}, {"k": 1}]}"#),
        // What goes away with a copy is not the order of its source.
        Change(
            .sort("/a").only(.down), .copy("/a", to: "/b"), on: #"{"a": [3, 1]}"#,
            gives: #"{"a": [3, 1], "b": [3, 1]}"#,
            losing: [#"line 1, column 7, at "/a": lost [3,1]: the order of the elements is not kept"#],
            back: #"{"a": [1, 3]}"#,
            losingBack: [
                #"line 1, column 7, at "/a": lost [3,1]: the order of the elements is not kept"#,
                #"line 1, column 20, at "/b": lost [3,1]: the order of the elements is not kept"#,
            ]),
        // A value that only the way up changes is lost, though the operation records nothing.
        Change(
            .transform("/a", by: [.uppercase]).only(.up), on: #"{"a": "x"}"#, gives: #"{"a": "X"}"#,
            losing: [#"line 1, column 7, at "/a": lost "x": it does not come back as it was: it comes back as "X""#],
            back: #"{"a": "X"}"#,
            losingBack: []),
        Change(
            .move("/a", to: "/b").only(.up), on: #"{"a": 1}"#, gives: #"{"b": 1}"#,
            losing: [#"line 1, column 7, at "/a": lost 1: it does not come back"#], back: #"{"b": 1}"#,
            losingBack: [#"line 1, column 1, at the root: lost {"b":1}: the way back fails: there is no member "a""#]),
    ])
    func lossesAreThoseOfTheWholeWayBack(_ change: Change) throws { try change.check() }

    @Test func refusalOfOneDirectionIsNoWayBack() throws {
        let plan = try MigrationPlan.of([.remove("/a"), .refuse("no").only(.down)])
        let up = try plan.migrate(#"{"a": 1, "b": 2}"#, to: "2", from: "1")
        #expect(up.losses.map(\.path) == ["/a"])
        #expect(throws: MigrationError.self) { try plan.migrate("{}", to: "1", from: "2") }
        #expect(try plan.comparison(of: "1", and: "2").forward.verdict == .incompatible)
        #expect(try plan.comparison(of: "1", and: "2").backward.verdict != .incompatible)
    }

    @Test func lossClassIsNeverExact() throws {
        let plan = try MigrationPlan.of([.rename("/a", to: "b").only(.up)])
        for (from, to) in [("1", "2"), ("2", "1")] {
            #expect(try plan.path(from: from, to: to).lossClass == .captures)
        }
    }

    @Test func explanationShowsWhatRuns() throws {
        let plan = try MigrationPlan.of([.remove("/a").only(.up), .add("/c", value: 1)])
        #expect(
            try plan.explanation(from: "1", to: "2") == """
                test: 1 → 2 (captures)
                captures: a value may be lost, and is then reported as a loss

                1 → 2 (captures):\u{20}
                    remove "/a" (captures)
                      - in this direction only
                    add "/c" = 1 (needs default)

                """)
        #expect(
            try plan.explanation(from: "2", to: "1") == """
                test: 2 → 1 (captures)
                captures: a value may be lost, and is then reported as a loss

                2 → 1 (captures):\u{20}
                    remove "/c" (captures)
                      - not lost where it is 1, which the way back adds
                      - if it is absent: nothing happens
                    nothing, where the other way has: remove "/a" (captures)

                """)
        #expect(try plan.path(from: "2", to: "1").steps[0].operations.map(\.name) == ["remove"])
        let changelog = try plan.changelog()
        #expect(changelog.contains("- `/a` is removed\n"), "\(changelog)")
        #expect(changelog.contains("- what only the way up changes: `/a` is removed\n"), "\(changelog)")
    }

    @Test func planFileHasTheWord() throws {
        let plan = try Self.plan(
            #"{"op":"remove","path":"/a","only":"up"},{"op":"each","path":"/l","operations":[{"op":"remove","path":"/b","only":"down"}]}"#
        )
        let swift = try MigrationPlan(
            "n", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "s",
                    operations: [.remove("/a").only(.up), .each("/l", [.remove("/b").only(.down)])])
            ])
        #expect(plan == swift)
        let written = try #require(plan.planFile)
        #expect(written["planFormat"] == 2)
        #expect(try MigrationPlan(planFile: written.text()) == plan)
        #expect(
            plan
                != (try Self.plan(
                    #"{"op":"remove","path":"/a"},{"op":"each","path":"/l","operations":[{"op":"remove","path":"/b","only":"down"}]}"#
                )))
    }

    @Test(arguments: [
        (#"{"op":"remove","path":"/a","only":"both"}"#, #"unknown value "both"; known: down, up"#),
        (
            #"{"op":"inside","path":"","only":"up","operations":[{"op":"remove","path":"/a","only":"up"}]}"#,
            #""only" encloses an operation that has "only" too"#
        ),
        (
            #"{"op":"remove","path":"/a","restoredBy":{"op":"add","path":"/a","value":1,"only":"up"}}"#,
            #""restoredBy" must run in both directions"#
        ),
    ])
    func mistake(_ operation: String, says: String) {
        let error = #expect(throws: PlanFileError.self) { try Self.plan(operation) }
        #expect(error?.message == says)
    }

    @Test func oldFormatSaysWhatToWrite() {
        let error = #expect(throws: PlanFileError.self) {
            try Self.plan(#"{"op":"remove","path":"/a","only":"up"}"#, format: 1)
        }
        #expect(error?.message == #""only" needs plan format 2; write "planFormat": 2"#)
    }

    @Test func halvesAndNormalizingHaveNoOtherDirection() {
        let error = #expect(throws: PlanError.self) {
            try MigrationPlan(
                "n", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [Migration(from: "1", to: "2", "s", up: [.each("/l", [.remove("/a").only(.up)])], down: [])]
            )
        }
        #expect(error?.code == .invalidOperation)
        #expect(
            error?.description
                == #"the operation (remove "/a") runs on the way up only; write that only among operations that run in both directions"#
        )
    }

    /// Of operations on two sides of a way, one that reads what the other takes away is not a fault.
    @Test func directionsAreValidatedEachByItself() throws {
        _ = try MigrationPlan.of([.remove("/a").only(.up), .rename("/a", to: "b").only(.down)])
        let error = #expect(throws: PlanError.self) {
            try MigrationPlan.of([.remove("/a").only(.up), .rename("/a", to: "b").only(.up)])
        }
        #expect(error?.code == .readsRemoved)
    }
}
