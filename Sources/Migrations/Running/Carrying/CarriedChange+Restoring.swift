import VersionedCodec

/// Restores carried values where their surroundings are unchanged; the others are not restored.
struct CarriedRestoring {
    /// The places of values that were not restored, because the place has another value, or no longer exists.
    private(set) var outdated: [JSONPointer] = []

    /// - Parameters:
    ///   - place: The path of the value in the document.
    ///   - needsMost: Whether only what is in the value shows that it is the one that it was.
    mutating func apply(
        _ changes: [CarriedChange], to value: inout JSONValue, at place: JSONPointer = .root, needsMost: Bool = false
    ) {
        // All surroundings are compared before the first change.
        var surroundings = Surroundings(before: value, needsMost: needsMost)
        var leaving = LeavingMembers()
        for change in changes {
            if !leaving.areJoined(by: change) { leaving.remove(from: &value) }
            let isSame = surroundings.areSame(for: change) && surroundings.haveOriginal(of: change)
            if !isSame || !apply(change, to: &value, at: place, &leaving) {
                outdated.append(place.appending(change.path))
            }
        }
        leaving.remove(from: &value)
    }

    private mutating func apply(
        _ change: CarriedChange, to value: inout JSONValue, at place: JSONPointer, _ leaving: inout LeavingMembers
    ) -> Bool {
        let found: JSONValue? =
            if let key = change.path.tokens.last { value.holder(of: change.path)?.object?[key] } else { value }
        switch change.now {
        case .elements(let hunks):
            guard let array = found?.array else { return false }
            let finder = ElementFinder(Array(array), hunks, by: change.by, twins: change.twins)
            let elements = restore(Array(array), hunks, finder, at: place.appending(change.path))
            return value.put(.array(JSONArray(elements)), at: change.path)
        case .value(let carried):
            guard found.map(Fingerprint.of) == change.was else { return false }
            return value.put(carried, at: change.path)
        case .absent:
            let key = change.path.tokens.last
            guard let found, key.map(leaving.contains) != true else { return true }
            guard Fingerprint.of(found) == change.was else { return false }
            if let key { leaving.insert(key, of: change.path.parent) } else { value = .null }
            return true
        }
    }

    // MARK: Elements

    private mutating func restore(
        _ elements: [JSONValue], _ hunks: [CarriedChange.Hunk], _ finder: ElementFinder, at place: JSONPointer
    ) -> [JSONValue] {
        var values: [JSONValue?] = elements
        /// The elements before each element, and after the last one.
        var inserted: [Int: [JSONValue]] = [:]
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
                values[spot] = restored(
                    elements[source], element, isSame: finder.prints[source] == hunk.was[number],
                    at: place.appending(spot))
            }
            let wanted = Set(hunk.now.compactMap(\.number))
            for number in hunk.was.indices where !wanted.contains(number) {
                if let source = found[number], finder.prints[source] == hunk.was[number] { values[source] = nil }
            }
        }
        var result: [JSONValue] = []
        for index in 0...values.count {
            result += inserted[index] ?? []
            if index < values.count, let value = values[index] { result.append(value) }
        }
        return result
    }

    private mutating func restored(
        _ value: JSONValue, _ element: CarriedChange.Element, isSame: Bool, at place: JSONPointer
    ) -> JSONValue {
        switch element {
        case .same, .inserted: return value
        case .replaced(_, let carried):
            if isSame { return carried }
        case .changed(_, let around, let changes):
            var value = value
            apply(changes, to: &value, at: place, needsMost: !isSame && around.isEmpty)
            return value
        }
        outdated.append(place)
        return value
    }
}

/// The members of the objects that hold carried values, found once for each object.
private struct Surroundings {
    let before: JSONValue
    let needsMost: Bool
    private var known: [JSONPointer: [Fingerprint.Scalar]] = [:]

    init(before: JSONValue, needsMost: Bool) { (self.before, self.needsMost) = (before, needsMost) }

    /// Whether an object is still the one that held a value: not each of several members of it has changed.
    mutating func areSame(for change: CarriedChange) -> Bool {
        guard let holder = before.holder(of: change.path) else { return change.path.isRoot }
        if change.around.count < (needsMost ? 1 : 2) { return true }
        let place = change.path.parent
        let scalars = known[place] ?? scalars(of: holder)
        known[place] = scalars
        if needsMost { return Fingerprint.most(of: change.around, in: scalars.map(\.print)) != nil }
        return !Set(change.around).isDisjoint(with: Fingerprint.beside(change.path.tokens.last, in: scalars))
    }

    /// Whether a member that only got another key is still under that key, and has not changed.
    func haveOriginal(of change: CarriedChange) -> Bool {
        guard let key = change.insteadOf, case .value(let carried) = change.now else { return true }
        return before.holder(of: change.path)?.object?[key].map(Fingerprint.of) == Fingerprint.of(carried)
    }

    private func scalars(of holder: JSONValue) -> [Fingerprint.Scalar] {
        needsMost ? Fingerprint.scalars(in: holder, except: [], upTo: 64) : Fingerprint.scalarsForAll(in: holder)
    }
}

/// Members of one object that are to be removed, all at once: that takes as long as to remove one of them.
private struct LeavingMembers {
    private var holder = JSONPointer.root
    private var keys: Set<ByteKey> = []

    /// Whether a change removes one more member of the object.
    func areJoined(by change: CarriedChange) -> Bool {
        guard case .absent = change.now else { return false }
        return change.path.parent == holder
    }

    func contains(_ key: String) -> Bool { keys.contains(ByteKey(key)) }

    mutating func insert(_ key: String, of holder: JSONPointer) {
        self.holder = holder
        keys.insert(ByteKey(key))
    }

    mutating func remove(from value: inout JSONValue) {
        if keys.isEmpty { return }
        let keys = keys
        value.update(at: holder.tokens[...]) { $0.object?.removeAll { keys.contains(ByteKey($0.key)) } }
        self.keys = []
    }
}

extension JSONValue {
    /// The object that holds, or would hold, the member at the end of a way over members.
    fileprivate func holder(of path: JSONPointer) -> JSONValue? {
        if path.isRoot { return nil }
        var value = self
        for token in path.tokens.dropLast() {
            guard let next = value.object?[token] else { return nil }
            value = next
        }
        return value.kind == .object ? value : nil
    }
}
