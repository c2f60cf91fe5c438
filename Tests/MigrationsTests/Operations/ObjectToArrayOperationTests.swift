import Migrations
import Testing
import VersionedCodec

@Suite struct ObjectToArrayOperationTests {
    @Test(arguments: [
        Change(
            .objectToArray("/r", id: "c", value: "v"), on: #"{"r": {"EUR": 1.10, "": 2}}"#,
            gives: #"{"r": [{"c": "EUR", "v": 1.10}, {"c": "", "v": 2}]}"#),
        Change(
            .objectToArray("/u", id: "name"), on: #"{"u":{"ann":{"age":7},"b/b":{}}}"#,
            gives: #"{"u":[{"name":"ann","age":7},{"name":"b/b"}]}"#),
        Change(.objectToArray("", id: "n", idAs: .number), on: #"{"7":{},"1.0":{}}"#, gives: #"[{"n":7},{"n":1.0}]"#),
        Change(.objectToArray("", id: "n", idAs: .boolean), on: #"{"true":{}}"#, gives: #"[{"n":true}]"#),
        Change(.objectToArray("/u", id: "n"), on: #"{"u":{}}"#, gives: #"{"u":[]}"#),
        Change(.objectToArray("/u", id: "n", ifAbsent: .skip), on: "{}", gives: "{}"),
    ])
    func objectBecomesAnArrayAndComesBack(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(
            .objectToArray("/u", id: "n"), on: #"{"u": {"a": 1}}"#, .wrongKind,
            says: #"line 1, column 13, at "/u/a": expected an object that takes the id, found a number (1)"#),
        Misfit(
            .objectToArray("/u", id: "n"), on: #"{"u": {"a": {"n": 1}}}"#, .exists,
            says: #"line 1, column 19, at "/u/a/n": the place of the id is taken"#),
        Misfit(
            .objectToArray("/u", id: "n", idAs: .number), on: #"{"u": {"a": {}}}"#, .unexpectedValue,
            says: #"line 1, column 13, at "/u/a": the key "a" is not a number"#),
        Misfit(
            .objectToArray("/u", id: "n", idAs: .boolean), on: #"{"u": {"a": {}}}"#, .unexpectedValue,
            says: #"line 1, column 13, at "/u/a": the key "a" is not a boolean"#),
        Misfit(
            .objectToArray("/u", id: "n"), on: #"{"u": []}"#, .wrongKind,
            says: #"line 1, column 7, at "/u": expected an object, found an array"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "objectToArray", "path": "/u", "id": "n"}"#, .objectToArray("/u", id: "n")),
        FileForm(
            #"{"op":"objectToArray","path":"","id":"n","value":"v","idAs":"number","ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .objectToArray("", id: "n", value: "v", idAs: .number, ifAbsent: .skip, ifWrongKind: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        let operation = JSONOperation.objectToArray("/u", id: "n")
        #expect(operation.description == #"make an array of "/u", by "n""#)
        #expect(operation.lossClass == .exact)
        #expect(operation.reversed == [.arrayToObject("/u", id: "n")])
    }
}
