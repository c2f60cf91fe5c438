import Migrations
import Testing
import VersionedCodec

@Suite struct DropOperationTests {
    private static let reason = "it is dropped, being empty"

    @Test(arguments: [
        Change(
            .drop([.null], in: "/s", members: ["b", "v"]), on: #"{"s": {"r": 1, "b": null, "v": null}}"#,
            gives: #"{"s": {"r": 1}}"#),
        Change(
            .drop([.null], in: "/s", members: ["b"]), on: #"{"s":{"b":1}}"#, gives: #"{"s":{"b":1}}"#),
        Change(
            .drop([.emptyString], members: ["b"]), on: #"{"a":""}"#, gives: #"{"a":""}"#, back: #"{"a":"","b":""}"#),
        Change(
            .drop([.null, .emptyArray], in: "/s"), on: #"{"s":{"a":null,"b":[],"c":{},"d":""}}"#,
            gives: #"{"s":{"c":{},"d":""}}"#,
            losing: [
                #"line 1, column 11, at "/s/a": lost null: \#(reason)"#,
                #"line 1, column 20, at "/s/b": lost []: \#(reason)"#,
            ], back: #"{"s":{"c":{},"d":""}}"#),
        Change(
            .drop([.null, .emptyObject], deep: true), on: #"{"a":{"b":[{"c":null}],"d":{}},"e":null}"#,
            gives: #"{"a":{"b":[{}]}}"#,
            losing: [
                #"line 1, column 17, at "/a/b/0/c": lost null: \#(reason)"#,
                #"line 1, column 28, at "/a/d": lost {}: \#(reason)"#,
                #"line 1, column 36, at "/e": lost null: \#(reason)"#,
            ], back: #"{"a":{"b":[{}]}}"#),
        Change(
            .drop([.null], in: "/l", deep: true), on: #"{"l":[null,[{"a":null}]]}"#, gives: #"{"l":[null,[{}]]}"#,
            losing: [#"line 1, column 18, at "/l/1/0/a": lost null: \#(reason)"#], back: #"{"l":[null,[{}]]}"#),
        // Elements that have changed their places before: paths are those of the document that was given.
        Change(
            .sort("/l", by: "/n", anyOrder: true), .drop([.null], deep: true),
            on: #"{"l":[{"n":2,"a":null},{"n":1,"b":[{},{"c":null,"d":null}]}]}"#,
            gives: #"{"l":[{"n":1,"b":[{},{}]},{"n":2}]}"#,
            losing: [
                #"line 1, column 18, at "/l/0/a": lost null: \#(reason)"#,
                #"line 1, column 44, at "/l/1/b/1/c": lost null: \#(reason)"#,
                #"line 1, column 53, at "/l/1/b/1/d": lost null: \#(reason)"#,
            ], back: #"{"l":[{"n":1,"b":[{},{}]},{"n":2}]}"#),
        Change(.drop([.null], in: "/s", ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.drop([.null], in: "/s", members: ["a"], ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.drop([.null], in: "/s", ifWrongKind: .skip), on: #"{"s":[null]}"#, gives: #"{"s":[null]}"#),
        Change(
            .drop([.null], in: "/s", members: ["a"], ifWrongKind: .skip), on: #"{"s":7}"#, gives: #"{"s":7}"#),
    ])
    func emptyMembersGoAndComeBackOrAreLosses(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(
            .drop([.null], in: "/s"), on: #"{"s": [null]}"#, .wrongKind,
            says: #"line 1, column 7, at "/s": expected an object, found an array"#),
        Misfit(
            .drop([.null], in: "/s", deep: true), on: #"{"s": 7}"#, .wrongKind,
            says: #"line 1, column 7, at "/s": expected an object, found a number (7)"#),
        Misfit(
            .drop([.null], in: "/s"), on: "{}", .absent, says: #"line 1, column 1, at "/s": there is no member "s""#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    /// The way back adds members to an object: in its place, an array gets no elements.
    @Test func wayBackLeavesAnArrayAlone() throws {
        let text = #"{"s":[1,2]}"#
        for rules in [(JSONOperation.UnexpectedRule.skip, JSONOperation.UnexpectedRule.error), (.error, .skip)] {
            let skipping = JSONOperation.drop(
                [.null], in: "/s", members: ["0", "-", "a"], ifAbsent: rules.0, ifWrongKind: rules.1)
            #expect(try MigrationPlan.of([skipping]).migrate(text, to: "1", from: "2").text == text)
        }
        let strict = try MigrationPlan.of([.drop([.null], in: "/s", members: ["0"])])
        let error = #expect(throws: MigrationError.self) { try strict.migrate(text, to: "1", from: "2") }
        #expect(error?.code == .wrongKind)
        #expect(error?.message == "expected an object, found an array")
        #expect(error?.path == "/s")
        #expect(try strict.migrate(#"{"s":{}}"#, to: "1", from: "2").text == #"{"s":{"0":null}}"#)
    }

    @Test(arguments: [
        FileForm(#"{"op": "drop", "what": ["null"]}"#, .drop([.null])),
        FileForm(
            #"{"op":"drop","path":"/s","what":["emptyObject","emptyArray","emptyString","null"],"members":["a"],"deep":true,"ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .drop(
                Set(JSONOperation.EmptyValue.allCases), in: "/s", members: ["a"], deep: true, ifAbsent: .skip,
                ifWrongKind: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        let operation = JSONOperation.drop([.null], in: "/s", members: ["b", "v"])
        #expect(operation.description == #"drop empty members of "b", "v" in "/s""#)
        #expect(JSONOperation.drop([.null]).description == "drop empty members in the whole value")
        #expect(operation.lossClass == .needsDefault)
        #expect(JSONOperation.drop([.null]).lossClass == .captures)
        #expect(operation.reversed?.map(\.description) == [#"add "/s/b" = null"#, #"add "/s/v" = null"#])
        #expect(JSONOperation.drop([.null]).reversed == [])
    }
}
