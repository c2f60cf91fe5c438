import Foundation
import Migrations
import Testing
import VersionedCodec

/// The code of the article "Find the version of a payload", as it is there.
@Suite struct DetectionAsAStrangerTests {
    enum ShopVersion: Int, APIVersion { case v1 = 1, v2, v3 }
    enum PriceVersion: String, APIVersion { case spring = "2026-03-01", autumn = "2026-09-15" }
    enum SpecVersion: String, APIVersion { case four = "4", fourTwo = "4.2" }

    struct Shop: Codable, Equatable { var name: String }

    @Test(arguments: [
        (VersionLocation("/version", as: .integer), #"{"version": 2}"#, ["1", "2"], "2"),
        (
            VersionLocation("/apiVersion", as: .string), #"{"apiVersion": "acme.example/v2"}"#, ["acme.example/v2"],
            "acme.example/v2"
        ),
        (VersionLocation("/specVersion", as: .semantic), #"{"specVersion": "4.2.1"}"#, ["4", "4.2"], "4.2"),
        (
            VersionLocation("/released", as: .date), #"{"released": "2026-07-31"}"#, ["2026-03-01", "2026-09-15"],
            "2026-03-01"
        ),
        (VersionLocation("/major", as: .integer, minor: "/minor"), #"{"major": 4, "minor": 5}"#, ["4", "4.5"], "4.5"),
    ])
    func aFieldSaysTheVersion(location: VersionLocation, payload: String, known: [String], label: String) throws {
        let detector = VersionDetector(known: known, location: location)
        #expect(try detector.detect(in: JSONDocument(parsing: payload)).label == label)
    }

    @Test func aTextSaysTheVersion() throws {
        let location = VersionLocation(
            "/$schema", as: .string, texts: [try VersionText("https://acme.example/order-{version}.json")])
        let document = try JSONDocument(parsing: #"{"$schema": "https://acme.example/order-2.json"}"#)
        #expect(try VersionDetector(known: ["2"], location: location).detect(in: document).label == "2")
    }

    @Test func aHeaderSaysTheVersion() throws {
        let type = try VersionMediaType("application/vnd.acme.v{version}+json")
        let version = try ShopVersion(contentType: "application/vnd.acme.v1+json", by: type)
        #expect(version == .v1)
        let controller = VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer))
        let body = Data(#"{"name": "Ulm"}"#.utf8)
        let shop = try controller.fixed(to: version).decode(Shop.self, from: body)
        #expect(shop.version == .v1 && shop.value == Shop(name: "Ulm"))
        let answer = try type.negotiate(
            accept: "application/vnd.acme.v3+json;q=0.5, application/vnd.acme.v2+json", offering: ShopVersion.labels)
        #expect(answer.label == "2" && answer.contentType == "application/vnd.acme.v2+json")
        #expect(throws: VersionError.self) { try ShopVersion(contentType: "application/vnd.acme.v9+json", by: type) }
        #expect(throws: VersionError.self) { try ShopVersion(contentType: "application/json", by: type) }
    }

    @Test func aControllerIsToldTheHeader() throws {
        var controller = VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer))
        controller.detection.mediaType = try VersionMediaType("application/vnd.acme.v{version}+json")
        let body = Data(#"{"version": 1, "name": "Ulm"}"#.utf8)
        let field = "application/vnd.acme.v2+json; charset=utf-8"
        let shop = try controller.knowing(VersionHints(mediaType: field)).decode(Shop.self, from: body)
        #expect(shop.version == .v2 && shop.source == .mediaType && shop.value == Shop(name: "Ulm"))
        let other = try controller.knowing(VersionHints(mediaType: "text/plain")).decode(Shop.self, from: body)
        #expect(other.version == .v1 && other.source == .field("/version"))
    }

    @Test func aDaySaysTheVersion() throws {
        #expect(try PriceVersion(on: "2026-07-31") == .spring)
        #expect(try PriceVersion(on: "2026-09-15") == .autumn)
        let error = try #require(throws: VersionError.self) { try PriceVersion(on: "2025-12-31") }
        #expect(error.code == .tooOld)
        #expect(
            error.description
                == #"version "2025-12-31", which was given, is older than any known one;"#
                + " known versions: 2026-03-01, 2026-09-15")
    }

    struct Page: Codable, Equatable {
        var items: [Int]

        init(from decoder: any Decoder) throws {
            if try decoder.versionController(for: ShopVersion.self).version == .v1 {
                items = try decoder.singleValueContainer().decode([Int].self)
            } else {
                items = try decoder.container(keyedBy: CodingKeys.self).decode([Int].self, forKey: .items)
            }
        }
    }

    @Test(arguments: [
        ("[1, 2]", ShopVersion.v1), (#"{"items": [1, 2]}"#, .v2), (#"{"version": 3, "items": [1, 2], "next": 0}"#, .v3),
    ])
    func aShapeTellsTheVersionOfAModel(payload: String, version: ShopVersion) throws {
        let controller = VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer)) {
            version in
            switch version {
            case .v1: VersionFormat(shape: ["": .kind(.array)])
            case .v2: VersionFormat(shape: ["/items": .kind(.array), "/next": .absent])
            case .v3: VersionFormat()
            }
        }
        let page = try controller.decode(Page.self, from: Data(payload.utf8))
        #expect(page.version == version && page.value.items == [1, 2])
        #expect(throws: DecodingError.self) { try controller.decode(Page.self, from: Data(#"{"items": 1}"#.utf8)) }
    }

    @Test func aNewerPayloadIsReadAsTheCurrentVersion() throws {
        var controller = VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer))
        let payload = Data(#"{"version": 4, "name": "Ulm", "floors": 3}"#.utf8)
        #expect(throws: DecodingError.self) { try controller.decode(Shop.self, from: payload) }
        controller.detection.newer = .passedThrough
        let shop = try controller.decode(Shop.self, from: payload)
        #expect(shop.version == .v3 && shop.value.name == "Ulm")
    }

    @Test func aSemanticVersionIsStampedOnAModel() throws {
        let controller = VersionController<SpecVersion>(location: VersionLocation("/spec", as: .semantic))
        let written = try controller.encode(Shop(name: "Ulm"), for: .fourTwo)
        #expect(String(decoding: written, as: UTF8.self) == #"{"name":"Ulm","spec":"4.2.0"}"#)
        #expect(try controller.decode(Shop.self, from: written).version == .fourTwo)
    }
}
