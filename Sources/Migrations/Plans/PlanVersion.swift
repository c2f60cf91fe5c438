public import VersionedCodec

/// Declare one for each version of a plan: its label, and how its payloads are written.
public struct PlanVersion: Sendable, Equatable {
    /// The label in payloads: `1`, `v2`, `networking.k8s.io/v1`.
    public let label: String

    /// The writing style of the version; `nil`: a migrated document keeps its style.
    public let style: WritingStyle?

    /// Whether payloads of this version name it. The first versions of a format often do not.
    public let isMarked: Bool

    /// The place of the version in payloads of this version, if it differs from the place of the plan.
    public let place: JSONPointer?

    /// The version as its payloads write it, if that does not follow from the label: `2.0`, not `2.0.0`.
    public let written: String?

    /// The shape of payloads of this version; `nil` if none is declared.
    public let shape: PayloadShape?

    /// The date format of the version. A `reformatDate` of a plan file that names no format uses it.
    public let dates: DateFormat?

    /// The members that documents of this version may have; `nil`: all members are accepted.
    public let knows: PlanVersion.KnownMembers?

    /// Whether its documents are read, written, or both.
    public let access: PlanVersion.Access

    /// Operations that update an old document of this version to the current form of the version: `4.2 → 4.5` under the
    /// label `4`.
    ///
    /// They run on a document that arrives with this version and is migrated to it or to a newer one: before any step
    /// up, but not before a step down. A document that they do not change stays untouched.
    public let normalizing: [JSONOperation]

    /// A version with a label.
    ///
    /// - Parameters:
    ///   - label: The label in payloads.
    ///   - style: The layout of its payloads.
    ///   - isMarked: Whether its payloads name it.
    ///   - place: Where they name it, if not at the place of the plan: `{"swagger": "2.0"}` became `{"openapi":
    ///     "3.0.0"}`.
    ///   - written: How they write it, in the form of the plan. It is read as this version.
    ///   - shape: The shape of its payloads, for payloads that do not name it or name another.
    ///   - dates: Its date format.
    ///   - knows: The members that its payloads may have. Documents that are written for it have no others.
    ///   - access: Whether its documents are read, written, or both. A migration does not have to refuse the other
    ///     direction.
    ///   - normalizing: Operations that update an old document of it to its current form.
    public init(
        _ label: String, style: WritingStyle? = nil, isMarked: Bool = true, at place: JSONPointer? = nil,
        written: String? = nil, shape: PayloadShape? = nil, dates: DateFormat? = nil,
        knows: PlanVersion.KnownMembers? = nil,
        access: PlanVersion.Access = .readWrite, normalizing: [JSONOperation] = []
    ) {
        self.knows = knows
        self.access = access
        self.dates = dates
        self.normalizing = normalizing
        self.label = label
        self.style = style
        self.isMarked = isMarked
        self.place = place
        self.written = written
        self.shape = shape
    }
}
