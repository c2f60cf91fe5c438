/// Finds the values of an arena that come from given places of the text.
package struct OriginSearch {
    /// The places, in ascending order.
    package var offsets: [Int] = []
    /// The containers that were not reached yet, with their numbers among their siblings.
    private var pending: [(node: NodeID, number: Int, depth: Int)] = []
    /// The numbers of the values on the way.
    private var numbers: [Int] = []

    package init() {}

    /// What was found, with the places in the list of offsets that it concerns.
    package enum Finding {
        /// A value that comes from there.
        case value
        /// A container that is as it was in the text, and holds what is there.
        case untouched
        /// A container that holds what is there, to which changes are still to be made.
        case deferred
    }

    /// Calls a function with each value that comes from one of the places.
    ///
    /// - `found`: Also gets the numbers of the values on the way, from the root on.
    /// - Returns: How many values were looked at.
    /// - Complexity: O(changed containers and what is in them)
    package mutating func visit(
        from root: NodeID, in arena: Arena,
        _ found: (_ finding: Finding, _ places: Range<Int>, _ node: NodeID, _ numbers: ArraySlice<Int>) -> Void
    ) -> Int {
        guard let first = offsets.first, let last = offsets.last else { return 0 }
        let range = first...last
        var looks = 0
        pending.append((root, 0, 0))
        while let (node, number, depth) = pending.popLast() {
            looks += 1
            note(number, at: depth)
            visitValue(node, arena, range, depth, found)
            guard arena[node].isContainer else { continue }
            if let span = arena.deferredSpan(of: node) {
                let inside = places(within: span)
                if !inside.isEmpty { found(.deferred, inside, node, numbers[...depth]) }
            } else if let span = arena.untouchedSpan(of: node) {
                let inside = places(within: span)
                if !inside.isEmpty { found(.untouched, inside, node, numbers[...depth]) }
            } else {
                var child = arena.firstCompared(of: node)
                var number = child.isNone ? 0 : arena.place(of: child, in: node)
                while !child.isNone {
                    if arena[child].isContainer {
                        pending.append((child, number, depth + 1))
                    } else {
                        looks += 1
                        if arena[child].origin != ArenaNode.noPlace, range.contains(Int(arena[child].origin)) {
                            note(number, at: depth + 1)
                            visitValue(child, arena, range, depth + 1, found)
                        }
                    }
                    (child, number) = (arena[child].next, number + 1)
                }
            }
        }
        return looks
    }

    private mutating func note(_ number: Int, at depth: Int) {
        if depth < numbers.count { numbers[depth] = number } else { numbers.append(number) }
    }

    private func visitValue(
        _ node: NodeID, _ arena: Arena, _ range: ClosedRange<Int>, _ depth: Int,
        _ found: (Finding, Range<Int>, NodeID, ArraySlice<Int>) -> Void
    ) {
        guard let origin = arena.origin(of: node), range.contains(origin) else { return }
        let start = place(of: origin)
        var end = start
        while end < offsets.count, offsets[end] == origin { end += 1 }
        if end > start { found(.value, start..<end, node, numbers[...depth]) }
    }

    /// The place of the first offset that is not below a number. O(log count)
    private func place(of number: Int) -> Int {
        var (start, end) = (0, offsets.count)
        while start < end {
            let middle = (start + end) / 2
            if offsets[middle] < number { start = middle + 1 } else { end = middle }
        }
        return start
    }

    /// The places of those within a range, after its beginning.
    private func places(within range: Range<Int>) -> Range<Int> {
        let start = place(of: range.lowerBound + 1)
        return start..<Swift.max(start, place(of: range.upperBound))
    }
}
