import VersionedCodec

/// Finds which element of an array is which of another one.
struct ArrayComparison {
    private let wanted: ComparedElements
    private let base: ComparedElements
    private let wantedHashes: [ValueHash]
    private let baseHashes: [ValueHash]
    /// The element of the base for each that is wanted.
    private var partners: [Int?]
    private var isTaken: [Bool]
    /// The hashes of the first scalar members of each element of the base that was not equal to one, where these were
    /// found.
    private var baseScalars: [[ValueHash]] = []

    /// For so few pairs a look at each takes less time than a table.
    private static let few = 64

    init(_ wanted: ComparedElements, _ base: ComparedElements) {
        (self.wanted, self.base) = (wanted, base)
        partners = Array(repeating: nil, count: wanted.count)
        isTaken = Array(repeating: false, count: base.count)
        wantedHashes = wanted.indices.map(wanted.hash)
        baseHashes = base.indices.map(base.hash)
        if pairInPlace() { return }
        pairEqualOnes()
        pairSimilarOnes()
        pairOnesInOrder()
    }

    /// Pairs each element with the one in its place where that comes from it, and none has changed its place.
    private mutating func pairInPlace() -> Bool {
        guard wanted.count == base.count else { return false }
        var others: [Int] = []
        for place in base.indices {
            guard let origin = base.origin(place), origin != wanted.origin(place) else { continue }
            others.append(origin)
        }
        if others.count == base.count { return false }
        if !others.isEmpty {
            let origins = Set(wanted.indices.lazy.compactMap(wanted.origin))
            if others.contains(where: origins.contains) { return false }
        }
        guard base.indices.contains(where: { base.origin($0) != nil }) else { return false }
        for place in base.indices { pair(place, place) }
        return true
    }

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
        if start == end || start == otherEnd { return }
        if (end - start) * (otherEnd - start) <= Self.few {
            for place in start..<end {
                let other = (start..<otherEnd).first { !isTaken[$0] && baseHashes[$0] == wantedHashes[place] }
                if let other { pair(place, other) }
            }
            return
        }
        var places: [ValueHash: [Int]] = [:]
        for other in (start..<otherEnd).reversed() { places[baseHashes[other], default: []].append(other) }
        for place in start..<end {
            if let other = places[wantedHashes[place]]?.popLast() { pair(place, other) }
        }
    }

    /// Objects that have members in common are one that was changed.
    private mutating func pairSimilarOnes() {
        guard partners.contains(nil), isTaken.contains(false) else { return }
        if wanted.count * base.count <= Self.few { return pairFewSimilarOnes() }
        var similar = SimilarObjects(base, where: { !isTaken[$0] })
        for place in wanted.indices where partners[place] == nil && wanted.isObject(place) {
            if let other = similar.take(wanted.scalars(place)) { pair(place, other) }
        }
    }

    /// The same without a table.
    private mutating func pairFewSimilarOnes() {
        let others = base.indices.map { isTaken[$0] ? [] : base.scalars($0) }
        baseScalars = others
        for place in wanted.indices where partners[place] == nil && wanted.isObject(place) {
            let scalars = wanted.scalars(place)
            var best: (other: Int, votes: Int)?
            for other in base.indices where !isTaken[other] {
                let votes = scalars.reduce(0) { votes, hash in votes + others[other].count { $0 == hash } }
                if votes > best?.votes ?? 0 { best = (other, votes) }
            }
            if let best { pair(place, best.other) }
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
    ///
    /// - `depth`: How deep the array is in the document.
    func hunks(depth: Int, _ marks: Set<String>) -> [CarriedChange.Hunk] {
        let elements = CarriedComparison(wanted: wanted.arena, base: base.arena, marks: marks)
        return parts.map { part in
            let start = part.base.lowerBound
            return CarriedChange.Hunk(
                start: start, was: part.base.map { baseHashes[$0] },
                now: part.wanted.map { element($0, behind: start, depth: depth + 1, elements) })
        }
    }

    /// The change of the array; `nil` if nothing differs.
    ///
    /// - `depth`: How deep the array is in the document.
    func change(
        at path: JSONPointer, _ depth: Int, around: @autoclosure () -> [ValueHash] = [], _ marks: Set<String>
    ) -> CarriedChange? {
        let hunks = hunks(depth: depth, marks)
        if hunks.isEmpty { return nil }
        var change = CarriedChange(path: path, around: around(), now: .elements(hunks))
        change.moved = moved(by: hunks, marks)
        change.noteHowToFind(hunks, among: base.count, { baseHashes[$0] }, identifyingKey: base.identifyingKey)
        return change
    }

    /// What is put into the array, and taken out of it.
    private func moved(by hunks: [CarriedChange.Hunk], _ marks: Set<String>) -> MovedValues {
        var moved = MovedValues()
        for (hunk, part) in zip(hunks, parts) {
            for number in hunk.leaving {
                moved.taken.append(base.value(part.base.lowerBound + number))
            }
            for (place, element) in zip(part.wanted, hunk.now) {
                switch element {
                case .same: break
                case .inserted(let value): moved.put.append(value)
                case .replaced(let number, let value):
                    guard value.isDistinctive else { continue }
                    moved.changed.from.append(hunk.was[number])
                    moved.changed.to.append(wantedHashes[place])
                case .changed(let number, _, let changes):
                    moved.changed.from.append(hunk.was[number])
                    moved.changed.to.append(wantedHashes[place])
                    if changes.contains(where: \.mayMove) {
                        let other = part.base.lowerBound + number
                        moved.add(CarriedChange.movedFreely(by: changes, marks) { base.value(at: $0, in: other) })
                    }
                }
            }
        }
        return moved
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
        _ place: Int, behind start: Int, depth: Int, _ elements: CarriedComparison
    ) -> CarriedChange.Element {
        guard let other = partners[place] else { return .inserted(wanted.value(place)) }
        if wantedHashes[place] == baseHashes[other] { return .same(other - start) }
        guard wanted.isObject(place) && base.isObject(other) || wanted.isArray(place) && base.isArray(other) else {
            return .replaced(other - start, wanted.value(place))
        }
        return .changed(
            other - start, around: baseScalars.isEmpty ? base.scalars(other) : baseScalars[other],
            elements.changes(wanted.nodes[place], base.nodes[other], at: .root, depth: depth))
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

extension CarriedChange {
    /// Notes what tells later which element of the array is which.
    ///
    /// - Parameters:
    ///   - count: How many elements the way back makes, and their hashes.
    ///   - identifyingKey: Finds the member that distinguishes them.
    mutating func noteHowToFind(
        _ hunks: [Hunk], among count: Int, _ baseHash: (Int) -> ValueHash, identifyingKey: () -> String?
    ) {
        var (carrying, hasChanged) = (Set<ValueHash>(), false)
        for hunk in hunks {
            for element in hunk.now where element.carried != nil {
                if let number = element.number { carrying.insert(hunk.was[number]) }
                if case .changed = element { hasChanged = true }
            }
        }
        if carrying.isEmpty { return }
        if hasChanged, let key = identifyingKey() { by = key }
        var (place, counts) = (0, [ValueHash: Int]())
        for hunk in hunks + [Hunk(start: count, was: [], now: [])] {
            while place < hunk.start {
                let hash = baseHash(place)
                if carrying.contains(hash) { counts[hash, default: 0] += 1 }
                place += 1
            }
            place = hunk.start + hunk.was.count
        }
        if !counts.isEmpty { twins = counts }
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
