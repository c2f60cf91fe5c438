import Migrations
import Testing
import VersionedCodec

@Suite struct RemoveOperationTests {
    @Test(arguments: [
        Change(
            .remove("/a"), on: #"{"a": 1, "b": 2}"#, gives: #"{"b": 2}"#,
            losing: [#"line 1, column 7, at "/a": lost 1: the other version does not have it"#], back: #"{"b": 2}"#),
        Change(
            .remove("/a", reason: "nobody reads it"), on: #"{"a":{"x":[]}}"#, gives: "{}",
            losing: [#"line 1, column 6, at "/a": lost {"x":[]}: nobody reads it"#], back: "{}"),
        Change(.remove("/a", default: 1.0), on: #"{"b":2,"a":1.0}"#, gives: #"{"b":2}"#),
        Change(.remove("/a", default: .null), on: #"{"b":2,"a":null}"#, gives: #"{"b":2}"#),
        Change(
            .remove("/a", default: 1), on: #"{"a":3}"#, gives: "{}",
            losing: [#"line 1, column 6, at "/a": lost 3: it differs from the default 1"#], back: #"{"a":1}"#),
        Change(
            .remove("/l/1", default: "x"), on: #"{"l":["a","x","b"]}"#, gives: #"{"l":["a","b"]}"#),
        Change(
            .remove("/p", derivedFrom: "/url", by: .lastPathComponent, .dropSuffix(".git")),
            on: #"{"url":"https://x/Yams.git","p":"Yams"}"#, gives: #"{"url":"https://x/Yams.git"}"#),
        Change(
            .remove("/p", derivedFrom: "/url", by: .lastPathComponent), on: #"{"url":"a/b","p":"B"}"#,
            gives: #"{"url":"a/b"}"#,
            losing: [#"line 1, column 18, at "/p": lost "B": it differs from what is derived from "/url": "b""#],
            back: #"{"url":"a/b","p":"b"}"#),
        Change(
            .remove("/p", derivedFrom: "/url", by: .lowercase, ifAbsent: .skip), on: #"{"p":"B"}"#, gives: "{}",
            losing: [#"line 1, column 6, at "/p": lost "B": there is nothing to derive it from at "/url""#],
            back: "{}"),
        Change(.remove("/a", ifAbsent: .skip), on: #"{"b":2}"#, gives: #"{"b":2}"#),
        Change(.remove("/s/a", default: 1, ifAbsent: .skip), on: #"{"b":2}"#, gives: #"{"b":2}"#),
    ])
    func removedValueIsALossUnlessItIsRestored(_ change: Change) throws { try change.check() }

    @Test func whatTheWayBackMakesElsewhereIsNotInTheResult() throws {
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Changes",
                    operations: [.remove("/a", restoredBy: .generate("/b", .sequence("n-%d")))])
            ])
        let result = try plan.migrate(JSONDocument(parsing: #"{"v":1,"a":"x","c":1}"#), to: "2")
        #expect(result.text == #"{"v":2,"c":1}"#)
        #expect(result.losses.map(\.path) == ["/a"])
        #expect(result.losses.map(\.reason) == ["it does not come back"])
    }

    @Test(arguments: [
        Misfit(.remove("/a"), on: "{}", .absent, says: #"line 1, column 1, at "/a": there is no member "a""#),
        Misfit(
            .remove("/l/2"), on: #"{"l": [1, 2]}"#, .absent,
            says: #"line 1, column 7, at "/l/2": there is no element 2"#),
        Misfit(
            .remove("/l/01"), on: #"{"l": [1, 2]}"#, .absent,
            says: #"line 1, column 7, at "/l/01": an array has no member "01""#),
        Misfit(
            .remove("/a/b"), on: #"{"a": null}"#, .wrongKind,
            says: #"line 1, column 7, at "/a": expected an object, found null"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "remove", "path": "/a"}"#, .remove("/a")),
        FileForm(
            #"{"op": "remove", "path": "/a", "default": null, "reason": "r", "ifAbsent": "skip"}"#,
            .remove("/a", default: .null, reason: "r", ifAbsent: .skip)),
        FileForm(
            #"{"op": "remove", "path": "/a", "derived": {"from": "/b", "by": ["lowercase", {"dropSuffix": ".git"}]}}"#,
            .remove("/a", derivedFrom: "/b", by: .lowercase, .dropSuffix(".git"))),
        FileForm(#"{"op": "remove", "path": "/a", "derived": {"from": "/b"}}"#, .remove("/a", derivedFrom: "/b")),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(JSONOperation.remove("/a").description == #"remove "/a""#)
        #expect(JSONOperation.remove("/a").lossClass == .captures)
        #expect(JSONOperation.remove("/a").reversed == [])
        #expect(JSONOperation.remove("/a", default: 1).reversed == [.add("/a", value: 1)])
        #expect(JSONOperation.remove("/a", derivedFrom: "/b").reversed?.map(\.name) == ["copy"])
    }
}
