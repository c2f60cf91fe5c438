import Migrations
import Testing
import VersionedCodec

@Suite struct LineMigrationTests {
    private static func plan() throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2", style: .pretty)],
            migrations: [Migration(from: "1", to: "2", "", operations: [.remove("/x", default: 0), .wrap("/a")])])
    }

    private static func reader(_ text: String) -> LineReader {
        var chunks = [Array(text.utf8)]
        return LineReader { chunks.popLast() }
    }

    private static let good = "{\"v\": 1, \"a\": 1, \"x\": 0}\r\n\n{\"v\":2,\"a\":[2]}\n"

    @Test func eachLineIsMigratedAndKeepsItsEnding() throws {
        var output: [UInt8] = []
        let migration = LineMigration(plan: try Self.plan(), target: "2")
        let summary = try migration.run(Self.reader(Self.good + #"{"v":1,"a":3,"x":0}"#), write: { output += $0 })
        #expect(
            String(decoding: output, as: UTF8.self)
                == "{\"v\":2,\"a\":[1]}\r\n\n{\"v\":2,\"a\":[2]}\n{\"v\":2,\"a\":[3]}")
        #expect(summary.migrated == 3)
        #expect(summary.bad == 0)
    }

    @Test(arguments: [
        ("{\"v\":1,\"a\" 1}", "line 4, column 12, at \"/a\": expected \":\", found \"1\""),
        ("{\"v\":9}", "line 4, column 6, at \"/v\": version 9 is newer than any known one; known versions: 1, 2"),
        (
            "{\"v\":1}",
            "line 4, column 1, at \"/x\": there is no member \"x\" (version 1, step 1 → 2, remove \"/x\")"
        ),
    ])
    func badLineStopsAfterTheLinesBefore(line: String, says: String) throws {
        var output: [UInt8] = []
        let migration = LineMigration(plan: try Self.plan(), target: "2")
        let bad = #expect(throws: LineMigration.BadLine.self) {
            try migration.run(Self.reader(Self.good + line + "\n{}"), write: { output += $0 })
        }
        #expect(bad?.diagnostic.description == says)
        #expect(bad?.diagnostic.position?.byteOffset ?? 0 >= Self.good.utf8.count)
        #expect(bad?.line.bytes == Array(line.utf8))
        #expect(String(decoding: output, as: UTF8.self).hasSuffix("{\"v\":2,\"a\":[2]}\n"))
    }

    @Test func keptBadLinesDoNotStop() throws {
        var (output, kept): ([UInt8], [UInt8]) = ([], [])
        let migration = LineMigration(plan: try Self.plan(), target: "2")
        let summary = try migration.run(
            Self.reader("{\r\n{\"v\":2}\n7\n"), write: { output += $0 },
            keepBad: { kept += $0.line.bytes + $0.line.ending })
        #expect(String(decoding: output, as: UTF8.self) == "{\"v\":2}\n")
        #expect(String(decoding: kept, as: UTF8.self) == "{\r\n7\n")
        #expect(summary.migrated == 1)
        #expect(summary.bad == 2)
    }

    @Test func lossesHaveThePositionsOfTheStream() throws {
        var losses: [Loss] = []
        let migration = LineMigration(plan: try Self.plan(), target: "2")
        _ = try migration.run(
            Self.reader(Self.good + "{\"v\":1,\"a\":1,\"x\":5}"), write: { _ in }, losses: { losses += $0 })
        #expect(losses.map { $0.position?.line } == [4])
        #expect(losses.map { $0.position?.column } == [18])
        #expect(losses.map { $0.position?.byteOffset } == [Self.good.utf8.count + 17])
    }

    @Test func policyToFailMakesALineBadWithItsLosses() throws {
        let migration = LineMigration(
            plan: try Self.plan(), target: "2", options: MigrationOptions(losses: .fail))
        let bad = #expect(throws: LineMigration.BadLine.self) {
            try migration.run(Self.reader("\n{\"v\":1,\"a\":1,\"x\":5}"), write: { _ in })
        }
        #expect(bad?.losses.map { $0.position?.line } == [2])
        #expect(
            bad?.diagnostic.description
                == #"line 2, column 18, at "/x": a value would be lost: 5; it differs from the default 0"#
                + #" (version 1, step 1 → 2, remove "/x")"#)
    }

    @Test func outputComesInWholeLines() throws {
        let line = "{\"v\":2,\"a\":[\"\(String(repeating: "x", count: 1000))\"]}\n"
        var pieces: [[UInt8]] = []
        let migration = LineMigration(plan: try Self.plan(), target: "2")
        _ = try migration.run(Self.reader(String(repeating: line, count: 200)), write: { pieces.append($0) })
        #expect(pieces.count > 1)
        #expect(pieces.allSatisfy { $0.last == 0x0A || $0.isEmpty })
        #expect(pieces.reduce(0) { $0 + $1.count } == line.utf8.count * 200)
    }

    /// A CR within a line is white space: only a line feed ends it.
    @Test func columnsCountFromTheStartOfTheLine() throws {
        var losses: [Loss] = []
        var bad: [LineMigration.BadLine] = []
        _ = try LineMigration(plan: try Self.plan(), target: "2").run(
            Self.reader("{\"v\":1,\r\"é\":1,\"a\":1,\r\"x\":5}\n{\"v\":1,\r\"a\" 1}\n"), write: { _ in },
            losses: { losses += $0 }, keepBad: { bad.append($0) })
        #expect(losses.map(\.position) == [SourcePosition(line: 1, column: 26, byteOffset: 26)])
        #expect(bad.map { $0.diagnostic.position?.line } == [2])
        #expect(bad.map { $0.diagnostic.position?.column } == [13])
    }

    /// The lines before an error of the reader are written: their losses have been handed over.
    @Test func linesBeforeAnErrorOfTheReaderAreWritten() throws {
        struct CutOff: Error {}
        var chunks = [Array("{\"v\":1,\"a\":1,\"x\":5}\n".utf8)]
        let reader = LineReader {
            guard let chunk = chunks.popLast() else { throw CutOff() }
            return chunk
        }
        var (output, losses): ([UInt8], [Loss]) = ([], [])
        #expect(throws: CutOff.self) {
            try LineMigration(plan: try Self.plan(), target: "2")
                .run(reader, write: { output += $0 }, losses: { losses += $0 })
        }
        #expect(String(decoding: output, as: UTF8.self) == "{\"v\":2,\"a\":[1]}\n")
        #expect(losses.count == 1)
    }
}
