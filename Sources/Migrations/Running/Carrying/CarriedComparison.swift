import VersionedCodec

/// Compares a document with what the way back makes of it, value by value.
struct CarriedComparison {
    /// The document, and what the way back makes.
    let wanted, base: Arena
    /// The keys of members that name versions, whose values do not move.
    let marks: Set<String>

    /// The changes from one value to another; empty if they are the same except for the order of members.
    ///
    /// - Parameters:
    ///   - path: Where both are; the changes of elements begin at the element.
    ///   - depth: How deep both are in the document.
    /// - Complexity: O(bytes × arrays around each other)
    func changes(_ node: NodeID, _ other: NodeID, at path: JSONPointer, depth: Int) -> [CarriedChange] {
        var changes: [CarriedChange] = []
        compare(node, other, at: { path }, depth, around: { [] }, &changes)
        CarriedChange.group(&changes, marks) { place in
            let found = base.find(JSONPointer(Array(place.tokens.dropFirst(path.tokens.count))), from: other)
            return found.isNone ? .none : base.value(of: found)
        }
        return changes
    }

    /// - Parameters:
    ///   - node: The wanted value.
    ///   - other: The value that the way back makes.
    private func compare(
        _ node: NodeID, _ other: NodeID, at path: () -> JSONPointer, _ depth: Int, around: () -> [ValueHash],
        _ changes: inout [CarriedChange]
    ) {
        if depth < CarriedChange.deepest {
            if wanted.isObject(node), base.isObject(other) {
                let count = changes.count
                compareMembers(of: node, other, at: path(), depth, &changes)
                // A member whose key appears twice cannot be named: such an object is compared as a whole. If only one
                // of two equal ones is there, nothing but their number tells.
                if changes.count == count
                    ? wanted.count(of: node) == base.count(of: other)
                    : !wanted.hasRepeatedKey(node) && !base.hasRepeatedKey(other)
                {
                    return
                }
                changes.removeLast(changes.count - count)
            } else if wanted.isArray(node), base.isArray(other) {
                let comparison = ArrayComparison(
                    ComparedElements(of: node, in: wanted), ComparedElements(of: other, in: base))
                if let change = comparison.change(at: path(), depth, around: around(), marks) { changes.append(change) }
                return
            }
        }
        if areEqual(node, other) { return }
        changes.append(
            CarriedChange(
                path: path(), was: ValueHash.of(other, in: base), around: around(),
                now: .value(wanted.value(of: node))))
    }

    private func areEqual(_ node: NodeID, _ other: NodeID) -> Bool {
        wanted.isContainer(node) || base.isContainer(other)
            ? ValueHash.of(node, in: wanted) == ValueHash.of(other, in: base)
            : wanted.isSame(node, as: other, in: base)
    }

    private func compareMembers(
        of object: NodeID, _ other: NodeID, at path: JSONPointer, _ depth: Int, _ changes: inout [CarriedChange]
    ) {
        let count = changes.count
        var scalars: [ValueHash.Scalar]?
        func beside(_ key: String) -> [ValueHash] {
            if path.isRoot { return [] }
            let known = scalars ?? ValueHash.scalarsForAll(in: base, other)
            scalars = known
            return ValueHash.beside(key, in: known)
        }
        var member = wanted.firstChild(of: object)
        while !member.isNone {
            let partner = base.member(of: other, like: member, in: wanted)
            if partner.isNone {
                let key = wanted.key(of: member)
                let value = CarriedChange.Now.value(wanted.value(of: member))
                changes.append(CarriedChange(path: path.appending(key), around: beside(key), now: value))
            } else if wanted.isContainer(member) || base.isContainer(partner) || !areEqual(member, partner) {
                let key = wanted.key(of: member)
                compare(
                    member, partner, at: { path.appending(key) }, depth + 1, around: { beside(key) }, &changes)
            }
            member = wanted.next(after: member)
        }
        member = base.firstChild(of: other)
        while !member.isNone {
            if wanted.member(of: object, like: member, in: base).isNone {
                let key = base.key(of: member)
                let was = ValueHash.of(member, in: base)
                changes.append(CarriedChange(path: path.appending(key), was: was, around: beside(key), now: .absent))
            }
            member = base.next(after: member)
        }
        if changes.count > count { CarriedChange.pairRenamedMembers(of: path, in: &changes, from: count) }
    }
}

extension CarriedChange {
    /// The changes from one value to another; see ``CarriedComparison/changes(_:_:at:depth:)``.
    ///
    /// - `depth`: How deep both are in the document; `nil` for the length of the path.
    static func between(
        _ before: JSONValue, _ after: JSONValue, at path: JSONPointer = .root, depth: Int? = nil,
        marks: Set<String> = []
    ) -> [CarriedChange] {
        ArenaPool.shared.reading(before, after) { wanted, base in
            CarriedComparison(wanted: wanted, base: base, marks: marks)
                .changes(wanted.root, base.root, at: path, depth: depth ?? path.tokens.count)
        }
    }

    /// Notes which members of an object the way back only gives another key.
    fileprivate static func pairRenamedMembers(
        of object: JSONPointer, in changes: inout [CarriedChange], from start: Int
    ) {
        var removed: [ValueHash: [String]] = [:]
        for change in changes[start...].reversed() {
            guard case .absent = change.now, let was = change.was, let key = change.path.tokens.last,
                change.path.parent == object
            else { continue }
            removed[was, default: []].append(key)
        }
        if removed.isEmpty { return }
        for index in start..<changes.count {
            guard case .value(let value) = changes[index].now, changes[index].was == nil,
                changes[index].path.parent == object
            else { continue }
            changes[index].insteadOf = removed[ValueHash.of(value)]?.popLast()
        }
    }
}
