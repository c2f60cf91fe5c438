import Migrations
import Testing
import VersionedCodec

@Suite struct JoinOperationTests {
    @Test(
        arguments: [
            Change(
                .join(["/f", "/l"], into: "/name", separator: " "), on: #"{"x":0,"f":"Ann","l":"Smith","z":1}"#,
                gives: #"{"x":0,"name":"Ann Smith","z":1}"#),
            Change(
                .join(["/f", "/l"], into: "/f", separator: " "), on: #"{"f":"A","l":"B","z":1}"#,
                gives: #"{"f":"A B","z":1}"#),
            Change(
                .join(["/f", "/l"], into: "/l", separator: " "), on: #"{"f":"A","l":"B","z":1}"#,
                gives: #"{"l":"A B","z":1}"#),
            Change(
                .join(["/l/0", "/l/1"], into: "/name", separator: "-"), on: #"{"l":["a","b"]}"#,
                gives: #"{"l":[],"name":"a-b"}"#),
            Change(.join(["/0", "/1"], into: "/0", separator: "-"), on: #"["a","b","c"]"#, gives: #"["a-b","c"]"#),
            Change(
                .join(["/f", "/l"], into: "/n", separator: " ", extraParts: .last), on: #"{"f":"A B","l":"C"}"#,
                gives: #"{"n":"A B C"}"#,
                losing: [
                    ##"line 1, column 6, at "/f": lost "A B": splitting does not give it back from "A B C""##,
                    ##"line 1, column 16, at "/l": lost "C": splitting does not give it back from "A B C""##,
                ], back: #"{"f":"A","l":"B C"}"#),
        ])
    func textsAreJoinedAndSplitAgain(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        #"{"f":"A","l":"B","n":"taken"}"#, #"{"f":"A","n":{}}"#, #"{"f":"A","l":7}"#, #"{"f":"A B","l":"C","n":1}"#,
    ])
    func ruleToSkipLeavesTheDocumentAsItIs(payload: String) throws {
        let plan = try MigrationPlan.of([
            .join(
                ["/f", "/l"], into: "/n", separator: " ", ifAbsent: .skip, ifWrongKind: .skip, ifExists: .skip)
        ])
        let result = try plan.migrate(payload, to: "2", from: "1")
        #expect(result.text == payload)
        #expect(result.losses == [])
    }

    @Test func overwriteIsALoss() throws {
        try Change(
            .join(["/f", "/l"], into: "/n", separator: " ", ifExists: .overwrite), on: #"{"n":1,"f":"A","l":"B"}"#,
            gives: #"{"n":"A B"}"#, losing: [#"line 1, column 6, at "/n": lost 1: it is overwritten"#],
            back: #"{"f":"A","l":"B"}"#
        ).check()
    }

    private static let operation = JSONOperation.join(["/f", "/l"], into: "/n", separator: " ")

    @Test(arguments: [
        Misfit(operation, on: #"{"f": "A"}"#, .absent, says: #"line 1, column 1, at "/l": there is no member "l""#),
        Misfit(
            operation, on: #"{"f": "A", "l": 7}"#, .wrongKind,
            says: #"line 1, column 17, at "/l": expected a string, found a number (7)"#),
        Misfit(
            operation, on: #"{"f": "A", "l": "B", "n": ""}"#, .exists,
            says: #"line 1, column 27, at "/n": the place is taken by """#),
        Misfit(
            .join(["/0", "/1"], into: "/2", separator: " "), on: #"["a", "b"]"#, .unexpectedValue,
            says: #"line 1, column 1, at "/2": an array cannot take the whole text beside the parts in it"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "join", "from": ["/f", "/l"], "into": "/n", "separator": " "}"#, operation),
        FileForm(
            #"{"op":"join","from":["/f","/l"],"into":"/n","separator":"","extraParts":"first","ifAbsent":"skip","ifWrongKind":"skip","ifExists":"skip"}"#,
            .join(
                ["/f", "/l"], into: "/n", separator: "", extraParts: .first, ifAbsent: .skip, ifWrongKind: .skip,
                ifExists: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(Self.operation.description == #"join "/f", "/l" into "/n""#)
        #expect(Self.operation.lossClass == .captures)
        #expect(Self.operation.reversed == [.split("/n", into: ["/f", "/l"], separator: " ")])
    }
}
