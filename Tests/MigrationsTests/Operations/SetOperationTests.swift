import Migrations
import Testing
import VersionedCodec

@Suite struct SetOperationTests {
    @Test(arguments: [
        Change(.set("/a", to: "2", from: "1"), on: #"{"a": "1", "b": 0}"#, gives: #"{"a": "2", "b": 0}"#),
        Change(
            .set("/a", to: 2), on: #"{"a":2.0}"#, gives: #"{"a":2}"#,
            losing: [#"line 1, column 6, at "/a": lost 2.0: it does not come back as it was: it comes back as 2"#],
            back: #"{"a":2}"#),
        Change(
            .set("/a", to: 2), on: #"{"a":3}"#, gives: #"{"a":2}"#,
            losing: [#"line 1, column 6, at "/a": lost 3: it is set to 2"#], back: #"{"a":2}"#),
        Change(
            .set("/a", to: 2, from: 1), on: #"{"a":3}"#, gives: #"{"a":2}"#,
            losing: [#"line 1, column 6, at "/a": lost 3: it is set to 2"#], back: #"{"a":1}"#),
        Change(.set("", to: [1], from: .null), on: "null", gives: "[1]"),
        Change(.set("/l/0", to: 1, from: 0), on: #"{"l":[0,0]}"#, gives: #"{"l":[1,0]}"#),
        Change(.set("/a", to: 2, ifAbsent: .skip), on: #"{"b":1}"#, gives: #"{"b":1}"#),
    ])
    func valueIsSetAndSetBack(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(.set("/a", to: 1), on: "[]", .absent, says: #"line 1, column 1, at "/a": an array has no member "a""#),
        Misfit(.set("/a", to: 1), on: "{}", .absent, says: #"line 1, column 1, at "/a": there is no member "a""#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "set", "path": "/a", "to": null}"#, .set("/a", to: .null)),
        FileForm(
            #"{"op": "set", "path": "", "to": 1, "from": null, "ifAbsent": "skip"}"#,
            .set("", to: 1, from: .null, ifAbsent: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(JSONOperation.set("", to: "x").description == #"set the whole value to "x""#)
        #expect(JSONOperation.set("/a", to: 1).lossClass == .captures)
        #expect(JSONOperation.set("/a", to: 1).reversed == [])
        #expect(JSONOperation.set("/a", to: 1, from: 0).reversed == [.set("/a", to: 0, from: 1)])
    }
}
