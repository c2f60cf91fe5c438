import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct MemberDefaultTests {
    struct Inner: Codable, Hashable {
        enum CodingKeys: String, CodingKey { case shoeSize, day }
        var shoeSize: Int
        var day: Date
    }

    struct Model: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case count, small, name, list, inner, maybe, ratio, flag }
        var count: Int
        var small: UInt8
        var name: String
        var list: [Int]
        var inner: Inner
        var maybe: String?
        var ratio: Double
        var flag: Bool
    }

    static let day = Date(timeIntervalSince1970: 86_400)

    static let full = Model(
        count: 1, small: 2, name: "none", list: [1, 2], inner: Inner(shoeSize: 38, day: day), maybe: "m", ratio: 0.5,
        flag: true)

    static let format = VersionFormat(dates: [.dateOnly], keys: .snakeCase)

    static let layouts: [@Sendable () throws -> KeyLayout] = [
        {
            try KeyLayout(
                Model.CodingKeys.self,
                [
                    .count: .kept.defaulting(to: 1), .small: .kept.defaulting(to: 2),
                    .name: .key("title").defaulting(to: "none"), .list: .path("/a/list").defaulting(to: [1, 2]),
                    .inner: .kept.defaulting(to: Inner(shoeSize: 38, day: day)), .maybe: .kept.defaulting(to: "m"),
                    .ratio: .kept.defaulting(to: 0.5), .flag: .kept.defaulting(to: true),
                ])
        },
        {
            try KeyLayout(
                Model.CodingKeys.self,
                [
                    .count: .kept.defaulting(toJSON: 1), .small: .kept.defaulting(toJSON: 2),
                    .name: .key("title").defaulting(toJSON: "none"),
                    .list: .path("/a/list").defaulting(toJSON: [1, 2]),
                    .inner: .kept.defaulting(toJSON: ["shoe_size": 38, "day": "1970-01-02"]),
                    .maybe: .kept.defaulting(toJSON: "m"), .ratio: .kept.defaulting(toJSON: 0.5),
                    .flag: .kept.defaulting(toJSON: true),
                ])
        },
    ]

    struct Empty: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case tags, set, counts }
        var tags: [String]
        var set: Set<Int>
        var counts: [String: Int]
    }

    @Test(arguments: CoderRoutes.json)
    func emptyCollectionsAreDefaults(_ route: any CoderRoute) throws {
        let laid = Laid(
            route,
            [
                try KeyLayout(
                    Empty.CodingKeys.self,
                    [
                        .tags: .kept.defaulting(to: []), .set: .kept.defaulting(to: []),
                        .counts: .kept.defaulting(to: [:]),
                    ])
            ])
        #expect(try laid.read(Empty.self, [:]) == Empty(tags: [], set: [], counts: [:]))
        #expect(try laid.read(Empty.self, ["tags": nil, "set": [1]]) == Empty(tags: [], set: [1], counts: [:]))
        // One that is not empty has a type of its own.
        let typed: KeyPlace = .kept.defaulting(to: ["a"])
        #expect(typed != .kept.defaulting(toJSON: ["a"]))
        #expect((.kept.defaulting(to: []) as KeyPlace) == .kept.defaulting(toJSON: []))
    }

    @Test(arguments: CoderRoutes.all, layouts)
    func membersThatAreNotThereHaveTheirDefaults(
        _ route: any CoderRoute, _ layout: @Sendable () throws -> KeyLayout
    ) throws {
        let laid = Laid(route, [try layout()], format: Self.format)
        #expect(try laid.read(Model.self, [:]) == Self.full)
        #expect(try laid.read([Model].self, [[:], ["count": 5]]).map(\.count) == [1, 5])
    }

    @Test(arguments: CoderRoutes.json, layouts)
    func membersThatAreNullHaveTheirDefaults(
        _ route: any CoderRoute, _ layout: @Sendable () throws -> KeyLayout
    ) throws {
        let laid = Laid(route, [try layout()], format: Self.format)
        let nothing: JSONValue = [
            "count": nil, "small": nil, "title": nil, "a": ["list": nil], "inner": nil, "maybe": nil, "ratio": nil,
            "flag": nil,
        ]
        #expect(try laid.read(Model.self, nothing) == Self.full)
        let values: JSONValue = [
            "count": 0, "small": 0, "title": "", "a": ["list": []],
            "inner": ["shoe_size": 1, "day": "1970-01-01"], "maybe": "", "ratio": 0, "flag": false,
        ]
        try laid.check(
            Model(
                count: 0, small: 0, name: "", list: [], inner: Inner(shoeSize: 1, day: Date(timeIntervalSince1970: 0)),
                maybe: "", ratio: 0, flag: false), values)
    }

    @Test(arguments: CoderRoutes.json)
    func formsOfNilSayWhereADefaultIsTaken(_ route: any CoderRoute) throws {
        struct One: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case name }
            var name: String
        }
        let absent = try KeyLayout(One.CodingKeys.self, [.name: .kept.defaulting(to: "x").readingNil(from: .absent)])
        #expect(try Laid(route, [absent]).read(One.self, [:]) == One(name: "x"))
        let error = #expect(throws: DecodingError.self) { try Laid(route, [absent]).read(One.self, ["name": nil]) }
        guard case .valueNotFound(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.stringValue) == ["name"])
        let empty = try KeyLayout(
            One.CodingKeys.self, [.name: .kept.defaulting(to: "x").readingNil(from: [.usual, .emptyText])])
        #expect(try Laid(route, [empty]).read(One.self, ["name": ""]) == One(name: "x"))
    }

    @Test(arguments: CoderRoutes.all)
    func aDefaultOfAnotherTypeIsAnErrorThatShowsIt(_ route: any CoderRoute) throws {
        struct One: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case count }
            var count: Int
        }
        let text = #"at the root: the default of the key "count", "many", cannot be read as Int"#
        for place in [KeyPlace.kept.defaulting(to: "many"), .kept.defaulting(toJSON: "many")] {
            let laid = Laid(route, [try KeyLayout(One.CodingKeys.self, [.count: place])])
            #expect(try laid.fault(One.self, [:]) == text)
            #expect(try laid.read(One.self, ["count": 1]) == One(count: 1))
        }
    }

    @Test(arguments: CoderRoutes.all)
    func codeOfOnesOwnSeesADefaultAsAMember(_ route: any CoderRoute) throws {
        enum Key: String, CodingKey { case name, inner, list }
        let layout = try KeyLayout(
            Key.self,
            [
                .name: .kept.defaulting(to: "x"), .inner: .kept.defaulting(toJSON: ["name": "y"]),
                .list: .kept.defaulting(toJSON: [1, 2]),
            ])
        let told = try SuperCoderHazardTests.read(route, [:], format: VersionFormat(layouts: [layout])) { decoder in
            let container = try decoder.container(keyedBy: Key.self)
            let inner = try container.nestedContainer(keyedBy: Key.self, forKey: .inner)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            return [
                "\(container.contains(.name))", "\(try container.decodeNil(forKey: .name))",
                try inner.decode(String.self, forKey: .name), "\(try list.decode(Int.self))",
            ]
        }
        #expect(told == ["true", "false", "y", "1"])
    }

    @Test func placesAreEqualWhereTheirRulesAre() {
        #expect(KeyPlace.kept.defaulting(to: 1) == .kept.defaulting(to: 1))
        #expect(KeyPlace.kept.defaulting(to: 1) != .kept.defaulting(to: 2))
        #expect(KeyPlace.kept.defaulting(to: 1) != .kept.defaulting(toJSON: 1))
        #expect(KeyPlace.key("a").alias("b").hashValue == KeyPlace.key("a").alias("b").hashValue)
        #expect(KeyPlace.key("a").alias("b") != .key("a").alias("c"))
        #expect(KeyPlace.path("/a/0") != .members("a", "0"))
        #expect(KeyPlace.key("\u{e9}") != .key("e\u{301}"))
    }
}
