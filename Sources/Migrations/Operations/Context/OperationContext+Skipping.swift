import VersionedCodec

/// The cost of a rule to skip: an operation may leave a document as it is that its way back changes.
extension OperationContext {
    /// Notes that an operation has left the document as it is because of a rule: where something is that it
    /// writes, the way back may change that.
    mutating func noteSkipped(_ operation: some OperationBody, in scope: NodeID) {
        if isInDoubt { return }
        if operation.written.contains(where: { arena.isTakenOrBlocked($0, from: scope) }) { doubt() }
    }

    /// The same for an operation whose only written place that may be taken is this one.
    mutating func noteSkipped(_ place: JSONPointer, in scope: NodeID) {
        if !isInDoubt, arena.isTakenOrBlocked(place, from: scope) { doubt() }
    }

    /// Changes a list as a whole; not at all where one of its elements does not fit, and the rules skip that.
    mutating func changeWhole(
        _ place: NodeID, _ rules: Rules, _ change: (inout OperationContext) throws(MigrationError) -> Void
    ) throws(MigrationError) {
        guard rules.absent == .skip || rules.wrongKind == .skip else { return try change(&self) }
        let kept = arena.snapshot(of: place)
        let marks = (losses: losses.count, anyOrders: anyOrders.count)
        do throws(MigrationError) {
            _ = try withOwnFates { (context) throws(MigrationError) in
                try change(&context)
                return true
            }
        } catch {
            guard rules.skipsElement(error) else { throw error }
            arena.restore(kept)
            forget(behind: marks)
            doubt()
        }
    }
}

/// A method of the arena, not of the context: to call that in a context that changes copies all of it.
extension Arena {
    /// Whether there is a value at a place, or a scalar on the way to it, where no value can ever be.
    fileprivate func isTakenOrBlocked(_ pointer: JSONPointer, from scope: NodeID) -> Bool {
        let (node, depth) = last(onWayTo: pointer, from: scope)
        return depth == pointer.tokens.count && !node.isNone || !pointer.isScratch && !isContainer(node)
    }
}
