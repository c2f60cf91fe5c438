import VersionedCodec

/// The values that a change of an array puts into it and takes out of it.
struct MovedValues: Sendable {
    /// Those that come with all that is in them.
    var put: [JSONValue] = []
    var taken: [JSONValue] = []
    /// Elements that become others in their places.
    var changed: (from: [ValueHash], to: [ValueHash]) = ([], [])

    var isEmpty: Bool { put.isEmpty && taken.isEmpty && changed.to.isEmpty }

    mutating func add(_ others: MovedValues) {
        put += others.put
        taken += others.taken
        changed.from += others.changed.from
        changed.to += others.changed.to
    }

    /// The hashes of what is put, and of what is taken.
    fileprivate var hashes: (put: Set<ValueHash>, taken: Set<ValueHash>) {
        (Self.hashes(of: put).union(changed.to), Self.hashes(of: taken).union(changed.from))
    }

    /// Whether a value is one that many places do not have.
    static func isDistinctive(_ value: JSONValue) -> Bool {
        value.isContainer || value.kind == .number || value.string?.isEmpty == false
    }

    /// The hashes of values, and of the scalars in them that say something.
    private static func hashes(of values: [JSONValue]) -> Set<ValueHash> {
        var (found, waiting) = (Set(values.map(ValueHash.of)), values)
        while let value = waiting.popLast() {
            if let object = value.object {
                waiting += object.map(\.value)
            } else if let array = value.array {
                waiting += array
            } else if isDistinctive(value) {
                found.insert(ValueHash.of(value))
            }
        }
        return found
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
        if !changes.contains(where: \.mayMove) { return }
        let moved = moved(by: changes, marks, in: base)
        guard moved.contains(where: { !$0.put.isEmpty || !$0.changed.to.isEmpty }),
            moved.contains(where: { !$0.taken.isEmpty || !$0.changed.from.isEmpty })
        else { return }
        let hashes = moved.map(\.hashes)
        var takers: [ValueHash: [Int]] = [:]
        for (index, hashes) in hashes.enumerated() {
            for hash in hashes.taken { takers[hash, default: []].append(index) }
        }
        var groups = Array<Int?>(repeating: nil, count: changes.count)
        for (index, hashes) in hashes.enumerated() {
            for hash in hashes.put {
                for taker in takers[hash] ?? [] {
                    let (own, other) = (groups[index] ?? index, groups[taker] ?? taker)
                    for member in groups.indices where groups[member] == other { groups[member] = own }
                    (groups[index], groups[taker]) = (own, own)
                }
            }
        }
        for (index, group) in groups.enumerated() {
            guard let group else { continue }
            changes[index].group = group
            if case .elements = changes[index].now {
                changes[index].was = base(changes[index].path).map(ValueHash.of)
            }
        }
    }

    /// Whether it may put or take something that another change takes or puts.
    var mayMove: Bool {
        if group != nil { return false }
        switch now {
        case .value: return was == nil && insteadOf == nil
        case .absent: return true
        case .elements: return !moved.isEmpty
        }
    }

    /// What changes that are in no group move.
    static func movedFreely(
        by changes: [CarriedChange], _ marks: Set<String>, in base: (JSONPointer) -> JSONValue?
    ) -> MovedValues {
        var all = MovedValues()
        for (change, moved) in zip(changes, moved(by: changes, marks, in: base)) where change.group == nil {
            all.add(moved)
        }
        return all
    }

    private static func moved(
        by changes: [CarriedChange], _ marks: Set<String>, in base: (JSONPointer) -> JSONValue?
    ) -> [MovedValues] {
        let renamed = Set(changes.compactMap { change in change.insteadOf.map(change.path.parent.appending) })
        return changes.map { change in
            switch change.now {
            case .value(let value): MovedValues(put: change.was == nil && change.insteadOf == nil ? [value] : [])
            case .absent where renamed.contains(change.path) || change.path.tokens.last.map(marks.contains) == true:
                MovedValues()
            case .absent: MovedValues(taken: base(change.path).map { [$0] } ?? [])
            case .elements: change.moved
            }
        }
    }
}
