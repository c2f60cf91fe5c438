import VersionedCodec

/// Restores carried values in a document where their surroundings are unchanged; the others are not restored.
struct CarriedRestoring {
    private let arena: Arena

    /// The document that the way back began with, where data is restored in one that may have been edited.
    private var middle: MiddleDocument?

    /// The places of values that were not restored, because the place has another value, or no longer exists.
    private(set) var outdated: [JSONPointer] = []

    /// While it is only found out which parts can be made, whether each of them can be.
    private var trial: [Bool]?

    /// The numbers of the parts that are not made, as others cannot be, and that of the next part.
    private var blocked: Set<Int> = []
    private var next = 0

    /// - `arena`: Has the document.
    init(in arena: Arena) { self.arena = arena }

    /// Restores in a value, and returns the places of what was not restored; see ``apply(_:from:marks:)``.
    @inline(never)
    static func apply(
        _ changes: [CarriedChange], to value: inout JSONValue, from middle: MiddleDocument? = nil,
        marks: (() -> Set<String>)? = nil
    ) -> [JSONPointer] {
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        memory.arena.begin(value)
        var restoring = CarriedRestoring(in: memory.arena)
        restoring.apply(changes, from: middle, marks: marks)
        value = memory.arena.value(of: memory.arena.root)
        return restoring.outdated
    }

    /// - Parameters:
    ///   - middle: The document that the way back began with, if the data was made for that.
    ///   - marks: The keys of members that name versions; `nil` for a document that nobody has edited.
    mutating func apply(
        _ changes: [CarriedChange], from middle: MiddleDocument? = nil, marks: (() -> Set<String>)? = nil
    ) {
        self.middle = middle
        if let marks, let parts = CarriedParts(changes, marks: marks) {
            trial = []
            apply(changes, to: arena.root, at: .root, needsMost: false)
            blocked = parts.blocked(possible: trial ?? [])
            (trial, outdated, next) = (nil, [], 0)
        }
        apply(changes, to: arena.root, at: .root, needsMost: false)
    }

    /// Restores within a value that nobody has edited: none of the changes is of the value itself.
    mutating func apply(_ changes: [CarriedChange], within value: NodeID) {
        apply(changes, to: value, at: .root, needsMost: false)
    }

    /// Whether the next part is made, if it can be.
    private mutating func mayMake(_ isPossible: Bool) -> Bool {
        trial?.append(isPossible)
        next += 1
        return isPossible && !blocked.contains(next - 1)
    }

    /// Leaves out parts whose place is not found.
    private mutating func skip(_ count: @autoclosure () -> Int) {
        if trial == nil, blocked.isEmpty { return }
        let count = count()
        trial?.append(contentsOf: repeatElement(false, count: count))
        next += count
    }

    /// Notes the place of what was not restored, once.
    private mutating func report(_ place: JSONPointer) {
        if outdated.last != place { outdated.append(place) }
    }

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
        var areSame = changes.map {
            surroundings.areSame(for: $0) && surroundings.haveOriginal(of: $0)
                && middle?.allows($0, of: value, in: arena) ?? true
        }
        // Of a group, all changes are made, or none.
        let broken = Set(zip(changes, areSame).compactMap { $1 && fits($0, value) ? nil : $0.group })
        for (index, change) in changes.enumerated() where change.group.map(broken.contains) == true {
            areSame[index] = false
        }
        var value = value
        for (change, isSame) in zip(changes, areSame) {
            if case .elements(let hunks) = change.now {
                let array = isSame ? self.place(of: change, value).found : .none
                if !array.isNone, arena.isArray(array) {
                    let finder = ElementFinder(arena, array, hunks, by: change.by, twins: change.twins)
                    restore(array, finder, hunks, at: place.appending(change.path))
                    continue
                }
                skip(CarriedParts.count(change))
            } else if apply(change, isSame: isSame, to: &value) {
                continue
            }
            outdated.append(place.appending(change.path))
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

    /// The object that holds, or would hold, what a change is of, its key there, and what is there now.
    private func place(of change: CarriedChange, _ value: NodeID) -> (key: String?, holder: NodeID, found: NodeID) {
        let (key, holder) = (change.path.tokens.last, arena.holder(of: change.path, from: value))
        return (key, holder, key.map { holder.isNone ? .none : arena.member($0, of: holder) } ?? value)
    }

    /// Makes a change of no array, if its place is as it was; returns whether nothing is left to be restored.
    private mutating func apply(_ change: CarriedChange, isSame: Bool, to value: inout NodeID) -> Bool {
        let (key, holder, found) = place(of: change, value)
        // What a change takes away may have gone by itself. Then it has not moved.
        let hasGone = isSame && found.isNone && change.now == .absent
        guard mayMake(isSame && !hasGone && isStill(found, change.was)) else { return hasGone }
        if trial != nil { return true }
        if case .value(let carried) = change.now {
            let new = arena.make(carried)
            if !found.isNone {
                let node = arena.replace(found, by: new)
                if key == nil { value = node }
            } else if let key {
                arena.insert(new, as: key, into: holder)
            }
        } else if let key {
            arena.removeMembers(key, of: holder)
        } else {
            arena.set(value, to: .null)
        }
        return true
    }

    /// Whether a value has a hash; without one, whether there is none.
    private func isStill(_ value: NodeID, _ hash: ValueHash?) -> Bool {
        value.isNone ? hash == nil : hash == ValueHash.of(value, in: arena)
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
            let isMoved = CarriedChange.Hunk.isMoved(numbers)
            let ascending = numbers.ascending().compactMap { found[$0] }
            let isOrderLeft = !zip(ascending, ascending.dropFirst()).contains(where: >)
            let hasGone = kept.isEmpty && hunk.isMoved && !elements.isEmpty
            if isMoved && !isOrderLeft || hasGone { outdated.append(place) }
            let spots = isMoved && isOrderLeft ? kept.ascending() : kept
            var rank = 0
            // Where something is inserted before anything that is still there.
            var gap = kept.min() ?? found.compactMap(\.self).min() ?? min(hunk.start, elements.count)
            for element in hunk.now {
                guard let number = element.number else {
                    guard case .inserted(let value) = element else { continue }
                    if mayMake(true) { inserted[gap, default: []].append(value) } else { report(place) }
                    continue
                }
                guard let source = found[number] else {
                    // The element has gone, and with it what was carried for it.
                    if case .same = element { continue }
                    skip(CarriedParts.count(element))
                    outdated.append(place)
                    continue
                }
                let spot = spots[rank]
                rank += 1
                gap = spot + 1
                if spot != source { moved[spot] = source }
                elements[source] = restored(
                    elements[source], element, isSame: finder.hashes[source] == hunk.was[number],
                    at: place.appending(spot))
            }
            for number in hunk.leaving {
                let source = found[number].flatMap { finder.hashes[$0] == hunk.was[number] ? $0 : nil }
                let isMade = mayMake(source != nil)
                guard let source else { continue }
                if isMade { leaving.append(source) } else { report(place) }
            }
        }
        if trial != nil { return }
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
            if mayMake(isSame) { return trial == nil ? arena.replace(node, by: arena.make(carried)) : node }
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
    private var known: [Int32: [ValueHash.Scalar]] = [:]

    init(arena: Arena, before: NodeID, needsMost: Bool) {
        (self.arena, self.before, self.needsMost) = (arena, before, needsMost)
    }

    /// Whether an object is still the one that held a value: not each of several members of it has changed.
    mutating func areSame(for change: CarriedChange) -> Bool {
        let holder = arena.holder(of: change.path, from: before)
        if holder.isNone { return change.path.isRoot }
        if change.around.count < (needsMost ? 1 : 2) { return true }
        if needsMost {
            return ValueHash.most(of: change.around, in: ValueHash.ofScalars(in: arena, holder, upTo: 64)) != nil
        }
        let scalars = known[holder.raw] ?? ValueHash.scalarsForAll(in: arena, holder)
        known[holder.raw] = scalars
        return !Set(change.around).isDisjoint(with: ValueHash.beside(change.path.tokens.last, in: scalars))
    }

    /// Whether a member that only got another key is still under that key, and has not changed.
    func haveOriginal(of change: CarriedChange) -> Bool {
        guard let key = change.insteadOf, case .value(let carried) = change.now else { return true }
        let holder = arena.holder(of: change.path, from: before)
        let found = holder.isNone ? .none : arena.member(key, of: holder)
        return !found.isNone && ValueHash.of(found, in: arena) == ValueHash.of(carried)
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
