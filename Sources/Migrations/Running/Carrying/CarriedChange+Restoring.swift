import VersionedCodec

/// Restores carried values in a document where their surroundings are unchanged; the others are not restored.
struct CarriedRestoring {
    private let arena: Arena

    /// The places of values that were not restored, because the place has another value, or no longer exists.
    private(set) var outdated: [JSONPointer] = []

    /// - `arena`: Has the document.
    init(in arena: Arena) { self.arena = arena }

    /// Restores in a value, and returns the places of what was not restored.
    @inline(never)
    static func apply(_ changes: [CarriedChange], to value: inout JSONValue) -> [JSONPointer] {
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        memory.arena.begin(value)
        var restoring = CarriedRestoring(in: memory.arena)
        restoring.apply(changes)
        value = memory.arena.value(of: memory.arena.root)
        return restoring.outdated
    }

    mutating func apply(_ changes: [CarriedChange]) { apply(changes, to: arena.root, at: .root, needsMost: false) }

    /// - Parameters:
    ///   - place: The path of the value in the document.
    ///   - needsMost: Whether only what is in the value shows that it is the one that it was.
    /// - Returns: The node that the value has from then on.
    @discardableResult
    private mutating func apply(
        _ changes: [CarriedChange], to value: NodeID, at place: JSONPointer, needsMost: Bool
    ) -> NodeID {
        // All surroundings are compared before the first change.
        var surroundings = Surroundings(arena: arena, before: value, needsMost: needsMost)
        var areSame = changes.map { surroundings.areSame(for: $0) && surroundings.haveOriginal(of: $0) }
        // Of a group, all changes are made, or none.
        let broken = Set(zip(changes, areSame).compactMap { $1 && fits($0, value) ? nil : $0.group })
        for (index, change) in changes.enumerated() where change.group.map(broken.contains) == true {
            areSame[index] = false
        }
        var value = value
        for (change, isSame) in zip(changes, areSame) {
            if !isSame || !apply(change, to: &value, at: place) { outdated.append(place.appending(change.path)) }
        }
        return value
    }

    /// Whether the place of a change in a group is as the way back has made it.
    private func fits(_ change: CarriedChange, _ value: NodeID) -> Bool {
        guard change.group != nil else { return true }
        let holder = arena.holder(of: change.path, from: value)
        guard let key = change.path.tokens.last else { return isStill(value, change.was) }
        return !holder.isNone && isStill(arena.member(key, of: holder), change.was)
    }

    private mutating func apply(_ change: CarriedChange, to value: inout NodeID, at place: JSONPointer) -> Bool {
        let (key, holder) = (change.path.tokens.last, arena.holder(of: change.path, from: value))
        let found = key.map { holder.isNone ? .none : arena.member($0, of: holder) } ?? value
        switch change.now {
        case .elements(let hunks):
            guard !found.isNone, arena.isArray(found) else { return false }
            let finder = ElementFinder(arena, found, hunks, by: change.by, twins: change.twins)
            restore(found, finder, hunks, at: place.appending(change.path))
        case .value(let carried):
            guard isStill(found, change.was) else { return false }
            let new = arena.make(carried)
            if !found.isNone {
                let node = arena.replace(found, by: new)
                if key == nil { value = node }
            } else if let key {
                arena.insert(new, as: key, into: holder)
            }
        case .absent:
            if found.isNone { return true }
            guard isStill(found, change.was) else { return false }
            if let key { arena.removeMembers(key, of: holder) } else { arena.set(value, to: .null) }
        }
        return true
    }

    /// Whether a value has a fingerprint; without one, whether there is none.
    private func isStill(_ value: NodeID, _ print: Fingerprint?) -> Bool {
        value.isNone ? print == nil : print == Fingerprint.of(value, in: arena)
    }

    // MARK: Elements

    private mutating func restore(
        _ array: NodeID, _ finder: ElementFinder, _ hunks: [CarriedChange.Hunk], at place: JSONPointer
    ) {
        var elements = finder.elements
        /// The elements before each element, and after the last one; where those are that move; and those that go.
        var (inserted, moved, leaving): ([Int: [JSONValue]], [Int: Int], [Int]) = ([:], [:], [])
        for (hunk, found) in zip(hunks, finder.found) {
            let numbers = hunk.now.compactMap { element in element.number.flatMap { found[$0] == nil ? nil : $0 } }
            let kept = numbers.compactMap { found[$0] }
            // An order that has been changed since stays.
            let isMoved = zip(numbers, numbers.dropFirst()).contains(where: >)
            let ascending = numbers.ascending().compactMap { found[$0] }
            let isOrderLeft = !zip(ascending, ascending.dropFirst()).contains(where: >)
            if isMoved, !isOrderLeft { outdated.append(place) }
            let spots = isMoved && isOrderLeft ? kept.ascending() : kept
            var next = 0
            // Where something is inserted before anything that is still there.
            var gap = kept.min() ?? found.compactMap(\.self).min() ?? min(hunk.start, elements.count)
            for element in hunk.now {
                guard let number = element.number else {
                    if case .inserted(let value) = element { inserted[gap, default: []].append(value) }
                    continue
                }
                guard let source = found[number] else {
                    // The element has gone, and with it what was carried for it.
                    if case .same = element { continue }
                    outdated.append(place)
                    continue
                }
                let spot = spots[next]
                next += 1
                gap = spot + 1
                if spot != source { moved[spot] = source }
                elements[source] = restored(
                    elements[source], element, isSame: finder.prints[source] == hunk.was[number],
                    at: place.appending(spot))
            }
            let wanted = Set(hunk.now.compactMap(\.number))
            leaving += hunk.was.indices.compactMap { number in
                guard !wanted.contains(number), let source = found[number], finder.prints[source] == hunk.was[number]
                else { return nil }
                return source
            }
        }
        move(moved, among: &elements, of: array)
        for (gap, values) in inserted {
            let next = gap < elements.count ? elements[gap] : .none
            for value in values { arena.insert(arena.make(value), into: array, before: next) }
        }
        for element in leaving { arena.detach(elements[element]) }
        // What it has become does not come from one place.
        arena.setOrigin(of: array, from: .none)
    }

    /// Puts elements into the places of others, which move too.
    private func move(_ moved: [Int: Int], among elements: inout [NodeID], of array: NodeID) {
        if moved.isEmpty { return }
        let before = elements
        var places: [Int: NodeID] = [:]
        for spot in moved.keys {
            let place = arena.make(.null)
            arena.insert(place, into: array, before: before[spot])
            arena.detach(before[spot])
            places[spot] = place
        }
        for (spot, source) in moved {
            guard let place = places[spot] else { continue }
            arena.insert(before[source], into: array, before: place)
            arena.detach(place)
            elements[spot] = before[source]
        }
    }

    /// Restores an element, and returns the node that it has from then on.
    private mutating func restored(
        _ node: NodeID, _ element: CarriedChange.Element, isSame: Bool, at place: JSONPointer
    ) -> NodeID {
        switch element {
        case .same, .inserted: return node
        case .replaced(_, let carried):
            if isSame { return arena.replace(node, by: arena.make(carried)) }
        case .changed(_, let around, let changes):
            return apply(changes, to: node, at: place, needsMost: !isSame && around.isEmpty)
        }
        outdated.append(place)
        return node
    }
}

/// The members of the objects that hold carried values, found once for each object.
private struct Surroundings {
    let arena: Arena
    let before: NodeID
    let needsMost: Bool
    private var known: [Int32: [Fingerprint.Scalar]] = [:]

    init(arena: Arena, before: NodeID, needsMost: Bool) {
        (self.arena, self.before, self.needsMost) = (arena, before, needsMost)
    }

    /// Whether an object is still the one that held a value: not each of several members of it has changed.
    mutating func areSame(for change: CarriedChange) -> Bool {
        let holder = arena.holder(of: change.path, from: before)
        if holder.isNone { return change.path.isRoot }
        if change.around.count < (needsMost ? 1 : 2) { return true }
        if needsMost {
            return Fingerprint.most(of: change.around, in: Fingerprint.ofScalars(in: arena, holder, upTo: 64)) != nil
        }
        let scalars = known[holder.raw] ?? Fingerprint.scalarsForAll(in: arena, holder)
        known[holder.raw] = scalars
        return !Set(change.around).isDisjoint(with: Fingerprint.beside(change.path.tokens.last, in: scalars))
    }

    /// Whether a member that only got another key is still under that key, and has not changed.
    func haveOriginal(of change: CarriedChange) -> Bool {
        guard let key = change.insteadOf, case .value(let carried) = change.now else { return true }
        let holder = arena.holder(of: change.path, from: before)
        let found = holder.isNone ? .none : arena.member(key, of: holder)
        return !found.isNone && Fingerprint.of(found, in: arena) == Fingerprint.of(carried)
    }
}

extension Arena {
    /// The object that holds, or would hold, the member at the end of a way over members, or `none`.
    fileprivate func holder(of path: JSONPointer, from value: NodeID) -> NodeID {
        if path.isRoot { return .none }
        var value = value
        for token in path.tokens.dropLast() {
            value = member(token, of: value)
            if value.isNone { return .none }
        }
        return isObject(value) ? value : .none
    }

    /// Removes the members of a key.
    fileprivate func removeMembers(_ key: String, of object: NodeID) {
        var found = member(key, of: object)
        while !found.isNone {
            detach(found)
            found = member(key, of: object)
        }
    }
}
