import Foundation
import Migrations

/// Between version 1 and version 2: a name becomes two, a total as text becomes a number, notes are new.
struct OrderBridgeV1V2: Bridge {
    func upgrade(_ older: OrderV1, in context: inout BridgeContext) throws -> Order {
        guard let total = Decimal(string: older.total) else {
            throw OrderFault(description: "no total: \(older.total)")
        }
        let words = older.customerName.split(separator: " ", maxSplits: 1).map(String.init)
        let customer = Order.Customer(firstName: words.first ?? "", lastName: words.dropFirst().first ?? "")
        return Order(customer: customer, placedAt: older.placedAt, total: total, note: nil)
    }

    func downgrade(_ newer: Order, in context: inout BridgeContext) -> OrderV1 {
        if let note = newer.note { context.lose(.string(note), at: "/note", "version 1 has no notes") }
        let name = [newer.customer.firstName, newer.customer.lastName].filter { !$0.isEmpty }.joined(separator: " ")
        return OrderV1(customerName: name, placedAt: newer.placedAt, total: newer.total.description)
    }
}

struct OrderFault: Error, CustomStringConvertible {
    let description: String
}
