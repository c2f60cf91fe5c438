public import VersionedCodec

extension PlanSet {
    /// The results of migrating a payload of a plan set to other versions of the API and back.
    public struct RoundTrips: Sendable {
        /// The version of the API at which the trips begin and end.
        public let from: String

        /// Whether the payload first had to be migrated to that version, because its entities do not match any single
        /// version of the API.
        public let isMixed: Bool

        /// The losses of that migration.
        public let losses: [Loss]

        /// The trips, in the order of the versions; their labels are those of the API.
        public let trips: [RoundTrip]
    }
}

extension PlanSet {
    /// Migrates a payload to every other version of the API and back, and compares.
    ///
    /// ```swift
    /// // Each difference is listed as a loss:
    /// try shop.roundTrips(of: page, entity: "OrderPage").trips.allSatisfy(\.isSound)    // true
    /// ```
    ///
    /// The version of a payload is the newest version of the API that needs no step. A payload with entities of several
    /// versions is first migrated to the newest version.
    ///
    /// - `source`: The label of the version of the API that the payload comes from, for entities that name no version.
    /// - `context`: The facts from outside that operations can read.
    /// - Throws: ``MigrationError`` for an entity whose version cannot be determined, for an entity or a version that
    ///   is not in the set, and for a payload of several versions that does not fit a step.
    /// - Complexity: O(versions × bytes × steps)
    public func roundTrips(
        of document: JSONDocument, entity name: String, from source: String? = nil, context: JSONValue? = nil
    ) throws(MigrationError) -> PlanSet.RoundTrips {
        let (entity, pinned) = (
            try entity(of: name), try source.map { (label) throws(MigrationError) in try pins(of: label) }
        )
        let options = MigrationOptions(context: context)
        let document = document.withoutCarriedData
        func converted(
            _ value: JSONValue, to target: VersionPins, from: VersionPins?, judgesLosses: Bool = false
        ) throws(MigrationError) -> Passed {
            var state = SetMigrationState(
                set: self, document: document, target: target, source: from,
                environment(of: entity, for: target, options))
            state.judgesLosses = judgesLosses
            var value = value
            let isChanged = try state.convert(&value, entity)
            let losses = Loss.inDocumentOrder(state.losses, document.bytes)
            return Passed(value: value, losses: losses, isChanged: isChanged)
        }
        var home = pinned ?? pins.last
        var isMixed = true
        for candidate in [pinned].compactMap({ $0 }) + pins.reversed() {
            // An entity without a place in a version, or without a path to it, is not of that version.
            guard let passed = try? converted(document.root, to: candidate, from: pinned), !passed.isChanged else {
                continue
            }
            (home, isMixed) = (candidate, false)
            break
        }
        guard let home else { return PlanSet.RoundTrips(from: "", isMixed: false, losses: [], trips: []) }
        let start = try converted(document.root, to: home, from: pinned, judgesLosses: isMixed)
        let trips = pins.filter { $0.label != home.label }.map { through in
            var losses: [Loss] = []
            let outcome = Self.outcome(from: start.value) { () throws(MigrationError) in
                let out = try converted(start.value, to: through, from: home, judgesLosses: true)
                losses = out.losses
                return (try converted(out.value, to: home, from: through).value, losses)
            }
            return RoundTrip(from: home.label, through: through.label, outcome: outcome, losses: losses)
        }
        return PlanSet.RoundTrips(from: home.label, isMixed: isMixed, losses: start.losses, trips: trips)
    }

    /// The result of a way through a set for a value.
    private struct Passed {
        let value: JSONValue
        let losses: [Loss]
        let isChanged: Bool
    }

    private static func outcome(
        from start: JSONValue, _ trip: () throws(MigrationError) -> (value: JSONValue, losses: [Loss])
    ) -> RoundTrip.Outcome {
        do {
            let home = try trip()
            let additions = Loss.Difference.between(start, home.value, areOneDocument: true).filter {
                $0.before == nil
            }
            return .returned(RoundTrip.Returned(losses: home.losses, additions: additions))
        } catch {
            return .of(error)
        }
    }
}
