import Migrations
import VersionedCodec

/// The versions of a stored song, oldest first.
public enum SongVersion: Int, APIVersion { case v1 = 1, v2, v3 }

/// A song as the program knows it, and version 3 stores it.
///
/// ```json
/// {"version": 3, "name": "Intro", "artists": ["Ann"]}
/// {"version": 2, "title": "Intro", "artists": ["Ann"]}
/// {"version": 1, "title": "Intro", "artist": "Ann", "rank": 4}
/// ```
public struct Song: Codable, Sendable, Equatable {
    /// The title.
    public var name: String
    /// In the order of the cover.
    public var artists: [String]

    /// A song.
    public init(name: String, artists: [String]) {
        self.name = name
        self.artists = artists
    }
}

extension Migrator where Model == Song, Version == SongVersion {
    /// Reads songs of every version.
    public static func songs() throws -> Migrator<Song, SongVersion> {
        try Migrator(
            Song.self,
            controller: VersionController<SongVersion>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(
                    from: SongVersion.v1, to: .v2, "A song has several artists, and no rank",
                    operations: [
                        .rename("/artist", to: "artists"), .wrap("/artists", ifMany: .first),
                        .remove("/rank", ifAbsent: .skip),
                    ]),
                Migration(
                    from: SongVersion.v2, to: .v3, "The title is called name",
                    operations: [.rename("/title", to: "name")]),
            ])
    }
}
