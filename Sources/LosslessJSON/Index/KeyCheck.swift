/// Finds keys that appear twice in one object, by the hashes that the scan has put into the key nodes.
///
/// Objects of one shape follow each other, so the hashes of shapes without two equal ones are remembered: such an
/// object costs one comparison a key. All others use a table with open addressing; if that takes too many steps (keys
/// made to have one hash), Swift's own seeded hash of all their bytes is used instead.
///
/// Unsafe code: `nodes` and `text` are those of the scan that calls; the keys of a closed object have nodes after its
/// own, up to `end`, and their bytes lie within the text.
struct KeyCheck {
    private static let longestShape = 96
    private static let shapeCount = 16

    /// For each remembered shape its length, then its hashes.
    private var shapes: [UInt32] = []
    /// The nodes of keys by their hashes: the round in which a place was taken, and the node.
    private var table: [UInt64] = []
    private var round: UInt32 = 0
    /// How many shapes have been looked at; memory is taken only from a few on.
    private var searches = 0
    private static let patience = 4
    /// Up to so many keys, comparing each with each is the quickest.
    private static let fewKeys = 10

    /// Whether an object that has just been closed has a key twice.
    ///
    /// - Parameter object: The index of the object's node. Its members are after it, up to `end`.
    @inline(__always)
    mutating func hasRepeatedKey(
        _ object: Int, end: Int, count: Int, _ nodes: UnsafeMutablePointer<IndexNode>, _ text: UnsafePointer<UInt8>
    ) -> Bool {
        if count < 2 { return false }
        if count == 2 {
            let (first, second) = (nodes[object + 1], nodes[Int(nodes[object + 2].next)])
            return first.next == second.next && Self.isSameKey(first, second, text)
        }
        if count <= Self.longestShape, isKnownShape(object, count: count, nodes) { return false }
        return search(object, end: end, count: count, nodes, text)
    }

    private static func slot(_ count: Int, _ firstHash: UInt32) -> Int {
        (count &* 5 &+ Int(truncatingIfNeeded: firstHash)) & (shapeCount - 1)
    }

    @inline(__always)
    private func isKnownShape(_ object: Int, count: Int, _ nodes: UnsafeMutablePointer<IndexNode>) -> Bool {
        if shapes.isEmpty { return false }
        return shapes.withUnsafeBufferPointer { shapes in
            var place = Self.slot(count, nodes[object + 1].next) * (Self.longestShape + 1)
            guard shapes[place] == UInt32(truncatingIfNeeded: count) else { return false }
            var key = object + 1
            for _ in 0..<count {
                place &+= 1
                if shapes[place] != nodes[key].next { return false }
                key = Int(nodes[key &+ 1].next)
            }
            return true
        }
    }

    @inline(never)
    private mutating func search(
        _ object: Int, end: Int, count: Int, _ nodes: UnsafeMutablePointer<IndexNode>, _ text: UnsafePointer<UInt8>
    ) -> Bool {
        searches += 1
        if count <= Self.fewKeys {
            if let isRepeated = Self.compareEach(object, end: end, nodes, text) { return isRepeated }
            if searches > Self.patience { remember(object, count: count, nodes) }
            return false
        }
        var size = 64
        while size < count * 2 { size *= 2 }
        if table.count < size { table = [UInt64](repeating: 0, count: size) }
        if round == .max {
            round = 0
            for index in table.indices { table[index] = 0 }
        }
        round += 1
        let mask = UInt32(truncatingIfNeeded: table.count - 1)
        var steps = 0
        var hashesDiffer = true
        var key = object + 1
        while key < end {
            let hash = nodes[key].next
            var place = hash & mask
            while table[Int(place)] >> 32 == round {
                let other = nodes[Int(truncatingIfNeeded: table[Int(place)] & 0xFFFF_FFFF)]
                if other.next == hash {
                    hashesDiffer = false
                    if Self.isSameKey(other, nodes[key], text) { return true }
                }
                steps += 1
                place = (place &+ 1) & mask
            }
            if steps > count * 8 + 64 { return Self.searchSafely(object, end: end, count: count, nodes, text) }
            table[Int(place)] = UInt64(round) << 32 | UInt64(UInt32(truncatingIfNeeded: key))
            key = Int(nodes[key + 1].next)
        }
        if hashesDiffer, count <= Self.longestShape, searches > Self.patience { remember(object, count: count, nodes) }
        if table.count > 1 << 16 { table = [] }  // Memory of one huge object is not kept.
        return false
    }

    /// Whether two of a few keys are the same; `nil` if not even two hashes are.
    private static func compareEach(
        _ object: Int, end: Int, _ nodes: UnsafeMutablePointer<IndexNode>, _ text: UnsafePointer<UInt8>
    ) -> Bool? {
        var hashesDiffer = true
        var first = object + 1
        while first < end {
            let hash = nodes[first].next
            var second = Int(nodes[first + 1].next)
            while second < end {
                if nodes[second].next == hash {
                    hashesDiffer = false
                    if isSameKey(nodes[first], nodes[second], text) { return true }
                }
                second = Int(nodes[second + 1].next)
            }
            first = Int(nodes[first + 1].next)
        }
        return hashesDiffer ? nil : false
    }

    private mutating func remember(_ object: Int, count: Int, _ nodes: UnsafeMutablePointer<IndexNode>) {
        if shapes.isEmpty { shapes = [UInt32](repeating: 0, count: Self.shapeCount * (Self.longestShape + 1)) }
        var place = Self.slot(count, nodes[object + 1].next) * (Self.longestShape + 1)
        shapes[place] = UInt32(truncatingIfNeeded: count)
        var key = object + 1
        for _ in 0..<count {
            place += 1
            shapes[place] = nodes[key].next
            key = Int(nodes[key + 1].next)
        }
    }

    /// - `count`: How many members there are. A place of the table has the upper half of a hash, made odd, and a node.
    @inline(never)
    private static func searchSafely(
        _ object: Int, end: Int, count: Int, _ nodes: UnsafeMutablePointer<IndexNode>, _ text: UnsafePointer<UInt8>
    ) -> Bool {
        var size = 64
        while size < count * 2 { size *= 2 }
        var table = [UInt64](repeating: 0, count: size)
        var key = object + 1
        while key < end {
            let hash = seededHash(nodes[key], text)
            let high = hash >> 32 | 1
            var place = Int(truncatingIfNeeded: hash) & (size - 1)
            while table[place] != 0 {
                let other = Int(truncatingIfNeeded: table[place] & 0xFFFF_FFFF)
                if table[place] >> 32 == high, isSameKey(nodes[other], nodes[key], text) { return true }
                place = (place + 1) & (size - 1)
            }
            table[place] = high << 32 | UInt64(UInt32(truncatingIfNeeded: key))
            key = Int(nodes[key + 1].next)
        }
        return false
    }

    private static func seededHash(_ key: IndexNode, _ text: UnsafePointer<UInt8>) -> UInt64 {
        var hasher = Hasher()
        if key.isEscaped {
            characters(key, text).withUnsafeBytes { hasher.combine(bytes: $0) }
        } else {
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes(key, text)))
        }
        return UInt64(UInt(bitPattern: hasher.finalize()))
    }

    private static func isSameKey(_ left: IndexNode, _ right: IndexNode, _ text: UnsafePointer<UInt8>) -> Bool {
        if left.isEscaped || right.isEscaped { return characters(left, text) == characters(right, text) }
        return left.length == right.length
            && bytes(left, text).elementsEqual(bytes(right, text))
    }

    private static func bytes(_ key: IndexNode, _ text: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + Int(key.offset), count: Int(key.length))
    }

    private static func characters(_ key: IndexNode, _ text: UnsafePointer<UInt8>) -> [UInt8] {
        key.isEscaped ? Unescaping.characters(of: bytes(key, text)) : Array(bytes(key, text))
    }
}
