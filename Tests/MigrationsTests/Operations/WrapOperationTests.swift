import Migrations
import Testing
import VersionedCodec

@Suite struct WrapOperationTests {
    @Test(arguments: [
        Change(.wrap("/a"), on: #"{"a": "Ann", "b": 1}"#, gives: #"{"a": ["Ann"], "b": 1}"#),
        Change(.wrap(""), on: "null", gives: "[null]"),
        Change(.wrap("/0"), on: "[[]]", gives: "[[[]]]"),
        Change(.wrap("/a", ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.unwrap("/a"), on: #"{"a":[{"x":1}]}"#, gives: #"{"a":{"x":1}}"#),
        Change(
            .unwrap("/a", ifMany: .first), on: #"{"a":["x","y","z"]}"#, gives: #"{"a":"x"}"#,
            losing: [
                #"line 1, column 11, at "/a/1": lost "y": only the first element is kept"#,
                #"line 1, column 15, at "/a/2": lost "z": only the first element is kept"#,
            ], back: #"{"a":["x"]}"#),
        Change(
            .unwrap("/a", ifEmpty: .null), on: #"{"a":[]}"#, gives: #"{"a":null}"#,
            losing: [#"line 1, column 6, at "/a": lost []: an empty array becomes null"#], back: #"{"a":[null]}"#),
        Change(
            .unwrap("/a", ifEmpty: .remove), on: #"{"a":[],"b":1}"#, gives: #"{"b":1}"#,
            losing: [#"line 1, column 6, at "/a": lost []: an empty array is removed"#], back: #"{"b":1}"#),
        Change(.unwrap("/a", ifAbsent: .skip), on: "{}", gives: "{}"),
    ])
    func valueIsWrappedAndUnwrapped(_ change: Change) throws { try change.check() }

    @Test func wrongKindIsKeptByTheRuleToSkip() throws {
        let plan = try MigrationPlan.of([.unwrap("/a", ifWrongKind: .skip)])
        #expect(try plan.migrate(#"{"a":"x"}"#, to: "2", from: "1").text == #"{"a":"x"}"#)
    }

    @Test(arguments: [
        Misfit(.wrap("/a"), on: "{}", .absent, says: #"line 1, column 1, at "/a": there is no member "a""#),
        Misfit(
            .unwrap("/a"), on: #"{"a": []}"#, .unexpectedValue,
            says: #"line 1, column 7, at "/a": the array is empty"#),
        Misfit(
            .unwrap("/a"), on: #"{"a": [1, 2]}"#, .unexpectedValue,
            says: #"line 1, column 7, at "/a": the array has 2 elements, where one is expected"#),
        Misfit(
            .unwrap("/a"), on: #"{"a": {}}"#, .wrongKind,
            says: #"line 1, column 7, at "/a": expected an array, found an object"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "wrap", "path": "/a"}"#, .wrap("/a")),
        FileForm(
            #"{"op":"wrap","path":"","ifMany":"first","ifEmpty":"null","ifAbsent":"skip"}"#,
            .wrap("", ifMany: .first, ifEmpty: .null, ifAbsent: .skip)),
        FileForm(#"{"op": "unwrap", "path": "/a"}"#, .unwrap("/a")),
        FileForm(
            #"{"op":"unwrap","path":"","ifMany":"first","ifEmpty":"remove","ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .unwrap("", ifMany: .first, ifEmpty: .remove, ifAbsent: .skip, ifWrongKind: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(JSONOperation.wrap("/a").description == #"wrap "/a" in an array"#)
        #expect(JSONOperation.unwrap("/a").description == #"unwrap "/a" from its array"#)
        #expect(JSONOperation.wrap("/a").lossClass == .exact)
        #expect(JSONOperation.unwrap("/a").lossClass == .exact)
        #expect(JSONOperation.unwrap("/a", ifMany: .first).lossClass == .captures)
        #expect(JSONOperation.unwrap("/a", ifEmpty: .null).lossClass == .captures)
        #expect(JSONOperation.wrap("/a", ifMany: .first).reversed == [.unwrap("/a", ifMany: .first)])
    }
}
