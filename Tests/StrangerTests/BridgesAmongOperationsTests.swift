import Foundation
import Migrations
import Testing
import VersionedCodec

/// A bridge, formats and operations in one step, at any depth, and over parts of documents.
@Suite struct BridgesAmongOperationsTests {
    enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }

    struct ItemV1: Codable, Equatable { var unitPrice: Int }
    struct Item: Codable, Equatable {
        var unitCents: Int
        var note: String?
    }

    struct ItemBridge: Bridge {
        final class Calls: @unchecked Sendable { var up = 0, down = 0 }
        let calls: Calls

        func upgrade(_ old: ItemV1, in context: inout BridgeContext) throws -> Item {
            calls.up += 1
            if old.unitPrice < 0 { throw Negative() }
            return Item(unitCents: old.unitPrice * 100, note: nil)
        }

        func downgrade(_ new: Item, in context: inout BridgeContext) -> ItemV1 {
            calls.down += 1
            if let note = new.note { context.lose(.string(note), at: "/note", "version 1 has no notes") }
            return ItemV1(unitPrice: new.unitCents / 100)
        }
    }

    struct Negative: Error, CustomStringConvertible { var description: String { "a price is not negative" } }

    /// What the formats of both versions change: the items go by their bridge.
    struct Envelope: Codable { var placedAt: Date }

    struct Order: Codable, Equatable {
        var placedAt: Date
        var customer: String
        var items: [Item]
    }

    let calls = ItemBridge.Calls()

    private func orders() throws -> Migrator<Order, ShopVersion> {
        try Migrator(
            Order.self,
            controller: VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer)) {
                switch $0 {
                case .v1: VersionFormat(dates: [try .pattern("yyyy-MM-dd", assuming: .gmt)], keys: .snakeCase)
                case .v2: VersionFormat(dates: [.unixSeconds])
                }
            },
            migrations: [
                Migration(
                    from: ShopVersion.v1, to: .v2, "The buyer is a customer, prices are cents",
                    operations: [
                        .reformatting(Envelope.self),
                        .rename("/buyer", to: "customer"),
                        .each("/items", [.bridge(ItemBridge(calls: calls))]),
                    ])
            ])
    }

    private let old = #"{"version":1,"placed_at":"1970-01-02","buyer":"Ann","items":[{"unit_price":2,"x":1.0}]}"#
    private let new = #"{"version":2,"placedAt":86400,"customer":"Ann","items":[{"unitCents":200,"x":1.0}]}"#

    @Test func bytesGoBothWays() throws {
        let orders = try orders()
        #expect(try orders.migrate(Data(old.utf8), to: .v2).text == new)
        #expect(try orders.migrate(Data(new.utf8), to: .v1).text == old)
    }

    @Test func modelsGoBothWays() throws {
        let orders = try orders()
        let order = Order(
            placedAt: Date(timeIntervalSince1970: 86400), customer: "Ann", items: [Item(unitCents: 200, note: nil)])
        #expect(try orders.decode(Data(old.utf8)).model == order)
        let encoded = try orders.encode(order, for: .v1)
        #expect(try orders.decode(encoded.data).model == order)
        #expect(encoded.losses.isEmpty)
    }

    @Test func whatTheBridgeSaysIsReportedOnceInItsPlace() throws {
        let orders = try orders()
        let payload = new.replacing(#""x":1.0"#, with: #""note":"soft""#)
        let result = try orders.migrate(Data(payload.utf8), to: .v1)
        #expect(
            result.losses.map(\.description) == [
                #"line 1, column 81, at "/items/0/note": lost "soft": version 1 has no notes (step 2 → 1, bridge ItemBridge)"#
            ])
        #expect(calls.down == 1)
        let order = try orders.decode(Data(payload.utf8)).model
        #expect(try orders.encode(order, for: .v1).losses.map(\.path) == ["/items/0/note"])
    }

    @Test func errorsNamePathVersionStepAndBridge() throws {
        let payload = old.replacing(#""unit_price":2"#, with: #""unit_price":-2"#)
        let error = #expect(throws: MigrationError.self) { try orders().migrate(Data(payload.utf8), to: .v2) }
        #expect(
            error?.description
                == #"line 1, column 62, at "/items/0": a price is not negative (version 1, step 1 → 2, bridge ItemBridge)"#
        )
        let other = old.replacing(#""unit_price":2"#, with: #""unit_price":"2""#)
        let mismatch = #expect(throws: MigrationError.self) { try orders().decode(Data(other.utf8)) }
        #expect(mismatch?.path == "/items/0/unit_price")
        #expect(mismatch?.operation == "decode ItemV1")
        #expect(mismatch?.code == .doesNotDecode)
    }

    @Test func planShowsAllOfTheStep() throws {
        let text = try orders().plan.explanation(from: "1", to: "2").description
        #expect(text.contains("bridge ItemBridge"))
        #expect(text.contains("rename \"/buyer\""))
        #expect(text.contains("\"/placed_at\""))
    }

    @Test func formatOfBothModelsMayBeThatOfOneVersion() throws {
        let calls = calls
        func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
            try MigrationPlan(
                "Items",
                controller: VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer)) {
                    VersionFormat(keys: $0 == .v1 ? .snakeCase : .asDeclared)
                },
                migrations: [Migration(from: ShopVersion.v1, to: .v2, "Cents", operations: operations)])
        }
        let bridge = ItemBridge(calls: calls)
        let before = try plan([.each("/items", [.bridge(bridge, writtenAs: .older), .reformatting(Item.self)])])
        let behind = try plan([.each("/items", [.reformatting(ItemV1.self), .bridge(bridge, writtenAs: .newer)])])
        for plan in [before, behind] {
            let up = try plan.migrate(#"{"version":1,"items":[{"unit_price":2}]}"#, to: "2")
            #expect(up.text == #"{"version":2,"items":[{"unitCents":200}]}"#)
            #expect(try plan.migrate(up.text, to: "1").text == #"{"version":1,"items":[{"unit_price":2}]}"#)
        }
    }

    @Test func planWithoutAControllerIsRefused() {
        for operation: JSONOperation in [.bridge(ItemBridge(calls: calls)), .reformatting(Item.self)] {
            let error = #expect(throws: PlanError.self) {
                try MigrationPlan(
                    "Items", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
                    migrations: [Migration(from: "1", to: "2", "Cents", operations: [operation])])
            }
            #expect(error?.code == .noController)
        }
    }

    // MARK: Parts

    struct PersonV1: Codable { var name: String, nick: String? }
    struct Person: Codable { var fullName: String, nick: String? }
    struct PersonBridge: Bridge {
        func upgrade(_ old: PersonV1, in context: inout BridgeContext) -> Person {
            Person(fullName: old.name, nick: old.nick)
        }
        func downgrade(_ new: Person, in context: inout BridgeContext) -> PersonV1 {
            PersonV1(name: new.fullName, nick: new.nick)
        }
    }

    struct PersonPatchV1: Codable { var name: PartMember<String>, nick: PartMember<String> }
    struct PersonPatch: Codable { var fullName: PartMember<String>, nick: PartMember<String> }
    struct PersonPatchBridge: Bridge {
        func upgrade(_ old: PersonPatchV1, in context: inout BridgeContext) -> PersonPatch {
            PersonPatch(fullName: old.name, nick: old.nick)
        }
        func downgrade(_ new: PersonPatch, in context: inout BridgeContext) -> PersonPatchV1 {
            PersonPatchV1(name: new.fullName, nick: new.nick)
        }
    }

    @Test(arguments: [
        (#"{"name":"Ann"}"#, #"{"fullName":"Ann"}"#),
        (#"{"nick":null}"#, #"{"nick":null}"#),
        (#"{"version":1,"name":"Ann","nick":"A"}"#, #"{"version":2,"fullName":"Ann","nick":"A"}"#),
        (#"{}"#, #"{}"#),
    ]) func partsCrossABridgeOfTheirOwn(old: String, new: String) throws {
        let plan = try MigrationPlan(
            "People", controller: VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(
                    from: ShopVersion.v1, to: .v2, "Names are full", bridge: PersonBridge(), parts: PersonPatchBridge())
            ])
        let up = try plan.migrate(old, to: "2", from: "1", options: MigrationOptions(isPartial: true))
        #expect(up.text == new)
        #expect(up.losses.isEmpty)
        #expect(try plan.migrate(new, to: "1", from: "2", options: MigrationOptions(isPartial: true)).text == old)
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"name":"Ann","age":3}"#, to: "2", from: "1", options: MigrationOptions(isPartial: true))
        }
        #expect(error?.code == .tooPartial)
        #expect(error?.path == "/age")
    }
}
