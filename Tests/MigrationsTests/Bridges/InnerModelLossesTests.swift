import Foundation
import Migrations
import Testing
import VersionedCodec

/// Losses of models with versions of their own, within a model that a migrator encodes and decodes.
@Suite struct InnerModelLossesTests {
    enum PartVersion: Int, APIVersion { case c1 = 1, c2 }
    enum ListVersion: Int, APIVersion { case p1 = 1, p2 }
    enum OrderVersion: String, APIVersion { case y24 = "2024", y25 = "2025" }

    struct OldPart: Codable {
        var name: String
        var fax: String?
    }

    struct Part: Codable, Equatable {
        var fullName: String
        var mail: String?
    }

    /// Loses `/fax` on the way up, and `/mail` on the way down.
    struct PartBridge: Bridge {
        func upgrade(_ old: OldPart, in context: inout BridgeContext) -> Part { Part(fullName: old.name) }
        func downgrade(_ new: Part, in context: inout BridgeContext) -> OldPart { OldPart(name: new.fullName) }
    }

    struct OldOrder: Codable {
        var cust: Versioned<Part, PartVersion>
        var total: Int
    }

    struct Order: Codable {
        var customer: Versioned<Part, PartVersion>
        var cents: Int
    }

    struct OrderBridge: Bridge {
        func upgrade(_ old: OldOrder, in context: inout BridgeContext) -> Order {
            Order(customer: old.cust, cents: old.total * 100)
        }
        func downgrade(_ new: Order, in context: inout BridgeContext) -> OldOrder {
            OldOrder(cust: new.customer, total: new.cents / 100)
        }
    }

    struct List: Codable { var orders: [Versioned<Order, OrderVersion>] }

    private static func parts() throws -> Migrator<Part, PartVersion> {
        try Migrator(
            Part.self, controller: VersionController<PartVersion>(location: VersionLocation("/cv", as: .integer)),
            migrations: [Migration(from: PartVersion.c1, to: .c2, "c", bridge: PartBridge())])
    }

    private static func orderController() throws -> VersionController<OrderVersion> {
        VersionController<OrderVersion>(location: VersionLocation("/ov", as: .string)).migrating(by: try parts())
    }

    private static func orders() throws -> Migrator<Order, OrderVersion> {
        try Migrator(
            Order.self, controller: orderController(),
            migrations: [Migration(from: OrderVersion.y24, to: .y25, "o", bridge: OrderBridge())])
    }

    private static func orders(byOperations: Void) throws -> Migrator<Order, OrderVersion> {
        try Migrator(
            Order.self, controller: orderController(),
            migrations: [
                Migration(
                    from: OrderVersion.y24, to: .y25, "o",
                    operations: [.rename("/cust", to: "customer"), .rename("/total", to: "cents")])
            ])
    }

    private static let order = Order(
        customer: Versioned(Part(fullName: "B", mail: "m@"), version: PartVersion.c1), cents: 200)

    @Test(arguments: [OrderVersion.y24, .y25], [false, true])
    func encodingReportsThem(_ target: OrderVersion, _ byOperations: Bool) throws {
        let migrator = try byOperations ? Self.orders(byOperations: ()) : Self.orders()
        for policy in [LossPolicy.report, .carry] {
            let encoded = try migrator.encode(Self.order, for: target, losses: policy)
            let text = String(decoding: encoded.data, as: UTF8.self)
            #expect(!text.contains("m@"))
            #expect(encoded.losses.map { $0.value } == ["m@"], "\(target) \(policy): \(encoded.losses)")
            let names = encoded.losses.compactMap(\.path.tokens.last)
            #expect(names == ["mail"], "\(names)")
        }
        let error = #expect(throws: MigrationError.self) {
            try migrator.encode(Self.order, for: target, losses: .fail)
        }
        #expect(error?.code == .losses)
        // A part in its newest version loses nothing.
        var whole = Self.order
        whole.customer = Versioned(Part(fullName: "B", mail: "m@"), version: PartVersion.c2)
        #expect(try migrator.encode(whole, for: target, losses: .fail).losses.isEmpty)
    }

    @Test func decodingReportsThem() throws {
        let migrator = try Self.orders()
        for (ov, text) in [
            ("2025", #"{"ov":"2025","customer":{"cv":1,"name":"A","fax":"F"},"cents":100}"#),
            ("2024", #"{"ov":"2024","cust":{"cv":1,"name":"A","fax":"F"},"total":1}"#),
        ] {
            let payload = Data(text.utf8)
            for policy in [LossPolicy.report, .carry] {
                let decoded = try migrator.decode(payload, losses: policy)
                #expect(decoded.losses.map(\.value) == ["F"], "\(ov) \(policy): \(decoded.losses)")
            }
            #expect(try migrator.decodeReporting(payload).losses.map(\.value) == ["F"])
            #expect(throws: MigrationError.self) { try migrator.decode(payload, losses: .fail) }
        }
        let whole = Data(#"{"ov":"2025","customer":{"cv":2,"fullName":"A"},"cents":1}"#.utf8)
        #expect(try migrator.decode(whole, losses: .fail).losses.isEmpty)
    }

    /// Also those of a part within a part that is written in an older version.
    @Test(arguments: [OrderVersion.y24, .y25]) func collectingFindsThemAtEachDepth(_ version: OrderVersion) throws {
        let controller = try VersionController<ListVersion>(location: VersionLocation("/pv", as: .integer))
            .migrating(by: Self.orders())
        let list = List(orders: [Versioned(Self.order, version: version)])
        let (_, losses) = try Loss.collecting { try VersionedJSONEncoder(controller).encode(list) }
        #expect(losses.map(\.value) == ["m@"])
        let encoder = JSONEncoder()
        encoder.userInfo.install(controller)
        let (_, theirs) = try Loss.collecting { try encoder.encode(Versioned(list, version: ListVersion.p2)) }
        #expect(theirs.map(\.value) == ["m@"])
    }

    /// What a migrator reports is not collected once more.
    @Test func lossesOfAMigratorAreItsOwn() throws {
        let migrator = try Self.orders()
        let (encoded, losses) = try Loss.collecting { try migrator.encode(Self.order, for: .y24) }
        #expect(encoded.losses.count == 1 && losses.isEmpty)
        let payload = Data(#"{"ov":"2024","cust":{"cv":1,"name":"A","fax":"F"},"total":1}"#.utf8)
        let (moved, others) = try Loss.collecting { try migrator.migrate(payload, to: .y25) }
        #expect(moved.losses.map(\.value) == ["F"] && others.isEmpty, "\(moved.losses) \(others)")
    }

    // MARK: One type of versions

    enum Version: Int, APIVersion { case v1 = 1, v2 }
    struct Page: Codable { var items: [Versioned<Part, Version>] }

    @Test func versionsOfOneTypeReportEachLossOnce() throws {
        let base = VersionController<Version>(location: VersionLocation("/version", as: .integer))
        let parts = try Migrator(
            Part.self, controller: base, migrations: [Migration(from: Version.v1, to: .v2, "c", bridge: PartBridge())])
        let pages = try Migrator(
            Page.self, controller: base.migrating(by: parts),
            migrations: [
                Migration(
                    from: Version.v1, to: .v2, "p",
                    operations: [.rename("/list", to: "items"), .each("/items", [.migrating(by: parts.plan)])])
            ])
        let page = Page(items: [Versioned(Part(fullName: "B", mail: "m@"), version: Version.v2)])
        let encoded = try pages.encode(page, for: .v1)
        #expect(String(decoding: encoded.data, as: UTF8.self).contains(#""name":"B""#))
        #expect(encoded.losses.map(\.value) == ["m@"], "\(encoded.losses)")
        let payload = Data(#"{"version":2,"items":[{"version":1,"name":"A","fax":"F"}]}"#.utf8)
        #expect(try pages.decode(payload).losses.map(\.value) == ["F"])
        #expect(throws: MigrationError.self) { try pages.decode(payload, losses: .fail) }
    }
}
