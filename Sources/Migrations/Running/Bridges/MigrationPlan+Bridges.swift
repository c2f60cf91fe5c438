public import VersionedCodec

extension Migration {
    /// A migration whose steps up and down are those of a bridge.
    ///
    /// ```swift
    /// Migration(from: FeedVersion.v1, to: .v2, "Names have two parts", bridge: AccountBridgeV1V2())
    /// ```
    public init<Version: APIVersion>(
        from: Version, to target: Version, _ summary: String, notes: String? = nil, bridge: some Bridge
    ) {
        self.init(
            from: from.label, to: target.label, summary: summary, notes: notes, directions: .bridge(AnyBridge(bridge)))
    }

    /// A migration with a bridge, and another bridge for partial documents: the bodies of PATCH.
    ///
    /// ```swift
    /// struct PersonPatchV1: Codable { var name: PartMember<String> }
    /// struct PersonPatch: Codable { var fullName: PartMember<String> }
    ///
    /// Migration(
    ///     from: PeopleVersion.v1, to: .v2, "Names are called so", bridge: PersonBridgeV1V2(),
    ///     parts: PersonPatchBridgeV1V2())
    /// // people.plan.migrate(#"{"name": null}"#, to: "2", options: MigrationOptions(isPartial: true))
    /// // {"fullName": null}
    /// ```
    ///
    /// The models of partial documents distinguish absent from `null` (``PartMember``). A partial document with a
    /// member that its model does not know is an error with the code `tooPartial`, because the result would be unknown.
    /// Without `parts`, every partial document is.
    public init<Version: APIVersion>(
        from: Version, to target: Version, _ summary: String, notes: String? = nil, bridge: some Bridge,
        parts: some Bridge
    ) {
        self.init(
            from: from.label, to: target.label, summary: summary, notes: notes,
            directions: .bridge(AnyBridge(bridge, parts: parts)))
    }

    /// A migration of operations between two versions of an `APIVersion`. Its way down is the reverse of its way up.
    public init<Version: APIVersion>(
        from: Version, to target: Version, _ summary: String, notes: String? = nil, operations: [JSONOperation]
    ) {
        self.init(from: from.label, to: target.label, summary, notes: notes, operations: operations)
    }

    /// A migration with two separate halves between two versions of an `APIVersion`.
    public init<Version: APIVersion>(
        from: Version, to target: Version, _ summary: String, notes: String? = nil, up: [JSONOperation]?,
        down: [JSONOperation]?
    ) {
        self.init(from: from.label, to: target.label, summary, notes: notes, up: up, down: down)
    }
}

extension MigrationPlan {
    /// A plan for the versions of a controller. It can contain bridges and operations.
    ///
    /// The controller's formats read and write the wire models of bridges. Its location is where versions are found.
    ///
    /// - `style`: The writing style of each version; `nil`: that of the input, or compact if there is none.
    /// - Throws: ``PlanError`` for a gap, a duplicate, or bridges with different models in the middle.
    public init<Version: APIVersion>(
        _ name: String, controller: VersionController<Version>, style: (Version) -> WritingStyle? = { _ in nil },
        migrations: [Migration]
    ) throws(PlanError) {
        var location = controller.location
        location?.legacy = controller.legacy?.label
        let versions = controller.versions.map { version in
            let shape = controller.format(for: version).shape
            let isMarked = (location == nil || version != controller.legacy) && shape?.isNoObject != true
            return PlanVersion(version.label, style: style(version), isMarked: isMarked, shape: shape)
        }
        try self.init(
            name, versionAt: location, detection: controller.detection, versions: versions,
            migrations: try Self.derived(migrations, by: controller),
            wireCoder: WireCoder(controller))
    }
}
