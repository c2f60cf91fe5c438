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

    /// How far the memory is used.
    package struct Marks {
        fileprivate let nodes: Int
        fileprivate let side: Int
        fileprivate let foreign: Int
        fileprivate let foreignKeys: Int
    }

    package var marks: Marks {
        Marks(
            nodes: state.pointee.count, side: state.pointee.sideCount, foreign: state.pointee.foreign.count,
            foreignKeys: state.pointee.foreignKeys.count)
    }

    /// Releases the nodes made since a mark, none of which is in the document.
    package func release(to marks: Marks) {
        for (node, _) in state.pointee.tables where Int(node) >= marks.nodes {
            state.pointee.tables[node] = nil
        }
        // Another arena may have computed scalars behind this place.
        if state.pointee.isRecording, state.pointee.sideCount > marks.side {
            state.pointee.recorder?.forget(from: marks.side)
        }
        state.pointee.count = marks.nodes
        state.pointee.sideCount = marks.side
        state.pointee.foreign.removeLast(state.pointee.foreign.count - marks.foreign)
        state.pointee.foreignKeys.removeLast(state.pointee.foreignKeys.count - marks.foreignKeys)
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
        if Int(state.pointee.lowestOpened) >= trial.marks.nodes { release(to: trial.marks) }
        state.pointee.lowestOpened = min(state.pointee.lowestOpened, trial.lowestOpened)
    }
}
