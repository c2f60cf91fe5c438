import VersionedCodec

/// The elements of a table in the order of their keys, numbers apart from texts: for the greatest key that is not above
/// a value.
struct RangeTable {
    private var numbers: [(key: JSONNumber, index: Int)] = []
    private var texts: [(key: String, index: Int)] = []

    /// Elements whose key is neither a number nor a text are left out. O(elements × log elements)
    init(_ table: SeenTable, by key: JSONPointer) {
        for index in 0..<table.count {
            guard let found = table.value(at: key, ofElement: index) else { continue }
            if let number = found.number { numbers.append((number, index)) }
            if let text = found.string { texts.append((text, index)) }
        }
        numbers = numbers.inOrder { left, right in
            left.key.isLess(than: right.key) || !right.key.isLess(than: left.key) && left.index < right.index
        }
        texts = texts.inOrder { left, right in
            left.key.utf8.elementsEqual(right.key.utf8)
                ? left.index < right.index : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
        }
    }

    /// The place of the element for a value; of equal keys, the last one. O(log elements)
    func index(of value: JSONValue) -> Int? {
        if let number = value.number { return Self.last(of: numbers) { !number.isLess(than: $0) } }
        if let text = value.string { return Self.last(of: texts) { !text.utf8.lexicographicallyPrecedes($0.utf8) } }
        return nil
    }

    private static func last<Key>(of entries: [(key: Key, index: Int)], _ isBelow: (Key) -> Bool) -> Int? {
        var range = 0..<entries.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isBelow(entries[middle].key) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound == 0 ? nil : entries[range.lowerBound - 1].index
    }
}
