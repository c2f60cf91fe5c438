/// Where a segment goes: a place in the bytes of its parent.
struct SegmentPlace {
    /// The output with the object or array that the segment is a part of; it takes this place away before it goes.
    unowned(unsafe) let parent: JSONOutput
    let value: FrameReference

    /// Where the segment goes in the bytes of the parent.
    var start: Int

    /// Its index, where the parent is an array.
    let index: Int
}

/// Nested containers and encoders of superclasses: each writes a segment, an output of its own, so that it and its
/// parent can be written in any order.
///
/// The parent leaves a place for the segment in its bytes. When the parent ends, or opens its next segment, a segment
/// that no model holds is joined there, and its memory serves the next one. A segment that a model still holds is
/// joined at the end of the document.
///
/// Unsafe code: the bytes of a segment are borrowed while they are copied into room that was made for them. `parent` is
/// not counted: an output clears its segments' places when they are joined, detached or abandoned, and when it is
/// deallocated.
extension JSONOutput {
    /// How many segments wait for the end of their value before earlier ones are joined.
    private static let usualSegments = 4

    // MARK: Opening

    /// Makes an encoder of a value within the innermost one, whose comma or key has been written.
    func openSegment(in value: FrameReference, by writer: LateWriter = .container) -> OutputEncoder {
        let index = Int(value.index)
        values[index].hasSegments = true
        let segment = document?.newSegment() ?? newSegment()
        let start = bytes.pointee.count
        segment.begin(
            at: SegmentPlace(parent: self, value: value, start: start, index: values[index].count - 1), by: writer)
        pendingParts.append(PendingPart(position: start, segment: segment))
        return OutputEncoder(output: segment, value: segment.beginSegment())
    }

    /// Joins the last segment of the innermost value if no model holds it, where there are many of them.
    func joinLastSegment(of index: Int) {
        guard pendingParts.count > Self.usualSegments, isOwn(at: pendingParts.count - 1, of: index) else { return }
        do { try join(from: pendingParts.count - 1, of: index, isEnd: false) } catch { fail(index, error) }
    }

    /// Notes the error of a value whose container cannot throw. It is thrown when the value ends.
    private func fail(_ index: Int, _ error: any Error) {
        dropParts(to: pendingParts.index(from: values[index].start))
        let node = EncodingNode()
        node.fault = error as? EncodingError
        takeBack(values[index])
        setTree(node, of: FrameReference(index: Int32(index), id: values[index].id))
    }

    /// The path of what the output is a part of.
    var basePath: [any CodingKey] {
        guard let place, place.parent.isOpen(place.value) else { return base?.keys ?? [] }
        let index = Int(place.value.index)
        let isArray = place.parent.values[index].state == .array
        let key: (any CodingKey)? =
            isArray ? PayloadKey(index: place.index) : place.parent.key(in: index, before: place.start)
        return place.parent.path(of: place.value) + (key.map { [$0] } ?? [])
    }

    /// Whether a model holds a container or an encoder of a key of the innermost value.
    func hasSegment(named key: some CodingKey, _ table: KeyTable, in value: FrameReference) throws -> Bool {
        let name = try scope.name(of: key, table, codingPath: { self.path(of: value) })
        return pendingParts.indices.contains {
            isOwn(at: $0, of: Int(value.index))
                && self.name(before: pendingParts[$0].position)?.utf8.elementsEqual(name.utf8) == true
        }
    }

    /// Whether a pending part is a segment of an open value.
    private func isOwn(at place: Int, of index: Int) -> Bool {
        pendingParts[place].segment?.place?.value.id == values[index].id
    }

    // MARK: Joining

    /// Joins the segments of a value that ends; those that a model holds wait for the end of the document.
    func joinSegments(of index: Int) throws {
        let last = pendingParts.count - 1
        guard last >= 0 else { return }
        if last == 0 || pendingParts[last - 1].position < values[index].start {
            return isOwn(at: last, of: index) ? try join(from: last, of: index, isEnd: true) : ()
        }
        var first = pendingParts.index(from: values[index].start)
        while first <= last, !isOwn(at: first, of: index) { first += 1 }
        if first <= last { try join(from: first, of: index, isEnd: true) }
    }

    /// Joins the segments of the innermost value from one on.
    private func join(from first: Int, of index: Int, isEnd: Bool) throws {
        var length = 0
        var areAllJoined = true
        for place in first..<pendingParts.count {
            guard isOwn(at: place, of: index), let segment = pendingParts[place].takeSegment() else {
                areAllJoined = false
                continue
            }
            defer { pendingParts[place].giveBack(segment) }
            guard segment.depth == 1, segment.isUnheld else {
                areAllJoined = false
                if isEnd { segment.detach() }
                continue
            }
            try segment.endSegment()
            if segment.mayBeTooDeep { noteDepth() }
            length += segment.bytes.pointee.count
            if !segment.pendingParts.isEmpty { areAllJoined = false }
        }
        insertSegments(from: first, length)
        if values[index].notesMembers || values[index].repeatsStamp { moveNotes(from: first, of: index) }
        if areAllJoined {
            while pendingParts.count > first { recycleLast() }
        } else {
            moveParts(from: first)
        }
    }

    /// Copies the bytes of segments that have ended into their places.
    private func insertSegments(from first: Int, _ length: Int) {
        var end = bytes.pointee.count
        if first == pendingParts.count - 1, pendingParts[first].position == end {
            guard let segment = pendingParts[first].segment, length > 0 else { return }
            return segment.bytes.pointee.withUnsafeBufferPointer { bytes.pointee.append(contentsOf: $0) }
        }
        bytes.pointee.makeRoom(length)
        bytes.pointee.append(room: length) { _ in length }
        bytes.pointee.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            var distance = length
            var place = pendingParts.count
            while distance > 0, place > first {
                place -= 1
                let count = pendingParts[place].endedCount
                guard count > 0 else { continue }
                let position = pendingParts[place].position
                (start + position + distance).copyMemory(from: start + position, byteCount: end - position)
                end = position
                distance -= count
                pendingParts[place].segment?.bytes.pointee.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: bytes[(position + distance)...]).copyMemory(from: $0)
                }
            }
        }
    }

    /// Adjusts the noted places of members after joined segments.
    private func moveNotes(from first: Int, of index: Int) {
        func moved(_ start: Int) -> Int {
            pendingParts[first...].reduce(start) { $1.position < start ? $0 + $1.endedCount : $0 }
        }
        if values[index].repeatsStamp { values[index].ownStamp = moved(values[index].ownStamp) }
        guard values[index].notesMembers else { return }
        for place in (values[index].firstMember..<notedMembers.count).reversed() {
            guard notedMembers[place].start > pendingParts[first].position else { return }
            notedMembers[place].start = moved(notedMembers[place].start)
        }
    }

    /// Moves the parts that wait for the end of the document, those of joined segments among them.
    private func moveParts(from first: Int) {
        let parts = Array(pendingParts[first...])
        pendingParts.removeLast(parts.count)
        var distance = 0
        for var part in parts {
            part.position += distance
            guard let segment = part.segment, segment.depth == 0, segment.place != nil else {
                part.segment?.place?.start = part.position
                pendingParts.append(part)
                continue
            }
            distance += segment.bytes.pointee.count
            for var inner in segment.pendingParts {
                inner.position += part.position
                pendingParts.append(inner)
            }
            segment.pendingParts.removeAll()
            segment.abandon()
        }
    }

    /// Removes the last part, and keeps its joined segment for the next one.
    private func recycleLast() {
        var part = pendingParts.removeLast()
        guard let segment = part.takeSegment() else { return }
        if let document { document.recycle(segment) } else { recycle(segment) }
    }

    // MARK: Segments that models hold

    /// Takes the segment out of its parent, whose value ends.
    fileprivate func detach() {
        guard place != nil else { return }
        base = TreePath(basePath)
        place = nil
        document?.heldSegments.append(self)
    }

    /// Drops a segment. Later calls of code that holds it fail.
    func abandon() {
        (place, base) = (nil, nil)
        clear()
        dropContainers()
        document = nil
    }

    fileprivate func endSegment() throws {
        try end(FrameReference(index: 0, id: values[0].id), (any Encoder).self)
    }

    /// The text of a segment that was held, at the end of the document.
    func segmentText() throws -> [UInt8] {
        if depth > 1 { throw fault(whileWriting: FrameReference(index: 0, id: values[0].id)) }
        if depth == 1 { try endSegment() }
        return try filled(WrittenJSON(bytes: content, pendingParts: pendingParts))
    }

    /// The segment as a node of a tree, in which it continues.
    func segmentNode() -> EncodingNode {
        detach()
        guard depth == 1 else {
            let node = EncodingNode()
            node.fault = fault(whileWriting: FrameReference(index: 0, id: values[0].id))
            return node
        }
        let node = tree(of: FrameReference(index: 0, id: values[0].id)).node
        node.writer = writer
        return node
    }

    /// Grows with all that is written into a segment.
    var changes: Int {
        content.count + nodes.values.reduce(0) { $0 + 1 + $1.allChanges }
            + pendingParts.reduce(0) { $0 + $1.changes }
    }
}
