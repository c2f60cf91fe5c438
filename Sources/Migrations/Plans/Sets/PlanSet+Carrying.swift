import VersionedCodec

extension PlanSet {
    /// Migrates a payload that carries, or is to carry, values that other versions of the API cannot hold. The payload
    /// as a whole carries, not the entities in it.
    func migrateCarrying(
        _ document: JSONDocument, _ payload: [UInt8], _ entity: Entity, to target: VersionPins,
        from source: VersionPins?, _ options: MigrationOptions
    ) throws -> PlanSet.Migrated {
        let carrier = try Carrier(document.root, options)
        var state = SetMigrationState(
            set: self, document: document, target: target, source: source,
            environment(of: entity, for: target, options),
            options.hints)
        var (value, isChanged, outdated) = (carrier.root, false, [JSONPointer]())
        var carried = carrier.carried.without(target.label)
        let record = carrier.carried.record(for: target.label)
        if case .document(let whole, of: let print)? = record?.kept, print == Fingerprint.of(carrier.root) {
            (value, isChanged) = (whole, true)
        } else {
            isChanged = try state.convert(&value, entity)
            if case .changes(let changes)? = record?.kept {
                var restoring = CarriedRestoring()
                restoring.apply(changes, to: &value)
                outdated = restoring.outdated
            } else if record != nil {
                outdated = [.root]
            }
        }
        if record != nil, let source {
            // If the way back fails, it restores nothing, and all losses stay.
            let home = try? home(of: value, entity, from: target, to: source, options)
            state.leaveOut(lossesIn: carrier.root, thatComeBackIn: home)
        }
        let losses = Loss.inDocumentOrder(state.losses, document.bytes)
        let mayCarry = options.losses == .carry && !options.isPartial
        if options.losses == .fail || options.losses == .carry && options.isPartial {
            try MigrationPlan.enforce(losses, from: source?.label)
        }
        var isKept = false
        if mayCarry {
            (carried, isKept) = try kept(
                carrier.root, becoming: value, carried, losses, carrier, entity, state, options)
        }
        let finished = try carrier.finished(value, carrying: carried)
        var result = try result(
            of: finished.value, isChanged: isChanged || finished.value != document.root, isKept ? [] : losses,
            state, payload, entity, options)
        result.carried = finished.sidecar
        result.carriedLosses = isKept ? losses : []
        result.outdatedCarried = outdated
        return result
    }

    private func kept(
        _ root: JSONValue, becoming value: JSONValue, _ carried: CarriedData, _ losses: [Loss], _ carrier: Carrier,
        _ entity: Entity, _ state: SetMigrationState, _ options: MigrationOptions
    ) throws -> (carried: CarriedData, isKept: Bool) {
        guard let target = state.target, let source = state.source else {
            let cause = "carrying needs the version of the API that the payload comes from"
            try MigrationPlan.enforce(losses, from: nil, as: cause)
            return (carried, true)
        }
        if source.label == target.label { return (carried, losses.isEmpty) }
        let others = carried.without(source.label)
        let record = Carrier.record(of: root, source.label, becoming: value, target.label) {
            () throws(MigrationError) in
            (try home(of: value, entity, from: target, to: source, options), false)
        }
        guard let record else { return (others, true) }
        var all = others
        all.records.append(record)
        guard try carrier.allows(all) else { return (others, false) }
        return (all, !options.carrying.isDropped)
    }

    /// A result as it comes back to the version of the API that the payload is from.
    private func home(
        of value: JSONValue, _ entity: Entity, from target: VersionPins, to source: VersionPins,
        _ options: MigrationOptions
    ) throws(MigrationError) -> JSONValue {
        do {
            let environment = environment(of: entity, for: target, options)
            var home = environment.sortsMembers == true ? value.withSortedMembers : value
            var back = try SetMigrationState(
                set: self, document: JSONDocument(writing: home), target: source, source: target, environment)
            back.judgesLosses = false
            _ = try back.convert(&home, entity)
            return home
        } catch {
            throw MigrationError(causedBy: error)
        }
    }
}
