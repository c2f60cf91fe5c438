import Foundation
import VersionedCodec

enum RichVersion: String, APIVersion { case v1, v2, v9, v10 }

/// One of everything that a format has a say in, or must leave alone.
struct RichModel: Codable, Equatable {
    enum Media: Codable, Equatable {
        case songPlayed(songID: Int, startedAt: Date)
        case silence
    }

    struct Track: Codable, Equatable {
        var trackID: Int
        var imageURL: URL
        var recordedAt: Date?
    }

    struct Identifier: RawRepresentable, Codable, Hashable {
        var rawValue: String
    }

    enum Rating: String, Codable, CodingKeyRepresentable { case veryGood, bad }

    var userID: Identifier
    var createdAt: Date
    var tracks: [Track]
    var bestTrack: Track?
    var visitsByDay: [String: Date]
    var trackByName: [String: Track]
    var countByRating: [Rating: Int]
    var media: [Media]
    var rawBytes: Data
    var exactPrice: Decimal
    var gainLevels: [Double]
    var isPublic: Bool
    var longDates: [[Date]]

    static let sample = RichModel(
        userID: Identifier(rawValue: "ann"), createdAt: Date(timeIntervalSince1970: 1_592_032_902),
        tracks: [
            Track(
                trackID: 1, imageURL: url("https://example.com/a%20b"),
                recordedAt: Date(timeIntervalSince1970: 0)),
            Track(trackID: 2, imageURL: url("https://example.com/2")),
        ], bestTrack: Track(trackID: 3, imageURL: url("https://example.com/3")),
        visitsByDay: ["firstDay": Date(timeIntervalSince1970: 86_400)],
        trackByName: ["anyName": Track(trackID: 4, imageURL: url("https://example.com/4"))],
        countByRating: [.veryGood: 3],
        media: [.songPlayed(songID: 7, startedAt: Date(timeIntervalSince1970: 60)), .silence],
        rawBytes: Data([251, 255]), exactPrice: Decimal(199) / 10, gainLevels: [0.5, .infinity, -.infinity],
        isPublic: true, longDates: [[Date(timeIntervalSince1970: 3600)]])

    private static func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }

    static func controller(_ location: VersionLocation? = nil) throws -> VersionController<RichVersion> {
        let texts = VersionFormat.NonFiniteTexts(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN")
        return try VersionController(location: location) { version in
            switch version {
            case .v1:
                VersionFormat(
                    dates: [try .pattern("yyyy-MM-dd HH:mm:ss Z", zone: .hours(8))], keys: .snakeCase,
                    data: .hexadecimal,
                    nonFinite: texts, nativeLeaves: .never)
            case .v2: VersionFormat(dates: [.iso8601], nonFinite: texts)
            case .v9: VersionFormat(dates: [.unixSeconds], keys: .snakeCase, nonFinite: texts, nativeLeaves: .never)
            case .v10: VersionFormat(keys: .snakeCase, nonFinite: texts)
            }
        }
    }

    static let v1: JSONValue = [
        "user_id": "ann", "created_at": "2020-06-13 15:21:42 +0800",
        "tracks": [
            ["track_id": 1, "image_url": "https://example.com/a%20b", "recorded_at": "1970-01-01 08:00:00 +0800"],
            ["track_id": 2, "image_url": "https://example.com/2"],
        ], "best_track": ["track_id": 3, "image_url": "https://example.com/3"],
        "visits_by_day": ["firstDay": "1970-01-02 08:00:00 +0800"],
        "track_by_name": ["anyName": ["track_id": 4, "image_url": "https://example.com/4"]],
        "count_by_rating": ["veryGood": 3],
        "media": [
            ["song_played": ["song_id": 7, "started_at": "1970-01-01 08:01:00 +0800"]], ["silence": [:]],
        ], "raw_bytes": "fbff", "exact_price": 19.9, "gain_levels": [0.5, "+∞", "-∞"], "is_public": true,
        "long_dates": [["1970-01-01 09:00:00 +0800"]],
    ]
}
