/// The children of a closed container, one after another.
package struct DeferredChildren {
    private var next: UInt32
    private let end: UInt32
    /// Before the value of each member is its key.
    private let step: UInt32
    private var element = 0

    fileprivate init(_ source: UInt32, _ container: IndexNode) {
        step = container.isObject ? 1 : 0
        next = source &+ 1 &+ step
        end = container.next &+ step
    }

    /// The next one, and its number.
    @inline(__always)
    mutating func next(_ index: UnsafeMutablePointer<IndexNode>) -> (child: UInt32, element: Int)? {
        if next >= end { return nil }
        defer {
            next = index[Int(next)].next &+ step
            element &+= 1
        }
        return (next, element)
    }
}

/// A child of a container with deferred changes, and its place among the children.
package struct DeferredChild {
    /// The node of the container in the index, and that of the child.
    package let container: UInt32
    let source: UInt32
    package let element: Int
    /// The list of the changes.
    let list: UInt32
}

/// Children of closed containers that have a node only while they are looked at.
extension Arena {
    /// The children of a container with deferred changes, to which these are made now, one after another.
    func takeDeferredChildren(of container: NodeID) -> DeferredChildren {
        state.pointee.deferrals.waiting -= 1
        return closedChildren(of: container)
    }

    /// The children of a closed container.
    func closedChildren(of container: NodeID) -> DeferredChildren {
        let source = self[container].source
        return DeferredChildren(source, state.pointee.index[Int(source)])
    }

    /// A node for a child of a closed container, which is changed, written and forgotten.
    func deferredChild(_ source: UInt32, of container: NodeID, _ element: Int) -> NodeID {
        let index = state.pointee.index[Int(source)]
        var node = ArenaNode()
        node.parent = container
        node.previous = .behind(element)
        node.origin = UInt32(truncatingIfNeeded: index.span.lowerBound)
        node.slot = source
        node.source = source
        node.rawKind = UInt8(truncatingIfNeeded: index.rawKind)
        node.flags = ArenaNode.inPlace
        if self[container].isObject { setIndexedKey(source &- 1, of: &node) }
        return append(node)
    }

    /// Where a child is in the text.
    package func span(of child: DeferredChild) -> Range<Int> { state.pointee.index[Int(child.source)].span }

    /// How far the memory is used, and what is deferred.
    package struct DeferralMarks {
        fileprivate let memory: Marks
        let containers: Int
        fileprivate let waiting: Int
    }

    package var deferralMarks: DeferralMarks {
        DeferralMarks(
            memory: marks, containers: state.pointee.deferrals.containers.count,
            waiting: state.pointee.deferrals.waiting)
    }

    /// Forgets a child that has been changed, and what was deferred in it.
    package func release(to marks: DeferralMarks) {
        release(to: marks.memory)
        let new = state.pointee.deferrals.containers.count - marks.containers
        if new > 0 { state.pointee.deferrals.containers.removeLast(new) }
    }

    /// Forgets a child that was looked at, and changes in it that were not made.
    package func takeBack(to marks: DeferralMarks) {
        release(to: marks)
        state.pointee.deferrals.waiting = marks.waiting
    }

    /// Discards the results of a value that has been changed and written.
    func forget(_ node: NodeID, to marks: DeferralMarks) {
        release(to: marks)
        at(node).pointee.form = .indexed
    }

    /// A node for a child of a container whose child it is here, too, with its deferred changes, which are not made
    /// yet; `nil` for another container.
    package func reopen(_ child: DeferredChild, of container: NodeID) -> (node: NodeID, list: UInt32?)? {
        guard !container.isNone, self[container].source == child.container else { return nil }
        switch self[container].form {
        case .indexed: return (deferredChild(child.source, of: container, child.element), nil)
        case .childrenDeferred:
            return (deferredChild(child.source, of: container, child.element), self[container].start)
        case .open:
            // The child itself stays as it is.
            guard let known = self.child(child, of: container) else { return nil }
            let node = deferredChild(child.source, of: container, child.element)
            return (node, self[known].form == .deferred ? self[known].start : nil)
        case .made, .foreign, .deferred: return nil
        }
    }

    /// The container that has a child, wherever it is now, if changes to its children are deferred.
    package func deferredContainer(of child: DeferredChild) -> NodeID? {
        for container in state.pointee.deferrals.containers {
            if self[container].source == child.container { return container }
            let parent = self[container].parent
            if !parent.isNone, self[parent].source == child.container { return parent }
        }
        return nil
    }

    /// The child of an open container that is still in its place, with nothing done to it but what is deferred.
    private func child(_ child: DeferredChild, of container: NodeID) -> NodeID? {
        let node: NodeID
        if self[container].isArray {
            node = element(child.element, of: container)
        } else {
            let key = state.pointee.index[Int(child.source) - 1]
            guard !key.isEscaped else { return nil }
            node = member(UnsafeBufferPointer(rebasing: state.pointee.text[key.content]), hash: key.next, of: container)
        }
        guard !node.isNone, self[node].source == child.source else { return nil }
        return self[node].form == .deferred || self[node].form == .indexed ? node : nil
    }
}

extension NodeID {
    /// No node, of a child that has so many others before it, which have no nodes.
    fileprivate static func behind(_ count: Int) -> NodeID { NodeID(Int32(truncatingIfNeeded: -2 - count)) }

    /// How many children without nodes come before one that has this in place of a previous node.
    var countBefore: Int { raw < -1 ? Int(-2 - raw) : 0 }
}
