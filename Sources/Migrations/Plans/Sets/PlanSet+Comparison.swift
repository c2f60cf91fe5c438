public import VersionedCodec

extension PlanSet {
    /// A comparison of two versions of an API, entity by entity: which payloads of one can be read by readers of the
    /// other.
    ///
    /// ```swift
    /// let comparison = try shop.comparison(of: "2025-01", and: "2026-03")
    /// comparison.backward    // .compatible: programs that know 2026-03 can read every payload of 2025-01
    /// comparison.entities.map(\.entity)              // ["Order", "Customer"]
    /// comparison.entities[0].forward                 // the obstacles between an order of 2026-03 and a reader of
    /// 2025-01
    /// ```
    public struct Comparison: Sendable, Equatable {
        /// One entity.
        public struct EntityComparison: Sendable, Equatable {
            /// The name of the entity.
            public let entity: String

            /// The label of the entity in the older version of the API; `nil` if that version does not have it.
            public let older: String?

            /// The label of the entity in the newer version of the API; `nil` if that version does not have it.
            public let newer: String?

            /// Whether readers of the newer version can read payloads of the older one.
            public let backward: VersionComparison.Direction

            /// Whether readers of the older version can read payloads of the newer one.
            public let forward: VersionComparison.Direction

            /// Both directions: the worse of the two.
            public var full: VersionComparison.Verdict { max(backward.verdict, forward.verdict) }
        }

        /// The name of the API.
        public let name: String

        /// The older version of the API.
        public let older: String

        /// The newer version of the API.
        public let newer: String

        /// The entities with versions.
        public let entities: [EntityComparison]

        /// Whether readers of the newer version can read payloads of the older one: the worst result of all entities.
        public var backward: VersionComparison.Verdict { entities.map(\.backward.verdict).max() ?? .compatible }

        /// Whether readers of the older version can read payloads of the newer one: the worst result of all entities.
        public var forward: VersionComparison.Verdict { entities.map(\.forward.verdict).max() ?? .compatible }

        /// Both directions: the worse of the two.
        public var full: VersionComparison.Verdict { max(backward, forward) }
    }
}

extension PlanSet {
    /// Compares two versions of the API, in either order.
    ///
    /// - `entity`: The only entity to compare; by default all.
    /// - Throws: ``MigrationError`` for a version or an entity that is not in the set.
    public func comparison(
        of first: String, and second: String, entity name: String? = nil
    ) throws(MigrationError) -> PlanSet.Comparison {
        let given = [try pins(of: first), try pins(of: second)]
        let ordered = pins.filter { given.contains($0) }
        let (older, newer) = (ordered.first ?? given[0], ordered.last ?? given[1])
        let chosen = try name.map { (name) throws(MigrationError) in [try entity(of: name)] } ?? entities
        var compared: [PlanSet.Comparison.EntityComparison] = []
        for entity in chosen { compared += [try entity.comparison(from: older, to: newer)].compactMap { $0 } }
        return PlanSet.Comparison(name: self.name, older: older.label, newer: newer.label, entities: compared)
    }
}

extension PlanSet.Entity {
    fileprivate func comparison(
        from old: VersionPins, to new: VersionPins
    ) throws(MigrationError) -> PlanSet.Comparison.EntityComparison? {
        switch change(from: old, to: new) {
        case .envelope, .nowhere: return nil
        // Readers that do not know it yet can have no payloads of it; nothing is known of the others.
        case .new(let label):
            return PlanSet.Comparison.EntityComparison(
                entity: name, older: nil, newer: label, backward: .nothing(from: old, to: label),
                forward: .unknown(name, from: label, to: old))
        case .gone(let label):
            return PlanSet.Comparison.EntityComparison(
                entity: name, older: label, newer: nil, backward: .unknown(name, from: label, to: new),
                forward: .nothing(from: new, to: label))
        case .moves(let plan, let from, let to):
            let comparison = try plan.comparison(of: from, and: to)
            // An API may go back to an older version of an entity: then it is the newer API that knows the older one.
            let isInOrder = comparison.older == from
            return PlanSet.Comparison.EntityComparison(
                entity: name, older: from, newer: to, backward: isInOrder ? comparison.backward : comparison.forward,
                forward: isInOrder ? comparison.forward : comparison.backward)
        }
    }
}

extension VersionComparison.Direction {
    /// The comparison for an entity without payloads.
    fileprivate static func nothing(from: VersionPins, to target: String) -> Self {
        Self(from: from.label, to: target, verdict: .compatible, lossClass: .exact, obstacles: [])
    }

    /// The comparison for an entity that the readers do not know.
    fileprivate static func unknown(_ entity: String, from: String, to target: VersionPins) -> Self {
        Self(
            from: from, to: target.label, verdict: .incompatible, lossClass: nil,
            obstacles: [
                .init(
                    step: "\(from) → \(target.label)",
                    reason: "version \(target.label) of the API has no entity \(MigrationPlan.quoted(entity))",
                    lossClass: nil)
            ])
    }
}

extension PlanSet.Comparison: CustomStringConvertible {
    /// The comparison in words: each entity, then all of them.
    public var description: String {
        let heading = "\(name): \(older) and \(newer)\n"
        let entities = entities.map { $0.text(older: older, newer: newer) }
        let summary = """
            \(name)
            backward: \(backward.rawValue)
            forward: \(forward.rawValue)
            full: \(full.rawValue)

            """
        return ([heading] + entities + [summary]).joined(separator: "\n")
    }

    /// The comparison as JSON.
    ///
    /// ```json
    /// {"set": "Shop API", "older": "2025-01", "newer": "2026-03",
    ///  "entities": [{"entity": "Order", "older": "1", "newer": "2", "backward": {…}, "forward": {…}, "full": {…}}],
    ///  "backward": {"verdict": "compatible"}, "forward": {"verdict": "lossy"}, "full": {"verdict": "lossy"}}
    /// ```
    public var json: JSONValue {
        let entities = entities.map { compared -> JSONValue in
            [
                "entity": .string(compared.entity), "older": compared.older.map { .string($0) } ?? .null,
                "newer": compared.newer.map { .string($0) } ?? .null, "backward": compared.backward.json,
                "forward": compared.forward.json, "full": verdict(compared.full),
            ]
        }
        func verdict(_ verdict: VersionComparison.Verdict) -> JSONValue { ["verdict": .string(verdict.rawValue)] }
        return [
            "set": .string(name), "older": .string(older), "newer": .string(newer),
            "entities": .array(JSONArray(entities)), "backward": verdict(backward), "forward": verdict(forward),
            "full": verdict(full),
        ]
    }
}

extension PlanSet.Comparison.EntityComparison {
    /// The comparison in words, with the labels of the API for an entity that one of its versions does not have.
    fileprivate func text(older api: String, newer: String) -> String {
        switch (older, self.newer) {
        case (let label?, self.newer) where label == self.newer: return "\(entity): \(label), the same in both\n"
        case (nil, let label?):
            return
                "\(entity): new in \(newer), version \(label)\n\nforward: incompatible\n    Programs that know \(api) do not know it.\n"
        case (let label?, nil):
            return
                "\(entity): gone in \(newer), was version \(label)\n\nbackward: incompatible\n    Programs that know \(newer) do not know it.\n"
        default:
            return VersionComparison(
                name: entity, older: older ?? "", newer: self.newer ?? "", backward: backward, forward: forward
            ).description
        }
    }
}
