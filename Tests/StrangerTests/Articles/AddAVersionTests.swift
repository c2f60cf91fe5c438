import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Add a version", run word for word.
@Suite struct AddAVersionTests: GuideSuite {
    let page = GuidePage(article: "Sources/Migrations/Migrations.docc/AddAVersion.md")
    let printed = PrintedLines()

    @Test func addAVersion() throws {
        // guide begin
        struct OrderV1: Codable, Equatable, Sendable {
            var name: String
            var paid: Int
        }
        // guide end
        // guide begin
        enum OrderVersion: Int, APIVersion { case v1 = 1, v2 }

        struct Order: Codable, Equatable, Sendable {
            var first: String
            var last: String
            var isPaid: Bool
            var note: String?
        }
        // guide end
        // guide begin
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
        // guide end
        // guide begin
        let controller = VersionController<OrderVersion>(location: VersionLocation("/version", as: .integer))
        let orders = try Migrator(
            Order.self, controller: controller,
            migrations: [
                Migration(from: OrderVersion.v1, to: .v2, "Names are two, paid is a boolean", bridge: OrderBridgeV1V2())
            ])
        // guide end
        // guide begin
        let payload = Data(#"{"version": 1, "name": "Ann Lee", "paid": 1}"#.utf8)
        print(try orders.decode(payload).model)
        // Order(first: "Ann", last: "Lee", isPaid: true, note: nil)
        let old = try orders.encode(Order(first: "Ann", last: "Lee", isPaid: true, note: "hurry"), for: .v1)
        print(String(decoding: old.data, as: UTF8.self))
        // {"version":1,"name":"Ann Lee","paid":1}
        print(old.losses[0])
        // at "/note": lost "hurry": version 1 has no notes (step 2 → 1, bridge OrderBridgeV1V2)
        print(try orders.migrate(payload, to: .v2).text)
        // {"version": 2, "first": "Ann", "last": "Lee", "isPaid": true}
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
