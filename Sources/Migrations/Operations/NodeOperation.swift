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
        var work: Work?
        try context.change(
            self, in: scope,
            decide: { (place, context) throws(MigrationError) in
                let decision = try decide(place, in: &context)
                work = decision.work
                return NodeDecision(
                    work: work == nil ? nil : (), comesBack: decision.comesBack,
                    mayFailMidway: decision.mayFailMidway)
            },
            make: { (place, context) throws(MigrationError) in
                if let work { try make(work, at: place, in: &context) }
            })
    }

    func remade(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        try context.remade(value) { (place, context) throws(MigrationError) in
            if let work = try decide(place, in: &context).work { try make(work, at: place, in: &context) }
        }
    }
}

/// What is the same for all operations is compiled once: it would be long code for each of them.
extension OperationContext {
    /// What a function makes of a value outside of the document.
    @inline(never)
    fileprivate mutating func remade(
        _ value: JSONValue, by change: (NodeID, inout OperationContext) throws(MigrationError) -> Void
    ) throws(MigrationError) -> JSONValue {
        let arena = arena
        let trial = arena.startTrial()
        defer { arena.end(trial) }
        return try arena.withoutRecording { () throws(MigrationError) -> JSONValue in
            let place = arena.make(value)
            try change(place, &self)
            return arena.value(of: place)
        }
    }

    /// Changes the value at the path of an operation, by its rules.
    ///
    /// - `decide`: Decides what is to be done; nothing changes.
    /// - `make`: Does it.
    @inline(never)
    fileprivate mutating func change(
        _ operation: any PlaceOperation, in scope: NodeID,
        decide: (NodeID, inout OperationContext) throws(MigrationError) -> NodeDecision<Void>,
        make: (NodeID, inout OperationContext) throws(MigrationError) -> Void
    ) throws(MigrationError) {
        let (path, rules) = (operation.path, operation.rules)
        guard let place = try find(path, in: scope, rules) else { return }
        if leavesAlone(place) { return }
        enter(.pointer(path))
        defer { leave() }
        let marks = (losses: losses.count, anyOrders: anyOrders.count)
        do throws(MigrationError) {
            let decision = try decide(place, &self)
            // An order that the plan declares irrelevant is noted in any case.
            let isTried = !decision.comesBack && (triesWayBack || rules.anyOrder)
            let before = isTried ? value(place) : JSONValue?.none
            if decision.work != nil {
                let kept = decision.mayFailMidway ? arena.snapshot(of: place) : ArenaSnapshot?.none
                do throws(MigrationError) {
                    if kept == nil {
                        try make(place, &self)
                    } else {
                        _ = try withOwnFates { (context) throws(MigrationError) in
                            try make(place, &context)
                            return true
                        }
                    }
                } catch {
                    if let kept { arena.restore(kept) }
                    throw error
                }
            }
            mark(.isChange, from: marks.losses)
            if let before {
                let after = decision.work == nil ? before : value(place)
                operation.noteLosses(of: before, becoming: after, since: marks.losses, &self)
            }
        } catch {
            var error = inPart(error, of: place)
            guard operation.skips(error) else {
                locate(&error, from: place)
                throw error
            }
            forget(behind: marks)
            if triesWayBack { operation.doubtIfChangedByWayBack(value(place), &self) }
        }
    }
}
