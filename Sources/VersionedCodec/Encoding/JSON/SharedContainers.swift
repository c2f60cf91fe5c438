/// Objects that several key types write, as a class and its superclass do that share a container.
///
/// As long as no two of the types have a name in common, each has a set of the keys that it has written, and nothing is
/// corrected at the end.
///
/// Unsafe code: `Unmanaged<KeyTable>` holds no reference: the `KeyTables` of the rules own their tables, and the
/// output's scope owns the rules.
struct SharedKeys {
    let index: Int
    let table: Unmanaged<KeyTable>
    var keys = KeySet()
}

/// Whether two tables have no name in common, when each had learnt so many.
struct TablePair {
    let first: Unmanaged<KeyTable>
    let second: Unmanaged<KeyTable>
    let learnt: Int
    let areDisjoint: Bool
}

extension JSONOutput {
    /// Opens an object for a key type that others write already; false where that is a case for the tree.
    func openAgain(_ index: Int, _ table: Unmanaged<KeyTable>) -> Bool {
        guard values[index].state == .object, let first = values[index].table else { return false }
        if first.toOpaque() == table.toOpaque() || shared(by: table, at: index) != nil { return true }
        let areApart = areApart(first, table, at: index)
        // The tree decides where superclasses are.
        if scope.isVersioned {
            guard areApart, !first.takeUnretainedValue().isDeclared, !table.takeUnretainedValue().isDeclared else {
                return false
            }
        }
        values[index].hasSeveralKeyTypes = true
        if !areApart {
            values[index].mayRepeat = true
            noteMembers(of: index)
        }
        sharedKeys.append(SharedKeys(index: index, table: table))
        return true
    }

    /// Whether a key type has no name in common with those that have written an object so far, nor with its version.
    private func areApart(_ first: Unmanaged<KeyTable>, _ table: Unmanaged<KeyTable>, at index: Int) -> Bool {
        guard !values[index].mayRepeat, !values[index].hasSuperclass, areDisjoint(first, table) else { return false }
        if values[index].stampCount > 0, let member = scope.rules.version?.stampMember {
            let spelling = member.spelling(escapes)
            let name = spelling.bytes[..<spelling.nameCount]
            guard table.takeUnretainedValue().slot(writtenAs: name) == nil else { return false }
        }
        return sharedKeys.allSatisfy { $0.index != index || areDisjoint($0.table, table) }
    }

    private func areDisjoint(_ first: Unmanaged<KeyTable>, _ second: Unmanaged<KeyTable>) -> Bool {
        let (one, other) = (first.takeUnretainedValue(), second.takeUnretainedValue())
        guard one.isIndexed, other.isIndexed else { return false }
        let learnt = one.learntCount + other.learntCount
        let place = tablePairs.firstIndex {
            $0.first.toOpaque() == first.toOpaque() && $0.second.toOpaque() == second.toOpaque()
        }
        if let place, tablePairs[place].learnt == learnt { return tablePairs[place].areDisjoint }
        let pair = TablePair(
            first: first, second: second, learnt: learnt, areDisjoint: !one.hasName(in: other))
        if let place { tablePairs[place] = pair } else { tablePairs.append(pair) }
        return pair.areDisjoint
    }

    private func shared(by table: Unmanaged<KeyTable>, at index: Int) -> Int? {
        sharedKeys.lastIndex { $0.index == index && $0.table.toOpaque() == table.toOpaque() }
    }

    /// Notes that a key of one of the types is written; false where it was already.
    func insert(_ slot: Int, _ table: Unmanaged<KeyTable>, at index: Int) -> Bool {
        guard let place = shared(by: table, at: index) else { return values[index].keys.insert(slot) }
        return sharedKeys[place].keys.insert(slot)
    }

    /// The tables of the key types that write an object beside the first one.
    func otherTables(at index: Int) -> [KeyTable] {
        guard values[index].hasSeveralKeyTypes else { return [] }
        return sharedKeys.filter { $0.index == index }.map { $0.table.takeUnretainedValue() }
    }

    /// Forgets what belongs to objects from a place on.
    func forgetShared(from index: Int) {
        while let last = sharedKeys.last, last.index >= index { sharedKeys.removeLast() }
    }
}
