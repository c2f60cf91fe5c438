#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import VersionedCodec

extension PlanSet {
    /// A migrated payload of an API, and information about the migration.
    public struct Migrated: Sendable {
        /// The payload. If all of it already had the target versions, the original bytes. For JSON5, always JSON.
        public internal(set) var bytes: [UInt8]

        /// The version of the payload itself, and how it was found; `nil` for an envelope, which has none.
        public let from: DetectedVersion?

        /// The version of the payload itself that the target version of the API pins; `nil` for an envelope.
        public let to: String?

        /// The losses, in the order of the original document. Paths begin at its root.
        public var losses: [Loss] { lossList.array }

        /// The same, to be looked at one after another.
        package let lossList: LossList

        /// The losses that are kept in the carried data, with the policy ``LossPolicy/carry``.
        public internal(set) var carriedLosses: [Loss] = []

        /// The carried data of the payload, if it goes into a sidecar; `nil` if nothing is carried.
        public internal(set) var carried: CarriedData?

        /// The places at which carried values were not restored, because the place now has another value, or no longer
        /// exists.
        public internal(set) var outdatedCarried: [JSONPointer] = []

        /// The contradictions to the versions of entities, in the order of discovery.
        public let contradictions: [DetectedVersion.Contradiction]

        init(
            bytes: [UInt8], from: DetectedVersion?, to: String?, lossList: LossList,
            contradictions: [DetectedVersion.Contradiction]
        ) {
            (self.bytes, self.from, self.to, self.lossList) = (bytes, from, to, lossList)
            self.contradictions = contradictions
        }

        /// The payload as text.
        public var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The payload as `Data`.
        public var data: Data { Data(bytes) }
    }
}

extension PlanSet {
    /// Migrates a payload to a version of the API: the entity itself, and all entities in it, each from its own
    /// version.
    ///
    /// The version of an entity is the one that it names; otherwise the one that `from` pins; otherwise the default of
    /// its plan. A payload that needs no step is returned byte for byte.
    ///
    /// - Parameters:
    ///   - payload: The bytes: `Data`, `[UInt8]`, or another sequence of bytes.
    ///   - name: The entity of the payload.
    ///   - target: The label of the target version of the API.
    ///   - source: The label of the version of the API that the payload comes from, if the caller knows it.
    ///   - options: How to migrate. Its hints are about the payload itself, not about the entities in it.
    /// - Throws: ``MigrationError``, with the path from the root of the payload.
    /// - Complexity: O(bytes × steps)
    public func migrate(
        _ payload: some Sequence<UInt8>, entity name: String, to target: String, from source: String? = nil,
        options: MigrationOptions = .init()
    ) throws(MigrationError) -> PlanSet.Migrated {
        try MigrationError.wrapping {
            try migrated(Array(payload), entity: name, to: target, from: source, options, handingTo: nil)
        }
    }

    /// Migrates a text; see ``migrate(_:entity:to:from:options:)-(Sequence<UInt8>,_,_,_,_)``.
    public func migrate(
        _ payload: String, entity name: String, to target: String, from source: String? = nil,
        options: MigrationOptions = .init()
    ) throws(MigrationError) -> PlanSet.Migrated {
        try migrate(payload.utf8, entity: name, to: target, from: source, options: options)
    }

    /// - `sink`: Takes what can be written piece by piece; the result then has no bytes.
    func migrated(
        _ payload: [UInt8], entity name: String, to target: String, from source: String?, _ options: MigrationOptions,
        handingTo sink: DocumentSink?
    ) throws -> PlanSet.Migrated {
        if let result = migratedAtOnce(payload, name, to: target, from: source, options, sink) { return result }
        if let sink, !sink.startOver(), let failure = sink.failure { throw failure }
        let document = try JSONDocument(parsing: payload, options: options.parsing)
        let entity = try entity(of: name)
        let pinned = try pins(of: target)
        let pins = (target: pinned, source: try source.map { try self.pins(of: $0) })
        if Carrier.isNeeded(document.root, options) {
            return try migrateCarrying(document, payload, entity, to: pins.target, from: pins.source, options)
        }
        var state = SetMigrationState(
            set: self, document: document, target: pins.target, source: pins.source,
            environment(of: entity, for: pins.target, options), options.hints)
        var value = document.root
        let isChanged = try state.convert(&value, entity)
        let losses = Loss.inDocumentOrder(state.losses, document.bytes)
        if options.losses == .fail { try MigrationPlan.enforce(losses, from: source) }
        return try result(of: value, isChanged: isChanged, losses, state, payload, entity, options)
    }

    /// The result of a runner; `nil` where a document must be read apart, which has the words for what is wrong.
    private func migratedAtOnce(
        _ payload: [UInt8], _ name: String, to target: String, from source: String?, _ options: MigrationOptions,
        _ sink: DocumentSink?
    ) -> PlanSet.Migrated? {
        guard let entity = self[name], let pinned = pins.first(where: { $0.label == target }) else { return nil }
        let given = pins.first { $0.label == source }
        if given == nil, source != nil { return nil }
        return runners.migrated(payload, by: self, entity, to: pinned, from: given, options, sink)
    }

    /// The environment of the entities of a payload, which has the style of the outermost one.
    func environment(
        of entity: Entity, for target: VersionPins, _ options: MigrationOptions
    ) -> MigrationEnvironment {
        options.environment(of: target.versions[entity.name].flatMap { entity.plan?[$0]?.style })
    }

    /// A payload that has been converted, in the style of its version.
    func result(
        of value: JSONValue, isChanged: Bool, _ losses: [Loss], _ state: SetMigrationState, _ payload: [UInt8],
        _ entity: Entity, _ options: MigrationOptions
    ) throws -> PlanSet.Migrated {
        let document = state.document
        let label = state.target?.versions[entity.name]
        let style = label.flatMap { entity.plan?[$0]?.style }
        if isChanged { try document.requireJSON(value) }
        let unchanged = document.isToBeJSON ? try document.bytesAsJSON() : payload
        let bytes = isChanged ? MigrationPlan.bytes(of: value, style, document, options) : unchanged
        if isChanged { try MigrationError.checkDepth(of: bytes, options.parsing) }
        return PlanSet.Migrated(
            bytes: bytes, from: state.found, to: label, lossList: .few(losses), contradictions: state.contradictions)
    }

    @inline(never)
    func entity(of name: String) throws(MigrationError) -> Entity {
        if let entity = self[name] { return entity }
        throw MigrationError(
            .unknownEntity, "the entity \(MigrationPlan.unknown(name, entities.map(\.name)))", at: nil)
    }

    @inline(never)
    func pins(of label: String) throws(MigrationError) -> VersionPins {
        if let pins = pins.first(where: { $0.label == label }) { return pins }
        throw MigrationError(
            .unknownVersion, "version \"\(label)\" is unknown; known versions: \(labels.joined(separator: ", "))",
            at: nil)
    }
}
