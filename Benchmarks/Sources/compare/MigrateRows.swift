import Foundation
import Migrations
import VersionedCodec

/// Lines to another version: two keys renamed, a date in another format, a member moved. The usual pipeline reads each line
/// with `JSONSerialization`, changes the dictionary and writes it; for its date it keeps one formatter of each kind.
func migrateRows(bytes: Int) -> RowGroup {
    let size = "\(max(1, bytes / 1_000_000)) MB"
    let names = ["migrate lines \(size)", "migrate lines at the target \(size)"]
    return RowGroup(names: names) {
        let lines = Payloads.lines(bytes: bytes)
        let plan = try ordersPlan()
        // The pipeline gets a part of the lines: it needs minutes for all of them.
        let sample = Array(lines.prefix(max(lines.count / 20, 100_000)))
        let part = Array(sample[...(sample.lastIndex(of: 0x0A) ?? 0)])
        let baseline = usualPipeline(part)
        return try [("2", names[0], 90.0), ("1", names[1], 90.0)].map { target, name, ratio in
            let check = try migrated(plan, part, to: target)
            guard target == "1" ? check == part.count : check > 0 else { throw Unequal() }
            return Row(
                name: name, units: 1, bytes: lines.count, target: ratio,
                baselineScale: Double(lines.count) / Double(part.count)
            ) {
                try migrated(plan, lines, to: target)
            } baseline: {
                try baseline()
            }
        }
    }
}

private struct Unequal: Error {}

private func ordersPlan() throws -> MigrationPlan {
    try MigrationPlan(
        "orders", versionAt: VersionLocation("/version", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
        migrations: [
            Migration(
                from: "1", to: "2", "Names, dates and addresses are as everywhere else",
                operations: [
                    .rename("/user_name", to: "userName"), .rename("/created_at", to: "createdAt"),
                    .reformatDate("/createdAt", from: try .pattern("yyyy-MM-dd HH:mm:ss Z"), to: .iso8601),
                    .move("/mail", to: "/contact/mail"),
                ])
        ])
}

private func migrated(_ plan: MigrationPlan, _ lines: [UInt8], to target: String) throws -> Int {
    var start = 0
    let reader = LineReader {
        guard start < lines.count else { return nil }
        defer { start += 1 << 18 }
        return Array(lines[start..<min(start + 1 << 18, lines.count)])
    }
    var count = 0
    _ = try LineMigration(plan: plan, target: target).run(reader, write: { count += $0.count })
    return count
}

private func usualPipeline(_ lines: [UInt8]) -> () throws -> Int {
    let reading = DateFormatter()
    reading.locale = Locale(identifier: "en_US_POSIX")
    reading.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
    let writing = ISO8601DateFormatter()
    return {
        var count = 0
        for line in lines.split(separator: 0x0A) {
            let object = try JSONSerialization.jsonObject(with: Data(line))
            guard var record = object as? [String: Any], let text = record["created_at"] as? String,
                let date = reading.date(from: text), var contact = record["contact"] as? [String: Any]
            else { throw Unequal() }
            record["version"] = 2
            record["userName"] = record.removeValue(forKey: "user_name")
            record["created_at"] = nil
            record["createdAt"] = writing.string(from: date)
            contact["mail"] = record.removeValue(forKey: "mail")
            record["contact"] = contact
            count += try JSONSerialization.data(withJSONObject: record).count + 1
        }
        return count
    }
}
