/// Pairs the elements of an array with those of an earlier one.
package struct ElementPairs {
    /// For each earlier element the number of its partner: the element that comes from it, else an equal one, else one
    /// that comes from a value in it, else one from elsewhere that is in its place and has a child in common, else the
    /// next one that was made and has no partner, unless that would change the order of the others and has nothing of
    /// it. Of neighbours that are alike the first are kept.
    package private(set) var partners: [Int?]

    /// - `old`: The offsets of the earlier elements, where they have one; `oldValue`: an earlier element.
    /// - Complexity: O(elements of both)
    package init(
        old: [Int?], new: [Int?], oldValue: (Int) -> JSONValue, newValue: (Int) -> JSONValue
    ) {
        partners = [Int?](repeating: nil, count: old.count)
        var isFree = [Bool](repeating: true, count: new.count)
        pairByOrigin(old, new, &isFree)
        let others = partners.indices.filter { partners[$0] == nil }
        var outlines = Outlines()
        // An element that is written in the same way comes before one that only means the same.
        for exactly in [true, false] {
            for index in others where index < new.count && isFree[index] && partners[index] == nil {
                if oldValue(index).isSame(as: newValue(index), exactly) { pair(index, with: index, &isFree) }
            }
            if !partners.contains(nil) { break }
            pairEquals(exactly, oldValue, newValue, &outlines, &isFree)
        }
        putInOrder(others.filter { partners[$0] != nil }, oldValue)
        if !partners.contains(nil) { return }
        keepFirstOfEquals(new, isFree, oldValue, newValue)
        pairByHeldOrigin(old, new, oldValue, &isFree)
        pairInPlace(old, new, oldValue, newValue, &isFree)
        var (next, loose) = (0, [(Int, Int)]())
        for index in old.indices where partners[index] == nil {
            while next < new.count, !isFree[next] || new[next] != nil { next += 1 }
            if next < new.count {
                pair(index, with: next, &isFree)
                loose.append((index, next))
            }
        }
        // Without them, the others are in order as well.
        if keepOrder { return }
        for (index, next) in loose where !oldValue(index).sharesChild(with: newValue(next)) { partners[index] = nil }
    }

    /// Whether the partners are in the order of the earlier elements.
    package var keepOrder: Bool { keepOrder(of: partners.indices) }

    private func keepOrder(of elements: some Sequence<Int>) -> Bool {
        let taken = elements.compactMap { partners[$0] }
        return !zip(taken, taken.dropFirst()).contains { $0 > $1 }
    }

    private mutating func pair(_ index: Int, with partner: Int, _ isFree: inout [Bool]) {
        partners[index] = partner
        isFree[partner] = false
    }

    private mutating func pairByOrigin(_ old: [Int?], _ new: [Int?], _ isFree: inout [Bool]) {
        if old.count * new.count <= 64 {
            // Fewer looks than a table takes.
            for (index, offset) in old.enumerated() {
                guard let offset else { continue }
                if let partner = new.indices.first(where: { isFree[$0] && new[$0] == offset }) {
                    pair(index, with: partner, &isFree)
                }
            }
            return
        }
        var descendants: [Int: [Int]] = [:]
        for (index, offset) in new.enumerated().reversed() {
            if let offset { descendants[offset, default: []].append(index) }
        }
        for (index, offset) in old.enumerated() {
            if let partner = offset.flatMap({ descendants[$0]?.popLast() }) { pair(index, with: partner, &isFree) }
        }
    }

    /// Pairs elements that were made around a value of an earlier element.
    private mutating func pairByHeldOrigin(
        _ old: [Int?], _ new: [Int?], _ oldValue: (Int) -> JSONValue, _ isFree: inout [Bool]
    ) {
        let left = old.enumerated().compactMap { index, offset in offset.map { (index: index, offset: $0) } }
            .filter { partners[$0.index] == nil }.sorted { $0.offset < $1.offset }
        for (partner, offset) in new.enumerated() where isFree[partner] {
            guard let offset else { continue }
            // The last one that begins before the value.
            let behind = left.partitioningIndex { $0.offset > offset }
            guard behind > 0, partners[left[behind - 1].index] == nil else { continue }
            let index = left[behind - 1].index
            if oldValue(index).holds(offset) { pair(index, with: partner, &isFree) }
        }
    }

    /// Pairs elements with those in their places that come from outside of the array, and have a child in common.
    private mutating func pairInPlace(
        _ old: [Int?], _ new: [Int?], _ oldValue: (Int) -> JSONValue, _ newValue: (Int) -> JSONValue,
        _ isFree: inout [Bool]
    ) {
        let elements = Set(old)
        for index in old.indices.prefix(new.count) where partners[index] == nil && isFree[index] {
            guard new[index] != nil, !elements.contains(new[index]) else { continue }
            if oldValue(index).mayBe(newValue(index)) { pair(index, with: index, &isFree) }
        }
    }

    /// Gives equal elements that have equal partners these in their order: which of them is which, no one can see.
    private mutating func putInOrder(_ elements: [Int], _ oldValue: (Int) -> JSONValue) {
        if keepOrder(of: elements) { return }
        for group in Dictionary(grouping: elements, by: { oldValue($0).outline }).values where group.count > 1 {
            let first = oldValue(group[0])
            guard group.allSatisfy({ oldValue($0).isEquivalent(to: first) }) else { continue }
            for (index, partner) in zip(group, group.compactMap { partners[$0] }.ascending()) {
                partners[index] = partner
            }
        }
    }

    /// Gives an element without a partner that of an equal one behind it that came back, with no other between them
    /// that has one: of elements that are alike the first is kept, and the order stays.
    private mutating func keepFirstOfEquals(
        _ new: [Int?], _ isFree: [Bool], _ oldValue: (Int) -> JSONValue, _ newValue: (Int) -> JSONValue
    ) {
        var (left, first, before) = ([Int](), 0, 0)
        for index in partners.indices {
            guard let partner = partners[index] else {
                left.append(index)
                continue
            }
            // What was made between the two is in the place of the first ones of these.
            let replaced = before < partner ? (before..<partner).count { isFree[$0] && new[$0] == nil } : 0
            (before, first) = (Swift.max(before, partner + 1), Swift.min(first + replaced, left.count))
            if first == left.count { continue }
            let old = oldValue(index)
            // Only some of many are compared, so time stays linear for every document.
            let place = left[first...].prefix(64).firstIndex { oldValue($0) == old }
            guard let place, newValue(partner) == old else {
                first = left.count
                continue
            }
            (partners[left[place]], partners[index]) = (partner, nil)
            first = place + 1
            left.append(index)
        }
    }

    /// The outlines of elements that have been asked for, by their numbers.
    private struct Outlines {
        var old: [Int: Int] = [:]
        var new: [Int: Int] = [:]
    }

    private mutating func pairEquals(
        _ exactly: Bool, _ oldValue: (Int) -> JSONValue, _ newValue: (Int) -> JSONValue, _ outlines: inout Outlines,
        _ isFree: inout [Bool]
    ) {
        let free = isFree.indices.filter { isFree[$0] }
        if free.isEmpty { return }
        let single = partners.indices.filter { partners[$0] == nil }
        // A value is compared with few others in less time than it takes to outline it.
        if free.count * single.count <= 64 {
            for index in single {
                let old = oldValue(index)
                let partner = free.first { isFree[$0] && old.isSame(as: newValue($0), exactly) }
                if let partner { pair(index, with: partner, &isFree) }
            }
            return
        }
        var alike: [Int: [Int]] = [:]
        for index in free.reversed() {
            alike[outlines.new.value(for: index) { newValue(index).outline }, default: []].append(index)
        }
        for index in single {
            let old = oldValue(index)
            let outline = outlines.old.value(for: index) { old.outline }
            // Only some of many similar elements are compared, so time stays linear for every document.
            let place = alike[outline].flatMap { candidates in
                candidates.suffix(64).lastIndex { old.isSame(as: newValue($0), exactly) }
            }
            if let place, let partner = alike[outline]?.remove(at: place) { pair(index, with: partner, &isFree) }
        }
    }
}

extension JSONValue {
    /// Whether both are written in the same way, or else mean the same.
    fileprivate func isSame(as other: JSONValue, _ exactly: Bool) -> Bool {
        exactly ? self == other : isEquivalent(to: other)
    }

    /// Whether a value in it begins at a byte of the text that it was read from. O(members on the way)
    fileprivate func holds(_ offset: Int) -> Bool {
        var value = self
        while value.sourceOffset != offset {
            let next: JSONValue?
            if let array = value.array {
                let behind = array.partitioningIndex { $0.sourceOffset.map { $0 > offset } ?? true }
                next = behind > 0 ? array[behind - 1] : nil
            } else {
                next = value.object?.last { $0.value.sourceOffset.map { $0 <= offset } == true }?.value
            }
            guard let next else { return false }
            value = next
        }
        return true
    }

    /// Whether a member or an element of both is the same, or there is none that could differ.
    fileprivate func mayBe(_ other: JSONValue) -> Bool {
        isContainer && kind == other.kind && (array?.count ?? object?.count) == 0 || sharesChild(with: other)
    }

    /// Whether a member or an element of both is the same.
    fileprivate func sharesChild(with other: JSONValue) -> Bool {
        if let object, let others = other.object {
            return object.contains { member in
                others[member.key].map { $0.isEquivalent(to: member.value) } == true
            }
        }
        guard let array, let others = other.array else { return false }
        return zip(array, others).contains { $0.isEquivalent(to: $1) }
    }

    /// A number that values of one meaning have in common, and others rarely do. O(values in it)
    fileprivate var outline: Int { outline(behind: "", levels: 4) }

    /// - `levels`: How many levels of values in it count. Arrays in arrays are paired level by level, so that each
    ///   value is looked at so many times at most.
    private func outline(behind key: String, levels: Int) -> Int {
        var hasher = Hasher()
        hasher.combineBytes(of: key)
        hasher.combine(kind)
        if let string {
            hasher.combineBytes(of: string)
        } else if let object {
            hasher.combine(object.count)
            if levels > 0 {
                hasher.combine(
                    object.reduce(0) { $0 &+ $1.value.outline(behind: $1.key, levels: levels - 1) })
            }
        } else if let array {
            hasher.combine(array.count)
            if levels > 0 {
                for element in array { hasher.combine(element.outline(behind: "", levels: levels - 1)) }
            }
        } else {
            hasher.combine(number?.exactText)
            hasher.combine(bool)
        }
        return hasher.finalize()
    }
}

extension [Int: Int] {
    /// The value for a key, which is made where there is none.
    fileprivate mutating func value(for key: Int, _ make: () -> Int) -> Int {
        if let known = self[key] { return known }
        let made = make()
        self[key] = made
        return made
    }
}

extension Hasher {
    /// Adds the bytes of a text. A `String` would be normalized first.
    fileprivate mutating func combineBytes(of text: String) {
        var text = text
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
