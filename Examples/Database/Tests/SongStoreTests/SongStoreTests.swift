import Foundation
import GRDB
import SongStore
import Testing

/// Songs of three versions in one SQLite file.
@Suite struct SongStoreTests {
    private let database: DatabaseQueue
    private let store: SongStore

    private static let bodies = [
        #"{"version": 1, "title": "Intro", "artist": "Ann", "rank": 4}"#,
        #"{"version": 2, "title": "Bridge", "artists": ["Ann", "Bob"]}"#,
        #"{"version": 3, "name": "Outro", "artists": []}"#,
        #"{"version": 1, "title": "No artist"}"#,
        #"{"version": 1, "title""#,
    ]

    init() throws {
        database = try DatabaseQueue()
        try DatabaseMigrator.songTables().migrate(database)
        store = try SongStore(database)
        try insert(Self.bodies)
    }

    private func insert(_ bodies: [String]) throws {
        try database.write { db in
            for body in bodies { try db.execute(sql: "INSERT INTO song (body) VALUES (?)", arguments: [body]) }
        }
    }

    private func texts(_ sql: String) throws -> [String] { try database.read { try String.fetchAll($0, sql: sql) } }

    @Test func aReadMigratesAnOldSong() throws {
        #expect(try store.song(1) == Song(name: "Intro", artists: ["Ann"]))
        #expect(
            try texts("SELECT body FROM song WHERE id = 1")
                == [#"{"version": 3, "name": "Intro", "artists": ["Ann"]}"#])
        #expect(try texts("SELECT path || ' ' || value FROM songLoss") == ["/rank 4"])
        #expect(try texts("SELECT body FROM song WHERE id = 2") == [Self.bodies[1]])
    }

    @Test func aReadOfACurrentSongWritesNothing() throws {
        let changes = try database.read { $0.totalChangesCount }
        #expect(try store.song(3) == Song(name: "Outro", artists: []))
        #expect(try database.read { $0.totalChangesCount } == changes)
    }

    @Test func aSongThatCannotBeReadStays() throws {
        #expect(throws: (any Error).self) { try store.song(4) }
        #expect(try texts("SELECT body FROM song WHERE id = 4") == [Self.bodies[3]])
        #expect(try store.song(99) == nil)
    }

    @Test func bulkMigratesInBatchesAndGoesOn() throws {
        #expect(try store.migrateAll(batch: 1, atMost: 1) == SongBatch(migrated: 1, failed: 0, last: 1))
        #expect(try store.migrateAll(batch: 2) == SongBatch(migrated: 1, failed: 2, last: nil))
        #expect(try store.migrateAll() == SongBatch(migrated: 0, failed: 0, last: nil))
        #expect(
            try texts("SELECT body FROM song WHERE version = 3 ORDER BY id") == [
                #"{"version": 3, "name": "Intro", "artists": ["Ann"]}"#,
                #"{"version": 3, "name": "Bridge", "artists": ["Ann", "Bob"]}"#, Self.bodies[2],
            ])
        #expect(try texts("SELECT body FROM song WHERE id > 3") == Array(Self.bodies[3...]))
        #expect(try texts("SELECT song FROM songFailure ORDER BY song") == ["4", "5"])
        #expect(try texts("SELECT path FROM songLoss") == ["/rank"])
    }

    @Test func aBatchThatFailsLeavesItsSongsAsTheyWere() throws {
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER full BEFORE UPDATE ON song WHEN NEW.id = 2
                    BEGIN SELECT RAISE(ABORT, 'disk full'); END
                    """)
        }
        #expect(throws: DatabaseError.self) { try store.migrateAll() }
        #expect(try texts("SELECT body FROM song ORDER BY id") == Self.bodies)
        #expect(try texts("SELECT path FROM songLoss") == [])
    }

    @Test func whatIsStoredIsReadBack() throws {
        let song = Song(name: "Coda", artists: ["Eva"])
        #expect(try store.song(store.add(song)) == song)
    }

    @Test func documentsMayBeAMigrationOfGRDB() throws {
        let migrator = try DatabaseMigrator.songTablesAndDocuments()
        try migrator.migrate(database)
        try migrator.migrate(database)
        #expect(try database.read { try migrator.completedMigrations($0) }.last == "songs have version 2")
        #expect(try texts("SELECT version FROM song WHERE id < 4 ORDER BY id") == ["2", "2", "3"])
        #expect(try store.song(1) == Song(name: "Intro", artists: ["Ann"]))
    }
}
