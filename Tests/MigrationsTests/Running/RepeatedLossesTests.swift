import Testing
import VersionedCodec

@testable import Migrations

/// Losses of lines of a known shape, which are written without being read.
@Suite struct RepeatedLossesTests {
    private static let operations: [JSONOperation] = [
        .remove("/s"), .remove("/in/n"), .remove("/list"), .each("/items", [.remove("/sku"), .sort("/tags")]),
        .rename("/name", to: "title"), .transform("/v", by: [.lowercase]),
    ]
    private static let texts = ["a", "", "Zoë \u{1F600}", "\u{7F}\u{2028}", "x/y", "'", "\\n", "\\u00e9", "\\\"q"]
    private static let numbers = ["0", "-1.50", "1e2", "12345678901234567890", "true", "null"]
    private static let lists = ["[]", "[1,2]", "{\"a\":\"b\"}", "[1, 2]", "[{\"a\":[]}]", "[\"\\n\"]"]

    /// Lines with values of all kinds, of which most have the layout of another one.
    private func lines(_ random: inout SeededRandom) -> String {
        (0..<400).map { number in
            // Mostly the first, so that layouts come again.
            func one(_ list: [String]) -> String {
                Int.random(in: 0..<8, using: &random) > 0 ? list[0] : list.randomElement(using: &random) ?? ""
            }
            let gap = one(["", "", "", " "])
            let items = (0..<2).map { _ in
                let (sku, tags) = (one(Self.texts), one(["[1,2]", "[2,1]", "[3,1]"]))
                return "{\"sku\":\"\(sku)\",\"tags\":\(tags)}"
            }
            let line = """
                {"version":1,"s":\(gap)"\(one(Self.texts))","name":"n\(number)","in":{"n":\(one(Self.numbers))},\
                "v":"\(one(["Ä", "low", "UP"]))","list":\(one(Self.lists)),"items":[\(items.joined(separator: ","))]}
                """
            return line + one(["\n", "\n", "\r\n"])
        }.joined()
    }

    private final class Received {
        var lines = LossLines()
        var summary = LossSummary()
        var repeated = 0
    }

    /// The lines of the losses, their summary, and how many were not read.
    private func losses(
        of text: String, repeats: Bool
    ) throws -> (lines: String, summary: String, repeated: Int) {
        let received = Received()
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/version", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "x", operations: Self.operations)])
        let receivers = LineReceivers(
            write: { _ in },
            losses: { losses in
                received.lines.add(losses)
                received.summary.add(losses, file: "f")
            },
            repeatedLosses: !repeats
                ? nil
                : { losses in
                    received.repeated += losses.count
                    received.lines.add(losses)
                    received.summary.add(losses, file: "f")
                }, contradictions: { _, _ in }, keepBad: nil, carried: nil)
        _ = try LineMigration(plan: plan, target: "2").run(
            LineReader(Array(text.utf8), linesBefore: 0, bytesBefore: 0), receivers)
        var lines = ""
        received.lines.flush { lines = String(decoding: $0, as: UTF8.self) }
        return (lines, received.summary.text, received.repeated)
    }

    @Test(arguments: 0..<8) func theyAreWrittenAsIfTheyHadBeenRead(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        let text = lines(&random)
        let (read, repeated) = (try losses(of: text, repeats: false), try losses(of: text, repeats: true))
        #expect(read.lines == repeated.lines)
        #expect(read.summary == repeated.summary)
        #expect(read.repeated == 0)
        #expect(repeated.repeated > 0)
    }

    @Test func eachHasItsValueAndItsPlace() throws {
        let first = #"{"version":1,"s":"a","name":"n"}"# + "\n"
        let text = Array(repeating: first, count: 9).joined() + #"{"version":1,"s":"é","name":"m"}"#
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/version", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "x", operations: [.remove("/s")])])
        var last: Loss?
        let receivers = LineReceivers(
            write: { _ in }, losses: { _ in }, repeatedLosses: { last = $0[0] }, contradictions: { _, _ in },
            keepBad: nil, carried: nil)
        _ = try LineMigration(plan: plan, target: "2").run(
            LineReader(Array(text.utf8), linesBefore: 0, bytesBefore: 0), receivers)
        let offset = 9 * first.utf8.count + 17
        #expect(last?.value == "é")
        #expect(last?.position == SourcePosition(line: 10, column: 18, byteOffset: offset))
        #expect(last?.diagnostic.text(file: "f").hasPrefix("f:10:18: lost \"é\"") == true)
    }

    /// The same by the function that everyone can call, up to a line that is bad.
    @Test(arguments: [true, false]) func linesOfLossesAreThoseOfEachLoss(isSet: Bool) throws {
        var random = SeededRandom(state: 11)
        let text = lines(&random) + "bad\n" + lines(&random)
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/version", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "x", operations: Self.operations)])
        let set = try PlanSet(
            "S", entities: [PlanSet.Entity("E", plan: plan)],
            pins: [VersionPins("1", ["E": "1"]), VersionPins("2", ["E": "2"])])
        func run(
            losses: ([Loss]) throws -> Void = { _ in }, lossLines: (([UInt8]) throws -> Void)? = nil
        ) throws -> LineMigration.Summary {
            let reader = LineReader(Array(text.utf8), linesBefore: 0, bytesBefore: 0)
            if isSet {
                return try set.migrateLines(
                    reader, entity: "E", to: "2", from: "1", write: { _ in }, losses: losses, lossLines: lossLines)
            }
            return try LineMigration(plan: plan, target: "2")
                .run(reader, write: { _ in }, losses: losses, lossLines: lossLines)
        }
        var (expected, written) = ("", "")
        #expect(throws: LineMigration.BadLine.self) {
            _ = try run(losses: { for loss in $0 { expected += loss.json.text() + "\n" } })
        }
        #expect(throws: LineMigration.BadLine.self) {
            _ = try run(
                losses: { _ in Issue.record("lines are in place of these") },
                lossLines: { written += String(decoding: $0, as: UTF8.self) })
        }
        #expect(expected == written)
        #expect(written.utf8.count > 400)
    }
}
