/// Finding values of the text.
extension Arena {
    /// The node of a value of the text, by its node in the index, within a value to which nothing has been done; `none`
    /// where it is not in that. O(log values), plus the time that opening containers takes
    func node(of source: UInt32, within root: NodeID) -> NodeID {
        guard self[root].source <= source, source < state.pointee.index[Int(self[root].source)].next else {
            return .none
        }
        var node = root
        while self[node].source != source {
            guard self[node].isContainer else { return .none }
            // Of an unchanged container, the children follow each other.
            let (count, first) = (count(of: node), firstChild(of: node))
            let behind = (0..<count).partitioningIndex { self[first.advanced(by: $0)].source > source }
            guard behind > 0 else { return .none }
            node = first.advanced(by: behind - 1)
        }
        return node
    }

    /// Whether a value, or one in it, comes from a part of the text. O(values)
    func hasValues(of part: Range<Int>, in node: NodeID) -> Bool {
        var waiting = [node]
        while let node = waiting.popLast() {
            let value = self[node]
            if value.form == .indexed || value.form == .open && !value.isDirty, value.source != ArenaNode.noPlace {
                if state.pointee.index[Int(value.source)].span.overlaps(part) { return true }
                continue
            }
            if value.origin != ArenaNode.noPlace, part.contains(Int(value.origin)) { return true }
            if value.isContainer { waiting += children(of: node) }
        }
        return false
    }
}

extension NodeID {
    fileprivate func advanced(by count: Int) -> NodeID { NodeID(raw + Int32(truncatingIfNeeded: count)) }
}
