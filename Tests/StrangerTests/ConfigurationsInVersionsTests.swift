import Foundation
import Testing
import VersionedCodec

/// Models with a configuration of their own follow the controller of the coder, in both directions.
@Suite struct ConfigurationsInVersionsTests {
    enum Release: Int, APIVersion { case v1 = 1, v2 }

    /// The host is not in the JSON.
    struct Server: Sendable, EncodingConfigurationProviding, DecodingConfigurationProviding {
        var host: String
        static var encodingConfiguration: Server { Server(host: "c.org") }
        static var decodingConfiguration: Server { Server(host: "c.org") }
    }

    struct Photo: CodableWithConfiguration, Equatable {
        enum CodingKeys: CodingKey { case filePath, takenAt }
        var address: String
        var takenAt = Date(timeIntervalSince1970: 60)

        init(_ address: String) { self.address = address }

        init(from decoder: any Decoder, configuration server: Server) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            address = server.host + (try container.decode(String.self, forKey: .filePath))
            takenAt = try container.decode(Date.self, forKey: .takenAt)
        }

        func encode(to encoder: any Encoder, configuration server: Server) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(String(address.dropFirst(server.host.count)), forKey: .filePath)
            try container.encode(takenAt, forKey: .takenAt)
        }
    }

    /// A plain `Codable` type in between.
    struct Frame: Codable, Equatable {
        @CodableConfiguration(from: Server.self) var framedPhoto = Photo("c.org/d.png")
        var hungAt = Date(timeIntervalSince1970: 120)
    }

    struct Album: CodableWithConfiguration, Equatable, VersionedKeys {
        enum CodingKeys: CodingKey { case bestPhoto, lastPhoto, noPhoto, otherPhotos, frame, madeAt }
        var bestPhoto = Photo("b.org/a.png")
        var lastPhoto: Photo? = Photo("b.org/b.png")
        var noPhoto: Photo?
        var otherPhotos = [Photo("b.org/c.png")]
        var frame = Frame()
        var madeAt = Date(timeIntervalSince1970: 180)

        static func keyLayouts(for version: Release) throws -> [KeyLayout] {
            version == .v1
                ? [try KeyLayout(CodingKeys.self, [.bestPhoto: .path("/photos/best")], style: .snakeCase)] : []
        }

        init() {}

        init(from decoder: any Decoder, configuration server: Server) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            bestPhoto = try container.decode(Photo.self, forKey: .bestPhoto, configuration: server)
            lastPhoto = try container.decode(Photo?.self, forKey: .lastPhoto, configuration: server)
            noPhoto = try container.decode(Photo?.self, forKey: .noPhoto, configuration: server)
            otherPhotos = try container.decode([Photo].self, forKey: .otherPhotos, configuration: server)
            frame = try container.decode(Frame.self, forKey: .frame)
            madeAt = try container.decode(Date.self, forKey: .madeAt)
        }

        func encode(to encoder: any Encoder, configuration server: Server) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(bestPhoto, forKey: .bestPhoto, configuration: server)
            try container.encode(lastPhoto, forKey: .lastPhoto, configuration: server)
            try container.encode(noPhoto, forKey: .noPhoto, configuration: server)
            try container.encode(otherPhotos, forKey: .otherPhotos, configuration: server)
            try container.encode(frame, forKey: .frame)
            try container.encode(madeAt, forKey: .madeAt)
        }
    }

    let server = Server(host: "b.org")

    static func controller() throws -> VersionController<Release> {
        try VersionController(location: VersionLocation("/version", as: .integer)) { version in
            switch version {
            case .v1:
                VersionFormat(
                    dates: [try .pattern("yyyy/MM/dd HH:mm", assuming: .gmt)], keys: .snakeCase,
                    layouts: [
                        try KeyLayout(Photo.CodingKeys.self, [.filePath: .path("/file/path")], style: .snakeCase)
                    ])
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }
    }

    func photo(_ version: Release, _ path: String) -> JSONValue {
        version == .v1
            ? ["file": ["path": .string(path)], "taken_at": "1970/01/01 00:01"]
            : ["filePath": .string(path), "takenAt": "1970-01-01T00:01:00Z"]
    }

    func encoder(_ version: Release) throws -> VersionedJSONEncoder {
        VersionedJSONEncoder(try Self.controller().fixed(to: version))
    }

    func expect(_ written: Data, _ expected: JSONValue, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let root = try JSONDocument(parsing: written).root
        #expect(root.isEquivalent(to: expected), "wrote \(root)", sourceLocation: sourceLocation)
    }

    @Test(arguments: Release.allCases)
    func keysDatesAndVersionAreThoseOfTheController(_ version: Release) throws {
        let expected: JSONValue =
            version == .v1
            ? [
                "version": 1, "photos": ["best": photo(.v1, "/a.png")], "last_photo": photo(.v1, "/b.png"),
                "no_photo": nil, "other_photos": [photo(.v1, "/c.png")], "made_at": "1970/01/01 00:03",
                "frame": ["framed_photo": photo(.v1, "/d.png"), "hung_at": "1970/01/01 00:02"],
            ]
            : [
                "version": 2, "bestPhoto": photo(.v2, "/a.png"), "lastPhoto": photo(.v2, "/b.png"),
                "noPhoto": nil, "otherPhotos": [photo(.v2, "/c.png")], "madeAt": "1970-01-01T00:03:00Z",
                "frame": ["framedPhoto": photo(.v2, "/d.png"), "hungAt": "1970-01-01T00:02:00Z"],
            ]
        let written = try encoder(version).encode(Album(), configuration: server)
        try expect(written, expected)
        let decoder = VersionedJSONDecoder(try Self.controller())
        #expect(try decoder.decode(Album.self, from: written, configuration: server) == Album())
        #expect(try decoder.decode(Album?.self, from: written, configuration: server) == Album())
        #expect(try decoder.decodeReporting(Album.self, from: written, configuration: server).value == Album())
    }

    @Test func versionInEffectIsWrittenWithoutAFixedOne() throws {
        let encoder = VersionedJSONEncoder(try Self.controller())
        #expect(
            try String(decoding: encoder.encode(Photo("b.org/a.png"), configuration: server), as: UTF8.self)
                == #"{"version":2,"filePath":"\/a.png","takenAt":"1970-01-01T00:01:00Z"}"#)
        let provided = try encoder.encode(Photo("c.org/a.png"), configuration: Server.self)
        #expect(try encoder.encode(Photo("b.org/a.png"), configuration: server) == provided)
        #expect(try encoder.encode(Photo?.some(Photo("c.org/a.png")), configuration: Server.self) == provided)
    }

    @Test(arguments: Release.allCases)
    func listsOptionalsAndDictionariesFollowAFixedVersion(_ version: Release) throws {
        let encoder = try encoder(version)
        let decoder = VersionedJSONDecoder(try Self.controller().fixed(to: version))
        let photos = [Photo("b.org/a.png"), nil, Photo("b.org/b.png")]
        let list = try encoder.encode(photos, configuration: server)
        try expect(list, [photo(version, "/a.png"), nil, photo(version, "/b.png")])
        #expect(try decoder.decode([Photo?].self, from: list, configuration: server) == photos)
        #expect(try encoder.encode(Photo?.none, configuration: server) == Data("null".utf8))
        let named = try encoder.encode(["first_photo": Photo("b.org/a.png")], configuration: server)
        try expect(named, ["first_photo": photo(version, "/a.png")])
        #expect(
            try decoder.decode([String: Photo].self, from: named, configuration: server)
                == ["first_photo": Photo("b.org/a.png")])
        // Their elements are asked for their layouts.
        let albums = try encoder.encode([Album()], configuration: server)
        #expect((try JSONDocument(parsing: albums).root.array?.first?["photos"] != nil) == (version == .v1))
        #expect(try decoder.decode([Album].self, from: albums, configuration: server) == [Album()])
        let shelf = try encoder.encode(["a": Album()], configuration: server)
        #expect((try JSONDocument(parsing: shelf).root["a"]?["photos"] != nil) == (version == .v1))
        #expect(try decoder.decode([String: Album].self, from: shelf, configuration: server) == ["a": Album()])
    }

    @Test func versionWithoutAPlaceIsAnError() throws {
        struct Silent: EncodableWithConfiguration {
            func encode(to encoder: any Encoder, configuration server: Server) throws {}
        }
        func text<Value: EncodableWithConfiguration>(_ value: Value) -> String
        where Value.EncodingConfiguration == Server {
            do {
                return String(
                    decoding: try VersionedJSONEncoder(Self.controller()).encode(value, configuration: server),
                    as: UTF8.self)
            } catch EncodingError.invalidValue(_, let context) {
                return context.debugDescription
            } catch {
                return "\(error)"
            }
        }
        let (list, nothing) = (text([Photo("b.org/a.png")]), text(Optional<Photo>.none))
        #expect(list.hasPrefix(#"there is no place for the version "/version": the written value is not an object"#))
        #expect(nothing == list)
        #expect(text(Silent()) == "Silent did not write anything")
        #expect(throws: EncodingError.self) {
            try VersionedJSONEncoder(Self.controller()).encode(["a": Photo("b.org/a.png")], configuration: server)
        }
    }

    @Test func withoutAControllerNothingIsVersioned() throws {
        let photo = Photo("b.org/a.png")
        var encoder = VersionedJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        #expect(
            try String(decoding: encoder.encode(photo, configuration: server), as: UTF8.self)
                == #"{"file_path":"\/a.png","taken_at":60}"#)
        #expect(
            try String(decoding: encoder.encode(["bB": photo, "aA": photo], configuration: server), as: UTF8.self)
                == #"{"aA":{"file_path":"\/a.png","taken_at":60},"bB":{"file_path":"\/a.png","taken_at":60}}"#)
        var decoder = VersionedJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let named = Data(#"{"first_photo":{"file_path":"/a.png","taken_at":60}}"#.utf8)
        #expect(
            try decoder.decode([String: Photo].self, from: named, configuration: server) == ["first_photo": photo])
    }

    @Test func wrapperWritesTheVersionIntoItsValue() throws {
        /// It has the JSON of its photo, whose path is deeper in version 1.
        struct Only: CodableWithConfiguration, Equatable {
            struct Inner: Codable, Equatable, VersionedKeys {
                var text = "x"
                static func keyLayouts(for version: Release) throws -> [KeyLayout] {
                    version == .v1 ? [try KeyLayout(CodingKeys.self, [.text: .path("/deep/text")])] : []
                }
            }
            var inner = Inner()
            init() {}
            init(from decoder: any Decoder, configuration server: Server) throws {
                inner = try decoder.singleValueContainer().decode(Inner.self)
            }
            func encode(to encoder: any Encoder, configuration server: Server) throws {
                var container = encoder.singleValueContainer()
                try container.encode(inner)
            }
        }
        let oldest = VersionController<Release>(
            current: .v1, location: VersionLocation("/version", as: .integer))
        let old = try VersionedJSONEncoder(oldest).encode(Only(), configuration: server)
        try expect(old, ["version": 1, "deep": ["text": "x"]])
        let new = try VersionedJSONEncoder(Self.controller()).encode(Only(), configuration: server)
        try expect(new, ["version": 2, "text": "x"])
        for payload in [old, new] {
            let decoder = VersionedJSONDecoder(try Self.controller())
            #expect(try decoder.decode(Only.self, from: payload, configuration: server) == Only())
        }
    }

    // MARK: Controllers in configurations

    struct Note: VersionConfigurable, Equatable {
        typealias Version = Release
        var noteText = "x"
    }

    @Test func controllerAsTheConfigurationDecidesItself() throws {
        let controller = try Self.controller()
        for own in [controller, controller.fixed(to: .v1), controller.fixed(to: .v2)] {
            let written = try VersionedJSONEncoder(controller).encode(Note(), configuration: own)
            #expect(written == (try VersionedJSONEncoder().encode(Note(), configuration: own)))
            #expect(try VersionedJSONDecoder(controller).decode(Note.self, from: written, configuration: own) == Note())
        }
        let old = try VersionedJSONEncoder(controller).encode(Note(), configuration: controller.fixed(to: .v1))
        try expect(old, ["version": 1, "note_text": "x"])
    }

    /// A configuration that contains a controller beside other data.
    struct Context {
        var controller: VersionController<Release>
        var host: String
    }

    struct Link: CodableWithConfiguration, Equatable {
        enum CodingKeys: CodingKey { case linkPath }
        var address = "b.org/a"

        init() {}

        init(from decoder: any Decoder, configuration context: Context) throws {
            let decoder = try context.controller.decoder(over: decoder, for: Self.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            address = context.host + (try container.decode(String.self, forKey: .linkPath))
        }

        func encode(to encoder: any Encoder, configuration context: Context) throws {
            try context.controller.encode(Self.self, to: encoder) { encoder in
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(String(address.dropFirst(context.host.count)), forKey: .linkPath)
            }
        }
    }

    @Test(arguments: Release.allCases)
    func controllerWithinTheConfigurationWorksAloneAndBelowThatOfTheCoder(_ version: Release) throws {
        let controller = try Self.controller()
        let expected: JSONValue =
            version == .v1 ? ["version": 1, "link_path": "/a"] : ["version": 2, "linkPath": "/a"]
        let alone = try VersionedJSONEncoder().encode(
            Link(), configuration: Context(controller: controller.fixed(to: version), host: "b.org"))
        try expect(alone, expected)
        let context = Context(controller: controller, host: "b.org")
        let below = try encoder(version).encode(Link(), configuration: context)
        try expect(below, expected)
        if version == controller.current {
            try expect(VersionedJSONEncoder(controller).encode(Link(), configuration: context), expected)
        }
        for decoder in [VersionedJSONDecoder(), VersionedJSONDecoder(controller)] {
            #expect(try decoder.decode(Link.self, from: below, configuration: context) == Link())
        }
    }
}
