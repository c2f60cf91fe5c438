/// Reuses outputs, because making one takes as long as writing a small document. An output that a model still holds,
/// through an encoder or a container, is not reused (``isFree``).
extension JSONOutput {
    private static let idle = RecyclingPool<JSONOutput>()

    /// An output for a document, made or used again.
    static func open(_ rules: EncodingRules) -> JSONOutput {
        guard let output = idle.take() else { return JSONOutput(EncodingScope(rules)) }
        output.reopen(rules)
        if let size = output.largeSizes.expected { output.bytes.pointee.reserveCapacity(size) }
        return output
    }

    /// Ends the document, and keeps the output for another one if no model holds it.
    func close() {
        scope.end()
        largeSizes.next()
        clear()
        if !isFree || !Self.idle.keep(self) { dropContainers() }
    }

    /// Begins another document on an output that nothing else holds any more.
    func reopen(_ rules: EncodingRules) {
        if scope.rules === rules { return }
        (escapes, sortsMembers, limits) = (rules.escapes, rules.sortsMembers, rules.depth)
        defer { limitRoom() }
        if typeCaches.count > 8 {
            typeCaches = []
            dropContainers()
            slotCount = 0
            dropSpares()
        }
        use(EncodingScope(rules))
    }

    /// Whether the output can serve another document.
    private var isFree: Bool { document == nil && values == firstValues && isUnheld }

    /// Whether only the caller and idle pooled containers reference the output.
    var isUnheld: Bool {
        var kept = 0
        for index in 0..<slotCount {
            guard let isFree = containerSlots[index].isFree else { continue }
            guard isFree else { return false }
            kept += 1
        }
        return ReferenceCount.isOnly(1 + kept, of: self)
    }

    // MARK: Segments

    /// A segment of this document, made or used again.
    func newSegment() -> JSONOutput {
        guard let segment = spare else { return JSONOutput(scope, part: self) }
        (spare, segment.spare) = (segment.spare, nil)
        spareCount -= 1
        segment.document = self
        return segment
    }

    /// Begins a segment.
    func begin(at place: SegmentPlace, by writer: LateWriter) {
        let parent = place.parent
        (self.place, self.writer) = (place, writer)
        outerDepth = parent.outerDepth + parent.depth
        outerLevels = parent.levels(through: Int(place.value.index))
        (escapes, sortsMembers, limits) = (parent.escapes, parent.sortsMembers, parent.limits)
        if scope !== parent.scope { use(parent.scope) }
        mayBeTooDeep = outerLevels >= limits.levels
        limitRoom()
    }

    /// Keeps a segment that has been joined, and that no model holds, for the next one.
    func recycle(_ segment: JSONOutput) {
        guard spareCount < 8, segment.values == segment.firstValues else { return segment.abandon() }
        (segment.place, segment.document) = (nil, nil)
        if segment.content.count > Self.largestKept || segment.mayBeTooDeep || segment.isUntidy {
            segment.clear()
        } else {
            segment.bytes.pointee.removeLast(segment.content.count)
        }
        segment.spare = spare
        spare = segment
        spareCount += 1
    }

    /// Drops the segments that are kept for reuse.
    func dropSpares() {
        while let segment = spare {
            (spare, segment.spare) = (segment.spare, nil)
            segment.abandon()
        }
        spareCount = 0
    }

    // MARK: Memory

    /// A slot for a reusable container; `nil` if there are enough.
    func newSlot() -> UnsafeMutablePointer<EncodingContainerSlot>? {
        guard slotCount < Self.mostSlots else { return nil }
        defer { slotCount += 1 }
        return containerSlots + slotCount
    }

    /// Drops the reusable containers, which hold the output.
    func dropContainers() { containerSlots.update(repeating: EncodingContainerSlot(), count: slotCount) }

    /// Drops the state of the document that has been written.
    func clear() {
        depth = 0
        if mayBeTooDeep {
            mayBeTooDeep = false
            limitRoom()
        }
        setStamp(nil, at: -1)
        if bytes.pointee.capacity > Self.largestKept {
            bytes.pointee = []
        } else {
            bytes.pointee.removeAll(keepingCapacity: true)
        }
        late.pointee.clear()
    }

    /// Moves the bytes out; copies them from memory that is much too large.
    func takeOutput() -> [UInt8] {
        let count = bytes.pointee.count
        if count > Self.largestKept { largeSizes.current = count }
        if count < bytes.pointee.capacity / 4 { return content.withUnsafeBufferPointer(Array.init) }
        let taken = bytes.pointee
        bytes.pointee = []
        return taken
    }

    /// The most bytes of memory that are kept from one document to the next.
    static let largestKept = 1 << 14

    /// The sizes of the last documents that were larger than what is kept. After two of them the memory for another
    /// one is taken at once, so that it does not grow in steps.
    struct LargeSizes {
        var current = 0
        private var last = 0
        private var before = 0

        /// The memory for the next document, with a little more than the smaller one had; `nil` if one was small.
        var expected: Int? {
            let size = min(last, before)
            return size > 0 ? size + size / 16 : nil
        }

        mutating func next() { (current, last, before) = (0, current, last) }
    }
}
