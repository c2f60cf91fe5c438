#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Synchronization

/// Use it to know which versions a server or an app still accepts: which are current, deprecated or retired, and how
/// often each is used.
///
/// ```swift
/// let lifecycle = VersionLifecycle<FeedVersion>(
///     [.v1: try VersionSchedule(deprecatedSince: spring, sunset: autumn)]
/// ) { use in
///     log("\(use.client ?? "somebody") still uses version \(use.version)")
/// }
///
/// let found = try controller.detectVersion(of: payload)
/// try lifecycle.admit(found.version, client: "app 3.1")    // in summer: .deprecated, and the handler is called
/// lifecycle.uses                                           // [.v1: 1]
/// try lifecycle.admit(.v1)                                 // in winter, throws:
/// // version "1" is no longer served since 2026-10-01; served: 2, 3
/// ```
///
/// Tasks can share one.
public final class VersionLifecycle<Version: APIVersion>: Sendable {
    /// The oldest version that is served.
    public let minimum: Version?

    /// The schedules. A version without one stays current.
    public let schedules: [Version: VersionSchedule]

    private let onDeprecatedUse: (@Sendable (DeprecatedUse) -> Void)?
    private let counts = Mutex<[Version: Int]>([:])

    /// A lifecycle.
    ///
    /// - Parameters:
    ///   - minimum: The oldest version that is served. Older ones are retired, regardless of their schedules.
    ///   - schedules: When versions are deprecated and when they end. A version without a schedule stays current.
    ///   - onDeprecatedUse: Receives each use of a deprecated version, in the task that uses it.
    public init(
        minimum: Version? = nil, _ schedules: [Version: VersionSchedule] = [:],
        onDeprecatedUse: (@Sendable (DeprecatedUse) -> Void)? = nil
    ) {
        self.minimum = minimum
        self.schedules = schedules
        self.onDeprecatedUse = onDeprecatedUse
    }

    /// The stage of a version. Nothing is counted.
    public func stage(of version: Version, at now: Date = Date()) -> VersionSchedule.Stage {
        if let minimum, version < minimum { return .retired(since: nil) }
        return schedules[version]?.stage(at: now) ?? .current
    }

    /// The versions that are served, oldest first: those to offer in a negotiation.
    public func served(at now: Date = Date()) -> [Version] {
        Version.allCases.filter {
            if case .retired = stage(of: $0, at: now) { false } else { true }
        }
    }

    /// Counts the use of a version, and refuses a retired one.
    ///
    /// - Parameters:
    ///   - version: The requested version.
    ///   - client: The user of the version, for the handler.
    ///   - now: The time for which the schedules are evaluated.
    /// - Returns: The stage, for the headers of the answer.
    /// - Throws: ``VersionSchedule/RetiredVersionError`` (HTTP status 410, Gone).
    @discardableResult
    public func admit(
        _ version: Version, client: String? = nil, at now: Date = Date()
    ) throws(VersionSchedule.RetiredVersionError) -> VersionSchedule.Stage {
        let stage = stage(of: version, at: now)
        counts.withLock { $0[version, default: 0] += 1 }
        switch stage {
        case .current: break
        case .deprecated(let since, let sunset):
            onDeprecatedUse?(
                DeprecatedUse(version: version, since: since, sunset: sunset, client: client, date: now))
        case .retired(let since):
            throw VersionSchedule.RetiredVersionError(
                version: version.label, since: since, served: served(at: now).map(\.label))
        }
        return stage
    }

    /// How often each version was requested, including retired ones.
    public var uses: [Version: Int] { counts.withLock { $0 } }

    /// The headers of an answer in a version.
    ///
    /// ```swift
    /// let type = try VersionMediaType("application/vnd.acme.v{version}+json")
    /// lifecycle.headers(for: .v1, mediaType: type).fields
    /// // Content-Type: application/vnd.acme.v1+json
    /// // Vary: Accept
    /// // Deprecation: @1772323200
    /// // Sunset: Thu, 01 Oct 2026 00:00:00 GMT
    /// // Link: <https://example.com/v1-ends>; rel="deprecation"
    /// ```
    ///
    /// - Parameters:
    ///   - version: The version of the answer.
    ///   - mediaType: How the media type names the version; `nil` if it does not.
    ///   - vary: The fields of the request that select the version. Caches keep an answer for each of their values.
    public func headers(
        for version: Version, mediaType: VersionMediaType? = nil, vary: [String] = ["Accept"]
    ) -> VersionHeaders {
        VersionHeaders(
            contentType: mediaType?.contentType(of: version.label), vary: vary, schedule: schedules[version])
    }
}

extension VersionLifecycle {
    /// One use of a deprecated version.
    public struct DeprecatedUse: Sendable, Hashable {
        /// The version.
        public let version: Version

        /// The date of the deprecation.
        public let since: Date

        /// The date of its end, if known.
        public let sunset: Date?

        /// The user, as passed to ``VersionLifecycle/admit(_:client:at:)``.
        public let client: String?

        /// The time of the use.
        public let date: Date
    }
}

extension VersionSchedule {
    /// A version that is no longer served.
    public struct RetiredVersionError: DiagnosableError, Hashable {
        /// The label of the version.
        public let version: String

        /// The date of its end; `nil` if it is older than the oldest served version.
        public let since: Date?

        /// The labels of the versions that are served, oldest first.
        public let served: [String]

        /// The parts of the error.
        public var diagnostic: Diagnostic {
            var text = "version \(JSONValue.string(version).text()) is no longer served"
            // A date beyond the years of the format is left out of the text; `since` has it.
            if let since, let day = try? DateFormat.iso8601.string(from: since).prefix(10) { text += " since \(day)" }
            text += served.isEmpty ? "; none is" : "; served: \(served.joined(separator: ", "))"
            return Diagnostic(message: text)
        }
    }
}
