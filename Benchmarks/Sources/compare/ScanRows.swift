import Foundation
import VersionedCodec

/// The scan of a document: ours makes an index over checked bytes, Foundation's an object graph.
func scanRows(bytes: Int) -> RowGroup {
    let size = bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes) bytes"
    let names = ["scan wide", "scan records", "scan geometry"].map { "\($0) \(size)" } + ["scan 300 bytes"]
    return RowGroup(names: names) {
        [
            scanRow(names[0], Payloads.wide(bytes: bytes)), scanRow(names[1], Payloads.records(bytes: bytes)),
            scanRow(names[2], Payloads.geometry(bytes: bytes)), scanRow(names[3], Payloads.small()),
        ]
    }
}

private func scanRow(_ name: String, _ payload: [UInt8]) -> Row {
    let data = Data(payload)
    return Row(name: name, units: 1, bytes: payload.count, target: 12) {
        try JSONDocument(parsing: payload).root.isContainer ? 1 : 0
    } baseline: {
        (try JSONSerialization.jsonObject(with: data)) is NSNull ? 0 : 1
    }
}
