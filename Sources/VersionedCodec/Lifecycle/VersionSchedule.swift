#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Declare when a version is deprecated, and when it is no longer served, for a ``VersionLifecycle``.
///
/// ```swift
/// try VersionSchedule(deprecatedSince: spring, sunset: autumn, link: "https://example.com/v1-ends")
/// ```
public struct VersionSchedule: Sendable, Hashable {
    /// The date from which clients should move to a newer version.
    public let deprecatedSince: Date?

    /// The date from which the version is no longer served.
    public let sunset: Date?

    /// A link to a page for people.
    public let link: String?

    /// The schedule of a version. Without dates it stays current.
    ///
    /// - Throws: ``VersionSchedule/DeclarationError`` if the sunset is before the deprecation, which RFC 9745 forbids,
    ///   or if the link is not valid in a header.
    public init(deprecatedSince: Date? = nil, sunset: Date? = nil, link: String? = nil) throws(VersionSchedule
        .DeclarationError)
    {
        if let deprecatedSince, let sunset, sunset < deprecatedSince {
            throw VersionSchedule.DeclarationError(code: .sunsetBeforeDeprecation, link: link)
        }
        if let link, link.isEmpty || !link.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"<>\"".utf8.contains($0) }) {
            throw VersionSchedule.DeclarationError(code: .badLink, link: link)
        }
        self.deprecatedSince = deprecatedSince
        self.sunset = sunset
        self.link = link
    }

    /// The stage of the version.
    public func stage(at now: Date) -> Stage {
        if let sunset, now >= sunset { return .retired(since: sunset) }
        if let deprecatedSince, now >= deprecatedSince { return .deprecated(since: deprecatedSince, sunset: sunset) }
        return .current
    }
}

extension VersionSchedule {
    /// The stage of a version in its life, as a ``VersionLifecycle`` reports it.
    public enum Stage: Sendable, Hashable {
        /// Served, and not deprecated yet.
        case current
        /// Still served, but clients should move to a newer one.
        case deprecated(since: Date, sunset: Date?)
        /// No longer served; `nil` if it is older than the oldest served version.
        case retired(since: Date?)
    }
}

extension VersionSchedule {
    /// An invalid schedule.
    public struct DeclarationError: DiagnosableError, Hashable {
        /// The kind of mistake. The list may grow.
        public struct Code: RawRepresentable, Sendable, Hashable {
            /// The name of the code.
            public let rawValue: String

            /// A code with the given name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The version would end before it is deprecated.
            public static let sunsetBeforeDeprecation = Code(rawValue: "sunsetBeforeDeprecation")
            /// A link that is empty, or has a space, a quote, an angle bracket or a character beyond ASCII.
            public static let badLink = Code(rawValue: "badLink")
        }

        /// The kind of mistake.
        public let code: Code

        /// The invalid link.
        public let link: String?

        /// The parts of the error.
        public var diagnostic: Diagnostic {
            switch code {
            case .badLink: Diagnostic(message: "\(JSONValue.string(link ?? "").text()) cannot be a link in a header")
            default: Diagnostic(message: "the sunset of a version is before its deprecation")
            }
        }
    }
}
