import VersionedCodec

/// Judges a large document: the operations on the children of its large containers wait, and each child is taken there
/// and back, compared, and forgotten before the next one.
final class LargeJudging: DeferredComparison {
    private let judge: LossJudge
    /// The way back, if there is one.
    private let wayBack: LossJudge.PreparedPath?
    /// The result, its deferred operations, and the records of the others.
    private let result: Arena
    private let deferred: DeferredScopes
    private let records: LossRecords

    /// The document that came back, and its deferred operations: those of both ways. Without a way back, the result.
    private let memory: ArenaMemory
    private let waiting: DeferredScopes
    /// The records of operations that did not wait; see `attributions`.
    private var outer: [LossAttribution] = []
    /// The children that are being compared, each in the one before it, as they are in the result.
    private var children: NestedChildren
    private var marks: [Marks] = []
    private var tracer: ChildTracer?
    /// The document, while it is compared.
    private let before = ArenaPool.shared.take()
    /// The shapes of children, with what they have lost.
    private var shapes = ComparedShapes()
    private var losses = PackedLosses()
    private var mustBeWhole = false

    /// What had been recorded when a child was begun.
    private struct Marks {
        let there: LossRecords.Mark
        let back: LossRecords.Mark
        let fates: ValueFates
    }

    /// - `result`: Holds the result, with `deferred`, and still does afterwards.
    init(_ judge: LossJudge, _ result: Arena, _ deferred: DeferredScopes, _ records: LossRecords) {
        (self.judge, self.result, self.deferred, self.records) = (judge, result, deferred, records)
        wayBack = judge.wayBack
        memory = ArenaPool.shared.take()
        memory.arena.begin(asCopyOf: result)
        waiting = deferred.copied(to: memory, recording: .keep)
        memory.arena.startDeferring(waiting)
        children = NestedChildren(in: result)
    }

    /// The losses of the document; `nil` where it must be judged as a whole.
    ///
    /// - `toleratesAbsence`: Whether operations of the way back skip what the way there could not make.
    func run(toleratesAbsence: Bool) throws(MigrationError) -> LossList? {
        var state = MigrationState(
            in: memory, plan: judge.plan, judge.environment, cameFrom: toleratesAbsence ? judge.path.from : nil,
            deferred: waiting)
        defer { state.finish() }
        if let wayBack {
            for step in wayBack.steps { try state.run(step.step, step) }
            try state.leaveOutUnknown(for: wayBack.path.to, from: wayBack.path.from)
            try judge.checkRecognition(of: .arena(memory.arena))
        }
        outer = attributions(records.losses, state.records.losses)
        defer { ArenaPool.shared.keep(before) }
        before.arena.begin(asReadBy: result)
        defer { shapes.stopRecording() }
        let lost = compare(before.arena, state.records)
        if let failure = waiting.failure {
            if failure.isBack { throw failure.error }
            deferred.fail(as: waiting)
            return nil
        }
        guard let lost, !mustBeWhole, memory.arena.haveDeferralsSucceeded else { return nil }
        // The reason for a whole container depends on the losses of its children.
        let isLostWithChildren = lost.contains { !$0.isOrder && $0.span.map(result.holdsDeferredChanges) ?? false }
        if isLostWithChildren { return nil }
        var none = attributions([], [])
        let left = left(below: result.root)
        var named = lost.map { loss(of: $0, at: $0.path, from: result.root, left, &none) }
        if named.contains(where: { $0.step == nil }) {
            let tracer = LossTracer(
                judge: judge, way: wayBack, document: .read(by: result), result: result,
                toleratesAbsence: toleratesAbsence, deferred: deferred, triesWayBack: judge.mayTryValues)
            let trace = tracer.trace(named)
            if trace.search.hasMissed { return nil }
            if judge.mayTryValues {
                (outer, none) = ([attribution(trace)], [LossAttribution([], [], isOwnWayBack: isOwnWayBack)])
                named = zip(lost, named).map { lost, loss in
                    loss.step == nil ? self.loss(of: lost, at: lost.path, from: result.root, left, &none) : loss
                }
            }
            trace.search.name(&named)
        }
        for loss in named { losses.append(loss) }
        return .packed(losses)
    }

    /// The losses outside of children; `nil` if the children cannot be judged one after another.
    private func compare(_ before: Arena, _ recordsBack: LossRecords) -> [LostValue]? {
        if wayBack != nil {
            let lost = RestoredValues.lost(
                of: before, in: memory.arena, orderIsIrrelevant: records.irrelevantOrders(with: recordsBack),
                observer: self)
            return judge.withoutMarks(lost, hasWayBack: true)
        }
        return Remains.gone(
            of: before, in: memory.arena, changed: records.changed, fates: records.fates, observer: self
        ).map { judge.withoutMarks($0, hasWayBack: false) }
    }

    /// - Parameters:
    ///   - path: Where the value is in a value of the result.
    ///   - own: The records of operations that have waited on the child that the value is in.
    private func loss(
        of lost: LostValue, at path: JSONPointer, from start: NodeID?, _ left: RemainingValues?,
        _ own: inout [LossAttribution]
    ) -> Loss {
        let hasWayBack = wayBack != nil
        let isKept = hasWayBack ? start.map { lost.isLeft(in: result, at: path, from: $0) } ?? false : false
        for number in own.indices {
            var found = own[number].finding(of: lost, isKept: isKept) { left?.hold(lost) == true }
            if found == nil {
                found = outer[number].finding(of: lost, isKept: isKept) { left?.hold(lost) == true }
                // Others of the shape have no such record.
                if found != nil { memory.arena.giveUpRecordingOfValue() }
            }
            if let found { return Loss(lost, hasWayBack: hasWayBack, isKept: isKept, found) }
        }
        return Loss(lost, hasWayBack: hasWayBack, isKept: isKept, nil)
    }

    /// What names a loss: first the records that operations make in small documents as well, then all of them.
    private func attributions(_ there: [Loss], _ back: [Loss]) -> [LossAttribution] {
        let all = LossAttribution(there, back, isOwnWayBack: isOwnWayBack)
        if !judge.alwaysGoesBack { return [all] }
        let isUntried = { (record: Loss) in !record.traits.contains(.isTried) }
        return [LossAttribution(there.filter(isUntried), back.filter(isUntried), isOwnWayBack: isOwnWayBack), all]
    }

    /// What names the losses that no record of the ways has named: all records of ways that were repeated.
    private func attribution(_ trace: LossTracer.Trace) -> LossAttribution {
        LossAttribution(trace.there, trace.back, isOwnWayBack: isOwnWayBack)
    }

    /// The values that are left in a part of the result, where a value may be in two places. A copy elsewhere is not
    /// seen.
    private func left(below root: NodeID?) -> RemainingValues? {
        wayBack != nil && judge.mayCopy ? root.map { RemainingValues(in: result, below: $0) } : nil
    }

    private var isOwnWayBack: Bool { wayBack != nil && judge.isOwnWayBack }

    // MARK: Children

    func tell(_ child: DeferredChild, in container: JSONPointer, at place: () -> JSONPointer) -> Bool {
        if !children.isEmpty {
            // A child in another one that is being compared is a part of that.
            shapes.stopRecording()
            return false
        }
        if judge.marksVersions(within: container) { return false }
        guard shapes.find(child, in: before.arena) else {
            let traced = tracer.map { [$0.documentArena, $0.wayArena] } ?? []
            shapes.startRecording(child, in: memory.arena, and: [before.arena, result] + traced)
            return false
        }
        guard let known = shapes.notes as? ChildLosses, !known.kinds.isEmpty else { return true }
        let place = place()
        shapes.forEachNotedValue { number, value in losses.append(known.kinds[number], below: place, value.value) }
        return true
    }

    func begin(_ child: DeferredChild, in container: JSONPointer) {
        if !children.isEmpty { shapes.stopRecording() }
        children.enter(child, in: container)
        tracer?.enter(child, in: container)
        marks.append(Marks(there: waiting.there.mark, back: waiting.back.mark, fates: waiting.there.fates))
        waiting.there.fates = ValueFates()
    }

    func end(_ lost: [LostValue], differs: Bool) {
        let lost = judge.withoutMarks(lost, hasWayBack: wayBack != nil)
        let named = lost.isEmpty ? [] : named(lost)
        for loss in named { losses.append(loss) }
        keepShape(named)
        children.leave()
        tracer?.leave()
        let marks = marks.removeLast()
        waiting.there.forget(behind: marks.there)
        waiting.there.fates = marks.fates
        waiting.back.forget(behind: marks.back)
    }

    /// Keeps the shape of the child that has been compared, if others of that shape lose the values in the same places.
    private func keepShape(_ named: [Loss]) {
        guard shapes.isRecording else { return }
        let offsets = named.compactMap(\.value.sourceOffset)
        let records = waiting.there.losses + waiting.back.losses
        // Values made on the way are distinguished by their contents.
        guard offsets.count == named.count, records.allSatisfy({ $0.value.sourceOffset != nil }),
            named.allSatisfy({ $0.details.computation == nil && !$0.details.isOfOneDocument })
        else {
            return shapes.stopRecording()
        }
        let depth = children.depth
        let kinds = named.map { loss in
            var loss = loss
            loss.path = JSONPointer(Array(loss.path.tokens.dropFirst(depth)))
            return losses.kind(of: loss)
        }
        shapes.keep(ChildLosses(kinds), noting: offsets)
    }

    func orderIsIrrelevant(ofArrayAt offset: Int) -> Bool {
        waiting.there.isOrderIrrelevant(ofArrayAt: offset, with: waiting.back)
    }

    var changes: (changed: [Int], fates: ValueFates) {
        (marks.last.map { waiting.there.changed(since: $0.there) } ?? [], waiting.there.fates)
    }

    /// The losses of the child that is being compared.
    private func named(_ lost: [LostValue]) -> [Loss] {
        let child = wayBack == nil ? nil : children.node()
        var own = attributions(waiting.there.losses, waiting.back.losses)
        let (depth, left) = (children.depth, left(below: child))
        func named(_ lost: LostValue) -> Loss {
            loss(of: lost, at: JSONPointer(Array(lost.path.tokens.dropFirst(depth))), from: child, left, &own)
        }
        var losses = lost.map(named)
        if losses.contains(where: { $0.step == nil }) {
            if tracer == nil { shapes.stopRecording() }  // It has arenas of its own, which have noted nothing.
            let tracer =
                tracer ?? ChildTracer(children, of: result, memory.arena, waiting, triesWayBack: judge.mayTryValues)
            self.tracer = tracer
            guard let trace = tracer.trace(losses) else {
                mustBeWhole = true
                return losses
            }
            if judge.mayTryValues {
                own = [attribution(trace)]
                losses = zip(lost, losses).map { lost, loss in loss.step == nil ? named(lost) : loss }
            }
            trace.search.name(&losses)
        }
        return losses
    }
}

extension LossJudge {
    /// The losses of a large document, some of whose operations wait; `nil` where it must be judged as a whole.
    ///
    /// - `result`: Holds the result, with `deferred`, and still does afterwards.
    func losses(ofLarge result: Arena, _ records: LossRecords, _ deferred: DeferredScopes) -> LossList? {
        if sortsMembers { return nil }
        for toleratesAbsence in [false, true] {
            do throws(MigrationError) {
                return try LargeJudging(self, result, deferred, records).run(toleratesAbsence: toleratesAbsence)
            } catch {
                // An operation may lack what the way there could not make.
                if error.code != .absent { return nil }
            }
        }
        return nil
    }
}
