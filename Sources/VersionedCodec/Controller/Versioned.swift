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
/// A `Migrator` of a page reads such a part in the version that the part names, whatever the version of the page. The
/// part keeps this version in the model, unless a bridge gives it another one. The documents that bridges write contain
/// all parts in the version of the page, so that a peer of that version can read them:
///
/// ```swift
/// // {"version": 1, "orders": [{"version": 1, "name": "Ann Lee"}]}
/// try pages.decode(payload).model.items[0].version     // .v1: the version in the payload
/// try pages.migrate(payload, to: .v2).text
/// // {"version": 2, "items": [{"version": 2, "first": "Ann", "last": "Lee"}]}
/// ```
///
/// The version of the page determines that number, so its change is not a loss. Operations after a bridge get such a
/// document; a model that is read from their result has the versions in it.
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
