import VersionedCodec

/// Finds elements of an array in an arena that were known by their hashes. What is carried for an element is not
/// for another one, so an element that has changed is found only where it is clear which one it was.
struct ElementFinder {
    /// The hashes of the elements; `nil` for those that nothing is known of, because all were found without.
    private(set) var hashes: [ValueHash?]

    /// For each hunk, the index of each of its elements; `nil` if it has gone.
    private(set) var found: [[Int?]] = []

    let elements: [NodeID]
    private let arena: Arena
    private var free: [ValueHash: FreePlaces] = [:]
    private var isTaken: [Bool]
    private var wanted: Set<ValueHash> = []

    /// - Parameters:
    ///   - key: The member that distinguishes the elements, if there is one.
    ///   - twins: How many elements outside of the hunks were the same as one in them.
    /// - Complexity: O(elements + elements of hunks), with the logarithm of equal ones
    init(
        _ arena: Arena, _ array: NodeID, _ hunks: [CarriedChange.Hunk], by key: String?, twins: [ValueHash: Int]
    ) {
        (self.arena, elements) = (arena, arena.children(of: array))
        hashes = Array(repeating: nil, count: elements.count)
        isTaken = Array(repeating: false, count: elements.count)
        if twins.isEmpty, findInPlace(hunks) { return }
        for place in elements.indices where hashes[place] == nil { hashes[place] = hash(place) }
        wanted = Set(hunks.flatMap(\.was))
        var places: [ValueHash: [Int]] = [:]
        for (place, hash) in hashes.enumerated() {
            if let hash, wanted.contains(hash) { places[hash, default: []].append(place) }
        }
        free = places.mapValues(FreePlaces.init)
        findSame(hunks, places, twins, except: unclearHashes(hunks, twins))
        guard found.contains(where: { $0.contains(nil) }) else { return }
        if let key { findChanged(hunks, by: key) }
        findChanged(hunks, isKnown: key != nil)
        findNeighbours(hunks)
    }

    private func hash(_ index: Int) -> ValueHash { ValueHash.of(elements[index], in: arena) }

    private func scalars(_ index: Int) -> [ValueHash] { ValueHash.ofScalars(in: arena, elements[index], upTo: 64) }

    private mutating func take(_ index: Int, as hunk: Int, _ number: Int) {
        found[hunk][number] = index
        isTaken[index] = true
        if let hash = hashes[index] { free[hash]?.take(index) }
    }

    /// Whether each element is where it was: nothing has been done to the array since. Then it is the nearest one.
    private mutating func findInPlace(_ hunks: [CarriedChange.Hunk]) -> Bool {
        var end = 0
        for hunk in hunks {
            guard hunk.start >= end, hunk.start <= elements.count, hunk.was.count <= elements.count - hunk.start else {
                return false
            }
            end = hunk.start + hunk.was.count
            for (place, hash) in zip(hunk.start..., hunk.was) {
                hashes[place] = self.hash(place)
                if hashes[place] != hash { return false }
            }
        }
        found = hunks.map { hunk in hunk.was.indices.map { hunk.start + $0 } }
        return true
    }

    /// The hashes of equal elements of which some have gone: if not the same is carried for all, nobody knows
    /// for which.
    private func unclearHashes(_ hunks: [CarriedChange.Hunk], _ twins: [ValueHash: Int]) -> Set<ValueHash> {
        var (missing, carried) = (twins, [ValueHash: [CarriedChange.Element]]())
        for hunk in hunks {
            for hash in hunk.was { missing[hash, default: 0] += 1 }
            for element in hunk.now {
                if let number = element.number, let own = element.carried {
                    carried[hunk.was[number], default: []].append(own)
                }
            }
        }
        let counts = missing
        for case let hash? in hashes { missing[hash]? -= 1 }
        return Set(
            carried.filter { hash, all in
                (missing[hash] ?? 0) > 0 && (all.count < counts[hash] ?? 0 || all.contains { $0 != all[0] })
            }.keys)
    }

    private mutating func findSame(
        _ hunks: [CarriedChange.Hunk], _ places: [ValueHash: [Int]], _ twins: [ValueHash: Int],
        except unclear: Set<ValueHash>
    ) {
        found = hunks.map { Array(repeating: nil, count: $0.was.count) }
        var known: [ValueHash: [(hunk: Int, number: Int)]] = [:]
        for (hunk, own) in hunks.enumerated() {
            for (number, hash) in own.was.enumerated() { known[hash, default: []].append((hunk, number)) }
        }
        // Equal ones of which none has come or gone are in their order, or in the reverse one if the others are.
        let isComplete = { hash in
            twins[hash] == nil && !unclear.contains(hash) && places[hash]?.count == known[hash]?.count
        }
        let single = hunks.lazy.flatMap(\.was).filter { known[$0]?.count == 1 && isComplete($0) }
        let isReversed = Self.isReversed(single.compactMap { places[$0]?.first })
        for (hash, own) in known where isComplete(hash) {
            guard let places = places[hash] else { continue }
            for (number, element) in own.enumerated() {
                take(places[isReversed ? own.count - 1 - number : number], as: element.hunk, element.number)
            }
        }
        // How far elements have moved so far.
        var drift: Int?
        for (hunk, known) in hunks.enumerated() {
            // Where elements before the first one that was found have gone, this one is closer to the start. Where some
            // have come, they may be behind this one.
            let next = drift == nil ? min(firstDrift(of: known, found[hunk]), 0) : 0
            for (number, hash) in known.was.enumerated() {
                let place = known.start + number
                if let index = found[hunk][number] {
                    drift = index - place
                    continue
                }
                if unclear.contains(hash) { continue }
                guard let index = free[hash]?.nearest(to: place + (drift ?? next)) else { continue }
                take(index, as: hunk, number)
                drift = index - place
            }
        }
    }

    /// Whether most numbers are less than those before them.
    private static func isReversed(_ numbers: [Int]) -> Bool {
        let descents = zip(numbers, numbers.dropFirst()).count(where: >)
        return 2 * descents > max(numbers.count - 1, 0)
    }

    /// How far the first element of a hunk that was found has moved; 0 if there is none.
    private func firstDrift(of hunk: CarriedChange.Hunk, _ found: [Int?]) -> Int {
        for case (let number, let index?) in found.enumerated() { return index - hunk.start - number }
        return 0
    }

    private func mayHaveChanged(_ index: Int) -> Bool { !isTaken[index] && hashes[index].map(wanted.contains) != true }

    /// An element that was changed since is the one with its distinguishing member, and with at least half of all, if
    /// no other one has as many.
    private mutating func findChanged(_ hunks: [CarriedChange.Hunk], by key: String) {
        var candidates: [ValueHash: [Int]] = [:]
        for index in elements.indices where mayHaveChanged(index) {
            if let hash = ValueHash.ofMember(key, of: elements[index], in: arena) {
                candidates[hash, default: []].append(index)
            }
        }
        /// For each element, those that it may be, and how many members they share.
        var owners: [Int: [(hunk: Int, number: Int, shared: Int)]] = [:]
        for (hunk, known) in hunks.enumerated() {
            for case .changed(let number, let around, _) in known.now where found[hunk][number] == nil {
                guard let own = around.lazy.compactMap({ candidates[$0] }).first, own.count <= Self.many else {
                    continue
                }
                let shares = own.compactMap { index in
                    ValueHash.most(of: around, in: scalars(index), orHalf: true).map { (index: index, shared: $0) }
                }
                guard let best = shares.max(by: { $0.shared < $1.shared }),
                    !shares.contains(where: { $0.shared == best.shared && $0.index != best.index })
                else { continue }
                owners[best.index, default: []].append((hunk, number, best.shared))
            }
        }
        for (index, all) in owners {
            guard let best = all.max(by: { $0.shared < $1.shared }), all.count(where: { $0.shared == best.shared }) == 1
            else { continue }
            take(index, as: best.hunk, best.number)
        }
    }

    /// That so many elements have a member does not distinguish them.
    private static let many = 64

    /// Where no member distinguishes elements, one that was changed is still between the same two others, and has most
    /// of its members.
    private mutating func findChanged(_ hunks: [CarriedChange.Hunk], isKnown: Bool) {
        for (hunk, known) in hunks.enumerated() {
            for case .changed(let number, let around, _) in known.now
            where found[hunk][number] == nil && (around.isEmpty || !isKnown) {
                let previous = number > 0 ? found[hunk][number - 1] : known.start == 0 ? -1 : nil
                let next = number + 1 < known.was.count ? found[hunk][number + 1] : elements.count
                guard let previous, let next, next == previous + 2, mayHaveChanged(previous + 1) else { continue }
                if around.isEmpty || ValueHash.most(of: around, in: scalars(previous + 1)) != nil {
                    take(previous + 1, as: hunk, number)
                }
            }
        }
    }

    /// Others, for which nothing is carried into them, have only an order: they are known by their neighbours, one of
    /// which has not changed.
    private mutating func findNeighbours(_ hunks: [CarriedChange.Hunk]) {
        for (hunk, known) in hunks.enumerated()
        where found[hunk].contains(nil) && found[hunk].contains(where: { $0 != nil }) {
            let (same, count) = (Set(known.was), known.was.count)
            var changed: Set<Int> = []
            for case .changed(let number, _, _) in known.now { changed.insert(number) }
            for number in 0..<count where found[hunk][number] == nil && !changed.contains(number) {
                let next = number == 0 ? (known.start == 0 ? 0 : nil) : found[hunk][number - 1].map { $0 + 1 }
                let previous = number + 1 < count ? found[hunk][number + 1].map { $0 - 1 } : nil
                let index = [next, previous].compactMap(\.self).first {
                    elements.indices.contains($0) && !isTaken[$0] && hashes[$0].map(same.contains) != true
                }
                if let index { take(index, as: hunk, number) }
            }
        }
    }
}
