import Foundation
import GRDB
import Migrations
import VersionedCodec

/// A table of songs, stored as JSON documents of several versions.
public struct SongStore: Sendable {
    private let database: any DatabaseWriter
    private let migrator: Migrator<Song, SongVersion>

    /// The songs of a database that has the tables of `songTables()`.
    public init(_ database: any DatabaseWriter) throws {
        self.database = database
        migrator = try .songs()
    }

    /// Reads a song of any version. One of an older version is migrated in the table, in the same transaction that
    /// reads it again.
    ///
    /// - Returns: `nil` where the song does not exist.
    public func song(_ id: Int64) throws -> Song? {
        guard let found = try database.read({ try Self.body(id, $0) }) else { return nil }
        let read = try migrator.decode(Data(found.utf8))
        if read.version == migrator.controller.current { return read.model }
        return try database.write { db in
            guard let body = try Self.body(id, db) else { return nil }
            let song = try migrator.decode(Data(body.utf8))
            if song.version != migrator.controller.current {
                try db.migrateSong(id, body, with: migrator.plan, to: migrator.controller.current.label)
            }
            return song.model
        }
    }

    /// Stores a song in the current version.
    @discardableResult public func add(_ song: Song) throws -> Int64 {
        let body = String(decoding: try migrator.encode(song, for: .v3).data, as: UTF8.self)
        return try database.write { db in
            try db.execute(sql: "INSERT INTO song (body) VALUES (?)", arguments: [body])
            return db.lastInsertedRowID
        }
    }

    /// Migrates all songs, one transaction a batch. When it is stopped, the next call goes on with the songs that are
    /// left.
    @discardableResult public func migrateAll(batch size: Int = 500, atMost batches: Int = .max) throws -> SongBatch {
        var total = SongBatch(last: 0)
        for _ in 0..<batches {
            guard let start = total.last else { break }
            let batch = try database.write { db in
                try db.migrateSongs(
                    with: migrator.plan, to: migrator.controller.current.label, after: start, limit: size)
            }
            total.migrated += batch.migrated
            total.failed += batch.failed
            total.last = batch.last
        }
        return total
    }

    private static func body(_ id: Int64, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT body FROM song WHERE id = ?", arguments: [id])
    }
}
