import Foundation
import Testing
import VersionedCodec

/// Unknown members where the members of one model join those of another.
@Suite struct FlattenedUnknownMembersTests {
    static let controller = VersionController<Edition>(location: VersionLocation("/version", as: .integer))

    /// A payload read in its version and written for one, by our coders and by Foundation's.
    static func roundTrip<Model: Codable>(_ type: Model.Type, _ text: String, for version: Edition) throws -> [String] {
        let value = try controller.decode(type, from: Data(text.utf8)).value
        let own = try VersionedJSONEncoder(controller).encode(value, for: version)
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        decoder.userInfo.install(controller)
        encoder.userInfo.install(controller)
        encoder.outputFormatting = .sortedKeys
        var read = try decoder.decode(Versioned<Model, Edition>.self, from: Data(text.utf8))
        read.version = version
        return [String(decoding: own, as: UTF8.self), String(decoding: try encoder.encode(read), as: UTF8.self)]
    }

    // MARK: Elements of arrays

    struct Code: Codable, VersionedKeys {
        var zip: Int?
        var name: String?

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1
                ? [try KeyLayout(CodingKeys.self, [.zip: .path("/codes/0"), .name: .path("/items/0/name")])] : []
        }
    }

    struct KeptCode: Codable, VersionedKeys, UnknownMembersKeeping {
        var zip: Int?
        var name: String?
        var unknownMembers = UnknownMembers()

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1
                ? [try KeyLayout(CodingKeys.self, [.zip: .path("/codes/0"), .name: .path("/items/0/name")])] : []
        }
    }

    struct Outer<Inner: Codable>: Codable, VersionedKeys {
        var inner: Inner
        enum CodingKeys: String, CodingKey { case inner }

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.inner: .flattened])] : []
        }
    }

    struct KeptOuter<Inner: Codable>: Codable, VersionedKeys, UnknownMembersKeeping {
        var inner: Inner
        var unknownMembers = UnknownMembers()
        enum CodingKeys: String, CodingKey { case inner }

        init(from decoder: any Decoder) throws {
            inner = try decoder.container(keyedBy: CodingKeys.self).decode(Inner.self, forKey: .inner)
        }

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.inner: .flattened])] : []
        }
    }

    static let arrays = [
        #"{"version":1,"codes":[5,6]}"#,
        #"{"version":1,"codes":[5,[1],null]}"#,
        #"{"version":1,"items":[{"name":"a","x":1.5},{"y":1}]}"#,
        #"{"version":1,"codes":[5,6],"items":[{"name":"a","x":1.5},7,{"y":[]}]}"#,
    ]

    @Test(arguments: arrays) func elementsBesideThoseOfAFlattenedModelComeBack(_ text: String) throws {
        let expected = try JSONValue(parsingForTests: text)
        var results = try Self.roundTrip(KeptOuter<Code>.self, text, for: .v1)
        results += try Self.roundTrip(KeptOuter<KeptCode>.self, text, for: .v1)
        results += try Self.roundTrip(Outer<KeptCode>.self, text, for: .v1)
        for result in results {
            #expect(try JSONValue(parsingForTests: result).isEquivalent(to: expected), "\(result)")
        }
        #expect(results[0] == text)
    }

    struct Two: Codable, VersionedKeys {
        struct First: Codable, VersionedKeys {
            var a: Int
            static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
                [try KeyLayout(CodingKeys.self, [.a: .path("/codes/0")])]
            }
        }

        struct Second: Codable, VersionedKeys {
            var b: Int
            static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
                [try KeyLayout(CodingKeys.self, [.b: .path("/codes/1")])]
            }
        }

        var first: First
        var second: Second

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            [try KeyLayout(CodingKeys.self, [.first: .flattened, .second: .flattened])]
        }
    }

    @Test func twoFlattenedModelsWriteElementsOfOneArray() throws {
        for result in try Self.roundTrip(Two.self, #"{"version":1,"codes":[5,6]}"#, for: .v1) {
            #expect(try JSONValue(parsingForTests: result).isEquivalent(to: ["version": 1, "codes": [5, 6]]))
        }
    }

    // MARK: One owner

    struct Sub: Codable, UnknownMembersKeeping {
        var x: Int
        var unknownMembers = UnknownMembers()
    }

    struct Pair: Codable, VersionedKeys, UnknownMembersKeeping {
        var id: Int
        var sub: Sub
        var unknownMembers = UnknownMembers()

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.sub: .flattened])] : []
        }
    }

    @Test func theInnermostModelKeepsAMember() throws {
        let text = #"{"version":1,"id":1,"x":5,"zz":1.5}"#
        let pair = try Self.controller.decode(Pair.self, from: Data(text.utf8)).value
        #expect(pair.unknownMembers.isEmpty)
        #expect(pair.sub.unknownMembers.names == ["zz"])
        #expect(try Self.roundTrip(Pair.self, text, for: .v1)[0] == text)
        let results = try Self.roundTrip(Pair.self, text, for: .v2)
        #expect(results[0] == #"{"version":2,"id":1,"sub":{"x":5,"zz":1.5}}"#)
        #expect(results[1] == #"{"id":1,"sub":{"x":5,"zz":1.5},"version":2}"#)
    }

    struct OptionalPair: Codable, VersionedKeys, UnknownMembersKeeping {
        struct Sub: Codable, UnknownMembersKeeping {
            var x: Int?
            var unknownMembers = UnknownMembers()
        }

        var id: Int
        var sub: Sub?
        var unknownMembers = UnknownMembers()

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.sub: .flattened])] : []
        }
    }

    @Test func aFlattenedModelThatIsNilKeepsNothing() throws {
        let text = #"{"id":1,"version":1,"zz":1.5}"#
        let results = try Self.roundTrip(OptionalPair.self, text, for: .v1)
        #expect(results == [#"{"version":1,"id":1,"zz":1.5}"#, text])
    }

    // MARK: Beside a nested key

    struct Spot: Codable, VersionedKeys, UnknownMembersKeeping {
        var lat: Int
        var name: String?
        var unknownMembers = UnknownMembers()

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1
                ? [try KeyLayout(CodingKeys.self, [.lat: .path("/geo/lat"), .name: .path("/items/0/name")])] : []
        }
    }

    static let spots = [
        (
            #"{"version":1,"geo":{"lat":1,"alt":9}}"#, #"{"version":2,"geo":{"alt":9},"lat":1}"#,
            #"{"version":1,"geo":{"lat":1,"alt":9}}"#
        ),
        (
            #"{"version":1,"geo":{"lat":1},"items":[{"name":"a","y":2},{"z":3}]}"#,
            #"{"version":2,"lat":1,"items":[{"y":2},{"z":3}],"name":"a"}"#,
            #"{"version":1,"geo":{"lat":1},"items":[{"name":"a","y":2},{"z":3}]}"#
        ),
        (
            // A member that a key writes wins.
            #"{"version":1,"geo":{"lat":1,"alt":{"b":[]}}}"#, #"{"version":2,"geo":{"alt":{"b":[]},"lat":7},"lat":1}"#,
            #"{"version":1,"geo":{"lat":1,"alt":{"b":[]}}}"#
        ),
    ]

    @Test(arguments: spots) func aMemberBesideANestedKeyComesBack(_ v1: String, _ v2: String, _ back: String) throws {
        func expect(_ results: [String], _ text: String) throws {
            let expected = try JSONValue(parsingForTests: text)
            for result in results {
                #expect(try JSONValue(parsingForTests: result).isEquivalent(to: expected), "\(result)")
            }
        }
        if !v2.contains("7") { try expect(Self.roundTrip(Spot.self, v1, for: .v2), v2) }
        try expect(Self.roundTrip(Spot.self, v2, for: .v1), back)
    }
    // MARK: Beside a nested key of a flattened model

    struct Where: Codable, VersionedKeys {
        var lat: Int
        var name: String?

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1
                ? [try KeyLayout(CodingKeys.self, [.lat: .path("/geo/lat"), .name: .path("/items/0/name")])] : []
        }
    }

    static let places = [
        (#"{"version":1,"geo":{"lat":1,"alt":9}}"#, #"{"version":2,"geo":{"alt":9},"inner":{"lat":1}}"#),
        (
            #"{"version":1,"geo":{"lat":1,"alt":{"b":[]}},"x":1.5}"#,
            #"{"version":2,"geo":{"alt":{"b":[]}},"inner":{"lat":1},"x":1.5}"#
        ),
        (
            #"{"version":1,"geo":{"lat":1},"items":[{"name":"a","y":2},{"z":3}]}"#,
            #"{"version":2,"items":[{"y":2},{"z":3}],"inner":{"lat":1,"name":"a"}}"#
        ),
    ]

    @Test(arguments: places) func aMemberBesideANestedKeyOfAFlattenedModelComesBack(_ v1: String, _ v2: String) throws {
        func expect(_ results: [String], _ text: String) throws {
            let expected = try JSONValue(parsingForTests: text)
            for result in results {
                #expect(try JSONValue(parsingForTests: result).isEquivalent(to: expected), "\(result)")
            }
        }
        try expect(Self.roundTrip(KeptOuter<Where>.self, v1, for: .v2), v2)
        try expect(Self.roundTrip(KeptOuter<Where>.self, v2, for: .v1), v1)
        try expect(Self.roundTrip(KeptOuter<Outer<Where>>.self, v1, for: .v1), v1)
    }

    @Test func aMemberThatAKeyOfAFlattenedModelWritesWins() throws {
        let text = #"{"version":2,"geo":{"alt":9,"lat":7},"inner":{"lat":1}}"#
        for result in try Self.roundTrip(KeptOuter<Where>.self, text, for: .v1) {
            #expect(
                try JSONValue(parsingForTests: result)
                    .isEquivalent(to: ["version": 1, "geo": ["lat": 1, "alt": 9]]), "\(result)")
        }
    }

    @Test func throughTwoFlattenedModelsToo() throws {
        let text = #"{"version":2,"geo":{"alt":9},"inner":{"inner":{"lat":1}}}"#
        for result in try Self.roundTrip(KeptOuter<Outer<Where>>.self, text, for: .v1) {
            #expect(
                try JSONValue(parsingForTests: result)
                    .isEquivalent(to: ["version": 1, "geo": ["lat": 1, "alt": 9]]), "\(result)")
        }
    }
}
