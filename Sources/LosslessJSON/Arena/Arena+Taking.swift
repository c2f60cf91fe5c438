/// Values that take the place of others, and nodes that are released.
extension Arena {
    /// Gives a place the value of a detached node, whose number is then no longer used.
    package func take(_ new: NodeID, into node: NodeID) {
        if self[new].form != .open {
            let value = self[new]
            let old = at(node)
            old.pointee.source = value.source
            old.pointee.start = value.start
            old.pointee.length = value.length
            old.pointee.form = value.form
            old.pointee.rawKind = value.rawKind
            old.pointee.origin = value.origin
            old.pointee.flags = old.pointee.flags & ~ArenaNode.ofContents | value.flags & ArenaNode.computed
        } else {
            let value = self[new]
            let kept = ArenaNode.irregular | ArenaNode.reordered
            let old = at(node)
            old.pointee.first = value.first
            old.pointee.last = value.last
            old.pointee.count = value.count
            old.pointee.source = value.source
            old.pointee.start = value.start
            old.pointee.length = value.length
            old.pointee.form = .open
            old.pointee.rawKind = value.rawKind
            old.pointee.origin = value.origin
            old.pointee.flags = old.pointee.flags & ~ArenaNode.ofContents | value.flags & kept
            var child = value.first
            while !child.isNone {
                at(child).pointee.parent = node
                child = self[child].next
            }
        }
        at(node).pointee.flags |= ArenaNode.dirty
        touch(self[node].parent)
    }

    /// How far the memory is used; nodes and bytes have numbers of 32 bits.
    package struct Marks {
        fileprivate let nodes: Int32
        fileprivate let side: UInt32
        fileprivate let foreign: Int32
        fileprivate let foreignKeys: Int32
    }

    package var marks: Marks {
        Marks(
            nodes: Int32(truncatingIfNeeded: state.pointee.count),
            side: UInt32(truncatingIfNeeded: state.pointee.sideCount),
            foreign: Int32(truncatingIfNeeded: state.pointee.foreign.count),
            foreignKeys: Int32(truncatingIfNeeded: state.pointee.foreignKeys.count))
    }

    /// Releases the nodes made since a mark, none of which is in the document.
    package func release(to marks: Marks) {
        let (nodes, side) = (Int(marks.nodes), Int(marks.side))
        if !state.pointee.tables.isEmpty {
            for (node, _) in state.pointee.tables where Int(node) >= nodes { state.pointee.tables[node] = nil }
        }
        // Another arena may have computed scalars behind this place.
        if state.pointee.isRecording, state.pointee.sideCount > side { state.pointee.recorder?.forget(from: side) }
        state.pointee.count = nodes
        state.pointee.sideCount = side
        let foreign = state.pointee.foreign.count - Int(marks.foreign)
        if foreign > 0 { state.pointee.foreign.removeLast(foreign) }
        let keys = state.pointee.foreignKeys.count - Int(marks.foreignKeys)
        if keys > 0 { state.pointee.foreignKeys.removeLast(keys) }
    }

    /// What the memory was before something is tried that may open containers which are there already.
    package struct Trial {
        fileprivate let marks: Marks
        fileprivate let lowestOpened: Int32
    }

    package func startTrial() -> Trial {
        let trial = Trial(marks: marks, lowestOpened: state.pointee.lowestOpened)
        state.pointee.lowestOpened = .max
        return trial
    }

    /// Releases the nodes made since, unless some of them are the children of a container that was there before.
    package func end(_ trial: Trial) {
        if state.pointee.lowestOpened >= trial.marks.nodes { release(to: trial.marks) }
        state.pointee.lowestOpened = min(state.pointee.lowestOpened, trial.lowestOpened)
    }
}
