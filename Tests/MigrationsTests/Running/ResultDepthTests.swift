import Migrations
import Testing
import VersionedCodec

/// A result that could not be read again is refused, however it comes about.
@Suite struct ResultDepthTests {
    private static func plan(_ operations: JSONOperation..., style: WritingStyle? = nil) throws -> MigrationPlan {
        try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: nil),
            versions: [PlanVersion("1"), PlanVersion("2", style: style)],
            migrations: [Migration(from: "1", to: "2", "", operations: operations)])
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }

    private static func depth(of text: String) -> Int {
        var (depth, deepest) = (0, 0)
        for byte in text.utf8 {
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
            deepest = max(deepest, depth)
        }
        return deepest
    }

    /// Migrates with the limit of 512, and checks that it decides by the depth of the result without a limit.
    private static func check(
        _ payload: String, with plan: MigrationPlan, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var unlimited = MigrationOptions()
        unlimited.parsing.maximumDepth = .max
        let whole = try plan.migrate(payload, to: "2", options: unlimited).text
        if depth(of: whole) <= 512 {
            #expect(try plan.migrate(payload, to: "2").text == whole, sourceLocation: sourceLocation)
            return
        }
        let error = #expect(throws: MigrationError.self, sourceLocation: sourceLocation) {
            try plan.migrate(payload, to: "2")
        }
        #expect(error?.code == .tooDeep, sourceLocation: sourceLocation)
        #expect(
            error?.description == "the result would be nested deeper than 512 levels, and could not be read again;"
                + " a greater maximum depth allows it", sourceLocation: sourceLocation)
    }

    @Test(arguments: [WritingStyle?.none, .compact, WritingStyle(indentation: .spaces(1))])
    func valueThatMovesDeeper(style: WritingStyle?) throws {
        let plan = try Self.plan(.move("/a", to: "/b/c/d"), style: style)
        for depth in [60, 63, 64, 65, 500, 507, 508, 509, 511] {
            for others in [#""z":1"#, #""z":[[]],"y":{}"#] {
                try Self.check(#"{"v":1,"a":\#(Self.nested(depth)),\#(others)}"#, with: plan)
                try Self.check(#"{"v":1,\#(others),"a":\#(Self.nested(depth))}"#, with: plan)
                try Self.check("{\n  \"v\": 1,\n  \"a\": \(Self.nested(depth)),\n  \(others)\n}\n", with: plan)
            }
        }
    }

    /// A value that is deep already stays where it is while its parent moves.
    @Test func parentThatMovesDeeper() throws {
        let plan = try Self.plan(.rename("/a/x", to: "y"), .move("/a", to: "/b/a"))
        for depth in [400, 509, 510] { try Self.check(#"{"v":1,"a":{"x":1,"z":\#(Self.nested(depth))}}"#, with: plan) }
    }

    @Test func chainThatBecomesATree() throws {
        let plan = try Self.plan(.listToTree("/n", id: "/i", parent: "/p", children: "c"))
        for count in [200, 255, 256, 300] {
            let nodes = (0..<count).map { $0 == 0 ? #"{"i":0}"# : #"{"i":\#($0),"p":\#($0 - 1)}"# }
            try Self.check(#"{"v":1,"n":[\#(nodes.joined(separator: ","))]}"#, with: plan)
        }
    }

    @Test func textWhoseJSONIsDeep() throws {
        let plan = try Self.plan(.parseJSON("/t"))
        for depth in [510, 511, 512] { try Self.check(#"{"v":1,"t":"\#(Self.nested(depth))"}"#, with: plan) }
    }

    /// Constants of a plan are such values.
    @Test func valueFromSwift() throws {
        for depth in [503, 504, 505, 506] {
            let value = try JSONDocument(parsing: Self.nested(depth)).root
            try Self.check(
                #"{"v":1}"#, with: Self.plan(.add("/a", value: value), .move("/a", to: "/b/c/d/e/f/g/h")))
        }
    }

    /// The same shape in each line, with values of another depth in a part that nothing changes.
    @Test func linesOfAKnownShape() throws {
        let plan = try Self.plan(.move("/a", to: "/b/c/d"))
        let depths = (0..<60).map { $0 % 5 + 1 } + [70, 508, 509, 507, 3, 508, 509]
        let lines = depths.map { #"{"v":1,"a":[\#(Self.nested($0))],"z":1}"# + "\n" }
        var chunks = [Array(lines.joined().utf8)]
        var bad: [Int] = []
        _ = try LineMigration(plan: plan, target: "2").run(
            LineReader { chunks.popLast() }, write: { _ in }, keepBad: { bad.append($0.line.number) })
        #expect(bad == depths.indices.filter { depths[$0] > 508 }.map { $0 + 1 })
    }

    /// Above a megabyte, records are changed while they are written.
    @Test func largeDocument() throws {
        let plan = try Self.plan(.each("/l", [.move("/a", to: "/b/c")]))
        for depth in [5, 508, 509] {
            let records = (0..<20_000).map {
                #"{"a":\#(Self.nested($0 == 19_000 ? depth : 1)),"n":\#($0),"t":"some text"}"#
            }
            try Self.check(
                #"{"v":1,"l":[\#(records.joined(separator: ","))],"end":"\#(String(repeating: "x", count: 600_000))"}"#,
                with: plan)
        }
    }
}
