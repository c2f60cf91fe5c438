import VersionedCodec

extension MigrationPlan {
    /// Migrates a document that carries, or is to carry, values that other versions cannot hold.
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
        let trip = try locating(path, document.bytes) { () throws(MigrationError) in
            try CarriedTrip(
                carrier.root, judge.wayThere, carrier.carried, self, options.environment, isReturn: isReturn)
        }
        var lost: [Loss] = []
        if options.judgesLosses {
            lost = Loss.inDocumentOrder(
                judge.losses(of: carrier.root, becoming: trip.value, trip.records), document.bytes)
        }
        try enforce(options.losses, on: lost, from: from.label)
        var (carried, isKept) = (trip.carried, false)
        if options.losses == .carry {
            // A document that names its version in another way, or not at all, comes back with the version that the
            // plan writes.
            let isMarked = marks(of: from.label).allSatisfy { carrier.root[at: $0.pointer] == $0.value }
            let isWhole =
                isMarked && path.lossClass == .exact && trip.carried == carrier.carried
                && !judge.isNeeded(trip.records)
            (carried, isKept) = try kept(carrier, trip, judge, isWhole: isWhole, lost, options)
        }
        let (value, sidecar) = try carrier.finished(trip.value, carrying: carried)
        try checkRecognition(of: .value(value), on: path, from: carrier.root, document.bytes)
        var result = try self.result(of: value, isKept ? [] : lost, document, from, to: target, options)
        result.carried = sidecar
        result.carriedLosses = isKept ? lost : []
        result.outdatedCarried = trip.outdated + carrier.dropped(of: trip.carried)
        return result
    }

    /// The carried data after a way, and whether it contains all losses.
    private func kept(
        _ carrier: Carrier, _ trip: CarriedTrip, _ judge: LossJudge, isWhole: Bool, _ lost: [Loss],
        _ options: MigrationOptions
    ) throws -> (carried: CarriedData, isKept: Bool) {
        let path = judge.path
        let isLeft = path.from != path.to
        // Data kept for the version that is left belongs to an earlier document.
        var carried = isLeft ? trip.carried.without(path.from) : trip.carried
        if isWhole { return (carried, true) }
        guard isLeft, let back = judge.wayBack else {
            let cause =
                isLeft
                ? "there is no way back from version \(path.to) to \(path.from), which carrying needs"
                : "normalizing cannot be reversed, so nothing can be carried"
            try Self.enforce(lost, from: path.from, as: cause)
            return (carried, true)
        }
        let record = Carrier.record(of: carrier.root, path.from, becoming: trip.value, path.to) {
            () throws(MigrationError) in
            let written = asWritten(trip.value, over: path, options.environment)
            let home = try CarriedTrip(written, back, carried, self, options.environment, isReturn: true)
            return (home.value, home.isTolerant)
        }
        guard let record else { return (carried, true) }
        var all = carried
        all.records.append(record)
        guard try carrier.allows(all) else { return (carried, false) }
        carried = all
        return (carried, !options.carrying.isDropped)
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
