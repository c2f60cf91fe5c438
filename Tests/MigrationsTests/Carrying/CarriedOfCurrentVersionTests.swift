import Foundation
import Migrations
import Testing
import VersionedCodec

/// What a model cannot hold of a payload of its own version.
@Suite struct CarriedOfCurrentVersionTests {
    private enum Version: Int, APIVersion { case v1 = 1, v2 }

    private struct SongV1: Codable { var title: String }

    private struct Song: Codable, Equatable {
        var name: String
        var seconds: Double?
    }

    private struct SongBridge: Bridge {
        func upgrade(_ older: SongV1, in context: inout BridgeContext) -> Song { Song(name: older.title) }
        func downgrade(_ newer: Song, in context: inout BridgeContext) -> SongV1 { SongV1(title: newer.name) }
    }

    private static func songs(_ migration: Migration? = nil) throws -> Migrator<Song, Version> {
        try Migrator(
            Song.self, controller: VersionController<Version>(location: VersionLocation("/version", as: .integer)),
            migrations: [migration ?? Migration(from: Version.v1, to: .v2, "Names", bridge: SongBridge())])
    }

    private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test(arguments: [
        #"{"version":2,"name":"A","zz":1}"#, #"{"version":2,"name":"A","seconds":1.50,"zz":{"y":1.0},"last":[]}"#,
        #"{"version":2,"name":"A","seconds":null}"#,
    ])
    func payloadOfTheCurrentVersionComesBack(_ payload: String) throws {
        let songs = try Self.songs()
        let decoded = try songs.decode(payload, losses: .carry)
        #expect(decoded.carried?.versions == ["2"] && decoded.losses.isEmpty)
        var options = CarriedData.Options()
        options.given = try CarriedData(parsing: try #require(decoded.carried).data)
        #expect(Self.text(try songs.encode(decoded.model, for: .v2, carrying: options).data) == payload)
        var model = decoded.model
        model.name = "B"
        let edited = try songs.encode(model, for: .v2, losses: .carry, carrying: options)
        #expect(Self.text(edited.data) == payload.replacing(#""A""#, with: #""B""#))
        #expect(edited.losses.isEmpty && edited.carried == nil)
    }

    @Test func itGoesToAnOlderVersionToo() throws {
        let songs = try Self.songs(
            Migration(from: Version.v1, to: .v2, "Names", operations: [.rename("/title", to: "name")]))
        let decoded = try songs.decode(#"{"version":2,"name":"A","zz":1}"#, losses: .carry)
        var options = CarriedData.Options()
        options.given = decoded.carried
        let older = try songs.encode(decoded.model, for: .v1, losses: .carry, carrying: options)
        #expect(Self.text(older.data) == #"{"version":1,"title":"A","zz":1}"#)
        #expect(older.losses.isEmpty && older.carriedLosses.isEmpty)
    }

    @Test func valueThatTheModelHasSinceWins() throws {
        let songs = try Self.songs()
        let decoded = try songs.decode(#"{"version":2,"name":"A","seconds":null,"zz":1}"#, losses: .carry)
        var (model, options) = (decoded.model, CarriedData.Options())
        model.seconds = 7
        options.given = decoded.carried
        #expect(
            try JSONDocument(parsing: songs.encode(model, for: .v2, carrying: options).data).root
                .isEquivalent(to: ["version": 2, "name": "A", "seconds": 7, "zz": 1]))
    }

    @Test func payloadThatTheModelHoldsCarriesNothing() throws {
        let songs = try Self.songs()
        #expect(try songs.decode(#"{"version":2,"name":"A"}"#, losses: .carry).carried == nil)
        #expect(try songs.decode(#"{"version":2,"name":"A","zz":1}"#).carried == nil)
    }

    @Test func payloadWithoutItsVersionComesBackWithIt() throws {
        let songs = try Self.songs()
        #expect(try songs.decode(Data(#"{"name":"A"}"#.utf8), from: .v2, losses: .carry).carried == nil)
        let decoded = try songs.decode(Data(#"{"name":"A","zz":1}"#.utf8), from: .v2, losses: .carry)
        var options = CarriedData.Options()
        options.given = decoded.carried
        let written = try songs.encode(decoded.model, for: .v2, carrying: options).data
        #expect(Self.text(written) == #"{"version":2,"name":"A","zz":1}"#)
    }

    @Test func dataBeyondTheLimitIsAnError() throws {
        let songs = try Self.songs()
        var options = CarriedData.Options()
        (options.limit, options.beyondLimit) = (10, .fail)
        #expect(throws: MigrationError.self) {
            try songs.decode(#"{"version":2,"name":"A","zz":1}"#, losses: .carry, carrying: options)
        }
        options.beyondLimit = .report
        #expect(try songs.decode(#"{"version":2,"name":"A"}"#, losses: .carry, carrying: options).carried == nil)
    }

    @Test func dataOfAnotherVersionIsKeptBesideIt() throws {
        let songs = try Self.songs()
        let older = try songs.decode(#"{"version":1,"title":"A","zz":1}"#, losses: .carry)
        var options = CarriedData.Options()
        options.given = older.carried
        let current = #"{"version":2,"name":"A","yy":2}"#
        let decoded = try songs.decode(current, losses: .carry, carrying: options)
        #expect(Set(decoded.carried?.versions ?? []) == ["1", "2"])
        options.given = decoded.carried
        #expect(Self.text(try songs.encode(decoded.model, for: .v2, carrying: options).data) == current)
    }
}
