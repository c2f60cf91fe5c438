/// The stack of open values.
///
/// Unsafe code: the first `depth` places of `values` are initialised, and `capacity` is how many there are.
extension JSONOutput {
    /// Begins a value at the end of the bytes.
    @inline(__always)
    func begin(_ model: Any.Type?) throws -> FrameReference {
        if depth == room { try makeCheckedRoom() }
        return push(model)
    }

    /// Begins the value of a segment.
    func beginSegment() -> FrameReference { push(nil) }

    @inline(__always)
    private func push(_ model: Any.Type?) -> FrameReference {
        lastID &+= 1
        var value = OutputFrame(id: lastID, start: bytes.pointee.count)
        value.model = model
        (values + depth).initialize(to: value)
        defer { depth &+= 1 }
        return FrameReference(index: Int32(truncatingIfNeeded: depth), id: lastID)
    }

    /// Checks that another value is not too deep, and makes room for it.
    @inline(never)
    private func makeCheckedRoom() throws {
        if depth + outerDepth >= limits.values || openLevels > limits.levels { throw limits.fault(at: pathOfEnd) }
        if depth + outerLevels >= limits.levels { mayBeTooDeep = true }
        if depth == capacity {
            let larger = UnsafeMutablePointer<OutputFrame>.allocate(capacity: 2 * capacity)
            larger.moveInitialize(from: values, count: depth)
            if values != firstValues { values.deallocate() }
            values = larger
            capacity *= 2
        }
        limitRoom()
    }

    /// Notes that arrays and objects may be nested too deep.
    func noteDepth() {
        mayBeTooDeep = true
        limitRoom()
    }

    /// Sets how many values may be open before the memory and the limits are checked.
    func limitRoom() {
        // Each level takes one value at least; that of a segment is started already.
        guard mayBeTooDeep else { return room = min(capacity, max(outerLevels.signum(), limits.levels - outerLevels)) }
        let next = min(limits.values - outerDepth, depth + 1 + max(0, limits.levels - openLevels))
        room = min(capacity, max(depth + 1, next))
    }

    /// How many open values are arrays and objects, with those around a segment.
    private var openLevels: Int { levels(through: depth - 1) }

    /// The same for the open values up to one of them.
    func levels(through last: Int) -> Int {
        var levels = outerLevels
        for index in 0..<last + 1 where values[index].state == .object || values[index].state == .array { levels += 1 }
        return levels
    }

    /// Whether a reference is to the innermost open value, so that it can be written on.
    @inline(__always)
    func isInnermost(_ reference: FrameReference) -> Bool {
        let index = Int(reference.index)
        return index &+ 1 == depth && values[index].id == reference.id
    }

    /// Whether a reference is to an open value.
    func isOpen(_ reference: FrameReference) -> Bool {
        reference.index >= 0 && Int(reference.index) < depth && values[Int(reference.index)].id == reference.id
    }

    /// Drops the open values from a depth on.
    @inline(__always)
    func drop(to newDepth: Int) { depth = newDepth }

    /// Rolls back to a mark after a failure.
    @inline(never)
    func cancel(to mark: Mark) {
        if !sharedKeys.isEmpty { forgetShared(from: mark.depth) }
        while depth > mark.depth {
            if !nodes.isEmpty { nodes[values[depth - 1].id] = nil }
            depth -= 1
        }
        bytes.pointee.removeLast(bytes.pointee.count - mark.end)
        dropParts(to: mark.pendingParts)
        notedMembers.removeLast(notedMembers.count - mark.notedMembers)
    }

    /// How far the output has been written.
    struct Mark {
        let end: Int
        let depth: Int
        let pendingParts: Int
        let notedMembers: Int
    }

    @inline(__always)
    var mark: Mark {
        Mark(end: bytes.pointee.count, depth: depth, pendingParts: pendingParts.count, notedMembers: notedMembers.count)
    }

    /// Drops pending parts after a failure.
    func dropParts(to count: Int) {
        guard pendingParts.count > count else { return }
        for part in pendingParts[count...] { part.segment?.abandon() }
        pendingParts.removeLast(pendingParts.count - count)
    }
}
