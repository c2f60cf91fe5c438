public import Foundation
public import VersionedCodec

/// What the clock of the feed says.
public struct FeedTime: Codable, Hashable, Sendable {
    /// The time.
    public var time: Date

    /// A time.
    public init(time: Date) { self.time = time }
}

/// A page of a list.
public struct FeedPage<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// How many items there are on all pages.
    public var count: Int
    /// How many of them come before this page.
    public var offset: Int
    /// How many of them a page has at most.
    public var limit: Int
    /// The items of this page.
    public var results: [Item]

    /// A page.
    public init(count: Int, offset: Int, limit: Int, results: [Item]) {
        self.count = count
        self.offset = offset
        self.limit = limit
        self.results = results
    }
}

/// A song that somebody recorded somewhere.
public struct FeedSong: Codable, Hashable, Sendable {
    /// The number of the song.
    public var songID: Int
    /// Its title.
    public var title: String
    /// Who sings.
    public var artistName: String
    /// A picture.
    public var imageURL: URL
    /// When it was recorded.
    public var recordedAt: Date
    /// The day on which it came out.
    public var releasedOn: Date?
    /// Where it was recorded, in degrees.
    public var latitude: Double?
    /// Where it was recorded, in degrees.
    public var longitude: Double?
    /// How loud it is.
    public var gain: Double

    /// The parts.
    public init(
        songID: Int, title: String, artistName: String, imageURL: URL, recordedAt: Date, releasedOn: Date? = nil,
        latitude: Double? = nil, longitude: Double? = nil, gain: Double
    ) {
        self.songID = songID
        self.title = title
        self.artistName = artistName
        self.imageURL = imageURL
        self.recordedAt = recordedAt
        self.releasedOn = releasedOn
        self.latitude = latitude
        self.longitude = longitude
        self.gain = gain
    }
}

extension FeedSong: VersionedKeys {
    /// The artist has another name in version 1; the coordinates are flat there, and nested later.
    public static func keyLayouts(for version: FeedVersion) throws -> [KeyLayout] {
        switch version {
        case .v1:
            [
                try KeyLayout(
                    CodingKeys.self,
                    [
                        .artistName: .key("artist"), .latitude: .key("lat"), .longitude: .key("lng"),
                        .releasedOn: .kept.dates([try .pattern("yyyy/MM/dd", assuming: .gmt)]),
                    ])
            ]
        case .v2, .v3:
            [
                try KeyLayout(
                    CodingKeys.self,
                    [
                        .latitude: .path("/location/latitude"), .longitude: .path("/location/longitude"),
                        .releasedOn: .kept.dates([.dateOnly]),
                    ])
            ]
        }
    }
}

/// Somebody who writes comments.
public struct FeedUser: Codable, Hashable, Sendable {
    /// The number of the user.
    public var userID: Int
    /// The name, in any script.
    public var name: String
    /// When the user joined.
    public var joinedAt: Date

    /// The parts.
    public init(
        userID: Int, name: String, joinedAt: Date
    ) {
        self.userID = userID
        self.name = name
        self.joinedAt = joinedAt
    }
}

/// A comment on a song or a user.
public struct FeedComment: Codable, Hashable, Sendable {
    /// What a comment is about.
    public enum Target: Hashable, Sendable {
        /// A song.
        case song(FeedSong)
        /// A user.
        case user(FeedUser)
    }

    /// The number of the comment.
    public var id: Int
    /// What it says.
    public var text: String
    /// When it was written.
    public var createdAt: Date
    /// Who wrote it.
    public var commenter: FeedUser
    /// What it is about.
    public var target: Target

    /// The parts.
    public init(
        id: Int, text: String, createdAt: Date, commenter: FeedUser, target: Target
    ) {
        self.id = id
        self.text = text
        self.createdAt = createdAt
        self.commenter = commenter
        self.target = target
    }

    private enum CodingKeys: String, CodingKey { case id, text, createdAt, commenter, type, targetObject }

    /// Reads a comment; its `type` says what the `targetObject` is.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        text = try container.decode(String.self, forKey: .text)
        createdAt = try container.decode(Date.self, forKey: .createdAt)
        commenter = try container.decode(FeedUser.self, forKey: .commenter)
        switch try container.decode(String.self, forKey: .type) {
        case "song": target = .song(try container.decode(FeedSong.self, forKey: .targetObject))
        case "user": target = .user(try container.decode(FeedUser.self, forKey: .targetObject))
        case let type:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "a comment is about a song or a user, not a \"\(type)\""
            )
        }
    }

    /// Writes a comment.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(text, forKey: .text)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(commenter, forKey: .commenter)
        switch target {
        case .song(let song):
            try container.encode("song", forKey: .type)
            try container.encode(song, forKey: .targetObject)
        case .user(let user):
            try container.encode("user", forKey: .type)
            try container.encode(user, forKey: .targetObject)
        }
    }
}

extension FeedComment: SketchHinting {
    /// The types of targets, by which a recording finds both.
    public static var sketchHints: [TypeSketch.Hint] { [.values(["song", "user"], of: CodingKeys.type)] }
}

extension FeedComment: VersionedKeys {
    /// The text was called the body once.
    public static func keyLayouts(for version: FeedVersion) throws -> [KeyLayout] {
        version == .v1 ? [try KeyLayout(CodingKeys.self, [.text: .key("body")])] : []
    }
}
