import VersionedCodec

/// The values that a change of an array puts into it and takes out of it.
struct MovedValues: Sendable {
    /// Those that come with all that is in them.
    var put: [JSONValue] = []
    var taken: [JSONValue] = []
    /// Elements that become others in their places.
    var changed: (from: [ValueHash], to: [ValueHash]) = ([], [])

    mutating func add(_ others: MovedValues) {
        put += others.put
        taken += others.taken
        changed.from += others.changed.from
        changed.to += others.changed.to
    }

    /// Calls a function with the hashes of what is put.
    fileprivate func forEachPut(_ body: (ValueHash) -> Void) {
        changed.to.forEach(body)
        Self.forEachHash(of: put, body)
    }

    /// The same with those of what is taken.
    fileprivate func forEachTaken(_ body: (ValueHash) -> Void) {
        changed.from.forEach(body)
        Self.forEachHash(of: taken, body)
    }

    /// The hashes of values, and of the scalars in them that say something.
    private static func forEachHash(of values: [JSONValue], _ body: (ValueHash) -> Void) {
        for value in values {
            if value.isDistinctive { body(ValueHash.of(value)) }
            guard value.isContainer else { continue }
            var waiting = [value]
            while let container = waiting.popLast() {
                for child in container.object?.map(\.value) ?? container.array.map(Array.init) ?? [] {
                    if child.isContainer {
                        waiting.append(child)
                    } else if child.isDistinctive {
                        body(ValueHash.of(child))
                    }
                }
            }
        }
    }
}

/// Groups of changes, each of which is known by the number of one of them.
private struct ChangeGroups {
    /// For each change, one of its group that is closer to the one that the group is known by, or that one itself.
    private var parents: [Int]
    private var isInGroup: [Bool]
    /// The values whose takers are in one group.
    private var joined: Set<ValueHash> = []

    init(count: Int) { (parents, isInGroup) = (Array(0..<count), Array(repeating: false, count: count)) }

    /// The group of a change; `nil` for one that is in none.
    subscript(_ change: Int) -> Int? { isInGroup[change] ? root(of: change) : nil }

    private func root(of change: Int) -> Int {
        var change = change
        while parents[change] != change { change = parents[change] }
        return change
    }

    /// Puts the changes that take a value into the group of one that puts it.
    mutating func join(_ takers: [Int], of hash: ValueHash, with change: Int) {
        // One of them is enough where all are in one group.
        for taker in joined.insert(hash).inserted ? takers[...] : takers.prefix(1) { join(taker, with: change) }
    }

    private mutating func join(_ taker: Int, with change: Int) {
        let (own, other) = (root(of: change), root(of: taker))
        parents[other] = own
        // The next way is shorter.
        for member in [change, taker] {
            parents[member] = own
            isInGroup[member] = true
        }
    }
}

extension CarriedChange {
    /// Makes groups of changes between which values move: one puts where it was what the way back puts elsewhere, and
    /// another one takes it away there. Alone, each would lose the value, or leave it in two places.
    ///
    /// - Parameters:
    ///   - marks: The keys of members that name versions, whose values do not move.
    ///   - base: The values that the way back makes.
    static func group(
        _ changes: inout [CarriedChange], _ marks: Set<String>, in base: (JSONPointer) -> JSONValue?
    ) {
        guard changes.contains(where: \.mayPut), changes.contains(where: \.mayTake) else { return }
        let moved = moved(by: changes, marks, in: base)
        var takers: [ValueHash: [Int]] = [:]
        for (index, moved) in moved.enumerated() {
            moved.forEachTaken { if takers[$0]?.last != index { takers[$0, default: []].append(index) } }
        }
        if takers.isEmpty { return }
        var groups = ChangeGroups(count: changes.count)
        for (index, moved) in moved.enumerated() {
            moved.forEachPut { hash in
                if let takers = takers[hash] { groups.join(takers, of: hash, with: index) }
            }
        }
        for index in changes.indices {
            guard let group = groups[index] else { continue }
            changes[index].group = group
            if case .elements = changes[index].now {
                changes[index].was = base(changes[index].path).map(ValueHash.of)
            }
        }
    }

    /// Whether it may put or take something that another change takes or puts.
    var mayMove: Bool { mayPut || mayTake }

    private var mayPut: Bool {
        if group != nil { return false }
        switch now {
        case .value: return was == nil && insteadOf == nil
        case .absent: return false
        case .elements: return !moved.put.isEmpty || !moved.changed.to.isEmpty
        }
    }

    private var mayTake: Bool {
        if group != nil { return false }
        switch now {
        case .value: return false
        case .absent: return true
        case .elements: return !moved.taken.isEmpty || !moved.changed.from.isEmpty
        }
    }

    /// What changes that are in no group move.
    static func movedFreely(
        by changes: [CarriedChange], _ marks: Set<String>, in base: (JSONPointer) -> JSONValue?
    ) -> MovedValues {
        var all = MovedValues()
        let renamed = renamedMembers(of: changes)
        for change in changes where change.group == nil { change.addMoved(to: &all, renamed, marks, in: base) }
        return all
    }

    private static func moved(
        by changes: [CarriedChange], _ marks: Set<String>, in base: (JSONPointer) -> JSONValue?
    ) -> [MovedValues] {
        let renamed = renamedMembers(of: changes)
        return changes.map { change in
            var moved = MovedValues()
            change.addMoved(to: &moved, renamed, marks, in: base)
            return moved
        }
    }

    /// The members that are not taken away, as they only get another key.
    private static func renamedMembers(of changes: [CarriedChange]) -> Set<JSONPointer> {
        var renamed: Set<JSONPointer> = []
        for change in changes {
            if let key = change.insteadOf { renamed.insert(change.path.parent.appending(key)) }
        }
        return renamed
    }

    private func addMoved(
        to moved: inout MovedValues, _ renamed: Set<JSONPointer>, _ marks: Set<String>,
        in base: (JSONPointer) -> JSONValue?
    ) {
        switch now {
        case .value(let value): if was == nil, insteadOf == nil { moved.put.append(value) }
        case .absent:
            if renamed.contains(path) || path.tokens.last.map(marks.contains) == true { return }
            if let value = base(path) { moved.taken.append(value) }
        case .elements: moved.add(self.moved)
        }
    }
}
