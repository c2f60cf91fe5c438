import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct KeyLayoutTests {
    /// A place whose keys move from version to version; its keys are synthesised.
    struct Contact: Codable, Equatable, VersionedKeys {
        struct Person: Codable, Equatable {
            var name: String
            var shoeSize: Int?
        }

        var contact: Person
        var email: String
        var latitude: Double?
        var longitude: Double?

        static func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
            switch version {
            case .v1: []
            case .v2:
                [
                    try KeyLayout(
                        CodingKeys.self,
                        [
                            .email: .path("/contact/email"), .latitude: .path("/geo/point/lat"),
                            .longitude: .path("/geo/point/lon"),
                        ])
                ]
            case .v3:
                [try KeyLayout(CodingKeys.self, [.email: .key("mail"), .contact: .key("Person")], style: .snakeCase)]
            }
        }
    }

    static let full = Contact(
        contact: .init(name: "Ann", shoeSize: 38), email: "ann@example.com", latitude: 52.5, longitude: 13.25)

    static let shapes: [(ShapeVersion, JSONValue)] = [
        (
            .v1,
            [
                "contact": ["name": "Ann", "shoeSize": 38], "email": "ann@example.com", "latitude": 52.5,
                "longitude": 13.25,
            ]
        ),
        (
            .v2,
            [
                "contact": ["name": "Ann", "shoeSize": 38, "email": "ann@example.com"],
                "geo": ["point": ["lat": 52.5, "lon": 13.25]],
            ]
        ),
        (
            .v3,
            [
                "Person": ["name": "Ann", "shoeSize": 38], "mail": "ann@example.com", "latitude": 52.5,
                "longitude": 13.25,
            ]
        ),
    ]

    @Test(arguments: CoderRoutes.all, shapes)
    func keysMoveBothWays(_ route: any CoderRoute, _ expected: (ShapeVersion, JSONValue)) throws {
        let controller = VersionController<ShapeVersion>()
        let payload = try route.encode(Versioned(Self.full, version: expected.0), with: controller)
        let written = try route.value(of: payload)
        #expect(written.isEquivalent(to: expected.1), "wrote \(written)")
        let read = try route.decode(
            Contact.self, from: route.payload(expected.1), with: controller.fixed(to: expected.0))
        #expect(read.value == Self.full)
    }

    @Test(arguments: CoderRoutes.all)
    func absentObjectOnTheWayIsAnAbsentMember(_ route: any CoderRoute) throws {
        let controller = VersionController<ShapeVersion>().fixed(to: .v2)
        let payload: JSONValue = ["contact": ["name": "Ann", "email": "a"]]
        let read = try route.decode(Contact.self, from: route.payload(payload), with: controller).value
        #expect(read == Contact(contact: .init(name: "Ann"), email: "a"))
        #expect(
            try route.value(of: route.encode(Versioned(read, version: .v2), with: controller)).isEquivalent(to: payload)
        )
        let error = #expect(throws: DecodingError.self) {
            try route.decode(Contact.self, from: route.payload(["contact": ["name": "Ann"]]), with: controller)
        }
        guard case .keyNotFound(let key, let context) = error else { throw try #require(error) }
        #expect(key.stringValue == "email")
        #expect(context.debugDescription == "there is no member \"/contact/email\" for the key \"email\"")
    }

    @Test(arguments: CoderRoutes.all)
    func pathThroughAScalarIsATypeMismatch(_ route: any CoderRoute) throws {
        let error = #expect(throws: DecodingError.self) {
            try route.decode(
                Contact.self, from: route.payload(["contact": ["name": "Ann", "email": "a"], "geo": ["point": 3]]),
                with: VersionController<ShapeVersion>().fixed(to: .v2))
        }
        guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.stringValue) == ["geo", "point"])
    }

    @Test(arguments: CoderRoutes.all)
    func movedKeyThatMeetsAMemberIsAnErrorThatNamesBoth(_ route: any CoderRoute) throws {
        struct Clash: Codable, VersionedKeys {
            var contact: [String: String]
            var email: String
            static func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
                [try KeyLayout(CodingKeys.self, [.email: .path("/contact/email")])]
            }
        }
        let controller = VersionController<ShapeVersion>()
        let clash = Clash(contact: ["email": "a"], email: "b")
        let error = #expect(throws: EncodingError.self) {
            try route.encode(Versioned(clash, version: .v1), with: controller)
        }
        guard case .invalidValue(_, let context) = innermost(error) else { throw try #require(error) }
        #expect(
            context.debugDescription
                == "\"email\" of _DictionaryCodingKey and \"email\" of CodingKeys write different values in one place,"
                + " \"/contact/email\"")
        let equal = Clash(contact: ["email": "a"], email: "a")
        #expect(
            try route.value(of: route.encode(Versioned(equal, version: .v1), with: controller))
                == ["contact": ["email": "a"]])
    }

    @Test(arguments: CoderRoutes.all)
    func keysThatAStylePutsInOnePlaceFailNamingBoth(_ route: any CoderRoute) throws {
        struct Clash: Codable {
            var imageURL: String
            var imageUrl: String
        }
        let controller = VersionController<ShapeVersion>(format: VersionFormat(keys: .snakeCase))
        let text = "at \"/image_url\": the keys \"imageURL\" and \"imageUrl\" of Clash.CodingKeys use the same key"
        let encoding = #expect(throws: EncodingError.self) {
            try route.encode(Versioned(Clash(imageURL: "a", imageUrl: "b"), version: .v1), with: controller)
        }
        guard case .invalidValue(_, let context) = innermost(encoding) else { throw try #require(encoding) }
        #expect(context.debugDescription == text)
        let decoding = #expect(throws: DecodingError.self) {
            try route.decode(Clash.self, from: route.payload(["image_url": "a"]), with: controller.fixed(to: .v1))
        }
        guard case .dataCorrupted(let context) = decoding else { throw try #require(decoding) }
        #expect(context.debugDescription == text)
    }

    @Test(arguments: CoderRoutes.all)
    func layoutAtTheFormatWorksForVisibleKeys(_ route: any CoderRoute) throws {
        struct Place: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case name }
            var name: String
        }
        let controller = try VersionController<ShapeVersion> { version in
            VersionFormat(layouts: [try KeyLayout(Place.CodingKeys.self, [.name: .key("name\(version)")])])
        }
        for version in ShapeVersion.allCases {
            let payload: JSONValue = .object(["name\(version)": "Ulm"])
            let read = try route.decode(Place.self, from: route.payload(payload), with: controller.fixed(to: version))
            #expect(read.value == Place(name: "Ulm"))
            #expect(try route.value(of: route.encode(read, with: controller)) == payload)
        }
        #expect(try controller.keyLayout(for: Place.CodingKeys.self).place(of: Place.CodingKeys.name) == "/name3")
    }

    @Test(arguments: CoderRoutes.all)
    func allKeysAreThoseOfTheModel(_ route: any CoderRoute) throws {
        enum Key: String, CodingKey { case imageURL, userID, HTTPServer2, moved, absent }
        let format = VersionFormat(
            keys: .snakeCase, layouts: [try KeyLayout(Key.self, [.moved: .path("/deep/er")])])
        let payload: JSONValue = [
            "image_url": 1, "user_id": 2, "deep": ["er": 4], "moved": 5, "unknown": 6, "http_server2": 3,
        ]
        let keys = try SuperCoderHazardTests.read(route, payload, format: format) { decoder in
            try decoder.container(keyedBy: Key.self).allKeys
        }
        #expect(Set(keys) == [.imageURL, .userID, .moved, .HTTPServer2])
    }

    @Test(arguments: CoderRoutes.all)
    func structKeysSayWhatThePayloadSays(_ route: any CoderRoute) throws {
        struct Key: CodingKey, Hashable {
            var stringValue: String
            var intValue: Int?
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let keys = try SuperCoderHazardTests.read(
            route, ["anyName": 1, "any_name": 2], format: VersionFormat(keys: .snakeCase)
        ) { decoder in
            let container = try decoder.container(keyedBy: Key.self)
            return try container.allKeys.map { [$0.stringValue: try container.decode(Int.self, forKey: $0)] }
        }
        #expect(Set(keys) == [["anyName": 1], ["any_name": 2]])
    }

    // MARK: Layouts that cannot work

    enum Key: String, CodingKey { case a, b }

    @Test func layoutsThatCannotWorkFailWhenTheyAreBuilt() {
        let twice = #expect(throws: KeyLayout.DeclarationError.self) {
            try KeyLayout(Key.self, [.a: .key("x"), .b: .path("/x")])
        }
        #expect(twice?.code == .placeTakenTwice)
        #expect(twice?.description == "at \"/x\": the layout of Key puts \"a\" and \"b\" in one place")
        let listed = #expect(throws: KeyLayout.DeclarationError.self) {
            try KeyLayout(Key.self, [.a: .key("x"), .a: .key("y")])
        }
        #expect(listed?.description == "at \"/y\": the layout of Key lists \"a\" twice")
        let root = #expect(throws: KeyLayout.DeclarationError.self) { try KeyLayout(Key.self, [.a: .path("")]) }
        #expect(
            root?.description
                == "at the root: the layout of Key puts \"a\" in the place of the object itself;"
                + " where its members join those of the object, say .flattened")
    }

    @Test(arguments: CoderRoutes.all)
    func keysThatMeetInOneSpellingAreNamedWithTheWholePlace(_ route: any CoderRoute) throws {
        struct User: Codable {
            var userID = 1
            var userId = 2
        }
        let controller = VersionController<ShapeVersion>(format: VersionFormat(keys: .snakeCase)).fixed(to: .v1)
        let text = #"at "/users/0/user_id": the keys "userID" and "userId" of User.CodingKeys use the same key"#
        let written = #expect(throws: EncodingError.self) {
            try route.encode(Versioned(["users": [User()]], version: .v1), with: controller)
        }
        #expect(Diagnostic(describing: try #require(written)).description == text)
        let read = #expect(throws: DecodingError.self) {
            try route.decode([String: [User]].self, from: route.payload(["users": [["user_id": 1]]]), with: controller)
        }
        #expect(Diagnostic(describing: try #require(read)).description == text)
    }
}
