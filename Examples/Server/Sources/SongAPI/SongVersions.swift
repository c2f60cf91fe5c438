import Foundation
import Migrations
import VersionedCodec

/// The versions of the API, oldest first.
public enum SongVersion: Int, APIVersion { case v1 = 1, v2, v3 }

/// A song as the routes know it, and version 3 sends it.
///
/// ```json
/// {"id": 1, "name": "Intro", "artists": ["Ann", "Bob"], "isLive": true}    // version 3
/// {"id": 1, "title": "Intro", "artists": ["Ann", "Bob"]}                   // version 2
/// {"id": 1, "title": "Intro", "artist": "Ann"}                             // version 1
/// ```
public struct Song: Codable, Sendable, Equatable {
    /// `nil` before the song is stored.
    public var id: Int?
    /// The title.
    public var name: String
    /// In the order of the cover.
    public var artists: [String]
    /// Whether it was recorded at a concert.
    public var isLive: Bool
}

extension VersionedAPI<SongVersion> {
    /// The API, with the dates on which old versions end.
    public static func songs(now: @escaping @Sendable () -> Date = { Date() }) throws -> VersionedAPI<SongVersion> {
        let spring = Date(timeIntervalSince1970: 1_772_323_200)  // 2026-03-01
        let end = Date(timeIntervalSince1970: 1_948_579_200)  // 2031-10-01
        return VersionedAPI(
            mediaType: try VersionMediaType("application/vnd.songs.v{version}+json"),
            current: .v3,
            lifecycle: VersionLifecycle([
                .v1: try VersionSchedule(
                    deprecatedSince: spring, sunset: end, link: "https://example.com/songs/v1-ends")
            ]),
            problems: try .problems(), now: now)
    }
}

extension MigrationPlan {
    /// One song.
    static func song() throws -> MigrationPlan { try plan("Song") { $0 } }

    /// An array of songs.
    static func songs() throws -> MigrationPlan { try plan("Songs") { [.each($0)] } }

    private static func plan(
        _ name: String, _ place: ([JSONOperation]) -> [JSONOperation]
    ) throws -> MigrationPlan {
        let controller = VersionController<SongVersion>()
        return try MigrationPlan(
            name, controller: controller,
            migrations: [
                Migration(
                    from: SongVersion.v1, to: .v2, "A song has several artists",
                    operations: place([.rename("/artist", to: "artists"), .wrap("/artists", ifMany: .first)])),
                Migration(
                    from: SongVersion.v2, to: .v3, "The title is called name, and a song may be live",
                    operations: place([.rename("/title", to: "name"), .add("/isLive", value: false)])),
            ])
    }

    /// Errors: version 1 and 2 have `invalid_params` (RFC 7807), and version 3 has `errors` (RFC 9457).
    static func problems() throws -> MigrationPlan {
        try MigrationPlan(
            "Problem", controller: VersionController<SongVersion>(),
            migrations: [
                Migration(from: SongVersion.v1, to: .v2, "Nothing changes", operations: []),
                Migration(
                    from: SongVersion.v2, to: .v3, "Places are JSON pointers",
                    operations: [
                        .rename("/invalid_params", to: "errors"),
                        .each("/errors", [.rename("/name", to: "pointer"), .rename("/reason", to: "detail")]),
                    ]),
            ])
    }
}
