import Testing
import VersionedCodec

@testable import Migrations

/// The lines of a losses file say what the JSON of each loss says.
@Suite struct LossLinesTests {
    @Test func linesAreTheJSONOfLosses() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "x",
                    operations: [
                        .remove("/a~1b/~0", reason: "why \"not\"\n\u{1}?"), .remove("/é"), .remove("/n"), .remove("/l"),
                        .remove("/"), .sort("/s"),
                    ])
            ])
        let payload =
            #"{"a/b": {"~": "x/\\\"\u0001ü"}, "é": 1.50, "n": null, "l": [1, {"a": []}], "": true, "s": [2, 1]}"#
        let losses = try plan.migrate(payload, to: "2", from: "1").losses
        #expect(losses.count == 6)
        var lines = LossLines()
        var text = ""
        lines.add(Array(losses[..<2]))
        lines.add(Array(losses[2...4]))
        lines.flush { text += String(decoding: $0, as: UTF8.self) }
        #expect(lines.count == 0)
        lines.flush { _ in Issue.record("there are no lines") }
        lines.add(Array(losses[5...]))
        lines.flush { text += String(decoding: $0, as: UTF8.self) }
        #expect(text == losses.map { $0.json.text() + "\n" }.joined())
    }

    /// Losses of more operations than are remembered, with reasons that differ from loss to loss.
    @Test func reasonsMayDifferFromLossToLoss() throws {
        let names = (0..<40).map { "m\($0)" }
        let plan = try MigrationPlan.of([.each("", names.map { .transform(JSONPointer([$0]), by: [.lowercase]) })])
        let objects = (0..<5).map { number in
            "{" + names.map { #""\#($0)":"A\#(number)""# }.joined(separator: ",") + "}"
        }
        let losses = try plan.migrate("[\(objects.joined(separator: ","))]", to: "2", from: "1").losses
        #expect(losses.count == 200)
        var lines = LossLines()
        for loss in losses + losses.reversed() { lines.add([loss]) }
        lines.flush { written in
            let expected = (losses + losses.reversed()).map { $0.json.text() + "\n" }.joined()
            #expect(String(decoding: written, as: UTF8.self) == expected)
        }
    }
}
