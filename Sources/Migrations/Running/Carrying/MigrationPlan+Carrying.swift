import VersionedCodec

extension MigrationPlan {
    /// Migrates a document that carries, or is to carry, values that other versions cannot hold.
    @_optimize(size)
    func migrateCarrying(
        _ document: JSONDocument, _ from: DetectedVersion, to target: String, _ options: MigrationOptions
    ) throws -> MigrationResult {
        let carrier = try locating(from.label, document.bytes) { () throws(MigrationError) in
            try Carrier(document.root, options)
        }
        let path = from.isNewer ? nil : try path(from: from.label, to: target)
        guard let path, !path.steps.isEmpty else {
            // A document that stays as it is does not take over the sidecar of the caller.
            let isGiven = carrier.root == document.root && !options.carrying.isSidecar
            let kept = try carrier.finished(carrier.root, carrying: isGiven ? CarriedData() : carrier.carried)
            let isSame = kept.value == document.root
            var result = MigrationResult(
                bytes: try isSame ? document.bytesAsJSON() : document.bytes(with: kept.value), from: from,
                to: from.isNewer ? from.label : target, losses: [])
            result.carried = kept.sidecar
            result.outdatedCarried = carrier.dropped(of: carrier.carried)
            return result
        }
        if options.isPartial { return try migratePart(document, carrier, path, from, options) }
        let isReturn = path.steps.contains { carrier.carried.record(for: $0.to) != nil }
        let judge = judge(of: path, options.environment)
        defer { keep(judge) }
        var wanted = carrier.root
        if options.losses == .carry, unrecognizable(wanted, from, judge) != nil {
            // It comes back with the version that the way back writes, if that is all that it lacks.
            wanted = named(wanted, from.label)
            if let error = unrecognizable(wanted, from, judge) {
                try Self.enforce([Loss.ofFailure(error, document.root)], from: from.label)
            }
        }
        let trip = try locating(path, document.bytes) { () throws(MigrationError) in
            try CarriedTrip(
                carrier.root, judge.wayThere, carrier.carried, self, options.environment, isReturn: isReturn,
                judge: judge)
        }
        var lost: [Loss] = []
        if options.judgesLosses {
            var records = trip.records
            if mayBeUnrecognizable(from) { records.isInDoubt = true }
            lost = Loss.inDocumentOrder(
                judge.losses(of: carrier.root, becoming: trip.value, records), document.bytes)
        }
        let legs = try options.judgesLosses ? self.legs(of: trip, carrier, path, isReturn: isReturn, options) : []
        let allLost = lost + Loss.placed(legs.flatMap(\.lost), in: document)
        try enforce(options.losses, on: allLost, from: from.label)
        var (carried, isKept) = (trip.carried, false)
        if options.losses == .carry {
            // A document that names its version in another way, or not at all, comes back with the version that the
            // plan writes.
            let isMarked = marks(of: from.label).allSatisfy { wanted[at: $0.pointer] == $0.value }
            let isWhole =
                isMarked && path.lossClass == .exact && trip.carried == carrier.carried
                && !judge.isNeeded(trip.records)
            // Data kept for the version that is left belongs to an earlier document.
            if path.from != path.to { carried = carried.without(path.from) }
            if isWhole {
                isKept = true
            } else {
                isKept = try keep(wanted, becoming: trip.value, judge, lost, carrier, options, in: &carried)
            }
            for leg in legs {
                let judge = self.judge(of: leg.path, options.environment)
                defer { keep(judge) }
                let isLegKept = try keep(
                    leg.stop.value, becoming: trip.value, judge, leg.lost, carrier, options, in: &carried)
                isKept = isKept && isLegKept
            }
        }
        let (value, sidecar) = try carrier.finished(trip.value, carrying: carried)
        try checkRecognition(of: .value(value), on: path, from: carrier.root, document.bytes)
        var result = try self.result(of: value, isKept ? [] : allLost, document, from, to: target, options)
        result.carried = sidecar
        result.carriedLosses = isKept ? allLost : []
        result.outdatedCarried = trip.outdated + carrier.dropped(of: trip.carried)
        return result
    }

    /// A document that lacks its version, with it; any other one as it is.
    private func named(_ document: JSONValue, _ label: String) -> JSONValue {
        let marks = marks(of: label)
        guard marks.allSatisfy({ $0.pointer.tokens.count == 1 && document[at: $0.pointer] == nil }) else {
            return document
        }
        var named = document
        for mark in marks {
            if let key = mark.pointer.tokens.first { named.object?[key] = mark.value }
        }
        return named
    }

    /// What is left of a way after a version in which something was restored, where that is lost again.
    private struct Leg {
        let stop: CarriedTrip.Stop
        let path: MigrationPath
        let lost: [Loss]
    }

    /// The legs of a way on which restored values are lost: the document did not have them where the way began.
    @_optimize(size)
    private func legs(
        of trip: CarriedTrip, _ carrier: Carrier, _ path: MigrationPath, isReturn: Bool, _ options: MigrationOptions
    ) throws -> [Leg] {
        try trip.stops.compactMap { stop in
            guard let last = path.steps.lastIndex(where: { $0.to == stop.version && !$0.isNormalizing }) else {
                return nil
            }
            let rest = MigrationPath(from: stop.version, to: path.to, steps: Array(path.steps[(last + 1)...]))
            let judge = judge(of: rest, options.environment)
            defer { keep(judge) }
            // What a value comes from is known in a document only.
            let document = try JSONDocument(writing: stop.value).root
            let leg: CarriedTrip
            do throws(MigrationError) {
                leg = try CarriedTrip(
                    document, judge.wayThere, carrier.carried.without(stop.version), self, options.environment,
                    isReturn: isReturn, judge: judge)
            } catch {
                // By itself, it may lack what was given up before.
                let lost = lossesWithoutALeg(of: stop, becoming: trip.value)
                return lost.isEmpty ? nil : Leg(stop: stop, path: rest, lost: lost)
            }
            // The rest is of the document itself, and is judged over the whole way.
            let lost = judge.losses(of: document, becoming: leg.value, leg.records).filter { loss in
                stop.restored.contains { loss.path.isWithin($0) || $0.isWithin(loss.path) }
            }
            return lost.isEmpty ? nil : Leg(stop: stop, path: rest, lost: lost.map { $0.moved(to: nil) })
        }
    }

    /// What was restored and is not in the result, where the rest of the way cannot be gone by itself.
    private func lossesWithoutALeg(of stop: CarriedTrip.Stop, becoming result: JSONValue) -> [Loss] {
        stop.restored.compactMap { place in
            guard let value = stop.value[at: place], result[at: place] != value else { return nil }
            let reason = "it was restored in version \(stop.version), and the rest of the way does not keep it"
            return Loss(path: place, value: value, reason: reason, group: reason)
        }
    }

    /// Carries what the way back does not restore; returns whether that is all that is lost.
    private func keep(
        _ before: JSONValue, becoming after: JSONValue, _ judge: LossJudge, _ lost: [Loss], _ carrier: Carrier,
        _ options: MigrationOptions, in carried: inout CarriedData
    ) throws -> Bool {
        let path = judge.path
        let isLeft = path.from != path.to
        guard isLeft, let back = judge.wayBack else {
            let cause =
                isLeft
                ? Self.noWayToCarry(from: path.to, to: path.from)
                : "normalizing cannot be reversed, so nothing can be carried"
            try Self.enforce(lost, from: path.from, as: cause)
            return true
        }
        let known = carried
        let record = Carrier.record(of: before, path.from, becoming: after, path.to, marks: markKeys) {
            () throws(MigrationError) in
            let written = asWritten(after, over: path, options.environment)
            let home = try CarriedTrip(written, back, known, self, options.environment, isReturn: true)
            return (home.value, home.isTolerant)
        }
        guard let record else { return true }
        var all = carried
        all.records.append(record)
        guard try carrier.allows(all) else { return false }
        carried = all
        return !options.carrying.isDropped
    }

    /// Why nothing can be carried where there is no way back.
    static func noWayToCarry(from target: String, to source: String) -> String {
        "there is no way back from version \(target) to \(source), which carrying needs"
    }

    /// A part of a document keeps what it carries, and carries nothing new: it would overwrite what the whole carries.
    private func migratePart(
        _ document: JSONDocument, _ carrier: Carrier, _ path: MigrationPath, _ from: DetectedVersion,
        _ options: MigrationOptions
    ) throws -> MigrationResult {
        let (value, losses) = try run(
            path, on: carrier.root, of: document, options.environment, judgesLosses: options.judgesLosses)
        let lost = Loss.inDocumentOrder(losses, document.bytes)
        try enforce(options.losses == .carry ? .fail : options.losses, on: lost, from: from.label)
        let kept = try carrier.finished(value, carrying: carrier.carried)
        var result = try self.result(of: kept.value, lost, document, from, to: path.to, options)
        result.carried = kept.sidecar
        result.outdatedCarried = carrier.dropped(of: carrier.carried)
        return result
    }

    /// Adds the version and the place in the bytes to an error.
    private func locating<Result>(
        _ label: String, _ bytes: [UInt8], _ body: () throws(MigrationError) -> Result
    ) throws(MigrationError) -> Result {
        try locating(MigrationPath(from: label, to: label, steps: []), bytes, body)
    }
}
