import Foundation
import Migrations
import Testing
import VersionedCodec

/// Tolerant decoding of payloads that steps of a plan have changed.
@Suite struct MigratorReportingTests {
    enum Version: Int, APIVersion { case v1 = 1, v2, v3 }

    struct Page: Codable, Equatable {
        struct Item: Codable, Equatable {
            var id: Int
            var price: Double
            var kind: Int?
        }
        var version: Int
        var items: [Item]
    }

    private static func migrator() throws -> Migrator<Page, Version> {
        try Migrator(
            Page.self,
            controller: VersionController<Version>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(
                    from: Version.v1, to: .v2, "Items have a price",
                    operations: [.rename("/songs", to: "items"), .each("/items", [.rename("/cost", to: "price")])]),
                Migration(
                    from: Version.v2, to: .v3, "Items have a kind",
                    operations: [.each("/items", [.add("/kind", value: "none")])]),
            ])
    }

    private static let payload = """
        {"version": 1, "songs": [
          {"id": 1, "cost": 2.5},
          {"id": "two", "cost": "much"}
        ]}
        """

    @Test func anIssueNamesThePlaceInThePayloadThatWasGiven() throws {
        let read = try Self.migrator().decodeReporting(Data(Self.payload.utf8))
        #expect(read.version == .v1)
        #expect(read.report.value?.items == [Page.Item(id: 1, price: 2.5, kind: nil)])
        let issues = read.report.issues
        #expect(issues.map(\.path) == ["/items/0/kind", "/songs/1/id", "/songs/1/cost", "/items/1/kind"])
        #expect(issues.map(\.position?.line) == [nil, 3, 3, nil])
        #expect(issues.map(\.position?.column) == [nil, 10, 25, nil])
        #expect(issues.map(\.member) == ["kind", "id", "price", "kind"])
        #expect(issues.map(\.step) == ["2 → 3", nil, nil, "2 → 3"])
        #expect(issues.map(\.version) == ["3", "3", "3", "3"])
    }

    /// A value that the steps leave, and that the model refuses, is one of the version of the model.
    @Test func errorsAndIssuesNameTheSameVersion() throws {
        let migrator = try Self.migrator()
        for (version, payload) in [
            ("3", #"{"version": 1, "songs": [{"cost": 2.5, "id": "two"}]}"#),
            ("3", #"{"version": 2, "items": [{"price": 2.5, "id": "two"}]}"#),
            ("3", #"{"version": 3, "items": [{"price": 2.5, "id": "two", "kind": 1}]}"#),
        ] {
            let issue = try #require(
                try migrator.decodeReporting(payload).report.issues.first { $0.member == "id" })
            #expect(issue.version == version && issue.position != nil)
            for policy in [LossPolicy.report, .fail, .carry] {
                let error = #expect(throws: MigrationError.self) { try migrator.decode(payload, losses: policy) }
                #expect(error?.version == version, "\(policy)")
                #expect(error?.position == issue.position, "\(policy)")
            }
        }
        // A step works on the version of the payload.
        let error = #expect(throws: MigrationError.self) { try migrator.decode(#"{"version": 1, "songs": [{}]}"#) }
        #expect(error?.version == "1" && error?.step == "1 → 2")
    }

    @Test func textsArePayloadsToo() throws {
        let (migrator, data) = (try Self.migrator(), Data(Self.payload.utf8))
        let ofData = try migrator.decodeReporting(data)
        #expect(try migrator.decodeReporting(Self.payload).report.issues == ofData.report.issues)
        let text = #"{"version": 1, "songs": [{"id": 1, "cost": 2.5}]}"#
        #expect(try migrator.migrate(text, to: .v2).text == migrator.migrate(Data(text.utf8), to: .v2).text)
        let current = #"{"version": 3, "items": []}"#
        #expect(try migrator.decode(current).model == Page(version: 3, items: []))
        let error = #expect(throws: MigrationError.self) { try migrator.decode("{") }
        #expect(error?.code == .invalidJSON)
    }

    @Test func aPayloadThatContradictsItsVersionIsAnIssue() throws {
        let controller = VersionController<Version>(location: VersionLocation("/version", as: .integer)) { version in
            VersionFormat(shape: version == .v1 ? ["/songs": .kind(.array)] : ["/songs": .absent])
        }
        let migrator = try Migrator(
            Page.self, controller: controller,
            migrations: [
                Migration(from: Version.v1, to: .v2, "Nothing", operations: [.remove("/songs", ifAbsent: .skip)]),
                Migration(from: Version.v2, to: .v3, "Nothing again", operations: []),
            ])
        for (text, words) in [
            (
                #"{"version": 3, "items": [], "songs": 5}"#,
                #"line 1, column 38, at "/songs": the payload names version 3, but "/songs" is not absent (version 3)"#
            ),
            (
                #"{"version": 1, "items": [], "songs": 5}"#,
                #"line 1, column 38, at "/songs": the payload names version 1, but "/songs" is not an array (version 1)"#
            ),
            (
                #"{"version": 1, "items": [{"id": "x"}], "songs": 5}"#,
                #"line 1, column 49, at "/songs": the payload names version 1, but "/songs" is not an array (version 1)"#
            ),
        ] {
            let issues = try migrator.decodeReporting(text).report.issues
            #expect(issues.first?.description == words)
            #expect(issues.first?.quotation == "5" && issues.filter { $0.code == .contradictedVersion }.count == 1)
        }
    }

    @Test func resultsOfASendableModelGoToOtherTasks() async throws {
        let migrator = try Self.migrator()
        func send<Value: Sendable, Result: Sendable>(
            _ value: Value, _ read: @escaping @Sendable (Value) -> Result
        ) async -> Result { await Task.detached { read(value) }.value }
        let payload = Data(#"{"version": 3, "items": []}"#.utf8)
        let page = Page(version: 3, items: [])
        #expect(await send(try migrator.decode(payload)) { $0.model } == page)
        #expect(await send(try migrator.decodeReporting(payload)) { $0.report.value } == page)
    }

    @Test func aPayloadOfTheCurrentVersionHasItsOwnPlaces() throws {
        let read = try Self.migrator().decodeReporting(
            Data(#"{"version": 3, "items": [{"id": 1, "price": "x"}]}"#.utf8))
        #expect(read.report.issues.map(\.path) == ["/items/0/price"])
        #expect(read.report.issues.map(\.position?.column) == [45])
        #expect(read.report.issues.map(\.step) == [nil])
    }
}
