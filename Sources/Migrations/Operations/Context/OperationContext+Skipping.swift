import VersionedCodec

/// The cost of a rule to skip: an operation may leave a document as it is that its way back changes.
extension OperationContext {
    /// Notes that an operation has left the document as it is because of a rule: where something is that it
    /// writes, the way back may change that.
    mutating func noteSkipped(_ operation: some OperationBody, in scope: NodeID) {
        if operation.written.contains(where: { isTakenOrBlocked($0, from: scope) }) { doubt() }
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
