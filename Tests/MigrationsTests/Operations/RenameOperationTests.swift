import Migrations
import Testing
import VersionedCodec

@Suite struct RenameOperationTests {
    @Test(arguments: [
        Change(.rename("/a", to: "b"), on: #"{"a": 1, "z": 2}"#, gives: #"{"b": 1, "z": 2}"#),
        Change(.rename("/u/mail", to: "email"), on: #"{"u":{"x":0,"mail":1}}"#, gives: #"{"u":{"x":0,"email":1}}"#),
        Change(.rename("/0/a", to: "b"), on: #"[{"a":1}]"#, gives: #"[{"b":1}]"#),
        Change(.rename("/a~1b", to: "c~d/e"), on: #"{"a/b":1.0,"m~n":2}"#, gives: #"{"c~d/e":1.0,"m~n":2}"#),
        Change(.rename("/", to: " "), on: #"{"":1,"a":2}"#, gives: #"{" ":1,"a":2}"#),
        Change(.rename("/a", to: ""), on: #"{"a":1}"#, gives: #"{"":1}"#),
        Change(.rename("/a", to: "b"), on: #"{"a":null}"#, gives: #"{"b":null}"#),
    ])
    func memberKeepsItsPlaceAndComesBack(_ change: Change) throws { try change.check() }

    @Test func canonicallyEqualKeysAreTwoKeys() throws {
        try Change(
            .rename("/caf\u{E9}", to: "cafe\u{301}"), on: "{\"caf\u{E9}\":1}", gives: "{\"cafe\u{301}\":1}"
        ).check()
        try Misfit(
            .rename("/caf\u{E9}", to: "cafe\u{301}"), on: "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}", .exists,
            says: "line 1, column 19, at \"/cafe\u{301}\": the place is taken by 2"
        ).check()
    }

    @Test(arguments: [
        Misfit(
            .rename("/a", to: "b"), on: #" {"z": 2}"#, .absent,
            says: #"line 1, column 2, at "/a": there is no member "a""#),
        Misfit(
            .rename("/u/a", to: "b"), on: #"{"z": 2}"#, .absent,
            says: #"line 1, column 1, at "/u/a": there is no member "u" on the way to "/u/a""#),
        Misfit(
            .rename("/u/a", to: "b"), on: "{\n  \"u\": \"text\"}", .wrongKind,
            says: #"line 2, column 8, at "/u": expected an object, found a string ("text")"#),
        Misfit(
            .rename("/a", to: "b"), on: #"{"a": 1, "b": [2]}"#, .exists,
            says: #"line 1, column 15, at "/b": the place is taken by an array"#),
        Misfit(
            .rename("/l/0", to: "b"), on: #"{"l": [2]}"#, .wrongKind,
            says: #"line 1, column 7, at "/l": expected an object, found an array"#),
        Misfit(
            .rename("/a", to: "b"), on: "7", .wrongKind,
            says: #"line 1, column 1, at the root: expected an object, found a number (7)"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        Change(.rename("/a", to: "b", ifAbsent: .skip), on: #"{"z":1}"#, gives: #"{"z":1}"#),
        Change(
            .rename("/a", to: "b", ifExists: .overwrite), on: #"{"b":2,"a":1}"#, gives: #"{"b":1}"#,
            losing: [#"line 1, column 6, at "/b": lost 2: it is overwritten"#], back: #"{"a":1}"#),
    ])
    func ruleDecides(_ change: Change) throws { try change.check() }

    @Test func skipLeavesATakenPlace() throws {
        let plan = try MigrationPlan.of([.rename("/a", to: "b", ifExists: .skip)])
        let result = try plan.migrate(#"{"a":1,"b":2}"#, to: "2", from: "1")
        #expect(result.text == #"{"a":1,"b":2}"#)
        #expect(result.losses.isEmpty)
    }

    @Test(arguments: [
        FileForm(#"{"op": "rename", "path": "/a", "to": "b"}"#, .rename("/a", to: "b")),
        FileForm(
            #"{"op": "rename", "path": "/a", "to": "b", "ifAbsent": "skip", "ifExists": "overwrite"}"#,
            .rename("/a", to: "b", ifAbsent: .skip, ifExists: .overwrite)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        let operation = JSONOperation.rename("/a~1b", to: "c")
        #expect(operation.description == #"rename "/a~1b" to "c""#)
        #expect(operation.name == "rename")
        #expect(operation.lossClass == .exact)
        #expect(operation.reversed == [.rename("/c", to: "a/b")])
        #expect(JSONOperation.rename("/a", to: "b", ifExists: .overwrite).lossClass == .captures)
    }
}
