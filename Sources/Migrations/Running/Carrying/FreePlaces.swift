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
