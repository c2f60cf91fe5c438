import Foundation
import Migrations
import Testing
import VersionedCodec

/// Type sketches, and the code of the article "Migrate differences in dates and keys", from outside.
@Suite struct SketchesAsAStrangerTests {
    enum SongVersion: Int, APIVersion { case v1 = 1, v2 }

    struct Song: Codable, VersionedKeys {
        var songTitle: String
        var latitude: Double?
        var playedAt: Date

        static func keyLayouts(for version: SongVersion) throws -> [KeyLayout] {
            version == .v1 ? [] : [try KeyLayout(CodingKeys.self, [.latitude: .path("/place/lat")])]
        }
    }

    struct Remark: Decodable, SketchHinting {
        enum CodingKeys: String, CodingKey { case type, target }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch try container.decode(String.self, forKey: .type) {
            case "song": _ = try container.decode(Song.self, forKey: .target)
            case "day": _ = try container.decode(Date.self, forKey: .target)
            default:
                throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "no target")
            }
        }

        static var sketchHints: [TypeSketch.Hint] { [.values(["song", "day"], of: CodingKeys.type)] }
    }

    private func controller() throws -> VersionController<SongVersion> {
        try VersionController<SongVersion>(location: VersionLocation("/version", as: .integer)) { version in
            switch version {
            case .v1: VersionFormat(dates: [try .pattern("yyyy-MM-dd HH:mm:ss Z")], keys: .snakeCase)
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }
    }

    @Test func articleGivesWhatItShows() throws {
        let plan = try MigrationPlan("Songs", controller: controller(), reformatting: Song.self)
        let stored =
            #"{"version": 1, "song_title": "Hi", "latitude": 52.50, "played_at": "2020-06-13 23:21:42 +0800", "x": 1}"#
        let result = try plan.migrate(stored, to: "2")
        #expect(
            result.text
                == #"{"version": 2, "songTitle": "Hi", "playedAt": "2020-06-13T23:21:42+08:00", "x": 1, "place": {"lat": 52.50}}"#
        )
        #expect(
            try plan.explanation(from: "1", to: "2").hasSuffix(
                """
                1 → 2 (captures): Dates and keys are written as version 2 has them
                    reformat the date "/played_at" from yyyy-MM-dd HH:mm:ss Z to ISO 8601 (captures)
                    rename "/song_title" to "songTitle" (exact)
                    move "/latitude" to "/place/lat" (captures)
                      - if it is absent: nothing happens
                    rename "/played_at" to "playedAt" (exact)

                """))
    }

    @Test func hintsOfAModelAreUsed() throws {
        let plan = try MigrationPlan("Remarks", controller: controller(), reformatting: Remark.self)
        #expect(
            try plan.migrate(#"{"version":1,"type":"day","target":"2020-06-13 23:21:42 +0800"}"#, to: "2").text
                == #"{"version":2,"type":"day","target":"2020-06-13T23:21:42+08:00"}"#)
        #expect(
            try plan.migrate(
                #"{"version":2,"type":"song","target":{"songTitle":"a","playedAt":"2020-06-13T23:21:42+08:00"}}"#,
                to: "1"
            ).text
                == #"{"version":1,"type":"song","target":{"song_title":"a","played_at":"2020-06-13 23:21:42 +0800"}}"#)
    }

    @Test func migratorTakesReformattingsBesideOthers() throws {
        let migrator = try Migrator(
            Song.self, controller: controller(),
            migrations: [Migration(from: SongVersion.v1, to: .v2, "Coordinates are nested", reformatting: Song.self)])
        let song = try migrator.decode(
            Data(#"{"version":1,"song_title":"a","latitude":1,"played_at":"1970-01-01 00:00:05 +0000"}"#.utf8))
        #expect(song.model.latitude == 1)
        #expect(song.model.playedAt == Date(timeIntervalSince1970: 5))
        let old = try migrator.encode(song.model, for: .v1)
        #expect(
            try JSONDocument(parsing: old.data).root.isEquivalent(
                to: ["version": 1, "song_title": "a", "latitude": 1, "played_at": "1970-01-01 00:00:05 +0000"]))
    }

    @Test func sketchIsDataToWalk() throws {
        let sketch = try TypeSketch(of: [Remark].self)
        #expect(sketch.value == .array(.model(Remark.self)))
        let remark = try #require(sketch[Remark.self])
        #expect(remark.type == TypeSketch.RecordedType(Remark.self))
        #expect(remark.members.map(\.name) == ["type", "target"])
        #expect(remark.members[0].value == .oneOf(["song", "day"]))
        #expect(remark.members[0].key is Remark.CodingKeys)
        #expect(remark.members[1].isRequired)
        #expect(
            remark.members[1].value
                == .chosen(by: "type", [TypeSketch.Choice("song", .model(Song.self)), TypeSketch.Choice("day", .date)]))
        #expect(sketch.objects.map(\.type.name) == ["Remark", "Song"])
        #expect(TypeSketch.Scalar.integer(7).json == 7)
        #expect(remark.superclass == nil)
        #expect(remark.others == nil)
    }

    @Test func sketchIsWrittenByHand() throws {
        enum Keys: String, CodingKey { case name, since }
        struct Unknowable: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "never"))
            }
            init() {}
        }
        let object = TypeSketch.Object(
            Unknowable.self, keys: Keys.self, [.name: .required(.oneOf(["a"])), .since: .optional(.date)])
        let sketch = try TypeSketch(
            of: [String: Unknowable].self, hints: [.sketch(of: Unknowable.self, object) { Unknowable() }])
        #expect(
            sketch.description == """
                [String: Unknowable]

                Unknowable
                    name: "a"
                    since?: Date or null
                """)
        let error = #expect(throws: TypeSketch.RecordingError.self) { try TypeSketch(of: [String: Unknowable].self) }
        #expect(error?.code == .refused)
        #expect(error?.diagnostic.path == "/0")
        #expect(error?.underlying is DecodingError)
    }

    @Test func operationsOfDataAndRepetitionAreThere() throws {
        let plan = try MigrationPlan(
            "Keys", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Keys are hexadecimal",
                    operations: [
                        .named(
                            "key",
                            [
                                .reformatData("/key", from: .base64, to: .hexadecimal),
                                .when(.present("/next"), [.inside("/next", [.again("key")])]),
                            ])
                    ])
            ])
        let old = #"{"key":"+/8=","next":{"key":"AA=="}}"#
        let new = #"{"key":"fbff","next":{"key":"00"}}"#
        #expect(try plan.migrate(old, to: "2", from: "1").text == new)
    }

    @Test func aModelIsCheckedBeforeAnyPayloadIsThere() throws {
        enum OldKeys: String, CodingKey { case name }
        #expect(try controller().faults(of: Song.self).isEmpty)
        let careless = try VersionController<SongVersion> { version in
            VersionFormat(layouts: version == .v2 ? [try KeyLayout(OldKeys.self, style: .snakeCase)] : [])
        }
        let faults: [ModelFault] = try careless.faults(of: Song.self)
        #expect(faults.map(\.code) == [.unusedLayout])
        #expect(
            faults.map(\.description) == [
                "version 2: no model uses the layout of OldKeys in the format"
            ])
        #expect(try careless.faults(of: Remark.self, hints: Remark.sketchHints).count == 1)
    }
}
