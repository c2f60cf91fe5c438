import Migrations
import Testing
import VersionedCodec

@Suite struct MigrationPlanTests {
    private func error(
        _ versions: [PlanVersion], at location: VersionLocation? = nil, _ steps: [(String, String)] = []
    ) -> PlanError? {
        let migrations = steps.map { Migration(from: $0.0, to: $0.1, "", operations: []) }
        do {
            _ = try MigrationPlan("p", versionAt: location, versions: versions, migrations: migrations)
            return nil
        } catch { return error }
    }

    @Test func noVersionThrows() {
        let error = error([])
        #expect(error?.code == .noVersions)
        #expect(error?.description == "a plan needs at least one version")
    }

    @Test func versionThatStandsTwiceThrows() {
        let error = error([PlanVersion("1"), PlanVersion("1")])
        #expect(error?.code == .duplicate)
        #expect(error?.description == #"the version "1" appears twice"#)
    }

    @Test(arguments: ["v1", "01", "+1", "1.0", "", "-0", "999999999999999999999999999999999999999999"])
    func labelThatIsNoIntegerThrows(label: String) {
        let error = error([PlanVersion(label)], at: VersionLocation("/v", as: .integer))
        #expect(error?.code == .unwritableLabel)
        #expect(
            error?.description
                == "the version \"\(label)\" cannot be written as an integer, as the place of the version asks")
    }

    @Test func unknownVersionsThrow() {
        var found = error([PlanVersion("alpha"), PlanVersion("beta")], [("alpha", "betta")])
        #expect(found?.code == .unknownVersion)
        #expect(
            found?.description == #"the version "betta" is not in the list; did you mean "beta"? known: alpha, beta"#)
        found = error([PlanVersion("1")], at: VersionLocation("/v", as: .integer, legacy: "0"))
        #expect(found?.code == .unknownVersion)
        #expect(
            found?.description
                == #"the declared version "0" is not in the list; known: 1"#)
    }

    private func error(_ versions: [PlanVersion], _ steps: [(String, String)]) -> PlanError? {
        error(versions, at: nil, steps)
    }

    @Test(arguments: [("1", "3"), ("2", "1"), ("1", "1")])
    func migrationBetweenOthersThanNeighboursThrows(from: String, to: String) {
        let error = error([PlanVersion("1"), PlanVersion("2"), PlanVersion("3")], [(from, to)])
        #expect(error?.code == .notNeighbours)
        #expect(
            error?.description
                == "a migration leads from a version to the next newer one; \"\(to)\" does not follow \"\(from)\" in 1, 2, 3"
        )
    }

    @Test func twoMigrationsOfOneStepThrow() {
        let error = error([PlanVersion("1"), PlanVersion("2")], [("1", "2"), ("1", "2")])
        #expect(error?.code == .duplicate)
        #expect(error?.description == #"there are two migrations from "1" to "2""#)
    }

    @Test func gapThrows() {
        let error = error([PlanVersion("1"), PlanVersion("2"), PlanVersion("3")], [("2", "3")])
        #expect(error?.code == .gap)
        #expect(error?.description == #"there is no migration from "1" to "2""#)
    }

    @Test func unmarkedVersionThatIsNotDeclaredThrows() {
        let error = error(
            [PlanVersion("1", isMarked: false), PlanVersion("2")], at: VersionLocation("/v", as: .integer),
            [("1", "2")])
        #expect(error?.code == .untold)
        #expect(
            error?.description
                == #"payloads of the version "1" name no version, so it must be the declared default, or have a shape"#
        )
    }

    @Test func migrationsAreOrderedByTheirVersions() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                Migration(from: "2", to: "3", "second", operations: []),
                Migration(from: "1", to: "2", "first", operations: []),
            ])
        #expect(plan.migrations.map(\.summary) == ["first", "second"])
        #expect(plan.labels == ["1", "2", "3"])
        #expect(plan["2"]?.label == "2")
        #expect(plan["4"] == nil)
    }
}
