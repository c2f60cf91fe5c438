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
        let lines = String(decoding: Loss.lines(of: losses), as: UTF8.self)
        #expect(lines == losses.map { $0.json.text() + "\n" }.joined())
        #expect(Loss.lines(of: []).isEmpty)
    }
}
