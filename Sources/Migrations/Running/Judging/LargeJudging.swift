import VersionedCodec

/// Judges a large document: the operations on the children of its large containers wait, and each child is taken there
/// and back, compared, and forgotten before the next one.
final class LargeJudging: DeferredComparison {
    private let judge: LossJudge
    private let wayBack: LossJudge.Way
    /// What became of the document, the operations that wait there, and what the others have recorded.
    private let result: Arena
    private let deferred: DeferredScopes
    private let records: LossJudge.Records
    /// Whether what an operation says of its own way back is true.
    private let isOwnWayBack: Bool

    /// What comes back, and the operations that wait there: those of both ways.
    private let memory: ArenaMemory
    private let waiting: DeferredScopes
    /// The records of operations that did not wait.
    private var attribution: LossAttribution
    /// The children that are being compared, each in the one before it.
    private var children: NestedChildren
    private var marks: [(there: LossJudge.Records.Mark, back: LossJudge.Records.Mark)] = []
    private var tracer: ChildTracer?
    private var losses: [Loss] = []
    private var mustBeWhole = false

    private init(
        _ judge: LossJudge, _ wayBack: LossJudge.Way, _ result: Arena, _ deferred: DeferredScopes,
        _ records: LossJudge.Records, isOwnWayBack: Bool
    ) {
        (self.judge, self.wayBack, self.result, self.deferred) = (judge, wayBack, result, deferred)
        (self.records, self.isOwnWayBack) = (records, isOwnWayBack)
        memory = ArenaPool.shared.take()
        memory.arena.begin(asCopyOf: result)
        waiting = deferred.copied(to: memory, recording: .keep)
        memory.arena.startDeferring(waiting)
        attribution = LossAttribution(records.losses, [])
        children = NestedChildren(in: result)
    }

    /// The losses of a document; `nil` where it must be judged as a whole.
    static func losses(
        _ judge: LossJudge, _ wayBack: LossJudge.Way, _ result: Arena, _ deferred: DeferredScopes,
        _ records: LossJudge.Records, isOwnWayBack: Bool
    ) -> [Loss]? {
        for toleratesAbsence in [false, true] {
            let judging = LargeJudging(judge, wayBack, result, deferred, records, isOwnWayBack: isOwnWayBack)
            do throws(MigrationError) {
                return try judging.run(toleratesAbsence: toleratesAbsence)
            } catch {
                // The reverse of an operation may lack only what was given up, or never there.
                guard error.code == .absent else { return nil }
            }
        }
        return nil
    }

    /// - `toleratesAbsence`: Whether the reverses of operations skip what is absent.
    private func run(toleratesAbsence: Bool) throws(MigrationError) -> [Loss]? {
        var state = MigrationState(
            in: memory, plan: judge.plan, judge.environment, toleratesAbsence: toleratesAbsence, deferred: waiting)
        defer { state.finish() }
        for step in wayBack.steps { try state.run(step.step, step) }
        try state.leaveOutUnknown(for: wayBack.path.to)
        attribution = LossAttribution(records.losses, state.records.losses)
        let before = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(before) }
        before.arena.begin(asReadBy: result)
        let lost = RestoredValues.lost(
            of: before.arena, in: memory.arena, orderSaysNothing: records.leftOut + state.records.leftOut,
            observer: self)
        if let failure = waiting.failure {
            if failure.isBack { throw failure.error }
            return nil
        }
        guard !mustBeWhole, memory.arena.haveDeferralsSucceeded else { return nil }
        var outer = lost.map { lost in
            Loss(
                lost, hasWayBack: true, isKept: lost.isLeft(in: result, at: lost.path, from: result.root),
                attribution.record(of: lost), isOwnWayBack: isOwnWayBack)
        }
        if outer.contains(where: { $0.step == nil }) {
            let tracer = LossTracer(
                judge: judge, way: wayBack, document: .read(by: result), result: result, deferred: deferred)
            guard tracer.name(&outer) else { return nil }
        }
        return losses + outer
    }

    // MARK: Children

    func begin(_ child: DeferredChild, in container: JSONPointer) {
        children.enter(child, in: container)
        tracer?.enter(child, in: container)
        marks.append((waiting.there.mark, waiting.back.mark))
    }

    func end(_ lost: [LostValue]) {
        if !lost.isEmpty { losses += named(lost) }
        children.leave()
        tracer?.leave()
        let marks = marks.removeLast()
        waiting.there.forget(behind: marks.there)
        waiting.back.forget(behind: marks.back)
    }

    func orderSaysNothing(ofArrayAt offset: Int) -> Bool {
        waiting.there.leftOut.contains(offset) || waiting.back.leftOut.contains(offset)
    }

    /// The losses of the child that is being compared.
    private func named(_ lost: [LostValue]) -> [Loss] {
        var own = LossAttribution(waiting.there.losses, waiting.back.losses)
        let child = children.node()
        let depth = children.depth
        var losses = lost.map { lost in
            let path = JSONPointer(Array(lost.path.tokens.dropFirst(depth)))
            return Loss(
                lost, hasWayBack: true, isKept: child.map { lost.isLeft(in: result, at: path, from: $0) } ?? false,
                own.record(of: lost) ?? attribution.record(of: lost), isOwnWayBack: isOwnWayBack)
        }
        if losses.contains(where: { $0.step == nil }) {
            let tracer = tracer ?? ChildTracer(children, of: result, memory.arena, waiting)
            self.tracer = tracer
            if !tracer.name(&losses) { mustBeWhole = true }
        }
        return losses
    }
}

extension LossJudge {
    /// The losses of a large document, some of whose operations wait; `nil` where it must be judged as a whole.
    ///
    /// - `result`: Has what became of it, with `deferred` waiting there, and still has that afterwards.
    func losses(ofLarge result: Arena, _ records: Records, _ deferred: DeferredScopes) -> [Loss]? {
        guard let wayBack else { return nil }
        return LargeJudging.losses(self, wayBack, result, deferred, records, isOwnWayBack: isOwnWayBack)
    }
}
