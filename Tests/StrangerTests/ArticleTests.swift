import Foundation
import Migrations
import Testing
import VersionedCodec

/// The code of the articles "Versions of a model" and "Add a version", as it is there.
@Suite struct ArticleTests {
    enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }

    struct Shop: Codable, Equatable, VersionedKeys {
        var name: String
        var openedAt: Date
        var latitude: Double

        static func keyLayouts(for version: ShopVersion) throws -> [KeyLayout] {
            switch version {
            case .v1: [try KeyLayout(CodingKeys.self, [.name: .key("title"), .latitude: .path("/location/lat")])]
            case .v2: []
            }
        }
    }

    @Test func versionsOfAModel() throws {
        let controller = try VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer)) {
            version in
            switch version {
            case .v1:
                VersionFormat(dates: [try .pattern("MMM-dd-yyyy HH:mm:ss zzz", zone: .hours(8))], keys: .snakeCase)
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }
        let first =
            #"{"version": 1, "title": "Ulm", "opened_at": "Nov-14-2017 17:25:55 GMT+8", "location": {"lat": 48.4}}"#
        let second = #"{"version": 2, "name": "Ulm", "openedAt": "2017-11-14T09:25:55Z", "latitude": 48.4}"#
        let payload = Data(first.utf8)

        let shop = try controller.decode(Shop.self, from: payload)
        #expect(shop.version == .v1)
        #expect(shop.value.openedAt == Date(timeIntervalSince1970: 1_510_651_555))
        for (version, text) in [(ShopVersion.v1, first), (.v2, second)] {
            let written = try JSONDocument(parsing: controller.encode(shop.value, for: version)).root
            #expect(written.isEquivalent(to: try JSONDocument(parsing: text).root), "wrote \(written)")
        }

        let decoder = JSONDecoder()
        decoder.userInfo.install(controller)
        let wrapped = try decoder.decode(Versioned<Shop, ShopVersion>.self, from: payload)
        let same = try JSONDecoder().decode(
            Versioned<Shop, ShopVersion>.self, from: payload, configuration: controller)
        let encoder = JSONEncoder()
        encoder.userInfo.install(controller)
        let older = try encoder.encode(Versioned(shop.value, version: ShopVersion.v1))
        #expect(try controller.decode(Shop.self, from: older).version == .v1)
        #expect(wrapped == same)
        #expect(wrapped == shop)
    }

    struct OrderV1: Codable, Equatable, Sendable {
        var name: String
        var paid: Int
    }

    enum OrderVersion: Int, APIVersion { case v1 = 1, v2 }

    struct Order: Codable, Equatable, Sendable {
        var first: String
        var last: String
        var isPaid: Bool
        var note: String?
    }

    struct OrderBridgeV1V2: Bridge {
        func upgrade(_ old: OrderV1, in context: inout BridgeContext) -> Order {
            let parts = old.name.split(separator: " ", maxSplits: 1).map(String.init)
            return Order(first: parts.first ?? "", last: parts.dropFirst().first ?? "", isPaid: old.paid != 0)
        }

        func downgrade(_ new: Order, in context: inout BridgeContext) -> OrderV1 {
            if let note = new.note { context.lose(.string(note), at: "/note", "version 1 has no notes") }
            return OrderV1(name: new.first + " " + new.last, paid: new.isPaid ? 1 : 0)
        }
    }

    @Test func addAVersion() throws {
        let orders = try Migrator(
            Order.self,
            controller: VersionController<OrderVersion>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(from: OrderVersion.v1, to: .v2, "Names are two, paid is a boolean", bridge: OrderBridgeV1V2())
            ])
        let payload = Data(#"{"version": 1, "name": "Ann Lee", "paid": 1}"#.utf8)
        #expect(try orders.decode(payload).model == Order(first: "Ann", last: "Lee", isPaid: true))
        let order = Order(first: "Ann", last: "Lee", isPaid: true, note: "hurry")
        let old = try orders.encode(order, for: .v1)
        #expect(String(decoding: old.data, as: UTF8.self) == #"{"version":1,"name":"Ann Lee","paid":1}"#)
        #expect(
            old.losses.map(\.description)
                == ["at \"/note\": lost \"hurry\": version 1 has no notes (step 2 → 1, bridge OrderBridgeV1V2)"])
        let moved = try orders.migrate(payload, to: .v2)
        #expect(moved.text == #"{"version": 2, "first": "Ann", "last": "Lee", "isPaid": true}"#)
    }
}
