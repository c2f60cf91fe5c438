import Migrations
import Testing
import VersionedCodec

@Suite struct DeriveOperationTests {
    @Test(arguments: [
        Change(
            .derive("/id", from: "/url", by: .lastPathComponent, .dropSuffix(".git"), .lowercase),
            on: #"{"url": "https://x/Yams.git"}"#, gives: #"{"url": "https://x/Yams.git", "id": "yams"}"#),
        Change(.derive("/b", from: "/a"), on: #"{"a":[1]}"#, gives: #"{"a":[1],"b":[1]}"#),
        Change(.derive("/b", from: "/a", by: .split(",")), on: #"{"a":"x,y"}"#, gives: #"{"a":"x,y","b":["x","y"]}"#),
        Change(
            .derive("/b", from: "/a", by: .join("-")), on: #"{"a":["x","y"]}"#, gives: #"{"a":["x","y"],"b":"x-y"}"#),
        Change(.derive("/b", from: "/a", by: .uppercase, ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.derive("/b", from: "/a", by: .uppercase, ifWrongKind: .skip), on: #"{"a":1}"#, gives: #"{"a":1}"#),
        Change(
            .derive("/b", from: "/a", by: .uppercase, ifExists: .overwrite), on: #"{"a":"x","b":"y"}"#,
            gives: #"{"a":"x","b":"X"}"#, losing: [#"line 1, column 14, at "/b": lost "y": it is overwritten"#],
            back: #"{"a":"x"}"#),
    ])
    func derivedMemberAppearsAndGoesAgain(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(
            .derive("/b", from: "/a", by: .lowercase), on: #"{"a": [1]}"#, .wrongKind,
            says: #"line 1, column 7, at "/a": expected a string, found an array"#),
        Misfit(
            .derive("/b", from: "/a", by: .join(",")), on: #"{"a": "x"}"#, .wrongKind,
            says: #"line 1, column 7, at "/a": expected an array of strings, found a string ("x")"#),
        Misfit(
            .derive("/b", from: "/a", by: .part("/", 3)), on: #"{"a": "x/y"}"#, .wrongKind,
            says:
                #"line 1, column 7, at "/a": expected a string with the parts that are asked for, found a string ("x/y")"#
        ),
        Misfit(
            .derive("/b", from: "/a", by: .lowercase), on: #"{"a": "x", "b": 1}"#, .exists,
            says: #"line 1, column 17, at "/b": the place is taken by 1"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(
            #"{"op": "derive", "from": "/a", "to": "/b", "by": ["lowercase", "uppercase", "trim", "lastPathComponent"]}"#,
            .derive("/b", from: "/a", by: .lowercase, .uppercase, .trim, .lastPathComponent)),
        FileForm(
            #"{"op":"derive","from":"","to":"/b","by":[{"dropPrefix":"a"},{"dropSuffix":"b"},{"addPrefix":"c"},{"addSuffix":"d"}],"ifAbsent":"skip"}"#,
            .derive(
                "/b", from: "", by: .dropPrefix("a"), .dropSuffix("b"), .addPrefix("c"), .addSuffix("d"),
                ifAbsent: .skip
            )),
        FileForm(
            #"{"op":"derive","from":"/a","to":"/b","by":[{"replace":"x","with":""},{"split":","},{"join":""},{"split":"/","part":-1}]}"#,
            .derive("/b", from: "/a", by: .replace("x", with: ""), .split(","), .join(""), .part("/", -1))),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        let operation = JSONOperation.derive("/b", from: "/a", by: .lowercase)
        #expect(operation.description == #"derive "/b" from "/a""#)
        #expect(operation.lossClass == .exact)
        #expect(operation.reversed?.map(\.description) == [#"remove "/b""#])
    }
}
