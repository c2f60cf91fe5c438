/// How versions are found beyond the field that says them, and what happens where a payload is not what it says.
///
/// ```swift
/// DetectionRules(mediaType: try VersionMediaType("application/vnd.acme.v{version}+json"), newer: .passedThrough)
/// ```
public struct DetectionRules: Sendable, Hashable {
    /// What happens to a payload that is newer than all known versions.
    public enum NewerPayloads: String, Sendable, Hashable, CaseIterable {
        /// It is an error.
        case refused = "refuse"
        /// It is read as the newest known version, and migrated to none: its bytes are passed through.
        case passedThrough = "passThrough"
    }

    /// What happens where a payload says one version and has not the shape that is declared for it.
    public enum Contradictions: String, Sendable, Hashable, CaseIterable {
        /// The version that it says counts, and the contradiction is reported with it.
        case reported = "report"
        /// It is an error.
        case refused = "refuse"
    }

    /// How a media type says the version; `nil` where none does.
    public var mediaType: VersionMediaType?

    /// What happens to a payload that is newer than all known versions.
    public var newer: NewerPayloads

    /// What happens where a payload is not what it says.
    public var contradictions: Contradictions

    /// The rules; without any, newer payloads are refused and contradictions reported.
    public init(
        mediaType: VersionMediaType? = nil, newer: NewerPayloads = .refused, contradictions: Contradictions = .reported
    ) {
        self.mediaType = mediaType
        self.newer = newer
        self.contradictions = contradictions
    }
}

/// What a caller knows of a payload's version from elsewhere; the first that is there wins, in this order.
///
/// ```swift
/// try detector.detect(in: document, knowing: VersionHints(mediaType: "application/vnd.acme.v2+json"))
/// try detector.detect(in: document, knowing: VersionHints(date: "2026-03-14"))    // the closest earlier version
/// ```
public struct VersionHints: Sendable, Hashable {
    /// The label of the version.
    public var explicit: String?

    /// The `Content-Type` that the payload came with; one that says no version answers nothing.
    public var mediaType: String?

    /// A day, `2026-03-14`, such as a client pins in a header; it is the version of that day or the closest earlier
    /// one.
    public var date: String?

    /// What is known.
    public init(explicit: String? = nil, mediaType: String? = nil, date: String? = nil) {
        self.explicit = explicit
        self.mediaType = mediaType
        self.date = date
    }
}
