/// The way between two versions of a plan, where several are equally short, or where a longer one is meant.
///
/// ```swift
/// // 1 → 2 → 4 and 1 → 3 → 4: the plan says which of them documents go.
/// MigrationRoute(from: "1", to: "4", via: ["2"])
/// ```
///
/// The way back is the same one, unless another route says otherwise.
public struct MigrationRoute: Sendable, Hashable {
    /// The label of the version at one end.
    public let from: String

    /// The label of the version at the other end.
    public let to: String

    /// The labels of the versions on the way, in order; none for a direct migration.
    public let via: [String]

    /// The route between two versions over others.
    public init(from: String, to target: String, via: [String]) {
        (self.from, to, self.via) = (from, target, via)
    }
}

/// What a version of a plan is there for.
public enum VersionAccess: String, Sendable, Hashable, CaseIterable {
    /// Documents of it are read, and written.
    case readWrite
    /// Documents of it are read; nothing is written for it. No way leads there.
    case readOnly
    /// Documents are written for it; there are none to read. No way begins there.
    case writeOnly
}
