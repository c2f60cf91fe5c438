import Migrations
import Testing
import VersionedCodec

@Suite struct RequireUniqueOperationTests {
    @Test(arguments: [
        #"{"l":[]}"#, #"{"l":[1,2,"1","a","A"]}"#, #"{"l":["a",97,"97",null,"null",true,"true"]}"#,
        "{\"l\":[\"caf\u{E9}\",\"cafe\u{301}\"]}", #"{"l":[12345678901234567890123,12345678901234567890124]}"#,
        #"{"l":[[1],["1"],{"a":1},{"a":2}]}"#,
    ])
    func differentElementsPass(payload: String) throws {
        try Change(.requireUnique("/l"), on: payload, gives: payload).check()
    }

    @Test(arguments: [
        Misfit(
            .requireUnique("/l", by: "/id"), on: #"{"l": [{"id": "a"}, {}, {"id": "a"}]}"#, .duplicate,
            says: #"line 1, column 32, at "/l/2/id": "a" is already at "/l/0/id""#),
        Misfit(
            .requireUnique("/l", comparing: .caseInsensitive), on: #"{"l": ["a", "A"]}"#, .duplicate,
            says: #"line 1, column 13, at "/l/1": "A" is already at "/l/0""#),
        Misfit(
            .requireUnique(""), on: "[1, 10e-1]", .duplicate,
            says: #"line 1, column 5, at "/1": 10e-1 is already at "/0""#),
        Misfit(
            .requireUnique(""), on: #"[{"a": 1, "b": 2}, {"b": 2, "a": 1}]"#, .duplicate,
            says: #"line 1, column 20, at "/1": {"b":2,"a":1} is already at "/0""#),
        Misfit(
            .requireUnique("/l"), on: #"{"l": {}}"#, .wrongKind,
            says: #"line 1, column 7, at "/l": expected an array, found an object"#),
        Misfit(.requireUnique("/l"), on: "{}", .absent, says: #"line 1, column 1, at "/l": there is no member "l""#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        Change(.requireUnique("/l", ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.requireUnique("/l", ifWrongKind: .skip), on: #"{"l":1}"#, gives: #"{"l":1}"#),
    ])
    func ruleDecides(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        FileForm(#"{"op": "requireUnique", "path": "/l"}"#, .requireUnique("/l")),
        FileForm(
            #"{"op":"requireUnique","path":"","by":"/id","compare":"caseInsensitive","ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .requireUnique("", by: "/id", comparing: .caseInsensitive, ifAbsent: .skip, ifWrongKind: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(JSONOperation.requireUnique("/l", by: "/id").description == #"require unique "/id" in "/l""#)
        #expect(JSONOperation.requireUnique("").description == "require unique elements in the whole value")
        #expect(JSONOperation.requireUnique("/l").lossClass == .exact)
        #expect(JSONOperation.requireUnique("/l").reversed == [.requireUnique("/l")])
    }
}
