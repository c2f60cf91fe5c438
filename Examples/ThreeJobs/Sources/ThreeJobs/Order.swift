import Foundation

/// An order as today's program has it, and version 2 sends it.
struct Order: Codable {
    struct Customer: Codable {
        var firstName: String
        var lastName: String
    }

    var customer: Customer
    var placedAt: Date
    var total: Decimal
    var note: String?
}

/// An order as version 1 sent it: frozen when version 2 was made, and never edited again.
struct OrderV1: Codable {
    var customerName: String
    var placedAt: Date
    var total: String
}
