import Foundation
import Testing
import VersionedCodec

/// The code of the article "Values in other forms", as it is there.
@Suite struct ValuesInOtherFormsTests {
    enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }

    enum Tier: String, Codable, UnknownCaseDecodable {
        case standard, premium
        static func unknownCase(_ raw: JSONValue) -> Tier { .standard }
    }

    enum Label: RawRepresentable, Codable, Equatable {
        case new, other(String)

        init?(rawValue: String) {
            guard rawValue == "new" else { return nil }
            self = .new
        }

        var rawValue: String { if case .other(let text) = self { text } else { "new" } }
    }

    struct Product: Codable, Equatable, VersionedKeys {
        var price: Double
        var inStock: Bool
        var tier: Tier
        var label: Label

        static func keyLayouts(for version: ShopVersion) throws -> [KeyLayout] {
            switch version {
            case .v1:
                [try KeyLayout(CodingKeys.self, [.price: .kept.scalars(.text), .inStock: .kept.scalars(.zeroOrOne)])]
            case .v2: []
            }
        }
    }

    private let product = Product(price: 19.99, inStock: true, tier: .premium, label: .new)

    private func controller(_ format: VersionFormat = VersionFormat()) -> VersionController<ShopVersion> {
        VersionController(location: VersionLocation("/version", as: .integer), format: format)
    }

    @Test(arguments: [
        #"{"version": 1, "price": "19.99", "inStock": 1, "tier": "premium", "label": "new"}"#,
        #"{"version": 2, "price": 19.99, "inStock": true, "tier": "premium", "label": "new"}"#,
    ])
    func aVersionThatAlwaysWritesAnotherForm(payload: String) throws {
        let read = try controller().decode(Product.self, from: Data(payload.utf8))
        #expect(read.value == product && read.issues.isEmpty)
        let written = try JSONDocument(parsing: controller().encode(product, for: read.version)).root
        #expect(written.isEquivalent(to: try JSONDocument(parsing: payload).root))
    }

    @Test func payloadsThatAreNotAllAlike() throws {
        let controller = controller(
            VersionFormat(conversions: [.numberFromText, .boolFromNumber]))
        let payload = #"{"version": 2, "price": "19.99", "inStock": 1, "tier": "premium", "label": "new"}"#
        let read = try controller.decode(Product.self, from: Data(payload.utf8))
        #expect(read.value == product)
        #expect(
            read.issues[0].description
                == #"line 1, column 25, at "/price": a string ("19.99") was read as a number (version 2)"#)
        #expect(read.issues[1].code == .valueConverted && read.issues[1].path == "/inStock")
    }

    @Test func rawValuesThatNoCaseHas() throws {
        struct Ranked: Codable { var tier: Tier }
        let log = DecodingIssue.Log()
        var decoder = VersionedJSONDecoder()
        decoder.userInfo[.decodingIssues] = log
        #expect(try decoder.decode(Ranked.self, from: #"{"tier": "gold"}"#).tier == .standard)
        #expect(
            log.issues[0].description
                == #"line 1, column 10, at "/tier": "gold" is not a case of Tier, so standard was used"#)
        let format =
            VersionFormat(unknownCases: [UnknownCase(Label.self) { .other($0.string ?? $0.text()) }])
        let controller = controller(format).fixed(to: .v2)
        let label = try controller.decode([String: Label].self, from: Data(#"{"label": "sale"}"#.utf8)).value
        #expect(label == ["label": .other("sale")])
        #expect(try String(decoding: controller.encode(label), as: UTF8.self) == #"{"label":"sale"}"#)
        let strict = self.controller(VersionFormat(unknownCases: [.refused(Tier.self)])).fixed(to: .v2)
        #expect(throws: DecodingError.self) { try strict.decode([Tier].self, from: Data(#"["gold"]"#.utf8)) }
    }

    @Test func aDecoderWithoutVersionsConverts() throws {
        var decoder = VersionedJSONDecoder()
        decoder.conversions = [.numberFromText]
        #expect(try decoder.decode([Int].self, from: #"["7", 8]"#) == [7, 8])
        decoder.conversions = .all
        #expect(try decoder.decode([Bool].self, from: #"["true", 0]"#) == [true, false])
    }
}
