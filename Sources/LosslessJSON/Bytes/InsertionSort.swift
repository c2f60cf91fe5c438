extension Array {
    /// Sorts what is from a place on, as stable as `sort`; for few elements.
    @inline(__always)
    mutating func insertionSort(from start: Int, by precedes: (Element, Element) -> Bool) {
        var next = start + 1
        while next < count {
            let element = self[next]
            var place = next
            while place > start, precedes(element, self[place - 1]) {
                self[place] = self[place - 1]
                place -= 1
            }
            self[place] = element
            next += 1
        }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Whether these bytes come before others.
    @inline(__always)
    func isBefore(_ other: Self) -> Bool {
        let common = Swift.min(count, other.count)
        for place in 0..<common {
            let (byte, otherByte) = (base[startIndex + place], other.base[other.startIndex + place])
            if byte != otherByte { return byte < otherByte }
        }
        return count < other.count
    }
}
