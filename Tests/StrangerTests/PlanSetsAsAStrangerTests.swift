import Migrations
import Testing
import VersionedCodec

/// What a plan set tells of itself and of payloads, as whoever imports the library sees it.
@Suite struct PlanSetsAsAStrangerTests {
    private static func shop() throws -> PlanSet {
        let orders = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(from: "1", to: "2", "The total is called price", operations: [.rename("/total", to: "price")])
            ])
        return try PlanSet(
            "Shop",
            entities: [
                PlanSet.Entity("Order", plan: orders),
                PlanSet.Entity("Page", nested: [NestedEntity("Order", eachOf: "/items")]),
            ],
            pins: [VersionPins("2025", ["Order": "1"]), VersionPins("2026", ["Order": "2"])])
    }

    @Test func aSetExplainsItself() throws {
        let shop = try Self.shop()
        #expect(
            try shop.explanation(from: "2025", to: "2026", entity: "Page").hasSuffix(
                "\nPage: no versions; in it: Order at each of \"/items\"\n"))
        #expect(try shop.changelog(from: "2025", to: "2026", entity: "Order").contains("### Order 2\n"))
        let comparison: PlanSet.Comparison = try shop.comparison(of: "2026", and: "2025")
        #expect(comparison.older == "2025" && comparison.newer == "2026" && comparison.name == "Shop")
        #expect(
            comparison.backward == .compatible && comparison.forward == .compatible && comparison.full == .compatible)
        #expect(comparison.entities.map(\.entity) == ["Order"] && comparison.entities[0].newer == "2")
        #expect(comparison.json["set"] == "Shop" && comparison.description.hasSuffix("full: compatible\n"))
        #expect(NestedEntity("Order", at: "/order", inVersions: ["1"]).description == #"Order at "/order" in 1"#)
        #expect(throws: MigrationError.self) { try shop.explanation(from: "2024", to: "2026") }
        #expect(throws: MigrationError.self) { try shop.changelog(entity: "Nobody") }
        #expect(throws: MigrationError.self) { try shop.comparison(of: "1", and: "2026") }
    }

    @Test func payloadsAreFollowed() throws {
        let shop = try Self.shop()
        let mixed = try JSONDocument(parsing: #"{"items": [{"v": 1, "total": 5}, {"v": 2}]}"#)
        let found: [PlanSet.DetectedEntity] = try shop.versions(in: mixed, entity: "Page")
        #expect(found.map(\.path) == ["/items/0", "/items/1"] && found.map(\.entity) == ["Order", "Order"])
        #expect(found.map(\.version.label) == ["1", "2"])
        let old = try JSONDocument(parsing: #"{"items": [{"v": 1, "total": 5}]}"#)
        let trips: PlanSet.RoundTrips = try shop.roundTrips(of: old, entity: "Page")
        #expect(trips.from == "2025" && !trips.isMixed && trips.losses.isEmpty)
        #expect(trips.trips.map(\.through) == ["2026"] && trips.trips.allSatisfy(\.isSound))
        #expect(try shop.roundTrips(of: mixed, entity: "Page", from: "2026").isMixed)
        let versionless = try JSONDocument(parsing: #"{"items": [{}]}"#)
        let error = #expect(throws: MigrationError.self) { try shop.roundTrips(of: versionless, entity: "Page") }
        #expect(error?.code == .invalidVersion)
    }

    @Test func linesAreMigrated() throws {
        var chunks: [[UInt8]] = [Array("{\"v\":1,\"total\":5}\n\n7\n{\"v\":2}".utf8)]
        var (output, bad): ([UInt8], [Int]) = ([], [])
        let summary = try Self.shop().migrateLines(
            LineReader(chunks: { chunks.popLast() }), entity: "Order", to: "2026", write: { output += $0 },
            losses: { #expect($0 == []) }, contradictions: { _, _ in }, keepBad: { bad.append($0.line.number) })
        #expect(summary.migrated == 2 && summary.bad == 1 && bad == [3])
        #expect(String(decoding: output, as: UTF8.self) == "{\"v\":2,\"price\":5}\n\n{\"v\":2}")
        var more: [[UInt8]] = [Array("7".utf8)]
        #expect(throws: LineMigration.BadLine.self) {
            try Self.shop().migrateLines(
                LineReader(chunks: { more.popLast() }), entity: "Order", to: "2026", write: { _ in })
        }
    }

    @Test func missingPathsAreReported() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", up: [], down: nil)])
        let way: MigrationPlan.MissingPath = try #require(plan.missingPaths.first)
        #expect(way.from == "2" && way.to == "1" && !way.isUp && way.reason == "the migration declares no way down")
    }
}
