public import VersionedCodec

/// Declares where an entity of a ``PlanSet`` is within another one.
public struct NestedEntity: Sendable, Equatable {
    /// The names of the entities that may be at the place: one, or those of ``kinds``, sorted.
    public let entities: [String]

    /// The rule that selects one of several entities; `nil` if there can be only one.
    public let kinds: NestedEntity.Kinds?

    /// The way to it; between two pointers, and after the last one where it is each element, lies each element of what
    /// the pointer leads to.
    let pointers: [JSONPointer]

    /// Whether it is each element of what the last pointer leads to.
    let isEach: Bool

    /// The versions of the outer entity that have this place; `nil`: all.
    public let versions: [String]?

    /// The name of the entity at the place; of several, all of them: `Job or Note`.
    public var entity: String { entities.joined(separator: " or ") }

    /// An entity at a path. If the value is absent or `null`, nothing is done.
    ///
    /// - `versions`: The labels of the versions of the outer entity that have this place; by default all.
    public init(_ entity: String, at path: JSONPointer, inVersions versions: [String]? = nil) {
        self.init(entities: [entity], pointers: [path], isEach: false, versions: versions)
    }

    /// An entity in each element of an array, or in each value of an object. Several paths lead through nested
    /// containers.
    ///
    /// ```swift
    /// NestedEntity("Item", eachOf: "/groups", "/items")    // {"groups": [{"items": [HERE, HERE]}, {"items": [HERE]}]}
    /// ```
    public init(_ entity: String, eachOf paths: JSONPointer..., inVersions versions: [String]? = nil) {
        self.init(
            entities: [entity], pointers: paths.isEmpty ? [.root] : paths, isEach: true, versions: versions)
    }

    /// One of several entities at a path, selected by its kind.
    ///
    /// ```swift
    /// NestedEntity(.init(by: "/kind", ["Job": "Job", "Note": "Note"]), at: "/object")
    /// ```
    public init(_ kinds: NestedEntity.Kinds, at path: JSONPointer, inVersions versions: [String]? = nil) {
        self.init(kinds: kinds, pointers: [path], isEach: false, versions: versions)
    }

    /// One of several entities in each element of an array, or in each value of an object, selected by its kind.
    ///
    /// ```swift
    /// NestedEntity(.init(by: "/kind", ["Job": "Job", "List": "List"], ifUnknown: .skip), eachOf: "/items")
    /// ```
    public init(_ kinds: NestedEntity.Kinds, eachOf paths: JSONPointer..., inVersions versions: [String]? = nil) {
        self.init(kinds: kinds, pointers: paths.isEmpty ? [.root] : paths, isEach: true, versions: versions)
    }

    init(
        entities: [String] = [], kinds: NestedEntity.Kinds? = nil, pointers: [JSONPointer], isEach: Bool,
        versions: [String]?
    ) {
        self.entities = kinds.map { Set($0.entities.values).inOrder(by: <) } ?? entities
        self.kinds = kinds
        self.pointers = pointers
        self.isEach = isEach
        self.versions = versions
    }

    /// Whether it would be in the place of the outer entity: of two such there would be no end.
    var isWhole: Bool { !isEach && pointers.allSatisfy(\.isRoot) }
}

extension NestedEntity {
    /// The tokens that lead to it; `nil` for any member or element.
    private var steps: [ByteKey?] {
        var steps: [ByteKey?] = []
        for (number, pointer) in pointers.enumerated() {
            steps += pointer.tokens.map { ByteKey($0) }
            if isEach || number < pointers.count - 1 { steps.append(nil) }
        }
        return steps
    }

    /// Whether one value may be in both places, in one version, and be of both entities.
    func mayMeet(_ other: NestedEntity) -> Bool {
        let (own, others) = (steps, other.steps)
        guard own.count == others.count,
            zip(own, others).allSatisfy({ $0 == nil || $1 == nil || $0 == $1 })
        else { return false }
        if let versions, let others = other.versions, Set(versions).isDisjoint(with: others) { return false }
        if let kinds, let others = other.kinds, kinds.path == others.path {
            return !Set(kinds.entities.keys).isDisjoint(with: others.entities.keys)
        }
        return true
    }

    /// Selects one of several entities by a member that names the kind.
    public struct Kinds: Sendable, Equatable {
        /// The place of the kind, which is a string.
        public let path: JSONPointer

        /// The name of the entity of each kind.
        public let entities: [String: String]

        /// How a value with another kind, or without one, is handled; `.skip` leaves it unchanged.
        public let unknown: JSONOperation.UnexpectedRule

        /// Entities by kind.
        public init(
            by path: JSONPointer, _ entities: [String: String], ifUnknown unknown: JSONOperation.UnexpectedRule = .error
        ) {
            (self.path, self.entities, self.unknown) = (path, entities, unknown)
        }

        /// The name of the entity that a value names; `nil` if it names none of them.
        func entity(of value: JSONValue) -> String? { value[at: path].flatMap(entity(named:)) }

        /// The name of the entity for a kind.
        func entity(named kind: JSONValue) -> String? {
            // Keys are compared by their bytes.
            guard let kind = kind.string else { return nil }
            return entities.first { $0.key.utf8.elementsEqual(kind.utf8) }?.value
        }
    }
}
