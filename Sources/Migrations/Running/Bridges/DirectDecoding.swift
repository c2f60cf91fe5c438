import VersionedCodec

/// Decodes payloads that need no document on the way: those of the current version, and those of versions from which
/// only bridges lead to it.
///
/// Only payloads that begin with the member that names their version are decoded so: then one look finds it, and the
/// scan is the decoder's own.
final class DirectDecoding: Sendable {
    /// The route from the payloads of one version to the model.
    private struct Route: Sendable {
        let version: Int
        let wire: WireModel
        let decoder: VersionedJSONDecoder
        let crossings: [Crossing]
    }

    /// A bridge on the way. An object, as each payload would copy it.
    private final class Crossing: Sendable {
        let bridge: AnyBridge
        let isUp: Bool
        let from: String
        let to: String
        let step: String

        init(_ bridge: AnyBridge, isUp: Bool, _ step: MigrationPath.Step) {
            (self.bridge, self.isUp) = (bridge, isUp)
            (from, to, self.step) = (step.from, step.to, step.name)
        }

        /// What is known of the crossing once it has made a model.
        func making(_ model: any Encodable) -> UnreadMembers.Crossing {
            UnreadMembers.Crossing(
                wire: isUp ? bridge.newer : bridge.older, model: model, label: to, step: step,
                bridge: bridge.description)
        }
    }

    private let plan: MigrationPlan
    private let peeks: [VersionPeek]
    private let routes: [Route]
    private let source: DetectedVersion.Source

    /// `nil` if the versions of payloads need more than one look.
    init?<Version: APIVersion>(_ plan: MigrationPlan, _ controller: VersionController<Version>, _ model: WireModel) {
        guard plan.tellsVersionsByTheFieldAlone(MigrationOptions()), let location = plan.location else { return nil }
        self.plan = plan
        source = .field(location.pointer)
        let current = controller.current.label
        let known = controller.versions.enumerated().compactMap { index, version -> (VersionPeek, Route)? in
            guard let peek = VersionPeek(label: version.label, at: location),
                let crossings = Self.crossings(plan, from: version.label, to: current)
            else { return nil }
            let first = crossings.first.map { $0.isUp ? $0.bridge.older : $0.bridge.newer }
            let decoder = controller.decoder(of: version)
            return (peek, Route(version: index, wire: first ?? model, decoder: decoder, crossings: crossings))
        }
        peeks = known.map(\.0)
        routes = known.map(\.1)
        if routes.isEmpty { return nil }
    }

    /// The bridges between two versions; `nil` if there are operations among them, or no way.
    private static func crossings(_ plan: MigrationPlan, from: String, to: String) -> [Crossing]? {
        // The plan has the error text for a missing way.
        guard let path = try? plan.path(from: from, to: to) else { return nil }
        let crossings = path.steps.compactMap { step -> Crossing? in
            guard case .bridge(let bridge, let isUp) = step.work else { return nil }
            return Crossing(bridge, isUp: isUp, step)
        }
        return crossings.count == path.steps.count ? crossings : nil
    }

    /// The model of a payload, and what was found.
    ///
    /// - Throws: ``NeedsDocument`` if it is a payload of another version, or has a fault: the way over documents
    ///   has the words and places.
    func decode<Model: Codable>(
        _ type: Model.Type, _ payload: UnsafeBufferPointer<UInt8>, _ found: inout FoundPayload
    ) throws(NeedsDocument) -> Model {
        guard let place = peeks.firstIndex(where: { $0.isBeginning(of: payload) }) else { throw NeedsDocument() }
        let route = routes[place]
        found = FoundPayload(version: route.version, source: source)
        do {
            if route.crossings.isEmpty { return try route.decoder.decode(type, from: payload) }
            return try WireModel.cast(try cross(payload, place, &found), to: type)
        } catch {
            // It is thrown again, with its words, by the way over documents.
            throw NeedsDocument()
        }
    }

    private func cross(
        _ payload: UnsafeBufferPointer<UInt8>, _ number: Int, _ found: inout FoundPayload
    ) throws -> any Encodable {
        let route = routes[number]
        var model = try Self.decode(route.wire.type, route.decoder, payload)
        // Most ways have two bridges at most, which take no array.
        let first = model
        var others: [any Encodable] = []
        for (place, crossing) in route.crossings.enumerated() {
            if place > 0, route.crossings.count > 2 { others.append(model) }
            let (before, later) = (model, others)
            var context = BridgeContext(from: crossing.from, to: crossing.to) { [self] in
                let root = try JSONDocument(parsing: Array(payload)).root
                if place == 0 { return root }
                return try document(of: [first] + (later.isEmpty ? [before] : later), root, number)
            }
            model = try crossing.bridge.crossed(model, isUp: crossing.isUp, &context)
            // Its losses are judged on demand. The last model is that of the caller, who has it.
            if place < route.crossings.count - 1 || !context.losses.isEmpty {
                if found.bridgeRuns == nil { found.bridgeRuns = BridgeRuns() }
                found.bridgeRuns?.add(model, context.losses, of: crossing.step)
            } else {
                found.lastStep = crossing.step
            }
        }
        return model
    }

    /// The document of the last one of the models that bridges have made of a payload.
    private func document(of models: [any Encodable], _ root: JSONValue, _ number: Int) throws -> JSONValue {
        let (route, last) = (routes[number], models.count - 1)
        let label = route.crossings[last].from
        var unread = UnreadMembers(document: root, label: route.crossings[0].from, wire: route.wire, model: models[0])
        for (crossing, model) in zip(route.crossings, models.dropFirst()) { unread.cross(crossing.making(model)) }
        var state = MigrationState(models[last], label: label, of: root, unread, plan: plan)
        return try state.document(label)
    }

    private static func decode<Model: Codable>(
        _ type: Model.Type, _ decoder: VersionedJSONDecoder, _ payload: UnsafeBufferPointer<UInt8>
    ) throws -> any Encodable {
        try decoder.decode(type, from: payload)
    }
}
