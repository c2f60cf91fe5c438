/// Where the children of a large container are.
final class ArenaTable {
    static let threshold = 48

    /// The members by the hashes of their keys. An entry may be out of date, so the key is compared after each find.
    var members: [UInt32: [NodeID]] = [:]

    /// The first elements of a changed array, as far as any was asked for.
    var elements: [NodeID] = []
}

/// Large containers: their children are found by tables, which are made when a child is first asked for.
extension Arena {
    @inline(never)
    func memberOfLarge(_ key: UnsafeBufferPointer<UInt8>, hash: UInt32, of object: NodeID) -> NodeID {
        let table = table(of: object) ?? makeKeyTable(of: object)
        // The first of several, which only an option accepts.
        for member in table.members[hash] ?? []
        where self[member].parent == object && self[member].keyHash == hash && isKey(of: member, key) {
            return member
        }
        return .none
    }

    private func makeKeyTable(of object: NodeID) -> ArenaTable {
        let table = makeTable(of: object)
        table.members.reserveCapacity(Int(self[object].count))
        var child = self[object].first
        while !child.isNone {
            table.members[self[child].keyHash, default: []].append(child)
            child = self[child].next
        }
        return table
    }

    /// Notes a new key in the table of its object, where that has one.
    @inline(__always)
    func noteKey(of node: NodeID, in object: NodeID) {
        if self[object].flags & ArenaNode.hasTable != 0 {
            state.pointee.tables[object.raw]?.members[self[node].keyHash, default: []].append(node)
        }
    }

    /// The element at an index that a changed array has.
    @inline(never)
    func elementOfLarge(_ index: Int, of array: NodeID) -> NodeID {
        let table = table(of: array) ?? makeTable(of: array)
        if index < table.elements.count { return table.elements[index] }
        var child = table.elements.last.map { self[$0].next } ?? self[array].first
        for _ in table.elements.count..<index {
            table.elements.append(child)
            child = self[child].next
        }
        table.elements.append(child)
        return child
    }

    /// Notes that elements of an array move, or that others take their places.
    @inline(__always)
    func noteMoves(in container: NodeID) {
        if self[container].flags & ArenaNode.hasTable != 0 { forgetElements(of: container) }
    }

    @inline(never)
    private func forgetElements(of container: NodeID) {
        state.pointee.tables[container.raw]?.elements.removeAll(keepingCapacity: true)
    }

    private func table(of container: NodeID) -> ArenaTable? {
        self[container].flags & ArenaNode.hasTable != 0 ? state.pointee.tables[container.raw] : nil
    }

    private func makeTable(of container: NodeID) -> ArenaTable {
        let table = ArenaTable()
        state.pointee.tables[container.raw] = table
        at(container).pointee.flags |= ArenaNode.hasTable
        return table
    }
}
