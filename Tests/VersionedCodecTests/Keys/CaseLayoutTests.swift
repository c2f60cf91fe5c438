import SampleAPI
import Testing
import VersionedCodec

@Suite struct CaseLayoutTests {
    struct Song: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case songTitle }
        var songTitle: String
    }

    /// Its coding is synthesised; the layouts are made where its keys are visible.
    enum Media: Codable, Equatable, VersionedKeys {
        case song(Song)
        case videoClip(title: String, seconds: Int)
        case nothing
        case number(Int)

        static func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
            let names: KeyValuePairs<CodingKeys, KeyPlace> = [.videoClip: .key("clip").alias("video")]
            let parts = [
                try KeyLayout(SongCodingKeys.self, [._0: .flattened]),
                try KeyLayout(NumberCodingKeys.self, [._0: .flattened]),
            ]
            return switch version {
            case .v1: [try KeyLayout(cases: CodingKeys.self, .around, names)] + parts
            case .v2: [try KeyLayout(cases: CodingKeys.self, .beside("type"), names), parts[0]]
            case .v3: [try KeyLayout(cases: CodingKeys.self, .beside("type", payload: "value"), names)] + parts
            }
        }
    }

    static let shapes: [(ShapeVersion, Media, JSONValue)] = [
        (.v1, .song(Song(songTitle: "a")), ["song": ["song_title": "a"]]),
        (.v1, .videoClip(title: "a", seconds: 7), ["clip": ["title": "a", "seconds": 7]]),
        (.v1, .nothing, ["nothing": [:]]),
        (.v1, .number(5), ["number": 5]),
        (.v2, .song(Song(songTitle: "a")), ["type": "song", "song_title": "a"]),
        (.v2, .videoClip(title: "a", seconds: 7), ["type": "clip", "title": "a", "seconds": 7]),
        (.v2, .nothing, ["type": "nothing"]),
        (.v2, .number(5), ["type": "number", "_0": 5]),
        (.v3, .song(Song(songTitle: "a")), ["type": "song", "value": ["song_title": "a"]]),
        (.v3, .videoClip(title: "a", seconds: 7), ["type": "clip", "value": ["title": "a", "seconds": 7]]),
        (.v3, .nothing, ["type": "nothing", "value": [:]]),
        (.v3, .number(5), ["type": "number", "value": 5]),
    ]

    static func laid(_ route: any CoderRoute, _ version: ShapeVersion) -> VersionController<ShapeVersion> {
        VersionController<ShapeVersion>(format: VersionFormat(keys: .snakeCase)).fixed(to: version)
    }

    @Test(arguments: CoderRoutes.all, shapes)
    func casesAreNamedBesideOrAroundTheirValues(
        _ route: any CoderRoute, _ shape: (ShapeVersion, Media, JSONValue)
    ) throws {
        let controller = Self.laid(route, shape.0)
        let payload = try route.encode(Versioned(["m": [shape.1]], version: shape.0), with: controller)
        let written = try route.value(of: payload)
        #expect(written.isEquivalent(to: ["m": [shape.2]]), "wrote \(written)")
        let read = try route.decode([String: [Media]].self, from: payload, with: controller)
        #expect(read.value == ["m": [shape.1]])
    }

    @Test(arguments: CoderRoutes.all)
    func otherNamesOfACaseAreRead(_ route: any CoderRoute) throws {
        let payload = try route.payload(["type": "video", "title": "a", "seconds": 7])
        #expect(
            try route.decode(Media.self, from: payload, with: Self.laid(route, .v2)).value
                == .videoClip(title: "a", seconds: 7))
        let around = try route.payload(["video": ["title": "a", "seconds": 7]])
        #expect(
            try route.decode(Media.self, from: around, with: Self.laid(route, .v1)).value
                == .videoClip(title: "a", seconds: 7))
    }

    @Test(arguments: CoderRoutes.all)
    func aCaseWithoutValuesNeedsNoPayload(_ route: any CoderRoute) throws {
        let payload = try route.payload(["type": "nothing"])
        #expect(try route.decode(Media.self, from: payload, with: Self.laid(route, .v3)).value == .nothing)
    }

    static let faults: [(ShapeVersion, JSONValue, String)] = [
        (.v2, ["title": "a"], #"at the root: there is no member "type", which names the case"#),
        (.v2, ["type": "film"], #"at "/type": "film" names no case of Media: "song", "clip", "nothing", "number""#),
        (.v2, ["type": "clip", "title": "a"], #"at the root: there is no member "seconds""#),
        (.v3, ["type": "clip"], #"at "/value": there is no member "/value/title" for the key "title""#),
        (
            .v3, ["type": "videoClip"],
            #"at "/type": "videoClip" names no case of Media: "song", "clip", "nothing", "number""#
        ),
    ]

    @Test(arguments: CoderRoutes.all, faults)
    func aNameThatIsMissingOrUnknownIsAnErrorAtItsPlace(
        _ route: any CoderRoute, _ fault: (ShapeVersion, JSONValue, String)
    ) throws {
        let error = #expect(throws: DecodingError.self) {
            try route.decode(Media.self, from: route.payload(fault.1), with: Self.laid(route, fault.0))
        }
        #expect(try route.text(of: #require(error)) == fault.2)
    }

    enum Listed: Codable, Equatable {
        case one(Int), two(Int)
        enum CodingKeys: String, CodingKey, CaseIterable { case one, two }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let one = try container.decodeIfPresent(Int.self, forKey: .one) {
                self = .one(one)
            } else {
                self = .two(try container.decode(Int.self, forKey: .two))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .one(let value): try container.encode(value, forKey: .one)
            case .two(let value): try container.encode(value, forKey: .two)
            }
        }
    }

    @Test(arguments: CoderRoutes.all)
    func codeOfOnesOwnFollowsTheDiscriminatorToo(_ route: any CoderRoute) throws {
        let laid = Laid(
            route,
            [
                try KeyLayout(
                    cases: Listed.CodingKeys.self, .beside("which", payload: "what"), style: .screamingSnakeCase)
            ])
        try laid.check([Listed.one(1), .two(2)], [["which": "ONE", "what": 1], ["which": "TWO", "what": 2]])
        #expect(
            try laid.fault(Listed.self, ["which": "three"])
                == #"at "/which": "three" names no case of Listed: "ONE", "TWO""#)
        #expect(
            try laid.fault(Listed.self, ["which": "TWO"])
                == #"at the root: there is no member "what" for the key "two"; there is "which""#)
        let beside = Laid(route, [try KeyLayout(cases: Listed.CodingKeys.self, .beside("which"))])
        #expect(
            try beside.fault(writing: Listed.one(1))
                == #"at the root: "one" of CodingKeys writes no object, so its members cannot join those of the object"#
        )
    }

    @Test(arguments: CoderRoutes.all)
    func twoCasesInOneObjectAreAnError(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(cases: Listed.CodingKeys.self, .beside("which", payload: "what"))
        let error = #expect(throws: EncodingError.self) {
            try SuperCoderHazardTests.write(route, format: VersionFormat(layouts: [layout])) { encoder in
                var container = encoder.container(keyedBy: Listed.CodingKeys.self)
                try container.encode(1, forKey: .one)
                try container.encode(1, forKey: .two)
            }
        }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"at "/which": the name of "one" of CodingKeys and the name of "two" of CodingKeys write different values in one place, "/which""#
        )
    }

    @Test(arguments: CoderRoutes.all)
    func aFlattenedEnumIsNilWithoutItsDiscriminator(_ route: any CoderRoute) throws {
        struct Post: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case id, media }
            var id: Int
            var media: Media?
        }
        let controller = VersionController<ShapeVersion>(
            format: VersionFormat(layouts: [try KeyLayout(Post.CodingKeys.self, [.media: .flattened])])
        ).fixed(to: .v2)
        let shapes: [(Post, JSONValue)] = [
            (Post(id: 1), ["id": 1]),
            (
                Post(id: 1, media: .videoClip(title: "a", seconds: 7)),
                ["id": 1, "type": "clip", "title": "a", "seconds": 7]
            ),
        ]
        for (post, json) in shapes {
            let payload = try route.encode(Versioned(post, version: .v2), with: controller)
            #expect(try route.value(of: payload).isEquivalent(to: json))
            #expect(try route.decode(Post.self, from: payload, with: controller).value == post)
        }
    }

    @Test func placesOfCasesThatAreMoreThanNamesFailWhenTheLayoutIsBuilt() {
        typealias Keys = Listed.CodingKeys
        let places: [KeyPlace] = [
            .path("/a/b"), .flattened, .kept.alias(path: "/a/b"), .kept.written(at: "/a/b"), .kept.defaulting(to: 1),
            .kept.dates([.iso8601]), .kept.readingNil(from: .null), .kept.writingNil(.null), .kept.outside,
        ]
        for place in places {
            let error = #expect(throws: KeyLayout.DeclarationError.self) {
                try KeyLayout(cases: Keys.self, .beside("type"), [.one: place])
            }
            #expect(error?.code == .caseWithAPlace)
            #expect(
                error?.diagnostic.message
                    == #"the layout of Listed.CodingKeys gives the case "one" more than names: say .key, .alias or .written(as:) only"#
            )
        }
        let name = #expect(throws: KeyLayout.DeclarationError.self) {
            try KeyLayout(cases: Keys.self, .beside("type"), [.one: .key("two")], style: .asDeclared)
        }
        #expect(name?.description == #"at "/two": the layout of Listed.CodingKeys puts "one" and "two" in one place"#)
        let key = #expect(throws: KeyLayout.DeclarationError.self) {
            try KeyLayout(cases: Keys.self, .beside("type", payload: "type"))
        }
        #expect(
            key?.description
                == #"at "/type": the layout of Listed.CodingKeys puts the name of a case and its value under one key"#)
    }
}
