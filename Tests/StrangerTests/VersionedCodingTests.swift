import Foundation
import Testing
import VersionedCodec

/// A program of somebody who has only the public interface: versions of his own, nested models, a class hierarchy.
@Suite struct VersionedCodingTests {
    class Song: Codable { var title = "Hey" }

    /// Its cover is not part of payloads.
    final class CachedSong: Song, InheritsCoding { var cover: [UInt8] = [] }

    @Test func classSaysThatItInheritsItsCoding() throws {
        let controller = VersionController(current: ShopVersion.autumn, legacy: .autumn) { _ in VersionFormat() }
        #expect(try controller.encode(CachedSong()) == Data(#"{"title":"Hey"}"#.utf8))
        let song = try controller.decode(CachedSong.self, from: Data(#"{"title":"You","cover":[1]}"#.utf8)).value
        #expect(song.title == "You" && song.cover.isEmpty)
    }

    /// Labels of his own, without raw values.
    enum ShopVersion: APIVersion {
        case spring, summer, autumn
        var label: String {
            switch self {
            case .spring: "2024-03-20"
            case .summer: "2024-06-20"
            case .autumn: "2024-09-22"
            }
        }
    }

    class Product: Codable {
        var productID: Int
        var addedAt: Date
        init(productID: Int, addedAt: Date) { (self.productID, self.addedAt) = (productID, addedAt) }
    }

    final class Book: Product, VersionedKeys {
        var title: String
        var pages: Int?

        enum CodingKeys: String, CodingKey { case title, pages }

        init(productID: Int, addedAt: Date, title: String) {
            self.title = title
            super.init(productID: productID, addedAt: addedAt)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            title = try container.decode(String.self, forKey: .title)
            pages = try container.decodeIfPresent(Int.self, forKey: .pages)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(title, forKey: .title)
            try container.encodeIfPresent(pages, forKey: .pages)
            try super.encode(to: container.superEncoder())
        }

        static func keyLayouts(for version: ShopVersion) throws -> [KeyLayout] {
            version < .summer ? [try KeyLayout(CodingKeys.self, [.title: .path("/names/main")])] : []
        }
    }

    struct Shelf: Codable {
        var books: [Book]
        var labelsByRow: [String: [String]]
    }

    static func controller() throws -> VersionController<ShopVersion> {
        try VersionController(location: VersionLocation("/apiVersion", as: .string)) { version in
            switch version {
            case .spring:
                VersionFormat(
                    dates: [try .pattern("dd.MM.yyyy HH:mm", assuming: .hours(1))], keys: .snakeCase, nilMembers: .null,
                    superclass: .under("product"))
            case .summer: VersionFormat(dates: [.unixMilliseconds], keys: .snakeCase, superclass: .inline)
            case .autumn: VersionFormat(dates: [.iso8601])
            }
        }
    }

    static let texts: [(ShopVersion, String)] = [
        (
            .spring,
            #"{"apiVersion":"2024-03-20","books":[{"names":{"main":"Emma"},"pages":null,"#
                + #""product":{"added_at":"21.03.2024 09:30","product_id":7}}],"labels_by_row":{"Row One":["a"]}}"#
        ),
        (
            .summer,
            #"{"apiVersion":"2024-06-20","books":[{"added_at":1711009800000,"product_id":7,"title":"Emma"}],"#
                + #""labels_by_row":{"Row One":["a"]}}"#
        ),
        (
            .autumn,
            #"{"apiVersion":"2024-09-22","books":[{"super":{"addedAt":"2024-03-21T08:30:00Z","productID":7},"#
                + #""title":"Emma"}],"labelsByRow":{"Row One":["a"]}}"#
        ),
    ]

    @Test(arguments: texts, ShopVersion.allCases)
    func anyVersionBecomesAnyOther(_ payload: (version: ShopVersion, text: String), _ target: ShopVersion) throws {
        let controller = try Self.controller()
        let shelf = try controller.decode(Shelf.self, from: Data(payload.text.utf8))
        #expect(shelf.version == payload.version)
        #expect(shelf.value.books[0].title == "Emma")
        #expect(shelf.value.books[0].addedAt == Date(timeIntervalSince1970: 1_711_009_800))
        let written = String(decoding: try controller.encode(shelf.value, for: target), as: UTF8.self)
        #expect(written == Self.texts.first { $0.0 == target }?.1)
        let list = try controller.encodePropertyList(shelf.value, for: target)
        let again = try controller.decode(Shelf.self, fromPropertyList: list)
        #expect(again.version == target)
        #expect(again.value.books[0].productID == 7)
    }

    @Test func brokenTextSaysWhere() throws {
        let payload = Data("{\"apiVersion\": \"2024-09-22\",\n  \"books\": [}".utf8)
        let error = #expect(throws: DecodingError.self) { try Self.controller().decode(Shelf.self, from: payload) }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect(
            context.debugDescription == "line 2, column 13, at \"/books/0\": expected a value or \"]\", found \"}\"")
        #expect(context.underlyingError is JSONSyntaxError)
    }

    // MARK: The seeds, as their authors wrote them

    /// A model that looks at the controller by itself: in `userInfo`, or as its configuration.
    struct Moment: Decodable, DecodableWithConfiguration {
        enum Version: Int, APIVersion { case v1 = 1, v2 }
        enum CodingKeys: String, CodingKey { case time }

        var time: Date

        init(from decoder: any Decoder) throws {
            try self.init(from: decoder, configuration: decoder.versionController(for: Version.self))
        }

        init(from decoder: any Decoder, configuration controller: VersionController<Version>) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let text = try container.decode(String.self, forKey: .time)
            switch controller.version {
            case .v1, .v2: time = try controller.dateFormats.date(from: text)
            }
        }

        static func controller() throws -> VersionController<Version> {
            try VersionController { version in
                switch version {
                case .v1: VersionFormat(dates: [try .pattern("MMM-dd-yyyy HH:mm:ss zzz")])
                case .v2: VersionFormat(dates: [try .pattern("yyyy-MM-dd HH:mm:ss Z")])
                }
            }
        }
    }

    static let moments: [(Moment.Version, String, Double)] = [
        (.v1, #"{"time": "Nov-14-2017 17:25:55 GMT+8"}"#, 1_510_651_555),
        (.v2, #"{"time": "2017-11-14 17:27:35 +0800"}"#, 1_510_651_655),
    ]

    @Test(arguments: moments)
    func changingOnlyTheControllersVersionChangesDates(_ version: Moment.Version, _ text: String, _ time: Double) throws
    {
        let controller = try Moment.controller().fixed(to: version)
        let decoder = JSONDecoder()
        decoder.userInfo.install(controller)
        let expected = Date(timeIntervalSince1970: time)
        #expect(try decoder.decode(Moment.self, from: Data(text.utf8)).time == expected)
        #expect(
            try JSONDecoder().decode(Moment.self, from: Data(text.utf8), configuration: controller).time == expected)
        let other: Moment.Version = version == .v1 ? .v2 : .v1
        #expect(throws: DateFormatError.self) {
            try JSONDecoder().decode(Moment.self, from: Data(text.utf8), configuration: controller.fixed(to: other))
        }
    }

    // MARK: A strategy of the coder's own

    @Test func keyStrategyOfTheCoderIsNamedInTheError() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.userInfo.install(try Self.controller().fixed(to: .summer))
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode(Versioned<Shelf, ShopVersion>.self, from: Data(Self.texts[1].1.utf8))
        }
        guard case .keyNotFound(let key, let context) = error else { throw try #require(error) }
        #expect(key.stringValue == "productID" || key.stringValue == "labelsByRow")
        #expect(context.debugDescription.hasSuffix("which cannot be combined with a version controller"))
    }
}
