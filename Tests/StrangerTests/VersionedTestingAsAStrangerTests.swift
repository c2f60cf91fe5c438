import Foundation
import Migrations
import Synchronization
import Testing
import VersionedCodec
import VersionedTesting

/// The code of the article "Test your plan", and what else a stranger does with laws.
@Suite struct VersionedTestingAsAStrangerTests {
    private static func plan(_ operations: JSONOperation..., down: [JSONOperation]? = nil) throws -> MigrationPlan {
        let first =
            down.map { Migration(from: "1", to: "2", "First", up: operations, down: $0) }
            ?? Migration(from: "1", to: "2", "First", operations: operations)
        return try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                first,
                Migration(from: "2", to: "3", "Second", operations: [.rename("/n", to: "name", ifAbsent: .skip)]),
            ])
    }

    private static func root(_ text: String) throws -> JSONValue { try JSONDocument(parsing: text).root }

    private static let old = #"{"version":1,"total":"19.90","n":"a","tags":["x","y"],"note":"b"}"#

    @Test func article() throws {
        let plan = try Self.plan(
            .convert("/total", from: .string, to: .number, ifAbsent: .skip, ifWrongKind: .skip),
            .remove("/note", ifAbsent: .skip))
        let laws = VersionLaws(of: plan)
        let shape = DocumentShape(of: [try Self.root(Self.old)])
        let report = laws.check(LawCase.random(shape, version: "1", count: 20, seed: 1))
        try report.require(fullCoverage: true)
        #expect(report.checked[.upDown] == 40 && report.refused == 0)
        #expect(report.checked[.pathIndependence] != nil && report.checked[.carriage] == 40)
    }

    @Test func failureIsSmallAndCanBeReplayed() throws {
        var laws = VersionLaws(of: try Self.plan(.remove("/note", ifAbsent: .skip)))
        laws.expectation = .exact
        let report = laws.check([LawCase("old", version: "1", document: try JSONDocument(parsing: Self.old))])
        let failure = try #require(report.failures.first)
        #expect(failure.document.text() == #"{"note":"b"}"#)
        #expect(
            failure.description == """
                upDown fails for old from 1 to 2: "/note" did not come back
                    {"note":"b"}
                    try laws.replay(##"{"law":"upDown","from":"1","to":"2","document":{"note":"b"}}"##)
                """)
        #expect(throws: VersionLaws.Report.self) { try report.require() }
        #expect(throws: VersionLaws.Report.self) { try laws.replay(failure.json.text()) }
        laws.expectation = .reported
        try laws.replay(failure.json.text())
    }

    @Test(arguments: [
        (#"{}"#, #"there is no member "law""#), (#"{"law":1}"#, #""law" is not a string"#),
        (#"{"law":"x","from":"1","to":"2","document":{}}"#, #"there is no law "x""#),
        (#"{"law":"upDown","from":"1","to":"2"}"#, #"there is no member "document""#),
    ])
    func aLineThatIsNoFailureIsAnError(line: String, reason: String) throws {
        let laws = VersionLaws(of: try Self.plan(.remove("/note", ifAbsent: .skip)))
        let error = #expect(throws: DecodingError.self) { try laws.replay(line) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "the line is no failure of a law: " + reason)
    }

    @Test func aVersionThatThePlanDoesNotHaveIsAFailure() throws {
        let laws = VersionLaws(of: try Self.plan(.remove("/note", ifAbsent: .skip)))
        let document = try JSONDocument(parsing: Self.old)
        var fixture = LawCase("old", version: "1", document: document)
        fixture.expected = ["v2": try Self.root(Self.old)]
        let reports = [laws.check([fixture]), laws.check([LawCase("new", version: "9", document: document)])]
        #expect(
            reports.flatMap { $0.failures.map(\.reason) }
                == ["the plan has no version v2", "the plan has no version 9"])
        #expect(throws: VersionLaws.Report.self) { try laws.replay(reports[0].failures[0].json.text()) }
    }

    @Test func coverageIsNotFullWhereEverythingIsRefused() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "x", operations: [.remove("/a")])])
        let report = VersionLaws(of: plan).check([
            LawCase("a", version: "1", document: try JSONDocument(parsing: "{}"))
        ])
        #expect(report.refused == 1 && report.checked.isEmpty)
        try report.require()
        #expect(throws: VersionLaws.Report.self) { try report.require(fullCoverage: true) }
    }

    /// An operation of which each run is another one, on the way back.
    private final class Counting: CustomOperation {
        let name = "count"
        let runs = Mutex(0)

        static func == (lhs: Counting, rhs: Counting) -> Bool { lhs === rhs }

        func forward(_ value: inout JSONValue, in context: inout CustomContext) {}

        func back(_ value: inout JSONValue, in context: inout CustomContext) {
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            value.object?["note"] = .integer(run)
        }
    }

    @Test func lossesThatDifferAreNamed() throws {
        var laws = VersionLaws(of: try Self.plan(.custom(Counting())))
        laws.laws = [.determinism]
        laws.shrinkingLimit = 0
        let report = laws.check([
            LawCase("old", version: "1", document: try JSONDocument(parsing: ####"{"version":1,"note":"##"}"####))
        ])
        let failure = try #require(report.failures.first)
        #expect(failure.reason.hasPrefix("the second time its losses are line 1, column "))
        // The text has what would end a literal with fewer signs.
        #expect(failure.description.contains(####"try laws.replay(###"{"law":"determinism""####))
        #expect(failure.description.hasSuffix(####""document":{"version":1,"note":"##"}}"###)"####))
    }

    @Test func whatNobodyReachesIsNamed() throws {
        let plan = try Self.plan(.when(.at("/n", equals: "z"), [.set("/n", to: "y", from: "z")]))
        let report = VersionLaws(of: plan).check([
            LawCase("old", version: "1", document: try JSONDocument(parsing: Self.old))
        ])
        #expect(report.notExercised.contains { $0.hasPrefix("1 → 2: set") }, "\(report.coverage)")
        #expect(!report.notExercised.contains { $0.hasPrefix("1 → 2: when") || $0.hasPrefix("1 → 2: where") })
        #expect(throws: VersionLaws.Report.self) { try report.require(fullCoverage: true) }
    }

    // MARK: Models

    /// A bridge that reports what it keeps.
    private struct Inventing: Bridge {
        func upgrade(_ old: SongV2, in context: inout BridgeContext) -> SongV2 {
            context.lose("zz", at: "/name", "for no reason")
            return old
        }

        func downgrade(_ new: SongV2, in context: inout BridgeContext) -> SongV2 { new }
    }

    @Test(arguments: [VersionLaws.Expectation.exact, .reported])
    func aBridgeThatReportsWhatComesBackFails(_ expectation: VersionLaws.Expectation) throws {
        let controller = VersionController<SongVersion>(location: VersionLocation("/v", as: .integer))
        let songs = try Migrator(
            SongV2.self, controller: controller,
            migrations: [Migration(from: SongVersion.v1, to: .v2, "Names", bridge: Inventing())])
        var laws = VersionLaws(of: songs.plan)
        (laws.expectation, laws.laws) = (expectation, [.upDown])
        let report = laws.check(try LawCase.random(SongV2.self, by: controller, as: .v1, count: 3, seed: 1))
        #expect(report.failures.first?.reason.contains("although") == true, "\(report)")
    }

    /// A bridge that loses one member, and reports another one.
    private struct Misplacing: Bridge {
        func upgrade(_ old: SongV1, in context: inout BridgeContext) -> SongV2 {
            if let label = old.label { context.lose(.string(label), at: "/title", "version 2 has no labels") }
            return SongV2(name: old.title, kind: old.kind, seconds: old.seconds, writers: old.writers)
        }

        func downgrade(_ new: SongV2, in context: inout BridgeContext) -> SongV1 {
            SongV1(title: new.name, kind: new.kind, seconds: new.seconds, writers: new.writers)
        }
    }

    @Test func aBridgeThatReportsALossInAnotherPlaceFails() throws {
        let controller = VersionController<SongVersion>(location: VersionLocation("/v", as: .integer))
        let songs = try Migrator(
            SongV2.self, controller: controller,
            migrations: [Migration(from: SongVersion.v1, to: .v2, "Names", bridge: Misplacing())])
        var laws = VersionLaws(of: songs.plan)
        laws.laws = [.upDown]
        let document = try JSONDocument(
            parsing: #"{"v":1,"title":"a","kind":"live","seconds":1,"writers":[],"label":"b"}"#)
        let report = laws.check([LawCase("song", version: "1", document: document)])
        #expect(report.failures.first?.reason.hasPrefix("\"/title\" comes back, although") == true, "\(report)")
    }

    enum SongVersion: Int, APIVersion { case v1 = 1, v2 }

    struct SongV1: Codable, Equatable {
        enum Kind: String, Codable { case studio, live }
        var title: String
        var kind: Kind
        var seconds: Int16
        var writers: [String]
        var label: String?
    }

    struct SongV2: Codable, Equatable {
        var name: String
        var kind: SongV1.Kind
        var seconds: Int16
        var writers: [String]
    }

    struct SongBridge: Bridge {
        func upgrade(_ old: SongV1, in context: inout BridgeContext) -> SongV2 {
            SongV2(name: old.title, kind: old.kind, seconds: old.seconds, writers: old.writers)
        }

        func downgrade(_ new: SongV2, in context: inout BridgeContext) -> SongV1 {
            SongV1(title: new.name, kind: new.kind, seconds: new.seconds, writers: new.writers)
        }
    }

    @Test func bridgesAreCheckedOnRandomModels() throws {
        let controller = VersionController<SongVersion>(location: VersionLocation("/v", as: .integer))
        let songs = try Migrator(
            SongV2.self, controller: controller,
            migrations: [Migration(from: SongVersion.v1, to: .v2, "Names", bridge: SongBridge())])
        let laws = VersionLaws(of: songs.plan)
        let old = try LawCase.random(SongV1.self, by: controller, as: .v1, count: 20, seed: 1)
        let new = try LawCase.random(SongV2.self, by: controller, as: .v2, count: 20, seed: 1)
        try laws.check(old + new).require(fullCoverage: true)
        var random = SeededGenerator(seed: 3)
        var again = SeededGenerator(seed: 3)
        let generator = try SketchGenerator(of: SongV1.self)
        #expect(try generator.model(SongV1.self, &random) == generator.model(SongV1.self, &again))
    }

    /// Dictionaries whose keys are not texts.
    struct Tables: Codable, Equatable {
        enum Side: String, Codable, CodingKeyRepresentable { case left, right }

        var byNumber: [Int: Bool]
        var bySide: [Side: Int]
        var byName: [String: Int]
    }

    @Test func keysOfRandomDictionariesAreThoseOfTheirType() throws {
        let generator = try SketchGenerator(of: Tables.self)
        var random = SeededGenerator(seed: 5)
        let all = try (0..<50).map { _ in try generator.model(Tables.self, &random) }
        #expect(Set(all.flatMap(\.byNumber.keys)).count > 2)
        #expect(Set(all.flatMap(\.bySide.keys)) == [.left, .right])
        #expect(Set(all.flatMap(\.byName.keys)) == ["a", "b c", "é/~", "1"])
    }

    struct Tagged: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case kind, size }
        var kind: String
        var size: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            kind = try container.decode(String.self, forKey: .kind)
            guard ["a", "b"].contains(kind) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .kind, in: container, debugDescription: "there is no kind \(kind)")
            }
            size = try container.decode(Int.self, forKey: .size)
        }
    }

    @Test func hintsAreForRandomModelsToo() throws {
        let controller = VersionController<SongVersion>(location: VersionLocation("/v", as: .integer))
        let kinds: [TypeSketch.Hint] = [.values(["a", "b"], of: Tagged.CodingKeys.kind)]
        let cases = try LawCase.random(Tagged.self, by: controller, as: .v1, hints: kinds, count: 20, seed: 1)
        #expect(Set(cases.map { $0.document.root["kind"]?.string }) == ["a", "b"])
        #expect(throws: (any Error).self) {
            try LawCase.random(Tagged.self, by: controller, as: .v1, count: 20, seed: 1)
        }
    }

    @Test func fixturesAreOneDocumentInSeveralVersions() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "laws-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // Nobody looks at it again.
        for (version, text) in [("v1", Self.old), ("v2", #"{"version":2,"total":"19.90","n":"a","tags":["x","y"]}"#)] {
            let url = folder.appending(path: version)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url.appending(path: "order.json"))
        }
        let cases = try LawCase.fixtures(in: folder, versions: [("v1", "1"), ("v2", "2")])
        let right = VersionLaws(of: try Self.plan(.remove("/note", ifAbsent: .skip))).check(cases.prefix(1))
        #expect(right.isSound && right.checked[.fixtures] == 1, "\(right)")
        let wrong = VersionLaws(of: try Self.plan(.remove("/n", ifAbsent: .skip))).check(cases.prefix(1))
        #expect(wrong.failures.map(\.law) == [.fixtures])
    }
}
