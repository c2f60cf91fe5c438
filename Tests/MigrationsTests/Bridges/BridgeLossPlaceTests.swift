import Foundation
import Migrations
import Testing
import VersionedCodec

/// The places of values that bridges report as lost, behind other steps.
@Suite struct BridgeLossPlaceTests {
    enum Version: Int, APIVersion { case v1 = 1, v2, v3, v4 }

    struct Old: Codable, Equatable { var name: String }

    struct Middle: Codable, Equatable {
        var name: String
        var notes: [String]
    }

    struct Song: Codable, Equatable {
        struct Info: Codable, Equatable { var remarks: [String] }
        var title: String
        var info: Info
    }

    private struct NoteBridge: Bridge {
        func upgrade(_ old: Old, in context: inout BridgeContext) -> Middle { Middle(name: old.name, notes: []) }

        func downgrade(_ new: Middle, in context: inout BridgeContext) throws -> Old {
            for (number, note) in new.notes.enumerated() {
                context.lose(.string(note), at: "/notes/\(number)", "version 1 has no notes")
            }
            if new.name == "?" { throw NoName() }
            return Old(name: new.name)
        }
    }

    private struct NoName: Error {}

    private static func migrator() throws -> Migrator<Song, Version> {
        try Migrator(
            Song.self, controller: VersionController<Version>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(from: Version.v1, to: .v2, "Notes", bridge: NoteBridge()),
                Migration(from: Version.v2, to: .v3, "A title", operations: [.rename("/name", to: "title")]),
                Migration(
                    from: Version.v3, to: .v4, "Remarks",
                    operations: [.move("/notes", to: "/info/remarks")]),
            ])
    }

    /// Encoding a model and migrating its document name the same place: that in the document.
    @Test func theyAreThoseOfTheModel() throws {
        let migrator = try Self.migrator()
        let song = Song(title: "A", info: .init(remarks: ["x", "y", "x"]))
        let encoded = try migrator.encode(song, for: .v1)
        #expect(String(decoding: encoded.data, as: UTF8.self) == #"{"version":1,"name":"A"}"#)
        #expect(encoded.losses.map(\.path) == ["/info/remarks/0", "/info/remarks/1", "/info/remarks/2"])
        #expect(encoded.losses.map(\.value) == ["x", "y", "x"])
        #expect(encoded.losses.allSatisfy { $0.position == nil && $0.step == "2 → 1" })
        let payload = try migrator.encode(song, for: .v4).data
        let migrated = try migrator.migrate(payload, to: .v1)
        #expect(migrated.losses == encoded.losses)
        #expect(try migrator.encode(song, for: .v1, losses: .carry).carriedLosses == encoded.losses)
        let error = #expect(throws: MigrationError.self) { try migrator.encode(song, for: .v1, losses: .fail) }
        #expect(error?.path == "/info/remarks/0" && error?.position == nil && error?.losses == encoded.losses)
    }

    /// A model has no lines and columns.
    @Test func errorsHaveNoPosition() throws {
        let song = Song(title: "?", info: .init(remarks: ["x"]))
        let error = #expect(throws: MigrationError.self) { try Self.migrator().encode(song, for: .v1) }
        #expect(error?.underlying is NoName && error?.position == nil && error?.version == "4")
    }
}
