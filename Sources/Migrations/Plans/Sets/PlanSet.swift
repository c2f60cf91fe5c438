import VersionedCodec

/// Use a set if the entities of an API have versions of their own: it holds their plans, and the versions that each
/// version of the API pins.
///
/// ```swift
/// let shop = try PlanSet(
///     "Shop API",
///     entities: [
///         PlanSet.Entity("Order", plan: orders, nested: [NestedEntity("Customer", at: "/customer")]),
///         PlanSet.Entity("Customer", plan: customers),
///         PlanSet.Entity("OrderPage", nested: [NestedEntity("Order", eachOf: "/items")]),
///     ],
///     pins: [
///         VersionPins("2025-01", ["Order": "2", "Customer": "1"]),
///         VersionPins("2026-03", ["Order": "3", "Customer": "2"]),
///     ])
/// let result = try shop.migrate(payload, entity: "OrderPage", to: "2026-03")
/// ```
///
/// Entities contain entities at any depth, each with its own version. The elements of one array may have different
/// versions.
public struct PlanSet: Sendable, Equatable {
    /// One kind of document, or of object in documents.
    public struct Entity: Sendable, Equatable {
        /// The name in pins.
        public let name: String

        /// Its plan; `nil` for an envelope without versions, such as a page.
        public let plan: MigrationPlan?

        /// The plan for documents that hold the nested entities.
        let planHoldingNested: MigrationPlan?

        /// The entities inside it.
        public let nested: [NestedEntity]

        /// An entity, or, without a plan, an envelope.
        public init(_ name: String, plan: MigrationPlan? = nil, nested: [NestedEntity] = []) {
            planHoldingNested = plan?.holding(nested)
            self.name = name
            self.plan = plan
            self.nested = nested
        }
    }

    /// The name of the API, for readers of errors.
    public let name: String

    /// The entities.
    public let entities: [Entity]

    /// The versions of the API, oldest first, with their pins.
    public let pins: [VersionPins]

    /// Parts of the set that are allowed but probably a mistake. Those of a plan are in ``MigrationPlan/warnings``.
    public internal(set) var warnings: [MigrationPlan.Warning] = []

    /// Run the set, made when they are first needed.
    private(set) var runners = SetRunners()

    /// The same set, which keeps runners by itself.
    func withOwnRunners() -> PlanSet {
        var set = self
        set.runners = SetRunners()
        return set
    }

    /// A set of plans.
    ///
    /// - Throws: ``PlanError`` for a name or a label that appears twice or is unknown, and for a pinned entity without
    ///   a plan.
    public init(_ name: String, entities: [Entity], pins: [VersionPins]) throws(PlanError) {
        self.name = name
        self.entities = entities
        self.pins = pins
        try validate()
        warnings = doubts
    }

    /// Whether both are equal.
    public static func == (lhs: PlanSet, rhs: PlanSet) -> Bool {
        lhs.name == rhs.name && lhs.entities == rhs.entities && lhs.pins == rhs.pins
    }

    private var doubts: [MigrationPlan.Warning] {
        entities.enumerated().flatMap { index, entity in
            entity.nested.enumerated().flatMap { place, nested in
                nested.pointers.compactMap(\.doubt).map { doubt in
                    let path = JSONPointer(["entities", String(index), "nested", String(place)])
                    return MigrationPlan.Warning(message: doubt, path: path, position: nil)
                }
            }
        }
    }

    /// The labels of the versions of the API, oldest first.
    public var labels: [String] { pins.map(\.label) }

    /// The entity with a name, or `nil` if there is none.
    public subscript(name: String) -> Entity? { entities.first { $0.name == name } }

    /// Whether an envelope only names the kind of all of it: it ends where no kind is named again.
    private func isDispatch(_ nested: NestedEntity, of entity: Entity) -> Bool {
        nested.kinds != nil && entity.plan == nil
            && !nested.entities.contains { self[$0]?.nested.contains(where: \.isWhole) == true }
    }

    private func validate() throws(PlanError) {
        let names = entities.map(\.name)
        // First, because an unknown entity may be the name that a second one should have.
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            throw PlanError(.duplicate, "the entity \(MigrationPlan.quoted(name)) appears twice", in: .entity(index))
        }
        for (index, entity) in entities.enumerated() {
            for (place, nested) in entity.nested.enumerated() {
                for name in nested.entities where self[name] == nil {
                    throw PlanError(
                        .unknownEntity, "the entity \(MigrationPlan.unknown(name, names))", in: .nested(index, place))
                }
                if let fault = nested.pointers.lazy.compactMap({ $0.endlessness() }).first {
                    throw PlanError(.invalidLocation, fault, in: .nested(index, place))
                }
                if nested.isWhole, !isDispatch(nested, of: entity) {
                    throw PlanError(
                        .duplicate,
                        "the place of the entity \(MigrationPlan.quoted(entity.name)) is that of another, "
                            + MigrationPlan.quoted(nested.entity), in: .nested(index, place))
                }
                if let other = entity.nested[..<place].first(where: { $0.mayMeet(nested) }) {
                    throw PlanError(
                        .duplicate,
                        "the place of the entity \(MigrationPlan.quoted(nested.entity)) is also that of "
                            + "\(MigrationPlan.quoted(other.entity)), so that a value there would be migrated twice",
                        in: .nested(index, place))
                }
                for label in nested.versions ?? [] where entity.plan?[label] == nil {
                    throw PlanError(
                        .unknownVersion,
                        "the version \(MigrationPlan.unknown(label, entity.plan?.labels ?? []))",
                        in: .nested(index, place))
                }
            }
        }
        for (index, pins) in pins.enumerated() {
            if labels[..<index].contains(pins.label) {
                throw PlanError(
                    .duplicate, "the version \(MigrationPlan.quoted(pins.label)) appears twice", in: .pins(index))
            }
            for (name, label) in pins.versions.inOrder(by: { $0.key < $1.key }) {
                guard let entity = self[name] else {
                    throw PlanError(
                        .unknownEntity, "the entity \(MigrationPlan.unknown(name, names))", in: .pin(index, name))
                }
                guard let plan = entity.plan else {
                    throw PlanError(
                        .unknownVersion, "the entity \(MigrationPlan.quoted(name)) has no plan, and so no versions",
                        in: .pin(index, name))
                }
                if plan[label] == nil {
                    throw PlanError(
                        .unknownVersion, "the version \(MigrationPlan.unknown(label, plan.labels))",
                        in: .pin(index, name))
                }
            }
        }
    }
}

/// Declare one for each version of an API: it pins the version of each entity.
public struct VersionPins: Sendable, Equatable {
    /// The label of the version of the API: `2026-03`.
    public let label: String

    /// The label of the version of each entity, by name. An entity without an entry does not exist in that version of
    /// the API.
    public let versions: [String: String]

    /// A version of an API.
    public init(_ label: String, _ versions: [String: String]) {
        self.label = label
        self.versions = versions
    }
}
