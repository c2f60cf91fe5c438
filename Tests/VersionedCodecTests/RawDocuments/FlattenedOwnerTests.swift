import Foundation
import Testing
import VersionedCodec

/// Each member has one owner where the members of several values are in one object.
@Suite struct FlattenedOwnerTests {
    static let controller = FlattenedUnknownMembersTests.controller

    private func expect<Model: Codable>(
        _ type: Model.Type, _ text: String, for version: Edition, gives result: String,
        by controller: VersionController<Edition> = Self.controller, at location: SourceLocation = #_sourceLocation
    ) throws {
        let expected = try JSONValue(parsingForTests: result)
        for written in try VersionPlaceTests.roundTrip(type, text, for: version, by: controller) {
            #expect(
                try JSONValue(parsingForTests: written).isEquivalent(to: expected), "\(written)",
                sourceLocation: location)
        }
    }

    // MARK: Several flattened values

    struct A: Codable, UnknownMembersKeeping {
        var a: Int
        var unknownMembers = UnknownMembers()
    }

    struct B: Codable { var b: Int }

    struct KeptB: Codable, UnknownMembersKeeping {
        var b: Int
        var unknownMembers = UnknownMembers()
    }

    struct Two<First: Codable, Second: Codable>: Codable, VersionedKeys {
        var x: First
        var y: Second
        enum CodingKeys: String, CodingKey { case x, y }

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.x: .flattened, .y: .flattened])] : []
        }
    }

    @Test func aValueDoesNotKeepTheMembersOfTheNextOne() throws {
        let text = #"{"version":1,"a":1,"b":2}"#
        let result = #"{"version":2,"x":{"a":1},"y":{"b":2}}"#
        try expect(Two<A, B>.self, text, for: .v2, gives: result)
        try expect(Two<A, B?>.self, text, for: .v2, gives: result)
        try expect(Two<A, KeptB>.self, text, for: .v2, gives: result)
        try expect(Two<B, A>.self, text, for: .v2, gives: #"{"version":2,"x":{"b":2},"y":{"a":1}}"#)
        try expect(Two<A, B?>.self, #"{"version":1,"a":1}"#, for: .v2, gives: #"{"version":2,"x":{"a":1},"y":null}"#)
    }

    @Test func theFirstOneKeepsWhatNoneKnows() throws {
        let text = #"{"version":1,"a":1,"b":2,"z":[1.0]}"#
        let result = #"{"version":2,"x":{"a":1,"z":[1.0]},"y":{"b":2}}"#
        try expect(Two<A, B>.self, text, for: .v1, gives: text)
        try expect(Two<A, B>.self, text, for: .v2, gives: result)
        try expect(Two<A, KeptB>.self, text, for: .v2, gives: result)
        try expect(
            Two<KeptB, A>.self, text, for: .v2, gives: #"{"version":2,"x":{"b":2,"z":[1.0]},"y":{"a":1}}"#)
    }

    @Test func theModelWinsAfterAnEdit() throws {
        let text = #"{"version":1,"a":1,"z":0,"b":2}"#
        var two = try Self.controller.decode(Two<A, B>.self, from: Data(text.utf8)).value
        two.y.b = 7
        let encoder = VersionedJSONEncoder(Self.controller)
        #expect(
            String(decoding: try encoder.encode(two, for: Edition.v1), as: UTF8.self)
                == #"{"version":1,"a":1,"z":0,"b":7}"#)
        #expect(
            String(decoding: try encoder.encode(two, for: Edition.v2), as: UTF8.self)
                == #"{"version":2,"x":{"a":1,"z":0},"y":{"b":7}}"#)
    }

    struct Spot: Codable, VersionedKeys {
        var lat: Int

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.lat: .path("/geo/lat")])] : []
        }
    }

    struct KeptSpot: Codable, VersionedKeys, UnknownMembersKeeping {
        var lon: Int
        var unknownMembers = UnknownMembers()

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.lon: .path("/geo/lon")])] : []
        }
    }

    @Test func anObjectOnTheWayToAMemberOfTheNextOneIsShared() throws {
        let text = #"{"version":1,"a":1,"geo":{"lat":2,"alt":3}}"#
        try expect(Two<A, Spot>.self, text, for: .v1, gives: text)
        try expect(
            Two<A, Spot>.self, text, for: .v2,
            gives: #"{"version":2,"x":{"a":1,"geo":{"alt":3}},"y":{"lat":2}}"#)
        let both = #"{"version":1,"geo":{"lat":2,"alt":3,"lon":4}}"#
        for text in try VersionPlaceTests.roundTrip(Two<KeptSpot, Spot>.self, both, for: .v1, by: Self.controller) {
            #expect(try JSONValue(parsingForTests: text).isEquivalent(to: try JSONValue(parsingForTests: both)))
        }
        try expect(
            Two<KeptSpot, Spot>.self, both, for: .v2,
            gives: #"{"version":2,"x":{"lon":4,"geo":{"alt":3}},"y":{"lat":2}}"#)
    }

    struct Kept<Inner: Codable>: Codable, VersionedKeys, UnknownMembersKeeping {
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

    @Test func theModelAroundThemKeepsNothingOfTheirs() throws {
        let text = #"{"version":1,"a":1,"b":2,"z":3}"#
        try expect(
            Kept<Two<A, B>>.self, text, for: .v2,
            gives: #"{"version":2,"inner":{"x":{"a":1,"z":3},"y":{"b":2}}}"#)
        try expect(
            Two<Kept<B>, A>.self, text, for: .v2,
            gives: #"{"version":2,"x":{"inner":{"b":2},"z":3},"y":{"a":1}}"#)
    }

    // MARK: Names of types

    class Pet: Codable {
        var legs: Int?
        init(legs: Int?) { self.legs = legs }
    }

    final class Cat: Pet {}

    struct Owner<Value: Codable>: Codable, VersionedKeys, UnknownMembersKeeping {
        var pet: Value
        var unknownMembers = UnknownMembers()
        enum CodingKeys: String, CodingKey { case pet }

        init(from decoder: any Decoder) throws {
            pet = try decoder.container(keyedBy: CodingKeys.self).decode(Value.self, forKey: .pet)
        }

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.pet: .flattened])] : []
        }
    }

    static func pets(_ discriminator: Discriminator) throws -> VersionController<Edition> {
        try VersionController<Edition>(location: VersionLocation("/version", as: .integer)) { version in
            let family = try ClassFamily(
                Pet.self, version == .v1 ? discriminator : .around, ["pet": Pet.self, "cat": Cat.self])
            return VersionFormat(families: [family], checksSubclasses: false)
        }
    }

    @Test func theNameOfAFlattenedClassIsNotKept() throws {
        let result = #"{"version":2,"pet":{"cat":{"legs":4}},"z":1}"#
        let beside = try Self.pets(.beside("kind"))
        try expect(
            Owner<Pet>.self, #"{"version":1,"kind":"cat","legs":4,"z":1}"#, for: .v2, gives: result, by: beside)
        try expect(
            Owner<Pet?>.self, #"{"version":1,"kind":"cat","legs":4,"z":1}"#, for: .v2, gives: result, by: beside)
        try expect(
            Owner<Pet>.self, #"{"version":1,"kind":"cat","it":{"legs":4},"z":1}"#, for: .v2, gives: result,
            by: try Self.pets(.beside("kind", payload: "it")))
        try expect(
            Owner<Pet?>.self, #"{"version":1,"cat":{"legs":4}}"#, for: .v2,
            gives: #"{"version":2,"pet":{"cat":{"legs":4}}}"#, by: try Self.pets(.around))
        try expect(
            Owner<Pet?>.self, #"{"version":1}"#, for: .v2, gives: #"{"version":2,"pet":null}"#,
            by: try Self.pets(.around))
        let named = try beside.decode(Owner<Pet?>.self, from: Data(#"{"version":1,"kind":"cat"}"#.utf8)).value
        #expect(named.pet is Cat)
        let none = try beside.decode(Owner<Pet?>.self, from: Data(#"{"version":1,"z":1}"#.utf8)).value
        #expect(none.pet == nil && none.unknownMembers.names == ["z"])
    }

    protocol Shape: Codable {}

    struct Circle: Shape { var r: Int }

    struct UnknownShape: Shape {
        let document: JSONValue
        init(from decoder: any Decoder) throws { document = try JSONValue(from: decoder) }
        func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
    }

    enum Shapes: PolymorphicFamily {
        typealias Value = any Shape
        static func types(for version: Edition?) throws -> PolymorphicTypes {
            try PolymorphicTypes(
                version == .v1 ? .beside("kind") : .around, ["circle": Circle.self], unknown: UnknownShape.self)
        }
    }

    enum KnownShapes: PolymorphicFamily {
        typealias Value = any Shape
        static func types(for version: Edition?) throws -> PolymorphicTypes {
            try PolymorphicTypes(.beside("kind"), ["circle": Circle.self])
        }
    }

    @Test func theNameOfAFlattenedTypeIsNotKept() throws {
        try expect(
            Owner<Polymorphic<Shapes>>.self, #"{"version":1,"kind":"circle","r":4,"z":1}"#, for: .v2,
            gives: #"{"version":2,"pet":{"circle":{"r":4}},"z":1}"#)
    }

    // MARK: Unknown types

    struct Drawing<Value: Codable>: Codable, VersionedKeys {
        var n: Int
        var shape: Value
        enum CodingKeys: String, CodingKey { case n, shape }

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.shape: .flattened])] : []
        }
    }

    static let star = #"{"version":1,"n":1,"kind":"star","points":5.0}"#

    @Test func anUnknownTypeDoesNotKeepTheMembersOfTheModelAroundIt() throws {
        let result = #"{"version":2,"n":1,"shape":{"kind":"star","points":5.0}}"#
        try expect(Drawing<Polymorphic<Shapes>>.self, Self.star, for: .v2, gives: result)
        try expect(Drawing<Polymorphic<Shapes>?>.self, Self.star, for: .v2, gives: result)
        try expect(Drawing<JSONValue>.self, Self.star, for: .v2, gives: result)
        try expect(Drawing<JSONValue?>.self, Self.star, for: .v2, gives: result)
        var drawing = try Self.controller.decode(Drawing<Polymorphic<Shapes>>.self, from: Data(Self.star.utf8)).value
        drawing.n = 2
        #expect(
            String(decoding: try VersionedJSONEncoder(Self.controller).encode(drawing, for: Edition.v1), as: UTF8.self)
                == #"{"version":1,"n":2,"kind":"star","points":5.0}"#)
    }

    @Test func anOptionalOneIsNilWithoutMembers() throws {
        let data = Data(#"{"version":1,"n":1}"#.utf8)
        #expect(try Self.controller.decode(Drawing<Polymorphic<Shapes>?>.self, from: data).value.shape == nil)
        #expect(try Self.controller.decode(Drawing<JSONValue?>.self, from: data).value.shape == nil)
        let more = Data(#"{"version":1,"n":1,"z":1}"#.utf8)
        #expect(try Self.controller.decode(Drawing<Polymorphic<KnownShapes>?>.self, from: more).value.shape == nil)
    }
}
