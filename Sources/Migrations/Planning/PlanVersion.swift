public import VersionedCodec

/// One version of a plan: its label, and how its payloads are written.
public struct PlanVersion: Sendable, Equatable {
    /// The label, as payloads say it: `1`, `v2`, `networking.k8s.io/v1`.
    public let label: String

    /// The writing style of the version; `nil`: a migrated document keeps the style that it came in.
    public let style: WritingStyle?

    /// Whether payloads of this version say so. A version from before there were versions does not.
    public let isMarked: Bool

    /// A version of the given label.
    public init(_ label: String, style: WritingStyle? = nil, isMarked: Bool = true) {
        self.label = label
        self.style = style
        self.isMarked = isMarked
    }
}
