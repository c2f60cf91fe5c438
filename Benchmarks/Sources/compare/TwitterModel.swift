/// The usual public payload of tweets, every member of it. Written by hand for this benchmark.
struct Twitter: Codable, Equatable {
    let statuses: [Status]
    let searchMetadata: SearchMetadata

    private enum CodingKeys: String, CodingKey { case statuses, searchMetadata = "search_metadata" }

    struct Status: Codable, Equatable {
        let metadata: Metadata
        let createdAt: String
        let id: Int
        let idStr: String
        let text: String
        let source: String
        let truncated: Bool
        let inReplyToStatusId: Int?
        let inReplyToStatusIdStr: String?
        let inReplyToUserId: Int?
        let inReplyToUserIdStr: String?
        let inReplyToScreenName: String?
        let user: User
        let geo: String?
        let coordinates: String?
        let place: String?
        let contributors: String?
        let retweetedStatus: Retweeted?
        let retweetCount: Int
        let favoriteCount: Int
        let entities: Entities
        let favorited: Bool
        let retweeted: Bool
        let possiblySensitive: Bool?
        let lang: String

        private enum CodingKeys: String, CodingKey {
            case metadata, createdAt = "created_at", id, idStr = "id_str", text, source, truncated
            case inReplyToStatusId = "in_reply_to_status_id", inReplyToStatusIdStr = "in_reply_to_status_id_str"
            case inReplyToUserId = "in_reply_to_user_id", inReplyToUserIdStr = "in_reply_to_user_id_str"
            case inReplyToScreenName = "in_reply_to_screen_name", user, geo, coordinates, place, contributors
            case retweetedStatus = "retweeted_status", retweetCount = "retweet_count"
            case favoriteCount = "favorite_count", entities, favorited, retweeted
            case possiblySensitive = "possibly_sensitive", lang
        }
    }

    /// A status within a status, which a struct cannot hold.
    final class Retweeted: Codable, Equatable {
        let status: Status

        init(from decoder: any Decoder) throws { status = try Status(from: decoder) }
        func encode(to encoder: any Encoder) throws { try status.encode(to: encoder) }
        static func == (left: Retweeted, right: Retweeted) -> Bool { left.status == right.status }
    }

    struct Metadata: Codable, Equatable {
        let resultType: String
        let isoLanguageCode: String

        private enum CodingKeys: String, CodingKey {
            case resultType = "result_type", isoLanguageCode = "iso_language_code"
        }
    }

    struct User: Codable, Equatable {
        let id: Int
        let idStr: String
        let name: String
        let screenName: String
        let location: String
        let description: String
        let url: String?
        let entities: UserEntities
        let protected: Bool
        let followersCount: Int
        let friendsCount: Int
        let listedCount: Int
        let createdAt: String
        let favouritesCount: Int
        let utcOffset: Int?
        let timeZone: String?
        let geoEnabled: Bool
        let verified: Bool
        let statusesCount: Int
        let lang: String
        let contributorsEnabled: Bool
        let isTranslator: Bool
        let isTranslationEnabled: Bool
        let profileBackgroundColor: String
        let profileBackgroundImageUrl: String
        let profileBackgroundImageUrlHttps: String
        let profileBackgroundTile: Bool
        let profileImageUrl: String
        let profileImageUrlHttps: String
        let profileBannerUrl: String?
        let profileLinkColor: String
        let profileSidebarBorderColor: String
        let profileSidebarFillColor: String
        let profileTextColor: String
        let profileUseBackgroundImage: Bool
        let defaultProfile: Bool
        let defaultProfileImage: Bool
        let following: Bool
        let followRequestSent: Bool
        let notifications: Bool

        private enum CodingKeys: String, CodingKey {
            case id, idStr = "id_str", name, screenName = "screen_name", location, description, url, entities
            case protected, followersCount = "followers_count", friendsCount = "friends_count"
            case listedCount = "listed_count", createdAt = "created_at", favouritesCount = "favourites_count"
            case utcOffset = "utc_offset", timeZone = "time_zone", geoEnabled = "geo_enabled", verified
            case statusesCount = "statuses_count", lang, contributorsEnabled = "contributors_enabled"
            case isTranslator = "is_translator", isTranslationEnabled = "is_translation_enabled"
            case profileBackgroundColor = "profile_background_color"
            case profileBackgroundImageUrl = "profile_background_image_url"
            case profileBackgroundImageUrlHttps = "profile_background_image_url_https"
            case profileBackgroundTile = "profile_background_tile", profileImageUrl = "profile_image_url"
            case profileImageUrlHttps = "profile_image_url_https", profileBannerUrl = "profile_banner_url"
            case profileLinkColor = "profile_link_color", profileSidebarBorderColor = "profile_sidebar_border_color"
            case profileSidebarFillColor = "profile_sidebar_fill_color", profileTextColor = "profile_text_color"
            case profileUseBackgroundImage = "profile_use_background_image", defaultProfile = "default_profile"
            case defaultProfileImage = "default_profile_image", following, followRequestSent = "follow_request_sent"
            case notifications
        }
    }

    struct UserEntities: Codable, Equatable {
        let url: URLs?
        let description: URLs
    }

    struct URLs: Codable, Equatable {
        let urls: [Link]
    }

    struct Link: Codable, Equatable {
        let url: String
        let expandedUrl: String
        let displayUrl: String
        let indices: [Int]

        private enum CodingKeys: String, CodingKey {
            case url, expandedUrl = "expanded_url", displayUrl = "display_url", indices
        }
    }

    struct Entities: Codable, Equatable {
        let hashtags: [Hashtag]
        let symbols: [Hashtag]
        let urls: [Link]
        let userMentions: [Mention]
        let media: [Media]?

        private enum CodingKeys: String, CodingKey {
            case hashtags, symbols, urls, userMentions = "user_mentions", media
        }
    }

    struct Hashtag: Codable, Equatable {
        let text: String
        let indices: [Int]
    }

    struct Mention: Codable, Equatable {
        let screenName: String
        let name: String
        let id: Int
        let idStr: String
        let indices: [Int]

        private enum CodingKeys: String, CodingKey {
            case screenName = "screen_name", name, id, idStr = "id_str", indices
        }
    }

    struct Media: Codable, Equatable {
        let id: Int
        let idStr: String
        let indices: [Int]
        let mediaUrl: String
        let mediaUrlHttps: String
        let url: String
        let displayUrl: String
        let expandedUrl: String
        let type: String
        let sizes: Sizes
        let sourceStatusId: Int?
        let sourceStatusIdStr: String?

        private enum CodingKeys: String, CodingKey {
            case id, idStr = "id_str", indices, mediaUrl = "media_url", mediaUrlHttps = "media_url_https", url
            case displayUrl = "display_url", expandedUrl = "expanded_url", type, sizes
            case sourceStatusId = "source_status_id", sourceStatusIdStr = "source_status_id_str"
        }
    }

    struct Sizes: Codable, Equatable {
        let medium: Size
        let small: Size
        let thumb: Size
        let large: Size
    }

    struct Size: Codable, Equatable {
        let w: Int
        let h: Int
        let resize: String
    }

    struct SearchMetadata: Codable, Equatable {
        let completedIn: Double
        let maxId: Int
        let maxIdStr: String
        let nextResults: String
        let query: String
        let refreshUrl: String
        let count: Int
        let sinceId: Int
        let sinceIdStr: String

        private enum CodingKeys: String, CodingKey {
            case completedIn = "completed_in", maxId = "max_id", maxIdStr = "max_id_str", nextResults = "next_results"
            case query, refreshUrl = "refresh_url", count, sinceId = "since_id", sinceIdStr = "since_id_str"
        }
    }
}
