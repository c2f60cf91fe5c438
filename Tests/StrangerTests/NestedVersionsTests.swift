import Foundation
import Testing
import VersionedCodec

/// Entities with versions of their own within others, in an envelope that knows nothing of versions.
@Suite struct NestedVersionsTests {
    enum OrderVersion: String, APIVersion { case v1 = "1", v2 = "2" }
    enum PeopleVersion: String, APIVersion { case p1 = "1", p2 = "2" }

    struct Page<Item: Codable & Equatable>: Codable, Equatable {
        var next: Int?
        var items: [Item]
    }

    struct Order: Codable, Equatable {
        var placedAt: Date
        var customer: Versioned<Customer, PeopleVersion>
    }

    struct Customer: Codable, Equatable {
        var joinedAt: Date
    }

    typealias Orders = Page<Versioned<Order, OrderVersion>>

    private static let payload = """
        {"next":7,"items":[\
        {"v":1,"placed_at":"1970-01-01 +0000","customer":{"p":2,"joinedAt":7}},\
        {"v":2,"placedAt":86400,"customer":{"p":1,"joined_at":"1970-01-02 +0000"}}]}
        """

    private static func orders() throws -> VersionController<OrderVersion> {
        try VersionController(location: VersionLocation("/v", as: .integer)) { version in
            switch version {
            case .v1: VersionFormat(dates: [try .pattern("yyyy-MM-dd Z")], keys: .snakeCase)
            case .v2: VersionFormat(dates: [.unixSeconds])
            }
        }
    }

    private static func people() throws -> VersionController<PeopleVersion> {
        try VersionController(location: VersionLocation("/p", as: .integer)) { version in
            switch version {
            case .p1: VersionFormat(dates: [try .pattern("yyyy-MM-dd Z")], keys: .snakeCase)
            case .p2: VersionFormat(dates: [.unixSeconds])
            }
        }
    }

    private func check(_ page: Orders) {
        #expect(page.next == 7)
        #expect(page.items.map(\.version) == [.v1, .v2])
        #expect(page.items.map(\.value.placedAt.timeIntervalSince1970) == [0, 86400])
        #expect(page.items.map(\.value.customer.version) == [.p2, .p1])
        #expect(page.items.map(\.value.customer.value.joinedAt.timeIntervalSince1970) == [7, 86400])
    }

    @Test func everyEntityHasItsOwnVersion() throws {
        let decoder = JSONDecoder()
        decoder.userInfo.install(try Self.orders())
        decoder.userInfo.install(try Self.people())
        let page = try decoder.decode(Orders.self, from: Data(Self.payload.utf8))
        check(page)

        let encoder = JSONEncoder()
        encoder.userInfo.install(try Self.orders())
        encoder.userInfo.install(try Self.people())
        let written = try JSONDocument(parsing: encoder.encode(page)).root
        #expect(written.isEquivalent(to: try JSONDocument(parsing: Self.payload).root), "\(written)")
    }

    @Test func theVersionOfANestedEntityMayBeChosen() throws {
        let encoder = JSONEncoder()
        encoder.userInfo.install(try Self.orders())
        encoder.userInfo.install(try Self.people())
        let customer = Versioned(Customer(joinedAt: Date(timeIntervalSince1970: 7)), version: PeopleVersion.p2)
        let order = Order(placedAt: Date(timeIntervalSince1970: 0), customer: customer)
        let written = try JSONDocument(
            parsing: encoder.encode(Page(next: nil, items: [Versioned(order, version: OrderVersion.v2)]))
        ).root
        let wanted: JSONValue = ["items": [["v": 2, "placedAt": 0, "customer": ["p": 2, "joinedAt": 7]]]]
        #expect(written.isEquivalent(to: wanted), "\(written)")
    }

    @Test func whatANestedEntitySaysWrongHasItsPlace() throws {
        let decoder = JSONDecoder()
        decoder.userInfo.install(try Self.orders())
        decoder.userInfo.install(try Self.people())
        let payload = Self.payload.replacing(#""p":1"#, with: #""p":9"#)
        do {
            _ = try decoder.decode(Orders.self, from: Data(payload.utf8))
            Issue.record("no error")
        } catch {
            let diagnostic = Diagnostic(describing: error)
            #expect(diagnostic.path == "/items/1/customer/p")
            #expect(diagnostic.message == "version 9 is newer than any known one; known versions: 1, 2")
        }
    }
}
