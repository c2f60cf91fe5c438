import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: null, numbers and texts", run word for word.
@Suite struct FieldGuideValuesTests: GuideSuite {
    let page = GuidePage("FieldGuideValues")
    let printed = PrintedLines()

    @Test func nullAbsentAndAnEmptyObject() throws {
        // guide begin
        struct Address: Codable { var city: String }

        struct Person: Codable, VersionedKeys {
            var name: String
            var nick: String?
            var address: Address?

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                guard version == .v1 else { return [] }
                return [
                    try KeyLayout(
                        CodingKeys.self,
                        [
                            .nick: .kept.readingNil(from: [.absent, .emptyText]),
                            .address: .kept.readingNil(from: [.absent, .emptyObject]),
                        ])
                ]
            }
        }

        let api = VersionController<API>(location: versionField) { version in
            VersionFormat(nilMembers: version == .v1 ? .omitted : .null)
        }
        let sent = #"{"version": 1, "name": "Ann", "nick": "", "address": {}}"#
        let ann = try api.decode(Person.self, from: sent.data).value
        print(ann.nick == nil, ann.address == nil)
        // true true
        print(try api.encode(ann, for: .v1).text)
        // {"name":"Ann","version":1}
        print(try api.encode(ann, for: .v2).text)
        // {"address":null,"name":"Ann","nick":null,"version":2}
        // guide end
        try check()
    }

    @Test func nullForWhatIsNotOptional() throws {
        // guide begin
        struct Options: Codable, VersionedKeys {
            var volume: Int
            var name: String

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                guard version == .v1 else { return [] }
                return [
                    try KeyLayout(
                        CodingKeys.self, [.volume: .kept.defaulting(to: 5), .name: .kept.defaulting(to: "none")])
                ]
            }
        }

        let api = VersionController<API>(location: versionField)
        let options = try api.decode(Options.self, from: #"{"version": 1, "name": null}"#.data).value
        print(options.volume, options.name)
        // 5 none
        print(try api.encode(options, for: .v1).text)
        // {"name":"none","version":1,"volume":5}
        print(try api.encode(options, for: .v2).text)
        // {"name":"none","version":2,"volume":5}
        // guide end
        try check()
    }

    @Test func a0And1ForBoolNumbersInTexts() throws {
        // guide begin
        struct Product: Codable, VersionedKeys {
            var price: Decimal
            var inStock: Bool

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                guard version == .v1 else { return [] }
                return [
                    try KeyLayout(CodingKeys.self, [.price: .kept.scalars(.text), .inStock: .kept.scalars(.zeroOrOne)])
                ]
            }
        }

        let api = VersionController<API>(location: versionField)
        let product = try api.decode(Product.self, from: #"{"version": 1, "price": "19.99", "inStock": 1}"#.data).value
        print(product.price, product.inStock)
        // 19.99 true
        print(try api.encode(product, for: .v1).text)
        // {"inStock":1,"price":"19.99","version":1}
        print(try api.encode(product, for: .v2).text)
        // {"inStock":true,"price":19.99,"version":2}
        // guide end
        try check()
    }

    @Test func aValueThatIsTextIntegerOrDouble() throws {
        // guide begin
        struct Reading: Codable {
            var value: Double
            var id: String
        }

        let api = VersionController<API>(location: versionField) { version in
            VersionFormat(conversions: version == .v1 ? [.numberFromText, .textFromNumber] : [])
        }
        let reading = try api.decode(Reading.self, from: #"{"version": 1, "value": "21.5", "id": 7}"#.data)
        print(reading.value.value, reading.value.id)
        // 21.5 7
        print(reading.issues[0])
        // line 1, column 25, at "/value": a string ("21.5") was read as a number (version 1)
        print(try api.encode(reading.value, for: .v1).text)
        // {"id":"7","value":21.5,"version":1}
        print(try api.encode(reading.value, for: .v2).text)
        // {"id":"7","value":21.5,"version":2}
        // guide end
        try check()
    }

    @Test func nanAndInfinitiesByName() throws {
        // guide begin
        struct Level: Codable { var gain: Double }

        let api = VersionController<API>(location: versionField) { version in
            switch version {
            case .v1:
                VersionFormat(nonFinite: .init(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "none"))
            case .v2:
                VersionFormat(
                    nonFinite: .init(positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN"))
            }
        }
        let level = try api.decode(Level.self, from: #"{"version": 1, "gain": "-∞"}"#.data).value
        print(try api.encode(level, for: .v1).text)
        // {"gain":"-∞","version":1}
        print(try api.encode(level, for: .v2).text)
        // {"gain":"-Infinity","version":2}
        // guide end
        try check()
    }

    @Test func base64() throws {
        // guide begin
        struct Blob: Codable { var bytes: Data }

        let api = VersionController<API>(location: versionField) { version in
            VersionFormat(data: version == .v1 ? .base64 : .hexadecimal)
        }
        let blob = try api.decode(Blob.self, from: #"{"version": 1, "bytes": "+/8="}"#.data).value
        print(Array(blob.bytes))
        // [251, 255]
        print(try api.encode(blob, for: .v1).text)
        // {"bytes":"+\/8=","version":1}
        print(try api.encode(blob, for: .v2).text)
        // {"bytes":"fbff","version":2}
        // guide end
        try check()
    }

    @Test func urlsAndTheEmptyOne() throws {
        // guide begin
        struct Profile: Codable, VersionedKeys {
            var home: URL?

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                guard version == .v1 else { return [] }
                return [try KeyLayout(CodingKeys.self, [.home: .kept.readingNil(from: [.absent, .null, .emptyText])])]
            }
        }

        let api = VersionController<API>(location: versionField)
        print(try api.decode(Profile.self, from: #"{"version": 1, "home": ""}"#.data).value.home as Any)
        // nil
        do {
            _ = try api.decode(Profile.self, from: #"{"version": 2, "home": ""}"#.data)
        } catch {
            print(Diagnostic(describing: error))
        }
        // line 1, column 24, at "/home": "" is not a URL (version 2)
        let profile = try api.decode(Profile.self, from: #"{"version": 1, "home": "https://b.org/a"}"#.data).value
        print(try api.encode(profile, for: .v1).text)
        // {"home":"https:\/\/b.org\/a","version":1}
        print(try api.encode(profile, for: .v2).text)
        // {"home":"https:\/\/b.org\/a","version":2}
        // guide end
        try check()
    }

    @Test func exactDecimals() throws {
        // guide begin
        let digits = "12345678901234567890123456789012345678"
        print(try VersionedJSONDecoder().decode([Decimal].self, from: "[0.1, \(digits)]"))
        // [0.1, 12345678901234567890123456789012345678]
        do {
            _ = try VersionedJSONDecoder().decode([Decimal].self, from: "[\(digits)99]")
        } catch {
            print(Diagnostic(describing: error))
        }
        // line 1, column 2, at "/0": the number 1234567890123456789012345678901234567899 does not fit Decimal
        // guide end
        // guide begin
        struct Balance: Codable, VersionedKeys {
            var amount: Decimal

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.amount: .key("amountText").scalars(.text)])] : []
            }
        }

        let balances = VersionController<API>(location: versionField)
        let balance = try balances.decode(
            Balance.self, from: #"{"version": 1, "amountText": "0.10000000000000000000000000000000000001"}"#.data
        ).value
        print(try balances.encode(balance, for: .v1).text)
        // {"amountText":"0.10000000000000000000000000000000000001","version":1}
        print(try balances.encode(balance, for: .v2).text)
        // {"amount":0.10000000000000000000000000000000000001,"version":2}
        // guide end
        try check()
    }

    @Test func integersOf64And128Bits() throws {
        // guide begin
        let big = "[18446744073709551615]"
        print(try VersionedJSONDecoder().decode([UInt64].self, from: big))
        // [18446744073709551615]
        print(try VersionedJSONDecoder().decode([Int128].self, from: "[170141183460469231731687303715884105727]"))
        // [170141183460469231731687303715884105727]
        do {
            _ = try VersionedJSONDecoder().decode([Int64].self, from: big)
        } catch {
            print(Diagnostic(describing: error))
        }
        // line 1, column 2, at "/0": the number 18446744073709551615 does not fit Int64
        // guide end
        // guide begin
        struct Post: Codable, VersionedKeys {
            var id: UInt64

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v2 ? [try KeyLayout(CodingKeys.self, [.id: .key("idText").scalars(.text)])] : []
            }
        }

        let posts = VersionController<API>(location: versionField)
        let post = try posts.decode(
            Post.self, from: #"{"version": 1, "id": 18446744073709551615}"#.data
        ).value
        print(try posts.encode(post, for: .v1).text)
        // {"id":18446744073709551615,"version":1}
        print(try posts.encode(post, for: .v2).text)
        // {"idText":"18446744073709551615","version":2}
        // guide end
        try check()
    }

    @Test func aCaseChosenFromAText() throws {
        // guide begin
        enum Priority: Int, Codable { case low = 1, high = 2 }

        struct PriorityText: ShapeBridge {
            static func value(of shape: String) throws -> Priority {
                switch shape {
                case "low": .low
                case "high": .high
                default: throw BadPriority(text: shape)
                }
            }

            static func shape(of value: Priority) -> String { value == .low ? "low" : "high" }
        }

        struct BadPriority: Error { var text: String }

        struct Task: Codable { @Shaped<PriorityText> var priority: Priority }

        let task = try VersionedJSONDecoder().decode(Task.self, from: #"{"priority": "high"}"#)
        print(task.priority.rawValue)
        // 2
        print(try VersionedJSONEncoder().encode(task).text)
        // {"priority":"high"}
        // guide end
        // guide begin
        struct Ticket: Codable, VersionedKeys {
            @Shaped<PriorityText> var priority: Priority

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.priority: .path("/meta/priority")])] : []
            }
        }

        let tickets = VersionController<API>(location: versionField)
        let ticket = try tickets.decode(
            Ticket.self, from: #"{"version": 1, "meta": {"priority": "low"}}"#.data
        ).value
        print(try tickets.encode(ticket, for: .v1).text)
        // {"meta":{"priority":"low"},"version":1}
        print(try tickets.encode(ticket, for: .v2).text)
        // {"priority":"low","version":2}
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
