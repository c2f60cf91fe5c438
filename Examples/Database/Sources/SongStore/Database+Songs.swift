import GRDB
import Migrations
import VersionedCodec

/// What one batch did.
public struct SongBatch: Sendable, Equatable {
    /// The songs that were migrated.
    public var migrated = 0
    /// The songs that could not be migrated. They stay as they are.
    public var failed = 0
    /// The last song of the batch; `nil` where no song was left.
    public var last: Int64?

    /// The numbers of a batch.
    public init(migrated: Int = 0, failed: Int = 0, last: Int64? = nil) {
        self.migrated = migrated
        self.failed = failed
        self.last = last
    }
}

extension Database {
    /// Migrates songs of older versions in one transaction, in the order of their ids.
    ///
    /// - Parameters:
    ///   - start: The last song of the batch before; 0 for the first batch.
    ///   - limit: How many songs a batch has.
    public func migrateSongs(
        with plan: MigrationPlan, to version: String, after start: Int64, limit: Int
    ) throws -> SongBatch {
        let order = plan.labels.prefix { $0 != version }
        var batch = SongBatch()
        let rows = try Row.fetchAll(
            self,
            sql: """
                SELECT id, body FROM song
                WHERE id > ? AND (version IS NULL OR version IN (\(order.joined(separator: ","))))
                AND id NOT IN (SELECT song FROM songFailure)
                ORDER BY id LIMIT ?
                """, arguments: [start, limit])
        for row in rows {
            let id: Int64 = row["id"]
            do {
                try migrateSong(id, row["body"], with: plan, to: version)
                batch.migrated += 1
            } catch let error as any DiagnosableError {
                try execute(
                    sql: "INSERT INTO songFailure (song, reason) VALUES (?, ?)", arguments: [id, error.description])
                batch.failed += 1
            }
            batch.last = id
        }
        return batch
    }

    /// Migrates one song and records what it lost.
    func migrateSong(_ id: Int64, _ body: String, with plan: MigrationPlan, to version: String) throws {
        let result = try plan.migrate(body, to: version)
        try execute(sql: "UPDATE song SET body = ? WHERE id = ?", arguments: [result.text, id])
        for loss in result.losses {
            try execute(
                sql: "INSERT INTO songLoss (song, path, value, reason) VALUES (?, ?, ?, ?)",
                arguments: [id, loss.path.description, loss.value.text(), loss.reason])
        }
    }
}
