import VersionedCodec

/// Finds the operation that lost a value, if none has recorded it: repeats the way, and examines the remains after each
/// operation.
struct LossTracer {
    let judge: LossJudge
    let way: LossJudge.Way?
    let document: LossJudge.Document
    let result: Arena

    /// The operations that wait in the result, where some do: they wait here as well.
    var deferred: DeferredScopes?

    /// Gives losses without a step the step and the operation that gave them up; `false` where that takes a look at
    /// what waits.
    @discardableResult
    func name(_ losses: inout [Loss]) -> Bool {
        let before = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(before) }
        document.begin(in: before.arena)
        let search = LossSearch(losses, in: before.arena)
        run(judge.wayThere, search) { memory in
            document.begin(in: memory.arena)
            return deferred.map { DeferredScopes(memory, threshold: $0.threshold, recording: .drop) }
        }
        if let way {
            run(way, search) { memory in
                memory.arena.begin(asCopyOf: result)
                return deferred?.copied(to: memory, recording: .drop)
            }
        }
        search.name(&losses)
        return !search.hasMissed
    }

    private func run(_ way: LossJudge.Way, _ search: LossSearch, on begin: (ArenaMemory) -> DeferredScopes?) {
        let memory = ArenaPool.shared.take()
        let deferred = begin(memory)
        if let deferred { memory.arena.startDeferring(deferred) }
        var state = MigrationState(in: memory, plan: judge.plan, judge.environment, deferred: deferred)
        state.skipTryingWayBack()
        defer { state.finish() }
        for prepared in way.steps {
            if search.isDone { return }
            let step = prepared.step
            do throws(MigrationError) {
                try state.run(step, prepared) { arena, operation in
                    search.look(at: arena.root, in: arena, behind: operation, of: step.name)
                }
                if case .operations = step.work {
                    let arena = try state.memory(step.to).arena
                    search.look(at: arena.root, in: arena, behind: nil, of: step.name)
                }
                // A document of a model that cannot be written is reported elsewhere.
                if case .bridge(let bridge, _) = step.work {
                    let arena = try state.memory(step.to).arena
                    search.look(at: arena.root, in: arena, behind: bridge.description, of: step.name)
                }
            } catch {
                return  // It has run before, which reported the failure.
            }
        }
    }
}
