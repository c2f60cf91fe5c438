import VersionedCodec

extension OperationContext {
    /// Leaves operations on the children of a container until those are written; says whether they were left.
    ///
    /// Only on the children of large unopened containers. The context has gone to the container.
    mutating func deferring(
        _ operations: [JSONOperation], toChildrenOf container: NodeID, keepsKinds: Bool? = nil
    ) -> Bool {
        guard let deferred = deferred(for: container) else { return false }
        let list = deferred.add(
            operations, waiting, keepsKinds: keepsKinds ?? operations.keepKinds,
            to: arena.listForChildren(of: container))
        arena.deferChanges(list, toChildrenOf: container)
        return true
    }

    /// Who defers operations on the children of a container, where that is large and nobody has looked into it.
    private func deferred(for container: NodeID) -> DeferredScopes? {
        guard let deferred, let size = arena.closedSize(of: container), size >= deferred.threshold,
            arena.isInDocument(container)
        else { return nil }
        // The changes to the container itself come first.
        return arena.hasOwnDeferredChanges(container) ? nil : deferred
    }

    /// The context as it is now, without what it has lost.
    private var waiting: OperationContext {
        var context = self
        context.settlePath()
        context.forgetRecords()
        return context
    }
}

extension [JSONOperation] {
    /// Whether a value is of the same kind after the operations.
    fileprivate var keepKinds: Bool { !contains { $0.body.written.contains(where: \.isRoot) } }
}
