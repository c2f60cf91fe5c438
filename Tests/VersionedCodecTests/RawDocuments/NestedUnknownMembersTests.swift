import Foundation
import Testing
import VersionedCodec

/// Unknown members below the object of a model: in elements that a layout leads through, and in objects that a model
/// reads by nested containers.
@Suite struct NestedUnknownMembersTests {
    static func text(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Layouts

    struct Track: Codable, UnknownMembersKeeping, VersionedKeys {
        var title: String
        var size: Int?
        var unknownMembers = UnknownMembers()

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1
                ? [
                    try KeyLayout(
                        CodingKeys.self, [.title: .path("/items/1/name"), .size: .path("/items/1/files/0/size")])
                ]
                : []
        }
    }

    static let controller = VersionController<Edition>().fixed(to: .v1)

    static let tracks = [
        #"{"items":[{"a":1.0},{"x":1e3,"name":"A","files":[{"size":1,"y":2.0},3.0],"z":null}],"b":"\/"}"#,
        #"{"items":[1.0,{"name":"A","files":[{"y":[]}]},[2.0]]}"#,
        #"{"items":[null,{"name":"A","é":1.0},{"name":"B"}]}"#,
    ]

    @Test(arguments: tracks) func elementsThatALayoutLeadsThroughComeBack(_ text: String) throws {
        var track = try Self.controller.decode(Track.self, from: Data(text.utf8)).value
        #expect(track.title == "A" && !track.unknownMembers.isEmpty)
        let encoder = VersionedJSONEncoder(Self.controller)
        #expect(Self.text(try encoder.encode(track)) == text)
        track.title = "Z"
        #expect(Self.text(try encoder.encode(track)) == text.replacing(#""name":"A""#, with: #""name":"Z""#))
    }

    @Test func overFoundationTheyComeBackToo() throws {
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        decoder.userInfo.install(Self.controller)
        encoder.userInfo.install(Self.controller)
        for text in Self.tracks {
            let track = try decoder.decode(Versioned<Track, Edition>.self, from: Data(text.utf8))
            let written = try JSONValue(parsingForTests: Self.text(encoder.encode(track)))
            #expect(written.isEquivalent(to: try JSONValue(parsingForTests: text)), "\(written)")
        }
    }

    @Test func theirPlacesAreTold() throws {
        let track = try Self.controller.decode(Track.self, from: Data(Self.tracks[0].utf8)).value
        #expect(
            track.unknownMembers.places == [
                "/b", "/items/0", "/items/1/x", "/items/1/z", "/items/1/files/1", "/items/1/files/0/y",
            ])
        #expect(track.unknownMembers[at: "/items/1/files/0/y"]?.text() == "2.0")
        #expect(track.unknownMembers.names == ["b"])
    }

    struct Filled: Codable, UnknownMembersKeeping, VersionedKeys {
        var a: Int?
        var b: Int?
        var unknownMembers = UnknownMembers()

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1
                ? [
                    try KeyLayout(
                        CodingKeys.self, [.a: .path("/list/1/a"), .b: .path("/list/3/b")], gaps: .filled(with: [:]))
                ]
                : []
        }
    }

    @Test(arguments: [
        (#"{"list":[{},{"a":1}]}"#, #"{"a":1}"#), (#"{"list":[{},{"a":1},{},{"b":2}]}"#, #"{"a":1,"b":2}"#),
        (#"{"list":[{},{"a":1},{}]}"#, #"{"a":1,"list":[{},null,{}]}"#),
        (#"{"list":[{},{"a":1,"x":2}]}"#, #"{"a":1,"list":[{},{"x":2}]}"#),
        (#"{"list":[{"y":1},{"a":1}]}"#, #"{"a":1,"list":[{"y":1},null]}"#),
    ])
    func fillersOfGapsAreNoMembers(_ text: String, _ other: String) throws {
        let (older, newer) = (VersionController<Edition>().fixed(to: .v1), VersionController<Edition>().fixed(to: .v2))
        let model = try older.decode(Filled.self, from: Data(text.utf8)).value
        #expect(Self.text(try older.encode(model)) == text)
        let written = Self.text(try newer.encode(model))
        #expect(written == other)
        let back = try newer.decode(Filled.self, from: Data(written.utf8)).value
        #expect(Self.text(try older.encode(back)) == text)
    }

    // MARK: Nested containers

    struct Place: Codable, UnknownMembersKeeping {
        var name: String
        var latitude: Double?
        var unknownMembers = UnknownMembers()

        enum Keys: String, CodingKey { case name, geo }
        enum Geo: String, CodingKey { case point }
        enum Point: String, CodingKey { case lat }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            let geo = try container.nestedContainer(keyedBy: Geo.self, forKey: .geo)
            latitude = try geo.nestedContainer(keyedBy: Point.self, forKey: .point).decodeIfPresent(
                Double.self, forKey: .lat)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(name, forKey: .name)
            var geo = container.nestedContainer(keyedBy: Geo.self, forKey: .geo)
            var point = geo.nestedContainer(keyedBy: Point.self, forKey: .point)
            try point.encodeIfPresent(latitude, forKey: .lat)
        }
    }

    static let places = [
        #"{"a":1.0,"name":"A","geo":{"b":2.0,"point":{"lat":1.5,"alt":3.0},"c":[{"d":4.0}]},"e":null}"#,
        #"{"name":"A","geo":{"point":{"alt":{"é":1e3}}}}"#,
    ]

    @Test(arguments: places, [true, false])
    func objectsOfNestedContainersComeBack(_ text: String, _ isVersioned: Bool) throws {
        let controller = VersionController<Edition>().fixed(to: .v2)
        func read() throws -> [Place] {
            isVersioned
                ? try controller.decode([Place].self, from: Data("[\(text)]".utf8)).value
                : try VersionedJSONDecoder().decode([Place].self, from: "[\(text)]")
        }
        let encoder = isVersioned ? VersionedJSONEncoder(controller) : VersionedJSONEncoder()
        var places = try read()
        #expect(Self.text(try encoder.encode(places)) == "[\(text)]")
        places[0].name = "Z"
        #expect(Self.text(try encoder.encode(places)) == "[\(text.replacing(#""name":"A""#, with: #""name":"Z""#))]")
    }

    @Test func aStyleOfKeysIsFollowed() throws {
        let controller = VersionController<Edition>(format: VersionFormat(keys: .pascalCase)).fixed(to: .v1)
        let text = #"{"Name":"A","Geo":{"Point":{"Lat":1.5,"Alt":3.0},"lat":1.0}}"#
        let place = try controller.decode(Place.self, from: Data(text.utf8)).value
        #expect(place.latitude == 1.5)
        #expect(Self.text(try VersionedJSONEncoder(controller).encode(place)) == text)
    }
}
