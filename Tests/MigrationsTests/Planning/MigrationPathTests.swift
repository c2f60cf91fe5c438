import Migrations
import Testing
import VersionedCodec

@Suite struct MigrationPathTests {
    /// Forty versions, each of which renames one member.
    private static func chain() throws -> MigrationPlan {
        try MigrationPlan(
            "chain", versionAt: VersionLocation("/version", as: .integer),
            versions: (0..<40).map { PlanVersion(String($0)) },
            migrations: (0..<39).map { number in
                Migration(
                    from: String(number), to: String(number + 1), "",
                    operations: [.rename(JSONPointer(["m\(number)"]), to: "m\(number + 1)")])
            })
    }

    @Test(arguments: [(0, 39), (39, 0), (12, 13), (13, 12), (5, 30), (7, 7)])
    func stepsAreComposedUpAndDown(from: Int, to: Int) throws {
        let plan = try Self.chain()
        let path = try plan.path(from: String(from), to: String(to))
        #expect(path.steps.count == abs(to - from))
        #expect(path.lossClass == .exact)
        let result = try plan.migrate(#"{"version": \#(from), "m\#(from)": 1.50}"#, to: String(to))
        #expect(result.text == #"{"version": \#(to), "m\#(to)": 1.50}"#)
        #expect(result.losses.isEmpty)
    }

    @Test func stepNamesBothVersions() throws {
        let path = try Self.chain().path(from: "3", to: "1")
        #expect(path.steps.map(\.name) == ["3 → 2", "2 → 1"])
        #expect(path.steps.map(\.migration.to) == ["3", "2"])
        #expect(path.steps.first?.operations == [.rename("/m3", to: "m2")])
    }

    @Test func unknownVersionThrows() throws {
        let plan = try MigrationPlan.of([])
        let error = #expect(throws: MigrationError.self) { try plan.path(from: "1", to: "9") }
        #expect(error?.code == .unknownVersion)
        #expect(error?.description == #"version "9" is unknown; known versions: 1, 2"#)
    }

    @Test(arguments: [("1", "2", "up"), ("2", "1", "down")])
    func halfThatIsNotDeclaredThrows(from: String, to: String, way: String) throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(from: "1", to: "2", "", up: way == "up" ? nil : [], down: way == "down" ? nil : [])
            ])
        let error = #expect(throws: MigrationError.self) { try plan.path(from: from, to: to) }
        #expect(error?.code == .noWay)
        #expect(
            error?.description
                == "there is no way from version \(from) to \(to): the migration declares no way \(way)")
        #expect(try plan.path(from: to, to: from).steps.count == 1)
    }

    @Test func gravestStepIsTheClassOfThePath() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "", operations: [.add("/a", value: 1)]),
                Migration(from: "2", to: "3", "", operations: [.wrap("/a")]),
            ])
        #expect(try plan.path(from: "1", to: "3").lossClass == .needsDefault)
        #expect(try plan.path(from: "3", to: "1").lossClass == .captures)
    }
}
