/// What is left of a document in another one that was made of it, where there is no way back.
///
/// A value of the document is gone where nothing in the other one comes from it.
package struct Remains {
    private let before: Arena
    private let after: Arena
    private let traces: Traces
    /// Where values begin that are left in some way.
    private let left: [UInt32]

    /// The values of a document that are gone, in its order: each the largest one all of which is.
    ///
    /// - `after`: What was made of the document, in an arena that nobody else uses.
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
        left = traces.offsets.sorted()
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
            if traces.containers.contains(value.source) { return ([], false) }
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
            before.document?.made == nil
        else { return false }
        let span = before.state.pointee.index[Int(value.source)].span
        let next = left.partitioningIndex { Int($0) >= span.lowerBound }
        return next == left.count || Int(left[next]) >= span.upperBound
    }

    private func holds(_ node: NodeID) -> Bool {
        let origin = before[node].origin
        // What a step has made is never lost.
        guard origin != ArenaNode.noPlace else { return !before[node].isContainer }
        guard traces.offsets.contains(origin) else {
            return traces.merged[Int(origin)].map { traces.offsets.contains(UInt32($0)) } == true
        }
        guard traces.changed.contains(origin) else { return true }
        return traces.asTheyWere[origin]?.contains { after.value(of: $0) == before.value(of: node) } == true
    }

    /// Where the values of a document come from.
    private struct Traces {
        private(set) var offsets: Set<UInt32> = []
        private(set) var scalars: Set<UInt32> = []
        /// The containers of the text that are there as they were.
        private(set) var containers: Set<UInt32> = []
        private(set) var asTheyWere: [UInt32: [NodeID]] = [:]
        let changed: Set<UInt32>
        let merged: [Int: Int]

        init(_ arena: Arena, _ changed: [Int], _ merged: [Int: Int]) {
            self.changed = Set(changed.map { UInt32($0) })
            self.merged = merged
            var pending = [arena.root]
            while let node = pending.popLast() {
                let value = arena[node]
                if value.origin != ArenaNode.noPlace {
                    offsets.insert(value.origin)
                    if !value.isContainer { scalars.insert(value.origin) }
                    if self.changed.contains(value.origin) { asTheyWere[value.origin, default: []].append(node) }
                }
                if value.isContainer, value.form == .indexed || value.form == .open && !value.isDirty,
                    value.source != ArenaNode.noPlace
                {
                    containers.insert(value.source)
                } else {
                    pending += arena.children(of: node)
                }
            }
        }

        /// Whether a container has become a text, with all that it holds.
        func hold(asText origin: UInt32) -> Bool { origin != ArenaNode.noPlace && scalars.contains(origin) }
    }
}
