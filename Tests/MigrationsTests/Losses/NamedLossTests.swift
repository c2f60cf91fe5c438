import Migrations
import Testing
import VersionedCodec

/// A loss has the same operation, step and reason in a large document, whose changes may wait, as in a small one.
@Suite struct NamedLossTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let versions: String
        let migrations: String
        let document: String
        let losses: [String]
    }

    private static let cases = [
        Case(
            testDescription: "an operation that tries its own reverse",
            versions: #"{"version":"1"},{"version":"2"}"#,
            migrations: #"""
                {"from":"1","to":"2","summary":"s","operations":[{"op":"rename","path":"/","to":"t","ifAbsent":"skip"},
                {"op":"derive","from":"/outline","to":"/w","by":["last"]},{"op":"scatter","from":{"key":"w"}},
                {"op":"printJSON","path":"/w","ifAbsent":"skip","only":"down"}]}
                """#,
            document: #"{"":1,"outline":[{}]}"#,
            losses: [
                #"/: it does not come back, remove "/w""#,
                #"/outline: it is kept, and the way back takes it away, remove "/w""#,
            ]),
        Case(
            testDescription: "a value that was made into another one, and then dropped",
            versions: #"{"version":"1"},{"version":"2"}"#,
            migrations: #"""
                {"from":"1","to":"2","summary":"s","up":[{"op":"renameKeys","by":["lowercase"]},
                {"op":"objectToArray","path":"/a","id":"key","value":"value"},{"op":"unwrap","path":"/a"},{"op":"pick","members":["other"]}]}
                """#,
            document: #"{"a":{"0":"x"}}"#,
            losses: [#"/a: it is not one of the members that are kept, pick "other" in the whole value"#]),
        Case(
            testDescription: "a key that became a value",
            versions: #"{"version":"1"},{"version":"2"}"#,
            migrations: #"""
                {"from":"1","to":"2","summary":"s","up":[{"op":"objectToArray","path":"/m","id":"t"},{"op":"unwrap","path":"/m"},
                {"op":"remove","path":"/m/t"}]}
                """#,
            document: #"{"m":{"doc":{"p":1}}}"#,
            losses: [#"/m/doc: the other version does not have its key, remove "/m/t""#]),
        Case(
            testDescription: "a copied number that comes back in another spelling",
            versions: #"{"version":"1"},{"version":"2"}"#,
            migrations: #"""
                {"from":"1","to":"2","summary":"s","operations":[{"op":"copy","from":"/map/$x","to":"/q"},
                {"op":"hoist","list":"/outline","member":"/level","to":"/r","ifAbsent":"skip"},
                {"op":"calculate","path":"/map/$x","multiply":100}]}
                """#,
            document: #"{"map":{"$x":-0}}"#,
            losses: [#"/map/$x: it does not come back as it was: it comes back as 0, remove "/q""#]),
        Case(
            testDescription: "an order that is lost by taking elements away",
            versions: #"{"version":"1"},{"version":"2"}"#,
            migrations: #"""
                {"from":"1","to":"2","summary":"s","operations":[{"op":"concatenate","into":"/all",
                "from":[{"path":"/grid/0","if":{"eachElement":{"atMost":2}}},{"path":"/grid/1"}]}]}
                """#,
            document: #"{"grid":[["a"],[],[]]}"#,
            losses: [#"/grid: the order of the elements is not kept, concatenate "/grid/0", "/grid/1" into "/all""#]),
        Case(
            testDescription: "a member that the version does not know, with a copy that it knows",
            versions: #"{"version":"1"},{"version":"2","knows":{"copy":true}}"#,
            migrations: #"""
                {"from":"1","to":"2","summary":"s","operations":[{"op":"copy","from":"/a","to":"$s"},
                {"op":"copy","from":"$s","to":"/copy"}]}
                """#,
            document: #"{"a":"x"}"#,
            losses: ["/a: version 2 does not know it, written for 2"]),
        Case(
            testDescription: "a way back that fails on an object that is written with sorted members",
            versions: #"{"version":"1"},{"version":"2","style":{"keyOrder":"sorted"}}"#,
            migrations: #"""
                {"from":"1","to":"2","summary":"s","operations":[{"op":"mapValues","path":"/a","table":[[2,"two"]],
                "fallback":{"name":false,"list":3}}]}
                """#,
            document: #"{"a":1}"#,
            losses: [
                #": the way back fails: {"list":3,"name":false} is not in the table; it has "two", map the values of "/a""#
            ]),
        Case(
            testDescription: "the first of elements that are alike",
            versions: #"{"version":"1"},{"version":"2"}"#,
            migrations: #"""
                {"from":"1","to":"2","summary":"s","operations":[{"op":"remove","path":"/a/0","only":"up"},
                {"op":"remove","path":"/b/0","only":"up"},{"op":"remove","path":"/c/0","only":"up"},
                {"op":"remove","path":"/d/0","only":"up"}]}
                """#,
            document: #"{"a":[5,5,6],"b":[5,6,5],"c":[[1],[1.0],[1]],"d":[{},7,{},{}]}"#,
            losses: [
                #"/a/1: it does not come back, remove "/a/0""#,
                #"/b/0: the other version does not have it, remove "/b/0""#,
                #"/c/0: the other version does not have it, remove "/c/0""#,
                #"/d/0: the other version does not have it, remove "/d/0""#,
            ]),
        Case(
            testDescription: "an element that is set, before one that is alike",
            versions: #"{"version":"1"},{"version":"2"}"#,
            migrations: #"""
                {"from":"1","to":"2","summary":"s","operations":[{"op":"inside","path":"/a","operations":[
                {"op":"set","path":"/0","to":[]}]}]}
                """#,
            document: #"{"a":[7,7]}"#, losses: [#"/a/0: it is set to [], set "/0" to []"#]),
    ]

    @Test(arguments: cases) func lossIsNamedAlike(_ test: Case) throws {
        let plan = try MigrationPlan(
            planFile: #"{"planFormat":2,"name":"p","versions":[\#(test.versions)],"migrations":[\#(test.migrations)]}"#)
        let large = String(repeating: " ", count: 100_000) + test.document
        for payload in [test.document, large] {
            let losses = try plan.migrate(payload, to: "2", from: "1").losses
            #expect(
                losses.map { "\($0.path): \($0.reason), \($0.operation ?? $0.step ?? "no step")" } == test.losses)
        }
    }

    /// The children of large containers are taken there and back one after another.
    @Test func lossIsNamedAlikeInChildrenThatWait() throws {
        let plan = try MigrationPlan(
            planFile: #"""
                {"planFormat":2,"name":"p","versions":[{"version":"1"},{"version":"2"}],"migrations":[
                {"from":"1","to":"2","summary":"s","up":[{"op":"each","path":"/all","operations":[
                {"op":"renameKeys","by":["lowercase"]},{"op":"objectToArray","path":"/a","id":"key","value":"value"},
                {"op":"unwrap","path":"/a"},{"op":"pick","members":["o"]}]}]}]}
                """#)
        for count in [1, 1000] {
            let padding = String(repeating: " ", count: 70_000)
            let elements = repeatElement(#"{"a":{"0":"x"}}"#, count: count).joined(separator: ",")
            let payload = padding + #"{"all":["# + elements + "]}"
            let losses = try plan.migrate(payload, to: "2", from: "1").losses
            #expect(losses.count == count)
            let last = try #require(losses.last)
            #expect(last.path == JSONPointer("/all/\(count - 1)/a"))
            #expect(last.reason == "it is not one of the members that are kept")
            #expect(last.operation == #"pick "o" in the whole value"#)
        }
    }
}
