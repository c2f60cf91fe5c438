import Foundation
import Migrations
import VersionedCodec

/// What versions cost: payloads of the current version through a controller against the plain decoder of ours, and
/// older payloads, to the current model, against `JSONDecoder` on current ones.
func layerRows(bytes: Int) -> RowGroup {
    let size = byteCount(bytes)
    let names =
        ["detected records", "detected nested"].map { "layer \($0) \(size)" }
        + ["layer detected records 12 KB", "layer detected 300 bytes"]
        + ["by operations", "by two bridges"].map { "layer from version 1 \($0) \(size)" }
        + ["by operations", "by two bridges"].map { "layer from version 1 \($0) 300 bytes" }
    return RowGroup(names: names) {
        let (records, one) = (Payloads.records(bytes: bytes), Payloads.small())
        let nested = Payloads.nested(bytes: bytes)
        return [
            try detected([Record].self, names[0], records, target: 0.97),
            try detected([Region].self, names[1], nested, target: 0.97),
            try detected([Record].self, names[2], Payloads.records(bytes: 12_000), target: 0.97),
            try detectedAlone(names[3], one, target: 0.9),
            try migrated(names[4], records, by: .operations, target: 3.3),
            try migrated(names[5], records, by: .bridges, target: 3),
            try migratedAlone(names[6], one, by: .operations), try migratedAlone(names[7], one, by: .bridges),
        ]
    }
}

private enum LayerVersion: Int, APIVersion { case v1 = 1, v2, v3 }

private let location = VersionLocation("/version", as: .integer)

/// A payload that says its version first.
private struct Page<Item: Codable & Equatable & SendableMetatype>: Codable, Equatable {
    var version: Int
    var items: Item
}

private func page(_ items: [UInt8], version: Int) -> Data {
    Data(#"{"version":\#(version),"items":"#.utf8) + Data(items) + Data("}".utf8)
}

// MARK: - Current payloads

private func detected<Item: Codable & Equatable & SendableMetatype>(
    _ type: Item.Type, _ name: String, _ items: [UInt8], target: Double
) throws -> Row {
    try detected(Page<Item>.self, name, page(items, version: 3), target: target)
}

private func detectedAlone(_ name: String, _ record: [UInt8], target: Double) throws -> Row {
    let text = String(decoding: record, as: UTF8.self).replacing(#""version":1"#, with: #""version":3"#)
    return try detected(Record.self, name, Data(text.utf8), target: target)
}

private func detected<Model: Codable & Equatable>(
    _ type: Model.Type, _ name: String, _ payload: Data, target: Double
) throws -> Row {
    let layered = VersionedJSONDecoder(VersionController<LayerVersion>(location: location))
    let plain = VersionedJSONDecoder()
    guard try layered.decode(type, from: payload) == plain.decode(type, from: payload) else { throw Unequal() }
    return Row(name: name, units: 1, bytes: payload.count, target: target) {
        keep(try layered.decode(type, from: payload))
    } baseline: {
        keep(try plain.decode(type, from: payload))
    }
}

private struct Unequal: Error {}

// MARK: - Older payloads

private enum Steps {
    case operations, bridges
}

/// Names as version 1 and 2 write them: one renamed member each.
private struct OldRecord: Codable, Equatable {
    var version: Int
    var id: Int
    var name: String
    var mail: String
    var created_at: String
    var amount: Double
    var city: String
    var contact: Record.Contact
    var note: String
}

private struct MiddleRecord: Codable, Equatable {
    var version: Int
    var id: Int
    var user_name: String
    var mail: String
    var created_at: String
    var amount: Double
    var town: String
    var contact: Record.Contact
    var note: String
}

extension OldRecord {
    var middle: MiddleRecord {
        MiddleRecord(
            version: version, id: id, user_name: name, mail: mail, created_at: created_at, amount: amount, town: city,
            contact: contact, note: note)
    }
}

extension MiddleRecord {
    var old: OldRecord {
        OldRecord(
            version: version, id: id, name: user_name, mail: mail, created_at: created_at, amount: amount, city: town,
            contact: contact, note: note)
    }

    var new: Record {
        Record(
            version: version, id: id, user_name: user_name, mail: mail, created_at: created_at, amount: amount,
            city: town, contact: contact, note: note)
    }
}

extension Record {
    fileprivate var middle: MiddleRecord {
        MiddleRecord(
            version: version, id: id, user_name: user_name, mail: mail, created_at: created_at, amount: amount,
            town: city, contact: contact, note: note)
    }
}

private struct FirstBridge: Bridge {
    func upgrade(_ page: Page<[OldRecord]>, in context: inout BridgeContext) -> Page<[MiddleRecord]> {
        Page(version: 2, items: page.items.map(\.middle))
    }

    func downgrade(_ page: Page<[MiddleRecord]>, in context: inout BridgeContext) -> Page<[OldRecord]> {
        Page(version: 1, items: page.items.map(\.old))
    }
}

private struct SecondBridge: Bridge {
    func upgrade(_ page: Page<[MiddleRecord]>, in context: inout BridgeContext) -> Page<[Record]> {
        Page(version: 3, items: page.items.map(\.new))
    }

    func downgrade(_ page: Page<[Record]>, in context: inout BridgeContext) -> Page<[MiddleRecord]> {
        Page(version: 2, items: page.items.map(\.middle))
    }
}

private func migrator(_ steps: Steps) throws -> Migrator<Page<[Record]>, LayerVersion> {
    let migrations: [Migration] =
        switch steps {
        case .operations:
            [
                Migration(
                    from: LayerVersion.v1, to: .v2, "name is called user_name",
                    operations: [.each("/items", [.rename("/name", to: "user_name"), .rename("/city", to: "town")])]),
                Migration(
                    from: LayerVersion.v2, to: .v3, "town is called city",
                    operations: [.each("/items", [.rename("/town", to: "city")])]),
            ]
        case .bridges:
            [
                Migration(from: LayerVersion.v1, to: .v2, "name is called user_name", bridge: FirstBridge()),
                Migration(from: LayerVersion.v2, to: .v3, "town is called city", bridge: SecondBridge()),
            ]
        }
    return try Migrator(
        Page<[Record]>.self, controller: VersionController(location: location), migrations: migrations)
}

private func migrated(_ name: String, _ records: [UInt8], by steps: Steps, target: Double?) throws -> Row {
    let current = page(records, version: 3)
    let text = String(decoding: page(records, version: 1), as: UTF8.self)
    let old = Data(text.replacing(#""user_name":"#, with: #""name":"#).utf8)
    let (migrator, baseline) = (try migrator(steps), JSONDecoder())
    let model = try baseline.decode(Page<[Record]>.self, from: current)
    guard try migrator.decode(old).model == model else { throw Unequal() }
    return Row(name: name, units: 1, bytes: old.count, target: target) {
        keep(try migrator.decode(old).model)
    } baseline: {
        keep(try baseline.decode(Page<[Record]>.self, from: current))
    }
}

private func migratedAlone(_ name: String, _ record: [UInt8], by steps: Steps) throws -> Row {
    try migrated(name, [UInt8(ascii: "[")] + record + [UInt8(ascii: "]")], by: steps, target: nil)
}
