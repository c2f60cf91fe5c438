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
        // Paths that are all different, and then some that come again.
        let again = (0..<60).flatMap { _ in losses[..<3] }
        let all = losses + losses.reversed() + again + losses
        for loss in all { lines.add([loss]) }
        lines.flush { written in
            let expected = all.map { $0.json.text() + "\n" }.joined()
            #expect(String(decoding: written, as: UTF8.self) == expected)
        }
    }

    /// Two texts that Swift has for equal have other bytes.
    @Test func reasonsAreTheirOwnByTheirBytes() throws {
        let plan = try MigrationPlan.of([.each("", [.transform("/v", by: [.uppercase])])])
        let losses = try plan.migrate(#"[{"v":"\#u{E9}"},{"v":"e\#u{301}"}]"#, to: "2", from: "1").losses
        #expect(losses.count == 2)
        var lines = LossLines()
        for loss in losses { lines.add([loss]) }
        lines.flush { written in
            let expected = losses.map { $0.json.text() + "\n" }.joined()
            #expect(written == Array(expected.utf8))
        }
    }

    /// The text of a container that is lost in lines of one shape is copied, unless it would be written otherwise.
    @Test func containersAreWrittenAsIfTheyHadBeenRead() throws {
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "x", operations: [.sort("/s", by: "/k"), .remove("/o"), .set("/l/0", to: 0)])
            ])
        let members = [
            #""s":[{"k":"b","t":"x"},{"k":"a","t":"y"}],"o":{"a":[1]}"#,
            #""s":[{"k":"d","t":"é/"},{"k":"c","t":""}],"o":{"a":[-0.10]}"#,
            #""s":[{"k":"d","t":"\u0078\/"},{"k":"c","t":"\n"}],"o":{"a":[1]}"#,
            #""s":[{"k":"d","t":"\ud83d\ude00"},{"k":"c","t":"x"}],"o":{"b":{"c":"\u0061"}}"#,
            #""s":[{"k":"d", "t":"x"},{"k":"c","t":"x"}],"o":{"a":[1 ]}"#,
            #""s":[{"k":"e", "t":"x"},{"k":"c","t":"z"}],"o":{"a":[2 ]}"#,
        ]
        let payloads = members.flatMap { inner in
            [#"{"v":1,\#(inner),"l":[true]}"#, #"{"v":1,\#(inner),"l":[1E2]}"#, #"{"v":1,\#(inner),"l":[7]}"#]
        }
        var lines = LossLines()
        var isRead = false
        let reader = LineReader {
            defer { isRead = true }
            return isRead ? nil : Array(payloads.joined(separator: "\n").utf8)
        }
        var found: [Loss] = []
        _ = try LineMigration(plan: plan, target: "2").run(reader, write: { _ in }) { losses in
            lines.add(losses)
            found += losses
        }
        let expected = try payloads.map { try plan.migrate($0, to: "2").losses }
        #expect(found == expected.flatMap(\.self))
        let text = expected.enumerated().map { number, losses in
            losses.map { loss in
                var object = loss.json.object
                object?["line"] = .integer(number + 1)
                return JSONValue.object(object ?? [:]).text() + "\n"
            }.joined()
        }.joined()
        lines.flush { #expect(String(decoding: $0, as: UTF8.self) == text) }
    }
}
