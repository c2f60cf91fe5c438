import Foundation
import Migrations
import VersionedCodec

/// A page of orders, of which every other one is of an older version, with a customer in each that says none: a plan
/// set against the same by hand.
func setRows(bytes: Int) -> RowGroup {
    let name = "migrate set \(byteCount(bytes))"
    return RowGroup(names: [name]) {
        let set = try shop()
        let count = max(2, bytes / page(of: 2).count * 2)
        let (whole, part) = (page(of: count), page(of: max(2, count / 20)))
        let baseline = byHand(part)
        guard try migrated(set, part) == baseline() else { throw UnequalPages() }
        return [
            Row(
                name: name, units: 1, bytes: whole.count,
                baselineScale: Double(whole.count) / Double(part.count)
            ) {
                try migrated(set, whole)
            } baseline: {
                try baseline()
            }
        ]
    }
}

private struct UnequalPages: Error {}

private func shop() throws -> PlanSet {
    let orders = try MigrationPlan(
        "Order", versionAt: VersionLocation("/version", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
        migrations: [
            Migration(
                from: "1", to: "2", "The total is called price",
                operations: [.rename("/total", to: "price"), .add("/currency", value: "EUR")])
        ])
    let customers = try MigrationPlan(
        "Customer", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
        migrations: [Migration(from: "1", to: "2", "Mail is e-mail", operations: [.rename("/mail", to: "email")])])
    return try PlanSet(
        "Shop",
        entities: [
            PlanSet.Entity("Order", plan: orders, nested: [NestedEntity("Customer", at: "/customer")]),
            PlanSet.Entity("Customer", plan: customers),
            PlanSet.Entity("Page", nested: [NestedEntity("Order", eachOf: "/items")]),
        ],
        pins: [VersionPins("a", ["Order": "1", "Customer": "1"]), VersionPins("b", ["Order": "2", "Customer": "2"])])
}

private func page(of count: Int) -> [UInt8] {
    let items = (0..<count).map { number in
        let customer =
            #"{"mail":"someone\#(number)@example.com","name":"Someone \#(number)","address":{"street":"Long Road \#(number)","city":"Basel"}}"#
        return number % 2 == 0
            ? #"{"version":1,"id":\#(number),"total":\#(number),"note":"as soon as possible","customer":\#(customer)}"#
            : #"{"version":2,"id":\#(number),"price":\#(number),"note":"as soon as possible","customer":\#(customer),"currency":"EUR"}"#
    }
    return Array((#"{"next":7,"items":["# + items.joined(separator: ",") + "]}").utf8)
}

/// How long the migrated page is.
private func migrated(_ set: PlanSet, _ page: [UInt8]) throws -> Int {
    try set.migrate(page, entity: "Page", to: "b", from: "a").bytes.count
}

/// The same on dictionaries; only its length is compared, as the order of members is another one.
private func byHand(_ page: [UInt8]) -> () throws -> Int {
    {
        let object = try JSONSerialization.jsonObject(with: Data(page))
        guard var page = object as? [String: Any], let orders = page["items"] as? [[String: Any]] else {
            throw UnequalPages()
        }
        page["items"] = try orders.map { order in
            var order = order
            guard var customer = order["customer"] as? [String: Any] else { throw UnequalPages() }
            if order["version"] as? Int == 1 {
                order["version"] = 2
                order["price"] = order.removeValue(forKey: "total")
                order["currency"] = "EUR"
            }
            customer["email"] = customer.removeValue(forKey: "mail")
            order["customer"] = customer
            return order
        }
        return try JSONSerialization.data(withJSONObject: page, options: .withoutEscapingSlashes).count
    }
}
