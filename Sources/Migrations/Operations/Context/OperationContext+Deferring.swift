import VersionedCodec

extension OperationContext {
    /// Defers operations on the children of a container until those are written; returns whether they were deferred.
    ///
    /// Only on the children of large unopened containers. The context has gone to the container.
    ///
    /// - `isInOrder`: Whether they would run on one child after another, from the first on, without waiting.
    mutating func deferring(
        _ operations: [JSONOperation], toChildrenOf container: NodeID, keepsKinds: Bool? = nil, isInOrder: Bool = true
    ) -> Bool {
        guard let deferred = deferred(for: container) else { return false }
        let list = deferred.add(
            operations, waiting, keepsKinds: keepsKinds ?? operations.keepKinds, isInOrder: isInOrder,
            to: arena.listForChildren(of: container))
        arena.deferChanges(list, toChildrenOf: container)
        return true
    }

    /// Defers operations on the children of a large open container until these are written; `nil` if they are to run at
    /// once.
    mutating func deferral(_ operations: [JSONOperation], onChildrenOf container: NodeID) -> ChildDeferral? {
        guard let deferred, let size = arena.openSize(of: container), size >= deferred.threshold,
            operations.keepKinds, arena.isInDocument(container)
        else { return nil }
        return ChildDeferral(operations, waiting, deferred, arena)
    }

    /// The deferred operations of a container, if it is large and not open yet.
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
    fileprivate var keepKinds: Bool { !contains { $0.written.contains(where: \.isRoot) } }
}

/// Leaves operations on children of an open container until these are written.
struct ChildDeferral {
    private let deferred: DeferredScopes
    private let arena: Arena
    private let work: Int
    /// The longer list of each list, so that children with equal changes share one.
    private var lists: [UInt32?: UInt32] = [:]

    init(_ operations: [JSONOperation], _ context: OperationContext, _ deferred: DeferredScopes, _ arena: Arena) {
        (self.deferred, self.arena) = (deferred, arena)
        work = deferred.add(operations, context, keepsKinds: true)
    }

    /// Whether the operations on a child were left.
    mutating func takes(_ child: NodeID, _ element: Int) -> Bool {
        arena.deferChanges(to: child, element) { list in
            if let known = lists[list] { return known }
            let longer = deferred.longer(list, by: work)
            lists[list] = longer
            return longer
        }
    }
}
