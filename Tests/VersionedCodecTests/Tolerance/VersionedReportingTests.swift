import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Versions, layouts and configurations under tolerant decoding.
@Suite struct VersionedReportingTests {
    enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }

    struct Item: Codable, Equatable, VersionedKeys {
        enum CodingKeys: String, CodingKey { case name, latitude, openedAt, size }
        var name: String
        var latitude: Double
        var openedAt: Date?
        var size: Size?

        static func keyLayouts(for version: ShopVersion) throws -> [KeyLayout] {
            switch version {
            case .v1:
                [
                    try KeyLayout(
                        CodingKeys.self,
                        [.name: .key("title").alias("label"), .latitude: .path("/location/lat"), .size: .flattened])
                ]
            case .v2: []
            }
        }
    }

    struct Size: Codable, Equatable {
        var width: Int
        var height: Int
    }

    static func controller() throws -> VersionController<ShopVersion> {
        try VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer)) { version in
            switch version {
            case .v1: VersionFormat(dates: [try .pattern("yyyy/MM/dd", assuming: .gmt)], keys: .snakeCase)
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }
    }

    class Vehicle: Codable { var wheels = 4 }

    final class Car: Vehicle {
        private enum CodingKeys: CodingKey { case seats }
        var seats: Int

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            seats = try container.decode(Int.self, forKey: .seats)
            try super.init(from: container.superDecoder())
        }
    }

    @Test func missingSuperclassHasNoKeyOfTheModel() throws {
        let report = try VersionedJSONDecoder().decodeReporting([Car].self, from: Data(#"[{"seats": 5}]"#.utf8))
        #expect(
            report.issues.map(\.description) == [
                #"line 1, column 2, at "/0": there is no member "super", which holds the superclass's members"#
            ])
    }

    static let first =
        #"{"version": 1, "title": 5, "location": {"lat": "x"}, "opened_at": "never", "width": 1, "height": "h"}"#

    @Test func layoutsAreFollowed() throws {
        let report = try Self.controller().decodeReporting(Item.self, from: Data(Self.first.utf8))
        #expect(report.value == nil)
        #expect(report.issues.map(\.path) == ["/title", "/location/lat", "/opened_at", "/height"])
        #expect(report.issues.map(\.version) == ["1", "1", "1", "1"])
        #expect(report.issues.map(\.position?.line) == [1, 1, 1, 1])
    }

    @Test func partsWithVersionsOfTheirOwnAreSkipped() throws {
        var decoder = VersionedJSONDecoder()
        decoder.userInfo.install(try Self.controller())
        let text =
            #"[{"version": 1, "title": "A", "location": {"lat": 1}, "opened_at": "2020/01/02"},"#
            + #" {"version": 2, "name": 7, "latitude": 2}, {"version": 9}, {"version": 2, "name": "D", "latitude": 4}]"#
        let report = try decoder.decodeReporting([Versioned<Item, ShopVersion>].self, from: text)
        #expect(report.value?.map(\.version) == [.v1, .v2])
        #expect(report.value?.map(\.value.name) == ["A", "D"])
        #expect(report.issues.map(\.path) == ["/1/name", "/2/version"])
        #expect(report.issues.map(\.code) == [.unexpectedKind, .unknownVersion])
    }

    @Test func issuesOfAVersionedValueAreItsOwnToo() throws {
        let text = #"{"version": 2, "name": "A", "latitude": 1, "openedAt": "never"}"#
        let report = try Self.controller().decodeReporting(Item.self, from: Data(text.utf8))
        #expect(report.value?.value == Item(name: "A", latitude: 1))
        #expect(report.issues.map(\.path) == ["/openedAt"])
        #expect(report.value?.issues.map(\.path) == ["/openedAt"])
    }

    @Test func whatAnAbandonedAttemptNotedIsGone() throws {
        let text = #"{"version": 1, "title": "A", "label": "B", "location": {"lat": 1}, "opened_at": 5}"#
        let report = try Self.controller().decodeReporting(Item.self, from: Data(text.utf8))
        #expect(report.issues.map(\.code) == [.aliasNotRead, .invalidValue])
        #expect(report.value?.issues.count == 2)
    }

    struct Configured: VersionConfigurable, Equatable {
        typealias Version = ShopVersion
        var name: String
        var openedAt: Date?
    }

    @Test func unknownVersionWithinAPayloadSaysItsPlaceOnce() throws {
        var decoder = VersionedJSONDecoder()
        decoder.userInfo.install(try Self.controller())
        let text = #"[{"version": 9}]"#
        let report = try decoder.decodeReporting([Versioned<Item, ShopVersion>].self, from: text)
        let words = "version 9 is newer than any known one; known versions: 1, 2"
        #expect(report.issues.map(\.diagnostic.message) == [words])
        let foundation = JSONDecoder()
        foundation.userInfo.install(try Self.controller())
        let theirs = try foundation.decodeReporting([Versioned<Item, ShopVersion>].self, from: Data(text.utf8))
        #expect(theirs.issues.map(\.diagnostic.message) == [words])
    }

    @Test func aConfigurationIsFollowed() throws {
        let controller = try Self.controller().fixed(to: .v1)
        let decoder = VersionedJSONDecoder()
        let one = try decoder.decodeReporting(
            Configured.self, from: Data(#"{"name": "A", "opened_at": "never"}"#.utf8), configuration: controller)
        #expect(one.value == Configured(name: "A"))
        #expect(one.issues.map(\.path) == ["/opened_at"])
        let list = try decoder.decodeReporting(
            [Configured].self, from: Data(#"[{"name": "A"}, {"name": 1}, 5]"#.utf8), configuration: controller)
        #expect(list.value == [Configured(name: "A")])
        #expect(list.issues.map(\.path) == ["/1/name", "/2"])
        #expect(list.issues.map(\.path.description) == ["/1/name", "/2"])
    }
}

@Suite struct FoundationReportingTests {
    @Test func valuesAndPathsAreThoseOfOurDecoder() throws {
        let text =
            #"{"name": "N", "songs": [{"id": 1, "title": "A", "length": true}, {"id": null, "title": 1}, 7],"#
            + #" "tags": ["a", 1], "ratings": {"x": 1, "y": "z"}}"#
        let ours = try DecodeReportingTests.report(DecodeReportingTests.Album.self, text)
        let theirs = try JSONDecoder().decodeReporting(DecodeReportingTests.Album.self, from: Data(text.utf8))
        #expect(theirs.value == ours.value)
        #expect(theirs.issues.map(\.path) == ours.issues.map(\.path))
        #expect(theirs.issues.allSatisfy { $0.position == nil && $0.found == nil })
    }

    @Test func strategiesOfTheCoderHold() throws {
        struct Item: Decodable, Equatable {
            var startDate: Date
            var endDate: Date?
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let report = try decoder.decodeReporting(
            [Item].self, from: Data(#"[{"start_date": 1, "end_date": "x"}, {"start_date": "y"}]"#.utf8))
        #expect(report.value == [Item(startDate: Date(timeIntervalSince1970: 1))])
        #expect(report.issues.count == 2)
    }

    /// Foundation's error about a `Decimal` has no words.
    @Test func anErrorWithoutWordsGetsSome() throws {
        let payload = Data(#"["x", 1]"#.utf8)
        let report = try JSONDecoder().decodeReporting([Decimal].self, from: payload)
        #expect(report.issues.map(\.description) == [#"at "/0": expected a number, found something else"#])
        #expect(report.issues.map(\.code) == [.unexpectedKind])
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([Decimal].self, from: payload) }
        #expect(
            Diagnostic(describing: try #require(error), in: payload).description
                == #"line 1, column 2, at "/0": expected a number, found a string ("x")"#)
    }

    @Test func whatIsRightComesWithoutIssues() throws {
        #expect(try JSONDecoder().decodeReporting([Int].self, from: Data("[1]".utf8)).issues.isEmpty)
        #expect(throws: DecodingError.self) { try JSONDecoder().decodeReporting([Int].self, from: Data("[1".utf8)) }
    }
}
