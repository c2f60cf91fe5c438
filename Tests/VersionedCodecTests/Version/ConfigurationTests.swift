import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Configuration-based coding: what Foundation loses on the way, and how it is here.
@Suite struct ConfigurationTests {
    struct Song: VersionConfigurable, Equatable, Sendable {
        typealias Version = ShapeVersion
        var playedAt: Date
        var nextSong: Box?
    }

    /// A plain Codable type between two that take a configuration.
    final class Box: Codable, Equatable, Sendable {
        let song: Song
        init(_ song: Song) { self.song = song }

        enum CodingKeys: String, CodingKey { case innerSong }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let controller = try decoder.versionController(for: ShapeVersion.self)
            song = try container.decode(Song.self, forKey: .innerSong, configuration: controller)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            let controller = try encoder.versionController(for: ShapeVersion.self)
            try container.encode(song, forKey: .innerSong, configuration: controller)
        }
        static func == (lhs: Box, rhs: Box) -> Bool { lhs.song == rhs.song }
    }

    static let song = Song(
        playedAt: Date(timeIntervalSince1970: 60), nextSong: Box(Song(playedAt: Date(timeIntervalSince1970: 120))))

    static func controller(_ location: VersionLocation? = nil) throws -> VersionController<ShapeVersion> {
        try VersionController(location: location) { version in
            switch version {
            case .v1: VersionFormat(dates: [try .pattern("yyyy/MM/dd HH:mm Z")], keys: .snakeCase)
            case .v2: VersionFormat(dates: [.iso8601])
            case .v3: VersionFormat(dates: [.unixSeconds], keys: .snakeCase)
            }
        }
    }

    static let shapes: [(ShapeVersion, JSONValue)] = [
        (
            .v1,
            [
                "played_at": "1970/01/01 00:01 +0000",
                "next_song": ["inner_song": ["played_at": "1970/01/01 00:02 +0000"]],
            ]
        ),
        (
            .v2,
            [
                "playedAt": "1970-01-01T00:01:00Z", "nextSong": ["innerSong": ["playedAt": "1970-01-01T00:02:00Z"]],
            ]
        ),
        (.v3, ["played_at": 60, "next_song": ["inner_song": ["played_at": 120]]]),
    ]

    @Test(arguments: shapes)
    func configurationReachesThroughAPlainType(_ version: ShapeVersion, _ shape: JSONValue) throws {
        let controller = try Self.controller().fixed(to: version)
        let payload = Data(shape.bytes())
        #expect(try JSONDecoder().decode(Song.self, from: payload, configuration: controller) == Self.song)
        let written = try JSONEncoder().encode(Self.song, configuration: controller)
        #expect(try JSONDocument(parsing: written).root.isEquivalent(to: shape))
        let list = Data(JSONValue.array([shape, shape]).bytes())
        #expect(
            try JSONDecoder().decode([Song].self, from: list, configuration: controller) == [Self.song, Self.song])
        let optional = try JSONDecoder().decode(Song?.self, from: Data("null".utf8), configuration: controller)
        #expect(optional == nil)
    }

    @Test(arguments: shapes)
    func configurationAndUserInfoAgree(_ version: ShapeVersion, _ shape: JSONValue) throws {
        for route in CoderRoutes.all {
            let controller = try Self.controller(VersionLocation("/v", as: .integer))
            let payload = try route.encode(Versioned(Self.song, version: version), with: controller)
            let read = try route.decode(Song.self, from: payload, with: controller)
            #expect(read == Versioned(Self.song, version: version))
        }
    }

    @Test func versionIsFoundAndWrittenWithoutAWrapper() throws {
        let controller = try Self.controller(VersionLocation("/v", as: .integer))
        let payload = Data(#"[{"v": 1, "played_at": "1970/01/01 00:01 +0000"}, {"v": 3, "played_at": 60}]"#.utf8)
        let songs = try JSONDecoder().decode([Song].self, from: payload, configuration: controller)
        #expect(songs.map(\.playedAt) == Array(repeating: Date(timeIntervalSince1970: 60), count: 2))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let written = try encoder.encode(songs[0], configuration: controller)
        #expect(String(decoding: written, as: UTF8.self) == #"{"played_at":60,"v":3}"#)
    }

    @Test(arguments: CoderRoutes.json)
    func nullIsNilForAnOptionalMemberWithAConfiguration(_ route: any CoderRoute) throws {
        enum Key: String, CodingKey { case song, absent }
        try SuperCoderHazardTests.read(route, ["song": nil]) { decoder in
            let controller = try decoder.versionController(for: ShapeVersion.self)
            let container = try decoder.container(keyedBy: Key.self)
            #expect(try container.decodeNil(forKey: .song))
            #expect(try container.decodeIfPresent(Song.self, forKey: .absent, configuration: controller) == nil)
            let error = #expect(throws: DecodingError.self) {
                try container.decode(Song.self, forKey: .absent, configuration: controller)
            }
            guard case .keyNotFound(let key, _) = error else { throw try #require(error) }
            #expect(key.stringValue == "absent")
        }
    }
}
