public import VersionedCodec

/// What readers of one version of an API can make of payloads of another, entity by entity.
///
/// ```swift
/// let comparison = try shop.comparison(of: "2025-01", and: "2026-03")
/// comparison.backward                            // .compatible: whoever knows 2026-03 can read every payload of 2025-01
/// comparison.entities.map(\.entity)              // ["Order", "Customer"]
/// comparison.entities[0].comparison.forward      // what stands between an order of 2026-03 and a reader of 2025-01
/// ```
public struct PlanSetComparison: Sendable, Equatable {
    /// One entity.
    public struct EntityComparison: Sendable, Equatable {
        /// The name of the entity.
        public let entity: String

        /// The two versions of the entity, compared; the labels are its own. Of an entity that is in one of the two versions of the API only, there is no way
        /// to the other.
        public let comparison: VersionComparison
    }

    /// What the API is.
    public let name: String

    /// The older version of the API.
    public let older: String

    /// The newer version of the API.
    public let newer: String

    /// The entities that have versions.
    public let entities: [EntityComparison]

    /// Whether readers of the newer version can read payloads of the older one: the worst of all entities.
    public var backward: VersionComparison.Verdict { entities.map(\.comparison.backward.verdict).max() ?? .compatible }

    /// Whether readers of the older version can read payloads of the newer one: the worst of all entities.
    public var forward: VersionComparison.Verdict { entities.map(\.comparison.forward.verdict).max() ?? .compatible }

    /// Both at once: the worse of the two.
    public var full: VersionComparison.Verdict { max(backward, forward) }
}

extension PlanSet {
    /// Compares two versions of the API, in whichever order they are given.
    ///
    /// - `entity`: The only entity to compare; all unless said otherwise.
    /// - Throws: ``MigrationError`` for a version or an entity that the set does not have.
    public func comparison(
        of first: String, and second: String, entity name: String? = nil
    ) throws(MigrationError) -> PlanSetComparison {
        let given = [try pins(of: first), try pins(of: second)]
        let ordered = pins.filter { given.contains($0) }
        let (older, newer) = (ordered.first ?? given[0], ordered.last ?? given[1])
        let told = try name.map { (name) throws(MigrationError) in [try entity(of: name)] } ?? entities
        var compared: [PlanSetComparison.EntityComparison] = []
        for entity in told {
            guard let comparison = try entity.comparison(from: older, to: newer) else { continue }
            compared.append(PlanSetComparison.EntityComparison(entity: entity.name, comparison: comparison))
        }
        return PlanSetComparison(name: self.name, older: older.label, newer: newer.label, entities: compared)
    }
}

extension PlanSet.Entity {
    fileprivate func comparison(
        from old: VersionPins, to new: VersionPins
    ) throws(MigrationError) -> VersionComparison? {
        switch change(from: old, to: new) {
        case .envelope, .nowhere: return nil
        case .new(let label):
            // Nobody has payloads of it that are older; whoever knows only the older version cannot read the newer ones.
            return comparison(
                "none", label, backward: .compatible, forward: "version \(old.label) of the API has no such entity")
        case .gone(let label):
            return comparison(
                label, "none", backward: "version \(new.label) of the API has no such entity", forward: .compatible)
        case .moves(let plan, let from, let to):
            let comparison = try plan.comparison(of: from, and: to)
            // An API may go back to an older version of an entity: then it is the newer API that knows the older one.
            let isInOrder = comparison.older == from
            return VersionComparison(
                name: name, older: from, newer: to, backward: isInOrder ? comparison.backward : comparison.forward,
                forward: isInOrder ? comparison.forward : comparison.backward)
        }
    }

    /// The comparison of an entity that one of the versions does not have.
    private func comparison(
        _ older: String, _ newer: String, backward: Answer, forward: Answer
    ) -> VersionComparison {
        VersionComparison(
            name: name, older: older, newer: newer, backward: backward.direction(from: older, to: newer),
            forward: forward.direction(from: newer, to: older))
    }

    private enum Answer: ExpressibleByStringInterpolation {
        case compatible
        case incompatible(String)

        init(stringLiteral reason: String) { self = .incompatible(reason) }

        func direction(from: String, to target: String) -> VersionComparison.Direction {
            switch self {
            case .compatible:
                VersionComparison.Direction(
                    from: from, to: target, verdict: .compatible, lossClass: .exact, obstacles: [])
            case .incompatible(let reason):
                VersionComparison.Direction(
                    from: from, to: target, verdict: .incompatible, lossClass: nil,
                    obstacles: [.init(step: "\(from) → \(target)", reason: reason, lossClass: nil)])
            }
        }
    }
}

extension PlanSetComparison: CustomStringConvertible {
    /// The comparison in words: each entity, then all together.
    public var description: String {
        let heading = "\(name): \(older) and \(newer)\n"
        let entities = entities.map(\.comparison.entityDescription)
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
            var object: JSONObject = ["entity": .string(compared.entity)]
            for member in compared.comparison.json.object ?? [:] where member.key != "plan" {
                object[member.key] = member.value
            }
            return .object(object)
        }
        func verdict(_ verdict: VersionComparison.Verdict) -> JSONValue { ["verdict": .string(verdict.rawValue)] }
        return [
            "set": .string(name), "older": .string(older), "newer": .string(newer),
            "entities": .array(JSONArray(entities)), "backward": verdict(backward), "forward": verdict(forward),
            "full": verdict(full),
        ]
    }
}

extension VersionComparison {
    /// The comparison of an entity in words; one that stays as it is, in a line.
    fileprivate var entityDescription: String {
        older == newer ? "\(name): \(older), the same in both\n" : description
    }
}
