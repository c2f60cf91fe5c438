import VersionedCodec

/// The cost of a rule to skip: an operation may leave a document as it is that its way back changes.
extension OperationContext {
    /// Notes that an operation has left the document as it is because of a rule: where something is that it
    /// writes, the way back may change that.
    mutating func noteSkipped(_ operation: some OperationBody, in scope: NodeID) {
        if operation.written.contains(where: { isTakenOrBlocked($0, from: scope) }) { doubt() }
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

    /// Whether there is a value at a place, or a scalar on the way to it, where no value can ever be.
    private func isTakenOrBlocked(_ pointer: JSONPointer, from scope: NodeID) -> Bool {
        if pointer.isScratch { return !arena.find(pointer, from: scope).isNone }
        var node = scope
        for token in pointer.tokens {
            let child = arena.child(token, of: node)
            if child.isNone { return !arena.isObject(node) && !arena.isArray(node) }
            node = child
        }
        return true
    }
}
