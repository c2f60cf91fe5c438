import GRDB
import Migrations

extension DatabaseMigrator {
    /// The tables. GRDB's migrator changes tables, and a `MigrationPlan` changes the documents in them.
    public static func songTables() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("create song") { db in
            try db.create(table: "song") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("body", .text).notNull()
            }
        }
        migrator.registerMigration("find songs by version") { db in
            try db.alter(table: "song") { table in
                // A text that is not JSON has no version. It must not make the table unreadable.
                table.add(column: "version", .integer)
                    .generatedAs(
                        sql: "CASE WHEN json_valid(body) THEN json_extract(body, '$.version') END", .virtual)
            }
            try db.create(index: "song_version", on: "song", columns: ["version"])
        }
        migrator.registerMigration("record losses and failures") { db in
            try db.create(table: "songLoss") { table in
                table.column("song", .integer).notNull().references("song", onDelete: .cascade)
                table.column("path", .text).notNull()
                table.column("value", .text).notNull()
                table.column("reason", .text).notNull()
            }
            try db.create(table: "songFailure") { table in
                table.primaryKey("song", .integer).references("song", onDelete: .cascade)
                table.column("reason", .text).notNull()
            }
        }
        return migrator
    }

    /// The tables, and after them a migration that brings all songs to version 2.
    ///
    /// A registered migration names the version that it goes to, and never "the current one". So it does the same in
    /// every later release, as GRDB asks of a migration.
    public static func songTablesAndDocuments() throws -> DatabaseMigrator {
        let plan = try Migrator.songs().plan
        var migrator = songTables()
        migrator.registerMigration("songs have version 2") { db in
            var last: Int64? = 0
            while let start = last {
                last = try db.migrateSongs(with: plan, to: "2", after: start, limit: 500).last
            }
        }
        return migrator
    }
}
