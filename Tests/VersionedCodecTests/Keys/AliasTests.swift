import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct AliasTests {
    struct Song: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case name, length }
        var name: String
        var length: Int?
    }

    static func laid(_ route: any CoderRoute) throws -> Laid {
        Laid(
            route,
            [
                try KeyLayout(
                    Song.CodingKeys.self,
                    [
                        .name: .key("name").alias("title", "label").alias(path: "/meta/titles/0"),
                        .length: .kept.alias("seconds"),
                    ])
            ])
    }

    @Test(
        arguments: CoderRoutes.all,
        [
            ["name": "A", "length": 3], ["title": "A", "length": 3], ["label": "A", "seconds": 3],
            ["meta": ["titles": ["A", "B"]], "seconds": 3], ["meta": ["titles": []], "label": "A", "length": 3],
        ] as [JSONValue])
    func aliasesAreRead(_ route: any CoderRoute, _ payload: JSONValue) throws {
        let read = try Self.laid(route).reading(Song.self, payload)
        #expect(read.value == Song(name: "A", length: 3))
        #expect(read.issues.isEmpty)
        #expect(try Self.laid(route).write(read.value).isEquivalent(to: ["name": "A", "length": 3]))
    }

    @Test(arguments: CoderRoutes.all)
    func declaredOrderDecidesAndTheOthersAreReported(_ route: any CoderRoute) throws {
        let payload: JSONValue = ["label": "C", "meta": ["titles": ["D"]], "title": "B"]
        let read = try Self.laid(route).reading([Song].self, [payload, ["name": "x", "seconds": 1, "length": 2]])
        #expect(read.value == [Song(name: "B"), Song(name: "x", length: 2)])
        #expect(
            read.issues.map(\.withoutPosition) == [
                #"at "/0/label": this member was not read, because "/title" was read for the key "name" (version 1)"#,
                #"at "/0/meta/titles/0": this member was not read, because "/title" was read for the key "name" (version 1)"#,
                #"at "/1/seconds": this member was not read, because "/length" was read for the key "length" (version 1)"#,
            ])
        #expect(read.issues.allSatisfy { $0.code == .aliasNotRead })
    }

    @Test(arguments: CoderRoutes.json)
    func aMemberThatIsNilGivesWayToOneThatIsNot(_ route: any CoderRoute) throws {
        let read = try Self.laid(route).reading(Song.self, ["name": "A", "length": nil, "seconds": 3])
        #expect(read.value == Song(name: "A", length: 3))
        #expect(read.issues.map(\.diagnostic.path) == ["/length"])
        let none = try Self.laid(route).reading(Song.self, ["name": "A", "length": nil, "seconds": nil])
        #expect(none.value == Song(name: "A"))
    }

    @Test(arguments: CoderRoutes.all)
    func anAbsentMemberIsNamedWithItsAliases(_ route: any CoderRoute) throws {
        #expect(
            try Self.laid(route).fault(Song.self, ["length": 3])
                == #"at the root: there is no member "name", "title", "label" or "/meta/titles/0" for the key "name"; there is "length""#
        )
    }

    @Test(arguments: CoderRoutes.all)
    func anAliasOfTheWrongKindIsAnErrorAtItsPlace(_ route: any CoderRoute) throws {
        let error = #expect(throws: DecodingError.self) {
            try Self.laid(route).read(Song.self, ["meta": ["titles": [7]], "seconds": "x"])
        }
        guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
        #expect(
            JSONPointer(context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }) == "/meta/titles/0")
    }

    @Test(arguments: CoderRoutes.all)
    func allKeysHasAKeyOnceWhateverItsMembers(_ route: any CoderRoute) throws {
        let format = VersionFormat(
            layouts: [
                try KeyLayout(
                    Song.CodingKeys.self,
                    [.name: .key("name").alias("title", "label").alias(path: "/meta/titles/0"), .length: .kept])
            ])
        let payload: JSONValue = ["title": "A", "label": "B", "meta": ["titles": ["D"]], "length": 1]
        let keys = try SuperCoderHazardTests.read(route, payload, format: format) {
            try $0.container(keyedBy: Song.CodingKeys.self).allKeys
        }
        #expect(keys.count == 2)
        #expect(Set(keys) == [.name, .length])
    }

    struct Track: VersionConfigurable, Equatable {
        typealias Version = ShapeVersion
        enum CodingKeys: String, CodingKey { case name }
        var name: String
    }

    @Test func issuesReachTheLogOfACoderWithoutVersioned() throws {
        let controller = VersionController<ShapeVersion>(
            format: VersionFormat(layouts: [try KeyLayout(Track.CodingKeys.self, [.name: .key("name").alias("title")])])
        )
        let log = DecodingIssue.Log()
        let decoder = JSONDecoder()
        decoder.userInfo[.decodingIssues] = log
        let payload = Data(#"[{"name": "a", "title": "b"}, {"title": "c"}]"#.utf8)
        let tracks = try decoder.decode([Track].self, from: payload, configuration: controller.fixed(to: .v2))
        #expect(tracks == [Track(name: "a"), Track(name: "c")])
        #expect(
            log.issues.map(\.description) == [
                #"at "/0/title": this member was not read, because "/name" was read for the key "name" (version 2)"#
            ])
    }

    // MARK: Another place on writing

    @Test(arguments: CoderRoutes.all)
    func anotherPlaceOnWritingIsOnlyWritten(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(
            Song.CodingKeys.self,
            [.name: .key("name").written(as: "fullName"), .length: .kept.written(at: "/facts/length")])
        let laid = Laid(route, [layout])
        let song = Song(name: "A", length: 3)
        #expect(try laid.write(song).isEquivalent(to: ["fullName": "A", "facts": ["length": 3]]))
        #expect(try laid.read(Song.self, ["name": "A", "length": 3, "fullName": "B"]) == song)
        #expect(
            try laid.fault(Song.self, ["fullName": "A"])
                == #"at the root: there is no member "name""#)
    }

    @Test(arguments: CoderRoutes.all)
    func aliasOfWhatIsWrittenComesBack(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(
            Song.CodingKeys.self, [.name: .key("name").written(as: "fullName").alias("fullName")])
        try Laid(route, [layout]).check(Song(name: "A"), ["fullName": "A"])
    }

    @Test func placesThatMeetFailWhenTheLayoutIsBuilt() {
        typealias Keys = Song.CodingKeys
        let cases: [(() throws -> KeyLayout, String)] = [
            (
                { try KeyLayout(Keys.self, [.name: .key("a").alias("b"), .length: .key("b")]) },
                #"at "/b": the layout of Song.CodingKeys puts "name" and "length" in one place"#
            ),
            (
                { try KeyLayout(Keys.self, [.name: .key("a").alias("x"), .length: .key("b").alias("x")]) },
                #"at "/x": the layout of Song.CodingKeys puts "name" and "length" in one place"#
            ),
            (
                { try KeyLayout(Keys.self, [.name: .key("a").alias("a")]) },
                #"at "/a": the layout of Song.CodingKeys puts "name" here twice"#
            ),
            (
                { try KeyLayout(Keys.self, [.name: .key("a").written(as: "w"), .length: .key("w")]) },
                #"at "/w": the layout of Song.CodingKeys puts "name" and "length" in one place"#
            ),
            (
                { try KeyLayout(Keys.self, [.name: .key("a").alias(path: "")]) },
                #"at the root: the layout of Song.CodingKeys puts "name" in the place of the object itself;"#
                    + " where its members join those of the object, say .flattened"
            ),
            (
                { try KeyLayout(Keys.self, [.name: .path("/a/0"), .length: .path("/a/b")]) },
                #"at "/a": the layout of Song.CodingKeys needs an array here for "name" and "length", or an object;"#
                    + " where digits are a key, say .members"
            ),
        ]
        for (make, text) in cases {
            let error = #expect(throws: KeyLayout.DeclarationError.self) { try make() }
            #expect(error?.description == text)
        }
    }
}
