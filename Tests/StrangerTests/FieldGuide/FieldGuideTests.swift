import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide", run word for word.
@Suite struct FieldGuideTests: GuideSuite {
    let page = GuidePage("FieldGuide")
    let printed = PrintedLines()

    @Test func theFourContainers() throws {
        // guide begin
        struct Town: Decodable {
            enum CodingKeys: CodingKey { case name }
            var name: String

            init(from decoder: any Decoder) throws {
                name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
            }
        }

        print(try VersionedJSONDecoder().decode(Town.self, from: #"{"name": "Ulm"}"#).name)
        // Ulm
        // guide end
        // guide begin
        struct Point: Decodable {
            var x: Int
            var y: Int

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                x = try container.decode(Int.self)
                y = try container.decode(Int.self)
            }
        }

        print(try VersionedJSONDecoder().decode(Point.self, from: "[3, 4]"))
        // Point(x: 3, y: 4)
        // guide end
        // guide begin
        struct Celsius: Decodable {
            var degrees: Double

            init(from decoder: any Decoder) throws {
                degrees = try decoder.singleValueContainer().decode(Double.self)
            }
        }

        print(try VersionedJSONDecoder().decode([Celsius].self, from: "[21.5]")[0].degrees)
        // 21.5
        // guide end
        // guide begin
        struct City: Decodable {
            enum CodingKeys: CodingKey { case place }
            enum PlaceKeys: CodingKey { case lat }
            var latitude: Double

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let place = try container.nestedContainer(keyedBy: PlaceKeys.self, forKey: .place)
                latitude = try place.decode(Double.self, forKey: .lat)
            }
        }

        print(try VersionedJSONDecoder().decode(City.self, from: #"{"place": {"lat": 48.4}}"#).latitude)
        // 48.4
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
