#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import VersionedCodec

/// A payload of an API, migrated, and what it took.
public struct PlanSetResult: Sendable {
    /// The payload; the bytes that were given where all of it had the wanted versions already. Of a payload in JSON5,
    /// always JSON.
    public let bytes: [UInt8]

    /// The version that the payload itself had, and how that was found; `nil` for an envelope, which has none.
    public let from: DetectedVersion?

    /// The version of the payload itself that the wanted version of the API pins; `nil` for an envelope.
    public let to: String?

    /// What could not be carried over, in the order of the document that was read; paths lead from its root.
    public let losses: [Loss]

    /// What could not be carried over and is kept in the carried data, with the policy ``LossPolicy/carry``.
    public internal(set) var carriedLosses: [Loss] = []

    /// The carried data of the payload, where it goes into a sidecar; `nil` if nothing is carried.
    public internal(set) var carried: CarriedData?

    /// Where carried values were not put back: something else stands there now, or what held them has gone.
    public internal(set) var outdatedCarried: [JSONPointer] = []

    /// What contradicts the versions that entities say, in the order in which they were found.
    public let contradictions: [VersionContradiction]

    /// The payload as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The payload as `Data`.
    public var data: Data { Data(bytes) }
}

extension PlanSet {
    /// Makes a payload as a version of the API has it: the entity itself, and all entities in it, each from the version
    /// that it has.
    ///
    /// An entity's own word for its version comes first; where it says none, it has the version that `from` pins, and
    /// without that the default of its plan. A payload that needs no step is returned byte for byte.
    ///
    /// - Parameters:
    ///   - payload: The bytes.
    ///   - name: What the payload is of.
    ///   - target: The label of the version of the API that is wanted.
    ///   - source: The label of the version of the API that the payload comes from, where the caller knows it.
    ///   - options: How to migrate; its hints are about the payload itself, not about what is in it.
    /// - Throws: `JSONSyntaxError`, `VersionError`, and ``MigrationError``, with the path from the root of the payload.
    /// - Complexity: O(bytes × steps)
    public func migrate(
        _ payload: [UInt8], entity name: String, to target: String, from source: String? = nil,
        options: MigrationOptions = .init()
    ) throws -> PlanSetResult {
        let document = try JSONDocument(parsing: payload, options: options.parsing)
        let entity = try entity(of: name)
        let pinned = try pins(of: target)
        let pins = (target: pinned, source: try source.map { try self.pins(of: $0) })
        if Carrier.isNeeded(document.root, options) {
            return try migrateCarrying(document, payload, entity, to: pins.target, from: pins.source, options)
        }
        var state = SetMigrationState(
            set: self, document: document, target: pins.target, source: pins.source, options.environment,
            options.hints)
        var value = document.root
        let isChanged = try state.convert(&value, entity, at: .root)
        let losses = MigrationPlan.inDocumentOrder(state.losses, document.bytes)
        if options.losses == .fail { try MigrationPlan.enforce(losses, from: source) }
        return try result(of: value, isChanged: isChanged, losses, state, payload, entity, options)
    }

    /// A payload that has been converted, in the style of its version.
    func result(
        of value: JSONValue, isChanged: Bool, _ losses: [Loss], _ state: SetMigrationState, _ payload: [UInt8],
        _ entity: Entity, _ options: MigrationOptions
    ) throws -> PlanSetResult {
        let document = state.document
        let label = state.target?.versions[entity.name]
        let style = label.flatMap { entity.plan?[$0]?.style }
        if isChanged { try document.requireJSON(value) }
        let unchanged = document.isToBeJSON ? try document.bytesAsJSON() : payload
        let bytes = isChanged ? MigrationPlan.bytes(of: value, style, document, options) : unchanged
        return PlanSetResult(
            bytes: bytes, from: state.found, to: label, losses: losses, contradictions: state.contradictions)
    }

    /// Makes a payload as a version of the API has it; see ``migrate(_:entity:to:from:options:)-([UInt8],_,_,_,_)``.
    public func migrate(
        _ payload: Data, entity name: String, to target: String, from source: String? = nil,
        options: MigrationOptions = .init()
    ) throws -> PlanSetResult {
        try migrate([UInt8](payload), entity: name, to: target, from: source, options: options)
    }

    /// Makes a payload as a version of the API has it; see ``migrate(_:entity:to:from:options:)-([UInt8],_,_,_,_)``.
    public func migrate(
        _ payload: String, entity name: String, to target: String, from source: String? = nil,
        options: MigrationOptions = .init()
    ) throws -> PlanSetResult {
        try migrate(Array(payload.utf8), entity: name, to: target, from: source, options: options)
    }

    func entity(of name: String) throws(MigrationError) -> Entity {
        if let entity = self[name] { return entity }
        throw MigrationError(
            .unknownEntity, "the entity \(MigrationPlan.unknown(name, entities.map(\.name)))", at: nil)
    }

    func pins(of label: String) throws(MigrationError) -> VersionPins {
        if let pins = pins.first(where: { $0.label == label }) { return pins }
        throw MigrationError(
            .unknownVersion, "version \"\(label)\" is unknown; known versions: \(labels.joined(separator: ", "))",
            at: nil)
    }
}
