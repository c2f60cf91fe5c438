/// Memory that grows and is used again, without a check or a reference count at each step.
///
/// Invariants: `base` points to `capacity` elements, of which the first `count` have been written; elements are
/// trivial, so that memory needs no deinitialisation. An index is below `count`: the callers keep numbers only of what
/// they have appended.
struct PlainBuffer<Element>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        base = MemoryPages.memory(self.capacity)
    }

    init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        for _ in 0..<count { append(element) }
    }

    deinit { MemoryPages.free(base) }

    subscript(_ index: Int) -> Element {
        get {
            assert(index < count)
            return base[index]
        }
        nonmutating _modify {
            assert(index < count)
            yield &base[index]
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        base[count] = element
        count += 1
    }

    /// Keeps the first elements only; the memory stays.
    @inline(__always)
    mutating func truncate(to count: Int) { self.count = min(count, self.count) }

    @inline(never)
    private mutating func grow() {
        base = MemoryPages.resize(base, from: capacity, to: capacity * 2)
        capacity *= 2
    }
}
