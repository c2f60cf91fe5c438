/// The layouts of documents without a known shape, and how often each has come: a shape is worth noting only for one
/// that comes again.
///
/// It remembers some thousand layouts. A hash that two of them share costs a note that nobody needs.
struct LayoutHistory {
    private struct Entry {
        var hash: UInt32 = 0
        var count: UInt32 = 0
    }

    private static let size = 8192
    private static let steps = 8

    private var entries: [Entry] = []

    mutating func removeAll() { entries.removeAll() }

    /// Notes a layout; returns how often it has come before.
    mutating func note(_ hash: UInt64) -> Int {
        if entries.isEmpty { entries = [Entry](repeating: Entry(), count: Self.size) }
        let mark = UInt32(truncatingIfNeeded: hash)
        let home = Int(truncatingIfNeeded: hash >> 32) & (Self.size - 1)
        for step in 0..<Self.steps {
            let place = (home + step) & (Self.size - 1)
            if entries[place].count > 0, entries[place].hash != mark { continue }
            entries[place].hash = mark
            if entries[place].count < .max { entries[place].count += 1 }
            return Int(entries[place].count) - 1
        }
        entries[home] = Entry(hash: mark, count: 1)
        return 0
    }
}

extension DocumentPart {
    /// Whether its shape can be kept.
    var isSmall: Bool { nodes.count < 4096 && text.count < 1 << 16 }

    /// A hash of its structure and its keys. O(nodes)
    var layoutHash: UInt64 {
        var hash: UInt64 = 0
        for number in nodes {
            let node = index[Int(number)]
            let facts: UInt32 =
                switch node.rawKind {
                case IndexNode.key: node.next
                case IndexNode.array, IndexNode.object: node.meta
                case IndexNode.true: IndexNode.false
                default: node.rawKind
                }
            hash = (hash ^ UInt64(facts)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
        return hash
    }
}
