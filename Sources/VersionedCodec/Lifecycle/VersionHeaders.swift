#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Headers that tell a client which version it received, and how long that version will be served. They are values that
/// any server can set.
///
/// ```swift
/// for (name, value) in lifecycle.headers(for: .v1, mediaType: type).fields {
///     response.headers[name] = value
/// }
/// ```
public struct VersionHeaders: Sendable, Hashable {
    /// `Content-Type`: the media type of the version.
    public var contentType: String?

    /// `Vary` (RFC 9110, section 12.5.5): the fields of the request that select the version.
    public var vary: String?

    /// `Deprecation` (RFC 9745): the date of the deprecation, past or future: `@` and Unix seconds.
    public var deprecation: String?

    /// `Sunset` (RFC 8594): the end of the version, an HTTP date.
    public var sunset: String?

    /// `Link`: a page for people (`rel="deprecation"`, RFC 9745; `rel="sunset"` if there is only a sunset, RFC 8594).
    public var link: String?

    init(contentType: String?, vary: [String], schedule: VersionSchedule?) {
        self.contentType = contentType
        self.vary = vary.isEmpty ? nil : vary.joined(separator: ", ")
        guard let schedule else { return }
        deprecation = schedule.deprecatedSince.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) }
            .map { "@\($0)" }
        // The format has the years 0 to 9999; a date beyond them is not an announcement.
        sunset = schedule.sunset.flatMap { try? DateFormat.httpDate.string(from: $0) }
        guard let address = schedule.link, deprecation != nil || sunset != nil else { return }
        link = "<\(address)>; rel=\"\(deprecation == nil ? "sunset" : "deprecation")\""
    }

    /// The names and values of the headers that are present, in a fixed order.
    public var fields: [(name: String, value: String)] {
        [
            ("Content-Type", contentType), ("Vary", vary), ("Deprecation", deprecation), ("Sunset", sunset),
            ("Link", link),
        ].compactMap { name, value in value.map { (name: name, value: $0) } }
    }
}
