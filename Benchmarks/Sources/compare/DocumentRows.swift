import Foundation
import Migrations
import VersionedCodec

/// Whole documents to another version, each against the usual pipeline: `JSONSerialization`, edit of each record,
/// `JSONSerialization`.
func documentRows(bytes: Int) -> RowGroup {
    let size = byteCount(bytes)
    let names = [
        "migrate document", "migrate document in a style", "migrate document in a style, sorted",
        "migrate document with a split", "migrate document with a loss in each record",
    ].map { "\($0) \(size)" }
    return RowGroup(names: names) {
        let payload = Payloads.document(bytes: bytes)
        let sorted = WritingStyle(indentation: .spaces(2), keyOrder: .sorted)
        return try [
            documentRow(names[0], payload, renaming, nil), documentRow(names[1], payload, renaming, .pretty),
            documentRow(names[2], payload, renaming, sorted), documentRow(names[3], payload, splitting, nil),
            documentRow(names[4], payload, losing, nil),
        ]
    }
}

/// Documents of growing sizes: time for a byte must not grow with them.
func linearDocumentRows() -> RowGroup {
    let sizes = [1_000, 100_000, 10_000_000, 100_000_000]
    return RowGroup(names: sizes.map { "migrate linear \(byteCount($0))" }) {
        try sizes.map { size in
            try documentRow("migrate linear \(byteCount(size))", Payloads.document(bytes: size), renaming, nil)
        }
    }
}

private struct Unequal: Error {}

/// A change of each record: an operation, and the same on a dictionary.
private struct Change: Sendable {
    let operations: [JSONOperation]
    var hasWayBack = false
    let edit: @Sendable (inout [String: Any]) throws -> Void
}

private let renaming = Change(operations: [.rename("/user_name", to: "userName"), .move("/mail", to: "/contact/mail")])
{ record in
    record["userName"] = record.removeValue(forKey: "user_name")
    guard var contact = record["contact"] as? [String: Any] else { throw Unequal() }
    contact["mail"] = record.removeValue(forKey: "mail")
    record["contact"] = contact
}

/// What only values can do.
private let splitting = Change(
    operations: [.split("/user_name", into: ["/first", "/last"], separator: " ", extraParts: .last)]
) { record in
    guard let name = record.removeValue(forKey: "user_name") as? String else { throw Unequal() }
    let parts = name.split(separator: " ", maxSplits: 1)
    (record["first"], record["last"]) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
}

/// Each record loses a member, which the way back does not bring back.
private let losing = Change(operations: [.remove("/mail")], hasWayBack: true) { record in
    record.removeValue(forKey: "mail")
}

private func documentRow(_ name: String, _ payload: [UInt8], _ change: Change, _ style: WritingStyle?) throws -> Row {
    let plan = try MigrationPlan(
        "documents", versionAt: VersionLocation("/version", as: .integer),
        versions: [PlanVersion("1"), PlanVersion("2", style: style)],
        migrations: [
            change.hasWayBack
                ? Migration(from: "1", to: "2", "A change", operations: [.each("/items", change.operations)])
                : Migration(from: "1", to: "2", "A change", up: [.each("/items", change.operations)], down: nil)
        ])
    // The pipeline needs many seconds for a large document.
    let part = payload.count > 10_000_000 ? Payloads.document(bytes: 10_000_000) : payload
    let options: JSONSerialization.WritingOptions =
        style.map { $0.keyOrder == .sorted ? [.prettyPrinted, .sortedKeys] : .prettyPrinted } ?? []
    return Row(
        name: name, units: 1, bytes: payload.count, baselineScale: Double(payload.count) / Double(part.count)
    ) {
        try plan.migrate(payload, to: "2").bytes.count
    } baseline: {
        guard var root = try JSONSerialization.jsonObject(with: Data(part)) as? [String: Any],
            var items = root["items"] as? [[String: Any]]
        else { throw Unequal() }
        for index in items.indices { try change.edit(&items[index]) }
        (root["items"], root["version"]) = (items, 2)
        return try JSONSerialization.data(withJSONObject: root, options: options).count
    }
}
