/// Compares a document with its result if there is no way back: a value is lost if nothing in the result comes from it.
package struct Remains {
    private let before: Arena
    private let after: Arena
    private let traces: Traces
    private let observer: (any DeferredComparison)?

    /// The values of a document that are gone, in its order: each the largest one all of which is.
    ///
    /// - `after`: The result of the document, in an arena that nothing else uses.
    /// - `changed`: The offsets of values that were made into something with less information, such as `19.99` into
    ///   `19`.
    /// - `merged`: The offsets of values that went into others, each with that of the other.
    /// - `observer`: Takes what is gone of children whose changes are deferred, one after another; the result does not
    ///   have it.
    /// - Returns: `nil` if the children of such a container cannot be decided one after another: it is gone itself.
    /// - Complexity: O(values that steps have touched, and values that are gone)
    package static func gone(
        of before: Arena, in after: Arena, changed: [Int] = [], merged: [Int: Int] = [:],
        observer: (any DeferredComparison)? = nil
    ) -> [LostValue]? {
        var traces = Traces(after, changed, merged, observer)
        guard traces.follow() else { return nil }
        let remains = Remains(before, after, traces, observer)
        if observer != nil, !remains.decidesChildren() { return nil }
        return remains.gone(from: before.root).map { LostValue($0, in: before) }
    }

    private init(_ before: Arena, _ after: Arena, _ traces: Traces, _ observer: (any DeferredComparison)?) {
        (self.before, self.after, self.traces, self.observer) = (before, after, traces, observer)
    }

    /// A container that is decided after its contents.
    private struct Open {
        let node: NodeID
        var next: NodeID
        var gone: [NodeID] = []
        var isGone = true
    }

    /// Not a recursion but for what was deferred, which is as deep as the scopes of a plan are.
    private func gone(from root: NodeID, isBegun: Bool = false) -> [NodeID] {
        var open: [Open] = []
        var (gone, isGone) = visit(root, &open, isBegun: isBegun) ?? ([], false)
        while var container = open.popLast() {
            if container.next.isNone {
                isGone = container.isGone && !holds(container.node)
                gone = isGone && before[container.node].origin != ArenaNode.noPlace ? [container.node] : container.gone
            } else {
                let child = container.next
                container.next = before[child].next
                open.append(container)
                guard let found = visit(child, &open) else { continue }
                (gone, isGone) = found
            }
            guard let last = open.indices.last else { break }
            open[last].gone += gone
            open[last].isGone = open[last].isGone && isGone
        }
        return gone
    }

    /// The lost part of a value; `nil` for a container whose children must be compared, which is then open.
    ///
    /// - `isBegun`: Whether it is a child whose changes are deferred, and the observer knows that it is looked into.
    private func visit(
        _ node: NodeID, _ open: inout [Open], isBegun: Bool = false
    ) -> (gone: [NodeID], isGone: Bool)? {
        let value = before[node]
        if value.isContainer, !traces.hold(asText: value.origin) {
            if traces.hold(container: value.source) { return ([], false) }
            if value.form == .indexed, traces.deferred.contains(value.source) {
                return (visitChildren(of: node), false)
            }
            if value.form == .indexed, !isBegun, traces.single.contains(value.source) {
                visitChild(node)
                return ([], false)
            }
            if isWhollyGone(value) { return ([node], true) }
            let first = before.firstChild(of: node)
            if !first.isNone {
                open.append(Open(node: node, next: first))
                return nil
            }
        }
        let isGone = !holds(node)
        return (isGone && value.origin != ArenaNode.noPlace ? [node] : [], isGone)
    }

    /// Decides the children of a container one after another.
    private func visitChildren(of container: NodeID) -> [NodeID] {
        guard let observer else { return [] }
        let (source, path) = (before[container].source, before.pointer(to: container))
        var children = before.closedChildren(of: container)
        while let (child, element) = children.next(before.state.pointee.index) {
            let marks = before.deferralMarks
            let node = before.deferredChild(child, of: container, element)
            observer.begin(DeferredChild(container: source, source: child, element: element), in: path)
            observer.end(gone(from: node).map { LostValue($0, in: before) })
            before.release(to: marks)
        }
        return []
    }

    /// Decides one child of a container that is open, as the observer needs it.
    private func visitChild(_ child: NodeID) {
        let (marks, node) = (before.deferralMarks, before[child])
        let container = before[node.parent]
        observer?.begin(
            DeferredChild(
                container: container.source, source: node.source,
                element: container.isArray ? before.place(of: child, in: node.parent) : 0),
            in: before.pointer(to: node.parent))
        observer?.end(gone(from: child, isBegun: true).map { LostValue($0, in: before) })
        before.release(to: marks)
        before.at(child).pointee = node
    }

    /// Whether the containers whose children were traced one after another are there still.
    private func decidesChildren() -> Bool {
        traces.deferred.union(traces.single).allSatisfy { source in
            traces.hold(UInt32(truncatingIfNeeded: before.state.pointee.index[Int(source)].span.lowerBound))
        }
    }

    /// Whether nothing is left of a container of the text, and of all that is in it.
    private func isWhollyGone(_ value: ArenaNode) -> Bool {
        guard value.form == .indexed, traces.merged.isEmpty, value.origin != ArenaNode.noPlace,
            before.document?.converted == nil
        else { return false }
        let span = before.state.pointee.index[Int(value.source)].span
        let next = traces.offsets.partitioningIndex { Int($0) >= span.lowerBound }
        return next == traces.offsets.count || Int(traces.offsets[next]) >= span.upperBound
    }

    private func holds(_ node: NodeID) -> Bool {
        let origin = before[node].origin
        // A value that a step has made is never lost.
        guard origin != ArenaNode.noPlace else { return !before[node].isContainer }
        guard traces.hold(origin) else {
            return traces.merged[Int(origin)].map { traces.hold(UInt32(truncatingIfNeeded: $0)) } == true
        }
        guard traces.changed.contains(origin) else { return true }
        return traces.asTheyWere[origin]?.contains { $0 == before.value(of: node) } == true
    }

    /// Where the values of a document come from.
    private struct Traces {
        /// The offsets of values, ascending, and of those that are scalars.
        private(set) var offsets: [UInt32] = []
        private var scalars: [UInt32] = []
        /// The containers of the text that are there as they were, by their nodes in the index, ascending.
        private var containers: [UInt32] = []
        /// Those whose children were traced one after another.
        private(set) var deferred: Set<UInt32> = []
        /// Those that were traced by themselves.
        private(set) var single: Set<UInt32> = []
        /// The values that remain of those that were converted into something with less information.
        private(set) var asTheyWere: [UInt32: [JSONValue]] = [:]
        private(set) var changed: Set<UInt32>
        private(set) var merged: [Int: Int]
        private let arena: Arena
        private let observer: (any DeferredComparison)?

        init(_ arena: Arena, _ changed: [Int], _ merged: [Int: Int], _ observer: (any DeferredComparison)?) {
            self.changed = changed.isEmpty ? [] : Set(changed.map { UInt32(truncatingIfNeeded: $0) })
            (self.arena, self.merged, self.observer) = (arena, merged, observer)
        }

        /// Follows all values; `false` where deferred changes fail.
        mutating func follow() -> Bool {
            guard follow(from: arena.root) else { return false }
            offsets.sortWhereNeeded()
            scalars.sortWhereNeeded()
            containers.sortWhereNeeded()
            return true
        }

        private mutating func follow(from root: NodeID) -> Bool {
            // The stack of the nodes that come next.
            var pending = [root]
            while let node = pending.popLast() {
                let value = arena[node]
                if !value.next.isNone, node != root { pending.append(value.next) }
                note(node, value)
                if !value.isContainer { continue }
                if value.form == .indexed || value.form == .open && !value.isDirty, value.source != ArenaNode.noPlace {
                    containers.append(value.source)
                } else if observer != nil, let list = arena.listForChildren(of: node) {
                    guard followChildren(of: node, list) else { return false }
                } else if observer != nil, value.form == .deferred {
                    guard followChild(node) else { return false }
                } else if let first = Optional(arena.firstChild(of: node)), !first.isNone {
                    pending.append(first)
                }
            }
            return true
        }

        /// Makes the changes to a child of an open container, and follows it.
        private mutating func followChild(_ child: NodeID) -> Bool {
            let (marks, node) = (arena.deferralMarks, arena[child])
            single.insert(node.source)
            guard arena.makeDeferred(child) else { return false }
            takeChanges()
            guard follow(from: child) else { return false }
            arena.release(to: marks)
            arena.at(child).pointee = node
            return true
        }

        private mutating func takeChanges() {
            guard let made = observer?.takeChanges() else { return }
            for offset in made.changed { changed.insert(UInt32(truncatingIfNeeded: offset)) }
            merged.merge(made.merged) { first, _ in first }
        }

        /// Makes the changes to one child after another, and follows it.
        private mutating func followChildren(of container: NodeID, _ list: UInt32) -> Bool {
            deferred.insert(arena[container].source)
            var children = arena.takeDeferredChildren(of: container)
            while let (child, element) = children.next(arena.state.pointee.index) {
                let marks = arena.deferralMarks
                let node = arena.deferredChild(child, of: container, element)
                guard arena.makeChanges(list, on: node, element) else { return false }
                takeChanges()
                guard follow(from: node) else { return false }
                arena.release(to: marks)
            }
            return true
        }

        private mutating func note(_ node: NodeID, _ value: ArenaNode) {
            guard value.origin != ArenaNode.noPlace else { return }
            offsets.append(value.origin)
            if !value.isContainer { scalars.append(value.origin) }
            if changed.contains(value.origin) { asTheyWere[value.origin, default: []].append(arena.value(of: node)) }
        }

        /// Whether a value comes from this place.
        func hold(_ origin: UInt32) -> Bool { offsets.hold(origin) }

        /// Whether a container of the text is there as it was.
        func hold(container source: UInt32) -> Bool { containers.hold(source) }

        /// Whether a container has become a text, with all that it holds.
        func hold(asText origin: UInt32) -> Bool { origin != ArenaNode.noPlace && scalars.hold(origin) }
    }
}

extension [UInt32] {
    fileprivate mutating func sortWhereNeeded() {
        if zip(self, dropFirst()).contains(where: >) { sort() }
    }

    /// Whether a number is among these, which are ascending.
    fileprivate func hold(_ number: UInt32) -> Bool {
        let place = partitioningIndex { $0 >= number }
        return place < count && self[place] == number
    }
}
