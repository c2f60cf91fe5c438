import Foundation
import Testing
import VersionedCodec

/// The Swift of the article "Versions of a model", run word for word.
@Suite struct VersionsOfAModelTests: GuideSuite {
    let page = GuidePage(article: "Sources/VersionedCodec/VersionedCodec.docc/VersionsOfAModel.md")
    let printed = PrintedLines()

    @Test func versionsOfAModel() throws {
        // guide begin
        enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }
        // guide end
        // guide begin
        let controller = try VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer)) {
            version in
            switch version {
            case .v1:
                VersionFormat(dates: [try .pattern("MMM-dd-yyyy HH:mm:ss zzz", zone: .hours(8))], keys: .snakeCase)
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }
        // guide end
        // guide begin
        struct Shop: Codable, Equatable, VersionedKeys {
            var name: String
            var openedAt: Date
            var latitude: Double

            static func keyLayouts(for version: ShopVersion) throws -> [KeyLayout] {
                switch version {
                case .v1: [try KeyLayout(CodingKeys.self, [.name: .key("title"), .latitude: .path("/location/lat")])]
                case .v2: []
                }
            }
        }
        // guide end
        // guide begin
        enum Post: Codable, VersionedKeys {
            case song(title: String)
            case quote(text: String)

            static func keyLayouts(for version: ShopVersion) throws -> [KeyLayout] {
                [
                    try KeyLayout(cases: CodingKeys.self, .beside("type")),
                    try KeyLayout(
                        SongCodingKeys.self, [.title: .key("name").alias("label").defaulting(to: "untitled")]),
                ]
            }
        }

        let posts = controller.fixed(to: .v2)
        for sent in [#"{"type": "song", "label": "Intro"}"#, #"{"type": "song"}"#] {
            print(try posts.decode(Post.self, from: Data(sent.utf8)).value)
        }
        // song(title: "Intro")
        // song(title: "untitled")
        print(String(decoding: try posts.encode([Post.song(title: "Intro")]), as: UTF8.self))
        // [{"name":"Intro","type":"song"}]
        // guide end
        // guide begin
        let payload = Data(
            #"{"version":1,"title":"Ulm","opened_at":"Nov-14-2017 17:25:55 GMT+8","location":{"lat":48.4}}"#.utf8)
        let shop = try controller.decode(Shop.self, from: payload)
        print(shop.version, shop.value)
        // 1 Shop(name: "Ulm", openedAt: 2017-11-14 09:25:55 +0000, latitude: 48.4)
        print(String(decoding: try controller.encode(shop.value, for: .v1), as: UTF8.self))
        // {"location":{"lat":48.4},"opened_at":"Nov-14-2017 17:25:55 GMT+8","title":"Ulm","version":1}
        print(String(decoding: try controller.encode(shop.value, for: .v2), as: UTF8.self))
        // {"latitude":48.4,"name":"Ulm","openedAt":"2017-11-14T09:25:55Z","version":2}
        // guide end
        // guide begin
        let decoder = JSONDecoder()
        decoder.userInfo.install(controller)
        let wrapped = try decoder.decode(Versioned<Shop, ShopVersion>.self, from: payload)
        let same = try JSONDecoder().decode(
            Versioned<Shop, ShopVersion>.self, from: payload, configuration: controller)
        print(wrapped == shop, same == shop)
        // true true
        let encoder = JSONEncoder()
        encoder.userInfo.install(controller)
        let older = try encoder.encode(Versioned(shop.value, version: ShopVersion.v1))
        print(try controller.decode(Shop.self, from: older).version)
        // 1
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
