/// The memory of an index: nodes one after the other, used again for the next document where the owner wishes.
///
/// Invariants: `base` points to `capacity` nodes, of which the first `count` have been written by a scan that
/// succeeded; nothing else frees or moves them. Nodes are trivial, so memory needs no deinitialisation. `@unchecked
/// Sendable` because only a scan writes, and a buffer that is scanned into is held by one owner until the scan is done.
/// `@exclusivity(unchecked)` for the same reason: a scan calls no code that reads its buffer, and each look at a value
/// of a document would pay for the check.
package final class IndexBuffer: @unchecked Sendable {
    @exclusivity(unchecked) package private(set) var base: UnsafeMutablePointer<IndexNode>
    @exclusivity(unchecked) package private(set) var capacity: Int
    @exclusivity(unchecked) package internal(set) var count = 0

    /// Whether the value has a line break in its white space.
    @exclusivity(unchecked) package internal(set) var breaksLines = false

    /// Whether containers are nested deeper than `IndexScanner.shallowDepth`.
    @exclusivity(unchecked) package internal(set) var isDeep = false

    /// Whether the text has a line break before or after the value, such as one at the end of a file.
    @exclusivity(unchecked) package internal(set) var breaksLinesAround = false

    /// The buffers of the check for repeated keys, reused between objects and documents.
    @exclusivity(unchecked) var keys = KeyCheck()

    /// Memory for so many nodes; it grows as needed.
    package init(capacity: Int = 64) {
        self.capacity = max(capacity, 8)
        base = MemoryPages.memory(self.capacity)
        MemoryPages.preferLarge(base, self.capacity)
    }

    deinit { MemoryPages.free(base) }

    /// Doubles the memory; the nodes so far are kept.
    func grow() { resize(to: capacity * 2) }

    /// Gives back memory beyond the nodes in use, where that is much.
    func trim() {
        keys = KeyCheck()
        if count < capacity - capacity / 8 { resize(to: max(count, 1)) }
    }

    private func resize(to newCapacity: Int) {
        base = MemoryPages.resize(base, from: capacity, to: newCapacity)
        capacity = newCapacity
        MemoryPages.preferLarge(base, capacity)
    }

    /// Returns the pages of nodes that are not read any more to the system.
    func release(_ nodes: Range<Int>) { MemoryPages.release(base, nodes) }

    /// A node. The caller has it from the index itself, so it is in range; another one is a programmer error.
    package subscript(_ node: UInt32) -> IndexNode {
        assert(node < count)
        return base[Int(node)]
    }
}
