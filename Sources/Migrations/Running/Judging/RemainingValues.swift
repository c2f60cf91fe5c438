import VersionedCodec

/// Finds values of the document that the other version still has, wherever they are now.
final class RemainingValues {
    private let arena: Arena
    private let root: NodeID
    /// The values that steps have reached, by the places that they come from; made when a few have been searched for.
    private lazy var values = look()
    private var searches = 0

    private static let few = 4

    /// - `root`: The node to search; `nil`: the whole document.
    init(in arena: Arena, below root: NodeID? = nil) { (self.arena, self.root) = (arena, root ?? arena.root) }

    /// Whether a value is anywhere, as it was. O(log values); the first times, O(values that steps have reached)
    func hold(_ lost: LostValue) -> Bool {
        guard !lost.isOrder, let offset = lost.value.sourceOffset else { return false }
        searches += 1
        if searches <= Self.few {
            return arena.holds(valueFrom: offset, in: root) { lost.isSame(as: $0, in: arena) }
        }
        let place = values.untouched.partitioningIndex { $0.lowerBound > offset }
        if place > 0, values.untouched[place - 1].contains(offset) { return true }
        let first = values.reached.partitioningIndex { $0.origin >= offset }
        return values.reached[first...].prefix { $0.origin == offset }.contains { lost.isSame(as: $0.node, in: arena) }
    }

    private func look() -> (reached: [(origin: Int, node: NodeID)], untouched: [Range<Int>]) {
        var (reached, untouched, pending) = ([(origin: Int, node: NodeID)](), [Range<Int>](), [root])
        while let node = pending.popLast() {
            if let span = arena.untouchedSpan(of: node) {
                untouched.append(span)
                continue
            }
            if let origin = arena.origin(of: node) { reached.append((origin, node)) }
            // A value with deferred changes is not examined: it may go.
            if arena.deferredSpan(of: node) != nil { continue }
            pending += arena.childrenCompared(of: node)
        }
        reached.sort { $0.origin < $1.origin }
        // Of a copy and of what is left of the value that it was made of, the outer spans have all of the inner ones.
        var outermost: [Range<Int>] = []
        for span in untouched.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) })
        where outermost.last.map({ span.upperBound > $0.upperBound }) ?? true {
            outermost.append(span)
        }
        return (reached, outermost)
    }
}
