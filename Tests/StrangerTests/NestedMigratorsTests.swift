import Foundation
import Migrations
import Testing
import VersionedCodec

/// Payloads within others go through the migrator of their own model, with any coder.
@Suite struct NestedMigratorsTests {
    enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }
    enum PageVersion: String, APIVersion { case p1, p2 }

    struct OrderV1: Codable { var name: String }
    struct Order: Codable, Equatable {
        var first: String
        var last: String
        var note: String?
    }

    struct OrderBridge: Bridge {
        func upgrade(_ old: OrderV1, in context: inout BridgeContext) throws -> Order {
            let parts = old.name.split(separator: " ").map(String.init)
            guard parts.count == 2 else { throw NoName() }
            return Order(first: parts[0], last: parts[1])
        }

        func downgrade(_ new: Order, in context: inout BridgeContext) -> OrderV1 {
            if let note = new.note { context.lose(.string(note), at: "/note", "version 1 has no notes") }
            return OrderV1(name: new.first + " " + new.last)
        }
    }

    struct NoName: Error, CustomStringConvertible { var description: String { "a name has two words" } }

    typealias Nested = Versioned<Order, ShopVersion>

    struct Page: Codable, Equatable {
        var items: [Nested]
        var best: Nested?
        var byDay: [String: Nested]
    }

    private static let payload = """
        {"items":[{"version":1,"name":"Ann Lee"},{"version":2,"first":"Bo","last":"Ek","note":"soft"}],\
        "byDay":{"mon":{"version":1,"name":"Cy Fox"}}}
        """
    private static let page = Page(
        items: [
            Nested(Order(first: "Ann", last: "Lee"), version: .v1),
            Nested(Order(first: "Bo", last: "Ek", note: "soft"), version: .v2),
        ], byDay: ["mon": Nested(Order(first: "Cy", last: "Fox"), version: .v1)])

    private static func orders() throws -> Migrator<Order, ShopVersion> {
        try Migrator(
            Order.self, controller: VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer)),
            migrations: [Migration(from: ShopVersion.v1, to: .v2, "Names have two parts", bridge: OrderBridge())])
    }

    private static func shop() throws -> VersionController<ShopVersion> {
        try VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer))
            .migrating(by: orders())
    }

    private func isPayload(_ written: Data) throws -> Bool {
        try JSONDocument(parsing: written).root.isEquivalent(to: JSONDocument(parsing: Self.payload).root)
    }

    @Test func foundationsCodersGoThroughTheMigrator() throws {
        let decoder = JSONDecoder()
        decoder.userInfo.install(try Self.shop())
        #expect(try decoder.decode(Page.self, from: Data(Self.payload.utf8)) == Self.page)
        let encoder = JSONEncoder()
        encoder.userInfo.install(try Self.shop())
        #expect(try isPayload(encoder.encode(Self.page)))
    }

    @Test func ownCodersGoThroughTheMigrator() throws {
        var decoder = VersionedJSONDecoder()
        decoder.userInfo.install(try Self.shop())
        #expect(try decoder.decode(Page.self, from: Data(Self.payload.utf8)) == Self.page)
        var encoder = VersionedJSONEncoder()
        encoder.userInfo.install(try Self.shop())
        #expect(try isPayload(encoder.encode(Self.page)))
    }

    /// Each payload keeps the form in which it says its version, also if the migrator writes it.
    @Test func versionsInEitherFormStayAsTheyWere() throws {
        let location = VersionLocation("/meta/version", as: .integerOrString)
        let orders = try Migrator(
            Order.self, controller: VersionController<ShopVersion>(location: location),
            migrations: [Migration(from: ShopVersion.v1, to: .v2, "Names have two parts", bridge: OrderBridge())])
        let shop = VersionController<ShopVersion>(location: location).migrating(by: orders)
        let payload = Data(
            #"[{"meta":{"version":"1"},"name":"Ann Lee"},{"meta":{"version":1},"name":"Bo Ek"}]"#.utf8)
        var (decoder, encoder) = (VersionedJSONDecoder(), VersionedJSONEncoder())
        decoder.userInfo.install(shop)
        encoder.userInfo.install(shop)
        let read = try decoder.decode([Nested].self, from: payload)
        let written = try JSONDocument(parsing: encoder.encode(read)).root
        #expect(written.isEquivalent(to: try JSONDocument(parsing: payload).root))
        let foundation = JSONEncoder()
        foundation.userInfo.install(shop)
        let other = try JSONDocument(parsing: foundation.encode(read)).root
        #expect(other.isEquivalent(to: written))
    }

    @Test func configurationsGoThroughTheMigrator() throws {
        let one = try JSONDecoder().decode(
            Nested.self, from: Data(#"{"version":1,"name":"Ann Lee"}"#.utf8), configuration: Self.shop())
        #expect(one == Self.page.items[0])
        let fixed = try Self.shop().fixed(to: .v1)
        #expect(try fixed.decode(Order.self, from: Data(#"{"name":"Ann Lee"}"#.utf8)).value == one.value)
        let old = try Self.shop().encode(one.value, for: .v1)
        #expect(String(decoding: old, as: UTF8.self) == #"{"version":1,"name":"Ann Lee"}"#)
    }

    @Test func lossesAreCollectedWithTheirPlaces() throws {
        var page = Self.page
        page.items[1].version = .v1
        let encoder = JSONEncoder()
        encoder.userInfo.install(try Self.shop())
        let (data, losses) = try Loss.collecting { try encoder.encode(page) }
        #expect(losses.map(\.path) == ["/items/1/note"])
        let written = try JSONDocument(parsing: data).root[at: "/items/1"]
        #expect(written?.isEquivalent(to: ["version": 1, "name": "Bo Ek"]) == true)
        encoder.userInfo.install(
            try VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer))
                .migrating(by: Self.orders(), losses: .fail))
        #expect(throws: MigrationError.self) { try encoder.encode(page) }
    }

    @Test func errorsHavePathAndStep() throws {
        for path in ["/items/0", "/byDay/mon"] {
            let payload = Self.payload.replacing(path == "/items/0" ? "Ann Lee" : "Cy Fox", with: "Ann")
            var own = VersionedJSONDecoder()
            own.userInfo.install(try Self.shop())
            let theirs = JSONDecoder()
            theirs.userInfo.install(try Self.shop())
            for decode in [
                { try own.decode(Page.self, from: Data(payload.utf8)) },
                { try theirs.decode(Page.self, from: Data(payload.utf8)) },
            ] {
                do {
                    _ = try decode()
                    Issue.record("no error")
                } catch {
                    let diagnostic = Diagnostic(describing: error)
                    #expect(diagnostic.path?.description == path)
                    #expect(diagnostic.message.contains("a name has two words"))
                    #expect("\(diagnostic)".contains("step 1 → 2"), "\(diagnostic)")
                }
            }
        }
    }

    // MARK: The migrator of the page

    struct PageV1: Codable, Equatable { var orders: [Nested] }
    struct PageV2: Codable, Equatable { var items: [Nested] }
    struct PageBridge: Bridge {
        var lossClass: LossClass { .exact }
        func upgrade(_ old: PageV1, in context: inout BridgeContext) -> PageV2 { PageV2(items: old.orders) }
        func downgrade(_ new: PageV2, in context: inout BridgeContext) -> PageV1 { PageV1(orders: new.items) }
    }

    private static let old = #"{"version":1,"orders":[{"version":1,"name":"Ann Lee"}]}"#
    private static let new = #"{"version":2,"items":[{"version":2,"first":"Ann","last":"Lee"}]}"#

    @Test(arguments: [true, false]) func pageOfTheSameVersionsTakesItsOrdersAlong(isBridge: Bool) throws {
        let migration =
            isBridge
            ? Migration(from: ShopVersion.v1, to: .v2, "Orders are items", bridge: PageBridge())
            : Migration(
                from: ShopVersion.v1, to: .v2, "Orders are items",
                operations: [
                    .rename("/orders", to: "items"), .each("/items", [.migrating(by: try Self.orders().plan)]),
                ])
        let pages = try Migrator(PageV2.self, controller: Self.shop(), migrations: [migration])
        #expect(try pages.migrate(Data(Self.old.utf8), to: .v2).text == Self.new)
        #expect(try pages.migrate(Data(Self.new.utf8), to: .v1).text == Self.old)
        let page = try pages.decode(Data(Self.old.utf8)).model
        #expect(page.items.map(\.value) == [Order(first: "Ann", last: "Lee")])
        let encoded = try pages.encode(page, for: .v1)
        #expect(String(decoding: encoded.data, as: UTF8.self) == Self.old)
        #expect(encoded.losses.isEmpty)

        let noted = PageV2(items: [Nested(Order(first: "Ann", last: "Lee", note: "soft"), version: .v2)])
        #expect(try pages.encode(noted, for: .v1).losses.map(\.path) == ["/items/0/note"])
        let result = try pages.migrate(Data(Self.new.replacing("}]}", with: #","note":"soft"}]}"#).utf8), to: .v1)
        #expect(result.losses.map(\.path) == ["/items/0/note"])
        #expect(throws: MigrationError.self) { try pages.encode(noted, for: .v1, losses: .fail) }

        // An order says its own version, whatever that of the page.
        let mixed = Self.new.replacing(
            #"{"version":2,"first":"Ann","last":"Lee"}"#, with: #"{"version":1,"name":"Ann Lee"}"#)
        #expect(try pages.decode(Data(mixed.utf8)).model.items.map(\.value) == page.items.map(\.value))
    }

    struct Envelope: Codable, Equatable { var items: [Nested] }

    @Test func pageOfOtherVersionsCarriesTheController() throws {
        let controller = try VersionController<PageVersion>(location: VersionLocation("/page", as: .string))
            .migrating(by: Self.orders())
        let payload = Data(#"{"page":"p2","items":[{"version":1,"name":"Ann Lee"}]}"#.utf8)
        let page = try controller.decode(Envelope.self, from: payload)
        #expect(page.value.items.map(\.value) == [Order(first: "Ann", last: "Lee")])
        #expect(page.value.items.map(\.version) == [.v1])
        #expect(try controller.encode(page.value, formatting: []) == payload)
    }
}
