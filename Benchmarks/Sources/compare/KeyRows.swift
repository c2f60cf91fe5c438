import Foundation
import VersionedCodec

/// Models read and written through a controller over Foundation's coders, against those coders by themselves on the
/// payload of today's keys.
var keyRows: RowGroup {
    RowGroup(
        names: sizes.flatMap { size in
            formats.flatMap { [name(size.name, $0.name), name("encode " + size.name, $0.name)] }
        },
        make: {
            try sizes.flatMap { size in try formats.flatMap { try rows($0.name, $0.format, size.name, size.count) } }
        })
}

private let sizes = [(name: "small", count: 1), (name: "large", count: 2000)]

private let formats: [(name: String, format: VersionFormat)] = [
    ("unchanged", .unchanged), ("as declared", VersionFormat()), ("snake case", VersionFormat(keys: .snakeCase)),
]

private enum RowVersion: Int, APIVersion { case v1 = 1 }

private struct Holder<Item: Codable>: Codable {
    var version = 1
    var items: [Item]
}

private struct Item: Codable {
    struct Owner: Codable {
        var userID: Int
        var displayName: String
    }
    var itemID: Int
    var title: String
    var imageURL: String
    var isHidden: Bool
    var score: Double
    var note: String?
    var tagNames: [String]
    var owner: Owner
}

private func name(_ size: String, _ format: String) -> String { "foundation route \(size) \(format)" }

private func rows(_ format: String, _ versionFormat: VersionFormat, _ size: String, _ count: Int) throws -> [Row] {
    let items = (0..<count).map { index in
        Item(
            itemID: index, title: "Title \(index)", imageURL: "https://example.com/\(index).png",
            isHidden: index % 2 == 0, score: Double(index) / 8, note: index % 3 == 0 ? nil : "note",
            tagNames: ["a", "b"], owner: .init(userID: index, displayName: "Name \(index)"))
    }
    let controller = VersionController<RowVersion>(
        location: VersionLocation("/version", as: .integer), format: versionFormat)
    let plain = try JSONEncoder().encode(Holder(items: items))
    let versioned = try controller.encode(Holder(items: items), for: .v1)
    let decoder = JSONDecoder()
    let ours = JSONDecoder()
    ours.userInfo.install(controller)
    let reading = Row(name: name(size, format), units: 1, bytes: plain.count) {
        try ours.decode(Versioned<Holder<Item>, RowVersion>.self, from: versioned).value.items.count
    } baseline: {
        try decoder.decode(Holder<Item>.self, from: plain).items.count
    }
    let (encoder, ourEncoder) = (JSONEncoder(), JSONEncoder())
    ourEncoder.userInfo.install(controller)
    let writing = Row(name: name("encode " + size, format), units: 1, bytes: plain.count) {
        try ourEncoder.encode(Versioned(Holder(items: items), version: RowVersion.v1)).count
    } baseline: {
        try encoder.encode(Holder(items: items)).count
    }
    return [reading, writing]
}
