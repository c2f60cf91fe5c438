import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: keys", run word for word.
@Suite struct FieldGuideKeysTests: GuideSuite {
    let page = GuidePage("FieldGuideKeys")
    let printed = PrintedLines()

    @Test func swiftWritesTheCodeForYou() throws {
        // guide begin
        struct Track: Codable {
            var title: String
            var plays: Int
            var tags: [String]
        }

        let sent = #"{"plays": 3, "tags": ["live"], "title": "Intro"}"#
        let track = try VersionedJSONDecoder().decode(Track.self, from: sent)
        print(track.title, track.plays, track.tags)
        // Intro 3 ["live"]
        print(try VersionedJSONEncoder().encode(track).text)
        // {"title":"Intro","plays":3,"tags":["live"]}
        // guide end
        // guide begin
        struct Single: Codable, VersionedKeys {
            var title: String
            var plays: Int

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.plays: .path("/stats/plays")])] : []
            }
        }

        let singles = VersionController<API>(location: versionField)
        let single = try singles.decode(
            Single.self, from: #"{"version": 1, "title": "Intro", "stats": {"plays": 3}}"#.data
        ).value
        print(try singles.encode(single, for: .v1).text)
        // {"stats":{"plays":3},"title":"Intro","version":1}
        print(try singles.encode(single, for: .v2).text)
        // {"plays":3,"title":"Intro","version":2}
        // guide end
        try check()
    }

    @Test func aKeyWithAnotherName() throws {
        // guide begin
        struct Song: Codable, VersionedKeys {
            var name: String
            var seconds: Int

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                switch version {
                case .v1: [try KeyLayout(CodingKeys.self, [.name: .key("title"), .seconds: .key("length")])]
                case .v2: [try KeyLayout(CodingKeys.self, [.name: .key("songName")])]
                }
            }
        }

        let api = VersionController<API>(location: versionField)
        let song = try api.decode(Song.self, from: #"{"version": 1, "title": "Intro", "length": 7}"#.data).value
        print(song.name, song.seconds)
        // Intro 7
        print(try api.encode(song, for: .v1).text)
        // {"length":7,"title":"Intro","version":1}
        print(try api.encode(song, for: .v2).text)
        // {"seconds":7,"songName":"Intro","version":2}
        // guide end
        try check()
    }

    @Test func aMemberThatIsNotInTheJSON() throws {
        // guide begin
        struct Download: Codable {
            enum CodingKeys: String, CodingKey { case url }
            var url: String
            var progress = 0.0
        }

        let download = try VersionedJSONDecoder().decode(Download.self, from: #"{"url": "a.mp3", "progress": 0.5}"#)
        print(download.progress)
        // 0.0
        print(try VersionedJSONEncoder().encode(download).text)
        // {"url":"a.mp3"}
        // guide end
        // guide begin
        let downloads = try VersionController<API>(location: versionField) { version in
            let layout = try KeyLayout(Download.CodingKeys.self, [.url: .path("/file/url")])
            return VersionFormat(layouts: version == .v1 ? [layout] : [])
        }
        let started = try downloads.decode(Download.self, from: #"{"version": 1, "file": {"url": "a.mp3"}}"#.data).value
        print(try downloads.encode(started, for: .v1).text)
        // {"file":{"url":"a.mp3"},"version":1}
        print(try downloads.encode(started, for: .v2).text)
        // {"url":"a.mp3","version":2}
        // guide end
        try check()
    }

    @Test func snakeCaseInOneVersion() throws {
        // guide begin
        struct Picture: Codable {
            var imageURL: String
            var userID: Int
        }

        let api = VersionController<API>(location: versionField) { version in
            switch version {
            case .v1: VersionFormat(keys: .snakeCase)
            case .v2: VersionFormat(keys: .pascalCase)
            }
        }
        let picture = try api.decode(Picture.self, from: #"{"version": 1, "image_url": "a.png", "user_id": 7}"#.data)
            .value
        print(picture.imageURL)
        // a.png
        print(try api.encode(picture, for: .v1).text)
        // {"image_url":"a.png","user_id":7,"version":1}
        print(try api.encode(picture, for: .v2).text)
        // {"ImageURL":"a.png","UserID":7,"version":2}
        // guide end
        try check()
    }

    @Test func aKeyRuleOfYourOwn() throws {
        // guide begin
        let capitalised = KeyStyle.custom("First_name") { key in
            let spelling = KeyStyle.snakeCase.spelling(of: key)
            return spelling.prefix(1).uppercased() + spelling.dropFirst()
        }

        struct Person: Codable {
            var firstName: String
            var userID: Int
        }

        let api = VersionController<API>(location: versionField) { version in
            VersionFormat(keys: version == .v1 ? capitalised : .snakeCase)
        }
        let person = try api.decode(Person.self, from: #"{"version": 1, "First_name": "Ann", "User_id": 7}"#.data).value
        print(person.firstName, person.userID)
        // Ann 7
        print(try api.encode(person, for: .v1).text)
        // {"First_name":"Ann","User_id":7,"version":1}
        print(try api.encode(person, for: .v2).text)
        // {"first_name":"Ann","user_id":7,"version":2}
        // guide end
        // guide begin
        struct Guest: Codable {
            var firstName: String
            var firstVisit: Int
        }

        let careless = KeyStyle.custom("first word") { key in String(key.prefix { $0.isLowercase }) }
        let guests = VersionController<API>(location: versionField, format: VersionFormat(keys: careless))
        do {
            _ = try guests.encode(Guest(firstName: "Ann", firstVisit: 7))
        } catch {
            print(Diagnostic(describing: error))
        }
        // at "/first": the keys "firstName" and "firstVisit" of Guest.CodingKeys use the same key
        // guide end
        try check()
    }

    @Test func anEnumWithRawValues() throws {
        // guide begin
        enum Size: String, Codable { case small, large }

        struct Shirt: Codable {
            var size: Size
        }

        let shirt = try VersionedJSONDecoder().decode(Shirt.self, from: #"{"size": "large"}"#)
        print(shirt.size)
        // large
        do {
            _ = try VersionedJSONDecoder().decode(Shirt.self, from: #"{"size": "huge"}"#)
        } catch {
            print(Diagnostic(describing: error))
        }
        // line 1, column 10, at "/size": Cannot initialize Size from invalid String value huge
        // guide end
        // guide begin
        struct Blouse: Codable, VersionedKeys {
            var size: Size

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.size: .path("/options/size")])] : []
            }
        }

        let blouses = VersionController<API>(location: versionField)
        let blouse = try blouses.decode(
            Blouse.self, from: #"{"version": 1, "options": {"size": "small"}}"#.data
        ).value
        print(try blouses.encode(blouse, for: .v1).text)
        // {"options":{"size":"small"},"version":1}
        print(try blouses.encode(blouse, for: .v2).text)
        // {"size":"small","version":2}
        // guide end
        try check()
    }

    @Test func anEnumWithAssociatedValues() throws {
        // guide begin
        enum Media: Codable, VersionedKeys {
            case song(title: String, seconds: Int)
            case link(String)
            case silence

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                switch version {
                case .v1: []
                case .v2:
                    [
                        try KeyLayout(cases: CodingKeys.self, .beside("type"), [.song: .key("track")]),
                        try KeyLayout(SongCodingKeys.self, [.seconds: .key("length")]),
                        try KeyLayout(LinkCodingKeys.self, [._0: .key("url")]),
                    ]
                }
            }
        }

        let list = [Media.song(title: "Intro", seconds: 7), .link("b.org"), .silence]
        let api = VersionController<API>()
        print(try api.fixed(to: .v1).encode(list).text)
        // [{"song":{"seconds":7,"title":"Intro"}},{"link":{"_0":"b.org"}},{"silence":{}}]
        let sent = try api.fixed(to: .v2).encode(list)
        print(sent.text)
        // [{"length":7,"title":"Intro","type":"track"},{"type":"link","url":"b.org"},{"type":"silence"}]
        print(try api.fixed(to: .v2).decode([Media].self, from: sent).value[1])
        // link("b.org")
        // guide end
        try check()
    }

    @Test func keysThatAreKnownAtRunTime() throws {
        // guide begin
        struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(_ name: String) { stringValue = name }
            init?(stringValue: String) { self.init(stringValue) }
            init?(intValue: Int) { nil }
        }

        struct Settings: Codable {
            var switches: [String: Bool] = [:]

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Name.self)
                for key in container.allKeys where key.stringValue.hasPrefix("is") {
                    switches[key.stringValue] = try container.decode(Bool.self, forKey: key)
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Name.self)
                for (name, isOn) in switches { try container.encode(isOn, forKey: Name(name)) }
            }
        }

        let settings = try VersionedJSONDecoder().decode(
            Settings.self, from: #"{"isLoud": true, "isOpen": false, "x": 1}"#)
        print(settings.switches.keys.sorted())
        // ["isLoud", "isOpen"]
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        print(try encoder.encode(settings).text)
        // {"isLoud":true,"isOpen":false}
        // guide end
        // guide begin
        struct Profile: Codable, VersionedKeys {
            var settings: Settings

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.settings: .path("/user/options")])] : []
            }
        }

        let profiles = VersionController<API>(location: versionField)
        let profile = try profiles.decode(
            Profile.self, from: #"{"version": 1, "user": {"options": {"isLoud": true}}}"#.data
        ).value
        print(try profiles.encode(profile, for: .v1).text)
        // {"user":{"options":{"isLoud":true}},"version":1}
        print(try profiles.encode(profile, for: .v2).text)
        // {"settings":{"isLoud":true},"version":2}
        // guide end
        try check()
    }

    @Test func writeAnotherKeyThanTheOneThatIsRead() throws {
        // guide begin
        struct Author: Codable, VersionedKeys {
            var name: String

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                [try KeyLayout(CodingKeys.self, [.name: .key("name").written(as: version == .v1 ? "nm" : "fullName")])]
            }
        }

        let api = VersionController<API>(location: versionField)
        let author = try api.decode(Author.self, from: #"{"version": 1, "name": "Ann"}"#.data).value
        print(try api.encode(author, for: .v1).text)
        // {"nm":"Ann","version":1}
        print(try api.encode(author, for: .v2).text)
        // {"fullName":"Ann","version":2}
        // guide end
        try check()
    }

    @Test func severalNamesForOneMember() throws {
        // guide begin
        struct Book: Codable, VersionedKeys {
            var title: String

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                switch version {
                case .v1:
                    [try KeyLayout(CodingKeys.self, [.title: .key("name").alias("label").alias(path: "/meta/title")])]
                case .v2: []
                }
            }
        }

        let api = VersionController<API>(location: versionField)
        for payload in [
            #"{"version": 1, "label": "Emma"}"#, #"{"version": 1, "meta": {"title": "Emma"}}"#,
            #"{"version": 1, "name": "Emma", "label": "Old"}"#,
        ] {
            let book = try api.decode(Book.self, from: payload.data)
            print(book.value.title, book.issues)
        }
        // Emma []
        // Emma []
        // Emma [line 1, column 41, at "/label": this member was not read, because "/name" was read for the key "title" (version 1)]
        let emma = try api.decode(Book.self, from: #"{"version": 2, "title": "Emma"}"#.data).value
        print(try api.encode(emma, for: .v1).text)
        // {"name":"Emma","version":1}
        // guide end
        try check()
    }

    @Test func oneGenericFunctionForAllModels() throws {
        // guide begin
        func load<Model: Decodable>(_ type: Model.Type = Model.self, from payload: Data) throws -> Model {
            try VersionedJSONDecoder().decode(type, from: payload)
        }

        func save(_ model: some Encodable) throws -> Data { try VersionedJSONEncoder().encode(model) }

        let numbers: [Int] = try load(from: "[1, 2]".data)
        print(try save(numbers + [3]).text)
        // [1,2,3]
        // guide end
        // guide begin
        func load<Model: Decodable, Version: APIVersion>(
            _ payload: Data, by controller: VersionController<Version>
        ) throws -> Model {
            let versioned = try controller.decode(Model.self, from: payload)
            return versioned.value
        }

        struct Place: Codable { var placeName: String }

        let places = VersionController<API>(location: versionField) { version in
            VersionFormat(keys: version == .v1 ? .snakeCase : .pascalCase)
        }
        let place: Place = try load(#"{"version": 1, "place_name": "Ulm"}"#.data, by: places)
        print(try places.encode(place, for: .v1).text)
        // {"place_name":"Ulm","version":1}
        print(try places.encode(place, for: .v2).text)
        // {"PlaceName":"Ulm","version":2}
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
