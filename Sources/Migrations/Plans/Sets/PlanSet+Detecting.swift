public import VersionedCodec

extension PlanSet {
    /// An entity in a payload of a plan set, and its version.
    public struct DetectedEntity: Sendable, Hashable {
        /// The place, from the root of the payload.
        public let path: JSONPointer

        /// The name of the entity.
        public let entity: String

        /// Its version, and how it was found.
        public let version: DetectedVersion
    }
}

extension PlanSet {
    /// The versions of all entities of a payload, outermost first; an envelope has none.
    ///
    /// ```swift
    /// try shop.versions(in: page, entity: "OrderPage", from: "2025-01").map {
    ///     "\($0.path) \($0.entity) \($0.version.label)"
    /// }
    /// // ["/items/0 Order 1", "/items/0/customer Customer 1", "/items/1 Order 2"]
    /// ```
    ///
    /// - `source`: The label of the version of the API that the payload comes from, for entities that name no version.
    /// - `hints`: Facts that the caller knows about the payload itself.
    /// - Throws: ``MigrationError`` for an entity whose version cannot be determined, for an entity or a version that
    ///   is not in the set, and for another value at the place of several entities.
    /// - Complexity: O(bytes)
    public func versions(
        in document: JSONDocument, entity name: String, from source: String? = nil, hints: VersionHints = .init()
    ) throws(MigrationError) -> [PlanSet.DetectedEntity] {
        let entity = try entity(of: name)
        let pins = try source.map { (label) throws(MigrationError) in try self.pins(of: label) }
        // Nothing is converted: what is wanted is what is there.
        var state = SetMigrationState(
            set: self, document: document, target: nil, source: pins, MigrationEnvironment(), hints)
        var value = document.root
        _ = try state.convert(&value, entity)
        return state.detected
    }
}
