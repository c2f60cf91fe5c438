/// Members of objects in which a key comes twice: each has a partner of its own, in their order.
extension RestoredValues {
    /// The partner of each member, or `none`; `nil` if no key of the object comes twice.
    func partnersOfRepeated(_ old: NodeID, _ new: NodeID) -> [NodeID]? {
        guard before.mayRepeatKeys, !new.isNone else { return nil }
        let (members, others) = (before.children(of: old), after.children(of: new))
        let sorted = members.indices.inOrder { left, right in
            (before[members[left]].keyHash, left) < (before[members[right]].keyHash, right)
        }
        guard zip(sorted, sorted.dropFirst()).contains(where: { isOneKey(members[$0], members[$1], in: before) }) else {
            return nil
        }
        let candidates = others.indices.inOrder { left, right in
            (after[others[left]].keyHash, left) < (after[others[right]].keyHash, right)
        }
        var partners = [NodeID](repeating: .none, count: members.count)
        var isTaken = [Bool](repeating: false, count: candidates.count)
        var start = 0
        for index in sorted {
            let hash = before[members[index]].keyHash
            while start < candidates.count, isTaken[start] || after[others[candidates[start]]].keyHash < hash {
                start += 1
            }
            var next = start
            while next < candidates.count, after[others[candidates[next]]].keyHash == hash {
                let other = others[candidates[next]]
                if !isTaken[next], isOneKey(members[index], other, in: after) {
                    (partners[index], isTaken[next]) = (other, true)
                    break
                }
                next += 1
            }
        }
        return partners
    }

    private func isOneKey(_ member: NodeID, _ other: NodeID, in arena: Arena) -> Bool {
        before.hasKey(of: member, as: other, in: arena, haveOneText: arena.state == before.state || haveOneText)
    }
}
