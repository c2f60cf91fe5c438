import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec

@Suite struct PlanFileTests {
    private static let style = WritingStyle(
        indentation: .spaces(2), colon: " : ", keyOrder: .sorted, emptyArray: "[\n\n]", finalNewline: true)

    private static let odd = WritingStyle(
        indentation: .tabs(1), comma: " ,", escapesSlashes: true, escapesNonASCII: true, emptyObject: "{ }",
        lineEnding: .crlf)

    private static func plan() throws -> MigrationPlan {
        try MigrationPlan(
            "every part", versionAt: VersionLocation("/meta~1/v", as: .integer, legacy: "1"),
            versions: [
                PlanVersion("1", isMarked: false), PlanVersion("2", style: style), PlanVersion("3", style: odd),
            ],
            migrations: [
                Migration(from: "1", to: "2", "one", operations: [.wrap("/a")]),
                Migration(from: "2", to: "3", "two", up: [], down: nil),
            ])
    }

    @Test func writtenPlanReadsAsTheSame() throws {
        let plan = try Self.plan()
        for style in [WritingStyle.compact, .pretty] {
            #expect(try MigrationPlan(planFile: #require(plan.planFile).text(in: style)) == plan)
        }
        #expect(try MigrationPlan(planFile: Data(#require(plan.planFile).bytes())) == plan)
    }

    @Test func partsAreWrittenAsDocumented() throws {
        #expect(
            try #require(Self.plan().planFile).text()
                == #"{"planFormat":1,"name":"every part","version":{"at":"/meta~1/v","as":"integer","default":"1"},"#
                + #""versions":[{"version":"1","unmarked":true},"#
                + #"{"version":"2","style":{"indent":2,"colon":" : ","keyOrder":"sorted","emptyArray":"[\n\n]","finalNewline":true}},"#
                + #"{"version":"3","style":{"indent":"tab","comma":" ,","escapeSlashes":true,"escapeNonASCII":true,"emptyObject":"{ }","lineEnding":"crlf"}}],"#
                + #""migrations":[{"from":"1","to":"2","summary":"one","operations":[{"op":"wrap","path":"/a"}]},"#
                + #"{"from":"2","to":"3","summary":"two","up":[]}]}"#)
    }

    @Test func deeplyNestedScopesAreReadReversedAndRun() throws {
        var operation = JSONOperation.rename("/a", to: "b")
        for _ in 0..<240 { operation = .inside("/x", [operation]) }
        let plan = try MigrationPlan.of([operation])
        let read = try MigrationPlan(planFile: #require(plan.planFile).text())
        #expect(read == plan)
        let nest = { (key: String) in
            String(repeating: #"{"x":"#, count: 240) + "{\"\(key)\":1}" + String(repeating: "}", count: 240)
        }
        #expect(try read.migrate(nest("a"), to: "2", from: "1").text == nest("b"))
        #expect(try read.migrate(nest("b"), to: "1", from: "2").text == nest("a"))
    }

    @Test func deeplyNestedConditionsAreRead() throws {
        var condition = Condition.present("/a")
        for _ in 0..<450 { condition = .not(.all([condition])) }
        condition = .absent("/a")
        for _ in 0..<450 { condition = .not(condition) }
        let operation = JSONOperation.when(condition, [.wrap("/b")])
        #expect(try FileForm.reading(operation.json.text()) == operation)
    }
}
