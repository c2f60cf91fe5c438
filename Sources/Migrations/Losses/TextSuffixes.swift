import VersionedCodec

/// Finds out whether a text is a part of one of some others: their suffixes in order.
struct TextSuffixes: Sendable {
    /// All texts, each with a byte after it that no text has.
    private var bytes: [UInt8] = []
    /// Where the suffixes of all texts begin, in the order of their bytes.
    private var suffixes: [UInt32] = []
    private var longest = 0

    /// - Complexity: O(bytes × log(bytes of the longest text) × log(bytes))
    init(_ texts: [[UInt8]]) {
        for text in texts {
            bytes += text
            bytes.append(0xFF)
            longest = max(longest, text.count)
        }
        sortSuffixes()
    }

    /// Orders the suffixes by their first bytes, then by twice as many, and so on.
    private mutating func sortSuffixes() {
        let count = bytes.count
        // The number of bytes by which they are in order, and for each suffix where in that order it is.
        var compared = 4
        var ranks = bytes.indices.map { place in
            (0..<4).reduce(UInt64(0)) { $0 << 8 | (place + $1 < count ? UInt64(bytes[place + $1]) : 0) }
        }
        // The rank of a suffix and its place in one number.
        var keys = bytes.indices.map { ranks[$0] << 32 | UInt64($0) }
        keys.sort()
        suffixes = keys.map { UInt32(truncatingIfNeeded: $0) }
        var isDone = rank(&ranks) { keys[$0] >> 32 != keys[$0 - 1] >> 32 }
        while !isDone, compared < longest {
            let rest = suffixes.indices.map { place -> UInt64 in
                let next = Int(suffixes[place]) + compared
                return next < count ? ranks[next] + 1 : 0
            }
            // Only suffixes of one rank have to be put in order.
            keys = suffixes.indices.map { rest[$0] << 32 | UInt64(suffixes[$0]) }
            var start = 0
            while start < count {
                var end = start + 1
                while end < count, ranks[Int(suffixes[end])] == ranks[Int(suffixes[start])] { end += 1 }
                if end - start > 1 { keys[start..<end].sort() }
                start = end
            }
            let before = ranks
            let ordered = keys.map { UInt32(truncatingIfNeeded: $0) }
            suffixes = ordered
            isDone = rank(&ranks) {
                before[Int(ordered[$0])] != before[Int(ordered[$0 - 1])] || keys[$0] >> 32 != keys[$0 - 1] >> 32
            }
            compared *= 2
        }
    }

    /// Numbers the suffixes in their order; returns whether no two have the same number.
    private func rank(_ ranks: inout [UInt64], isNew: (Int) -> Bool) -> Bool {
        var rank: UInt64 = 0
        for place in suffixes.indices {
            if place > 0, isNew(place) { rank += 1 }
            ranks[Int(suffixes[place])] = rank
        }
        return rank + 1 >= UInt64(suffixes.count)
    }

    /// Whether a text is somewhere in one of the texts. O(bytes × log(bytes of all texts))
    func contain(_ text: [UInt8]) -> Bool {
        if text.count > longest { return false }
        let place = suffixes.partitioningIndex { !bytes[Int($0)...].lexicographicallyPrecedes(text) }
        return place < suffixes.count && bytes[Int(suffixes[place])...].starts(with: text)
    }
}
