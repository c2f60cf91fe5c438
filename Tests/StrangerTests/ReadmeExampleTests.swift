import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec

/// The Swift of the README, run here word for word.
@Suite struct ReadmeExampleTests {
    @Test func versionsOfOneModel() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

        // README begin
        struct Song: Codable {
            var songTitle: String
            var playedAt: Date
        }

        enum FeedVersion: Int, APIVersion { case v1 = 1, v2 }

        let feed = try VersionController<FeedVersion>(location: VersionLocation("/version", as: .integer)) { version in
            switch version {
            case .v1: VersionFormat(dates: [try .pattern("yyyy-MM-dd HH:mm", assuming: .gmt)], keys: .snakeCase)
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }

        let old = Data(#"{"version":1,"song_title":"Intro","played_at":"2017-11-14 09:25"}"#.utf8)
        let new = Data(#"{"version":2,"songTitle":"Intro","playedAt":"2017-11-14T09:25:00Z"}"#.utf8)
        let song = try feed.decode(Song.self, from: old)
        print(song.version, try feed.decode(Song.self, from: new).version)
        // 1 2
        print(String(decoding: try feed.encode(song.value, for: .v1), as: UTF8.self))
        // {"played_at":"2017-11-14 09:25","song_title":"Intro","version":1}
        // README end

        // README begin
        let decoder = JSONDecoder()
        decoder.userInfo.install(feed)
        let fromUserInfo = try decoder.decode(Versioned<Song, FeedVersion>.self, from: old)
        let fromConfiguration = try JSONDecoder().decode(
            Versioned<Song, FeedVersion>.self, from: old, configuration: feed)
        print(fromUserInfo.version, fromConfiguration.value.songTitle)
        // 1 Intro
        // README end

        // README begin
        let encoder = JSONEncoder()
        encoder.userInfo.install(feed)
        let forOldClients = try encoder.encode(Versioned(song.value, version: FeedVersion.v1))
        print(try feed.decode(Song.self, from: forOldClients).version)
        // 1
        // README end

        // README begin
        struct SongV1: Codable {
            var title: String
            var artist: String
        }

        struct SongV2: Codable {
            var title: String
            var artists: [String]
            var isLive: Bool
        }

        struct SongBridgeV1V2: Bridge {
            func upgrade(_ old: SongV1, in context: inout BridgeContext) -> SongV2 {
                SongV2(title: old.title, artists: old.artist.components(separatedBy: " & "), isLive: false)
            }

            func downgrade(_ new: SongV2, in context: inout BridgeContext) -> SongV1 {
                if new.isLive { context.lose(.bool(true), at: "/isLive", "version 1 does not know live songs") }
                return SongV1(title: new.title, artist: new.artists.joined(separator: " & "))
            }
        }

        let versions = VersionController<FeedVersion>(location: VersionLocation("/version", as: .integer))
        let songs = try Migrator(
            SongV2.self, controller: versions,
            migrations: [
                Migration(from: FeedVersion.v1, to: .v2, "A song has several artists", bridge: SongBridgeV1V2())
            ])

        let oldSong = Data(#"{"version":1,"title":"Intro","artist":"Ann & Bob"}"#.utf8)
        print(try songs.decode(oldSong).model.artists)
        // ["Ann", "Bob"]
        let sent = try songs.encode(SongV2(title: "Intro", artists: ["Ann", "Bob"], isLive: true), for: .v1)
        print(String(decoding: sent.data, as: UTF8.self))
        // {"version":1,"title":"Intro","artist":"Ann & Bob"}
        print(sent.losses[0])
        // at "/isLive": lost true: version 1 does not know live songs (step 2 → 1, bridge SongBridgeV1V2)
        // README end

        let shown = try shownResults(in: 0..<4)
        #expect(printed == shown)
    }

    @Test func aPlan() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

        // README begin
        let orders = try MigrationPlan(
            "Shop order",
            versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Customers have a first and a last name, and prices are numbers",
                    operations: [
                        .split("/customer", into: ["/firstName", "/lastName"], separator: " ", extraParts: .last),
                        .each("/items", [.convert("/price", from: .string, to: .number)]),
                        .remove("/coupon", ifAbsent: .skip),
                    ])
            ])

        let stored = #"{"version": 1, "customer": "Ann Smith", "coupon": "X7", "items": [{"price": "19.90"}]}"#
        let result = try orders.migrate(stored, to: "2")
        print(result.text)
        // {"version": 2, "firstName": "Ann", "lastName": "Smith", "items": [{"price": 19.90}]}
        print(result.losses[0])
        // line 1, column 51, at "/coupon": lost "X7": the other version does not have it (step 1 → 2, remove "/coupon")
        print(try orders.migrate(result.data, to: "1").text)
        // {"version": 1, "customer": "Ann Smith", "items": [{"price": "19.90"}]}
        // README end

        let shown = try shownResults(in: 4..<5)
        #expect(printed == shown)
    }

    @Test func theReadmeShowsWhatRunsHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let run = source.components(separatedBy: "// README begin\n").dropFirst().map { part in
            let code = part.components(separatedBy: "        // README end").first ?? part
            return code.split(separator: "\n", omittingEmptySubsequences: false).map { String($0.dropFirst(8)) }
                .joined(separator: "\n").trimmingCharacters(in: .newlines)
        }
        let shown = try blocks().map { block in
            block.components(separatedBy: "\n").drop { $0.hasPrefix("import ") || $0.isEmpty }
                .joined(separator: "\n").trimmingCharacters(in: .newlines)
        }
        #expect(Array(run.prefix(shown.count)) == shown)
    }

    /// The Swift blocks of the README that print something.
    private func blocks() throws -> [String] {
        try MarkdownFile("README.md").code("swift").filter { $0.contains("print(") }
    }

    /// What the README says is printed: the lines of some blocks that are comments.
    private func shownResults(in range: Range<Int>) throws -> [String] {
        try blocks()[range].flatMap { $0.components(separatedBy: "\n") }
            .filter { $0.hasPrefix("// ") }.map { String($0.dropFirst(3)) }
    }
}
