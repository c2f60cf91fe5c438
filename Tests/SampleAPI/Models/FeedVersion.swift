public import VersionedCodec

/// The versions of a community feed, as generations of its servers send it.
public enum FeedVersion: Int, APIVersion {
    /// snake_case, dates in China's time, coordinates flat.
    case v1 = 1
    /// snake_case, other dates, coordinates nested, the artist under another key.
    case v2
    /// Keys as Swift has them, ISO 8601.
    case v3
}

/// The controller of the feed.
public enum Feed {
    /// The controller; a payload says its version at `/version`.
    ///
    /// - Parameter legacy: The version of payloads that say none.
    public static func controller(legacy: FeedVersion? = .v1) throws -> VersionController<FeedVersion> {
        try VersionController(location: VersionLocation("/version", as: .integer), legacy: legacy, format: format)
    }

    /// How a version of the feed writes things.
    public static func format(of version: FeedVersion) throws -> VersionFormat {
        let texts = VersionFormat.NonFiniteTexts(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN")
        switch version {
        case .v1:
            return VersionFormat(
                dates: [try .pattern("yyyy-MM-dd'T'HH:mm:ssZ", zone: .hours(8))], keys: .snakeCase, nonFinite: texts,
                superclass: .inline)
        case .v2:
            return VersionFormat(
                dates: [try .pattern("yyyy-MM-dd HH:mm:ss Z", zone: .hours(8)), .iso8601], keys: .snakeCase,
                nonFinite: texts)
        case .v3: return VersionFormat(dates: [.iso8601], nonFinite: texts)
        }
    }

    /// How the feed's clocks write the time, which the two seeds of this package began with.
    public static func clock() throws -> VersionController<FeedVersion> {
        try VersionController { version in
            switch version {
            case .v1: VersionFormat(dates: [try .pattern("MMM-dd-yyyy HH:mm:ss zzz", zone: .hours(8))])
            case .v2: VersionFormat(dates: [try .pattern("yyyy-MM-dd HH:mm:ss Z", zone: .hours(8))])
            case .v3: VersionFormat(dates: [.iso8601])
            }
        }
    }
}
