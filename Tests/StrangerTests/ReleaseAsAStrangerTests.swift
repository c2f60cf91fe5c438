import Foundation
import Migrations
import Testing
import VersionedCodec

/// What a program does with a plan before and after a release, with the public interface alone.
@Suite struct ReleaseAsAStrangerTests {
    private static func orders(to key: String = "price") throws -> MigrationPlan {
        try MigrationPlan(
            "Shop order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "The total is called \(key)", notes: "Ask *us*.",
                    operations: [.rename("/total", to: key), .add("/note", value: "")])
            ])
    }

    @Test func aChangelogIsWritten() throws {
        #expect(
            try Self.orders().changelog(from: "1", to: "2") == """
                # Shop order

                ## 2

                The total is called price

                Ask *us*.

                - `/total` is renamed to `price`
                - `/note` is new: `""` by default

                Going back to 1 may lose what does not fit there:

                - `/note`, where it is not `""`

                """)
    }

    @Test func versionsAreCompared() throws {
        let comparison = try Self.orders().comparison(of: "2", and: "1")
        #expect(comparison.name == "Shop order" && comparison.older == "1" && comparison.newer == "2")
        #expect(comparison.backward.verdict == .compatible && comparison.backward.lossClass == .needsDefault)
        #expect(comparison.backward.from == "1" && comparison.backward.to == "2")
        #expect(comparison.forward.verdict == .lossy && comparison.full == .lossy)
        let obstacle = try #require(comparison.forward.obstacles.first)
        #expect(obstacle.step == "2 → 1" && obstacle.reason == #"remove "/note""# && obstacle.lossClass == .captures)
        #expect(VersionComparison.Verdict.compatible < .incompatible)
        #expect(comparison.json["full"]?["verdict"] == "lossy")
        #expect(comparison.description.hasPrefix("Shop order: 1 and 2\n"))
    }

    @Test func releasedStepsAreLocked() throws {
        var lock = PlanLock()
        #expect(try lock.add(Self.orders(), through: "2") == ["1 → 2"])
        let kept = try PlanLock(lockFile: Data(lock.file.text(in: .pretty).utf8))
        #expect(kept == lock && kept.name == "Shop order" && kept.steps.map(\.to) == ["2"])
        #expect(kept.steps[0].fingerprint.hasPrefix("sha256:") && kept.steps[0].fingerprint.count == 71)
        #expect(try kept.violations(in: Self.orders()) == [])
        let violation = try #require(try kept.violations(in: Self.orders(to: "cost")).first)
        #expect(violation.from == "1" && violation.to == "2")
        #expect(
            violation.changes == [
                #"operations/0 was {"op":"rename","path":"/total","to":"price"}, is {"op":"rename","path":"/total","to":"cost"}"#
            ])
    }

    @Test func entitiesAreMigratedByTheVersionsOfTheirAPI() throws {
        let set = try PlanSet(
            "Shop API",
            entities: [
                PlanSet.Entity("Order", plan: Self.orders()),
                PlanSet.Entity("OrderPage", nested: [NestedEntity("Order", eachOf: "/items")]),
                PlanSet.Entity("Envelope", nested: [NestedEntity("OrderPage", at: "/page")]),
            ],
            pins: [VersionPins("2025-01", ["Order": "1"]), VersionPins("2026-03", ["Order": "2"])])
        #expect(set.labels == ["2025-01", "2026-03"] && set["Order"]?.plan?.name == "Shop order")
        let mixed = #"{ "page": {"items": [{"version": 1, "total": 1.50}, {"version": 2, "price": 2,  "note": ""}]} }"#
        let result = try set.migrate(mixed, entity: "Envelope", to: "2026-03")
        #expect(
            result.text
                == #"{ "page": {"items": [{"version": 2, "price": 1.50, "note": ""}, {"version": 2, "price": 2,  "note": ""}]} }"#
        )
        #expect(result.losses.isEmpty && result.from == nil && result.to == nil)
        // What has the wanted versions already is passed through byte for byte, whatever its layout.
        let done = "{\"page\" :{ \"items\":[ {\"version\":2,\n\"price\":1.0,\"note\":\"\"} ]}}\n"
        #expect(try set.migrate(Array(done.utf8), entity: "Envelope", to: "2026-03").bytes == Array(done.utf8))
        #expect(try set.migrate(Data(done.utf8), entity: "Envelope", to: "2026-03").data == Data(done.utf8))
    }

    @Test func aSetIsReadFromFiles() throws {
        let files = ["order.json": try #require(try Self.orders().planFile).text()]
        let set = try PlanSet(
            setFile: Array(
                """
                {"planSetFormat": 1, "name": "Shop API",
                 "entities": [{"name": "Order", "plan": "order.json"}],
                 "apiVersions": [{"version": "2026-03", "pins": {"Order": "2"}}]}
                """.utf8)
        ) { try MigrationPlan(planFile: files[$0] ?? "") }
        #expect(set.name == "Shop API" && set.pins == [VersionPins("2026-03", ["Order": "2"])])
        #expect(
            try set.migrate(#"{"version":1,"total":1}"#, entity: "Order", to: "2026-03").text
                == #"{"version":2,"price":1,"note":""}"#)
    }
}
