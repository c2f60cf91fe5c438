public import VersionedCodec

/// Use a plan to convert documents without a model: it holds all migrations of one kind of document. It is built once,
/// validated, and then immutable.
///
/// ```swift
/// let plan = try MigrationPlan(
///     "Shop order",
///     versionAt: VersionLocation("/version", as: .integer),
///     versions: [PlanVersion("1"), PlanVersion("2")],
///     migrations: [
///         Migration(from: "1", to: "2", "The total is called price", operations: [.rename("/total", to: "price")])
///     ])
/// let result = try plan.migrate(#"{"version": 1, "total": 5.00}"#, to: "2")
/// result.text    // {"version": 2, "price": 5.00}
/// ```
public struct MigrationPlan: Sendable {
    /// The parts of the plan. In one object, so that copying a plan takes little code.
    private final class Contents: Sendable {
        let name: String
        let location: VersionLocation?
        let detection: DetectionRules
        let versions: [PlanVersion]
        let migrations: [Migration]
        let routes: [MigrationPlan.Route]?
        let graph: MigrationGraph
        let detector: VersionDetector
        let places: [String: Int]
        let marks: [[VersionMark]]
        let wireCoder: WireCoder?
        let hasBridges: Bool
        /// The entities within the documents, which have plans of their own.
        let nestedEntities: [NestedEntity]

        /// The same, for documents with entities in them.
        init(_ other: Contents, holding nested: [NestedEntity]) {
            (name, location, detection, versions) = (other.name, other.location, other.detection, other.versions)
            (migrations, routes, graph, detector) = (other.migrations, other.routes, other.graph, other.detector)
            (places, marks, wireCoder, hasBridges) = (other.places, other.marks, other.wireCoder, other.hasBridges)
            nestedEntities = nested
        }

        init(
            _ name: String, _ location: VersionLocation?, _ detection: DetectionRules, _ versions: [PlanVersion],
            _ migrations: [Migration], _ routes: [MigrationPlan.Route]?, _ graph: MigrationGraph, places: [String: Int],
            _ wireCoder: WireCoder?
        ) {
            (self.name, self.location, self.detection, self.versions) = (name, location, detection, versions)
            (self.migrations, self.routes, self.graph) = (migrations, routes, graph)
            (self.places, self.wireCoder) = (places, wireCoder)
            nestedEntities = []
            detector = MigrationPlan.detector(of: versions, location, detection)
            marks = versions.map { MigrationPlan.marks(of: $0, location) ?? [] }
            hasBridges =
                wireCoder != nil
                && (migrations.contains(where: \.hasBridges) || versions.contains { !$0.normalizing.customs.isEmpty })
        }
    }

    private var contents: Contents

    /// The name of the documents, for readers of errors and explanations.
    public var name: String { contents.name }

    /// Where payloads name their version; `nil` if they never do, so that the caller must.
    public var location: VersionLocation? { contents.location }

    /// Further rules for finding versions, and for payloads that are newer or contradict themselves.
    public var detection: DetectionRules { contents.detection }

    /// The versions, oldest first.
    public var versions: [PlanVersion] { contents.versions }

    /// One migration for each pair of neighbours, oldest first; with ``routes``, migrations between any versions.
    public var migrations: [Migration] { contents.migrations }

    /// The paths between versions that do not form a line: a hub, branches. `nil` if each version has one migration to
    /// the next newer one.
    public var routes: [MigrationPlan.Route]? { contents.routes }

    /// The migrations as ways between versions.
    var graph: MigrationGraph { contents.graph }

    /// Finds the version of a document.
    public var detector: VersionDetector { contents.detector }

    /// The place of each version by its label.
    var places: [String: Int] { contents.places }

    /// The places and values that name a version in its payloads; empty if they do not name it.
    func marks(of label: String) -> [VersionMark] { places[label].map { contents.marks[$0] } ?? [] }

    /// Reads and writes the models of bridges; `nil` if the plan has none.
    var wireCoder: WireCoder? { contents.wireCoder }

    /// Keeps the results of bridges for one document; `nil` if the plan has no bridges.
    var newBridgeRuns: BridgeRuns? { contents.hasBridges ? BridgeRuns() : nil }

    /// Parts of the plan that are allowed but probably a mistake, such as the path `/items/*`, which leads to a member
    /// with the key `*`.
    public internal(set) var warnings: [MigrationPlan.Warning] = []

    /// Runs the plan, made when it is first needed.
    private(set) var runners = PlanRunners()

    /// The entities within the documents, which have plans of their own.
    var nestedEntities: [NestedEntity] { contents.nestedEntities }

    /// The same plan, for documents with entities in them.
    @inline(never)
    func holding(_ nested: [NestedEntity]) -> MigrationPlan {
        if nested.isEmpty || versions.allSatisfy({ $0.knows == nil }) { return self }
        var plan = withOwnRunners()
        plan.contents = Contents(contents, holding: nested)
        return plan
    }

    /// The same plan, which keeps runners by itself.
    func withOwnRunners() -> MigrationPlan {
        var plan = self
        plan.runners = PlanRunners(pathsOf: runners)
        return plan
    }

    /// A plan of operations.
    ///
    /// - Parameters:
    ///   - name: The name of the documents.
    ///   - location: Where payloads name their version.
    ///   - detection: Further rules for finding versions.
    ///   - versions: The versions, oldest first.
    ///   - migrations: One for each pair of neighbours, in any order.
    ///   - routes: Not `nil` if migrations connect versions that are not neighbours, each from an older version to a
    ///     newer one. Documents take the shortest path. If several are equally short, a route selects one.
    /// - Throws: ``PlanError`` for a gap, a duplicate, a version after a newer one, a migration between versions that
    ///   are not neighbours, a label that cannot be written at the version's location, an operation that does nothing
    ///   or never ends, an operation that reads what an earlier one has removed, two operations that write one place,
    ///   or a version without a path to it.
    public init(
        _ name: String, versionAt location: VersionLocation?, detection: DetectionRules = DetectionRules(),
        versions: [PlanVersion], migrations: [Migration], routes: [MigrationPlan.Route]? = nil
    ) throws(PlanError) {
        try self.init(
            name, versionAt: location, detection: detection, versions: versions, migrations: migrations,
            routes: routes, wireCoder: nil)
    }

    /// - `allowsSenselessOperations`: For tests that run random operations: those that do nothing, or read what an
    ///   earlier one took away, are as good as others.
    /// - `isFromPlanFile`: Whether the operations have just been read from a plan file, which has the same checks.
    init(
        _ name: String, versionAt location: VersionLocation?, detection: DetectionRules, versions: [PlanVersion],
        migrations: [Migration], routes: [MigrationPlan.Route]? = nil, wireCoder: WireCoder?,
        allowsSenselessOperations: Bool = false, isFromPlanFile: Bool = false
    ) throws(PlanError) {
        let places = Dictionary(
            versions.enumerated().map { ($1.label, $0) }, uniquingKeysWith: { first, _ in first })
        var faults = PlanFaults()
        Self.validate(versions, location, &faults)
        faults.attempt { () throws(PlanError) in try Self.validateOrder(versions, location) }
        let labels = versions.map(\.label)
        let ordered =
            routes == nil
            ? Self.ordered(migrations, by: labels, &faults) : Self.connected(migrations, by: labels, &faults)
        try faults.check()
        let ways = ordered.map(\.migration)
        let graph = try Self.graph(ways, versions, places, routes)
        contents = Contents(name, location, detection, versions, ways, routes, graph, places: places, wireCoder)
        let operations = DeclaredOperations.all(ordered, versions)
        var warnings = Self.doubts(about: versions, location)
        warnings += Self.validateOperations(
            operations, Self.places(of: versions, location), &faults, areRead: isFromPlanFile)
        self.warnings = warnings
        Self.validateBridges(ordered, hasController: wireCoder != nil, &faults)
        if !allowsSenselessOperations {
            Self.validateSense(operations, &faults)
            Self.validatePlaces(ordered, versions, &faults)
        }
        if graph.isLine { Self.validateWays(ordered, versions, &faults) }
        try faults.check()
    }

    /// The labels of the versions, oldest first.
    public var labels: [String] { versions.map(\.label) }

    fileprivate static func detector(
        of versions: [PlanVersion], _ location: VersionLocation?, _ rules: DetectionRules
    ) -> VersionDetector {
        var shapes: [String: PayloadShape] = [:]
        var places: [JSONPointer] = []
        for version in versions {
            shapes[version.label] = version.shape
            if let place = version.place, !places.contains(place) { places.append(place) }
        }
        return VersionDetector(
            known: versions.map(\.label), location: location, otherPlaces: places, shapes: shapes, rules: rules)
    }

    /// The version with a label, or `nil` if there is none.
    public subscript(label: String) -> PlanVersion? { places[label].map { versions[$0] } }
}

extension MigrationPlan: Equatable {
    /// Whether both do the same. Bridges are equal if their types are.
    public static func == (lhs: MigrationPlan, rhs: MigrationPlan) -> Bool {
        lhs.name == rhs.name && lhs.location == rhs.location && lhs.detection == rhs.detection
            && lhs.versions == rhs.versions && lhs.migrations == rhs.migrations && lhs.routes == rhs.routes
    }
}

// MARK: - Validation

extension MigrationPlan {
    /// The migrations, oldest first; unspecified if there are faults.
    private static func ordered(
        _ migrations: [Migration], by labels: [String], _ faults: inout PlanFaults
    ) -> [NumberedMigration] {
        let places = Dictionary(labels.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var byStart: [Int: NumberedMigration] = [:]
        var areMisplaced = false
        for (index, migration) in migrations.enumerated() {
            var ends: [Int] = []
            for (label, end) in [(migration.from, "from"), (migration.to, "to")] {
                if let place = places[label] {
                    ends.append(place)
                    continue
                }
                faults.attempt { () throws(PlanError) in
                    throw PlanError(.unknownVersion, "the version \(unknown(label, labels))", in: .end(index, end))
                }
            }
            let start = ends.count == 2 && ends[1] == ends[0] + 1 ? ends[0] : nil
            areMisplaced = areMisplaced || start == nil
            faults.attempt { () throws(PlanError) in
                guard let start else {
                    if ends.count < 2 { return }
                    throw PlanError(
                        .notNeighbours,
                        "a migration leads from a version to the next newer one; "
                            + "\(quoted(migration.to)) does not follow \(quoted(migration.from)) in \(labels.joined(separator: ", "))",
                        in: .end(index, "to"))
                }
                if byStart.updateValue(NumberedMigration(migration: migration, index: index), forKey: start) != nil {
                    throw PlanError(
                        .duplicate,
                        "there are two migrations from \(quoted(migration.from)) to \(quoted(migration.to))",
                        in: .migration(index))
                }
            }
        }
        // A migration that leads elsewhere may be the one that is missing.
        if !areMisplaced {
            for index in labels.indices.dropLast() where byStart[index] == nil && labels[index] != labels[index + 1] {
                faults.attempt { () throws(PlanError) in
                    throw PlanError(
                        .gap, "there is no migration from \(quoted(labels[index])) to \(quoted(labels[index + 1]))",
                        in: .plan)
                }
            }
        }
        return labels.indices.dropLast().compactMap { byStart[$0] }
    }

    private static func validateBridges(
        _ migrations: [NumberedMigration], hasController: Bool, _ faults: inout PlanFaults
    ) {
        var models: [String: (bridge: AnyBridge, wire: WireModel)] = [:]
        for numbered in migrations {
            faults.attempt { () throws(PlanError) in
                let part = PlanError.Part.migration(numbered.index)
                if case .reformatting(let reformatting) = numbered.migration.directions, reformatting.operations == nil
                {
                    throw PlanError(
                        .noController,
                        "the formats of \(reformatting) need a plan that is made with a version controller", in: part)
                }
                if let operation = numbered.migration.modelOperations(hasController: hasController).first {
                    throw PlanError(
                        .noController,
                        "the operation (\(operation)) needs a plan that is made with a version controller",
                        in: part)
                }
                guard let bridge = numbered.migration.bridge else { return }
                if !hasController {
                    throw PlanError(
                        .noController, "\(bridge) needs a plan that is made with a version controller", in: part)
                }
                let migration = numbered.migration
                let known = (older: models[migration.from], newer: models[migration.to])
                models[migration.from] = known.older ?? (bridge, bridge.older)
                models[migration.to] = known.newer ?? (bridge, bridge.newer)
                if let before = known.older, before.wire != bridge.older {
                    throw PlanError(
                        .typesDoNotMeet,
                        "\(before.bridge) ends with \(before.wire), and \(bridge) begins with \(bridge.older)", in: part
                    )
                }
                if let other = known.newer, other.wire != bridge.newer {
                    throw PlanError(
                        .typesDoNotMeet,
                        "\(bridge) has \(bridge.newer) at version \(quoted(migration.to)), and \(other.bridge) has \(other.wire)",
                        in: part)
                }
            }
        }
    }
}
