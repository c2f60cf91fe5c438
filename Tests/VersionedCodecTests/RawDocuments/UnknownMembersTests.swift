import Foundation
import Testing
import VersionedCodec

@Suite struct UnknownMembersTests {
    struct Song: Codable, Equatable, UnknownMembersKeeping {
        var title: String
        var seconds: Int?
        var parts: [Song]?
        var unknownMembers = UnknownMembers()
    }

    /// The same with keys that differ by version.
    struct Post: Codable, Equatable, UnknownMembersKeeping, VersionedKeys {
        var id: Int
        var text: String
        var latitude: Double?
        var author: Author?
        var unknownMembers = UnknownMembers()

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1
                ? [
                    try KeyLayout(
                        CodingKeys.self,
                        [.text: .key("body").alias("content"), .latitude: .path("/place/lat"), .author: .flattened])
                ] : []
        }
    }

    struct Author: Codable, Equatable { var name: String }

    static let controller = VersionController<Edition>(location: VersionLocation("/version", as: .integer))

    static func text(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }

    static let songs = [
        #"{"title":"A","mood":{"calm":1.0},"seconds":7,"é":1e3,"e\u0301":[]}"#,
        #"{"x":1.0,"title":"A"}"#, #"{"title":"A","unknownMembers":{"a":1.0},"unknown_members":null}"#,
        #"{"title":"A","unknownMembers":null,"":"\u00e9\/","\u0000":0}"#,
        #"{"a":null,"title":"A","parts":[{"title":"B","z":1e3},{"y":2.0,"title":"C","parts":[]}],"last":-0}"#,
    ]

    @Test(arguments: songs) func membersComeBackByteForByte(_ text: String) throws {
        var song = try VersionedJSONDecoder().decode(Song.self, from: text)
        #expect(!song.unknownMembers.isEmpty || song.parts != nil)
        #expect(Self.text(try VersionedJSONEncoder().encode(song)) == text)
        song.title = "Z"
        let edited = text.replacing(#""title":"A""#, with: #""title":"Z""#)
        #expect(Self.text(try VersionedJSONEncoder().encode(song)) == edited)
        let list = try VersionedJSONDecoder().decode([String: [Song?]].self, from: #"{"a":[\#(text),null]}"#)
        #expect(Self.text(try VersionedJSONEncoder().encode(list)) == #"{"a":[\#(text),null]}"#)
    }

    static let posts: [(Edition, String)] = [
        (.v1, #"{"version":1,"x":1.0,"id":1,"y":null,"body":"A","place":{"lat":1.5,"alt":2.0},"name":"N","z":1e3}"#),
        (.v1, #"{"version":1,"id":1,"body":"A","place":{"alt":{"a":1.0}},"text":"no key here"}"#),
        (.v1, #"{"version":1,"id":1,"unknownMembers":[1.0],"body":"A","latitude":9,"author":{}}"#),
        (.v2, #"{"version":2,"id":1,"text":"A","body":"no key here","place":{"lat":1},"latitude":1.5}"#),
        (.v2, #"{"b":[],"version":2,"id":1,"a":1.0,"text":"A","author":{"name":"N"},"content":"\/"}"#),
    ]

    @Test(arguments: posts) func membersComeBackInEachVersion(_ version: Edition, _ text: String) throws {
        var post = try Self.controller.decode(Post.self, from: Data(text.utf8)).value
        let encoder = VersionedJSONEncoder(Self.controller)
        // The version is first, where the model does not write it.
        let expected = text.replacing(#"{"b":[],"version":2,"#, with: #"{"version":2,"b":[],"#)
        #expect(Self.text(try encoder.encode(post, for: version)) == expected)
        post.id = 2
        let edited = expected.replacing(#""id":1"#, with: #""id":2"#)
        #expect(Self.text(try encoder.encode(post, for: version)) == edited)
    }

    @Test(arguments: posts) func membersComeBackOverFoundation(_ version: Edition, _ text: String) throws {
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        decoder.userInfo.install(Self.controller)
        encoder.userInfo.install(Self.controller)
        let post = try decoder.decode(Versioned<Post, Edition>.self, from: Data(text.utf8))
        let written = try JSONValue(parsingForTests: Self.text(encoder.encode(post)))
        #expect(written.isEquivalent(to: try JSONValue(parsingForTests: text)), "\(written)")
    }

    @Test func anotherVersionKeepsThemBehindTheSameKeys() throws {
        let text = #"{"version":1,"id":1,"a":1.0,"body":"A","b":2.0,"place":{"lat":1.5,"alt":2.0},"text":"lost"}"#
        let post = try Self.controller.decode(Post.self, from: Data(text.utf8)).value
        #expect(post.unknownMembers.places == ["/a", "/b", "/text", "/place/alt"])
        let written = Self.text(try VersionedJSONEncoder(Self.controller).encode(post, for: Edition.v2))
        // A known member is never written twice: "text" is a key there.
        #expect(written == #"{"version":2,"id":1,"a":1.0,"text":"A","b":2.0,"place":{"alt":2.0},"latitude":1.5}"#)
    }

    @Test func aKnownMemberThatIsNilIsNotWrittenByItsOldText() throws {
        var song = try VersionedJSONDecoder().decode(Song.self, from: #"{"title":"A","seconds":7,"x":1}"#)
        song.seconds = nil
        song.unknownMembers["seconds"] = 9
        song.unknownMembers["title"] = "B"
        #expect(Self.text(try VersionedJSONEncoder().encode(song)) == #"{"title":"A","x":1}"#)
    }

    @Test func membersAreAValueToWorkWith() throws {
        var members: UnknownMembers = ["a": 1, "b": [2]]
        #expect(members.names == ["a", "b"])
        #expect(members.count == 2)
        members["a"] = nil
        members["b"] = "x"
        members["c"] = nil
        #expect(members == ["b": "x"])
        #expect(members[at: "/b"] == "x")
        members["b"] = nil
        #expect(members.isEmpty)
        #expect(members == UnknownMembers())
        let song = Song(title: "A", unknownMembers: ["x": 1.5])
        #expect(Self.text(try VersionedJSONEncoder().encode(song)) == #"{"x":1.5,"title":"A"}"#)
    }

    // MARK: Classes

    class Base: Codable, UnknownMembersKeeping {
        var x: Int
        var unknownMembers = UnknownMembers()
        init(x: Int) { self.x = x }
    }

    final class Inline: Base {
        var y: Int
        var others: [Inline]
        private enum Keys: String, CodingKey { case y, others }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            others = try container.decode([Inline].self, forKey: .others)
            y = try container.decode(Int.self, forKey: .y)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(y, forKey: .y)
            try container.encode(others, forKey: .others)
        }
    }

    final class Nested: Base {
        var y: Int
        private enum Keys: String, CodingKey { case y }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            y = try container.decode(Int.self, forKey: .y)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(y, forKey: .y)
            try super.encode(to: container.superEncoder())
        }
    }

    @Test(arguments: [nil] + Edition.allCases.map(Optional.some))
    func theBaseClassHasTheMembersOfAll(_ version: Edition?) throws {
        func roundTrip<Model: Codable>(_ type: Model.Type, _ text: String) throws -> (Model, String) {
            guard let version else {
                let value = try VersionedJSONDecoder().decode(type, from: text)
                return (value, Self.text(try VersionedJSONEncoder().encode(value)))
            }
            let controller = VersionController<Edition>().fixed(to: version)
            let value = try controller.decode(type, from: Data(text.utf8)).value
            return (value, Self.text(try VersionedJSONEncoder(controller).encode(value)))
        }
        let inline = #"{"a":1.0,"x":1,"b":2.0,"y":2,"others":[{"x":3,"c":3.0,"y":4,"others":[]}],"d":"\/"}"#
        let (value, written) = try roundTrip(Inline.self, inline)
        #expect(value.unknownMembers.names == ["a", "b", "d"])
        #expect(written == inline)
        let nested = #"{"y":1,"a":1.0,"super":{"x":1,"b":2.0},"c":3.0}"#
        let (other, again) = try roundTrip(Nested.self, nested)
        #expect(other.unknownMembers.places == ["/a", "/c", "/super/b"])
        #expect(again == nested)
    }

    @Test(arguments: [Discriminator.beside("kind"), .beside("kind", payload: "it"), .around])
    func namesOfClassesAndTypesAreKnown(_ discriminator: Discriminator) throws {
        let family = try ClassFamily(Base.self, discriminator, ["base": Base.self])
        let controller = VersionController<Edition>(format: VersionFormat(families: [family])).fixed(to: .v1)
        let object = #""x":1,"b":2.0"#
        let text =
            discriminator == .around
            ? #"[{"base":{\#(object)}}]"#
            : discriminator == .beside("kind")
                ? #"[{"kind":"base",\#(object)}]"# : #"[{"kind":"base","it":{\#(object)}}]"#
        let values = try controller.decode([Base].self, from: Data(text.utf8)).value
        #expect(values[0].unknownMembers.names == ["b"])
        #expect(Self.text(try VersionedJSONEncoder(controller).encode(values)) == text)
    }

    private enum Songs: PolymorphicFamily {
        typealias Value = any Codable
        static func types(for version: Edition?) throws -> PolymorphicTypes {
            try PolymorphicTypes(.beside("kind"), ["song": Song.self])
        }
    }

    @Test(arguments: [nil, Edition.v1]) func namesOfPolymorphicValuesAreKnown(_ version: Edition?) throws {
        let text = #"[{"kind":"song","a":1.0,"title":"A","b":1e3}]"#
        if let version {
            let controller = VersionController<Edition>().fixed(to: version)
            let values = try controller.decode([Polymorphic<Songs>].self, from: Data(text.utf8)).value
            #expect(Self.text(try VersionedJSONEncoder(controller).encode(values)) == text)
        } else {
            let values = try VersionedJSONDecoder().decode([Polymorphic<Songs>].self, from: text)
            #expect((values[0].value as? Song)?.unknownMembers.names == ["a", "b"])
            #expect(Self.text(try VersionedJSONEncoder().encode(values)) == text)
        }
    }

    // MARK: Hostile input, strategies, other coders

    @Test(arguments: 0..<300) func randomMembersComeBack(_ seed: Int) throws {
        var random = RandomJSON(seed: seed)
        let isVersioned = seed % 3 == 0
        let known = isVersioned ? ["version", "id", "text"] : ["title", "seconds", "parts"]
        var members = random.members(random.number(below: 6) + 1, depth: 3, except: known)
        let own = isVersioned ? [#""id":1"#, #""text":"A""#] : [#""title":"A""#, #""seconds":7"#]
        let first = random.number(below: members.count + 1)
        members.insert(own[0], at: first)
        members.insert(own[1], at: first + 1 + random.number(below: members.count - first))
        if isVersioned {
            let text = "{\"version\":2," + members.joined(separator: ",") + "}"
            let post = try Self.controller.decode(Post.self, from: Data(text.utf8)).value
            #expect(Self.text(try VersionedJSONEncoder(Self.controller).encode(post, for: Edition.v2)) == text)
        } else {
            let text = "{" + members.joined(separator: ",") + "}"
            var song = try VersionedJSONDecoder().decode(Song.self, from: text)
            #expect(Self.text(try VersionedJSONEncoder().encode(song)) == text)
            song.seconds = 8
            let edited = text.replacing(#""seconds":7"#, with: #""seconds":8"#)
            #expect(Self.text(try VersionedJSONEncoder().encode(song)) == edited)
        }
    }

    @Test func manyMembersAndDeepModelsComeBack() throws {
        let many = #"{"title":"A","# + (0..<20_000).map { "\"k\($0)\":\($0).0" }.joined(separator: ",") + "}"
        let song = try VersionedJSONDecoder().decode(Song.self, from: many)
        #expect(song.unknownMembers.count == 20_000)
        #expect(Self.text(try VersionedJSONEncoder().encode(song)) == many)
        let depth = 100
        let deep =
            String(repeating: #"{"title":"A","parts":[{"title":"B"},"#, count: depth) + #"{"title":"C"}"#
            + String(repeating: #"],"z":1.0}"#, count: depth)
        let nested = try VersionedJSONDecoder().decode(Song.self, from: deep)
        #expect(Self.text(try VersionedJSONEncoder().encode(nested)) == deep)
    }

    @Test func keyStrategiesAreFollowed() throws {
        struct Track: Codable, UnknownMembersKeeping {
            var longTitle: String
            var unknownMembers = UnknownMembers()
        }
        var (decoder, encoder) = (VersionedJSONDecoder(), VersionedJSONEncoder())
        (decoder.keyDecodingStrategy, encoder.keyEncodingStrategy) = (.convertFromSnakeCase, .convertToSnakeCase)
        let text = #"{"a_b":1.0,"long_title":"A","unknown_members":{"c_d":2}}"#
        let track = try decoder.decode(Track.self, from: text)
        #expect(track.unknownMembers.names == ["a_b", "unknown_members"])
        #expect(Self.text(try encoder.encode(track)) == text)
    }

    @Test func sortedKeysLeaveTheOrderInsideAMember() throws {
        let text = #"{"version":2,"n":[{"z":0,"y":1}],"id":1,"b":{"y":{"d":1,"c":2},"x":1},"text":"A"}"#
        let expected = #"{"b":{"y":{"d":1,"c":2},"x":1},"id":1,"n":[{"z":0,"y":1}],"text":"A","version":2}"#
        let post = try Self.controller.decode(Post.self, from: Data(text.utf8)).value
        #expect(Self.text(try Self.controller.encode(post, for: .v2)) == expected)
        let song = try VersionedJSONDecoder().decode(Song.self, from: #"{"title":"A","b":{"y":{"d":1,"c":2},"x":1}}"#)
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(Self.text(try encoder.encode(song)) == #"{"b":{"y":{"d":1,"c":2},"x":1},"title":"A"}"#)
    }

    @Test func foundationsCodersAloneKeepNothingAndLoseNothingWithoutAnError() throws {
        let song = try JSONDecoder().decode(Song.self, from: Data(#"{"title":"A","x":1}"#.utf8))
        #expect(song.unknownMembers.isEmpty)
        #expect(Self.text(try JSONEncoder().encode(song)) == #"{"title":"A"}"#)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(Song(title: "A", unknownMembers: ["x": 1])) }
    }

    @Test func sketchesHaveNoKeyOfTheProperty() throws {
        struct Track: Codable, UnknownMembersKeeping {
            var title: String
            var raw: JSONValue
            var unknownMembers = UnknownMembers()
        }
        let sketch = try TypeSketch(of: Track.self)
        #expect(sketch[Track.self]?.members.map(\.name) == ["title", "raw"])
    }

    @Test func handWrittenModelsKeepThemToo() throws {
        struct Hand: Codable, UnknownMembersKeeping {
            var a: Int
            var b: Int
            var unknownMembers = UnknownMembers()
            enum First: String, CodingKey { case a }
            enum Second: String, CodingKey { case b }
            init(from decoder: any Decoder) throws {
                a = try decoder.container(keyedBy: First.self).decode(Int.self, forKey: .a)
                b = try decoder.container(keyedBy: Second.self).decode(Int.self, forKey: .b)
            }
            func encode(to encoder: any Encoder) throws {
                var first = encoder.container(keyedBy: First.self)
                try first.encode(a, forKey: .a)
                var second = encoder.container(keyedBy: Second.self)
                try second.encode(b, forKey: .b)
            }
        }
        let text = #"{"x":1.0,"a":1,"y":2.0,"b":2,"z":3.0}"#
        let hand = try VersionedJSONDecoder().decode(Hand.self, from: text)
        #expect(Self.text(try VersionedJSONEncoder().encode(hand)) == text)
    }
}
