import VersionedCodec

/// A walk along the steps of a plan: a document or a model, whichever the last step left.
struct PlanWalk<Version: APIVersion> {
    private enum State {
        case document(JSONValue)
        case model(Any, WireModel<Version>)
    }

    private let controller: VersionController<Version>
    private let steps: [VersionStep<Version>]

    /// The payload that was read, for bridges that look beside the value, and for positions.
    private let source: JSONDocument?

    private var state: State
    private var version: Version
    private(set) var losses: [Loss] = []

    init(
        controller: VersionController<Version>, steps: [VersionStep<Version>], document: JSONDocument,
        at version: Version
    ) {
        self.controller = controller
        self.steps = steps
        source = document
        state = .document(document.root)
        self.version = version
    }

    init<Model: Codable & SendableMetatype>(
        controller: VersionController<Version>, steps: [VersionStep<Version>], model: Model, at version: Version
    ) {
        self.controller = controller
        self.steps = steps
        source = nil
        state = .model(model, WireModel(Model.self))
        self.version = version
    }

    // MARK: Going

    /// Takes every step to a version, up or down.
    mutating func go(to target: Version) throws {
        while version != target {
            let isUp = version < target
            guard let step = steps.first(where: { isUp ? $0.from == version : $0.to == version }) else { return }
            let next = isUp ? step.to : step.from
            let name = "\(version) → \(next)"
            switch step.kind {
            case .bridge(let bridge): try cross(bridge, isUp: isUp, name)
            case .migration(let migration): try run(migration, isUp: isUp, to: next, name)
            }
            version = next
        }
    }

    private mutating func cross(_ bridge: AnyBridge<Version>, isUp: Bool, _ name: String) throws {
        let (near, far) = isUp ? (bridge.older, bridge.newer) : (bridge.newer, bridge.older)
        let value: Any
        switch state {
        case .document(let document): value = try near.decode(document, version, controller)
        case .model(let model, _): value = model
        }
        var context = BridgeContext(document: source?.root)
        let crossed: Any?
        do {
            crossed = try isUp ? bridge.upgrade(value, &context) : bridge.downgrade(value, &context)
        } catch {
            throw BridgeError(bridge: bridge.name, step: name, underlying: error)
        }
        var losses = context.losses
        if case .document(let document) = state {
            for index in losses.indices { losses[index].offset = document[at: losses[index].path]?.sourceOffset }
        }
        add(losses, name, operation: bridge.name)
        guard let crossed else { throw Self.mismatch(near.type, found: value) }
        state = .model(crossed, far)
    }

    private mutating func run(_ migration: Migration, isUp: Bool, to next: Version, _ name: String) throws {
        var document = try currentDocument()
        var context = OperationContext()
        do {
            let operations = try isUp ? migration.up() : migration.down()
            try context.run(operations, on: &document)
        } catch let error as NoWayBack {
            let message = "there is no way from version \(version) to \(next): \(error.reason)"
            throw MigrationError(.noWay, message, at: nil)
        } catch var error as MigrationError {
            error.step = name
            error.version = version.label
            if let source { error.position = error.offset.map { SourcePosition(byteOffset: $0, in: source.bytes) } }
            throw error
        }
        add(context.losses, name, operation: nil)
        state = .document(document)
    }

    private mutating func add(_ new: [Loss], _ step: String, operation: String?) {
        for var loss in new {
            loss.step = step
            loss.operation = loss.operation ?? operation
            if let source, let offset = loss.offset {
                loss.position = SourcePosition(byteOffset: offset, in: source.bytes)
            }
            losses.append(loss)
        }
    }

    // MARK: Arriving

    /// Fails where there are losses and the policy is to.
    func check(_ policy: LossPolicy) throws {
        guard policy == .fail, !losses.isEmpty else { return }
        let message = losses.count == 1 ? "a value would be lost" : "\(losses.count) values would be lost"
        var error = MigrationError(.losses, message, at: nil)
        error.losses = losses
        throw error
    }

    /// The model at the end of the walk.
    func model<Model: Codable>(_ type: Model.Type) throws -> Model {
        switch state {
        case .document(let document): return try controller.decode(type, from: document, of: version)
        case .model(let value, _):
            guard let model = value as? Model else { throw Self.mismatch(type, found: value) }
            return model
        }
    }

    private func currentDocument() throws -> JSONValue {
        switch state {
        case .document(let document): return document
        case .model(let value, let wire):
            guard let document = try wire.encode(value, version, controller) else {
                throw Self.mismatch(wire.type, found: value)
            }
            return document
        }
    }

    /// The document at the end of the walk, with its version where payloads say it.
    func finishedDocument() throws -> JSONValue {
        var document = try currentDocument()
        guard case .document = state, let location = controller.location else { return document }
        if version == controller.legacy {
            _ = document.remove(at: location.pointer)
            return document
        }
        guard let label = location.value(of: version.label), let key = location.pointer.tokens.last else {
            throw MigrationError(
                .unwritableVersion, "version \(version) cannot be written as an integer", at: location.pointer)
        }
        if document.update(at: location.pointer.tokens[...], { $0 = label.comingFrom($0) }) { return document }
        let parent = location.pointer.parent
        if document[at: parent] == nil { _ = document.put([:], at: parent, makingParents: true) }
        var isWritten = false
        document.update(at: parent.tokens[...]) { isWritten = $0.object?.insert(label, forKey: key, at: 0) ?? false }
        if !isWritten {
            throw MigrationError(
                .unwritableVersion, "there is no object to write the version into", at: location.pointer,
                found: document)
        }
        return document
    }

    /// A value of another type than the plan was checked for.
    private static func mismatch(_ type: Any.Type, found: Any) -> MigrationError {
        MigrationError(.wrongKind, "expected a \(type), found a \(Swift.type(of: found))", at: nil)
    }
}
