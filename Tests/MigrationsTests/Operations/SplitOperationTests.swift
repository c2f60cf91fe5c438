import Migrations
import Testing
import VersionedCodec

@Suite struct SplitOperationTests {
    @Test(arguments: [
        Change(
            .split("/n", into: ["/f", "/l"], separator: " "), on: #"{"x":0,"n":"Ann Smith","z":1}"#,
            gives: #"{"x":0,"f":"Ann","l":"Smith","z":1}"#),
        Change(
            .split("/n", into: ["/n", "/l"], separator: " "), on: #"{"n":"A B","z":1}"#,
            gives: #"{"n":"A","l":"B","z":1}"#),
        Change(.split("/n", into: ["/f", "/l"], separator: " "), on: #"{"n":" "}"#, gives: #"{"f":"","l":""}"#),
        Change(
            .split("/n", into: ["/f", "/l"], separator: " ", extraParts: .first), on: #"{"n":"Anna Maria Bach"}"#,
            gives: #"{"f":"Anna Maria","l":"Bach"}"#),
        Change(
            .split("/n", into: ["/f", "/l"], separator: " ", extraParts: .last), on: #"{"n":"Anna Maria Bach"}"#,
            gives: #"{"f":"Anna","l":"Maria Bach"}"#),
        Change(
            .split("/f", into: ["/f/a", "/f/b"], separator: " ", makingParents: true), on: #"{"f":"a b","k":1}"#,
            gives: #"{"k":1,"f":{"a":"a","b":"b"}}"#, back: #"{"k":1,"f":"a b"}"#),
        Change(
            .split("/f", into: ["/f/g/a", "/f/b"], separator: " ", makingParents: true), on: #"{"f":"a b"}"#,
            gives: #"{"f":{"g":{"a":"a"},"b":"b"}}"#),
        Change(.split("/0", into: ["/0", "/1"], separator: "-"), on: #"["a-b","c"]"#, gives: #"["a","b","c"]"#),
        Change(
            .split("/n", into: ["/f", "/l"], separator: " ", ifExists: .overwrite), on: #"{"l":1,"n":"A B"}"#,
            gives: #"{"l":"B","f":"A"}"#, losing: [#"line 1, column 6, at "/l": lost 1: it is overwritten"#],
            back: #"{"n":"A B"}"#),
    ])
    func textIsSplitAndJoinedAgain(_ change: Change) throws { try change.check() }

    @Test(arguments: [#"{"n":"A B","l":1}"#, #"{"n":"A"}"#, #"{"n":"A B C"}"#, #"{"n":7}"#, #"{"f":"A"}"#])
    func ruleToSkipLeavesTheDocumentAsItIs(payload: String) throws {
        let plan = try MigrationPlan.of([
            .split("/n", into: ["/f", "/l"], separator: " ", ifAbsent: .skip, ifWrongKind: .skip, ifExists: .skip)
        ])
        let result = try plan.migrate(payload, to: "2", from: "1")
        #expect(result.text == payload)
        #expect(result.losses == [])
    }

    @Test func absentParentWithRuleToSkipLosesNothing() throws {
        let plan = try MigrationPlan.of([.split("/n", into: ["/f", "/o/l"], separator: " ", ifAbsent: .skip)])
        let result = try plan.migrate(#"{"n":"A B"}"#, to: "2", from: "1")
        #expect(result.text == #"{"n":"A B"}"#)
        #expect(result.losses == [])
    }

    private static let operation = JSONOperation.split("/n", into: ["/f", "/l"], separator: " ")

    @Test(arguments: [
        Misfit(
            operation, on: #"{"n": "Ann"}"#, .wrongKind,
            says: #"line 1, column 7, at "/n": expected a string of 2 parts between " ", found a string ("Ann")"#),
        Misfit(
            operation, on: #"{"n": "A B C"}"#, .wrongKind,
            says: #"line 1, column 7, at "/n": expected a string of 2 parts between " ", found a string ("A B C")"#),
        Misfit(
            operation, on: #"{"n": "A B", "l": 1}"#, .exists,
            says: #"line 1, column 19, at "/l": the place is taken by 1"#),
        Misfit(operation, on: "{}", .absent, says: #"line 1, column 1, at "/n": there is no member "n""#),
        Misfit(
            .split("/n", into: ["/f", "/o/l"], separator: " "), on: #"{"n": "A B"}"#, .absent,
            says: #"line 1, column 1, at "/o": there is no object to put "/o/l" into"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "split", "from": "/n", "into": ["/f", "/l"], "separator": " "}"#, operation),
        FileForm(
            #"{"op":"split","from":"/n","into":["/f","/l"],"separator":" ","extraParts":"last","ifExists":"overwrite"}"#,
            .split("/n", into: ["/f", "/l"], separator: " ", extraParts: .last, ifExists: .overwrite)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(Self.operation.description == #"split "/n" into "/f", "/l""#)
        #expect(Self.operation.lossClass == .exact)
        #expect(Self.operation.reversed == [.join(["/f", "/l"], into: "/n", separator: " ")])
    }
}
