import Foundation
import Migrations
import VersionedCodec

let orders = try Migrator(
    Order.self, controller: .shop(),
    migrations: [
        Migration(
            from: ShopVersion.v1, to: .v2, "Names have two parts, and totals are numbers", bridge: OrderBridgeV1V2())
    ])

func payload(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: #filePath).appending(path: "../../../Payloads/\(name)").standardized)
}

print("1. Decode payloads of both versions into one model")
for name in ["order-v1.json", "order-v2.json"] {
    let decoded = try orders.decode(payload(name))
    let order = decoded.model
    print("   \(name): version \(decoded.version), \(decoded.source):", terminator: " ")
    print(
        "\(order.customer.firstName) | \(order.customer.lastName) | \(order.total) | \(order.placedAt.ISO8601Format())")
}

print("2. Encode the model for version 1")
let encoded = try orders.encode(orders.decode(payload("order-v2.json")).model, for: .v1)
print("   \(String(decoding: encoded.data, as: UTF8.self))")
for loss in encoded.losses { print("   \(loss)") }

print("3. Migrate a stored file")
let stored = FileManager.default.temporaryDirectory.appending(path: "stored-order-\(UUID().uuidString).json")
try payload("order-v1.json").write(to: stored)
let migrated = try orders.migrate(Data(contentsOf: stored), to: .v2)
let file = try FileReplacement(of: stored.path)
try file.write(migrated.bytes)
try file.commit()
print(try String(contentsOf: stored, encoding: .utf8), terminator: "")
try FileManager.default.removeItem(at: stored)
