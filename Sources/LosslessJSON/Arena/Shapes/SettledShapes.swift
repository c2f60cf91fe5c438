/// The shapes of the children of one container, to each of which the same changes are made, with the changes of the
/// index that these lead to: a child of a known shape needs no node.
struct SettledShapes: ~Copyable {
    private var shapes = ChildShapes(.behindText)

    /// A change of the index of each child of a shape.
    private struct Change {
        /// The node, counted from that of the child.
        let node: UInt32
        let kind: UInt32
        /// Of a new key, its hash.
        let keyHash: UInt32
        /// The number of bytes that are written; `nil` for a computed scalar.
        let count: Int?
        /// The number of the computed scalar.
        let computed: Int
    }

    private final class Changes {
        let list: [Change]

        init(_ list: [Change]) { self.list = list }
    }

    /// Changes the index of a child if its shape is known; if not, begins to note what is done to it.
    mutating func settle(_ child: UInt32, _ element: Int, _ list: UInt32, in arena: Arena) -> Bool {
        var start = arena.state.pointee.outputCount
        guard shapes.write(child, element, list, in: arena) else { return false }
        guard let changes = shapes.notes as? Changes, arena.state.pointee.outputCount < Int(UInt32.max) else {
            // The text has become too long for an index.
            arena.failDeferrals()
            return true
        }
        let (index, output) = (arena.state.pointee.index, arena.state.pointee.output)
        for change in changes.list {
            let count = change.count ?? shapes.countOfComputed(change.computed)
            let node = index + Int(child + change.node)
            node.pointee = IndexNode(
                UnsafeBufferPointer(start: output + start, count: count), at: start, change.kind,
                next: change.kind == IndexNode.key ? change.keyHash : node.pointee.next)
            start += count
        }
        return true
    }

    /// Keeps what was noted of a child, and the changes of the index, which have not been made yet.
    mutating func keep(_ child: UInt32, _ changes: ArraySlice<IndexChange>, in arena: Arena) {
        shapes.keep(child, in: arena) { shapes in
            var list: [Change] = []
            for change in changes {
                var computed: Int?
                if let start = change.computed { computed = shapes.numberOfComputed(at: start) }
                list.append(
                    Change(
                        node: change.node - child, kind: change.value.rawKind, keyHash: change.value.next,
                        count: change.computed == nil ? change.count : nil, computed: computed ?? 0))
            }
            return Changes(list)
        }
    }
}

/// A key or scalar of the index that becomes another one.
struct IndexChange {
    let node: UInt32
    let value: IndexNode
    /// How many bytes have been written for it.
    let count: Int
    /// Where a scalar begins in the side buffer that is computed again for the next value of the shape.
    let computed: UInt32?

    func make(in index: UnsafeMutablePointer<IndexNode>) { index[Int(node)] = value }
}

extension IndexNode {
    /// The node of a key or scalar that has been written, with its quotes, at a place of the text.
    init(_ written: UnsafeBufferPointer<UInt8>, at place: Int, _ kind: UInt32, next: UInt32) {
        let quotes = kind == Self.key || kind == Self.string ? 1 : 0
        var meta = kind
        switch kind {
        case Self.number:
            let isInteger = !written.contains {
                $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
            }
            if isInteger { meta |= Self.integer }
        case Self.true, Self.false: meta = written.first == UInt8(ascii: "t") ? Self.true : Self.false
        default: break
        }
        self.init(
            offset: UInt32(truncatingIfNeeded: place + quotes),
            length: UInt32(truncatingIfNeeded: written.count - 2 * quotes), next: next, meta: meta)
    }
}
