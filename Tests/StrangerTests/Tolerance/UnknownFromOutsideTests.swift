import Foundation
import Testing
import VersionedCodec

/// Fallbacks, conversions and forms of scalars, declared and used as another package would.
@Suite struct UnknownFromOutsideTests {
    enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }

    // MARK: Fallbacks

    enum Tier: String, Codable, UnknownCaseDecodable {
        case standard, premium, unknown
        static func unknownCase(_ raw: JSONValue) -> Tier { .unknown }
    }

    enum Genre: Codable, Equatable, UnknownCaseDecodable {
        case rock, other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard try container.decode(String.self) == "rock" else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a genre")
            }
            self = .rock
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("rock")
        }

        static func unknownCase(_ raw: JSONValue) -> Genre { .other(raw) }
        var unknownDocument: JSONValue? { if case .other(let raw) = self { raw } else { nil } }
    }

    enum Media: Codable, Equatable, UnknownCaseDecodable, VersionedKeys {
        case song(title: String), clip(seconds: Int), unknown(JSONValue)

        static func unknownCase(_ raw: JSONValue) -> Media { .unknown(raw) }
        var unknownDocument: JSONValue? { if case .unknown(let raw) = self { raw } else { nil } }

        static func keyLayouts(for version: ShopVersion) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(cases: CodingKeys.self, .beside("type"))] : []
        }
    }

    struct Page: Codable, Equatable {
        var tier: Tier
        var genre: Genre
        var media: [Media]
        var rest: [Int]?
    }

    static let controller = VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer))

    @Test func fallbacksActInDecodeAndAreRecorded() throws {
        let text =
            #"{"version":1,"tier":"gold","genre":[1.0],"media":[{"type":"song","title":"A"},{"type":"book","p":1e3},{"type":null}]}"#
        let page = try Self.controller.decode(Page.self, from: Data(text.utf8))
        #expect(page.value.tier == .unknown)
        #expect(page.issues.map(\.code) == [.unknownCase, .unknownCase, .unknownCase, .unknownCase])
        #expect(page.issues.map(\.path) == ["/tier", "/genre", "/media/1/type", "/media/2/type"])
        #expect(page.issues[0].quotation == #""gold""#)
        #expect(page.issues[0].message == #""gold" is not a case of Tier, so unknown was used"#)
        #expect(page.issues[2].message == #""book" is not a case of Media; it is kept as it was"#)
        let written = String(
            decoding: try VersionedJSONEncoder(Self.controller).encode(page.value, for: ShopVersion.v1), as: UTF8.self)
        #expect(written == text.replacing("gold", with: "unknown"))
    }

    @Test func fallbacksActInReportsToo() throws {
        let text = #"{"version":2,"tier":null,"genre":"folk","media":[{"book":{}},{"song":{"title":5}},7],"rest":"x"}"#
        let report = try Self.controller.decodeReporting(Page.self, from: Data(text.utf8))
        let page = try #require(report.value?.value)
        #expect(page.tier == .unknown && page.genre == .other("folk") && page.rest == nil)
        #expect(page.media == [.unknown(["book": [:]]), .unknown(7)])
        #expect(
            report.issues.map(\.path) == ["/tier", "/genre", "/media/0", "/media/1/song/title", "/media/2", "/rest"])
        #expect(
            report.issues.map(\.code) == [
                .unknownCase, .unknownCase, .unknownCase, .unexpectedKind, .unknownCase, .unexpectedKind,
            ])
    }

    @Test func aVersionHasTheLastWord() throws {
        let strict = VersionController<ShopVersion>(
            format: VersionFormat(unknownCases: [.refused(Tier.self), UnknownCase(Genre.self) { _ in .rock }])
        ).fixed(to: .v2)
        #expect(throws: DecodingError.self) { _ = try strict.decode([Tier].self, from: Data(#"["gold"]"#.utf8)) }
        #expect(try strict.decode([Genre].self, from: Data(#"["folk"]"#.utf8)).value == [.rock])
        let report = try strict.decodeReporting([Tier].self, from: Data(#"["gold","premium"]"#.utf8))
        #expect(report.value?.value == [.premium] && report.issues.map(\.code) == [.unknownCase])
        let one = VersionController<ShopVersion>(format: VersionFormat(unknownCases: [UnknownCase(Tier.standard)]))
        #expect(try one.fixed(to: .v1).decode([Tier].self, from: Data("[7]".utf8)).value == [.standard])
    }

    @Test func theLogOfUserInfoGetsThem() throws {
        var decoder = VersionedJSONDecoder()
        let log = DecodingIssue.Log()
        decoder.userInfo[.decodingIssues] = log
        #expect(try decoder.decode([String: Tier].self, from: #"{"a":"gold"}"#) == ["a": .unknown])
        #expect(log.issues.map(\.code) == [.unknownCase])
    }

    // MARK: Conversions

    struct Product: Codable, Equatable, VersionedKeys {
        var price: Double
        var count: Int
        var isLive: Bool
        var code: String

        static func keyLayouts(for version: ShopVersion) throws -> [KeyLayout] {
            version == .v1
                ? [try KeyLayout(CodingKeys.self, [.code: .kept.converting([])], conversions: [.numberFromText])] : []
        }
    }

    static let converted = #"{"price":"19.99","count":"3","isLive":"1","code":7}"#
    static let product = Product(price: 19.99, count: 3, isLive: true, code: "7")

    @Test func conversionsAreDeclaredForADecoderAVersionAModelAndAMember() throws {
        var decoder = VersionedJSONDecoder()
        #expect(throws: DecodingError.self) { try decoder.decode(Product.self, from: Self.converted) }
        decoder.conversions = .all
        #expect(try decoder.decode(Product.self, from: Self.converted) == Self.product)
        let report = try decoder.decodeReporting(Product.self, from: Self.converted)
        #expect(report.value == Self.product && report.issues.count == 4)
        #expect(report.issues.allSatisfy { $0.code == .valueConverted && $0.effect == .noted })

        let controller = VersionController<ShopVersion>(format: VersionFormat(conversions: .all))
        let second = try controller.fixed(to: .v2).decode(Product.self, from: Data(Self.converted.utf8))
        #expect(second.value == Self.product && second.issues.count == 4)
        // In version 1 the model and its member say otherwise.
        let first = try controller.fixed(to: .v1).decodeReporting(Product.self, from: Data(Self.converted.utf8))
        #expect(first.issues.map(\.path) == ["/isLive", "/code"] && first.value == nil)
        let good = #"{"price":"19.99","count":"3","isLive":true,"code":"7"}"#
        #expect(try controller.fixed(to: .v1).decode(Product.self, from: Data(good.utf8)).issues.count == 2)
    }

    @Test(arguments: ["19.5", #""19.5""#, #""007""#, #"" 5""#, #""5 km""#, "true"])
    func nothingIsRoundedOrGuessed(_ text: String) throws {
        var decoder = VersionedJSONDecoder()
        decoder.conversions = .all
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[\(text)]") }
    }

    struct Note: Codable, Equatable, VersionedKeys {
        var text: String?
        var place: [String: Int]?

        static func keyLayouts(for version: ShopVersion) throws -> [KeyLayout] {
            [
                try KeyLayout(
                    CodingKeys.self,
                    [
                        .text: .kept.readingNil(from: [.absent, .null, .emptyText]),
                        .place: .kept.readingNil(from: [.absent, .emptyObject]),
                    ])
            ]
        }
    }

    @Test func emptyTextsAndObjectsSayNil() throws {
        let note = try Self.controller.fixed(to: .v1).decode(Note.self, from: Data(#"{"text":"","place":{}}"#.utf8))
        #expect(note.value == Note())
        #expect(note.issues.map(\.path) == ["/text", "/place"])
    }
}
