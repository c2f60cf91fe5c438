import Migrations
import Testing
import VersionedCodec

@Suite struct EachScopeTests {
    @Test(arguments: [
        Change(
            .each("/p", [.rename("/a", to: "b")]), on: #"{"p": [{"a": 1}, {"a": 2}]}"#,
            gives: #"{"p": [{"b": 1}, {"b": 2}]}"#),
        Change(.each([.wrap("")]), on: #"{"x":1,"y":[2]}"#, gives: #"{"x":[1],"y":[[2]]}"#),
        Change(.each("/p", [.each([.wrap("")])]), on: #"{"p":[[1],{"a":2}]}"#, gives: #"{"p":[[[1]],{"a":[2]}]}"#),
        Change(.each("/p", [.rename("/a", to: "b")]), on: #"{"p":[]}"#, gives: #"{"p":[]}"#),
        Change(.each("/p", [.wrap("")], ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.each("/p", [.wrap("")], ifWrongKind: .skip), on: #"{"p":1}"#, gives: #"{"p":1}"#),
    ])
    func operationsRunOnEach(_ change: Change) throws { try change.check() }

    @Test func lossesNameEachPlaceInOrder() throws {
        let plan = try MigrationPlan.of([.each("/p", [.remove("/b"), .remove("/a")])])
        let result = try plan.migrate(#"{"p":{"x/y":{"a":1,"b":2},"z":{"a":3,"b":4}}}"#, to: "2", from: "1")
        #expect(result.losses.map(\.path) == ["/p/x~1y/a", "/p/x~1y/b", "/p/z/a", "/p/z/b"])
        #expect(result.losses.map { $0.position?.column } == [18, 24, 36, 42])
        #expect(result.losses.first?.operation == #"remove "/a""#)
    }

    @Test func errorPointsAtTheElement() throws {
        let plan = try MigrationPlan.of([.each("/p", [.remove("/a")])])
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"p": [{"a": 1}, {}]}"#, to: "2", from: "1")
        }
        #expect(
            error?.description
                == #"line 1, column 18, at "/p/1/a": there is no member "a" (version 1, step 1 → 2, remove "/a")"#)
    }

    @Test func scalarThrows() throws {
        try Misfit(
            .each("/p", [.wrap("")]), on: #"{"p": "x"}"#, .wrongKind,
            says: #"line 1, column 7, at "/p": expected an array or an object, found a string ("x")"#
        ).check()
    }

    @Test(arguments: [
        FileForm(#"{"op": "each", "operations": [{"op": "wrap", "path": ""}]}"#, .each([.wrap("")])),
        FileForm(
            #"{"op":"each","path":"/p","operations":[{"op":"wrap","path":""}],"ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .each("/p", [.wrap("")], ifAbsent: .skip, ifWrongKind: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        let operation = JSONOperation.each("/p", [.rename("/a", to: "b"), .wrap("/b")])
        #expect(operation.description == #"each of "/p""#)
        #expect(operation.lossClass == .exact)
        #expect(operation.reversed == [.each("/p", [.unwrap("/b"), .rename("/b", to: "a")])])
    }
}
