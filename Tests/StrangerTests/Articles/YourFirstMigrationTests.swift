import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Your first migration", run word for word.
@Suite struct YourFirstMigrationTests: GuideSuite {
    let page = GuidePage(article: "Sources/Migrations/Migrations.docc/YourFirstMigration.md")
    let printed = PrintedLines()

    @Test func theReleasedApp() throws {
        // guide begin
        struct Song: Codable {
            var title: String
            var artist: String
        }

        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let file = try encoder.encode(Song(title: "Intro", artist: "Ann & Bob"))
        print(String(decoding: file, as: UTF8.self))
        // {"artist":"Ann & Bob","title":"Intro"}
        // guide end
        try check()
    }

    @Test func theNextRelease() throws {
        // guide begin
        struct SongV1: Codable {
            var title: String
            var artist: String
        }
        // guide end
        // guide begin
        struct Song: Codable {
            var title: String
            var artists: [String]
            var isLive: Bool
        }
        // guide end
        // guide begin
        enum SongVersion: Int, APIVersion { case v1 = 1, v2 }

        let controller = VersionController<SongVersion>(
            location: VersionLocation("/version", as: .integer), legacy: .v1)
        // guide end
        // guide begin
        struct SongBridgeV1V2: Bridge {
            func upgrade(_ old: SongV1, in context: inout BridgeContext) -> Song {
                Song(title: old.title, artists: old.artist.components(separatedBy: " & "), isLive: false)
            }

            func downgrade(_ new: Song, in context: inout BridgeContext) -> SongV1 {
                if new.isLive { context.lose(.bool(true), at: "/isLive", "version 1 does not know live songs") }
                return SongV1(title: new.title, artist: new.artists.joined(separator: " & "))
            }
        }

        let songs = try Migrator(
            Song.self, controller: controller,
            migrations: [
                Migration(from: SongVersion.v1, to: .v2, "A song has several artists", bridge: SongBridgeV1V2())
            ])
        // guide end
        // guide begin
        let oldFile = Data(#"{"artist":"Ann & Bob","title":"Intro"}"#.utf8)
        let opened = try songs.decode(oldFile)
        print(opened.version, opened.model.artists)
        // 1 ["Ann", "Bob"]

        let newFile = try songs.encode(opened.model, for: .v2).data
        print(String(decoding: newFile, as: UTF8.self))
        // {"version":2,"title":"Intro","artists":["Ann","Bob"],"isLive":false}
        print(try songs.decode(newFile).version)
        // 2
        // guide end
        // guide begin
        let live = Song(title: "Encore", artists: ["Ann"], isLive: true)
        let shared = try songs.encode(live, for: .v1)
        print(String(decoding: shared.data, as: UTF8.self))
        // {"title":"Encore","artist":"Ann"}
        print(shared.losses[0])
        // at "/isLive": lost true: version 1 does not know live songs (step 2 → 1, bridge SongBridgeV1V2)
        // guide end
        // guide begin
        for trip in try songs.plan.roundTrips(of: JSONDocument(parsing: oldFile)) {
            print(trip.through, trip.isSound, trip.losses.isEmpty)
        }
        // 2 true true
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
