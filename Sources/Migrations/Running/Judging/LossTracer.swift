import VersionedCodec

/// Finds the operations that lost values, if none has recorded them: repeats the way there and back, and examines the
/// remains after each operation.
struct LossTracer {
    let judge: LossJudge
    let way: LossJudge.PreparedPath?
    let document: LossJudge.Document
    let result: Arena

    /// Whether the way back skips what the way there could not make.
    var toleratesAbsence = false

    /// The operations that wait in the result, where some do: they wait here as well.
    var deferred: DeferredScopes?

    /// Whether operations try what comes back, so that they may record more than they have.
    var triesWayBack = false

    /// What the repeated ways have shown.
    struct Trace {
        let search: LossSearch
        /// The records of the way there, and of the way back.
        let (there, back): ([Loss], [Loss])
    }

    func trace(_ losses: [Loss]) -> Trace {
        let before = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(before) }
        document.begin(in: before.arena)
        var search = LossSearch(losses, in: before.arena)
        // Where operations wait in the result, it does not show what is left.
        let rest = deferred == nil && way != nil ? search.rest(at: result.root, in: result) : .some
        if rest == .all {
            // Only the way back changes them.
            let back = runBack(search)
            if search.isDone { return Trace(search: search, there: [], back: back) }
            search = LossSearch(losses, in: before.arena)
        }
        let there = run(judge.wayThere, search) { memory in
            document.begin(in: memory.arena)
            return deferred.map { DeferredScopes(memory, threshold: $0.threshold, recording: .drop) }
        }
        // Of what is gone, the way back has nothing to record.
        if rest == .nothing, search.isDone { return Trace(search: search, there: there, back: []) }
        return Trace(search: search, there: there, back: runBack(search))
    }

    private func runBack(_ search: LossSearch) -> [Loss] {
        guard let way else { return [] }
        return run(way, search, toleratesAbsence: toleratesAbsence) { memory in
            judge.begin(memory.arena, with: result)
            return deferred?.copied(to: memory, recording: .drop)
        }
    }

    /// Returns the records of the operations.
    private func run(
        _ way: LossJudge.PreparedPath, _ search: LossSearch, toleratesAbsence: Bool = false,
        on begin: (ArenaMemory) -> DeferredScopes?
    ) -> [Loss] {
        let memory = ArenaPool.shared.take()
        let deferred = begin(memory)
        if let deferred { memory.arena.startDeferring(deferred) }
        var state = MigrationState(
            in: memory, plan: judge.plan, judge.environment, cameFrom: toleratesAbsence ? judge.path.from : nil,
            deferred: deferred)
        if !triesWayBack { state.skipTryingWayBack() }
        defer { state.finish() }
        do throws(MigrationError) {
            for step in way.steps where triesWayBack || !search.isDone { try run(step, in: &state, search) }
            if triesWayBack { try state.leaveOutUnknown(for: way.path.to, from: way.path.from) }
        } catch {
            // It has run before, which reported the failure.
        }
        return state.records.losses
    }

    private func run(
        _ prepared: PreparedStep, in state: inout MigrationState, _ search: LossSearch
    ) throws(MigrationError) {
        let step = prepared.step
        try state.run(step, prepared) { arena, operation in
            search.look(at: arena.root, in: arena, behind: operation, of: step.name)
        }
        let arena = try state.memory(step.to).arena
        switch step.work {
        case .operations: search.look(at: arena.root, in: arena, behind: nil, of: step.name)
        // A document of a model that cannot be written is reported elsewhere.
        case .bridge(let bridge, _):
            search.look(at: arena.root, in: arena, behind: bridge.description, of: step.name)
        }
    }
}
