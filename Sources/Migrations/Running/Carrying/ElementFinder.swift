import VersionedCodec

/// Finds elements of an array that were known by their fingerprints.
struct ElementFinder {
    /// The fingerprints of the elements; empty for those that nothing is known of, because all were found without.
    private(set) var prints: [String]

    /// For each hunk, the index of each of its elements; `nil` if it has gone.
    private(set) var found: [[Int?]] = []

    private let elements: [JSONValue]
    private var free: [String: FreePlaces] = [:]
    private var isTaken: [Bool]

    /// - Complexity: O(elements + elements of hunks), with the logarithm of equal ones
    init(_ elements: [JSONValue], _ hunks: [CarriedChange.Hunk]) {
        self.elements = elements
        prints = Array(repeating: "", count: elements.count)
        isTaken = Array(repeating: false, count: elements.count)
        if findInPlace(hunks) { return }
        for place in elements.indices where prints[place].isEmpty { prints[place] = Fingerprint.of(elements[place]) }
        let wanted = Set(hunks.flatMap(\.was))
        let places = elements.indices.filter { wanted.contains(prints[$0]) }
        for (print, places) in Dictionary(grouping: places, by: { prints[$0] }) { free[print] = FreePlaces(places) }
        findSame(hunks)
        findSimilar(hunks)
        findNeighbours(hunks)
    }

    private mutating func take(_ index: Int, as hunk: Int, _ number: Int) {
        found[hunk][number] = index
        isTaken[index] = true
        free[prints[index]]?.take(index)
    }

    /// Whether each element is where it was: nothing has been done to the array since. Then it is the nearest one.
    private mutating func findInPlace(_ hunks: [CarriedChange.Hunk]) -> Bool {
        var end = 0
        for hunk in hunks {
            guard hunk.start >= end, hunk.start <= elements.count, hunk.was.count <= elements.count - hunk.start else {
                return false
            }
            end = hunk.start + hunk.was.count
            for (place, print) in zip(hunk.start..., hunk.was) {
                prints[place] = Fingerprint.of(elements[place])
                if prints[place] != print { return false }
            }
        }
        found = hunks.map { hunk in hunk.was.indices.map { hunk.start + $0 } }
        return true
    }

    private mutating func findSame(_ hunks: [CarriedChange.Hunk]) {
        // How far elements have moved so far.
        var drift = 0
        for (hunk, known) in hunks.enumerated() {
            found.append(Array(repeating: nil, count: known.was.count))
            for (number, print) in known.was.enumerated() {
                let place = known.start + number
                guard let index = free[print]?.nearest(to: place + drift) else { continue }
                take(index, as: hunk, number)
                drift = index - place
            }
        }
    }

    /// An element that was changed since is known by what it still holds.
    private mutating func findSimilar(_ hunks: [CarriedChange.Hunk]) {
        guard found.contains(where: { $0.contains(nil) }) else { return }
        var similar = SimilarObjects(elements) { !isTaken[$0] }
        for (hunk, known) in hunks.enumerated() where found[hunk].contains(nil) {
            let same = Set(known.was)
            for case .changed(let number, let around, _) in known.now where found[hunk][number] == nil {
                if let index = similar.take(around, where: { !same.contains(prints[$0]) }) {
                    take(index, as: hunk, number)
                }
            }
        }
    }

    /// And others that were changed are known by their neighbours.
    private mutating func findNeighbours(_ hunks: [CarriedChange.Hunk]) {
        for (hunk, known) in hunks.enumerated() where found[hunk].contains(nil) {
            let (same, count) = (Set(known.was), known.was.count)
            for number in 0..<count where found[hunk][number] == nil {
                let next = number == 0 ? (known.start == 0 ? 0 : nil) : found[hunk][number - 1].map { $0 + 1 }
                let previous = number + 1 < count ? found[hunk][number + 1].map { $0 - 1 } : nil
                let index = [next, previous].compactMap(\.self).first {
                    elements.indices.contains($0) && !isTaken[$0] && !same.contains(prints[$0])
                }
                if let index { take(index, as: hunk, number) }
            }
        }
    }
}

/// Places in ascending order, of which some are taken: what is taken is passed in a few leaps.
struct FreePlaces {
    private let places: [Int]
    /// For each place, and one behind the last, the number of a place at or above it that may be free.
    private var above: [Int]
    /// For one before the first place, and each place, the number at or below it that may be free, plus one.
    private var below: [Int]

    init(_ places: [Int]) {
        self.places = places
        above = Array(0...places.count)
        below = Array(0...places.count)
    }

    mutating func take(_ place: Int) {
        let number = firstNumber(from: place)
        guard number < places.count, places[number] == place else { return }
        above[number] = number + 1
        below[number + 1] = number
    }

    /// The free place that is nearest to another one.
    mutating func nearest(to place: Int) -> Int? {
        let number = firstNumber(from: place)
        let high = Self.leap(from: number, over: &above)
        let low = Self.leap(from: number, over: &below) - 1
        if high == places.count { return low >= 0 ? places[low] : nil }
        if low < 0 { return places[high] }
        return places[high] - place <= place - places[low] ? places[high] : places[low]
    }

    private func firstNumber(from place: Int) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Follows a list to a number that leads to itself, and shortens the way there.
    private static func leap(from number: Int, over list: inout [Int]) -> Int {
        var end = number
        while list[end] != end { end = list[end] }
        var next = number
        while list[next] != end {
            let after = list[next]
            list[next] = end
            next = after
        }
        return end
    }
}
