import VersionedCodec

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CarriedData {
    /// Whether the key of the member that carries is anywhere in a payload.
    static func mayBe(in payload: Data, _ member: String) -> Bool {
        let key = member == Self.member ? defaultKey : JSONValue.string(member).bytes()
        return payload.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { ByteSearch.holds(key, in: $0) }
        }
    }

    /// The key of the default member that carries, as JSON: made once, since each payload is searched for it.
    private static let defaultKey = JSONValue.string(member).bytes()
}

extension CarriedData.Record {
    /// Puts back what a model lacked of a payload of its own version.
    fileprivate func restore(in document: inout JSONValue, _ plan: MigrationPlan) {
        switch kept {
        case .changes(let changes): _ = CarriedRestoring.apply(changes, to: &document) { plan.markKeys }
        case .document(let whole, of: let hash): if ValueHash.of(document) == hash { document = whole }
        }
    }

    /// The record of a payload that may lack its version, which comes back with it; `nil` if nothing else differs.
    fileprivate func naming(_ marks: [MigrationPlan.VersionMark]) -> CarriedData.Record? {
        guard case .changes(let changes) = kept else { return self }
        let others = changes.filter { change in
            change.now != .absent || !marks.contains { $0.pointer == change.path }
        }
        return others.isEmpty ? nil : CarriedData.Record(version: version, source: source, kept: .changes(others))
    }
}

extension Migrator {
    /// Decodes a payload over the document of the current version, where what was carried for it is restored.
    func decodeCarrying(
        _ payload: Data, _ explicit: Version?, _ parsing: JSONParsingOptions, _ policy: LossPolicy,
        _ carrying: CarriedData.Options
    ) throws -> Decoded {
        let document = try JSONDocument(parsing: payload, options: parsing)
        var options = MigrationOptions(losses: policy == .carry ? .report : policy)
        (options.parsing, options.carrying) = (parsing, carrying)
        // A model has no member for what it lacks.
        options.carrying.isSidecar = true
        (options.judgesLosses, options.bridgeRuns) = (policy == .fail, plan.newBridgeRuns)
        let found = try plan.detector.detect(in: document, explicit: explicit?.label)
        let current = controller.current
        let moved = try plan.migrate(document, to: current.label, from: explicit?.label, options: options)
        let isPast = !found.isNewer && found.label != current.label
        let origins = LazyIssueOrigins { () throws(MigrationError) in
            try IssueOrigins(
                of: document, plan.path(from: found.label, to: current.label), plan, options.environment)
        }
        let bridged = isPast ? try bridged(document, from: found.label, options) : nil
        let model =
            try bridged
            ?? origins.placing(isMigrated: isPast) {
                do {
                    return try currentModel(in: JSONDocument(parsing: moved.bytes, options: parsing))
                } catch {
                    // The way over the payload itself has the place in it.
                    if isPast { _ = try readingDocument(payload, explicit, parsing) }
                    throw error
                }
            }
        let inner = isPast ? nil : innerLosses(of: payload, parsing)
        if policy == .fail, let inner { try plan.enforce(policy, on: inner(), from: found.label) }
        var decoded = Decoded(
            model: model, version: found.isNewer ? current : try Version(label: found.label), source: found.source,
            payload: isPast
                ? toJudge(payload, found.label, parsing, FoundPayload(bridgeRuns: options.bridgeRuns)) : nil,
            inner: inner)
        // A payload that is newer than all known versions does not come back in its own.
        decoded.carried =
            policy == .carry && !found.isNewer
            ? try carried(of: document, found.label, model, moved.carried, options) : moved.carried
        return decoded
    }

    /// The parts of the payload that the model lacks.
    private func carried(
        of document: JSONDocument, _ label: String, _ model: Model, _ given: CarriedData?, _ options: MigrationOptions
    ) throws -> CarriedData? {
        let current = controller.current.label
        let carrier = try Carrier(document.root, options)
        var carried = (given ?? CarriedData(records: [])).without(label)
        let path = label == current ? nil : try plan.path(from: label, to: current)
        let back = path.flatMap { plan.wayBack(over: $0) }
        if path != nil, back == nil {
            throw MigrationError(
                .losses, "there is no way back from version \(current) to \(label), which carrying needs", at: nil)
        }
        var state = MigrationState(model, label: current, plan: plan)
        // Without a way, nothing else writes the version.
        let value = try back == nil ? state.document(current) : controller.value(of: model, as: controller.current)
        let written = try JSONDocument(writing: value).root
        let made = Carrier.record(of: carrier.root, label, becoming: written, current, marks: plan.markKeys) {
            () throws(MigrationError) in
            guard let back else { return (written, false) }
            let home = try CarriedTrip(
                written, LossJudge.PreparedPath(back, plan, options.environment), carried, plan, options.environment,
                isReturn: true)
            return (home.value, home.isTolerant)
        }
        if let record = back == nil ? made?.naming(plan.marks(of: label)) : made {
            let all = CarriedData(records: carried.records + [record])
            if try carrier.allows(all) { carried = all }
        }
        return carried.isEmpty ? nil : carried
    }

    /// Encodes a model over its document of the current version, which carries values that the target cannot hold.
    func encodeCarrying(
        _ model: Model, for target: Version, _ policy: LossPolicy, _ carrying: CarriedData.Options
    ) throws -> Encoded {
        let current = controller.current.label
        // The document names its version; the model does not have it.
        var state = MigrationState(model, label: current, plan: plan)
        var (written, inner) = try LossCollection.collecting { try state.document(current) }
        try plan.enforce(policy, on: inner.all, from: current)
        var options = MigrationOptions(losses: policy)
        options.carrying = carrying
        if let record = carrying.given?.record(for: current), record.source == current {
            // It is from a payload of the version of the model, and so goes the whole way.
            record.restore(in: &written, plan)
            options.carrying.given = carrying.given?.without(current)
        }
        let result = try LossCollection.$current.withValue(nil) {
            try plan.migrate(JSONDocument(writing: written), to: target.label, from: current, options: options)
        }
        func placeless(_ losses: [Loss]) -> [Loss] {
            // Code that has a model has no bytes.
            losses.map { loss in
                var loss = loss
                (loss.offset, loss.position) = (nil, nil)
                return loss
            }
        }
        return Encoded(
            data: result.data, losses: placeless(result.losses) + inner.all,
            carriedLosses: placeless(result.carriedLosses), carried: result.carried)
    }
}
