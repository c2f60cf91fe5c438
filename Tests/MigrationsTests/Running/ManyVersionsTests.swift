import Synchronization
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Plans of many versions: what is done is counted, and grows as the plan does.
@Suite struct ManyVersionsTests {
    /// Counts how often it is run, and renames a member.
    private final class Counter: CustomOperation {
        let name = "count"
        let runs = Atomic(0)
        var lossClass: LossClass { .exact }
        func forward(_ value: inout JSONValue, in context: inout CustomContext) throws {
            runs.add(1, ordering: .relaxed)
        }
        func back(_ value: inout JSONValue, in context: inout CustomContext) throws {
            runs.add(1, ordering: .relaxed)
        }
    }

    private static let count = 120

    private func plan(_ operations: (Int) -> [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "Many", versionAt: VersionLocation("/version", as: .integer),
            versions: (1...Self.count).map { PlanVersion("\($0)") },
            migrations: (1..<Self.count).map {
                Migration(from: "\($0)", to: "\($0 + 1)", "Changes", operations: operations($0))
            })
    }

    private func renaming(_ number: Int) -> [JSONOperation] {
        [.rename(JSONPointer(["a\(number)"]), to: "a\(number + 1)")]
    }

    @Test(arguments: [1, 60, 120]) func waysHaveTheirStepsInCommon(target: Int) throws {
        let plan = try plan(renaming)
        var made = 0
        let ways = VersionPaths(plan, to: "\(target)") { step -> [String]? in
            made += 1
            return [step.name]
        }
        #expect(made == Self.count - 1)
        #expect(ways.parts.count == Self.count - 1)
        for version in 1...Self.count {
            let way = try #require(ways.ways[version - 1])
            let path = try plan.path(from: "\(version)", to: "\(target)")
            #expect(way.rest.flatMap { ways.parts[$0] }.elementsEqual(path.steps.map(\.name)))
            #expect(way.normalizing.isEmpty)
        }
    }

    @Test func waysEndWhereAStepCannotBeMade() throws {
        let plan = try plan(renaming)
        let ways = VersionPaths(plan, to: "60") { $0.name == "30 → 31" || $0.name == "91 → 90" ? nil : [$0.name] }
        #expect(ways.ways.indices.filter { ways.ways[$0] == nil } == Array(0..<30) + Array(90..<120))
    }

    @Test func waysBeginWithWhatAVersionNeedsToday() throws {
        let plan = try MigrationPlan(
            "Normal", versionAt: VersionLocation("/version", as: .integer),
            versions: [
                PlanVersion("1", normalizing: [.rename("/b", to: "a1", ifAbsent: .skip)]), PlanVersion("2"),
                PlanVersion("3"),
            ],
            migrations: [1, 2].map { Migration(from: "\($0)", to: "\($0 + 1)", "Changes", operations: renaming($0)) })
        for target in ["1", "2", "3"] {
            let ways = VersionPaths(plan, to: target) { [$0.name] }
            for label in plan.labels {
                let way = try #require(plan.places[label].flatMap { ways.ways[$0] })
                let steps = Array(ways.parts[way.normalizing]) + way.rest.flatMap { ways.parts[$0] }
                let path = try plan.path(from: label, to: target)
                #expect(steps == path.steps.map(\.name))
            }
        }
        let text = #"{"version":1,"b":7}"#
        #expect(try plan.migrate(text, to: "3").text == #"{"version":3,"a3":7}"#)
        #expect(try plan.migrate(text, to: "1").text == #"{"version":1,"a1":7}"#)
    }

    @Test(arguments: [1, 17, 119, 120]) func eachVersionIsFoundAmongMany(version: Int) throws {
        let plan = try plan(renaming)
        let text = #"{"version":\#(version),"a\#(version)":"x"}"#
        for target in [1, 60, 120] {
            let expected = #"{"version":\#(target),"a\#(target)":"x"}"#
            #expect(try plan.migrate(text, to: "\(target)").text == expected)
            #expect(try plan.migrate(JSONDocument(parsing: text), to: "\(target)").text == expected)
            var (line, output) = (text, [UInt8]())
            let runner = try #require(PlanRunner(plan, to: "\(target)", from: nil, options: MigrationOptions()))
            let migrated = try line.withUTF8 { try runner.migrate($0, to: &output) }
            _ = try #require(migrated)
            #expect(String(decoding: output, as: UTF8.self) == expected)
        }
        for payload in [#"{"version":121}"#, #"{"version":"1"}"#] {
            let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "1") }
            #expect(error?.code == .invalidVersion)
        }
    }

    /// More paths than a plan remembers.
    @Test func everyPathIsFoundAgain() throws {
        let plan = try plan(renaming)
        for _ in 0..<2 {
            for from in stride(from: 1, through: Self.count, by: 17) {
                for target in 1...Self.count {
                    let path = try plan.path(from: "\(from)", to: "\(target)")
                    #expect(path.steps.count == abs(target - from))
                    #expect(path.steps.last.map(\.to) ?? path.from == "\(target)")
                }
            }
        }
    }

    @Test func documentsHaveTheIssuesOfAllVersions() throws {
        let plan = try plan { number in
            renaming(number) + (number == 50 ? [.convert("/b", from: .string, to: .number, ifAbsent: .skip)] : [])
        }
        let good = try JSONDocument(parsing: #"{"version":60,"a60":1}"#)
        let bad = try JSONDocument(parsing: #"{"version":1,"a1":1,"b":"x"}"#)
        let absent = try JSONDocument(parsing: #"{"version":60}"#)
        for _ in 0..<2 {
            #expect(plan.issues(in: good).isEmpty)
            #expect(plan.issues(in: bad).map(\.description) == issues(plan, bad))
            #expect(plan.issues(in: absent).map(\.description) == issues(plan, absent))
            #expect(plan.issues(in: bad).count == 1 && plan.issues(in: absent).count == 2)
        }
    }

    /// The issues that migrating to each version by itself finds.
    private func issues(_ plan: MigrationPlan, _ document: JSONDocument) -> [String] {
        var issues: [String] = []
        for label in plan.labels {
            do { _ = try plan.migrate(document, to: label) } catch {
                let issue = DecodingIssue(error, in: document).description
                if !issues.contains(issue) { issues.append(issue) }
            }
        }
        return issues
    }

    // MARK: Round trips

    @Test(arguments: [1, 60, 120]) func roundTripsRunTwoStepsAVersion(version: Int) throws {
        let counter = Counter()
        let plan = try plan { [.rename(JSONPointer(["a\($0)"]), to: "a\($0 + 1)"), .custom(counter)] }
        let trips = try plan.roundTrips(of: JSONDocument(parsing: #"{"version":\#(version),"a\#(version)":"x"}"#))
        #expect(trips.count == Self.count - 1)
        let areSound = trips.allSatisfy(\.isSound)
        #expect(areSound)
        // Once on the way there and once on the way back.
        #expect(counter.runs.load(ordering: .relaxed) <= 2 * Self.count)
    }

    /// Steps that lose, leave out and add, so that what comes home differs from version to version.
    @Test(arguments: [0, PlanRunner.deferring]) func roundTripsFindWhatEachTripByItselfFinds(padding: Int) throws {
        let padding = #""pad":"\#(String(repeating: "x", count: padding))","#
        let plan = try MigrationPlan(
            "Losing", versionAt: VersionLocation("/version", as: .integerOrString),
            versions: (1...8).map { PlanVersion("\($0)", isMarked: $0 != 4, shape: $0 == 4 ? ["/e": .present] : nil) },
            migrations: [
                Migration(from: "1", to: "2", "s", operations: [.rename("/a", to: "b")]),
                Migration(from: "2", to: "3", "s", operations: [.remove("/x", default: 1)]),
                Migration(from: "3", to: "4", "s", operations: [.add("/e", value: 0), .rename("/b", to: "c")]),
                Migration(from: "4", to: "5", "s", operations: [.sort("/l")]),
                Migration(from: "5", to: "6", "s", operations: [.remove("/l/0", default: 7, ifAbsent: .skip)]),
                Migration(from: "6", to: "7", "s", operations: [.mapValues("/c", [("u", "w"), ("v", "w")])]),
                Migration(from: "7", to: "8", "s", operations: [.convert("/d", from: .string, to: .number)]),
            ])
        for text in [
            #"{"version":1,"a":"v","x":2,"l":[3,1,2],"d":"1"}"#, #"{"version":"1","a":"u","x":1,"l":[1],"d":"n"}"#,
            #"{"version":"3","b":"v","l":[9],"d":"2"}"#, #"{"version":6,"e":1,"c":"w","l":[],"d":"2"}"#,
        ] {
            let text = text.replacing("{", with: "{\(padding)", maxReplacements: 1)
            let document = try JSONDocument(parsing: text)
            for trip in try plan.roundTrips(of: document) {
                let (from, through) = (trip.from, trip.through)
                let alone = Result { () throws -> (JSONValue, [Loss]) in
                    let out = try plan.run(try plan.path(from: from, to: through), on: document.root, of: document)
                    let home = try plan.run(try plan.path(from: through, to: from), on: out.value, of: document)
                    return (home.value, try plan.migrate(document, to: through).losses)
                }
                switch (trip.outcome, alone) {
                case (.returned(let returned), .success((let value, let losses))):
                    #expect(returned.losses.map(\.described) == losses.map(\.described))
                    let differences = Loss.Difference.between(document.root, value, areOneDocument: true)
                    #expect(returned.additions == differences.filter { $0.before == nil })
                case (.failed(let error), .failure(let other)), (.refused(let error), .failure(let other)):
                    #expect(error.description == "\(other)")
                default: Issue.record("\(text): \(from) → \(through): \(trip.outcome), \(alone)")
                }
            }
        }
    }
}
