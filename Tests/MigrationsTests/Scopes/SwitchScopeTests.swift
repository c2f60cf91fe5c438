import Migrations
import Testing
import VersionedCodec

/// Dispatch by a member.
@Suite struct SwitchScopeTests {
    private static let kinds = JSONOperation.switch(
        on: "/kind",
        cases: ["Job": [.rename("/cmd", to: "command")], "Note": [.rename("/body", to: "text")], "Tag": []])
    private static let tolerant = JSONOperation.switch(
        on: "/meta/kind", cases: ["Job": [.rename("/cmd", to: "command")]], ifUnknown: .skip, ifAbsent: .skip)

    @Test(arguments: [
        Change(
            .each("/l", [kinds]),
            on: #"{"l":[{"kind":"Job","cmd":1},{"kind":"Note","body":2,"cmd":3},{"kind":"Tag"}]}"#,
            gives: #"{"l":[{"kind":"Job","command":1},{"kind":"Note","text":2,"cmd":3},{"kind":"Tag"}]}"#),
        Change(
            .each([tolerant]),
            on: #"[{"meta":{"kind":"Job"},"cmd":1},{"meta":{"kind":"X"},"cmd":1},{"meta":{}},{"meta":{"kind":7}},[]]"#,
            gives:
                #"[{"meta":{"kind":"Job"},"command":1},{"meta":{"kind":"X"},"cmd":1},{"meta":{}},{"meta":{"kind":7}},[]]"#
        ),
        Change(
            .named(
                "any",
                [
                    .switch(
                        on: "/kind", cases: ["List": [.each("/items", [.again("any")])], "A": [.rename("/x", to: "y")]])
                ]),
            on: #"{"kind":"List","items":[{"kind":"A","x":1},{"kind":"List","items":[{"kind":"A","x":2}]}]}"#,
            gives: #"{"kind":"List","items":[{"kind":"A","y":1},{"kind":"List","items":[{"kind":"A","y":2}]}]}"#),
    ])
    func operationsOfTheKindRun(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        (
            #"{"kind": "Pod"}"#, MigrationError.Code.unexpectedValue,
            #"line 1, column 10, at "/kind": no case is for "Pod"; known: "Job", "Note", "Tag""#
        ),
        (
            #"{"kind": 1}"#, .unexpectedValue,
            #"line 1, column 10, at "/kind": no case is for 1; known: "Job", "Note", "Tag""#
        ),
        ("{}", .absent, #"line 1, column 1, at "/kind": there is no member "kind""#),
    ])
    func unknownKindIsRefused(payload: String, code: MigrationError.Code, says: String) throws {
        try Misfit(Self.kinds, on: payload, code, says: says).check()
        // On the way back as well.
        let error = #expect(throws: MigrationError.self) {
            try MigrationPlan.of([Self.kinds]).migrate(payload, to: "1", from: "2")
        }
        #expect(error?.code == code)
    }

    @Test func lossesOfACaseAreThoseOfItsOperations() throws {
        let plan = try MigrationPlan.of([.each([.switch(on: "/k", cases: ["a": [.remove("/x")], "b": []])])])
        let document = try JSONDocument(parsing: #"[{"k":"a","x":1},{"k":"b","x":2}]"#)
        let result = try plan.migrate(document, to: "2", from: "1")
        #expect(result.losses.map(\.path) == ["/0/x"])
        #expect(try plan.roundTrips(of: document, from: "1").map(\.losses) == [result.losses])
        #expect(plan.migrations.count == 1)
    }

    @Test func caseThatWritesTheKindHasNoWayBack() throws {
        let operation = JSONOperation.switch(on: "/kind", cases: ["a": [.set("/kind", to: "b", from: "a")]])
        #expect(operation.reversed == nil)
        let plan = try MigrationPlan.of([operation])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"kind":"b"}"#, to: "1", from: "2") }
        #expect(error?.message.contains(#"its operations write "/kind", and go by "/kind""#) == true)
    }

    @Test func partThatDoesNotSayItsKindCannotBeTold() throws {
        let plan = try MigrationPlan.of([Self.kinds])
        let part = #"{"cmd":1}"#
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(part, to: "2", from: "1", options: MigrationOptions(isPartial: true))
        }
        #expect(error?.code == .tooPartial)
        let whole = #"{"kind":"Job","cmd":1}"#
        #expect(
            try plan.migrate(whole, to: "2", from: "1", options: MigrationOptions(isPartial: true)).text
                == #"{"kind":"Job","command":1}"#)
    }

    @Test(arguments: [
        FileForm(
            #"{"op":"switch","on":"/kind","cases":{"Job":[{"op":"rename","path":"/cmd","to":"command"}],"Note":[{"op":"rename","path":"/body","to":"text"}],"Tag":[]}}"#,
            kinds),
        FileForm(
            #"{"op":"switch","on":"/meta/kind","cases":{"Job":[{"op":"rename","path":"/cmd","to":"command"}]},"ifUnknown":"skip","ifAbsent":"skip"}"#,
            tolerant),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test(arguments: [
        (#"{"op":"switch","on":"/k","cases":{}}"#, "/migrations/0/up/0/cases", #""cases" must not be empty"#),
        (
            #"{"op":"switch","on":"/k","cases":{"a":{}}}"#, "/migrations/0/up/0/cases/a",
            "expected an array of operations, found an object"
        ),
        (
            #"{"op":"switch","on":"/k","cases":{"a":[{"op":"renam"}]}}"#, "/migrations/0/up/0/cases/a/0/op",
            "unknown operation"
        ),
        (
            #"{"op":"switch","on":"/k","cases":{"a":[],"b":[{"op":"wrap","path":"/z"},{"op":"rename","path":"/x","to":"x"}]}}"#,
            "/migrations/0/up/0/cases/b/1/to", "does nothing: both keys are the same"
        ),
    ])
    func mistakeIsSaidAtItsPlace(json: String, path: String, says: String) throws {
        let error = #expect(throws: PlanFileError.self) { try FileForm.reading(json) }
        #expect(error?.path.description == path)
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    }

    /// Operations of one case are validated together, those of several are not.
    @Test func casesAreApartFromEachOther() throws {
        let apart =
            #"{"op":"switch","on":"/k","cases":{"a":[{"op":"remove","path":"/x"}],"b":[{"op":"wrap","path":"/x"}]}}"#
        _ = try FileForm.reading(apart)
        let together =
            #"{"op":"switch","on":"/k","cases":{"a":[{"op":"remove","path":"/x"},{"op":"wrap","path":"/x"}]}}"#
        let error = #expect(throws: PlanFileError.self) { try FileForm.reading(together) }
        #expect(error?.fault == .readsRemoved)
        #expect(error?.path == "/migrations/0/up/0/cases/a/1")
    }

    @Test func explainAndChangelogTellEachCase() throws {
        let plan = try MigrationPlan.of([Self.kinds])
        let explanation = try plan.explanation(from: "1", to: "2")
        #expect(explanation.contains(#"switch on "/kind" (exact)"#))
        #expect(explanation.contains(#"- nothing changes where it is "Tag""#))
        #expect(explanation.contains(#"when "/kind" is "Job" (exact)"#))
        #expect(explanation.contains(#"rename "/cmd" to "command" (exact)"#))
        let changelog = try plan.changelog()
        #expect(changelog.contains("- by the kind that `/kind` says:"))
        #expect(changelog.contains(#"  - where "/kind" is "Job":"#))
        #expect(changelog.contains("    - `/cmd` is renamed to `command`"))
    }
}
