import Foundation
import Testing
import VersionedCodec

/// Models that decode another payload in their `init(from:)`: its places are not those of the payload around it.
@Suite struct OwnDecoderReportingTests {
    struct Inner: Codable {
        var x: Int
        var when: Int
    }

    /// JSON in a text.
    struct Embedded: Decodable {
        enum CodingKeys: CodingKey { case p }
        var inner: Inner
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .p)
            inner = try VersionedJSONDecoder().decode(Inner.self, from: text)
        }
    }

    struct Checked: Decodable {
        enum CodingKeys: CodingKey { case p }
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .p)
        }
    }

    private static let payload = Data(
        #"{"list": [{"p": "{\"x\": 1, \"when\": 2}"}, {"p": "{\n\n \"x\": \"no\", \"when\": 2}"}, {"p": "{"}]}"#.utf8)

    @Test func issueNamesThePlaceOfTheModel() throws {
        let report = try VersionedJSONDecoder().decodeReporting([String: [Embedded]].self, from: Self.payload)
        #expect(report.value?["list"]?.map(\.inner.x) == [1])
        #expect(report.issues.map(\.path) == ["/list/1", "/list/2"])
        #expect(report.issues.map(\.position?.column) == [45, 89])
        #expect(report.issues.allSatisfy { $0.code == .modelError && $0.position?.line == 1 && $0.effect == .skipped })
        #expect(
            report.issues.map(\.message) == [
                #"of another payload that is decoded here, line 3, column 7, at "/x": "#
                    + #"expected an integer, found a string ("no")"#,
                "of another payload that is decoded here, line 1, column 2, at the root: "
                    + #"expected a key or "}", but the text ends"#,
            ])
    }

    @Test func issueOverFoundationDoesToo() throws {
        let report = try JSONDecoder().decodeReporting([String: [Embedded]].self, from: Self.payload)
        #expect(report.issues.map(\.path) == ["/list/1", "/list/2"])
        #expect(report.issues.allSatisfy { $0.code == .modelError })
    }

    /// The same by another decoder, whose errors name a path only.
    struct Foreign: Decodable {
        enum CodingKeys: CodingKey { case p }
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .p)
            _ = try JSONDecoder().decode([String: [Int]].self, from: Data(text.utf8))
        }
    }

    @Test func issueOfAnotherDecoderNamesThePlaceOfTheModel() throws {
        let payload = Data(#"{"x": [1, 2], "list": [{"p": "{}"}, {"p": "{\"x\": [1, true]}"}, {"p": "[]"}]}"#.utf8)
        struct Page: Decodable { var list: [Foreign] }
        for report in [
            try VersionedJSONDecoder().decodeReporting(Page.self, from: payload),
            try JSONDecoder().decodeReporting(Page.self, from: payload),
        ] {
            #expect(report.value?.list.count == 1)
            #expect(report.issues.map(\.path) == ["/list/1", "/list/2"])
            #expect(report.issues.allSatisfy { $0.code == .modelError })
            #expect(report.issues[0].message.contains(#"of another payload that is decoded here, at "/x/1": "#))
        }
    }

    private enum Version: Int, APIVersion { case v1 = 1 }

    struct Page: Decodable {
        enum CodingKeys: CodingKey { case allItems }
        var allItems: [Item]
    }

    struct Item: Decodable {
        enum CodingKeys: CodingKey { case theKind, theSize, other }
        enum Kind: String, Decodable { case small }
        var theKind: Kind
        var other: Kind?
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            theKind = try container.decode(Kind.self, forKey: .theKind)
            other = try container.decodeIfPresent(Kind.self, forKey: .other)
            if try container.decode(Int.self, forKey: .theSize) > 9 {
                throw DecodingError.dataCorruptedError(forKey: .theSize, in: container, debugDescription: "too large")
            }
        }
    }

    @Test func errorsOfModelsOfTheSamePayloadHaveTheirOwnPlaces() throws {
        let controller = VersionController<Version>(
            format: VersionFormat(
                keys: .snakeCase,
                layouts: [
                    try KeyLayout(Page.CodingKeys.self, [.allItems: .path("/in/items")]),
                    try KeyLayout(Item.CodingKeys.self, [.theKind: .path("/k/kind")]),
                ])
        ).fixed(to: .v1)
        let payload = Data(
            #"{"in":{"items":[{"k":{"kind":"no"},"the_size":1},{"k":{"kind":"small"},"the_size":10,"other":"x"}]}}"#
                .utf8)
        let foundation = JSONDecoder()
        foundation.userInfo.install(controller)
        for report in [
            try VersionedJSONDecoder(controller).decodeReporting(Page.self, from: payload),
            try foundation.decodeReporting(Versioned<Page, Version>.self, from: payload).map(\.value),
        ] {
            #expect(
                Set(report.issues.map(\.path)) == [
                    "/in/items/0/k/kind", "/in/items/1/other", "/in/items/1/theSize",
                ])
            #expect(Set(report.issues.map(\.code)) == [.unknownCase, .invalidValue])
        }
    }

    @Test func memberOfTheSamePayloadHasItsOwnPlace() throws {
        let report = try VersionedJSONDecoder().decodeReporting([Checked].self, from: #"[{"p": "no"}]"#)
        #expect(report.issues.map(\.path) == ["/0/p"])
        #expect(report.issues.map(\.code) == [.unexpectedKind])
    }
}
