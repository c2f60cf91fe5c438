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

    /// The node of the index that a value still is, with all that is in it; `nil` for another one.
    package func sourceAsRead(of node: NodeID) -> UInt32? {
        let value = self[node]
        guard value.form == .indexed || value.form == .open && !value.isDirty, value.source != ArenaNode.noPlace,
            document?.converted == nil
        else { return nil }
        return value.source
    }

    /// The node of the index that an array was, whatever was done to it since; `nil` for one that was made.
    package func sourceOfArray(_ node: NodeID) -> UInt32? {
        let value = self[node]
        return value.isArray && value.source != ArenaNode.noPlace ? value.source : nil
    }

    /// The node of the index that a child of a closed container was.
    package func source(of child: NodeID) -> UInt32 { self[child].source }

    /// The path that led to a value of the text, by its node in the index. O(values beside those on the way)
    ///
    /// - `known`: Another value, and the path to it: the way begins there if it leads through that.
    package func pathAsRead(to source: UInt32, through known: (source: UInt32, path: JSONPointer)) -> JSONPointer {
        let index = state.pointee.index
        let isWithin = known.source <= source && source < index[Int(known.source)].next
        var (tokens, container) = isWithin ? (known.path.tokens, known.source) : ([], DocumentIndex.root)
        while container != source {
            let isObject = index[Int(container)].isObject
            let step: UInt32 = isObject ? 1 : 0
            var (child, number) = (container &+ 1 &+ step, 0)
            while index[Int(child)].next <= source { (child, number) = (index[Int(child)].next &+ step, number + 1) }
            tokens.append(token(of: child, number, in: container))
            container = child
        }
        return JSONPointer(tokens)
    }

    /// The token of the path to a child, by the nodes of both in the index, and the number of the child.
    package func token(of child: UInt32, _ element: Int, in container: UInt32) -> String {
        state.pointee.index[Int(container)].isObject ? key(at: child &- 1) : String(element)
    }

    /// The token of the path to a child, whatever its container is.
    package func token(of child: UInt32, _ element: Int) -> String {
        state.pointee.index[Int(child) - 1].rawKind == IndexNode.key ? key(at: child &- 1) : String(element)
    }

    /// Whether a value that begins at a byte of the text is in another one: in a container that is as it was, or as a
    /// node for which a function returns true. Values with deferred changes are not examined. O(values that have nodes)
    package func holds(valueFrom offset: Int, in root: NodeID, where isSame: (NodeID) -> Bool) -> Bool {
        var node = root
        while true {
            var child = NodeID.none
            if let span = untouchedSpan(of: node) {
                if span.contains(offset) { return true }
            } else {
                if self[node].origin == UInt32(truncatingIfNeeded: offset), isSame(node) { return true }
                if !self[node].isDeferred { child = firstCompared(of: node) }
            }
            while child.isNone {
                if node == root { return false }
                child = self[node].next
                if child.isNone { node = self[node].parent }
            }
            node = child
        }
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
