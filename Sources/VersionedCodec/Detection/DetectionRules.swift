/// Declare them to find versions by more than the field that names them, and to handle contradicting and newer
/// payloads.
///
/// ```swift
/// DetectionRules(mediaType: try VersionMediaType("application/vnd.acme.v{version}+json"), newer: .passedThrough)
/// ```
public struct DetectionRules: Sendable, Hashable {
    /// The handling of a payload that is newer than all known versions.
    public enum NewerPayloads: String, Sendable, Hashable, CaseIterable {
        /// It is an error.
        case refused = "refuse"
        /// It is read as the newest known version. A migration does not change it and returns its bytes.
        case passedThrough = "passThrough"
    }

    /// The handling of a payload that names one version and does not have its declared shape.
    public enum Contradictions: String, Sendable, Hashable, CaseIterable {
        /// The named version is used, and the contradiction is reported.
        case reported = "report"
        /// It is an error.
        case refused = "refuse"
    }

    /// How a media type names the version; `nil` if none does.
    public var mediaType: VersionMediaType?

    /// The handling of a payload that is newer than all known versions.
    public var newer: NewerPayloads

    /// The handling of a payload that contradicts its version.
    public var contradictions: Contradictions

    /// The rules. By default, newer payloads are refused and contradictions are reported.
    public init(
        mediaType: VersionMediaType? = nil, newer: NewerPayloads = .refused, contradictions: Contradictions = .reported
    ) {
        self.mediaType = mediaType
        self.newer = newer
        self.contradictions = contradictions
    }
}

/// Pass hints if you know something about the version of a payload from elsewhere. The first available value wins, in
/// this order.
///
/// ```swift
/// try detector.detect(in: document, knowing: VersionHints(mediaType: "application/vnd.acme.v2+json"))
/// try detector.detect(in: document, knowing: VersionHints(date: "2026-03-14"))    // the closest earlier version
/// ```
public struct VersionHints: Sendable, Hashable {
    /// The label of the version.
    public var explicit: String?

    /// The `Content-Type` of the payload. One that names no version is ignored.
    public var mediaType: String?

    /// A day, `2026-03-14`, such as a client pins in a header. It selects the version of that day or the closest
    /// earlier one.
    public var date: String?

    /// The known values.
    public init(explicit: String? = nil, mediaType: String? = nil, date: String? = nil) {
        self.explicit = explicit
        self.mediaType = mediaType
        self.date = date
    }
}
