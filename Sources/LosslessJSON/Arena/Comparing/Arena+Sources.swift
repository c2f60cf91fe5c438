/// Finding nodes of an unchanged document by their nodes in the index.
extension Arena {
    /// The node of a value of the text, within a value to which nothing has been done; `none` where it is not in that.
    /// O(log values), plus the time that opening containers takes
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
}

extension NodeID {
    fileprivate func advanced(by count: Int) -> NodeID { NodeID(raw + Int32(truncatingIfNeeded: count)) }
}
