import Foundation
import VersionedCodec

/// The scan of a document: ours makes an index over checked bytes, Foundation's an object graph.
func scanRows(bytes: Int) -> RowGroup {
    let size = byteCount(bytes)
    let names = ["scan wide", "scan records", "scan geometry"].map { "\($0) \(size)" } + ["scan 300 bytes"]
    return RowGroup(names: names) {
        [
            scanRow(names[0], Payloads.wide(bytes: bytes)), scanRow(names[1], Payloads.records(bytes: bytes)),
            scanRow(names[2], Payloads.geometry(bytes: bytes)), scanRow(names[3], Payloads.small()),
        ]
    }
}

/// Records of growing sizes: time for a byte must not grow with them.
func linearRows() -> RowGroup {
    let sizes = [1_000, 100_000, 10_000_000, 100_000_000]
    return RowGroup(names: sizes.map { "scan linear \(byteCount($0))" }) {
        sizes.map { scanRow("scan linear \(byteCount($0))", Payloads.records(bytes: $0), target: nil) }
    }
}

/// Documents that quadratic readers choke on.
func hardRows() -> RowGroup {
    let names = [
        "scan hard 100,000 members", "scan hard members in reverse", "scan hard 50 MB string",
        "scan hard 1,000,000 escapes",
        "scan hard depth 100,000",
    ]
    return RowGroup(names: names) {
        let members = HardPayloads.members(100_000)
        let data = Data(members)
        let keys = (0..<100_000).reversed().map { "key\($0)" }
        let deep = HardPayloads.nested(100_000)
        let flat = Data(HardPayloads.nested(500, times: 200))
        return [
            scanRow(names[0], members, target: nil),
            Row(name: names[1], units: 1, bytes: members.count) {
                guard let object = try JSONDocument(parsing: members).root.object else { throw Unequal() }
                return keys.reduce(0) { $0 + (object[$1]?.int ?? 0) }
            } baseline: {
                guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
                    throw Unequal()
                }
                return keys.reduce(0) { $0 + (object[$1] as? Int ?? 0) }
            },
            scanRow(names[2], HardPayloads.string(50_000_000), target: nil),
            scanRow(names[3], HardPayloads.escapes(1_000_000), target: nil),
            // Foundation refuses more than 512 levels: it gets as many brackets, 500 deep.
            Row(name: names[4], units: 1, bytes: deep.count) {
                var options = JSONParsingOptions()
                options.maximumDepth = 100_000
                return try JSONDocument(parsing: deep, options: options).root.isContainer ? 1 : 0
            } baseline: {
                (try JSONSerialization.jsonObject(with: flat)) is NSNull ? 0 : 1
            },
        ]
    }
}

private struct Unequal: Error {}

private enum HardPayloads {
    static func members(_ count: Int) -> [UInt8] {
        Array(("{" + (0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}").utf8)
    }

    static func string(_ bytes: Int) -> [UInt8] { Array("\"".utf8) + [UInt8](repeating: 0x61, count: bytes) + [0x22] }

    static func escapes(_ count: Int) -> [UInt8] {
        Array(("\"" + String(repeating: "\\u00e9", count: count) + "\"").utf8)
    }

    static func nested(_ depth: Int, times: Int = 1) -> [UInt8] {
        let one = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        return Array((times == 1 ? one : "[" + Array(repeating: one, count: times).joined(separator: ",") + "]").utf8)
    }
}

/// A size as names of rows have it.
func byteCount(_ bytes: Int) -> String {
    if bytes >= 1_000_000 { return "\(bytes / 1_000_000) MB" }
    return bytes >= 1000 ? "\(bytes / 1000) KB" : "\(bytes) bytes"
}

private func scanRow(_ name: String, _ payload: [UInt8], target: Double? = 12) -> Row {
    let data = Data(payload)
    return Row(name: name, units: 1, bytes: payload.count, target: target) {
        try JSONDocument(parsing: payload).root.isContainer ? 1 : 0
    } baseline: {
        (try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) is NSNull ? 0 : 1
    }
}
