/// The memory of an index: nodes one behind the other, used again for the next document where the owner wishes.
///
/// Invariants: `base` points to `capacity` nodes, of which the first `count` have been written by a scan that succeeded;
/// nobody else frees or moves them. Nodes are trivial, so memory needs no deinitialisation. `@unchecked Sendable` because
/// only a scan writes, and a buffer that is scanned into is held by one owner until the scan is done.
package final class IndexBuffer: @unchecked Sendable {
    package private(set) var base: UnsafeMutablePointer<IndexNode>
    private(set) var capacity: Int
    package internal(set) var count = 0

    /// What the check for repeated keys keeps between objects and documents.
    var keys = KeyCheck()

    /// Memory for so many nodes; it grows as needed.
    package init(capacity: Int = 64) {
        self.capacity = max(capacity, 8)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// Doubles the memory, keeping the first nodes.
    func grow(keeping used: Int) {
        resize(to: capacity * 2, keeping: used)
    }

    /// Gives back memory beyond the nodes in use, where that is much.
    func trim() {
        keys = KeyCheck()
        if count < capacity - capacity / 8 { resize(to: max(count, 1), keeping: count) }
    }

    private func resize(to newCapacity: Int, keeping used: Int) {
        let new = UnsafeMutablePointer<IndexNode>.allocate(capacity: newCapacity)
        new.update(from: base, count: min(used, newCapacity))
        base.deallocate()
        (base, capacity) = (new, newCapacity)
    }

    /// A node. The caller has it from the index itself, so it is in range; another one is a programmer error.
    package subscript(_ node: UInt32) -> IndexNode {
        assert(node < count)
        return base[Int(node)]
    }
}
