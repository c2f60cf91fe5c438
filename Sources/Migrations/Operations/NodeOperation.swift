import VersionedCodec

/// An operation that changes the value at a path on the nodes of the document: it first decides what is to be done,
/// and then does it. Values that it only moves are not looked at.
protocol NodeOperation: PlaceOperation {
    /// What is to be done.
    associatedtype Work

    /// Decides what is to be done with a value, and records what it loses. Nothing changes.
    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work>

    /// Does what was decided.
    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) throws(MigrationError)
}

/// What a `NodeOperation` does with a value.
struct NodeDecision<Work> {
    /// `nil`: the value stays as it is.
    let work: Work?

    /// Whether the way back is known to restore the value; otherwise it is tried.
    let comesBack: Bool

    /// Whether an error may come up when something has been changed.
    var mayFailMidway = false
}

extension NodeOperation {
    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(place) { return }
        context.enter(.pointer(path))
        defer { context.leave() }
        let marks = (losses: context.losses.count, anyOrders: context.anyOrders.count)
        do throws(MigrationError) {
            let decision = try decide(place, in: &context)
            try make(decision, at: place, since: marks.losses, &context)
        } catch {
            guard skips(error) else {
                var error = error
                context.locate(&error, from: place)
                throw error
            }
            context.forget(behind: marks)
            if context.triesWayBack { doubtIfChangedByWayBack(context.value(place), &context) }
        }
    }

    private func make(
        _ decision: NodeDecision<Work>, at place: NodeID, since count: Int, _ context: inout OperationContext
    ) throws(MigrationError) {
        let arena = context.arena
        // An order that the plan declares irrelevant is noted in any case.
        let isTried = !decision.comesBack && (context.triesWayBack || rules.anyOrder)
        let before = isTried ? context.value(place) : JSONValue?.none
        if let work = decision.work {
            let kept = decision.mayFailMidway ? arena.snapshot(of: place) : ArenaSnapshot?.none
            do throws(MigrationError) {
                try make(work, at: place, in: &context)
            } catch {
                if let kept { arena.restore(kept) }
                throw error
            }
        }
        context.mark(.isChange, from: count)
        if let before {
            let after = decision.work == nil ? before : context.value(place)
            noteLosses(of: before, becoming: after, since: count, &context)
        }
    }

    func remade(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        let arena = context.arena
        let marks = arena.marks
        defer { arena.release(to: marks) }
        return try arena.withoutRecording { () throws(MigrationError) -> JSONValue in
            let place = arena.make(value)
            if let work = try decide(place, in: &context).work { try make(work, at: place, in: &context) }
            return arena.value(of: place)
        }
    }
}
