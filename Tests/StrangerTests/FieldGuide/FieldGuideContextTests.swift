import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: computed values and context", run word for word.
@Suite struct FieldGuideContextTests: GuideSuite {
    let page = GuidePage("FieldGuideContext")
    let printed = PrintedLines()

    @Test func aValueComputedOnTheWayAndBack() throws {
        // guide begin
        struct ResultV1: Codable {
            var scores: [Double]
            var gross_score: Double
        }

        struct Result: Codable {
            var shares: [Double]
            var total: Double
        }

        struct ResultBridgeV1V2: Bridge {
            func upgrade(_ old: ResultV1, in context: inout BridgeContext) throws -> Result {
                guard old.gross_score != 0 else { throw NoScore() }
                return Result(shares: old.scores.map { $0 / old.gross_score }, total: old.gross_score)
            }

            func downgrade(_ new: Result, in context: inout BridgeContext) -> ResultV1 {
                ResultV1(scores: new.shares.map { $0 * new.total }, gross_score: new.total)
            }
        }

        struct NoScore: Error {}

        let results = try Migrator(
            Result.self, controller: VersionController<API>(location: versionField),
            migrations: [Migration(from: API.v1, to: .v2, "Scores are shares of the total", bridge: ResultBridgeV1V2())]
        )
        let result = try results.decode(#"{"version": 1, "scores": [1, 3], "gross_score": 4}"#.data).model
        print(result.shares)
        // [0.25, 0.75]
        print(try results.encode(result, for: .v1).data.text)
        // {"version":1,"scores":[1,3],"gross_score":4}
        print(try results.encode(result, for: .v2).data.text)
        // {"version":2,"shares":[0.25,0.75],"total":4}
        // guide end
        try check()
    }

    @Test func aCountThatContradictsItsList() throws {
        // guide begin
        struct Basket: Codable {
            enum CodingKeys: CodingKey { case count, items }
            var items: [String]

            init(items: [String]) { self.items = items }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                items = try container.decode([String].self, forKey: .items)
                let count = try container.decodeIfPresent(Int.self, forKey: .count) ?? items.count
                if count != items.count {
                    decoder.noteIssue("the count is \(count), and there are \(items.count) items", at: CodingKeys.count)
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(items.count, forKey: .count)
                try container.encode(items, forKey: .items)
            }
        }

        let report = try VersionedJSONDecoder().decodeReporting(
            Basket.self, from: #"{"count": 3, "items": ["a"]}"#.data)
        print(report.value?.items ?? [], report.issues)
        // ["a"] [line 1, column 11, at "/count": the count is 3, and there are 1 items]
        print(try VersionedJSONEncoder().encode(Basket(items: ["a", "b"])).text)
        // {"count":2,"items":["a","b"]}
        // guide end
        // guide begin
        let baskets = try VersionController<API>(location: versionField) { version in
            let layout = try KeyLayout(Basket.CodingKeys.self, [.count: .key("total")])
            return VersionFormat(layouts: version == .v1 ? [layout] : [])
        }
        let basket = try baskets.decode(Basket.self, from: #"{"version": 1, "total": 1, "items": ["a"]}"#.data).value
        print(try baskets.encode(basket, for: .v1).text)
        // {"items":["a"],"total":1,"version":1}
        print(try baskets.encode(basket, for: .v2).text)
        // {"count":1,"items":["a"],"version":2}
        // guide end
        try check()
    }

    @Test func textAddedOnEncode() throws {
        // guide begin
        struct Euros: ShapeBridge {
            static func value(of shape: String) throws -> Decimal {
                guard shape.hasSuffix(" EUR"), let amount = Decimal(string: String(shape.dropLast(4))) else {
                    throw BadAmount(text: shape)
                }
                return amount
            }

            static func shape(of value: Decimal) -> String { "\(value) EUR" }
        }

        struct BadAmount: Error { var text: String }

        struct Bill: Codable { @Shaped<Euros> var sum: Decimal }

        let bill = try VersionedJSONDecoder().decode(Bill.self, from: #"{"sum": "7.5 EUR"}"#)
        print(bill.sum)
        // 7.5
        print(try VersionedJSONEncoder().encode(bill).text)
        // {"sum":"7.5 EUR"}
        // guide end
        // guide begin
        struct Invoice: Codable, VersionedKeys {
            @Shaped<Euros> var sum: Decimal

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.sum: .path("/total/text")])] : []
            }
        }

        let invoices = VersionController<API>(location: versionField)
        let invoice = try invoices.decode(
            Invoice.self, from: #"{"version": 1, "total": {"text": "7.5 EUR"}}"#.data
        ).value
        print(try invoices.encode(invoice, for: .v1).text)
        // {"total":{"text":"7.5 EUR"},"version":1}
        print(try invoices.encode(invoice, for: .v2).text)
        // {"sum":"7.5 EUR","version":2}
        // guide end
        try check()
    }

    @Test func aModelApartFromItsEntity() throws {
        // guide begin
        struct AccountPayload: Codable {
            var id: Int
            var mail: String
        }

        final class Account {
            let id: Int
            var mail: String
            var isSelected = false

            init(_ payload: AccountPayload) { (id, mail) = (payload.id, payload.mail) }
            var payload: AccountPayload { AccountPayload(id: id, mail: mail) }
        }

        let account = Account(
            try VersionedJSONDecoder().decode(AccountPayload.self, from: #"{"id": 7, "mail": "a@b.org"}"#))
        account.isSelected = true
        print(try VersionedJSONEncoder().encode(account.payload).text)
        // {"id":7,"mail":"a@b.org"}
        // guide end
        // guide begin
        struct ProfilePayload: Codable, VersionedKeys {
            var id: Int
            var mail: String

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v2 ? [try KeyLayout(CodingKeys.self, [.mail: .path("/contact/email")])] : []
            }
        }

        final class Profile {
            let id: Int
            var mail: String

            init(_ payload: ProfilePayload) { (id, mail) = (payload.id, payload.mail) }
            var payload: ProfilePayload { ProfilePayload(id: id, mail: mail) }
        }

        let profiles = VersionController<API>(location: versionField)
        let profile = Profile(
            try profiles.decode(ProfilePayload.self, from: #"{"version": 1, "id": 7, "mail": "a@b.org"}"#.data).value)
        print(try profiles.encode(profile.payload, for: .v1).text)
        // {"id":7,"mail":"a@b.org","version":1}
        print(try profiles.encode(profile.payload, for: .v2).text)
        // {"contact":{"email":"a@b.org"},"id":7,"version":2}
        // guide end
        try check()
    }

    @Test func twoOfFiftyMembers() throws {
        // guide begin
        struct Preview: Decodable {
            var id: Int
            var title: String
        }

        let sent = #"{"id": 7, "title": "Intro", "body": "…", "tags": ["a", "b"], "author": {"name": "Ann"}}"#
        print(try VersionedJSONDecoder().decode(Preview.self, from: sent))
        // Preview(id: 7, title: "Intro")
        let document = try JSONDocument(parsing: sent)
        print(try document["author"]["name"].value(as: String.self))
        // Ann
        // guide end
        // guide begin
        struct Teaser: Decodable, VersionedKeys {
            enum CodingKeys: CodingKey { case id, title }
            var id: Int
            var title: String

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.title: .path("/meta/title")])] : []
            }
        }

        let teasers = VersionController<API>(location: versionField)
        for payload in [
            #"{"version": 1, "id": 7, "meta": {"title": "Intro"}, "body": "…"}"#,
            #"{"version": 2, "id": 8, "title": "Outro", "body": "…"}"#,
        ] {
            print(try teasers.decode(Teaser.self, from: payload.data).value)
        }
        // Teaser(id: 7, title: "Intro")
        // Teaser(id: 8, title: "Outro")
        // guide end
        try check()
    }

    @Test func dataThatIsNotInTheJSON() throws {
        // guide begin
        struct Server: Sendable { var host: String }

        struct Image: DecodableWithConfiguration {
            enum CodingKeys: CodingKey { case path }
            var address: String

            init(from decoder: any Decoder, configuration server: Server) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                address = server.host + (try container.decode(String.self, forKey: .path))
            }
        }

        struct Album: DecodableWithConfiguration {
            enum CodingKeys: CodingKey { case cover, pictures }
            var cover: Image?
            var pictures: [Image]

            init(from decoder: any Decoder, configuration server: Server) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                cover = try container.decode(Image?.self, forKey: .cover, configuration: server)
                pictures = try container.decode([Image].self, forKey: .pictures, configuration: server)
            }
        }

        let album = try VersionedJSONDecoder().decode(
            [Album].self, from: #"[{"cover": null, "pictures": [{"path": "/a.png"}]}]"#.data,
            configuration: Server(host: "b.org"))
        print(album[0].cover == nil, album[0].pictures[0].address)
        // true b.org/a.png
        // guide end
        // guide begin
        struct Icon: CodableWithConfiguration {
            enum CodingKeys: CodingKey { case path }
            var address: String

            init(from decoder: any Decoder, configuration server: Server) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                address = server.host + (try container.decode(String.self, forKey: .path))
            }

            func encode(to encoder: any Encoder, configuration server: Server) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(String(address.dropFirst(server.host.count)), forKey: .path)
            }
        }

        let icons = try VersionController<API>(location: versionField) { version in
            let layout = try KeyLayout(Icon.CodingKeys.self, [.path: .path("/file/path")])
            return VersionFormat(layouts: version == .v1 ? [layout] : [])
        }
        let server = Server(host: "b.org")
        let icon = try VersionedJSONDecoder(icons).decode(
            Icon.self, from: #"{"version": 1, "file": {"path": "/i.png"}}"#.data, configuration: server)
        print(icon.address)
        // b.org/i.png
        let second = #"{"version": 2, "path": "/i.png"}"#
        print(try VersionedJSONDecoder(icons).decode(Icon.self, from: second.data, configuration: server).address)
        // b.org/i.png
        print(try VersionedJSONEncoder(icons.fixed(to: .v1)).encode(icon, configuration: server).text)
        // {"version":1,"file":{"path":"\/i.png"}}
        print(try VersionedJSONEncoder(icons).encode(icon, configuration: server).text)
        // {"version":2,"path":"\/i.png"}
        // guide end
        try check()
    }

    @Test func theVersionAsAConfiguration() throws {
        // guide begin
        struct Price: VersionConfigurable {
            typealias Version = API
            var amount: Decimal
        }

        let api = VersionController<API>(location: versionField) { version in
            VersionFormat(keys: version == .v1 ? .pascalCase : .asDeclared)
        }
        let price = try JSONDecoder().decode(
            Price.self, from: #"{"version": 1, "Amount": 7.5}"#.data, configuration: api)
        print(price.amount)
        // 7.5
        print(try JSONEncoder().encode(price, configuration: api.fixed(to: .v1)).text.contains("Amount"))
        // true
        print(try api.encode(price, for: .v1).text)
        // {"Amount":7.5,"version":1}
        print(try api.encode(price, for: .v2).text)
        // {"amount":7.5,"version":2}
        // guide end
        try check()
    }

    @Test func contextInUserInfo() throws {
        // guide begin
        struct MissingHost: Error, CustomStringConvertible {
            var description: String { "userInfo has no host; set userInfo[Host.key()]" }
        }

        struct Host: Sendable {
            var name: String

            static func key() throws -> CodingUserInfoKey {
                guard let key = CodingUserInfoKey(rawValue: "host") else { throw MissingHost() }
                return key
            }

            static func find(in userInfo: [CodingUserInfoKey: Any]) throws -> Host {
                guard let host = userInfo[try key()] as? Host else { throw MissingHost() }
                return host
            }
        }

        struct Photo: Codable {
            enum CodingKeys: CodingKey { case path }
            var address: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                address = try Host.find(in: decoder.userInfo).name + container.decode(String.self, forKey: .path)
            }

            func encode(to encoder: any Encoder) throws {
                let host = try Host.find(in: encoder.userInfo)
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(String(address.dropFirst(host.name.count)), forKey: .path)
            }
        }

        var decoder = VersionedJSONDecoder()
        do {
            _ = try decoder.decode([Photo].self, from: #"[{"path": "/a.png"}]"#)
        } catch {
            print(error)
        }
        // userInfo has no host; set userInfo[Host.key()]
        decoder.userInfo[try Host.key()] = Host(name: "b.org")
        let photos = try decoder.decode([Photo].self, from: #"[{"path": "/a.png"}]"#)
        print(photos[0].address)
        // b.org/a.png
        var encoder = VersionedJSONEncoder()
        encoder.userInfo[try Host.key()] = Host(name: "b.org")
        print(try encoder.encode(photos).text)
        // [{"path":"\/a.png"}]
        // guide end
        // guide begin
        let controller = try VersionController<API>(location: versionField) { version in
            let layout = try KeyLayout(Photo.CodingKeys.self, [.path: .path("/file/path")])
            return VersionFormat(layouts: version == .v1 ? [layout] : [])
        }
        decoder.userInfo.install(controller)
        encoder.userInfo.install(controller)
        for payload in [#"{"version": 1, "file": {"path": "/b.png"}}"#, #"{"version": 2, "path": "/c.png"}"#] {
            let photo = try decoder.decode(Versioned<Photo, API>.self, from: payload)
            print(photo.version, photo.value.address)
            print(try encoder.encode(Versioned(photo.value, version: API.v1)).text)
            print(try encoder.encode(Versioned(photo.value, version: API.v2)).text)
        }
        // 1 b.org/b.png
        // {"version":1,"file":{"path":"\/b.png"}}
        // {"version":2,"path":"\/b.png"}
        // 2 b.org/c.png
        // {"version":1,"file":{"path":"\/c.png"}}
        // {"version":2,"path":"\/c.png"}
        // guide end
        try check()
    }

    @Test func wrappersThatPublishTheirValue() throws {
        // guide begin
        @propertyWrapper
        final class Observed<Value: Codable>: Codable {
            var changes = 0
            var wrappedValue: Value { didSet { changes += 1 } }

            init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
            init(from decoder: any Decoder) throws {
                wrappedValue = try decoder.singleValueContainer().decode(Value.self)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(wrappedValue)
            }
        }

        final class Player: Codable { @Observed var volume = 5 }

        let player = try VersionedJSONDecoder().decode(Player.self, from: #"{"volume": 7}"#)
        player.volume = 8
        print(try VersionedJSONEncoder().encode(player).text)
        // {"volume":8}
        // guide end
        // guide begin
        final class Speaker: Codable, VersionedKeys {
            @Observed var volume = 5

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.volume: .path("/audio/volume")])] : []
            }
        }

        let speakers = VersionController<API>(location: versionField)
        let speaker = try speakers.decode(
            Speaker.self, from: #"{"version": 1, "audio": {"volume": 7}}"#.data
        ).value
        print(try speakers.encode(speaker, for: .v1).text)
        // {"audio":{"volume":7},"version":1}
        print(try speakers.encode(speaker, for: .v2).text)
        // {"version":2,"volume":7}
        // guide end
        try check()
    }

    @Test func aSubclassOfNSObject() throws {
        // guide begin
        final class Marker: NSObject, Codable, VersionedKeys {
            let name: String
            let latitude: Double

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.latitude: .path("/geo/lat")])] : []
            }

            init(name: String, latitude: Double) {
                self.name = name
                self.latitude = latitude
            }
        }

        let markers = VersionController<API>(location: versionField)
        let marker = try markers.decode(Marker.self, from: #"{"version": 1, "name": "Ulm", "geo": {"lat": 48.4}}"#.data)
            .value
        print(try markers.encode(marker, for: .v1).text)
        // {"geo":{"lat":48.4},"name":"Ulm","version":1}
        print(try markers.encode(marker, for: .v2).text)
        // {"latitude":48.4,"name":"Ulm","version":2}
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
