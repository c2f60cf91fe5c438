/// Decode and encode this type to read a payload of any version with any coder: it holds the model and its version.
///
/// ```swift
/// decoder.userInfo.install(controller)
/// let page = try decoder.decode(Versioned<FeedPage, FeedVersion>.self, from: payload)
/// page.version    // .v1
/// page.value      // the model; its dates and keys were read in the format of version 1, at every depth
///
/// encoder.userInfo.install(controller)
/// let old = try encoder.encode(Versioned(page.value, version: FeedVersion.v1))
/// ```
///
/// If the elements of an array name their own versions, use `[Versioned<Item, FeedVersion>]`; the same works for
/// dictionaries, members and optionals. A controller that is ``VersionController/fixed(to:)`` a version wins over the
/// payload and over ``version``.
///
/// Do not use the date, data and key strategies of Foundation's coders with a controller: the format of the version
/// contains all of them.
public struct Versioned<Model, Version: APIVersion> {
    /// The model.
    public var value: Model

    /// The version of the payload that it was read from, or the version to write.
    public var version: Version

    /// How the version was found; `explicit` for a value that was created in Swift.
    public let source: DetectedVersion.Source

    /// The issues of decoding; none for a value that was created in Swift.
    public let issues: [DecodingIssue]

    /// Whether the payload named its version as a string, if the form allows both: it is written back so.
    let saysVersionAsString: Bool

    /// A model that will be written in a version.
    public init(_ value: Model, version: Version) {
        self.init(value, version: version, source: .explicit)
    }

    init(
        _ value: Model, version: Version, source: DetectedVersion.Source, issues: [DecodingIssue] = [],
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
