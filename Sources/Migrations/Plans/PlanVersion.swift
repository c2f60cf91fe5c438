public import VersionedCodec

/// One version of a plan: its label, and how its payloads are written.
public struct PlanVersion: Sendable, Equatable {
    /// The label, as payloads say it: `1`, `v2`, `networking.k8s.io/v1`.
    public let label: String

    /// The writing style of the version; `nil`: a migrated document keeps the style that it came in.
    public let style: WritingStyle?

    /// Whether payloads of this version say their version. The first versions of a format often do not.
    public let isMarked: Bool

    /// The place where payloads of this version say it, where that is not the place of the plan.
    public let place: JSONPointer?

    /// The version as its payloads write it, where that is not what follows from the label: `2.0`, not `2.0.0`.
    public let written: String?

    /// What payloads of this version look like; `nil` if nothing is said of it.
    public let shape: PayloadShape?

    /// How the version writes dates: what a `reformatDate` of a plan file reads and writes that names no format.
    public let dates: DateFormat?

    /// The members that documents of this version have; `nil`: all members pass.
    public let knows: KnownMembers?

    /// Whether documents of it are read, written, or both.
    public let access: VersionAccess

    /// What brings a document of this version into the form that the version has today: `4.2 → 4.5` under the label
    /// `4`.
    ///
    /// The operations run on a document that has this version when it comes and is to have it, or a newer one, in the
    /// end: before any step up, and not before a step down. A document that they leave as it is is not touched.
    public let normalizing: [JSONOperation]

    /// A version of the given label.
    ///
    /// - Parameters:
    ///   - label: The label, as payloads say it.
    ///   - style: How its payloads are laid out.
    ///   - isMarked: Whether its payloads say it.
    ///   - place: Where they say it, if not at the place of the plan: `{"swagger": "2.0"}` became `{"openapi":
    ///     "3.0.0"}`.
    ///   - written: How they write it: of the form of the plan, and read as this version.
    ///   - shape: What its payloads look like, for those that do not say it or say another.
    ///   - dates: How it writes dates.
    ///   - knows: The members that its payloads have: what is written for it has no others.
    ///   - access: Whether documents of it are read, written, or both; no half of a migration need refuse the others.
    ///   - normalizing: What brings a document of it into the form that it has today.
    public init(
        _ label: String, style: WritingStyle? = nil, isMarked: Bool = true, at place: JSONPointer? = nil,
        written: String? = nil, shape: PayloadShape? = nil, dates: DateFormat? = nil, knows: KnownMembers? = nil,
        access: VersionAccess = .readWrite, normalizing: [JSONOperation] = []
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
