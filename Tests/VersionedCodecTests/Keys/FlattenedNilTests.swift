import SampleAPI
import Testing
import VersionedCodec

/// A flattened optional is nil if none of its members is there.
@Suite struct FlattenedNilTests {
    struct Outer<Value: Codable & Equatable>: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case f, b }
        var f: Value?
        var b = 1
    }

    static func laid<Value: Codable & Equatable>(
        _ route: any CoderRoute, _ type: Value.Type, _ layouts: [KeyLayout] = []
    ) throws -> Laid {
        Laid(route, layouts + [try KeyLayout(Outer<Value>.CodingKeys.self, [.f: .flattened])])
    }

    struct Nested: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case c }
        var c: [Int]
    }

    @Test(arguments: CoderRoutes.all)
    func aDefaultIsNoMember(_ route: any CoderRoute) throws {
        let laid = try Self.laid(
            route, Nested.self, [try KeyLayout(Nested.CodingKeys.self, [.c: .path("/p/c").defaulting(to: [])])])
        try laid.check(Outer<Nested>(), ["b": 1])
        try laid.check(Outer(f: Nested(c: [2])), ["b": 1, "p": ["c": [2]]])
        #expect(try laid.read(Outer<Nested>.self, ["b": 1, "new": true]) == Outer())
    }

    struct Aliased: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case a, c }
        var a: Int
        var c: [Int]
    }

    @Test(arguments: CoderRoutes.all)
    func aDefaultBesideARequiredMemberIsNone(_ route: any CoderRoute) throws {
        let laid = try Self.laid(
            route, Aliased.self,
            [try KeyLayout(Aliased.CodingKeys.self, [.c: .key("cc").alias(path: "/old/c").defaulting(to: [])])])
        try laid.check(Outer<Aliased>(), ["b": 1])
        #expect(try laid.read(Outer<Aliased>.self, ["a": 1, "b": 1]).f == Aliased(a: 1, c: []))
        #expect(try laid.fault(Outer<Aliased>.self, ["b": 1, "old": ["c": [1]]]).hasSuffix(#"there is no member "a""#))
    }

    struct Leaf: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case l }
        var l: Int
    }

    /// A value that is flattened in a flattened one, before or behind a required member.
    struct Before: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case x, a }
        var x: Leaf
        var a: Int
    }

    struct Behind: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case a, kind, x }
        enum Kind: String, Codable { case one, two }
        var a: [Leaf]
        var kind: Kind
        var x: Leaf
    }

    struct Deep: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case n, behind }
        var n: Int
        var behind: Behind
    }

    static func layouts() throws -> [KeyLayout] {
        [
            try KeyLayout(Before.CodingKeys.self, [.x: .flattened]),
            try KeyLayout(Behind.CodingKeys.self, [.x: .flattened]),
            try KeyLayout(Deep.CodingKeys.self, [.behind: .flattened]),
        ]
    }

    @Test(arguments: CoderRoutes.all)
    func unknownMembersAreNotThoseOfANestedValue(_ route: any CoderRoute) throws {
        func check<Value: Codable & Equatable>(_ type: Value.Type) throws {
            let laid = try Self.laid(route, Value.self, Self.layouts())
            #expect(try laid.read(Outer<Value>.self, ["b": 1]) == Outer())
            #expect(try laid.read(Outer<Value>.self, ["b": 1, "new": true, "other": [1]]) == Outer())
            #expect(try laid.fault(Outer<Value>.self, ["b": 1, "l": 1, "new": true]).contains("there is no member"))
        }
        try check(Before.self)
        try check(Behind.self)
        try check(Deep.self)
        let laid = try Self.laid(route, Deep.self, Self.layouts())
        try laid.check(
            Outer(f: Deep(n: 1, behind: Behind(a: [], kind: .two, x: Leaf(l: 3)))),
            ["b": 1, "n": 1, "a": [], "kind": "two", "l": 3])
    }

    /// All members of the value are optional, so it can be read from nothing.
    struct Open: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case a, x }
        var a: Int?
        var x: Leaf?
    }

    @Test(arguments: CoderRoutes.all)
    func unknownMembersAreNotThoseOfAValueOfOptionalsEither(_ route: any CoderRoute) throws {
        let laid = try Self.laid(route, Open.self, [try KeyLayout(Open.CodingKeys.self, [.x: .flattened])])
        #expect(try laid.read(Outer<Open>.self, ["b": 1, "new": true]) == Outer())
        #expect(try laid.read(Outer<Open>.self, ["b": 1, "l": 2, "new": true]).f == Open(x: Leaf(l: 2)))
    }

    /// Its only members are those of a value that is flattened in it.
    struct BySuperDecoder: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case x }
        var x: Leaf

        init(x: Leaf) { self.x = x }

        init(from decoder: any Decoder) throws {
            x = try Leaf(from: decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .x))
        }
    }

    @Test(arguments: CoderRoutes.all)
    func membersThatASuperDecoderReadsAreMembers(_ route: any CoderRoute) throws {
        let laid = try Self.laid(
            route, BySuperDecoder.self, [try KeyLayout(BySuperDecoder.CodingKeys.self, [.x: .flattened])])
        try laid.check(Outer(f: BySuperDecoder(x: Leaf(l: 1))), ["b": 1, "l": 1])
        #expect(try laid.read(Outer<BySuperDecoder>.self, ["b": 1, "new": true]) == Outer())
    }

    class Base: Codable {
        var base = 1
        init() {}
    }

    final class Sub: Base {
        enum CodingKeys: String, CodingKey { case f }
        var f: Before?

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            f = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Before.self, forKey: .f)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(f, forKey: .f)
        }
    }

    @Test(arguments: CoderRoutes.all)
    func membersOfASuperclassAreNotThoseOfANestedValue(_ route: any CoderRoute) throws {
        let laid = Laid(route, try Self.layouts() + [try KeyLayout(Sub.CodingKeys.self, [.f: .flattened])])
        let written = try laid.write(Sub())
        #expect(written.isEquivalent(to: ["base": 1]))
        #expect(try laid.read(Sub.self, written).f == nil)
        let sub = Sub()
        sub.f = Before(x: Leaf(l: 1), a: 2)
        #expect(try laid.read(Sub.self, laid.write(sub)).f == sub.f)
    }
}
