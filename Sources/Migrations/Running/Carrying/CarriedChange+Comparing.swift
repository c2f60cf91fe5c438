import VersionedCodec

extension CarriedChange {
    /// The changes from one value to another; empty if they are the same except for the order of members.
    ///
    /// - Parameters:
    ///   - path: Where both are; the changes of elements begin at the element.
    ///   - depth: How deep both are in the document; `nil` for the length of the path.
    ///   - marks: The keys of members that name versions, whose values do not move.
    /// - Complexity: O(bytes × arrays around each other)
    static func between(
        _ before: JSONValue, _ after: JSONValue, at path: JSONPointer = .root, depth: Int? = nil,
        marks: Set<String> = []
    ) -> [CarriedChange] {
        var changes: [CarriedChange] = []
        compare(before, after, at: path, depth ?? path.tokens.count, [], marks, &changes)
        group(&changes, marks) { after[at: JSONPointer(Array($0.tokens.dropFirst(path.tokens.count)))] }
        return changes
    }

    /// Notes which members of an object the way back only gives another key.
    private static func pairRenamedMembers(of object: JSONPointer, in changes: inout ArraySlice<CarriedChange>) {
        var removed: [ValueHash: [String]] = [:]
        for change in changes.reversed() {
            guard case .absent = change.now, let was = change.was, let key = change.path.tokens.last,
                change.path.parent == object
            else { continue }
            removed[was, default: []].append(key)
        }
        if removed.isEmpty { return }
        for index in changes.indices {
            guard case .value(let value) = changes[index].now, changes[index].was == nil,
                changes[index].path.parent == object
            else { continue }
            changes[index].insteadOf = removed[ValueHash.of(value)]?.popLast()
        }
    }

    /// - `wanted`: The wanted value.
    /// - `base`: The value that the way back makes.
    private static func compare(
        _ wanted: JSONValue, _ base: JSONValue, at path: JSONPointer, _ depth: Int,
        _ around: @autoclosure () -> [ValueHash], _ marks: Set<String>, _ changes: inout [CarriedChange]
    ) {
        if depth < deepest, let members = wanted.object, let others = base.object {
            let count = changes.count
            lazy var scalars = path.isRoot ? [] : ValueHash.scalarsForAll(in: base)
            func beside(_ key: String) -> [ValueHash] { ValueHash.beside(key, in: scalars) }
            for member in members {
                let inner = path.appending(member.key)
                if let other = others[member.key] {
                    compare(member.value, other, at: inner, depth + 1, beside(member.key), marks, &changes)
                } else {
                    changes.append(
                        CarriedChange(path: inner, around: beside(member.key), now: .value(member.value)))
                }
            }
            for other in others where members[other.key] == nil {
                changes.append(
                    CarriedChange(
                        path: path.appending(other.key), was: ValueHash.of(other.value), around: beside(other.key),
                        now: .absent))
            }
            pairRenamedMembers(of: path, in: &changes[count...])
            // A member whose key appears twice cannot be named: such an object is compared as a whole. If only one of
            // two equal ones is there, nothing but their number tells.
            if changes.count == count
                ? members.count == others.count : !members.hasRepeatedKey() && !others.hasRepeatedKey()
            {
                return
            }
            changes.removeLast(changes.count - count)
        }
        if depth < deepest, let elements = wanted.array, let others = base.array {
            let comparison = ArrayComparison(ComparedElements(Array(elements)), ComparedElements(Array(others)))
            if let change = comparison.change(at: path, depth, around: around(), marks) { changes.append(change) }
            return
        }
        if wanted.isContainer || base.isContainer ? ValueHash.of(wanted) == ValueHash.of(base) : wanted == base {
            return
        }
        changes.append(
            CarriedChange(path: path, was: ValueHash.of(base), around: around(), now: .value(wanted)))
    }
}

extension JSONObject {
    /// Whether a key appears twice. O(members)
    @inline(never)
    fileprivate func hasRepeatedKey() -> Bool { Set(map { ByteKey($0.key) }).count < count }
}

/// Finds which element of an array is which of another one.
struct ArrayComparison {
    private let wanted: ComparedElements
    private let base: ComparedElements
    /// The hashes of the elements; `nil` for those that are the same and have only such ones before or behind
    /// them.
    private var wantedHashes: [ValueHash?]
    private var baseHashes: [ValueHash?]
    /// Whether no element is looked into that is given as it is wanted: in the base, it may have another order of
    /// members.
    private(set) var knowsMemberOrder = true
    /// The element of the base for each that is wanted.
    private var partners: [Int?]
    private var isTaken: [Bool]

    /// - `differing`: The indices of the elements that may differ from those in their places, in ascending order, where
    ///   both have as many elements; `nil` where that is not known.
    init(_ wanted: ComparedElements, _ base: ComparedElements, differing: [Int]? = nil) {
        (self.wanted, self.base) = (wanted, base)
        partners = Array(repeating: nil, count: wanted.count)
        isTaken = Array(repeating: false, count: base.count)
        if let differing {
            wantedHashes = Array(repeating: nil, count: wanted.count)
            baseHashes = wantedHashes
            hash(differing)
        } else {
            wantedHashes = wanted.indices.map(wanted.hash)
            baseHashes = base.indices.map(base.hash)
        }
        pairEqualOnes()
        if let differing {
            let differing = Set(differing)
            knowsMemberOrder = base.indices.allSatisfy { isTaken[$0] || differing.contains($0) }
        }
        pairSimilarOnes()
        pairOnesInOrder()
    }

    /// Makes the hashes from the first element that differs to the last one.
    private mutating func hash(_ differing: [Int]) {
        let hashes = differing.map { (place: $0, wanted: wanted.hash($0), base: base.hash($0)) }
        let changed = hashes.filter { $0.wanted != $0.base }
        guard let first = changed.first?.place, let last = changed.last?.place else { return }
        for (place, wanted, base) in hashes where first...last ~= place {
            (wantedHashes[place], baseHashes[place]) = (wanted, base)
        }
        for place in first...last where wantedHashes[place] == nil {
            wantedHashes[place] = wanted.hash(place)
            baseHashes[place] = wantedHashes[place]
        }
    }

    private func baseHash(_ other: Int) -> ValueHash { baseHashes[other] ?? base.hash(other) }

    private mutating func pair(_ place: Int, _ other: Int) {
        partners[place] = other
        isTaken[other] = true
    }

    private mutating func pairEqualOnes() {
        var start = 0
        while start < min(wanted.count, base.count), wantedHashes[start] == baseHashes[start] {
            pair(start, start)
            start += 1
        }
        var (end, otherEnd) = (wanted.count, base.count)
        while end > start, otherEnd > start, wantedHashes[end - 1] == baseHashes[otherEnd - 1] {
            (end, otherEnd) = (end - 1, otherEnd - 1)
            pair(end, otherEnd)
        }
        var places: [ValueHash?: [Int]] = [:]
        for other in (start..<otherEnd).reversed() { places[baseHashes[other], default: []].append(other) }
        for place in start..<end {
            if let other = places[wantedHashes[place]]?.popLast() { pair(place, other) }
        }
    }

    /// Objects that have members in common are one that was changed.
    private mutating func pairSimilarOnes() {
        guard partners.contains(nil), isTaken.contains(false) else { return }
        var similar = SimilarObjects(base, where: { !isTaken[$0] })
        for place in wanted.indices where partners[place] == nil && wanted.isObject(place) {
            if let other = similar.take(wanted.scalars(place)) { pair(place, other) }
        }
    }

    /// The remaining elements are paired in order.
    private mutating func pairOnesInOrder() {
        var others = base.indices.filter { !isTaken[$0] }[...]
        guard wanted.count == base.count else {
            // Only the elements before it identify it.
            for place in wanted.indices where partners[place] == nil {
                let next = place == 0 ? 0 : partners[place - 1].map { $0 + 1 }
                if let next, next < base.count, !isTaken[next] { pair(place, next) }
            }
            return
        }
        for place in wanted.indices where partners[place] == nil {
            if let other = others.popFirst() { pair(place, other) }
        }
    }

    /// The parts that differ.
    func hunks(_ changes: (JSONValue, JSONValue) -> [CarriedChange]) -> [CarriedChange.Hunk] {
        parts.map { part in
            let start = part.base.lowerBound
            return CarriedChange.Hunk(
                start: start, was: part.base.map(baseHash),
                now: part.wanted.map { element($0, behind: start, changes) })
        }
    }

    /// The change of the array; `nil` if nothing differs.
    ///
    /// - `depth`: How deep the array is in the document.
    func change(
        at path: JSONPointer, _ depth: Int, around: @autoclosure () -> [ValueHash] = [], _ marks: Set<String>
    ) -> CarriedChange? {
        let hunks = hunks { CarriedChange.between($0, $1, depth: depth + 1, marks: marks) }
        return hunks.isEmpty ? nil : change(at: path, around: around(), hunks, marks)
    }

    /// The change of the array, with what tells later which of its elements is which.
    func change(
        at path: JSONPointer, around: [ValueHash] = [], _ hunks: [CarriedChange.Hunk], _ marks: Set<String>
    ) -> CarriedChange {
        var change = CarriedChange(path: path, around: around, now: .elements(hunks))
        var (carrying, hasChanged) = (Set<ValueHash>(), false)
        for hunk in hunks {
            for element in hunk.now where element.carried != nil {
                if let number = element.number { carrying.insert(hunk.was[number]) }
                if case .changed = element { hasChanged = true }
            }
        }
        change.moved = moved(by: hunks, marks)
        if carrying.isEmpty { return change }
        if hasChanged { change.by = base.identifyingKey() }
        var place = 0
        for hunk in hunks + [CarriedChange.Hunk(start: base.count, was: [], now: [])] {
            while place < hunk.start {
                let hash = baseHash(place)
                if carrying.contains(hash) { change.twins[hash, default: 0] += 1 }
                place += 1
            }
            place = hunk.start + hunk.was.count
        }
        return change
    }

    /// What is put into the array, and taken out of it.
    private func moved(by hunks: [CarriedChange.Hunk], _ marks: Set<String>) -> MovedValues {
        var moved = MovedValues()
        for (hunk, part) in zip(hunks, parts) {
            let kept = Set(hunk.now.compactMap(\.number))
            for number in hunk.was.indices where !kept.contains(number) {
                moved.taken.append(base.value(part.base.lowerBound + number))
            }
            for (place, element) in zip(part.wanted, hunk.now) {
                switch element {
                case .same: break
                case .inserted(let value): moved.put.append(value)
                case .replaced(let number, let value):
                    guard MovedValues.isDistinctive(value) else { continue }
                    moved.changed.from.append(hunk.was[number])
                    moved.changed.to.append(wantedHashes[place] ?? wanted.hash(place))
                case .changed(let number, _, let changes):
                    moved.changed.from.append(hunk.was[number])
                    moved.changed.to.append(wantedHashes[place] ?? wanted.hash(place))
                    if changes.contains(where: \.mayMove) {
                        let value = base.value(part.base.lowerBound + number)
                        moved.add(CarriedChange.movedFreely(by: changes, marks) { value[at: $0] })
                    }
                }
            }
        }
        return moved
    }

    /// The elements of a part that the way back makes.
    func baseValues(of part: Part) -> [JSONValue] { part.base.map(base.value) }

    /// Whether elements are the wanted ones of a part.
    func isRestored(_ part: Part, _ elements: ComparedElements) -> Bool {
        elements.count == part.wanted.count
            && zip(part.wanted, elements.indices).allSatisfy { place, index in
                (wantedHashes[place] ?? wanted.hash(place)) == elements.hash(index)
            }
    }

    /// Where a part that differs is in both arrays, with an element that does not on each side.
    typealias Part = (wanted: Range<Int>, base: Range<Int>)

    var parts: [Part] {
        let anchors = self.anchors
        var parts: [Part] = []
        var (place, other) = (0, 0)
        var before: (place: Int, other: Int)?
        func add(_ end: (place: Int, other: Int)?) {
            let (last, lastOther) = (end?.place ?? wanted.count, end?.other ?? base.count)
            if place == last, other == lastOther { return }
            parts.append(
                (
                    (before?.place ?? 0)..<(end.map { $0.place + 1 } ?? wanted.count),
                    (before?.other ?? 0)..<(end.map { $0.other + 1 } ?? base.count)
                ))
        }
        for (number, anchor) in anchors.enumerated() {
            // A single element between two parts belongs to both, so they are one.
            let next = number + 1 < anchors.count ? anchors[number + 1] : (wanted.count, base.count)
            let isAlone = (anchor.place, anchor.other) != (place, other) && next != (anchor.place + 1, anchor.other + 1)
            if isAlone { continue }
            add(anchor)
            before = anchor
            (place, other) = (anchor.place + 1, anchor.other + 1)
        }
        add(nil)
        return parts
    }

    private func element(
        _ place: Int, behind start: Int, _ changes: (JSONValue, JSONValue) -> [CarriedChange]
    ) -> CarriedChange.Element {
        guard let other = partners[place] else { return .inserted(wanted.value(place)) }
        if wantedHashes[place] == baseHashes[other] { return .same(other - start) }
        guard wanted.isObject(place) && base.isObject(other) || wanted.isArray(place) && base.isArray(other) else {
            return .replaced(other - start, wanted.value(place))
        }
        return .changed(
            other - start, around: base.scalars(other), changes(wanted.value(place), base.value(other)))
    }

    /// Equal elements that have the same others before and after them.
    private var anchors: [(place: Int, other: Int)] {
        var least = Array(repeating: Int.max, count: wanted.count + 1)
        for place in wanted.indices.reversed() { least[place] = min(least[place + 1], partners[place] ?? .max) }
        var (greatest, found) = (-1, [(place: Int, other: Int)]())
        for place in wanted.indices {
            guard let other = partners[place] else { continue }
            if other > greatest, other < least[place + 1], wantedHashes[place] == baseHashes[other] {
                found.append((place, other))
            }
            greatest = max(greatest, other)
        }
        return found
    }
}

/// Objects by the members that they hold, to be found by some of these.
struct SimilarObjects {
    private var places: [ValueHash: [Int]] = [:]
    private var isTaken: Set<Int> = []

    /// A member that so many elements share distinguishes none of them.
    private static let many = 64

    init(_ elements: ComparedElements, where isWanted: (Int) -> Bool) {
        for index in elements.indices where isWanted(index) {
            for hash in elements.scalars(index) { places[hash, default: []].append(index) }
        }
    }

    /// The object that has most of these members, which is then taken; `nil` if none has any.
    mutating func take(_ hashes: [ValueHash]) -> Int? {
        var votes: [Int: Int] = [:]
        for hash in hashes {
            guard let places = places[hash], places.count <= Self.many else { continue }
            for place in places where !isTaken.contains(place) { votes[place, default: 0] += 1 }
        }
        guard let best = votes.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }) else { return nil }
        isTaken.insert(best.key)
        return best.key
    }
}
