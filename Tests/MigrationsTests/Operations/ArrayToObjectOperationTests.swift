import Migrations
import Testing
import VersionedCodec

@Suite struct ArrayToObjectOperationTests {
    @Test(arguments: [
        Change(
            .arrayToObject("/r", id: "c", value: "v"), on: #"{"r": [{"c": "EUR", "v": 1.10}]}"#,
            gives: #"{"r": {"EUR": 1.10}}"#),
        Change(.arrayToObject("", id: "n"), on: #"[{"n":"a","x":1},{"n":"b"}]"#, gives: #"{"a":{"x":1},"b":{}}"#),
        Change(.arrayToObject("", id: "n", idAs: .number), on: #"[{"n":1},{"n":1.0}]"#, gives: #"{"1":{},"1.0":{}}"#),
        Change(
            .arrayToObject("", id: "n"), on: "[{\"n\":\"caf\u{E9}\"},{\"n\":\"cafe\u{301}\"}]",
            gives: "{\"caf\u{E9}\":{},\"cafe\u{301}\":{}}"),
        Change(
            .arrayToObject("", id: "n", value: "v", ifExists: .skip), on: #"[{"n":"a","v":1},{"n":"a","v":2}]"#,
            gives: #"{"a":1}"#,
            losing: [#"line 1, column 18, at "/1": lost {"n":"a","v":2}: an earlier element has the same id: "a""#],
            back: #"[{"n":"a","v":1}]"#),
        Change(
            .arrayToObject("", id: "n", value: "v", ifExists: .overwrite), on: #"[{"n":"a","v":1},{"n":"a","v":2}]"#,
            gives: #"{"a":2}"#,
            losing: [#"line 1, column 2, at "/0": lost {"n":"a","v":1}: a later element has the same id: "a""#],
            back: #"[{"n":"a","v":2}]"#),
        Change(.arrayToObject("/u", id: "n", ifAbsent: .skip), on: "{}", gives: "{}"),
    ])
    func arrayBecomesAnObjectAndComesBack(_ change: Change) throws { try change.check() }

    @Test func thirdOfOneIDOverwritesTheSecond() throws {
        let plan = try MigrationPlan.of([.arrayToObject("", id: "n", value: "v", ifExists: .overwrite)])
        let payload = #"[{"n":"a","v":1},{"n":"a","v":2},{"n":"a","v":3}]"#
        let result = try plan.migrate(payload, to: "2", from: "1")
        #expect(result.text == #"{"a":3}"#)
        #expect(result.losses.map(\.path) == ["/0", "/1"])
    }

    @Test(arguments: [
        Misfit(
            .arrayToObject("/u", id: "n"), on: #"{"u": [{"n": "a"}, {"n": "a"}]}"#, .duplicate,
            says: #"line 1, column 20, at "/u/1/n": "a" is already the id of "/u/0""#),
        Misfit(
            .arrayToObject("", id: "n"), on: "[{\"n\":\"caf\u{E9}\"},{\"n\":\"cafe\u{301}\"},{\"n\":\"caf\u{E9}\"}]",
            .duplicate, says: "line 1, column 29, at \"/2/n\": \"caf\u{E9}\" is already the id of \"/0\""),
        Misfit(
            .arrayToObject("/u", id: "n"), on: #"{"u": [{"x": "a"}]}"#, .absent,
            says: #"line 1, column 8, at "/u/0": there is no member "n""#),
        Misfit(
            .arrayToObject("/u", id: "n"), on: #"{"u": [{"n": 1}]}"#, .wrongKind,
            says: #"line 1, column 14, at "/u/0/n": expected a string, found a number (1)"#),
        Misfit(
            .arrayToObject("/u", id: "n"), on: #"{"u": [7]}"#, .wrongKind,
            says: #"line 1, column 8, at "/u/0": expected an object, found a number (7)"#),
        Misfit(
            .arrayToObject("/u", id: "n", value: "v"), on: #"{"u": [{"n": "a"}]}"#, .absent,
            says: #"line 1, column 8, at "/u/0": there is no member "v""#),
        Misfit(
            .arrayToObject("/u", id: "n", value: "v"), on: #"{"u": [{"n": "a", "v": 1, "w": 2}]}"#, .unexpectedValue,
            says: #"line 1, column 32, at "/u/0/w": there is no place for this member in the object"#),
        Misfit(
            .arrayToObject("/u", id: "n"), on: #"{"u": {}}"#, .wrongKind,
            says: #"line 1, column 7, at "/u": expected an array, found an object"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "arrayToObject", "path": "/u", "id": "n"}"#, .arrayToObject("/u", id: "n")),
        FileForm(
            #"{"op":"arrayToObject","path":"","id":"n","value":"v","idAs":"boolean","ifAbsent":"skip","ifWrongKind":"skip","ifExists":"overwrite"}"#,
            .arrayToObject(
                "", id: "n", value: "v", idAs: .boolean, ifAbsent: .skip, ifWrongKind: .skip, ifExists: .overwrite)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        let operation = JSONOperation.arrayToObject("/u", id: "n")
        #expect(operation.description == #"make an object of "/u", by "n""#)
        #expect(operation.lossClass == .exact)
        #expect(JSONOperation.arrayToObject("/u", id: "n", ifExists: .skip).lossClass == .captures)
        #expect(operation.reversed == [.objectToArray("/u", id: "n")])
    }
}
