import Foundation
import Migrations
import Testing
import VersionedCodec
import VersionedTesting

/// Parts with a version of their own in pages that a bridge converts.
@Suite struct BridgedPartsTests {
    enum Version: Int, APIVersion { case v1 = 1, v2, v3 }

    struct Item: Codable, Equatable {
        var price: Double
        var note: String?
    }
    typealias Part = Versioned<Item, Version>

    struct PageV1: Codable, Equatable {
        var head: String
        var best: Part?
        var items: [Part]
    }
    struct Page: Codable, Equatable {
        var title: String
        var best: Part?
        var items: [Part]
    }

    struct PageBridge: Bridge {
        func upgrade(_ old: PageV1, in context: inout BridgeContext) -> Page {
            Page(title: old.head, best: old.best, items: old.items)
        }

        func downgrade(_ new: Page, in context: inout BridgeContext) -> PageV1 {
            PageV1(head: new.title, best: new.best, items: new.items)
        }
    }

    /// Version 3 has the model of version 2.
    struct SameBridge: Bridge {
        func upgrade(_ old: Page, in context: inout BridgeContext) -> Page { old }
        func downgrade(_ new: Page, in context: inout BridgeContext) -> Page { new }
    }

    /// The ways from version 1 to 3: bridges alone, and bridges with operations before or behind.
    enum Way: CaseIterable { case bridges, bridgeLast, bridgeFirst }

    private static func migrator(_ way: Way, legacy: Version? = nil) throws -> Migrator<Page, Version> {
        let same = Migration(from: Version.v1, to: .v2, "Nothing", operations: [.transform("/head", by: [.trim])])
        let migrations =
            switch way {
            case .bridges:
                [
                    Migration(from: Version.v1, to: .v2, "Titles", bridge: PageBridge()),
                    Migration(from: Version.v2, to: .v3, "Nothing", bridge: SameBridge()),
                ]
            case .bridgeLast: [same, Migration(from: Version.v2, to: .v3, "Titles", bridge: PageBridge())]
            case .bridgeFirst:
                [
                    Migration(from: Version.v1, to: .v2, "Titles", bridge: PageBridge()),
                    Migration(
                        from: Version.v2, to: .v3, "Trimmed", operations: [.transform("/title", by: [.trim])]),
                ]
            }
        return try Migrator(
            Page.self,
            controller: VersionController<Version>(
                location: VersionLocation("/version", as: .integer), legacy: legacy),
            migrations: migrations)
    }

    private static func payload(_ best: String, _ items: [String] = []) -> String {
        #"{"version":1,"head":"A","best":\#(best),"items":[\#(items.joined(separator: ","))]}"#
    }

    private static func part(_ number: Int?, _ members: String = #""price":2"#) -> String {
        "{" + (number.map { #""version":\#($0),"# } ?? "") + members + "}"
    }

    /// The version that a part has in the model: the one that it names; behind operations that follow a bridge, the one
    /// that the bridge has written it in.
    private static func version(_ number: Int, _ way: Way) throws -> Version {
        try #require(way == .bridgeFirst ? .v2 : Version(rawValue: number))
    }

    @Test(arguments: Way.allCases, [1, 2, 3]) func allCallsAgree(way: Way, number: Int) throws {
        let migrator = try Self.migrator(way)
        let payload = Self.payload(Self.part(number), [Self.part(number), Self.part(1)])
        let decoded = try migrator.decode(payload)
        let version = try Self.version(number, way)
        #expect(decoded.model.best == Part(Item(price: 2), version: version))
        #expect(decoded.model.items.map(\.version) == [version, try Self.version(1, way)])
        let reported = try migrator.decodeReporting(payload)
        #expect(reported.report.value == decoded.model && reported.report.issues.isEmpty)
        for policy in [LossPolicy.fail, .carry] {
            #expect(try migrator.decode(payload, losses: policy).model == decoded.model)
        }
        #expect(
            try migrator.decode(payload, parsing: JSONParsingOptions(tolerating: .comments)).model == decoded.model)

        // The bridge writes the version of the page as the number, so a new number is not a loss.
        #expect(decoded.losses.isEmpty && reported.losses.isEmpty)
        let up = try migrator.migrate(payload, to: .v3, options: MigrationOptions(losses: .fail))
        let written = Self.part(way == .bridgeFirst ? 2 : 3)
        #expect(up.text == #"{"version":3,"title":"A","best":\#(written),"items":[\#(written),\#(written)]}"#)
        let page = up.text.replacing(written, with: Self.part(number))
        let down = try migrator.migrate(page, to: .v1, options: MigrationOptions(losses: .fail))
        let older = Self.part(way == .bridgeLast ? 2 : 1)
        #expect(down.text == Self.payload(older, [older, older]))
        let encoded = try migrator.encode(decoded.model, for: .v1, losses: .fail)
        #expect(String(decoding: encoded.data, as: UTF8.self) == down.text && encoded.losses.isEmpty)
        for trip in try migrator.plan.roundTrips(of: JSONDocument(parsing: payload)) {
            #expect(trip.isSound && trip.losses.isEmpty, "\(trip.losses)")
        }
    }

    /// Parts that name no version are errors in all calls, or of the oldest version, where there is one.
    @Test(arguments: Way.allCases) func partsWithoutAVersion(way: Way) throws {
        let payload = Self.payload(Self.part(nil), [Self.part(1)])
        let strict = try Self.migrator(way)
        for call in [
            { _ = try strict.decode(payload) }, { _ = try strict.decodeReporting(payload) },
            { _ = try strict.decode(payload, losses: .fail) }, { _ = try strict.migrate(payload, to: .v3) },
        ] {
            let error = #expect(throws: MigrationError.self) { try call() }
            #expect(error?.path == "/best" || error?.path == "/best/version", "\(String(describing: error))")
        }
        let migrator = try Self.migrator(way, legacy: .v1)
        let decoded = try migrator.decode(payload)
        let version = try Self.version(1, way)
        #expect(decoded.model.best?.version == version && decoded.model.items.map(\.version) == [version])
        #expect(try migrator.decodeReporting(payload).report.value == decoded.model)
        #expect(try migrator.decode(payload, losses: .fail).model == decoded.model)
        // The second part names its version, and does not on the way back.
        #expect(decoded.losses.isEmpty)
        #expect(try migrator.encode(decoded.model, for: .v1).losses.isEmpty)
    }

    // MARK: Losses

    /// What else changes in a part is a loss.
    @Test func otherValuesOfPartsAreLost() throws {
        let migrator = try Migrator(
            Page.self,
            controller: VersionController<Version>(location: VersionLocation("/version", as: .integer)) { version in
                VersionFormat(keys: version == .v1 ? .screamingSnakeCase : .asDeclared)
            }, migrations: Self.migrator(.bridges).plan.migrations)
        let page = #"{"version":1,"HEAD":"A","ITEMS":[],"BEST":{"version":2,"price":2}}"#
        let decoded = try migrator.decode(page)
        #expect(decoded.model.best == Part(Item(price: 2), version: .v2))
        #expect(decoded.losses.map(\.path) == ["/BEST/price"])
        #expect(try migrator.decodeReporting(page).losses == decoded.losses)
        #expect(try migrator.migrate(page, to: .v3).losses == decoded.losses)
        #expect(throws: MigrationError.self) { try migrator.decode(page, losses: .fail) }
    }

    /// A bridge that writes another number where a part names its version, and one that leaves parts out.
    private struct ChangingBridge: Bridge {
        func upgrade(_ old: PageV1, in context: inout BridgeContext) -> Page {
            Page(title: old.head, best: nil, items: [Part(Item(price: 1), version: .v1)])
        }

        func downgrade(_ new: Page, in context: inout BridgeContext) -> PageV1 {
            PageV1(head: new.title, best: nil, items: new.items)
        }
    }

    @Test func partsOfTheBridgeHaveTheVersionThatItGivesThem() throws {
        let migrator = try Migrator(
            Page.self, controller: VersionController<Version>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(from: Version.v1, to: .v2, "Changes", bridge: ChangingBridge()),
                Migration(from: Version.v2, to: .v3, "Nothing", bridge: SameBridge()),
            ])
        let payload = Self.payload(Self.part(2), [])
        let decoded = try migrator.decode(payload)
        #expect(decoded.model.items == [Part(Item(price: 1), version: .v1)])
        #expect(try migrator.decodeReporting(payload).report.value == decoded.model)
        #expect(decoded.losses.map(\.path) == ["/best", "/items"])
        #expect(decoded.losses.map(\.value) == [["version": 2, "price": 2], []])
        #expect(try migrator.decodeReporting(payload).losses == decoded.losses)
    }

    /// The laws for tests of users do not ask for the numbers either.
    @Test(arguments: Way.allCases) func lawsHold(way: Way) throws {
        let plan = try Self.migrator(way).plan
        let old = Self.payload(Self.part(2), [Self.part(1), Self.part(3)])
        let new = #"{"version":3,"title":"A","best":\#(Self.part(1)),"items":[\#(Self.part(3)),\#(Self.part(2))]}"#
        let report = VersionLaws(of: plan).check([
            LawCase("old", version: "1", document: try JSONDocument(parsing: old)),
            LawCase("new", version: "3", document: try JSONDocument(parsing: new)),
        ])
        try report.require()
        #expect(report.checked[.upDown] != nil && report.checked[.downUp] != nil)
    }

    // MARK: Random parts

    @Test(arguments: Way.allCases, 0..<10) func callsAgreeOnRandomParts(way: Way, seed: Int) throws {
        var random = SeededRandom(state: UInt64(seed))
        let migrator = try Self.migrator(way)
        func part() -> String {
            let more = ["", #","note":"n""#, #","note":null"#, #","unknown":[1]"#, #","price2":{"version":2}"#]
            return Self.part(
                Int.random(in: 1...3, using: &random),
                #""price":\#(Int.random(in: 0...2, using: &random))"#
                    + (more.randomElement(using: &random) ?? ""))
        }
        for _ in 0..<6 {
            let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in part() }
            let payload = Self.payload(Bool.random(using: &random) ? part() : "null", items)
            let decoded = try migrator.decode(payload)
            let reported = try migrator.decodeReporting(payload)
            #expect(reported.report.value == decoded.model, "\(payload)")
            let losses = decoded.losses
            #expect(reported.losses == losses, "\(payload)")
            #expect(try migrator.migrate(payload, to: .v3).losses == losses, "\(payload)")
            let migrated = try migrator.migrate(payload, to: .v3)
            let again = try migrator.decode(migrated.data).model
            #expect(again.items.map(\.value) == decoded.model.items.map(\.value))
            #expect(!losses.contains { $0.path.tokens.last == "version" }, "\(payload)\n\(losses)")
            #expect(try migrator.decode(payload, losses: .carry).model == decoded.model)
            if losses.isEmpty {
                #expect(try migrator.decode(payload, losses: .fail).model == decoded.model)
            } else {
                #expect(throws: MigrationError.self) { try migrator.decode(payload, losses: .fail) }
            }
            let sent = try migrator.encode(decoded.model, for: .v1)
            #expect(sent.losses.isEmpty, "\(payload)\n\(sent.losses)")
            let home = try migrator.decode(sent.data).model
            #expect(home.items.map(\.value) == decoded.model.items.map(\.value) && home.title == decoded.model.title)
        }
    }
}
