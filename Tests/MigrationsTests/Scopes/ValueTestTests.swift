import Migrations
import Testing
import VersionedCodec

@Suite struct ValueTestTests {
    @Test(arguments: [
        (#"{"path":"/a","suffix":".git"}"#, #"{"a":"x.git"}"#, true),
        (#"{"path":"/a","suffix":".git"}"#, #"{"a":"git"}"#, false),
        (#"{"path":"/a","contains":"b"}"#, #"{"a":"abc"}"#, true),
        (#"{"path":"/a","contains":"b"}"#, #"{"a":["b"]}"#, false),
        (#"{"path":"/a","matches":"[a-z]+"}"#, #"{"a":"abc"}"#, true),
        (#"{"path":"/a","matches":"[a-z]+"}"#, #"{"a":"abc1"}"#, false),
        (#"{"path":"/a","atLeast":1.5,"atMost":2e0}"#, #"{"a":2}"#, true),
        (#"{"path":"/a","atLeast":1.5,"atMost":2}"#, #"{"a":1}"#, false),
        (#"{"path":"/a","count":0}"#, #"{"a":[]}"#, true),
        (#"{"path":"/a","count":{"atLeast":2}}"#, #"{"a":{"x":1}}"#, false),
        (#"{"path":"/a","count":{"atMost":2}}"#, #"{"a":{"x":1}}"#, true),
        (#"{"path":"/a","count":0}"#, #"{"a":""}"#, false),
        (#"{"path":"/a","sameAs":"/b"}"#, #"{"a":1,"b":1.0}"#, true),
        (#"{"path":"/a","sameAs":"/b"}"#, #"{"a":1}"#, false),
        (#"{"path":"/a","hasElement":{"equals":2}}"#, #"{"a":[1,2]}"#, true),
        (#"{"path":"/a","hasElement":{"equals":2}}"#, #"{"a":[]}"#, false),
        (#"{"path":"/a","eachElement":{"path":"/k","present":true}}"#, #"{"a":{"x":{"k":1},"y":{"k":2}}}"#, true),
        (#"{"path":"/a","eachElement":{"equals":2}}"#, #"{"a":[1,2]}"#, false),
        (#"{"path":"/a","eachElement":{"equals":2}}"#, "{}", false),
        (#"{"in":"document","path":"/a","equals":1}"#, #"{"a":1}"#, true),
        (#"{"path":"/a","sameAs":{"in":"context","path":"/fact"}}"#, #"{"a":"f"}"#, true),
        (#"{"in":"context","path":"/fact","equals":"g"}"#, "{}", false),
    ])
    func conditionHolds(condition: String, payload: String, holds: Bool) throws {
        let operation = try FileForm.reading(
            #"{"op":"when","if":\#(condition),"operations":[{"op":"add","path":"/held","value":true}]}"#)
        #expect(try FileForm.reading(operation.json.text()) == operation)
        let options = MigrationOptions(context: ["fact": "f"])
        let result = try MigrationPlan.of([operation]).migrate(payload, to: "2", from: "1", options: options)
        #expect(result.text.contains("held") == holds)
    }

    @Test(arguments: [
        (Condition.at("/a", .suffix("x")), #""/a" ends with "x""#), (.at("/a", .count(1...1)), #""/a" has 1 element"#),
        (.at("/a", .count(1...(.max))), #""/a" has at least 1 element"#),
        (.at("/a", .count(1...3)), #""/a" has 1 to 3 elements"#),
        (.at("/a", .sameAs("/b", in: .context)), #""/a" is the same as "/b" in the context"#),
        (.elsewhere(.document, .present("/a")), #"in the document, "/a" is present"#),
        (.at("/a", .hasElement(.present("/b"))), #""/a" has an element for which ("/b" is present)"#),
    ])
    func saysWhatItAsks(condition: Condition, says: String) { #expect(condition.description == says) }

    @Test func lookAtAnotherScopeSeesTheDocumentAsItWas() throws {
        let operation = JSONOperation.each(
            "/l", [.when(.elsewhere(.document, .at("/l/0/n", equals: 1)), [.set("/n", to: 2, from: 1)])])
        let plan = try MigrationPlan.of([operation])
        #expect(try plan.migrate(#"{"l":[{"n":1},{"n":1}]}"#, to: "2", from: "1").text == #"{"l":[{"n":2},{"n":2}]}"#)
    }

    @Test func missingContextIsAnError() throws {
        try Misfit(
            .when(.elsewhere(.context, .present("/a")), [.wrap("/b")]), on: "{}", .noContext,
            says: "line 1, column 1, at the root: a fact from outside is needed, and no context is given"
        ).check()
    }
}
