#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import VersionedCodec

/// A payload of an API, migrated, and what it took.
public struct PlanSetResult: Sendable {
    /// The payload; the bytes that were given where all of it had the wanted versions already.
    public let bytes: [UInt8]

    /// The version that the payload itself had, and how that was found; `nil` for an envelope, which has none.
    public let from: DetectedVersion?

    /// The version of the payload itself that the wanted version of the API pins; `nil` for an envelope.
    public let to: String?

    /// What could not be carried over, in the order of the document that was read; paths lead from its root.
    public let losses: [Loss]

    /// The payload as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The payload as `Data`.
    public var data: Data { Data(bytes) }
}

extension PlanSet {
    /// Makes a payload as a version of the API has it: the entity itself, and all entities in it, each from the version that it has.
    ///
    /// An entity's own word for its version comes first; where it says none, it has the version that `from` pins, and without that the default of its
    /// plan. A payload that needs no step is returned byte for byte.
    ///
    /// - Parameters:
    ///   - payload: The bytes.
    ///   - name: What the payload is of.
    ///   - target: The label of the version of the API that is wanted.
    ///   - source: The label of the version of the API that the payload comes from, where the caller knows it.
    ///   - options: How to migrate.
    /// - Throws: `JSONSyntaxError`, `VersionError`, and ``MigrationError``, with the path from the root of the payload.
    /// - Complexity: O(bytes × steps)
    public func migrate(
        _ payload: [UInt8], entity name: String, to target: String, from source: String? = nil,
        options: MigrationOptions = .init()
    ) throws -> PlanSetResult {
        let document = try JSONDocument(parsing: payload, options: options.parsing)
        let entity = try entity(of: name)
        let pinned = try pins(of: target)
        var passage = SetPassage(
            set: self, document: document, target: pinned, source: try source.map { try pins(of: $0) },
            options.surroundings)
        var value = document.root
        let isChanged = try passage.convert(&value, entity, at: .root)
        let losses = MigrationPlan.inDocumentOrder(passage.losses, document.bytes)
        if options.losses == .fail { try MigrationPlan.enforce(losses, from: source) }
        let label = pinned.versions[name]
        let style = label.flatMap { entity.plan?[$0]?.style }
        let bytes =
            isChanged
            ? MigrationPlan.bytes(of: value, style, document, options) : document.bytes
        return PlanSetResult(bytes: bytes, from: passage.found, to: label, losses: losses)
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

    private func entity(of name: String) throws(MigrationError) -> Entity {
        if let entity = self[name] { return entity }
        throw MigrationError(
            .unknownEntity, "the entity \(MigrationPlan.unknown(name, entities.map(\.name)))", at: nil)
    }

    private func pins(of label: String) throws(MigrationError) -> VersionPins {
        if let pins = pins.first(where: { $0.label == label }) { return pins }
        throw MigrationError(
            .unknownVersion, "version \"\(label)\" is unknown; known versions: \(labels.joined(separator: ", "))",
            at: nil)
    }
}

/// One payload on its way through the plans of a set.
private struct SetPassage {
    let set: PlanSet
    let document: JSONDocument
    let target: VersionPins
    let source: VersionPins?
    let surroundings: Surroundings
    var losses: [Loss] = []
    /// The version of the payload itself.
    var found: DetectedVersion?

    init(
        set: PlanSet, document: JSONDocument, target: VersionPins, source: VersionPins?, _ surroundings: Surroundings
    ) {
        self.surroundings = surroundings
        self.set = set
        self.document = document
        self.target = target
        self.source = source
    }

    /// Converts an entity and those in it; says whether a step has run.
    mutating func convert(_ value: inout JSONValue, _ entity: PlanSet.Entity, at path: JSONPointer) throws -> Bool {
        var isChanged = false
        var label: String?
        if let plan = entity.plan {
            guard let wanted = target.versions[entity.name] else {
                let name = MigrationPlan.quoted(entity.name)
                throw misfit(.noWay, "version \(target.label) of the API has no entity \(name)", at: path, value)
            }
            let from = try detect(value, entity, plan, at: path)
            if path.isRoot { found = from }
            if from.isNewer { return false }
            isChanged = try run(plan, &value, from: from.label, to: wanted, at: path)
            label = wanted
        }
        for nested in entity.nested {
            if let versions = nested.versions, let label, !versions.contains(label) { continue }
            guard let inner = set[nested.entity] else { continue }
            let isInnerChanged = try visit(&value, nested.pointers[...], nested.isEach, inner, at: path)
            isChanged = isInnerChanged || isChanged
        }
        return isChanged
    }

    /// Goes the way to nested entities, element by element.
    private mutating func visit(
        _ value: inout JSONValue, _ pointers: ArraySlice<JSONPointer>, _ isEach: Bool, _ entity: PlanSet.Entity,
        at path: JSONPointer
    ) throws -> Bool {
        guard let pointer = pointers.first else { return value.isNull ? false : try convert(&value, entity, at: path) }
        guard var here = value[at: pointer], !here.isNull else { return false }
        let place = path.appending(pointer)
        var isChanged = false
        if pointers.count == 1, !isEach {
            isChanged = try visit(&here, [], isEach, entity, at: place)
        } else {
            guard here.isContainer else {
                throw misfit(
                    .wrongKind, "expected an array or an object of \(entity.name), found \(here.kind.phrase)",
                    at: place,
                    here)
            }
            let keys = here.object.map { $0.map(\.key) } ?? (here.array?.indices.map(String.init) ?? [])
            for key in keys {
                guard var element = here[at: JSONPointer([key])] else { continue }
                guard try visit(&element, pointers.dropFirst(), isEach, entity, at: place.appending(key)) else {
                    continue
                }
                here.update(at: [key]) { $0 = element }
                isChanged = true
            }
        }
        if isChanged { value.update(at: pointer.tokens[...]) { $0 = here } }
        return isChanged
    }

    /// The version of an entity: what it says, else what the version of the API pins that it comes from.
    private func detect(
        _ value: JSONValue, _ entity: PlanSet.Entity, _ plan: MigrationPlan, at path: JSONPointer
    ) throws(VersionError) -> DetectedVersion {
        let pinned = source?.versions[entity.name].map { DetectedVersion(label: $0, source: .explicit) }
        do throws(VersionError) {
            let found = try plan.detector.detect(in: value, of: document, at: path)
            return found.source == .legacy ? pinned ?? found : found
        } catch {
            if error.code == .missing, let pinned { return pinned }
            throw error
        }
    }

    private mutating func run(
        _ plan: MigrationPlan, _ value: inout JSONValue, from label: String, to target: String, at path: JSONPointer
    ) throws(MigrationError) -> Bool {
        do throws(MigrationError) {
            let way = try plan.path(from: label, to: target)
            if way.steps.isEmpty { return false }
            let result = try plan.run(way, on: value, of: document, surroundings)
            let isChanged = label != target || result.value != value
            value = result.value
            losses += result.losses.map { loss in
                var loss = loss
                loss.path = path.appending(loss.path)
                return loss
            }
            return isChanged
        } catch {
            var error = error
            error.path = error.path.map(path.appending) ?? path
            error.position = error.position ?? document.position(of: value)
            throw error
        }
    }

    private func misfit(
        _ code: MigrationError.Code, _ message: String, at path: JSONPointer, _ value: JSONValue
    ) -> MigrationError {
        var error = MigrationError(code, message, at: path, found: value)
        error.position = document.position(of: value)
        return error
    }
}
