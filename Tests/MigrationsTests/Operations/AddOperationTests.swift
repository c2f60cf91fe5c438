import Migrations
import Testing
import VersionedCodec

@Suite struct AddOperationTests {
    @Test(arguments: [
        Change(.add("/b", value: "EUR"), on: #"{"a": 5}"#, gives: #"{"a": 5, "b": "EUR"}"#),
        Change(.add("/b", value: .null, before: "a"), on: #"{"z":0,"a":5}"#, gives: #"{"z":0,"b":null,"a":5}"#),
        Change(.add("/b", value: 1, before: "no"), on: #"{"a":5}"#, gives: #"{"a":5,"b":1}"#),
        Change(.add("/o/b", value: [1]), on: #"{"o":{}}"#, gives: #"{"o":{"b":[1]}}"#),
        Change(.add("/0", value: 1), on: "[2]", gives: "[1,2]"),
        Change(.add("/a~1b", value: 1), on: "{}", gives: #"{"a/b":1}"#),
        Change(
            .add("/b", value: 1, ifExists: .skip), on: #"{"b":1}"#, gives: #"{"b":1}"#,
            losing: [#"line 1, column 6, at "/b": lost 1: it is kept, and the way back takes it away"#], back: "{}"),
        Change(
            .add("/b", value: 1, ifExists: .skip), on: #"{"b":2}"#, gives: #"{"b":2}"#,
            losing: [#"line 1, column 6, at "/b": lost 2: it is kept, and the way back takes it away"#], back: "{}",
            losingBack: [#"line 1, column 6, at "/b": lost 2: it differs from the default 1"#]),
        Change(
            .add("/b", value: 1, before: "a", ifExists: .overwrite), on: #"{"a":0,"b":2}"#, gives: #"{"a":0,"b":1}"#,
            losing: [#"line 1, column 12, at "/b": lost 2: it is overwritten"#], back: #"{"a":0}"#),
        Change(.add("/o/b", value: 1, ifAbsent: .skip), on: #"{"a":0}"#, gives: #"{"a":0}"#),
        Change(.add("/o/b", value: 1, ifWrongKind: .skip), on: #"{"o":0}"#, gives: #"{"o":0}"#),
        Change(.remove("/o/b", default: 1, ifWrongKind: .skip), on: #"{"o":0}"#, gives: #"{"o":0}"#),
    ])
    func defaultAppearsAndGoesAgain(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(
            .add("/b", value: 1), on: #"{"b": {}}"#, .exists,
            says: #"line 1, column 7, at "/b": the place is taken by an object"#),
        Misfit(
            .add("/o/b", value: 1), on: "{}", .absent,
            says: #"line 1, column 1, at "/o": there is no object to put "/o/b" into"#),
        Misfit(
            .add("/o/b", value: 1, before: "x"), on: #"{"o": 1}"#, .wrongKind,
            says: #"line 1, column 7, at "/o": expected an object, found a number (1)"#),
        Misfit(
            .add("/b", value: 1), on: "[]", .absent,
            says: #"line 1, column 1, at "/b": "b" is not a place in an array of 0"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test func endOfArrayTakesAnElement() throws {
        let plan = try MigrationPlan.of([.add("/-", value: 1)])
        #expect(try plan.migrate("[0]", to: "2", from: "1").text == "[0,1]")
        #expect(try plan.migrate(#"{"a":0}"#, to: "2", from: "1").text == #"{"a":0,"-":1}"#)
    }

    @Test(arguments: [
        FileForm(#"{"op": "add", "path": "/a", "value": null}"#, .add("/a", value: .null)),
        FileForm(
            #"{"op":"add","path":"/a","value":{"x":1.50},"before":"b","ifAbsent":"skip","ifExists":"skip"}"#,
            .add(
                "/a", value: ["x": .number(JSONNumber(text: "1.50") ?? JSONNumber(0))], before: "b", ifAbsent: .skip,
                ifExists: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        let long = JSONOperation.add("/a", value: .string(String(repeating: "x", count: 100)))
        #expect(long.description == #"add "/a" = ""# + String(repeating: "x", count: 78) + "…")
        #expect(JSONOperation.add("/a", value: 1).lossClass == .needsDefault)
        #expect(JSONOperation.add("/a", value: 1, ifExists: .overwrite).lossClass == .captures)
        #expect(JSONOperation.add("/a", value: 1).reversed == [.remove("/a", default: 1, ifAbsent: .skip)])
    }
}
