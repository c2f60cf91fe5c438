import Migrations
import Testing
import VersionedCodec

@Suite struct CopyOperationTests {
    @Test(arguments: [
        Change(.copy("/a", to: "/b"), on: #"{"a": [1.0]}"#, gives: #"{"a": [1.0], "b": [1.0]}"#),
        Change(.copy("/a", to: "/o/a"), on: #"{"a":1,"o":{}}"#, gives: #"{"a":1,"o":{"a":1}}"#),
        Change(
            .copy("", to: "/self"), on: #"{"a":1}"#, gives: #"{"a":1,"self":{"a":1}}"#),
        Change(.copy("/l/0", to: "/l/1"), on: #"{"l":[1,2]}"#, gives: #"{"l":[1,1,2]}"#),
        Change(.copy("/a", to: "/b", ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(
            .copy("/a", to: "/b", ifExists: .overwrite), on: #"{"a":1,"b":2}"#, gives: #"{"a":1,"b":1}"#,
            losing: [#"line 1, column 12, at "/b": lost 2: it is overwritten"#], back: #"{"a":1}"#),
        Change(
            .copy("/a", to: "/b", ifExists: .skip), on: #"{"a":1,"b":2}"#, gives: #"{"a":1,"b":2}"#,
            losing: [#"line 1, column 12, at "/b": lost 2: it is kept, and the way back takes it away"#],
            back: #"{"a":1}"#,
            losingBack: [#"line 1, column 12, at "/b": lost 2: it differs from what is derived from "/a": 1"#]),
    ])
    func copyAppearsAndGoesAgain(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(
            .copy("/a", to: "/b"), on: "{}", .absent, says: #"line 1, column 1, at "/a": there is no member "a""#),
        Misfit(
            .copy("/a", to: "/b"), on: #"{"a": 1, "b": "x"}"#, .exists,
            says: #"line 1, column 15, at "/b": the place is taken by "x""#),
        Misfit(
            .copy("/a", to: "/o/b"), on: #"{"a": 1}"#, .absent,
            says: #"line 1, column 1, at "/o": there is no object to put "/o/b" into"#),
        Misfit(
            .copy("/a", to: "/a/b"), on: #"{"a": true}"#, .wrongKind,
            says: #"line 1, column 7, at "/a": expected an object, found a boolean (true)"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "copy", "from": "/a", "to": "/b"}"#, .copy("/a", to: "/b")),
        FileForm(
            #"{"op":"copy","from":"","to":"/b","ifAbsent":"skip","ifWrongKind":"skip","ifExists":"overwrite"}"#,
            .copy("", to: "/b", ifAbsent: .skip, ifWrongKind: .skip, ifExists: .overwrite)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(JSONOperation.copy("/a", to: "/b").description == #"copy "/a" to "/b""#)
        #expect(JSONOperation.copy("/a", to: "/b").lossClass == .exact)
        #expect(JSONOperation.copy("/a", to: "/b", ifExists: .overwrite).lossClass == .captures)
        #expect(JSONOperation.copy("/a", to: "/b").reversed?.map(\.description) == [#"remove "/b""#])
    }
}
