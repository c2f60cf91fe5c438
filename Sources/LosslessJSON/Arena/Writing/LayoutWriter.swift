/// Writing a changed document in the layout that it has: the bytes of `PreservingWriter`, in longer runs.
extension Arena {
    /// Appends the document.
    package func write(to result: inout [UInt8]) {
        writeDocument()
        result.append(contentsOf: written)
    }

    /// The bytes of the document.
    package func bytes() -> [UInt8] {
        writeDocument()
        return Array(written)
    }

    /// Writes the document. The bytes are those of the arena, until it is written or reset again.
    package func writeDocument() {
        startOutput()
        if isRecording { noteBeginOfWriting() }
        checkPlaces(from: 0)
        let span = state.pointee.index[Int(DocumentIndex.root)].span
        copy(0..<span.lowerBound)
        var writer = LayoutWriter(arena: self)
        writer.write(root)
        copy(span.upperBound..<state.pointee.text.count)
        flush()
    }

    /// Writes the document in a style.
    package func writeDocument(in style: WritingStyle) {
        startOutput()
        var writer = StyleWriter(arena: self, style: TargetStyle(style))
        writer.write(root)
        if style.finalNewline { append(style.lineEnding.text) }
        flush()
    }

    func startOutput() {
        state.pointee.outputCount = 0
        state.pointee.line = OutputLine()
        startWatchingDepth()
    }

    /// Writes the document into a sink, in a style, or in its own layout.
    package func write(to sink: DocumentSink, in style: WritingStyle?) {
        state.pointee.sink = sink
        if let style { writeDocument(in: style) } else { writeDocument() }
        handOverAll()
        state.pointee.sink = nil
    }

    /// The written bytes.
    package var written: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: state.pointee.output, count: state.pointee.outputCount)
    }

    /// Whether the document can be written in the layout of its text: it has one.
    package var hasText: Bool { state.pointee.text.baseAddress != nil }
}

/// Writes a document in the layout that it has.
struct LayoutWriter {
    let arena: Arena
    /// The gaps of containers whose children do not follow each other as they did.
    var gaps: [UInt32: ContainerGaps] = [:]

    private lazy var openShapes = OpenChildShapes(.inLayout)

    init(arena: Arena) { self.arena = arena }

    /// Writes a value with all that is in it. A recursion only in what was deferred, which is as deep as the scopes of
    /// a plan are: no depth of nesting can overflow the stack.
    mutating func write(_ root: NodeID, depth base: Int = 0) {
        var node = root
        var depth = base
        while true {
            if begin(node, depth: depth) {
                depth += 1
                node = arena.at(node).pointee.first
                if arena.mayBeTooDeep(depth) || !copyUntouched(&node) {
                    separate(node, depth: depth)
                    continue
                }
            }
            var hasNext = false
            while node != root {
                let next = arena.at(node).pointee.next
                if !next.isNone {
                    node = next
                    if !arena.mayBeTooDeep(depth), copyUntouched(&node) { continue }
                    separate(node, depth: depth)
                    hasNext = true
                    break
                }
                depth -= 1
                node = arena.at(node).pointee.parent
                close(node, depth: depth)
            }
            if !hasNext { return }
        }
    }

    /// Writes a value, or the bracket of one whose children come next; returns whether they do.
    @inline(__always)
    private mutating func begin(_ node: NodeID, depth: Int) -> Bool {
        if arena.mayBeTooDeep(depth) { arena.checkDepth(depth, of: node) }
        let value = arena.at(node)
        switch value.pointee.form {
        case .indexed: copyNode(value.pointee.source, isMoved: !isInPlace(node))
        case .open:
            if !value.pointee.isDirty, value.pointee.source != ArenaNode.noPlace {
                copyNode(value.pointee.source, isMoved: !isInPlace(node))
            } else if value.pointee.count == 0 {
                writeEmpty(node, depth: depth)
            } else if value.pointee.source != ArenaNode.noPlace {
                let start = Int(arena.state.pointee.index[Int(value.pointee.source)].offset)
                arena.copy(start..<start &+ 1)
                return true
            } else {
                arena.put(value.pointee.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                return true
            }
        case .made: writeMade(value.pointee)
        case .foreign: writeForeign(node, depth: depth)
        case .deferred: writeDeferred(node, depth: depth)
        case .childrenDeferred: writeDeferredChildren(of: node, depth: depth)
        }
        return false
    }

    /// Whether the value is still in its original place in the text.
    @inline(__always)
    private func isInPlace(_ node: NodeID) -> Bool {
        let value = arena.at(node)
        if value.pointee.parent.isNone { return value.pointee.source == DocumentIndex.root }
        return value.pointee.isInPlace && value.pointee.slot == value.pointee.source
    }

    @inline(__always)
    private mutating func copyNode(_ source: UInt32, isMoved: Bool) {
        let span = arena.state.pointee.index[Int(source)].span
        if isMoved, arena.state.pointee.breaksLines { return copyMoved(span) }
        arena.copy(span)
    }

    /// Copies a value to another place: one of several lines takes the indentation of its new line.
    @inline(never)
    private mutating func copyMoved(_ span: Range<Int>) {
        let text = arena.state.pointee.text
        guard text[span].contains(0x0A) else { return arena.copy(span) }
        var start = span.lowerBound
        while start > 0, text[start - 1] != 0x0A { start -= 1 }
        let old = text[start..<span.lowerBound].prefix { $0 == 0x20 || $0 == 0x09 }
        let new = arena.lineIndent()
        var rest = span
        if old.elementsEqual(new) { return arena.copy(span) }
        while let lineFeed = text[rest].firstIndex(of: 0x0A) {
            arena.copy(rest.lowerBound..<lineFeed + 1)
            rest = lineFeed + 1..<span.upperBound
            if text[rest].starts(with: old) {
                new.withUnsafeBufferPointer { arena.append($0) }
                rest = rest.lowerBound + old.count..<span.upperBound
            }
        }
        arena.copy(rest)
    }

    // MARK: Deferred changes

    /// Makes the changes to a value, writes it, and releases its nodes.
    @inline(never)
    private mutating func writeDeferred(_ node: NodeID, depth: Int) {
        let isPart = openShapes.isRecording
        if !isPart, openShapes.write(node, in: arena) { return arena.handOver() }
        let marks = arena.deferralMarks
        arena.makeDeferred(node)
        arena.checkPlaces(from: marks.containers)
        write(node, depth: depth)
        if !isPart { openShapes.keep(node, in: arena) }
        arena.forget(node, to: marks)
        arena.handOver()
    }

    /// Makes the changes to one child after another, and writes it, in the text around it.
    @inline(never)
    private mutating func writeDeferredChildren(of container: NodeID, depth: Int) {
        let (list, source) = (arena[container].start, arena[container].source)
        let index = arena.state.pointee.index
        var (done, kept) = (index[Int(source)].span.lowerBound, source + 1)
        var children = arena.takeDeferredChildren(of: container)
        var shapes = ChildShapes(.inLayout)
        while let (child, element) = children.next(index) {
            let end = index[Int(child)].span.upperBound
            arena.copy(done..<index[Int(child)].span.lowerBound)
            if shapes.write(child, element, list, in: arena) {
                done = end
                arena.giveUpWritten(&kept, to: child)
                arena.handOver()
                continue
            }
            let marks = arena.deferralMarks
            let node = arena.deferredChild(child, of: container, element)
            guard arena.makeChanges(list, on: node, element) else { return }
            arena.checkPlaces(from: marks.containers)
            write(node, depth: depth + 1)
            shapes.keep(child, in: arena)
            arena.release(to: marks)
            done = end
            arena.giveUpWritten(&kept, to: child)
            arena.handOver()
        }
        arena.copy(done..<index[Int(source)].span.upperBound)
    }

    // MARK: New values

    @inline(__always)
    private func writeMade(_ value: ArenaNode) {
        if arena.isComputedAgain(value) { return writeComputed(value) }
        writeNew(value)
    }

    /// Writes the recomputed parts for the next document of the shape.
    @inline(never)
    private func writeComputed(_ value: ArenaNode) {
        arena.flush()
        if value.isString, !arena.writesPlainly(arena.side(value.start, value.length)) {
            arena.state.pointee.recorder?.noteEscaped(value.start)
        }
        let start = arena.state.pointee.outputCount
        arena.withoutRecording { writeNew(value) }
        arena.state.pointee.recorder?.noteComputedPiece(value.start, count: arena.state.pointee.outputCount - start)
    }

    @inline(__always)
    private func writeNew(_ value: ArenaNode) {
        if !arena.appendUnlessString(value) { writeString(arena.side(value.start, value.length)) }
    }

    @inline(__always)
    func writeString(_ characters: UnsafeBufferPointer<UInt8>) {
        guard arena.writesPlainly(characters) else {
            return writeStyled(.string(String(decoding: characters, as: UTF8.self)), depth: 0)
        }
        arena.put(UInt8(ascii: "\""))
        arena.append(characters)
        arena.put(UInt8(ascii: "\""))
    }

    @inline(never)
    func writeStyled(_ value: JSONValue, depth: Int) {
        var writer = JSONWriter(style: style)
        writer.writeValue(value, depth: depth)
        writer.output.withUnsafeBufferPointer { arena.append($0) }
    }

    @inline(never)
    private mutating func writeEmpty(_ node: NodeID, depth: Int) {
        let value = arena[node]
        if value.source != ArenaNode.noPlace {
            let source = arena.state.pointee.index[Int(value.source)]
            if source.next == value.source + 1 { return arena.copy(source.span) }
            if let text = commentedEmpty(value) {
                arena.put(value.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                text.withUnsafeBufferPointer { arena.append($0) }
                return arena.put(value.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
            }
        }
        writeEmpty(isObject: value.isObject, depth: depth)
    }

    private func writeEmpty(isObject: Bool, depth: Int) {
        let (array, object) = arena.emptyContainers
        let text = isObject ? object : array
        if text.utf8.count == 2 { return arena.append(text) }
        writeStyled(isObject ? [:] : [], depth: depth)
    }

    @inline(never)
    private mutating func writeForeign(_ node: NodeID, depth: Int) {
        let value = arena.state.pointee.foreign[Int(arena[node].start)]
        // Only a changed container may hold values of the document.
        guard case .container(.edited(let storage), let isObject) = value.storage else {
            var writer = JSONWriter(style: style)
            writer.writeValue(value, depth: depth)
            return writer.output.withUnsafeBufferPointer { appendForeign($0, depth: depth) }
        }
        if storage.values.isEmpty, storage.source == nil { return writeEmpty(isObject: isObject, depth: depth) }
        let head = arena.lineIndent()
        var writer = PreservingWriter(arena.readDocument(), behind: head, arena.state.pointee.style)
        writer.writeValue(value, origin: arena[node].isInPlace ? arena[node].slot : nil, depth: depth)
        arena.state.pointee.style = writer.knownStyle
        writer.output.withUnsafeBufferPointer {
            appendForeign(UnsafeBufferPointer(rebasing: $0[head.count...]), depth: depth)
        }
    }

    private func appendForeign(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int) {
        arena.checkDepth(depth, of: bytes)
        if arena.state.pointee.isRecording { arena.noteEscapes(in: bytes) }
        arena.append(bytes)
    }

    var style: WritingStyle { arena.style }
}
