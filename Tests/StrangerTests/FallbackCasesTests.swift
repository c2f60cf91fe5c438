import Foundation
import Migrations
import Testing
import VersionedCodec

/// Cases that an older version does not have are written as others, and each is a loss.
@Suite struct FallbackCasesTests {
    enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }
    enum Status: String, Codable, Sendable { case open, closed, archived }
    enum Media: Codable, Equatable { case link(String), video(String) }

    struct Order: Codable, Equatable {
        var status: Status
        var history: [Status]
        var byDay: [String: Status]?
        var media: Media?
    }

    /// The models do not differ, only their formats.
    struct MoreStates: Bridge {
        func upgrade(_ older: Order, in context: inout BridgeContext) -> Order { older }

        func downgrade(_ newer: Order, in context: inout BridgeContext) -> Order { newer }
    }

    private static func controller() throws -> VersionController<ShopVersion> {
        VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer)) { version in
            switch version {
            case .v1:
                VersionFormat(fallbackCases: [
                    FallbackCases([Status.archived: .closed]),
                    FallbackCases(Media.self) { if case .video(let url) = $0 { .link(url) } else { nil } },
                ])
            case .v2: VersionFormat()
            }
        }
    }

    private static let order = Order(
        status: .archived, history: [.open, .archived], byDay: ["mon": .archived], media: .video("a"))
    private static let written: JSONValue = [
        "version": 1, "status": "closed", "history": ["open", "closed"], "byDay": ["mon": "closed"],
        "media": ["link": ["_0": "a"]],
    ]
    private static let paths: Set<JSONPointer> = ["/status", "/history/1", "/byDay/mon", "/media"]

    @Test func ownEncoderWritesAndReportsFallbacks() throws {
        let controller = try Self.controller()
        let (data, losses) = try Loss.collecting { try controller.encode(Self.order, for: .v1) }
        #expect(try JSONDocument(parsing: data).root.isEquivalent(to: Self.written))
        #expect(Set(losses.map(\.path)) == Self.paths)
        #expect(losses.count == 4)
        #expect(
            losses.first { $0.path == "/status" }?.description
                == #"at "/status": lost "archived": version 1 does not have this case of Status, so "closed" is written"#
        )
        let (new, none) = try Loss.collecting { try controller.encode(Self.order, for: .v2) }
        #expect(try controller.decode(Order.self, from: new).value == Self.order)
        #expect(none.isEmpty)
    }

    @Test func foundationsEncoderWritesAndReportsFallbacks() throws {
        let encoder = JSONEncoder()
        encoder.userInfo.install(try Self.controller())
        let (data, losses) = try Loss.collecting {
            try encoder.encode(Versioned(Self.order, version: ShopVersion.v1))
        }
        #expect(try JSONDocument(parsing: data).root.isEquivalent(to: Self.written))
        #expect(Set(losses.map(\.path)) == Self.paths)
    }

    @Test(arguments: [true, false]) func migratorReportsFallbacksAsLosses(isExact: Bool) throws {
        let orders = try Migrator(
            Order.self, controller: Self.controller(),
            migrations: [
                isExact
                    ? Migration(from: ShopVersion.v1, to: .v2, "More states", bridge: MoreStates())
                    : Migration(
                        from: ShopVersion.v1, to: .v2, "More states", operations: [.bridge(MoreStates())]
                    )
            ])
        let encoded = try orders.encode(Self.order, for: .v1)
        #expect(try JSONDocument(parsing: encoded.data).root.isEquivalent(to: Self.written))
        #expect(encoded.losses.map(\.path).contains("/status"))
        #expect(encoded.losses.contains { $0.reason.contains("version 1 does not have this case of Status") })
        #expect(throws: MigrationError.self) { try orders.encode(Self.order, for: .v1, losses: .fail) }
        let payload = Data(#"{"version":2,"status":"archived","history":[]}"#.utf8)
        let moved = try orders.migrate(payload, to: .v1)
        #expect(moved.text == #"{"version":1,"status":"closed","history":[]}"#)
        #expect(moved.losses.map(\.path) == ["/status"])
        #expect(try orders.migrate(Data(moved.text.utf8), to: .v2).losses.isEmpty)
        // What is carried comes back.
        let carried = try orders.encode(Self.order, for: .v1, losses: .carry)
        #expect(try orders.decode(carried.data).model == Self.order)
    }

    @Test func planReportsItsFallbackAsALoss() throws {
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "More states",
                    operations: [
                        .mapValues("/status", [("open", "open"), ("closed", "closed")], reverseFallback: "closed")
                    ])
            ])
        let result = try plan.migrate(#"{"version":2,"status":"archived"}"#, to: "1")
        #expect(result.text == #"{"version":1,"status":"closed"}"#)
        #expect(result.losses.map(\.path) == ["/status"])
    }

    @Test func formatsWithFallbacksAreNotMadeOperations() throws {
        let error = #expect(throws: PlanError.self) {
            try MigrationPlan("Order", controller: Self.controller(), reformatting: Order.self)
        }
        #expect(error?.code == .notDerivable)
    }
}
