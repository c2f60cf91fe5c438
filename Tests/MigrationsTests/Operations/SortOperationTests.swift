import Migrations
import Testing
import VersionedCodec

@Suite struct SortOperationTests {
    @Test(arguments: [
        Change(.sort("/l"), on: #"{"l":["B","a","é","z"]}"#, gives: #"{"l":["B","a","z","é"]}"#),
        Change(.sort("/l", comparing: .caseInsensitive), on: #"{"l":["B","a"]}"#, gives: #"{"l":["a","B"]}"#),
        Change(.sort("/l"), on: #"{"l":[10,9,1e1,-1,0.5]}"#, gives: #"{"l":[-1,0.5,9,10,1e1]}"#),
        Change(.sort("/l", descending: true), on: #"{"l":[1,3,2]}"#, gives: #"{"l":[3,2,1]}"#),
        Change(
            .sort("", by: "/k"), on: #"[{"k":"b","n":1},{"k":"a"},{"k":"b","n":2}]"#,
            gives: #"[{"k":"a"},{"k":"b","n":1},{"k":"b","n":2}]"#),
        Change(
            .sort("", by: "/k", descending: true), on: #"[{"k":1},{"k":2,"n":1},{"k":2,"n":2}]"#,
            gives: #"[{"k":2,"n":1},{"k":2,"n":2},{"k":1}]"#),
    ])
    func earlierOrderIsALoss(_ change: Change) throws {
        let plan = try MigrationPlan.of(change.operations)
        let result = try plan.migrate(change.before, to: "2", from: "1")
        #expect(result.text == change.after)
        #expect(result.losses.count == 1)
        #expect(result.losses.first?.reason == "the order of the elements is not kept")
        #expect(try plan.migrate(result.text, to: "1", from: "2").text == change.after)
    }

    @Test func lossIsTheArrayAsItWas() throws {
        try Change(
            .sort("/l", by: "/k"), on: #"{"l": [{"k": 2}, {"k": 1}]}"#, gives: #"{"l": [{"k": 1}, {"k": 2}]}"#,
            losing: [#"line 1, column 7, at "/l": lost [{"k":2},{"k":1}]: the order of the elements is not kept"#],
            back: #"{"l": [{"k": 1}, {"k": 2}]}"#
        ).check()
    }

    @Test(arguments: [
        Change(.sort("/l"), on: #"{"l":[]}"#, gives: #"{"l":[]}"#),
        Change(.sort("/l"), on: #"{"l":[1,1.0,2]}"#, gives: #"{"l":[1,1.0,2]}"#),
        Change(.sort("/l", ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.sort("/l", by: "/k", ifAbsent: .skip), on: #"{"l":[{"k":2},{}]}"#, gives: #"{"l":[{"k":2},{}]}"#),
        Change(.sort("/l", ifWrongKind: .skip), on: #"{"l":[2,"a",1]}"#, gives: #"{"l":[2,"a",1]}"#),
        Change(.sort("/l", ifWrongKind: .skip), on: #"{"l":7}"#, gives: #"{"l":7}"#),
    ])
    func nothingToSortOrToSkip(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(
            .sort("/l"), on: #"{"l": "x"}"#, .wrongKind,
            says: #"line 1, column 7, at "/l": expected an array, found a string ("x")"#),
        Misfit(
            .sort("/l", by: "/k"), on: #"{"l": [{"k": 1}, {}]}"#, .absent,
            says: #"line 1, column 18, at "/l/1/k": there is no value to sort by"#),
        Misfit(
            .sort("/l"), on: #"{"l": [1, "a"]}"#, .wrongKind,
            says: #"line 1, column 11, at "/l/1": expected a number to sort by, found a string ("a")"#),
        Misfit(
            .sort("/l"), on: #"{"l": ["a", null]}"#, .wrongKind,
            says: #"line 1, column 13, at "/l/1": expected a string to sort by, found null"#),
        Misfit(
            .sort("/l"), on: #"{"l": [true]}"#, .wrongKind,
            says: #"line 1, column 8, at "/l/0": expected a string or a number to sort by, found a boolean (true)"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "sort", "path": "/l"}"#, .sort("/l")),
        FileForm(
            #"{"op":"sort","path":"","by":"/k","compare":"caseInsensitive","descending":true,"ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .sort("", by: "/k", comparing: .caseInsensitive, descending: true, ifAbsent: .skip, ifWrongKind: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(JSONOperation.sort("/l", by: "/k").description == #"sort "/l" by "/k""#)
        #expect(JSONOperation.sort("/l").lossClass == .captures)
        #expect(JSONOperation.sort("/l").reversed == [])
    }
}
