import VersionedCodec

/// Takes a large document back, in an arena of its own, in which the changes to the children of large containers wait.
protocol LargeWayBack: AnyObject {
    /// Has the document that comes back.
    var memory: ArenaMemory { get }

    /// A copy of the document that it takes back, in which the changes of the way there wait.
    func makeMiddle() -> ArenaMemory

    /// Takes it back, but for what waits; `false` where the document must be in memory as a whole.
    func start() -> Bool

    /// Whether a change has failed that waited.
    var hasFailed: Bool { get }

    /// The changes to a child are made next. Children may be in others.
    func beginChild()

    /// Whether all records about the last begun child are of values that the text has.
    var hasRecordedValuesOfText: Bool { get }

    /// Forgets the records about the last begun child.
    func endChild()

    /// Hands over the memory.
    func finish()
}

/// The way back of a large document by its plan.
final class PlanWayBack: LargeWayBack {
    let memory: ArenaMemory
    private let judge: LossJudge
    private let result: Arena
    private let deferred: DeferredScopes
    /// The operations of both ways that wait.
    private let waiting: DeferredScopes
    private var state: MigrationState
    private var marks: [(there: LossRecords.Mark, back: LossRecords.Mark, fates: ValueFates)] = []

    /// - `result`: Holds the result, with `deferred`.
    init(_ judge: LossJudge, of result: Arena, _ deferred: DeferredScopes) {
        (self.judge, self.result, self.deferred) = (judge, result, deferred)
        memory = ArenaPool.shared.take()
        memory.arena.begin(asCopyOf: result)
        waiting = deferred.copied(to: memory, recording: .keep)
        memory.arena.startDeferring(waiting)
        state = MigrationState(in: memory, plan: judge.plan, judge.environment, deferred: waiting)
    }

    func makeMiddle() -> ArenaMemory {
        let memory = ArenaPool.shared.take()
        memory.arena.begin(asCopyOf: result)
        memory.arena.startDeferring(deferred.copied(to: memory, recording: .drop))
        return memory
    }

    func start() -> Bool {
        guard let wayBack = judge.wayBack, !judge.sortsMembers else { return false }
        state.skipTryingWayBack()
        do throws(MigrationError) {
            for step in wayBack.steps { try state.run(step.step, step) }
            try state.leaveOutUnknown(for: wayBack.path.to, from: wayBack.path.from)
            return true
        } catch {
            // A document whose way back fails is for the way over documents.
            return false
        }
    }

    var hasFailed: Bool { waiting.failure != nil }

    func beginChild() {
        marks.append((waiting.there.mark, waiting.back.mark, waiting.there.fates))
        waiting.there.fates = ValueFates()
    }

    var hasRecordedValuesOfText: Bool {
        (waiting.there.losses + waiting.back.losses).allSatisfy { $0.value.sourceOffset != nil }
    }

    func endChild() {
        let marks = marks.removeLast()
        waiting.there.forget(behind: marks.there)
        waiting.there.fates = marks.fates
        waiting.back.forget(behind: marks.back)
    }

    func finish() { state.finish() }
}
