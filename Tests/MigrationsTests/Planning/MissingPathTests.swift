import Migrations
import Testing
import VersionedCodec

@Suite struct MissingPathTests {
    private static func plan(_ migrations: [(up: [JSONOperation]?, down: [JSONOperation]?)]) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: nil, versions: (1...migrations.count + 1).map { PlanVersion(String($0)) },
            migrations: migrations.enumerated().map { index, step in
                Migration(from: "\(index + 1)", to: "\(index + 2)", "s", up: step.up, down: step.down)
            })
    }

    @Test func planWithAllWaysHasNoneMissing() throws {
        #expect(try Self.plan([([], []), ([.remove("/a")], [])]).missingPaths.isEmpty)
        #expect(try MigrationPlan.of([.remove("/a")]).missingPaths.isEmpty)
    }

    @Test func declaredEndsAreNamedWithAllThatTheyCutOff() throws {
        #expect(
            try Self.plan([([], nil)]).missingPaths.map(\.description) == [
                "no way from 2 back to 1: the migration declares no way down"
            ])
        #expect(
            try Self.plan([([], []), ([], nil), ([], [])]).missingPaths.map(\.description) == [
                "no way from 3 and newer back to 2 and older: the migration declares no way down"
            ])
        #expect(
            try Self.plan([([], []), (nil, []), ([], [])]).missingPaths.map(\.description) == [
                "no way from 2 and older up to 3 and newer: the migration declares no way up"
            ])
    }

    @Test func operationWithoutAReverseIsNamedWhereverItStands() throws {
        let plan = try MigrationPlan.of([
            .rename("/a", to: "b"), .each("/l", [.match("/t", TextPattern("(?<x>[a-z]+)"), into: ["x": "/x"])]),
        ])
        #expect(
            plan.missingPaths.map(\.description) == [
                #"no way from 2 back to 1: the operation (match "/t" by "(?<x>[a-z]+)") has no reverse: it has no "back", which builds the text from its parts"#
            ])
        let error = #expect(throws: MigrationError.self) { try plan.path(from: "2", to: "1") }
        #expect(error?.message.hasPrefix(#"there is no way from version 2 to 1: the operation (match "/t""#) == true)
    }

    @Test func stepThatRefusesEveryDocumentLeadsNowhere() throws {
        let always = try Self.plan([([], [.inside("/a", [.refuse("2 cannot be undone")])])])
        #expect(
            always.missingPaths.map(\.description) == [
                "no way from 2 back to 1: every document is refused: 2 cannot be undone"
            ])
        let comparison = try always.comparison(of: "1", and: "2")
        #expect(comparison.backward.verdict == .compatible && comparison.forward.verdict == .incompatible)
        #expect(comparison.forward.obstacles.map(\.reason) == ["refuses every document: 2 cannot be undone"])
        let sometimes = try Self.plan([
            ([], [.when(.present("/a"), [.refuse("no a")]), .each("/l", [.refuse("no elements")])])
        ])
        #expect(sometimes.missingPaths.isEmpty)
        #expect(try sometimes.comparison(of: "1", and: "2").forward.verdict == .lossy)
        let both = try Self.plan([([], [.when(.present("/a"), [.refuse("no a")], otherwise: [.refuse("an a")])])])
        #expect(both.missingPaths.count == 1)
    }

    /// With routes, any two versions may lack a way.
    @Test func routesThatLeadNotEverywhere() throws {
        func plan(_ versions: Int, _ migrations: [Migration]) throws -> MigrationPlan {
            try MigrationPlan(
                "test", versionAt: VersionLocation("/v", as: .integer),
                versions: (1...versions).map { PlanVersion("\($0)") }, migrations: migrations, routes: [])
        }
        let up: [JSONOperation] = [.add("/x", value: 1)]
        let circle = try plan(
            3,
            [
                Migration(from: "1", to: "2", "s", up: up, down: nil),
                Migration(from: "2", to: "3", "s", up: up, down: nil),
                Migration(from: "1", to: "3", "s", up: nil, down: up),
            ])
        #expect(circle.missingPaths.isEmpty)
        let pairs = try plan(
            4,
            [
                Migration(from: "1", to: "2", "s", operations: up),
                Migration(from: "3", to: "4", "s", up: up, down: [.refuse("4 stays")]),
            ])
        #expect(
            pairs.missingPaths.map(\.description) == [
                "no way from 1 up to 3: no migrations lead there", "no way from 1 up to 4: no migrations lead there",
                "no way from 2 up to 3: no migrations lead there", "no way from 2 up to 4: no migrations lead there",
                "no way from 3 back to 1: no migrations lead there",
                "no way from 3 back to 2: no migrations lead there",
                "no way from 4 back to 1: no migrations lead there",
                "no way from 4 back to 2: no migrations lead there",
                "no way from 4 back to 3: every document is refused: 4 stays",
            ])
        for missing in pairs.missingPaths.dropLast() {
            #expect(throws: MigrationError.self) { try pairs.path(from: missing.from, to: missing.to) }
        }
    }

    @Test func releasedStepThatLostItsWayBackIsToldByTheLock() throws {
        var lock = PlanLock()
        try lock.add(MigrationPlan.of([.rename("/a", to: "b")]))
        let edited = try MigrationPlan.of([.match("/a", TextPattern("(?<x>[a-z]+)"), into: ["x": "/b"])])
        #expect(
            lock.violations(in: edited).flatMap(\.changes).last
                == #"the path from 2 back to 1, which it had, is missing: the operation (match "/a" by "(?<x>[a-z]+)") has no reverse: it has no "back", which builds the text from its parts"#
        )
        // One that had none before has lost nothing.
        var oneWay = PlanLock()
        try oneWay.add(edited)
        let changes = try oneWay.violations(in: Self.plan([([], nil)])).flatMap(\.changes)
        #expect(changes.count == 2 && !changes.contains { $0.contains("is gone: ") })
    }
}
