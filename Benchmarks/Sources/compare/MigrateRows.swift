import Foundation
import Migrations
import VersionedCodec

/// Lines to another version, each against the usual pipeline line by line: `JSONSerialization`, edit of the dictionary,
/// `JSONSerialization`.
func migrateRows(bytes: Int) -> RowGroup {
    let size = byteCount(bytes)
    let cases = migrateCases.map { (name: "\($0.name) \(size)", work: $0) }
    return RowGroup(names: cases.map(\.name) + ["migrate 300 bytes"]) {
        let lines = Payloads.lines(bytes: bytes)
        // The pipeline gets a part of the lines: it needs minutes for all of them.
        let sample = Array(lines.prefix(max(lines.count / 20, 100_000)))
        let part = Array(sample[...(sample.lastIndex(of: 0x0A) ?? 0)])
        let rows = try cases.map { name, work in
            let (plan, baseline) = (try work.plan(), usualPipeline(part, try work.edit()))
            let check = try migrated(plan, part, to: work.target)
            guard work.target == "1" ? check == part.count : check > 0 else { throw Unequal() }
            return Row(
                name: name, units: 1, bytes: lines.count, target: work.ratio,
                baselineScale: Double(lines.count) / Double(part.count)
            ) {
                try migrated(plan, lines, to: work.target)
            } baseline: {
                try baseline()
            }
        }
        let (payload, plan) = (Payloads.small(), try ordersPlan())
        let baseline = usualPipeline(payload, orderEdit())
        return rows + [
            Row(name: "migrate 300 bytes", units: 1, bytes: payload.count) {
                try plan.migrate(payload, to: "2").bytes.count
            } baseline: {
                try baseline()
            }
        ]
    }
}

private struct Unequal: Error {}

/// A change of a record as a dictionary.
private typealias Edit = (inout [String: Any]) throws -> Void

private struct MigrateCase: Sendable {
    let name: String
    let plan: @Sendable () throws -> MigrationPlan
    var target = "2"
    var ratio: Double?
    let edit: @Sendable () throws -> Edit
}

private let migrateCases = [
    MigrateCase(name: "migrate lines", plan: ordersPlan, ratio: 90, edit: orderEdit),
    MigrateCase(name: "migrate lines at the target", plan: ordersPlan, target: "1", edit: orderEdit),
    // Without a date, of which the pipeline reads one in as much time as all the rest of a line.
    MigrateCase(
        name: "migrate lines without a date",
        plan: {
            try plan(.rename("/user_name", to: "userName"), .move("/mail", to: "/contact/mail"))
        },
        edit: {
            { record in
                record["userName"] = record.removeValue(forKey: "user_name")
                guard var contact = record["contact"] as? [String: Any] else { throw Unequal() }
                contact["mail"] = record.removeValue(forKey: "mail")
                record["contact"] = contact
            }
        }),
    MigrateCase(
        name: "migrate lines with a loss",
        plan: {
            try plan(.rename("/user_name", to: "userName"), .remove("/note"))
        },
        edit: {
            { record in
                record["userName"] = record.removeValue(forKey: "user_name")
                record["note"] = nil
            }
        }),
    // Operations that are not compiled.
    MigrateCase(
        name: "migrate lines with a split",
        plan: {
            try plan(
                .split("/user_name", into: ["/first", "/last"], separator: " ", extraParts: .last),
                .copy("/city", to: "/place"))
        },
        edit: {
            { record in
                guard let name = record.removeValue(forKey: "user_name") as? String else { throw Unequal() }
                let parts = name.split(separator: " ", maxSplits: 1)
                (record["first"], record["last"]) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
                record["place"] = record["city"]
            }
        }),
]

private func plan(_ operations: JSONOperation...) throws -> MigrationPlan {
    try MigrationPlan(
        "orders", versionAt: VersionLocation("/version", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
        migrations: [Migration(from: "1", to: "2", "A change", up: operations, down: nil)])
}

/// Two keys renamed, a date in another format, a member moved.
private func ordersPlan() throws -> MigrationPlan {
    try plan(
        .rename("/user_name", to: "userName"), .rename("/created_at", to: "createdAt"),
        .reformatDate("/createdAt", from: try .pattern("yyyy-MM-dd HH:mm:ss Z"), to: .iso8601),
        .move("/mail", to: "/contact/mail"))
}

/// The same on a dictionary, with formatters that are kept.
private func orderEdit() -> Edit {
    let reading = DateFormatter()
    reading.locale = Locale(identifier: "en_US_POSIX")
    reading.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
    let writing = ISO8601DateFormatter()
    return { record in
        guard let text = record["created_at"] as? String, let date = reading.date(from: text),
            var contact = record["contact"] as? [String: Any]
        else { throw Unequal() }
        record["userName"] = record.removeValue(forKey: "user_name")
        record["created_at"] = nil
        record["createdAt"] = writing.string(from: date)
        contact["mail"] = record.removeValue(forKey: "mail")
        record["contact"] = contact
    }
}

private func migrated(_ plan: MigrationPlan, _ lines: [UInt8], to target: String) throws -> Int {
    var start = 0
    let reader = LineReader {
        guard start < lines.count else { return nil }
        defer { start += 1 << 16 }
        return Array(lines[start..<min(start + 1 << 16, lines.count)])
    }
    var count = 0
    let losses = try LossesFile()
    _ = try LineMigration(plan: plan, target: target)
        .run(reader, write: { count += $0.count }, lossLines: { try losses.handle.write(contentsOf: $0) })
    return count
}

/// A file for losses, which is gone with the run.
private final class LossesFile {
    let handle: FileHandle
    private let path = NSTemporaryDirectory() + "losses-\(UUID().uuidString).ndjson"

    init() throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw Unequal() }
        self.handle = handle
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

private func usualPipeline(_ lines: [UInt8], _ edit: @escaping Edit) -> () throws -> Int {
    {
        var count = 0
        for line in lines.split(separator: 0x0A) {
            let object = try JSONSerialization.jsonObject(with: Data(line))
            guard var record = object as? [String: Any] else { throw Unequal() }
            record["version"] = 2
            try edit(&record)
            count += try JSONSerialization.data(withJSONObject: record).count + 1
        }
        return count
    }
}
