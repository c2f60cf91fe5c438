/// Keys in the order of their bytes. Not generic, because where only the type of the values is open, nothing would be
/// specialised.
///
/// The bytes of all keys are stored one after the other. The common prefix is compared once for all; of the rest, the
/// first eight bytes mostly decide which of two comes first.
///
/// Unsafe code: `SortedKeys` reads its own array between the ends that it has noted, words only where eight bytes are
/// left.
struct SortedKeys {
    private let bytes: [UInt8]
    /// Where each key ends, in the order in which they were given.
    private let ends: [Int]

    /// The places of the keys among those that were given, in the order of their bytes.
    private(set) var order: [Int] = []

    private struct Start {
        /// The first bytes after the common prefix.
        let word: UInt64
        /// Where the bytes after those begin, and where they end.
        let rest: Int
        let end: Int
        let length: Int
        let place: Int
    }

    init(_ keys: [String]) {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        bytes.reserveCapacity(keys.count * 16)
        ends.reserveCapacity(keys.count)
        for var key in keys {
            key.withUTF8 { bytes.append(contentsOf: $0) }
            ends.append(bytes.count)
        }
        (self.bytes, self.ends) = (bytes, ends)
        order = bytes.withUnsafeBufferPointer { Self.sorted($0, ends) }
    }

    /// Hands over the bytes of the key at a place.
    @inline(__always)
    func withBytes(of place: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[(place == 0 ? 0 : ends[place - 1])..<ends[place]]))
        }
    }

    private static func sorted(_ bytes: UnsafeBufferPointer<UInt8>, _ ends: [Int]) -> [Int] {
        guard ends.count > 1 else { return Array(ends.indices) }
        let common = lengthOfCommonStart(bytes, ends)
        var starts: [Start] = []
        starts.reserveCapacity(ends.count)
        var key = 0
        for (place, end) in ends.enumerated() {
            let (first, rest) = (key + common, min(end, key + common + 8))
            var word: UInt64 = 0
            for index in first..<rest { word |= UInt64(bytes[index]) << UInt64(56 - 8 * (index - first)) }
            starts.append(Start(word: word, rest: rest, end: end, length: end - key, place: place))
            key = end
        }
        starts.sort { $0.word != $1.word ? $0.word < $1.word : isLess($0, $1, bytes) }
        return starts.map(\.place)
    }

    /// How many bytes all keys have in common from the first on.
    private static func lengthOfCommonStart(_ bytes: UnsafeBufferPointer<UInt8>, _ ends: [Int]) -> Int {
        var (common, start) = (ends[0], ends[0])
        for end in ends.dropFirst() {
            common = min(common, end - start)
            var index = 0
            while index < common, bytes[index] == bytes[start + index] { index += 1 }
            common = index
            start = end
        }
        return common
    }

    /// Which of two keys with the same first bytes comes first. One that ends there has zeros for those that it lacks,
    /// as one has that holds zeros: the shorter one comes first.
    private static func isLess(_ left: Start, _ right: Start, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = min(left.end - left.rest, right.end - right.rest)
        var index = 0
        while index + 8 <= count {
            let (one, other) = (word(bytes, left.rest + index), word(bytes, right.rest + index))
            if one != other { return one < other }
            index += 8
        }
        while index < count {
            let (one, other) = (bytes[left.rest + index], bytes[right.rest + index])
            if one != other { return one < other }
            index += 1
        }
        return left.length < right.length
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt64 {
        UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}
