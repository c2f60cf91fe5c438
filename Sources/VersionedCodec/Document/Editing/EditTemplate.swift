/// What became of a document, so that the next one of the same shape is only copied together.
///
/// Two documents have one shape where their nodes have the same kinds in the same order and nesting, with the same number of bytes
/// between them, and their keys the same bytes.
/// Operations decide by shape and by the bytes of the values that they have looked at, which are compared too. So a document that
/// matches becomes the same pieces: runs of its text between the same nodes, literals of the plan, and values computed anew.
///
/// Invariant: `nodes` points to `count` nodes, a copy of the recorded document's, freed with the template.
final class EditTemplate {
    /// An end of a run of text: an edge of a node, or of the text.
    struct Edge {
        enum Side { case textStart, textEnd, start, end, innerStart, innerEnd }

        let side: Side
        let node: Int32
    }

    enum Piece {
        case text(Edge, Edge)
        case literal(Range<Int>)
        case byte(UInt8)
        case computed(Int)
    }

    let nodes: UnsafeMutablePointer<IndexNode>
    let count: Int
    /// The number of bytes behind the root.
    private let rest: Int
    /// The bytes of all keys, one behind the other.
    let keys: [UInt8]
    let seen: [(node: Int32, bytes: [UInt8])]
    let computed: [(node: Int32, tag: Int32)]
    let pieces: [Piece]
    let version: (index: Int, isFound: Bool)

    /// A template of what has been recorded of a document; `nil` where that is not all that the document was made of.
    init?(
        _ recorder: EditRecorder, _ text: UnsafeBufferPointer<UInt8>, _ buffer: IndexBuffer,
        version: (index: Int, isFound: Bool)
    ) {
        guard recorder.isComplete, buffer.count < 4096 else { return nil }
        var pieces: [Piece] = []
        for piece in recorder.pieces {
            switch piece {
            case .text(let range):
                guard let start = Self.edge(range.lowerBound, text.count, buffer),
                    let end = Self.edge(range.upperBound, text.count, buffer)
                else { return nil }
                pieces.append(.text(start, end))
            case .literal(let range): pieces.append(.literal(range))
            case .byte(let byte): pieces.append(.byte(byte))
            case .scratch(let start):
                guard let number = recorder.computed.firstIndex(where: { $0.start == start }) else { return nil }
                pieces.append(.computed(number))
            }
        }
        self.pieces = pieces
        self.version = version
        computed = recorder.computed.map { (Int32($0.node), $0.tag) }
        seen = recorder.seen.map { (Int32($0), Array(text[buffer[$0].content])) }
        count = buffer.count
        rest = text.count - buffer.base[0].span.upperBound
        var keys: [UInt8] = []
        for node in 0..<count where buffer.base[node].rawKind == IndexNode.key {
            keys += text[buffer.base[node].content]
        }
        self.keys = keys
        nodes = .allocate(capacity: count)
        nodes.initialize(from: buffer.base, count: count)
    }

    deinit { nodes.deallocate() }

    private static func edge(_ place: Int, _ end: Int, _ buffer: IndexBuffer) -> Edge? {
        for number in 0..<buffer.count {
            let node = buffer.base[number]
            if node.span.lowerBound == place { return Edge(side: .start, node: Int32(number)) }
            if node.span.upperBound == place { return Edge(side: .end, node: Int32(number)) }
            if node.isContainer, node.span.lowerBound + 1 == place {
                return Edge(side: .innerStart, node: Int32(number))
            }
            if node.isContainer, node.span.upperBound - 1 == place { return Edge(side: .innerEnd, node: Int32(number)) }
        }
        return place == 0 ? Edge(side: .textStart, node: 0) : place == end ? Edge(side: .textEnd, node: 0) : nil
    }

    /// Whether a document has the shape, and the values that decided.
    func matches(
        _ other: UnsafeMutablePointer<IndexNode>, _ otherCount: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard otherCount == count, rest == text.count - other[0].span.upperBound, let text = text.baseAddress else {
            return false
        }
        let isKeptMeta = IndexNode.kindMask | IndexNode.repeatedKey | ~0 << IndexNode.countShift
        return keys.withUnsafeBufferPointer { keys in
            var key = 0
            var (end, otherEnd): (UInt32, UInt32) = (0, 0)  // Of the token before.
            for number in 0..<count {
                let (mine, theirs) = (nodes[number], other[number])
                if mine.offset &- end != theirs.offset &- otherEnd { return false }
                if (mine.meta ^ theirs.meta) & isKeptMeta != 0 {
                    guard mine.bool != nil, theirs.bool != nil else { return false }
                }
                if mine.next != theirs.next { return false }  // Of keys the hash, of containers the size.
                if mine.isContainer {
                    let last = Int(mine.next) - 1
                    let (inner, otherInner) = (nodes[last], other[last])
                    if last > number,
                        mine.offset &+ mine.length &- inner.offset &- inner.length
                            != theirs.offset &+ theirs.length &- otherInner.offset &- otherInner.length
                    {
                        return false
                    }
                    if last == number, mine.length != theirs.length { return false }
                    (end, otherEnd) = (mine.offset, theirs.offset)
                    continue
                }
                (end, otherEnd) = (mine.offset &+ mine.length, theirs.offset &+ theirs.length)
                guard mine.rawKind == IndexNode.key else { continue }
                guard mine.length == theirs.length else { return false }
                let length = Int(mine.length)
                let bytes = UnsafeBufferPointer(start: text + Int(theirs.offset), count: length)
                guard IndexEdits.isEqual(bytes, UnsafeBufferPointer(rebasing: keys[key..<key + length])) else {
                    return false
                }
                key += length
            }
            for (node, bytes) in seen {
                let value = other[Int(node)]
                let found = UnsafeBufferPointer(start: text + Int(value.offset), count: Int(value.length))
                guard !value.isEscaped, bytes.withUnsafeBufferPointer({ IndexEdits.isEqual($0, found) }) else {
                    return false
                }
            }
            return true
        }
    }
}

/// Notes what operations look at and what a document is written of.
final class EditRecorder {
    enum Piece {
        case text(Range<Int>)
        case literal(Range<Int>)
        case byte(UInt8)
        case scratch(start: Int)
    }

    var isOn = false
    /// Whether all that decided, and all that was written, could be noted.
    var isComplete = true
    var seen: [UInt32] = []
    var computed: [(node: UInt32, tag: Int32, start: Int)] = []
    var pieces: [Piece] = []

    func start() {
        (isOn, isComplete) = (true, true)
        seen.removeAll(keepingCapacity: true)
        computed.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
    }

    func note(_ piece: Piece) { if isOn { pieces.append(piece) } }

    func giveUp() { isComplete = false }
}
