import Migrations
import Testing
import VersionedCodec

/// Conditions that ask whether a value is a key of a table, or in an array.
@Suite struct TableConditionTests {
    private static func marked(_ condition: Condition) -> JSONOperation {
        .each("/l", [.when(condition, [.add("/in", value: true)])])
    }

    private static func list(_ condition: Condition, _ around: String, marks: [Bool]) -> Change {
        let values = [#""a""#, #""b""#, "1", "1.0", "null", #"{"x":1}"#]
        let before = values.map { #"{"v":\#($0)}"# }.joined(separator: ",")
        let after = zip(values, marks).map { #"{"v":\#($0)"# + ($1 ? #","in":true}"# : "}") }.joined(separator: ",")
        return Change(
            marked(condition), on: #"{\#(around),"l":[\#(before)]}"#, gives: #"{\#(around),"l":[\#(after)]}"#)
    }

    @Test(arguments: [
        list(
            .at("/v", .keyOf("/t", in: .document)), #""t":{"a":0,"1":0}"#,
            marks: [true, false, true, false, false, false]),
        list(.at("/v", .keyOf("/t", in: .document)), #""t":["a"]"#, marks: Array(repeating: false, count: 6)),
        list(.at("/v", .keyOf("/zz", in: .document)), #""t":7"#, marks: Array(repeating: false, count: 6)),
        list(
            .at("/v", .elementOf("/t", in: .document)), #""t":["b",1,null,{"x":1}]"#,
            marks: [false, true, true, true, true, true]),
        list(
            .at("/v", .elementOf("/t", by: "/id", in: .document)), #""t":[{"id":"a"},"b",{}]"#,
            marks: [true, false, false, false, false, false]),
        list(
            .not(.at("/v", .elementOf("/t", in: .document))), #""t":["b"]"#,
            marks: [true, false, true, true, true, true]),
        Change(
            .when(.at("/v", .keyOf("/t", in: .here)), [.add("/in", value: true)]), on: #"{"v":"a","t":{"a":1}}"#,
            gives: #"{"v":"a","t":{"a":1},"in":true}"#),
        Change(
            .when(.at("/v", .elementOf("/t", by: "/k", in: .here)), [.add("/in", value: true)]),
            on: #"{"v":1.0,"t":[{"k":1}]}"#, gives: #"{"v":1.0,"t":[{"k":1}],"in":true}"#),
    ])
    func conditionAsksATable(_ change: Change) throws { try change.check() }

    @Test func contextIsATableToo() throws {
        let plan = try MigrationPlan.of([
            .when(.at("/v", .elementOf("/ids", in: .context)), [.add("/in", value: true)])
        ])
        let options = MigrationOptions(context: ["ids": ["a"]])
        #expect(try plan.migrate(#"{"v":"a"}"#, to: "2", from: "1", options: options).text == #"{"v":"a","in":true}"#)
        #expect(try plan.migrate(#"{"v":"b"}"#, to: "2", from: "1", options: options).text == #"{"v":"b"}"#)
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"v":"b"}"#, to: "2", from: "1") }
        #expect(error?.code == .noContext)
    }

    /// The way back of a `when` would ask another table.
    @Test func tableThatOperationsWriteRefusesTheWayBack() {
        let operation = JSONOperation.when(.at("/v", .keyOf("/t", in: .here)), [.remove("/t/a")])
        #expect(operation.reversed != nil)
        let touching = JSONOperation.when(.at("/v", .keyOf("/t", in: .here)), [.rename("/t/a", to: "b")])
        #expect(touching.reversed == nil)
    }

    @Test(arguments: [
        (
            #"{"path":"/v","oneOf":{"in":"document","path":"/t","by":"/id"}}"#,
            Condition.at("/v", .elementOf("/t", by: "/id", in: .document))
        ),
        (#"{"path":"/v","oneOf":{"path":"/t"}}"#, .at("/v", .elementOf("/t", in: .here))),
        (#"{"path":"/v","keyOf":"/t"}"#, .at("/v", .keyOf("/t", in: .here))),
        (#"{"path":"/v","keyOf":{"in":"context","path":"/t"}}"#, .at("/v", .keyOf("/t", in: .context))),
    ])
    func planFileGivesTheSame(json: String, condition: Condition) throws {
        try FileForm(
            #"{"op":"when","if":\#(json),"operations":[{"op":"wrap","path":"/a"}]}"#, .when(condition, [.wrap("/a")])
        ).check()
        #expect(condition.json.text() == json)
    }

    @Test func words() {
        #expect(
            Condition.at("/v", .keyOf("/t", in: .document)).description == #""/v" is a key of "/t" in the document"#)
        #expect(
            Condition.at("/v", .elementOf("/t", by: "/id", in: .here)).description
                == #""/v" is "/id" of an element of "/t""#)
    }

    @Test func oneOfTakesAnArrayOrAPlace() throws {
        let error = #expect(throws: PlanFileError.self) {
            try FileForm.reading(
                #"{"op":"when","if":{"path":"/v","oneOf":7},"operations":[{"op":"wrap","path":"/a"}]}"#)
        }
        #expect(error?.message == "expected an array, or the place of one, found a number")
    }

    /// Ten thousand references into a table of ten thousand: what each costs does not grow with the table.
    @Test func largeTableIsLookedThroughOnce() throws {
        let count = 10_000
        let ids = (0..<count).map { #"{"id":\#($0 * 2)}"# }.joined(separator: ",")
        let list = (0..<count).map { #"{"v":\#($0)}"# }.joined(separator: ",")
        let plan = try MigrationPlan.of([
            .each("/l", [.when(.at("/v", .elementOf("/t", by: "/id", in: .document)), [.add("/in", value: 1)])])
        ])
        let result = try plan.migrate(#"{"t":[\#(ids)],"l":[\#(list)]}"#, to: "2", from: "1")
        let marked = result.text.split(separator: #""in":1"#).count - 1
        #expect(marked == count / 2)
    }

    /// What a condition on a value apart from the document opens in the document stays open.
    @Test func tableThatIsLookedIntoFromOutsideStaysAsItIs() throws {
        let plan = try MigrationPlan.of([
            .transform("/l", by: [.filter(.at("/k", .elementOf("/deep/t", by: "/id", in: .document)))]),
            .add("/n", value: ["a": [1, ["b": 2]]]), .each("/deep/t", [.rename("/id", to: "key")]),
        ])
        let result = try plan.migrate(
            #"{"l":[{"k":"a"},{"k":"z"},{"k":"b"}],"deep":{"u":1,"t":[{"id":"a","x":[1]},{"id":"b"}]}}"#, to: "2",
            from: "1")
        #expect(
            result.text
                == #"{"l":[{"k":"a"},{"k":"b"}],"deep":{"u":1,"t":[{"key":"a","x":[1]},{"key":"b"}]},"#
                + #""n":{"a":[1,{"b":2}]}}"#)
    }
}
