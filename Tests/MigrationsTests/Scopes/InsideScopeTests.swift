import Migrations
import Testing
import VersionedCodec

@Suite struct InsideScopeTests {
    @Test(arguments: [
        Change(
            .inside("/u", [.rename("/m", to: "e"), .add("/x", value: 1)]), on: #"{"u": {"m": 1}}"#,
            gives: #"{"u": {"e": 1, "x": 1}}"#),
        Change(.inside("/l/1", [.wrap("")]), on: #"{"l":[1,2]}"#, gives: #"{"l":[1,[2]]}"#),
        Change(.inside("", [.rename("/a", to: "b")]), on: #"{"a":1}"#, gives: #"{"b":1}"#),
        Change(.inside("/u", [.rename("/m", to: "e")], ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.inside("/u/v", [.rename("/m", to: "e")], ifWrongKind: .skip), on: #"{"u":1}"#, gives: #"{"u":1}"#),
        Change(.inside("/u", [.move("", to: "/x/y")]), on: #"{"u":[1],"z":0}"#, gives: #"{"u":{"x":{"y":[1]}},"z":0}"#),
    ])
    func pointersStartThere(_ change: Change) throws { try change.check() }

    @Test func errorNamesTheWholePathAndTheInnerOperation() throws {
        let plan = try MigrationPlan.of([.inside("/a/b", [.rename("/c", to: "d")])])
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"a": {"b": {}}}"#, to: "2", from: "1")
        }
        #expect(
            error?.description
                == #"line 1, column 13, at "/a/b/c": there is no member "c" (version 1, step 1 → 2, rename "/c" to "d")"#
        )
    }

    @Test func absentPathThrows() throws {
        try Misfit(
            .inside("/u", [.wrap("")]), on: "{}", .absent, says: #"line 1, column 1, at "/u": there is no member "u""#
        ).check()
    }

    @Test func planFileGivesTheSame() throws {
        try FileForm(
            #"{"op":"inside","path":"/u","operations":[{"op":"wrap","path":""}],"ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .inside("/u", [.wrap("")], ifAbsent: .skip, ifWrongKind: .skip)
        ).check()
    }

    @Test func sayWhatTheyAre() {
        let operation = JSONOperation.inside("/u", [.remove("/a"), .wrap("/b")])
        #expect(operation.description == #"inside "/u""#)
        #expect(operation.lossClass == .captures)
        #expect(operation.inner == [.remove("/a"), .wrap("/b")])
        #expect(operation.reversed == [.inside("/u", [.unwrap("/b")])])
    }
}
