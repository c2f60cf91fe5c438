/// A value of an arena as it was at some time.
package struct ArenaSnapshot {
    fileprivate var nodes: [(node: NodeID, value: ArenaNode)] = []
    fileprivate var deferrals = Arena.Deferrals()
}

extension Arena {
    /// Remembers a value, for a run that may have to be undone. O(nodes of opened containers)
    ///
    /// Not a recursion: no depth of nesting can overflow the stack.
    package func snapshot(of node: NodeID) -> ArenaSnapshot {
        var snapshot = ArenaSnapshot()
        var waiting = [node]
        while let node = waiting.popLast() {
            if self[node].isDeferred { open(node) }
            snapshot.nodes.append((node, self[node]))
            guard self[node].form == .open else { continue }
            var child = self[node].first
            while !child.isNone {
                waiting.append(child)
                child = self[child].next
            }
        }
        snapshot.deferrals = state.pointee.deferrals
        return snapshot
    }

    /// Takes a value back to what it was; nothing around it has changed since. O(nodes of the snapshot)
    ///
    /// Nodes keep their numbers when values move, and what a node refers to (keys, characters, values from Swift) is
    /// never overwritten.
    package func restore(_ snapshot: ArenaSnapshot) {
        for (node, value) in snapshot.nodes {
            at(node).pointee = value
            guard value.flags & ArenaNode.hasTable != 0 else { continue }
            state.pointee.tables[node.raw] = nil  // It may have been changed.
            at(node).pointee.flags &= ~ArenaNode.hasTable
        }
        state.pointee.deferrals = snapshot.deferrals
    }
}
