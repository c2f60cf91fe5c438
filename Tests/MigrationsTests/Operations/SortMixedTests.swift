import Migrations
import Testing
import VersionedCodec

/// Sorting where values are absent, null or of several kinds.
@Suite struct SortMixedTests {
    private static let some = #"{"l":[{"n":1},{"k":2},{"k":null,"n":2},{"k":1}]}"#

    @Test(arguments: [
        (
            JSONOperation.sort("/l", by: "/k", missing: .last, anyOrder: true),
            #"{"l":[{"k":1},{"k":2},{"n":1},{"k":null,"n":2}]}"#
        ),
        (.sort("/l", by: "/k", missing: .first, anyOrder: true), #"{"l":[{"n":1},{"k":null,"n":2},{"k":1},{"k":2}]}"#),
        (
            .sort("/l", by: "/k", descending: true, missing: .last, anyOrder: true),
            #"{"l":[{"k":2},{"k":1},{"n":1},{"k":null,"n":2}]}"#
        ),
        (
            .sort("/l", by: "/k", descending: true, missing: .first, anyOrder: true),
            #"{"l":[{"n":1},{"k":null,"n":2},{"k":2},{"k":1}]}"#
        ),
    ])
    func missingValuesStandAtOneEnd(operation: JSONOperation, after: String) throws {
        let result = try MigrationPlan.of([operation]).migrate(Self.some, to: "2", from: "1")
        #expect(result.text == after)
        #expect(result.losses.isEmpty)
    }

    @Test(arguments: [
        (JSONOperation.sort("/l", mixed: true, anyOrder: true), #"{"l":[null,false,true,-1,2,"a","b",{},[]]}"#),
        (
            .sort("/l", descending: true, mixed: true, anyOrder: true),
            #"{"l":[{},[],"b","a",2,-1,true,false,null]}"#
        ),
        (
            .sort("/l", missing: .last, mixed: true, anyOrder: true),
            #"{"l":[false,true,-1,2,"a","b",{},[],null]}"#
        ),
    ])
    func kindsHaveAnOrder(operation: JSONOperation, after: String) throws {
        let before = #"{"l":["b",{},true,2,null,"a",[],false,-1]}"#
        let result = try MigrationPlan.of([operation]).migrate(before, to: "2", from: "1")
        #expect(result.text == after)
    }

    /// The order of a copy may be irrelevant, and that of the original not.
    @Test(arguments: [
        [JSONOperation.copy("/l", to: "/m"), .sort("/m", anyOrder: true), .sort("/l")],
        [.copy("/l", to: "/m"), .sort("/l"), .sort("/m", anyOrder: true)],
    ]) func irrelevantOrderOfACopyIsNotThatOfTheOriginal(operations: [JSONOperation]) throws {
        let plan = try MigrationPlan.of(operations)
        let single = try plan.migrate(#"{"l":[2,1]}"#, to: "2", from: "1")
        #expect(single.losses.map { "\($0.path) \($0.reason)" } == ["/l the order of the elements is not kept"])
        let each = try MigrationPlan.of([.each("/all", operations)])
        let all = Array(repeating: #"{"l":[2,1]}"#, count: 600).joined(separator: ",")
        let large = #"{"all":[\#(all)],"text":"\#(String(repeating: "x", count: 70_000))"}"#
        #expect(try each.migrate(large, to: "2", from: "1").losses.count == 600)
        let only = try MigrationPlan.of(Array(operations.dropLast().filter { $0 != .sort("/l") }))
        #expect(try only.migrate(#"{"l":[2,1]}"#, to: "2", from: "1").losses.isEmpty)
    }

    @Test func orderIsStillOneLoss() throws {
        let plan = try MigrationPlan.of([.sort("/l", by: "/k", missing: .last)])
        let result = try plan.migrate(Self.some, to: "2", from: "1")
        #expect(result.losses.map(\.path) == ["/l"])
        #expect(try plan.roundTrips(of: JSONDocument(parsing: Self.some), from: "1").map(\.losses) == [result.losses])
    }

    @Test(arguments: [
        Misfit(
            .sort("/l", by: "/k", mixed: true), on: #"{"l": [{"k": 1}, {}]}"#, .absent,
            says: #"line 1, column 18, at "/l/1/k": there is no value to sort by"#),
        Misfit(
            .sort("/l", missing: .first), on: #"{"l": [null, 1, "a"]}"#, .wrongKind,
            says: #"line 1, column 17, at "/l/2": expected a number to sort by, found a string ("a")"#),
        Misfit(
            .sort("/l", missing: .first), on: #"{"l": [null, true]}"#, .wrongKind,
            says: #"line 1, column 14, at "/l/1": expected a string or a number to sort by, found a boolean (true)"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(
            #"{"op":"sort","path":"/l","by":"/k","missing":"last","mixed":true}"#,
            .sort("/l", by: "/k", missing: .last, mixed: true))
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    /// Against a stable sort in Swift.
    @Test func randomArraysAreSortedAsInSwift() throws {
        var random = SeededRandom(state: 3)
        let values: [(rank: Double, text: String)] = [
            (0, "null"), (1, "false"), (2, "true"), (3.1, "1"), (3.2, "1.50"), (3.3, "2e3"), (4.1, #""A""#),
            (4.2, #""a""#), (4.3, "\"\u{E9}\""), (5, "[]"), (5, "{}"), (5, "[1]"),
        ]
        let plan = try MigrationPlan.of([.sort("/l", mixed: true, anyOrder: true)])
        for _ in 0..<200 {
            let count = Int.random(in: 0...12, using: &random)
            let list = (0..<count).compactMap { _ in values.randomElement(using: &random) }
            let sorted = list.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            let before = #"{"l":[\#(list.map(\.text).joined(separator: ","))]}"#
            let after = #"{"l":[\#(sorted.map(\.element.text).joined(separator: ","))]}"#
            #expect(try plan.migrate(before, to: "2", from: "1").text == after)
        }
    }
}
