/// JSON that was made of a text in JSON5: the same values, and for each place the one in that text.
///
/// ```
/// {size: 0x10,}     // the text
/// {"size": 16}      // what is made of it
/// ```
package final class ConvertedJSON5: Sendable {
    /// The text that was read.
    package let original: [UInt8]

    /// The JSON that was made of it.
    let json: [UInt8]

    /// From a place in the JSON on, the places of the text; no entry for a place from which both advance together.
    private let places: [Place]

    /// A place in the JSON, and the one that is meant by it.
    struct Place {
        let made: UInt32
        let original: UInt32
    }

    init(original: [UInt8], json: [UInt8], places: [Place]) {
        self.original = original
        self.json = json
        self.places = places
    }

    /// Where in the text what begins at a place of the JSON begins. O(log(places))
    package func start(of made: Int) -> Int { moved(made, from: count { $0.made <= made }) }

    /// Where in the text what ends at a place of the JSON ends. O(log(places))
    private func end(of made: Int) -> Int {
        let before = count { $0.made < made }
        if before < places.count, places[before].made == made { return Int(places[before].original) }
        return moved(made, from: before)
    }

    /// Where an array or object of the JSON is in the text: up to its own bracket, not to a comma after it that was
    /// left out. O(log(places))
    package func range(ofContainer span: Range<Int>) -> Range<Int> {
        let start = start(of: span.lowerBound)
        return start..<max(start, min(self.start(of: span.upperBound - 1) + 1, original.count))
    }

    /// How a value was spelled: the original text of a span of the JSON.
    package func spelling(of span: Range<Int>) -> ArraySlice<UInt8> {
        let start = start(of: span.lowerBound)
        return original[start..<max(start, end(of: span.upperBound))]
    }

    private func moved(_ made: Int, from count: Int) -> Int {
        // Braces that the text lacks are in the JSON only.
        guard count > 0 else { return min(made, original.count) }
        let place = places[count - 1]
        return min(Int(place.original) + made - Int(place.made), original.count)
    }

    /// How many places come before the first one for which a condition does not hold.
    private func count(_ isBefore: (Place) -> Bool) -> Int {
        var range = 0..<places.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isBefore(places[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
