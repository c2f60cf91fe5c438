import Migrations
import Testing
import VersionedCodec

/// `calculate` with numbers that other members hold.
@Suite struct CalculateWithMembersTests {
    @Test(arguments: [
        Change(
            .each("/l", [.calculate("/price", .plus(.member("/tax")))]),
            on: #"{"l":[{"price":1.50,"tax":0.25},{"price":2,"tax":-3}]}"#,
            gives: #"{"l":[{"price":1.75,"tax":0.25},{"price":-1,"tax":-3}]}"#,
            losing: [
                #"line 1, column 16, at "/l/0/price": lost 1.50: it does not come back as it was: it comes back as 1.5"#
            ],
            back: #"{"l":[{"price":1.5,"tax":0.25},{"price":2,"tax":-3}]}"#),
        Change(
            .each("/l", [.calculate("", .multiply(.member("/rate", in: .document)))]), on: #"{"rate":4,"l":[1,2.5]}"#,
            gives: #"{"rate":4,"l":[4,10]}"#),
        Change(
            .calculate("/a", .divide(.member("/b")), ifWrongKind: .skip), on: #"{"a":1,"b":0}"#,
            gives: #"{"a":1,"b":0}"#),
        Change(
            .calculate("/a", .minus(.member("/b")), ifAbsent: .skip), on: #"{"a":1}"#, gives: #"{"a":1}"#),
    ])
    func numberOfAnotherMemberCounts(_ change: Change) throws { try change.check() }

    @Test func contextMayHoldTheNumber() throws {
        let plan = try MigrationPlan.of([.calculate("/a", .plus(.member("/n", in: .context)))])
        let options = MigrationOptions(context: ["n": 2])
        #expect(try plan.migrate(#"{"a":1}"#, to: "2", from: "1", options: options).text == #"{"a":3}"#)
    }

    /// What is beside an element before the step is another number than after it.
    @Test func numberThatTheStepChangesMakesALoss() throws {
        let plan = try MigrationPlan.of([.each("/l", [.calculate("", .plus(.member("/l/0", in: .document)))])])
        let result = try plan.migrate(#"{"l":[1,2]}"#, to: "2", from: "1")
        #expect(result.text == #"{"l":[2,3]}"#)
        #expect(result.losses.map(\.path) == ["/l/0", "/l/1"])
        #expect(
            try plan.roundTrips(of: JSONDocument(parsing: #"{"l":[1,2]}"#), from: "1").map(\.losses) == [result.losses])
    }

    @Test(arguments: [
        Misfit(
            .calculate("/a", .plus(.member("/b"))), on: #"{"a": 1}"#, .absent,
            says: #"line 1, column 1, at "/b": there is no member "b""#),
        Misfit(
            .calculate("/a", .plus(.member("/b"))), on: #"{"a": 1, "b": "x"}"#, .wrongKind,
            says: #"line 1, column 15, at "/b": expected a number to calculate with, found a string ("x")"#),
        Misfit(
            .calculate("/a", .multiply(.member("/b"))), on: #"{"a": 1, "b": 0.0}"#, .unexpectedValue,
            says: #"line 1, column 15, at "/b": the number to multiply by must not be 0"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op":"calculate","path":"/a","plus":{"path":"/b"}}"#, .calculate("/a", .plus(.member("/b")))),
        FileForm(
            #"{"op":"calculate","path":"/a","divide":{"in":"document","path":"/b"},"fractionDigits":2}"#,
            .calculate("/a", .divide(.member("/b", in: .document)), fractionDigits: 2)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test(arguments: ["/a", "/a/b", ""])
    func numberIsNoPartOfWhatChanges(path: String) {
        let error = #expect(throws: PlanFileError.self) {
            try FileForm.reading(#"{"op":"calculate","path":"/a","plus":{"path":"\#(path)"}}"#)
        }
        #expect(error?.message == #""plus" is the number that is changed; the way back would not find it"#)
    }

    @Test func sayWhatTheyAre() throws {
        let operation = JSONOperation.calculate("/a", .plus(.member("/b")))
        #expect(operation.description == #"plus "/a" by "/b""#)
        #expect(try MigrationPlan.of([operation]).changelog().contains("`/a` is greater by `/b`"))
    }
}
