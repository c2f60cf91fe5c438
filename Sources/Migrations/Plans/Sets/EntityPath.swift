import VersionedCodec

/// The steps of an entity of a set from a version to the target, and what judges its losses.
final class EntityPath {
    let entity: String
    let judge: LossJudge
    private let steps: [PreparedStep]
    private let known: PlanVersion.KnownMembers?
    /// The places that name the versions at both ends.
    private let marks: (from: [JSONPointer], to: [JSONPointer])
    private let manner: PreparedStep.Manner

    /// What is done about losses.
    enum Losing {
        /// They are found: each entity that may lose something is judged.
        case find
        /// What operations record of them is kept, until the entity has been compared.
        case record
        case ignore
    }

    /// `nil` if a step needs more than operations.
    init?(
        _ entity: String, _ plan: MigrationPlan, _ path: MigrationPath, _ environment: MigrationEnvironment,
        _ losing: Losing, in memory: ArenaMemory
    ) {
        guard path.steps.allSatisfy({ if case .operations = $0.work { true } else { false } }) else { return nil }
        self.entity = entity
        judge = LossJudge(plan: plan, path: path, environment: environment)
        known = plan.known(by: path.to)
        marks = (plan.marks(of: path.from).map(\.pointer), plan.marks(of: path.to).map(\.pointer))
        steps = path.steps.map { PreparedStep(plan, $0, environment, in: memory) }
        var manner = PreparedStep.Manner()
        // Where every entity is judged, nothing need be found out before.
        manner.triesWayBack = losing == .find && !judge.alwaysGoesBack
        manner.recordsLosses = losing == .record || losing == .find && !judge.isNeeded(LossRecords())
        self.manner = manner
    }

    var isEmpty: Bool { steps.isEmpty }

    /// Whether an entity names its version before the steps; `nil` if the version is never named.
    func isNamed(_ node: NodeID, in arena: Arena) -> Bool? {
        marks.from.isEmpty ? nil : marks.from.contains { !arena.find($0, from: node).isNone }
    }

    /// Takes out of an entity what names its version after the steps.
    func leaveUnnamed(_ node: NodeID, in arena: Arena) {
        for place in marks.to where !place.isRoot {
            let mark = arena.find(place, from: node)
            if !mark.isNone { arena.detach(mark) }
        }
    }

    /// Runs the steps on a node of an arena, and returns what they have recorded.
    func run(in memory: ArenaMemory, at node: NodeID) throws(MigrationError) -> LossRecords {
        let arena = memory.arena
        var (records, manner) = (LossRecords(), manner)
        manner.saysVersionAsString = judge.plan.saysVersionAsString { arena.value(at: $0, from: node) }
        for step in steps { try step.run(in: memory, manner, &records, at: node) }
        if let known { records.losses += judge.plan.leaveOutUnknown(known, by: judge.path.to, in: arena, at: node) }
        return records
    }
}

extension Loss {
    /// The loss as one of an entity of a payload.
    func of(_ entity: String) -> Loss {
        var loss = self
        loss.step = loss.step.map { "\(entity) \($0)" }
        loss.version = loss.version.map { "\($0) of \(entity)" }
        return loss
    }

    /// The loss with its path from a value that holds the one that the path has begun at.
    func moved(into path: JSONPointer) -> Loss {
        var loss = self
        loss.path = path.appending(loss.path)
        return loss
    }

    /// The loss with its path from a value on it.
    func within(_ path: JSONPointer) -> Loss {
        var loss = self
        loss.path = JSONPointer(Array(loss.path.tokens.dropFirst(path.tokens.count)))
        return loss
    }
}
