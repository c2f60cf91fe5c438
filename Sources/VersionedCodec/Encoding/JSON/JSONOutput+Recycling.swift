/// Outputs of documents that have been written, used again: small documents cost little more than what making an output
/// costs. A model that keeps an encoder or a container keeps its output from coming here (``isFree``).
extension JSONOutput {
    private static let idle = RecyclingPool<JSONOutput>()

    /// An output for a document, made or used again.
    static func open(_ rules: EncodingRules) -> JSONOutput {
        guard let output = idle.take() else { return JSONOutput(EncodingScope(rules)) }
        output.reopen(rules)
        return output
    }

    /// Ends the document, and keeps the output for another one if nobody has it.
    func close() {
        scope.end()
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

    /// Whether nobody has the output but the caller and its own containers, which nobody has either.
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

    /// Keeps a segment of this document that has been joined, and that nobody holds, for the next one.
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

    /// Gives up the segments that could have been used again.
    func dropSpares() {
        while let segment = spare {
            (spare, segment.spare) = (segment.spare, nil)
            segment.abandon()
        }
        spareCount = 0
    }

    // MARK: Memory

    /// A place for a container to be used again; `nil` if there are enough.
    func newSlot() -> UnsafeMutablePointer<EncodingContainerSlot>? {
        guard slotCount < Self.mostSlots else { return nil }
        defer { slotCount += 1 }
        return containerSlots + slotCount
    }

    /// Gives up the containers that could have been used again, which hold the output.
    func dropContainers() { containerSlots.update(repeating: EncodingContainerSlot(), count: slotCount) }

    /// Gives up all that belongs to the document that has been written.
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

    /// Gives out what has been written.
    func takeOutput() -> [UInt8] {
        let taken = bytes.pointee
        bytes.pointee = []
        return taken
    }

    /// So many bytes of memory are kept from one document to the next.
    static let largestKept = 1 << 14
}
