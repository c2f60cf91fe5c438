/// Compares a document with what was made of it, if there is no way back: a value is lost if nothing in the result
/// comes from it.
package struct Remains {
    private let before: Arena
    private let after: Arena
    private let traces: Traces

    /// The values of a document that are gone, in its order: each the largest one all of which is.
    ///
    /// - `after`: What was made of the document, in an arena that nothing else uses.
    /// - `changed`: The offsets of values that were made into something that says less, such as `19.99` into `19`.
    /// - `merged`: The offsets of values that went into others, each with that of the other.
    /// - Complexity: O(values that steps have touched, and values that are gone)
    package static func gone(
        of before: Arena, in after: Arena, changed: [Int] = [], merged: [Int: Int] = [:]
    ) -> [LostValue] {
        let remains = Remains(before, after, Traces(after, changed, merged))
        return remains.gone().map { LostValue($0, in: before) }
    }

    private init(_ before: Arena, _ after: Arena, _ traces: Traces) {
        (self.before, self.after, self.traces) = (before, after, traces)
    }

    /// A container that is decided behind all that is in it.
    private struct Open {
        let node: NodeID
        var next: NodeID
        var gone: [NodeID] = []
        var isGone = true
    }

    private func gone() -> [NodeID] {
        var open: [Open] = []
        var (gone, isGone) = visit(before.root, &open) ?? ([], false)
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

    /// What is gone of a value; `nil` for a container that must be looked into, which is then open.
    private func visit(_ node: NodeID, _ open: inout [Open]) -> (gone: [NodeID], isGone: Bool)? {
        let value = before[node]
        if value.isContainer, !traces.hold(asText: value.origin) {
            if traces.hold(container: value.source) { return ([], false) }
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
        // What a step has made is never lost.
        guard origin != ArenaNode.noPlace else { return !before[node].isContainer }
        guard traces.hold(origin) else {
            return traces.merged[Int(origin)].map { traces.hold(UInt32(truncatingIfNeeded: $0)) } == true
        }
        guard traces.changed.contains(origin) else { return true }
        return traces.asTheyWere[origin]?.contains { after.value(of: $0) == before.value(of: node) } == true
    }

    /// Where the values of a document come from.
    private struct Traces {
        /// The offsets of values, ascending, and of those that are scalars.
        private(set) var offsets: [UInt32] = []
        private var scalars: [UInt32] = []
        /// The containers of the text that are there as they were, by their nodes in the index, ascending.
        private var containers: [UInt32] = []
        private(set) var asTheyWere: [UInt32: [NodeID]] = [:]
        let changed: Set<UInt32>
        let merged: [Int: Int]

        init(_ arena: Arena, _ changed: [Int], _ merged: [Int: Int]) {
            self.changed = changed.isEmpty ? [] : Set(changed.map { UInt32(truncatingIfNeeded: $0) })
            self.merged = merged
            // The stack of the nodes that come next.
            var pending = [arena.root]
            while let node = pending.popLast() {
                let value = arena[node]
                if !value.next.isNone { pending.append(value.next) }
                note(node, value)
                if !value.isContainer { continue }
                if value.form == .indexed || value.form == .open && !value.isDirty, value.source != ArenaNode.noPlace {
                    containers.append(value.source)
                } else if let first = Optional(arena.firstChild(of: node)), !first.isNone {
                    pending.append(first)
                }
            }
            offsets.sortWhereNeeded()
            scalars.sortWhereNeeded()
            containers.sortWhereNeeded()
        }

        private mutating func note(_ node: NodeID, _ value: ArenaNode) {
            guard value.origin != ArenaNode.noPlace else { return }
            offsets.append(value.origin)
            if !value.isContainer { scalars.append(value.origin) }
            if changed.contains(value.origin) { asTheyWere[value.origin, default: []].append(node) }
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
