/// A model that is read and written in a version: the wrapper to decode and encode with any coder.
///
/// ```swift
/// decoder.userInfo.install(controller)
/// let page = try decoder.decode(Versioned<FeedPage, FeedVersion>.self, from: payload)
/// page.version    // .v1
/// page.value      // the model; its dates and keys were read as version 1 writes them, at every depth
///
/// encoder.userInfo.install(controller)
/// let old = try encoder.encode(Versioned(page.value, version: FeedVersion.v1))
/// ```
///
/// An array whose elements say their own versions is `[Versioned<Item, FeedVersion>]`; a dictionary, a member or an
/// optional likewise. A controller that is ``VersionController/fixed(to:)`` a version wins over the payload and over
/// ``version``.
///
/// The date, data and key strategies of Foundation's coders are not for use beside a controller: the format of the
/// version says all of it.
public struct Versioned<Model, Version: APIVersion> {
    /// The model.
    public var value: Model

    /// The version of the payload that it was read from, or that it is to be written for.
    public var version: Version

    /// How the version was found; `explicit` for a value made in Swift.
    public let source: DetectionSource

    /// What decoding noted about the payload and went on; none for a value made in Swift.
    public let issues: [DecodingIssue]

    /// Whether the payload said its version as a string, where the form leaves that to each payload: it is written back
    /// so.
    let saysVersionAsString: Bool

    /// A model to be written for a version.
    public init(_ value: Model, version: Version) {
        self.init(value, version: version, source: .explicit)
    }

    init(
        _ value: Model, version: Version, source: DetectionSource, issues: [DecodingIssue] = [],
        saysVersionAsString: Bool = false
    ) {
        self.saysVersionAsString = saysVersionAsString
        self.value = value
        self.version = version
        self.source = source
        self.issues = issues
    }
}

extension Versioned: Sendable where Model: Sendable {}

extension Versioned: Equatable where Model: Equatable {
    /// Whether both hold equal models of one version.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value && lhs.version == rhs.version }
}

extension Versioned: Hashable where Model: Hashable {
    /// Hashes the model and its version.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
        hasher.combine(version)
    }
}
