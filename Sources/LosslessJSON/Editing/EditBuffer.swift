/// Memory that grows and is used again, without a check or a reference count at each step.
///
/// Invariants: `base` points to `capacity` elements, of which the first `count` have been written; elements are trivial, so
/// that memory needs no deinitialisation. An index is below `count`: the callers keep numbers only of what they have appended.
/// Memory that is not owned is given for as long as the buffer is, and left for memory of its own when it is too small.
struct EditBuffer<Element>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int
    private(set) var isOwned: Bool

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        base = MemoryPages.memory(self.capacity)
        isOwned = true
    }

    /// A buffer in memory that another owns.
    init(in memory: UnsafeMutableBufferPointer<Element>) {
        base = memory.baseAddress ?? MemoryPages.memory(1)
        capacity = max(memory.count, 1)
        isOwned = memory.baseAddress == nil
    }

    deinit { if isOwned { MemoryPages.free(base) } }

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

    /// The last element; there is one.
    var last: Element { self[count - 1] }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(by: 1) }
        base[count] = element
        count += 1
    }

    @inline(__always)
    mutating func append(_ elements: UnsafeBufferPointer<Element>) {
        guard let start = elements.baseAddress else { return }
        if count + elements.count > capacity { grow(by: elements.count) }
        (base + count).update(from: start, count: elements.count)
        count += elements.count
    }

    /// Makes sure that so many elements fit.
    mutating func reserve(_ count: Int) {
        if count > capacity { grow(by: count - self.count) }
    }

    /// Keeps the first elements only; the memory stays.
    @inline(__always)
    mutating func truncate(to count: Int) { self.count = min(count, self.count) }

    /// Makes it so many elements of zeros; of many, the system gives memory that takes no room until it is written.
    ///
    /// Zeros must be a value of the element.
    mutating func fillWithZeros(_ count: Int) {
        self.count = 0
        if count * MemoryLayout<Element>.stride < 1 << 20, count <= capacity {
            UnsafeMutableRawPointer(base).initializeMemory(
                as: UInt8.self, repeating: 0, count: count * MemoryLayout<Element>.stride)
        } else {
            if isOwned { MemoryPages.free(base) }
            base = MemoryPages.zeros(count)
            (capacity, isOwned) = (max(count, 1), true)
        }
        self.count = count
    }

    /// Takes away the first elements; the others move to the front.
    mutating func removeFirst(_ count: Int) {
        let rest = self.count - count
        base.update(from: base + count, count: rest)
        self.count = rest
    }

    /// Gives up what elements hold that nobody reads any more.
    func release(_ elements: Range<Int>) { MemoryPages.release(base, elements) }

    @inline(never)
    private mutating func grow(by more: Int) {
        let newCapacity = max(capacity * 2, count + more)
        if isOwned {
            base = MemoryPages.resize(base, from: capacity, to: newCapacity)
        } else {
            let own: UnsafeMutablePointer<Element> = MemoryPages.memory(newCapacity)
            own.update(from: base, count: count)
            base = own
        }
        (capacity, isOwned) = (newCapacity, true)
    }
}
