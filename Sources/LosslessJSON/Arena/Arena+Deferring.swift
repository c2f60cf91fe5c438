/// Makes deferred changes.
package protocol DeferredChanges: AnyObject {
    /// Makes the changes of a list to a child of a container.
    ///
    /// - `element`: The number that it has among the children, if that is an array.
    /// - Returns: `false` where the rest of the document need not be changed: one of the changes failed.
    func make(_ list: UInt32, on child: NodeID, _ element: Int) -> Bool

    /// Whether a child is of the same kind after the changes of a list.
    func keepKinds(_ list: UInt32) -> Bool

    /// The facts about the child whose changes were made last that the next one of its shape needs, and the offsets of
    /// the values that they are about; `nil` if there are none.
    var notes: (facts: AnyObject, offsets: [Int])? { get }

    /// Takes a child of a known shape, with facts about values in it, which has been written without its changes.
    ///
    /// - `source`: The node of the child in the index.
    func takeRepeated(_ list: UInt32, _ source: UInt32, _ element: Int, _ shapes: borrowing ShapeCache)
}

extension DeferredChanges {
    package var notes: (facts: AnyObject, offsets: [Int])? { nil }

    package func takeRepeated(_ list: UInt32, _ source: UInt32, _ element: Int, _ shapes: borrowing ShapeCache) {}
}

/// Changes to the children of large containers, deferred until these are looked into or written. A child is then
/// changed and written, and its nodes are forgotten; so a large document takes the nodes of one child at a time.
///
/// A container with deferred changes counts as closed: opening it is the one place where the changes are made, so
/// code that looks finds what would be there without this. A child that has changes of its own to come has its kind
/// already (`keepKinds`), and is changed before it leaves its place or gets another key.
extension Arena {
    struct Deferrals {
        /// How many containers have changes to come.
        var waiting = 0
        /// The containers of the document whose changes, or whose children's, were deferred.
        var containers: [NodeID] = []
        /// Whether something was deferred that cannot be written as if it had been done at once.
        var haveFailed = false
        /// Whether nodes of the index that have been written are not needed any more.
        var mayGiveUp = true
    }

    /// Lets changes be deferred in the document.
    package func startDeferring(_ changes: any DeferredChanges) { state.pointee.changes = changes }

    /// Changes are no longer deferred.
    package func stopDeferring() {
        state.pointee.changes = nil
        state.pointee.deferrals = Deferrals()
    }

    /// Keeps the index whole while children are written: code may look at any part of the document.
    package func keepIndexWhole() { state.pointee.deferrals.mayGiveUp = false }

    /// The value that a node of the text had when it was read.
    package func valueAsRead(_ node: NodeID) -> () -> JSONValue {
        let source = self[node].source
        return { JSONValue(self.readDocument(), source) }
    }

    /// The same by the node of the index that the value was.
    package func valueAsRead(at source: UInt32) -> JSONValue { JSONValue(readDocument(), source) }

    /// Notes that deferring would change the result, so the document has to be started again.
    package func failDeferrals() { state.pointee.deferrals.haveFailed = true }

    /// Whether all that was deferred has been done, as it would have been done at once.
    package var haveDeferralsSucceeded: Bool {
        state.pointee.deferrals.waiting == 0 && !state.pointee.deferrals.haveFailed
    }

    // MARK: Deferring

    /// How many index nodes an unopened container has; `nil` for another value, and where not
    /// all members count.
    package func closedSize(of node: NodeID) -> Int? {
        let value = self[node]
        guard value.isContainer, value.form == .indexed || value.isDeferred else { return nil }
        let source = state.pointee.index[Int(value.source)]
        return source.hasRepeatedKey ? nil : Int(source.next &- value.source)
    }

    /// Whether a node is in the document, and not beside it.
    package func isInDocument(_ node: NodeID) -> Bool {
        var node = node
        while !self[node].parent.isNone { node = self[node].parent }
        return node == root
    }

    /// How many nodes of the index an opened container had; `nil` for another value.
    package func openSize(of node: NodeID) -> Int? {
        let value = self[node]
        guard value.form == .open, value.source != ArenaNode.noPlace else { return nil }
        return Int(state.pointee.index[Int(value.source)].next &- value.source)
    }

    /// Defers changes to a child of an open container, after those that are to come; `false` where they must be made at
    /// once.
    ///
    /// - `list`: Makes a longer list of one, or the first one.
    package func deferChanges(to child: NodeID, _ element: Int, _ list: (UInt32?) -> UInt32) -> Bool {
        guard self[child].isContainer, closedSize(of: child) != nil else { return false }
        switch self[child].form {
        case .indexed: deferChanges(list(nil), to: child, element)
        case .deferred where self[child].length == UInt32(truncatingIfNeeded: element):
            let longer = list(self[child].start)
            at(child).pointee.start = longer
        default: return false
        }
        return true
    }

    /// Whether deferred changes are to come in a value.
    package func holdsDeferredChanges(_ node: NodeID) -> Bool {
        if state.pointee.deferrals.waiting == 0 { return false }
        return state.pointee.deferrals.containers.contains { container in
            var holder = container
            while !holder.isNone, holder != node { holder = self[holder].parent }
            return !holder.isNone
        }
    }

    /// The list of the deferred changes to each child of a container, if there are any.
    package func listForChildren(of container: NodeID) -> UInt32? {
        self[container].form == .childrenDeferred ? self[container].start : nil
    }

    /// Whether changes to the value itself are to come.
    package func hasOwnDeferredChanges(_ node: NodeID) -> Bool { self[node].form == .deferred }

    /// Defers a list of changes to each child of a closed container.
    package func deferChanges(_ list: UInt32, toChildrenOf container: NodeID) {
        let value = at(container)
        if value.pointee.form != .childrenDeferred {
            state.pointee.deferrals.waiting += 1
            state.pointee.deferrals.containers.append(container)
        }
        value.pointee.form = .childrenDeferred
        value.pointee.start = list
        touch(container)
    }

    /// Defers a list of changes to a closed container that has none to come.
    package func deferChanges(_ list: UInt32, to child: NodeID, _ element: Int) {
        let value = at(child)
        state.pointee.deferrals.waiting += 1
        value.pointee.form = .deferred
        value.pointee.start = list
        value.pointee.length = UInt32(truncatingIfNeeded: element)
        let parent = value.pointee.parent
        if state.pointee.deferrals.containers.last != parent { state.pointee.deferrals.containers.append(parent) }
        touch(parent)
    }

    // MARK: Making the changes

    @inline(never)
    func openDeferred(_ container: NodeID) {
        if self[container].form == .deferred {
            makeDeferred(container)
        } else {
            passOnDeferred(container)
        }
        open(container)
    }

    /// Makes the changes to a value that were deferred.
    @discardableResult
    func makeDeferred(_ node: NodeID) -> Bool {
        let value = self[node]
        at(node).pointee.form = .indexed
        finishDeferred()
        return makeChanges(value.start, on: node, Int(value.length))
    }

    /// Notes that deferred changes have been made, or that their result is known without them.
    func finishDeferred() { state.pointee.deferrals.waiting -= 1 }

    /// Makes the changes of a list to a child; `false` where the rest of the document need not be changed.
    @discardableResult
    package func makeChanges(_ list: UInt32, on child: NodeID, _ element: Int) -> Bool {
        if state.pointee.changes?.make(list, on: child, element) ?? true { return true }
        state.pointee.deferrals.haveFailed = true
        return false
    }

    /// Opens a container: the changes are now those of its children, each by itself.
    private func passOnDeferred(_ container: NodeID) {
        let (list, source) = (self[container].start, self[container].source)
        at(container).pointee.form = .indexed
        state.pointee.deferrals.waiting -= 1
        openIndexed(container, source)
        at(container).pointee.flags |= ArenaNode.dirty
        guard let changes = state.pointee.changes else { return }
        let keepKinds = changes.keepKinds(list)
        var (child, element) = (self[container].first, 0)
        while !child.isNone {
            if keepKinds, self[child].isContainer, closedSize(of: child) != nil {
                deferChanges(list, to: child, element)
            } else {
                makeChanges(list, on: child, element)
            }
            child = self[child].next
            element += 1
        }
    }

    // MARK: Writing

    /// Notes whether containers of several lines with deferred changes, from a number on, have left the place that they
    /// had: a value that is moved as a whole gets another indentation, and one that has been changed keeps its own.
    func checkPlaces(from first: Int) {
        guard state.pointee.breaksLines else { return }
        for container in state.pointee.deferrals.containers[first...] where mayNeedIndentation(container) {
            state.pointee.deferrals.haveFailed = true
        }
    }

    private func mayNeedIndentation(_ node: NodeID) -> Bool {
        var node = node
        while !node.isNone {
            let value = self[node]
            let isInPlace =
                value.parent.isNone
                ? node == root && value.source == DocumentIndex.root : value.isInPlace && value.slot == value.source
            if !isInPlace, value.source != ArenaNode.noPlace {
                let span = state.pointee.index[Int(value.source)].span
                if UnsafeBufferPointer(rebasing: state.pointee.text[span]).contains(0x0A) { return true }
            }
            node = value.parent
        }
        return false
    }

    /// Gives up the nodes of the index from `kept` on that are not needed any more, where these are many.
    @inline(__always)
    func giveUpWritten(_ kept: inout UInt32, to next: UInt32) {
        if next > kept, next &- kept > 1 << 16 { giveUp(&kept, to: next) }
    }

    @inline(never)
    private func giveUp(_ kept: inout UInt32, to next: UInt32) {
        // Code that has a value of the document may still ask for what is in it.
        guard document == nil, state.pointee.deferrals.mayGiveUp else { return }
        state.pointee.isIndexWhole = false
        state.pointee.buffer.release(Int(kept)..<Int(next))
        kept = next
    }
}
