import VersionedCodec

extension PlanSet {
    /// Migrates a payload that carries, or is to carry, values that other versions of the API cannot hold. The payload
    /// as a whole carries, not the entities in it.
    @_optimize(size)
    func migrateCarrying(
        _ document: JSONDocument, _ payload: [UInt8], _ entity: Entity, to target: VersionPins,
        from source: VersionPins?, _ options: MigrationOptions
    ) throws -> PlanSet.Migrated {
        let carrier = try Carrier(document.root, options)
        let first = SetMigrationState(
            set: self, document: document, target: target, source: source,
            environment(of: entity, for: target, options), options.hints)
        let stops = stops(for: carrier.carried, from: source, to: target)
        var trip = Trip(value: carrier.root, carried: carrier.carried, state: first)
        do throws(MigrationError) {
            for (number, stop) in (stops + [target]).enumerated() {
                let environment = environment(of: entity, for: stop, options)
                try trip.go(to: stop, entity, environment, isFirst: number == 0)
            }
        } catch {
            // A version on the way may be one in which an entity does not exist.
            if stops.isEmpty { throw error }
            trip = Trip(value: carrier.root, carried: carrier.carried, state: first)
            try trip.go(to: target, entity, environment(of: entity, for: target, options), isFirst: true)
        }
        var (state, carried) = (trip.state, trip.carried)
        let value = trip.value
        if trip.hasRestored, let source {
            // If the way back fails, it restores nothing, and all losses stay.
            let home = try? home(of: value, entity, from: target, to: source, leavesUnnamed: trip.isUnnamed, options)
            state.leaveOut(lossesIn: carrier.root, thatComeBackIn: home)
        }
        let legs = try options.judgesLosses ? self.legs(of: trip, entity, to: target, options) : []
        let losses =
            Loss.inDocumentOrder(state.losses, document.bytes) + Loss.placed(legs.flatMap(\.lost), in: document)
        let mayCarry = options.losses == .carry && !options.isPartial
        if options.losses == .fail || options.losses == .carry && options.isPartial {
            try MigrationPlan.enforce(losses, from: source?.label)
        }
        var isKept = false
        if mayCarry {
            (carried, isKept) = try kept(
                carrier.root, becoming: value, carried, losses, carrier, entity, from: source, to: target,
                isUnnamed: trip.isUnnamed, options)
            for leg in legs where isKept {
                (carried, isKept) = try kept(
                    leg.stop.value, becoming: value, carried, losses, carrier, entity, from: leg.stop.pins, to: target,
                    isUnnamed: leg.isUnnamed, options)
            }
        }
        let finished = try carrier.finished(value, carrying: carried)
        var result = try result(
            of: finished.value, isChanged: trip.isChanged || finished.value != document.root, isKept ? [] : losses,
            state, payload, entity, options)
        result.carried = finished.sidecar
        result.carriedLosses = isKept ? losses : []
        result.outdatedCarried = trip.outdated + carrier.dropped(of: trip.carried)
        return result
    }

    /// What is left of a way after a version of the API in which something was restored, where that is lost again.
    private struct Leg {
        let stop: Trip.Stop
        let lost: [Loss]
        /// Whether the entities within the payload have named no versions there.
        let isUnnamed: Bool
    }

    /// The legs of a way on which restored values are lost: the payload did not have them where the way began.
    private func legs(
        of trip: Trip, _ entity: Entity, to target: VersionPins, _ options: MigrationOptions
    ) throws -> [Leg] {
        try trip.stops.filter { $0.pins.versions != target.versions }.compactMap { stop in
            let document = try JSONDocument(writing: stop.value)
            var state = SetMigrationState(
                set: self, document: document, target: target, source: stop.pins,
                environment(of: entity, for: target, options))
            var value = document.root
            _ = try state.convert(&value, entity)
            let lost = state.losses.filter { loss in
                stop.restored.contains { loss.path.isWithin($0) || $0.isWithin(loss.path) }
            }
            let leg = Leg(stop: stop, lost: lost.map { $0.moved(to: nil) }, isUnnamed: state.named.isOfNone)
            return lost.isEmpty ? nil : leg
        }
    }

    private func kept(
        _ root: JSONValue, becoming value: JSONValue, _ carried: CarriedData, _ losses: [Loss], _ carrier: Carrier,
        _ entity: Entity, from source: VersionPins?, to target: VersionPins, isUnnamed: Bool,
        _ options: MigrationOptions
    ) throws -> (carried: CarriedData, isKept: Bool) {
        guard let source else {
            let cause = "carrying needs the version of the API that the payload comes from"
            try MigrationPlan.enforce(losses, from: nil, as: cause)
            return (carried, true)
        }
        if source.label == target.label {
            let cause = "the payload stays in its version of the API, so nothing can be carried"
            try MigrationPlan.enforce(losses, from: source.label, as: cause)
            return (carried, true)
        }
        let others = carried.without(source.label)
        var hasWayBack = true
        let record = Carrier.record(
            of: root, source.label, becoming: value, target.label, isUnnamed: isUnnamed, marks: markKeys
        ) { () throws(MigrationError) in
            do throws(MigrationError) {
                let home = try home(
                    of: value, entity, from: target, to: source, leavesUnnamed: isUnnamed, options)
                return (home, false)
            } catch {
                hasWayBack = error.code != .noWay
                throw error
            }
        }
        if !hasWayBack {
            try MigrationPlan.enforce(
                losses, from: source.label, as: MigrationPlan.noWayToCarry(from: target.label, to: source.label))
            return (others, true)
        }
        guard let record else { return (others, true) }
        var all = others
        all.records.append(record)
        guard try carrier.allows(all) else { return (others, false) }
        return (all, !options.carrying.isDropped)
    }

    /// The keys of members that name versions of entities.
    var markKeys: Set<String> { entities.reduce(into: []) { $0.formUnion($1.plan?.markKeys ?? []) } }

    /// The versions of the API on a way for which data is carried, or whose payloads whole ones belong to, in the order
    /// of the way.
    func stops(
        for carried: CarriedData, from source: VersionPins?, to target: VersionPins
    ) -> [VersionPins] {
        func place(of label: String) -> Int? { pins.firstIndex { $0.label == label } }
        guard let end = place(of: target.label) else { return [] }
        let places = carried.records.flatMap { record -> [Int] in
            guard let start = place(of: source?.label ?? record.source) else { return [] }
            let labels = record.isWhole ? [record.version, record.source] : [record.version]
            return labels.compactMap(place).filter {
                $0 != end && $0 != start && (min(start, end)...max(start, end)).contains($0)
            }
        }
        return Set(places).inOrder { abs($0 - end) > abs($1 - end) }.map { pins[$0] }
    }

    /// What is carried for a version of the API, or for one that pins the same versions.
    func record(in carried: CarriedData, for target: VersionPins) -> CarriedData.Record? {
        let same = pins.filter { $0.versions == target.versions }.map(\.label)
        return carried.record(for: target.label)
            ?? carried.records.first { same.contains($0.version) && !same.contains($0.source) }
    }

    /// A result as it comes back to the version of the API that the payload is from.
    private func home(
        of value: JSONValue, _ entity: Entity, from target: VersionPins, to source: VersionPins, leavesUnnamed: Bool,
        _ options: MigrationOptions
    ) throws(MigrationError) -> JSONValue {
        do {
            let environment = environment(of: entity, for: target, options)
            var home = environment.sortsMembers == true ? value.withSortedMembers : value
            var back = try SetMigrationState(
                set: self, document: JSONDocument(writing: home), target: source, source: target, environment)
            (back.judgesLosses, back.leavesUnnamed) = (false, leavesUnnamed)
            _ = try back.convert(&home, entity)
            return home
        } catch {
            throw MigrationError(causedBy: error)
        }
    }
}

/// A payload on its way over the versions of an API for which it carries data.
private struct Trip {
    var value: JSONValue
    var carried: CarriedData
    var state: SetMigrationState
    var isChanged = false
    var hasRestored = false
    /// Whether the entities within the payload named no versions where the way began.
    var isUnnamed = false
    /// The places of what was not put back.
    var outdated: [JSONPointer] = []

    /// The payload in the versions in which something was restored.
    var stops: [Stop] = []

    /// A payload in a version, with the places of what was restored.
    struct Stop {
        let pins: VersionPins
        let value: JSONValue
        let restored: [JSONPointer]
    }

    /// Goes to a version, and puts back what is carried for it, or for one that pins the same versions.
    mutating func go(
        to stop: VersionPins, _ entity: PlanSet.Entity, _ environment: MigrationEnvironment, isFirst: Bool
    ) throws(MigrationError) {
        if !isFirst || stop != state.target { state.turn(to: stop, environment, isFirst: isFirst) }
        let record = state.set.record(in: carried, for: stop)
        if case .document(let whole, of: let hash)? = record?.kept, hash == ValueHash.of(value) {
            (value, isChanged) = (whole, true)
        } else {
            state.leavesUnnamed = record?.isUnnamed ?? false
            let before = value
            let middle = isFirst && record?.source == state.source?.label ? MiddleDocument { before } : nil
            if try state.convert(&value, entity) { isChanged = true }
            if isFirst { isUnnamed = state.named.isOfNone }
            if case .changes(let changes)? = record?.kept {
                outdated += CarriedRestoring.apply(changes, to: &value, from: middle) { [set = state.set] in
                    set.markKeys
                }
                stops.append(Stop(pins: stop, value: value, restored: changes.map(\.path)))
            } else if record != nil {
                outdated.append(.root)
            }
        }
        guard let record else { return }
        carried = carried.without(record.version)
        hasRestored = true
    }
}
