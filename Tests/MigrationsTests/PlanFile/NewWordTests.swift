import Migrations
import Testing
import VersionedCodec

/// Each word that is newer than plan format 1 is refused there by its name, and written in a plan of format 2.
@Suite struct NewWordTests {
    private static let words: [(name: String, operation: String)] = [
        ("pick", #"{"op":"pick","members":["a"]}"#),
        ("before", #"{"op":"move","from":"/a","to":"/b","before":"c"}"#),
        (
            "noEmptyLists",
            #"{"op":"partition","from":"/l","into":[{"path":"/n","if":{"kind":"number"}},{"path":"/m"}],"noEmptyLists":true}"#
        ),
        (
            "into",
            #"{"op":"partition","from":"/l","into":[{"path":"/n","if":{"keyOf":{"in":"document","path":"/t"}}},{"path":"/m"}]}"#
        ),
        ("default", #"{"op":"objectToArray","path":"/l","id":"k","value":"v","default":1}"#),
        ("default", #"{"op":"arrayToObject","path":"/l","id":"k","value":"v","default":1}"#),
        ("match", #"{"op":"lookUp","from":"/a","table":"/t","by":"/k","match":"range","to":"/b"}"#),
        ("ifTableAbsent", #"{"op":"lookUp","from":"/a","table":"/t","to":"/b","ifTableAbsent":"skip"}"#),
        ("missing", #"{"op":"sort","path":"/l","missing":"first"}"#),
        ("mixed", #"{"op":"sort","path":"/l","mixed":true}"#),
        ("as", #"{"op":"each","operations":[{"op":"generate","path":"/n","as":"index"}]}"#),
        ("pattern", #"{"op":"generate","path":"/n","as":"sequence","pattern":"%a"}"#),
        ("restart", #"{"op":"generate","path":"/n","as":"sequence","pattern":"%d","restart":true}"#),
        ("by", #"{"op":"transform","path":"/a","by":[{"split":{"pattern":","}},"reverse"]}"#),
        ("back", #"{"op":"transform","path":"/a","by":["lowercase"],"back":["slug"]}"#),
        ("by", #"{"op":"derive","from":"/a","to":"/b","by":[{"dropPrefix":{"path":"/c"}}]}"#),
        ("derived", #"{"op":"remove","path":"/a","derived":{"from":"/b","by":["sum"]}}"#),
        ("by", #"{"op":"renameKeys","by":["slug"]}"#),
        ("by", #"{"op":"renameKeys","by":[{"changeCase":{"from":"snakeCase","to":"camelCase"}}]}"#),
        ("plus", #"{"op":"calculate","path":"/a","plus":{"path":"/b"}}"#),
        ("escapeHTML", #"{"op":"printJSON","path":"/a","escapeHTML":true}"#),
        ("switch", #"{"op":"switch","on":"/k","cases":{"a":[]}}"#),
        ("if", #"{"op":"when","if":{"not":{"path":"/a","keyOf":"/t"}},"operations":[{"op":"wrap","path":"/z"}]}"#),
        (
            "where",
            #"{"op":"everywhere","where":{"hasElement":{"oneOf":{"in":"document","path":"/t"}}},"operations":[{"op":"wrap","path":"/z"}]}"#
        ),
    ]

    @Test(arguments: words) func wordNeedsFormat2(name: String, operation: String) throws {
        let file = { (format: Int) in
            #"{"planFormat":\#(format),"name":"n","versions":[{"version":"1"},{"version":"2"}],"migrations":["#
                + #"{"from":"1","to":"2","summary":"","up":[\#(operation)]}]}"#
        }
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: file(1)) }
        #expect(error?.code == .newerWord)
        #expect(error?.message == #""\#(name)" needs plan format 2; write "planFormat": 2"#)
        let plan = try MigrationPlan(planFile: file(2))
        #expect(plan.planFile?["planFormat"] == 2)
        #expect(try MigrationPlan(planFile: #require(plan.planFile).text()) == plan)
    }
}
