/// The members of a document in the order in which a style with sorted keys writes them.
extension Arena {
    /// Sorts the members of each object by the bytes of their keys. Not a recursion. O(values + members × log members)
    package func sortMembers() {
        giveUpRecording()
        var pending = [root]
        while let node = pending.popLast() {
            guard self[node].isContainer else { continue }
            let members = children(of: node)
            pending += members
            guard isObject(node) else { continue }
            let keys = members.map { Array(key(of: $0).utf8) }
            let order = keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
            if order.elementsEqual(keys.indices) { continue }
            for number in order {
                detach(members[number])
                insert(members[number], into: node)
            }
        }
    }
}
