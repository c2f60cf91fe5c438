import Testing

@testable import Migrations
@testable import VersionedCodec

/// Plans whose versions are no line: hubs, branches, shortcuts; versions that are only read, or only written.
@Suite struct RouteTests {
    private func plan(
        _ migrations: [(String, String)], _ routes: [MigrationPlan.Route]? = [], versions: [PlanVersion]? = nil
    ) throws -> MigrationPlan {
        let labels = Set(migrations.flatMap { [$0.0, $0.1] }).sorted()
        return try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: versions ?? labels.map { PlanVersion($0) },
            migrations: migrations.map { from, to in
                Migration(
                    from: from, to: to, "Changes",
                    operations: [.rename(JSONPointer(["v\(from)"]), to: "v\(to)", ifAbsent: .skip)])
            }, routes: routes)
    }

    private func steps(_ plan: MigrationPlan, _ from: String, _ to: String) throws -> [String] {
        try plan.path(from: from, to: to).steps.map(\.name)
    }

    private func message(_ body: () throws -> Void) throws -> String {
        let error = try #require(throws: (any Error).self, performing: body)
        return "\(error)"
    }

    // MARK: Ways

    @Test func aHubLiesBetweenAllOthers() throws {
        let hub = try plan([("1", "4"), ("2", "4"), ("3", "4")])
        #expect(try steps(hub, "1", "3") == ["1 → 4", "4 → 3"])
        #expect(try steps(hub, "3", "1") == ["3 → 4", "4 → 1"])
        let document = #"{"version":1, "v1": "a", "x": [1, 2]}"#
        let result = try hub.migrate(document, to: "2")
        #expect(result.text == #"{"version":2, "v2": "a", "x": [1, 2]}"#)
        #expect(try hub.migrate(result.text, to: "1").text == document)
        #expect(try hub.explanation(from: "1", to: "2").contains("\n1 → 4 ("))
    }

    /// A migration that refuses every document is taken only where nothing else leads on.
    @Test func refusalIsNoWay() throws {
        func plan(_ others: [Migration]) throws -> MigrationPlan {
            try MigrationPlan(
                "Order", versionAt: VersionLocation("/version", as: .integer),
                versions: (others.isEmpty ? ["1", "2"] : ["1", "2", "3"]).map { PlanVersion($0) },
                migrations: [Migration(from: "1", to: "2", "s", up: [.refuse("no")], down: [.add("/b", value: 1)])]
                    + others,
                routes: [])
        }
        let around = try plan([
            Migration(from: "2", to: "3", "s", operations: [.rename("/b", to: "c")]),
            Migration(from: "1", to: "3", "s", operations: [.rename("/a", to: "c")]),
        ])
        #expect(try steps(around, "1", "2") == ["1 → 3", "3 → 2"])
        #expect(try around.migrate(#"{"version":1,"a":5}"#, to: "2").text == #"{"version":2,"b":5}"#)
        #expect(try steps(around, "2", "1") == ["2 → 1"])
        let alone = try plan([])
        #expect(try message { _ = try alone.migrate(#"{"version":1,"a":5}"#, to: "2") }.contains("no"))
    }

    /// A route is taken the other way only where that way does not refuse every document, and of several refusals
    /// none has to be chosen.
    @Test func refusalIsNoWayOfARoute() throws {
        func migration(_ from: String, _ to: String, down: [JSONOperation]? = []) -> Migration {
            Migration(from: from, to: to, "s", up: [], down: down)
        }
        func plan(_ migrations: [Migration], _ routes: [MigrationPlan.Route]) throws -> MigrationPlan {
            let labels = Set(migrations.flatMap { [$0.from, $0.to] }).sorted()
            return try MigrationPlan(
                "Order", versionAt: VersionLocation("/version", as: .integer), versions: labels.map { PlanVersion($0) },
                migrations: migrations, routes: routes)
        }
        for down in [[JSONOperation.refuse("no")], nil] {
            let around = try plan(
                [migration("1", "2"), migration("2", "3", down: down), migration("1", "3")],
                [MigrationPlan.Route(from: "2", to: "1", via: ["3"])])
            #expect(try steps(around, "1", "2") == ["1 → 2"])
            #expect(try steps(around, "2", "1") == ["2 → 3", "3 → 1"])
            // From 4, two ways are equally short, and both begin with the refusal.
            let branches = try plan(
                [
                    migration("1", "2"), migration("1", "3"), migration("2", "4"), migration("3", "4"),
                    migration("4", "5", down: down),
                ],
                [
                    MigrationPlan.Route(from: "1", to: "4", via: ["2"]),
                    MigrationPlan.Route(from: "2", to: "3", via: ["4"]),
                    MigrationPlan.Route(from: "1", to: "5", via: ["2", "4"]),
                ])
            #expect(throws: MigrationError.self) { try branches.migrate(#"{"version":5}"#, to: "1") }
        }
    }

    @Test func theShortestWayIsTaken() throws {
        let shortcut = try plan([("1", "2"), ("2", "3"), ("1", "3"), ("3", "4")])
        #expect(try steps(shortcut, "1", "4") == ["1 → 3", "3 → 4"])
        #expect(try steps(shortcut, "4", "1") == ["4 → 3", "3 → 1"])
        let branches = try plan([("1", "2"), ("1", "3"), ("3", "4")])
        #expect(try steps(branches, "2", "4") == ["2 → 1", "1 → 3", "3 → 4"])
    }

    @Test func ofTwoEquallyShortWaysThePlanNamesOne() throws {
        let diamond = [("1", "2"), ("1", "3"), ("2", "4"), ("3", "4")]
        #expect(
            try message { _ = try plan(diamond) }.hasPrefix(
                #"several ways from "1" to "4" are equally short; name the one that documents go in "routes""#))
        let routes = [
            MigrationPlan.Route(from: "1", to: "4", via: ["3"]), MigrationPlan.Route(from: "2", to: "3", via: ["1"]),
        ]
        let named = try plan(diamond, routes)
        #expect(try steps(named, "1", "4") == ["1 → 3", "3 → 4"])
        #expect(try steps(named, "4", "1") == ["4 → 3", "3 → 1"])
        #expect(try steps(named, "3", "2") == ["3 → 1", "1 → 2"])
        let other = try plan(diamond, routes + [MigrationPlan.Route(from: "4", to: "1", via: ["2"])])
        #expect(try steps(other, "4", "1") == ["4 → 2", "2 → 1"])
        #expect(try steps(other, "1", "4") == ["1 → 3", "3 → 4"])
    }

    @Test func aDirectionWithoutAWayIsWalkedAround() throws {
        let versions = ["1", "2", "3"].map { PlanVersion($0) }
        let none: [JSONOperation]? = nil
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer), versions: versions,
            migrations: [
                Migration(from: "1", to: "2", "a", operations: []), Migration(from: "2", to: "3", "b", operations: []),
                Migration(from: "1", to: "3", "c", up: [], down: none),
            ], routes: [])
        #expect(try steps(plan, "1", "3") == ["1 → 3"])
        #expect(try steps(plan, "3", "1") == ["3 → 2", "2 → 1"])
    }

    /// Lines, documents, round trips and the judge of losses go the same way.
    @Test func allWaysOfRunningTakeTheRoute() throws {
        let hub = try plan([("1", "4"), ("2", "4"), ("3", "4")])
        for (from, to) in [("1", "2"), ("3", "1"), ("4", "2"), ("2", "4")] {
            let line = #"{"version":\#(from),"v\#(from)":[7]}"#
            let expected = #"{"version":\#(to),"v\#(to)":[7]}"#
            let runner = try #require(PlanRunner(hub, to: to, from: nil, options: MigrationOptions()))
            var (text, output) = (line, [UInt8]())
            let losses = try text.withUTF8 { try runner.migrate($0, to: &output) }
            #expect(losses == [])
            #expect(String(decoding: output, as: UTF8.self) == expected)
            #expect(try hub.migrate(line, to: to).text == expected)
            let trips = try hub.roundTrips(of: JSONDocument(parsing: line))
            #expect(trips.map(\.through) == hub.labels.filter { $0 != from })
            #expect(trips.allSatisfy { $0.isSound && $0.losses.isEmpty })
        }
        #expect(try hub.changelog().split(separator: "\n").count { $0 == "## 4" } == 3)
        var lock = PlanLock()
        #expect(try lock.add(hub) == ["1 → 4", "2 → 4", "3 → 4"])
    }

    // MARK: Faults

    @Test func aPlanWithoutRoutesIsALine() throws {
        #expect(try message { _ = try plan([("1", "3"), ("2", "3")], nil) }.contains("does not follow"))
    }

    @Test func faultsOfRoutesAreTold() throws {
        #expect(
            try message { _ = try plan([("1", "2")], [MigrationPlan.Route(from: "1", to: "5", via: [])]) }.contains(
                #"the version "5" is not in the list"#))
        #expect(
            try message {
                _ = try plan([("1", "2"), ("2", "3")], [MigrationPlan.Route(from: "1", to: "3", via: [])])
            }.contains(#"the route goes from "1" to "3", where no migration leads"#))
        #expect(
            try message {
                _ = try plan([("1", "2"), ("2", "3")], [MigrationPlan.Route(from: "1", to: "3", via: ["1"])])
            }.contains(#"the route comes twice to the version "1""#))
        #expect(
            try message {
                _ = try plan([("1", "2")], versions: ["1", "2", "3"].map { PlanVersion($0) })
            }.contains(#"there is no migration from or to "3""#))
        #expect(
            try message {
                _ = try plan([("2", "1")], versions: ["1", "2"].map { PlanVersion($0) })
            }.contains(#""1" is not behind "2" in 1, 2"#))
        #expect(try message { _ = try plan([("1", "2"), ("1", "2")]) }.contains("there are two migrations"))
    }

    @Test func whereNothingLeadsIsTold() throws {
        let versions = ["1", "2", "3"].map { PlanVersion($0) }
        let none: [JSONOperation]? = nil
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer), versions: versions,
            migrations: [
                Migration(from: "1", to: "2", "a", up: [], down: none),
                Migration(from: "1", to: "3", "b", operations: []),
            ], routes: [])
        #expect(
            try message { _ = try plan.path(from: "2", to: "3") }.contains(
                "there is no way from version 2 to 3: no migrations lead there"))
    }

    // MARK: Access

    @Test func whatIsOnlyReadIsNotWritten() throws {
        let versions = [PlanVersion("1", access: .readOnly), PlanVersion("2"), PlanVersion("3", access: .writeOnly)]
        let plan = try plan([("1", "2"), ("2", "3")], nil, versions: versions)
        #expect(try plan.migrate(#"{"version":1,"v1":0}"#, to: "3").text == #"{"version":3,"v3":0}"#)
        #expect(
            try message { _ = try plan.migrate(#"{"version":2}"#, to: "1") }.contains(
                "there is no way to version 1: documents of it are only read"))
        #expect(
            try message { _ = try plan.migrate(#"{"version":3}"#, to: "2") }.contains(
                "there is no way from version 3: documents are only written for it"))
        #expect(try plan.migrate(#"{"version":3}"#, to: "3").text == #"{"version":3}"#)
        #expect(plan.missingPaths.isEmpty)
        for to in ["1", "2"] {
            let runner = PlanRunner(plan, to: to, from: nil, options: MigrationOptions())
            var (text, output) = (#"{"version":3}"#, [UInt8]())
            let migrated = try text.withUTF8 { try runner?.migrate($0, to: &output) }
            #expect(migrated == nil)
        }
        let trips = try plan.roundTrips(of: JSONDocument(parsing: #"{"version":2,"v2":1}"#))
        #expect(trips.map(\.through) == ["1", "3"])
    }

    // MARK: Plan files

    @Test func planFilesSayRoutes() throws {
        let file = #"""
            {"planFormat": 2, "name": "Order", "version": {"at": "/version", "as": "integer"},
             "versions": [{"version": "1", "access": "readOnly"}, {"version": "2"}, {"version": "3"}, {"version": "4"}],
             "migrations": [{"from": "1", "to": "2", "summary": "", "operations": []},
              {"from": "1", "to": "3", "summary": "", "operations": []},
              {"from": "2", "to": "4", "summary": "", "operations": []},
              {"from": "3", "to": "4", "summary": "", "operations": []}],
             "routes": [{"from": "1", "to": "4", "via": ["3"]}, {"from": "2", "to": "3", "via": ["4"]}]}
            """#
        let plan = try MigrationPlan(planFile: Array(file.utf8))
        #expect(try steps(plan, "1", "4") == ["1 → 3", "3 → 4"])
        #expect(plan["1"]?.access == .readOnly)
        let written = try #require(plan.planFile)
        #expect(try MigrationPlan(planFile: written.bytes()) == plan)
        let older = file.replacing(#""planFormat": 2"#, with: #""planFormat": 1"#)
        #expect(try message { _ = try MigrationPlan(planFile: Array(older.utf8)) }.contains("needs plan format 2"))
        let open = file.replacing(#"{"from": "2", "to": "3", "via": ["4"]}"#, with: #"{"from": "2", "to": "9"}"#)
        #expect(try message { _ = try MigrationPlan(planFile: Array(open.utf8)) }.contains(#"at "/routes/1""#))
    }
}
