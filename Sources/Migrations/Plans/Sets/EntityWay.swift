import VersionedCodec

/// The steps of an entity of a set from a version to the target, and what judges its losses.
final class EntityWay {
    let entity: String
    let judge: LossJudge
    private let steps: [PreparedStep]
    private let known: PlanVersion.KnownMembers?
    private let manner: PreparedStep.Manner

    /// `nil` if a step needs more than operations.
    ///
    /// - `judges`: Whether losses are found.
    init?(
        _ entity: String, _ plan: MigrationPlan, _ path: MigrationPath, _ environment: MigrationEnvironment,
        judges: Bool, in memory: ArenaMemory
    ) {
        guard path.steps.allSatisfy({ if case .operations = $0.work { true } else { false } }) else { return nil }
        self.entity = entity
        judge = LossJudge(plan: plan, path: path, environment: environment)
        known = plan.known(by: path.to)
        steps = path.steps.map { PreparedStep(plan, $0, environment, in: memory) }
        var manner = PreparedStep.Manner()
        // Where every entity is judged, nothing need be found out before.
        manner.triesWayBack = judges && !judge.alwaysGoesBack
        manner.recordsLosses = judges && !judge.isNeeded(LossRecords())
        self.manner = manner
    }

    var isEmpty: Bool { steps.isEmpty }

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
