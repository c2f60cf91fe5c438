import Foundation
import Migrations
import Testing
import VersionedCodec

/// The code of the article "Carry what would be lost", and what else carries: migrators and plan sets.
@Suite struct CarriedDataAsAStrangerTests {
    private static func orders() throws -> MigrationPlan {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(from: "1", to: "2", "No coupons", operations: [.remove("/coupon", ifAbsent: .skip)])
            ])
    }

    @Test func article() throws {
        let orders = try Self.orders()
        let old = #"{"version": 1, "name": "Ann", "coupon": "X7"}"#
        let new = try orders.migrate(old, to: "2", options: MigrationOptions(losses: .carry))
        #expect(new.losses.isEmpty && new.carriedLosses.count == 1)
        let edited = new.text.replacing("Ann", with: "Bob")
        #expect(try orders.migrate(edited, to: "1").text == #"{"version": 1, "name": "Bob", "coupon": "X7"}"#)

        var options = MigrationOptions(losses: .carry)
        options.carrying.isSidecar = true
        let beside = try orders.migrate(old, to: "2", options: options)
        #expect(beside.text == #"{"version": 2, "name": "Ann"}"#)
        let file = try #require(beside.carried).data
        options.carrying.given = try CarriedData(parsing: file)
        #expect(
            try orders.migrate(beside.data, to: "1", options: options).text
                == #"{"version": 1, "name": "Ann", "coupon": "X7"}"#)

        #expect(try CarriedData.removed(from: new.data) == Data(#"{"version": 2, "name": "Ann"}"#.utf8))
        #expect(try CarriedData(parsing: file).versions == ["1"])
    }

    // MARK: Models

    enum SongVersion: Int, APIVersion { case v1 = 1, v2 }

    struct SongV1: Codable, Equatable {
        var title: String
        var label: String?
    }

    struct SongV2: Codable, Equatable {
        var title: String
        var isLive: Bool
    }

    struct SongBridge: Bridge {
        func upgrade(_ old: SongV1, in context: inout BridgeContext) -> SongV2 {
            SongV2(title: old.title, isLive: false)
        }

        func downgrade(_ new: SongV2, in context: inout BridgeContext) -> SongV1 { SongV1(title: new.title) }
    }

    private static func songs() throws -> Migrator<SongV2, SongVersion> {
        try Migrator(
            SongV2.self, controller: VersionController<SongVersion>(location: VersionLocation("/v", as: .integer)),
            migrations: [Migration(from: SongVersion.v1, to: .v2, "Live songs", bridge: SongBridge())])
    }

    @Test func modelComesBackFromAnOlderPeer() throws {
        let songs = try Self.songs()
        let live = SongV2(title: "Intro", isLive: true)
        let sent = try songs.encode(live, for: .v1, losses: .carry)
        #expect(sent.losses.isEmpty)
        let answer = String(decoding: sent.data, as: UTF8.self).replacing("Intro", with: "Outro")
        #expect(try songs.decode(Data(answer.utf8)).model == SongV2(title: "Outro", isLive: true))

        var options = CarriedData.Options()
        options.isSidecar = true
        let beside = try songs.encode(live, for: .v1, losses: .carry, carrying: options)
        #expect(String(decoding: beside.data, as: UTF8.self) == #"{"v":1,"title":"Intro"}"#)
        options.given = beside.carried
        #expect(try songs.decode(beside.data, carrying: options).model == live)
        #expect(try songs.decode(beside.data).model.isLive == false)
    }

    @Test func payloadComesBackFromAModel() throws {
        let songs = try Self.songs()
        let old = #"{"v":1,"title":"Intro","label":"EMI","extra":1.50}"#
        let song = try songs.decode(Data(old.utf8), losses: .carry)
        var (model, options) = (song.model, CarriedData.Options())
        model.title = "Outro"
        options.given = song.carried
        let back = try songs.encode(model, for: .v1, carrying: options)
        #expect(String(decoding: back.data, as: UTF8.self) == #"{"v":1,"title":"Outro","label":"EMI","extra":1.50}"#)
    }

    // MARK: Plan sets

    private static func shop() throws -> PlanSet {
        try PlanSet(
            "Shop",
            entities: [
                PlanSet.Entity("Order", plan: orders()),
                PlanSet.Entity("Page", nested: [NestedEntity("Order", eachOf: "/items")]),
            ],
            pins: [VersionPins("2025", ["Order": "1"]), VersionPins("2026", ["Order": "2"])])
    }

    @Test func pageCarriesForItsEntities() throws {
        let set = try Self.shop()
        let page = #"{"items":[{"version":1,"id":1,"coupon":"X7"},{"version":1,"id":2}]}"#
        let there = try set.migrate(
            page, entity: "Page", to: "2026", from: "2025", options: MigrationOptions(losses: .carry))
        #expect(there.losses.isEmpty && there.carriedLosses.map(\.path) == ["/items/0/coupon"])
        let root = try JSONDocument(parsing: there.bytes).root
        #expect(root["items"]?.text() == #"[{"version":2,"id":1},{"version":2,"id":2}]"#)
        #expect(try set.migrate(there.data, entity: "Page", to: "2025", from: "2026").text == page)
        #expect(throws: MigrationError.self) {
            try set.migrate(page, entity: "Page", to: "2026", options: MigrationOptions(losses: .carry))
        }
    }

    @Test func pageSaysWhichCarriedValuesWereNotRestored() throws {
        let set = try Self.shop()
        let page = #"{"items":[{"version":1,"id":1,"coupon":"X7"},{"version":1,"id":2,"coupon":"Y8"}]}"#
        let there = try set.migrate(
            page, entity: "Page", to: "2026", from: "2025", options: MigrationOptions(losses: .carry))
        let edited = there.text.replacing(#""id":1"#, with: #""id":1,"coupon":"Z9""#)
        let back = try set.migrate(edited, entity: "Page", to: "2025", from: "2026")
        #expect(
            back.text
                == #"{"items":[{"version":1,"id":1,"coupon":"Z9"},{"version":1,"id":2,"coupon":"Y8"}]}"#)
        #expect(back.outdatedCarried == ["/items/0/coupon"])
    }

    /// A peer that copies unknown members may send a page with what an earlier one carried; another coupon, or none, is
    /// in its place now.
    @Test(arguments: [#","coupon":"Y8""#, ""]) func pageDropsWhatAnEarlierOneCarried(_ coupon: String) throws {
        let set = try Self.shop()
        let carry = MigrationOptions(losses: .carry)
        let items = #""items":[{"version":1,"id":1,"coupon":"X7"}]"#
        let first = try set.migrate("{\(items)}", entity: "Page", to: "2026", from: "2025", options: carry)
        let carried = try #require(JSONDocument(parsing: first.bytes).root["x-carried-data"])
        let edited = items.replacing(#","coupon":"X7""#, with: coupon)
        let fresh = try set.migrate("{\(edited)}", entity: "Page", to: "2026", from: "2025", options: carry)
        let stale = "{\(edited),\"x-carried-data\":\(carried.text())}"
        let again = try set.migrate(stale, entity: "Page", to: "2026", from: "2025", options: carry)
        #expect(again.text == fresh.text)
        #expect(try set.migrate(again.data, entity: "Page", to: "2025", from: "2026").text == "{\(edited)}")
    }
}
