/// Writing a changed document in the layout that it has: the bytes of `KeepingWriter`, in longer runs.
extension Arena {
    /// Appends the document.
    package func write(to result: inout [UInt8]) {
        writeDocument()
        result.append(contentsOf: UnsafeBufferPointer(start: state.pointee.output, count: state.pointee.outputCount))
    }

    /// The bytes of the document.
    package func written() -> [UInt8] {
        writeDocument()
        return Array(UnsafeBufferPointer(start: state.pointee.output, count: state.pointee.outputCount))
    }

    /// Whether the document can be written in the layout of its text: it has one.
    package var hasText: Bool { state.pointee.text.baseAddress != nil }

    private func writeDocument() {
        state.pointee.outputCount = 0
        let span = state.pointee.index[Int(DocumentIndex.root)].span
        copy(0..<span.lowerBound)
        var writer = Writer(arena: self)
        writer.write(root)
        copy(span.upperBound..<state.pointee.text.count)
        flush()
    }

    /// What is kept while a document is written.
    private struct Writer {
        let arena: Arena
        /// The gaps of containers whose children do not follow each other as they did.
        var gaps: [UInt32: ContainerGaps] = [:]
        /// The start of the current line, and how far line breaks have been searched, so that each byte is read once.
        var lineStart = 0
        var seen = 0

        init(arena: Arena) { self.arena = arena }

        /// Writes a value with all that is in it. Not a recursion: no depth of nesting can overflow the stack.
        mutating func write(_ root: NodeID) {
            var node = root
            var depth = 0
            while true {
                if begin(node, depth: depth) {
                    depth += 1
                    node = arena[node].first
                    separate(node, depth: depth)
                    continue
                }
                while node != root {
                    let parent = arena[node].parent
                    let next = arena[node].next
                    if !next.isNone {
                        node = next
                        separate(node, depth: depth)
                        break
                    }
                    depth -= 1
                    node = parent
                    close(node, depth: depth)
                }
                if node == root { return }
            }
        }

        /// Writes a value, or the bracket of one whose children come next; says whether they do.
        @inline(__always)
        private mutating func begin(_ node: NodeID, depth: Int) -> Bool {
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
            let old = ArraySlice(text[start..<span.lowerBound].prefix { $0 == 0x20 || $0 == 0x09 })
            var lines: [UInt8] = []
            LineIndent.copy(ArraySlice(text[span]), replacing: old, by: lineIndent()[...], to: &lines)
            arena.append(lines)
        }

        /// The white space that the line begins with that is being written.
        private mutating func lineIndent() -> [UInt8] {
            arena.flush()
            guard arena.state.pointee.breaksLines else { return [] }
            let (output, count) = (arena.state.pointee.output, arena.state.pointee.outputCount)
            var place = count
            while place > seen, output[place - 1] != 0x0A { place -= 1 }
            if place > seen { lineStart = place }
            seen = count
            let start = lineStart
            var end = start
            while end < count, output[end] == 0x20 || output[end] == 0x09 { end += 1 }
            return Array(UnsafeBufferPointer(start: output + start, count: end - start))
        }

        // MARK: New values

        @inline(__always)
        private func writeMade(_ value: ArenaNode) {
            if value.flags & ArenaNode.computed != 0, arena.state.pointee.isRecording { return writeComputed(value) }
            writeNew(value)
        }

        /// Writes what is computed anew for the next document of the shape.
        @inline(never)
        private func writeComputed(_ value: ArenaNode) {
            arena.flush()
            arena.withoutRecording { writeNew(value) }
            arena.state.pointee.recorder?.noteComputedPiece(value.start)
        }

        @inline(__always)
        private func writeNew(_ value: ArenaNode) {
            switch value.rawKind {
            case 0: arena.append("null")
            case 1: arena.append("false")
            case 2: arena.append("true")
            case 3: arena.append(arena.side(value.start, value.length))
            default: writeString(arena.side(value.start, value.length))
            }
        }

        @inline(__always)
        private func writeString(_ characters: UnsafeBufferPointer<UInt8>) {
            guard Arena.isPlain(characters) else {
                return writeStyled(.string(String(decoding: characters, as: UTF8.self)), depth: 0)
            }
            arena.put(UInt8(ascii: "\""))
            arena.append(characters)
            arena.put(UInt8(ascii: "\""))
        }

        @inline(never)
        private func writeStyled(_ value: JSONValue, depth: Int) {
            var writer = JSONWriter(style: style)
            writer.writeValue(value, depth: depth)
            arena.append(writer.output)
        }

        @inline(never)
        private func writeEmpty(_ node: NodeID, depth: Int) {
            let value = arena[node]
            if value.source != ArenaNode.noPlace {
                let source = arena.state.pointee.index[Int(value.source)]
                if source.next == value.source + 1 { return arena.copy(source.span) }
            }
            writeStyled(value.isObject ? [:] : [], depth: depth)
        }

        @inline(never)
        private mutating func writeForeign(_ node: NodeID, depth: Int) {
            let value = arena.state.pointee.foreign[Int(arena[node].start)]
            let head = lineIndent()
            var writer = KeepingWriter(arena.readDocument(), behind: head, arena.state.pointee.style)
            writer.writeValue(value, origin: arena[node].isInPlace ? arena[node].slot : nil, depth: depth)
            arena.state.pointee.style = writer.knownStyle
            arena.append(writer.output[head.count...])
        }

        private var style: WritingStyle { arena.style }

        // MARK: Between values

        /// Writes the separator and white space before a member or element, and its key.
        @inline(__always)
        private mutating func separate(_ node: NodeID, depth: Int) {
            let value = arena.at(node)
            let container = arena.at(value.pointee.parent)
            let source = container.pointee.source
            let isFirst = value.pointee.previous.isNone
            if source != ArenaNode.noPlace, container.pointee.flags & ArenaNode.irregular == 0,
                value.pointee.isInPlace, let gap = gap(before: node, container.pointee, isFirst: isFirst)
            {
                arena.copy(gap)
            } else {
                separateAnew(node, container.pointee, isFirst: isFirst, depth: depth)
            }
            if container.pointee.isObject { writeKey(of: node, container.pointee) }
        }

        /// The original text before a child of an opened container.
        @inline(__always)
        private func gap(before node: NodeID, _ container: ArenaNode, isFirst: Bool) -> Range<Int>? {
            let index = arena.state.pointee.index
            let start = index[Int(key(of: arena.at(node).pointee.slot, container))].span.lowerBound
            let first = Int32(bitPattern: container.start)
            if isFirst {
                let opening = Int(index[Int(container.source)].offset) &+ 1
                if node.raw == first { return opening..<start }
                return opening..<index[Int(container.source) &+ 1].span.lowerBound
            }
            // The previous node is, or was, its neighbour in the text. A replacement comes after all of those.
            guard node.raw > first, node.raw < first &+ Int32(bitPattern: container.length) else { return nil }
            return index[Int(arena.state.pointee.nodes[Int(node.raw) &- 1].slot)].span.upperBound..<start
        }

        /// The node of the index that a child begins with.
        @inline(__always)
        private func key(of slot: UInt32, _ container: ArenaNode) -> UInt32 { container.isObject ? slot &- 1 : slot }

        @inline(never)
        private mutating func separateAnew(_ node: NodeID, _ container: ArenaNode, isFirst: Bool, depth: Int) {
            let origin = arena[node].isInPlace ? arena[node].slot : nil
            if let gap = gap(origin, container, isFirst: isFirst) {
                arena.copy(gap)
            } else if !isFirst, let gap = lineBreak(container) {
                arena.put(UInt8(ascii: ","))
                arena.copy(gap)
            } else {
                if !isFirst {
                    if arena.isOnOneLine {
                        arena.append(arena.spacedMarks.comma)
                    } else {
                        arena.append(style.indentation == .none ? style.comma : ",")
                    }
                }
                breakLine(depth: depth)
            }
        }

        /// The text to write before a child whose previous neighbour changed; `nil` if the text has no example.
        private mutating func gap(_ origin: UInt32?, _ container: ArenaNode, isFirst: Bool) -> Range<Int>? {
            if let gaps = arena.gaps(of: container) { return gaps.before(origin, isFirst: isFirst) }
            return irregularGaps(of: container)?.before(origin, isFirst: isFirst)
        }

        private mutating func lineBreak(_ container: ArenaNode) -> Range<Int>? {
            if arena.isOnOneLine { return nil }
            if let gaps = arena.gaps(of: container) { return gaps.lineBreak }
            return irregularGaps(of: container)?.lineBreak
        }

        /// The gaps of a container whose nodes are not all of its children.
        private mutating func irregularGaps(of container: ArenaNode) -> ContainerGaps? {
            if container.source == ArenaNode.noPlace { return nil }
            if let known = gaps[container.source] { return known }
            let new = ContainerGaps(container.source, of: arena.readDocument())
            gaps[container.source] = new
            return new
        }

        @inline(__always)
        private mutating func writeKey(of node: NodeID, _ container: ArenaNode) {
            let value = arena.at(node)
            let index = arena.state.pointee.index
            if value.pointee.keyForm == .indexed {
                arena.copy(index[Int(value.pointee.keyStart)].span)
            } else {
                writeString(arena.side(value.pointee.keyStart, value.pointee.keyLength))
            }
            if value.pointee.isInPlace, container.source != ArenaNode.noPlace {
                let slot = Int(value.pointee.slot)
                arena.copy(index[slot &- 1].span.upperBound..<index[slot].span.lowerBound)
            } else {
                writeColonAnew(container)
            }
        }

        @inline(never)
        private mutating func writeColonAnew(_ container: ArenaNode) {
            let gap =
                if let gaps = arena.gaps(of: container) { gaps.colon } else {
                    irregularGaps(of: container)?.colon(of: nil)
                }
            if let gap { return arena.copy(gap) }
            arena.append(arena.isOnOneLine ? arena.spacedMarks.colon : style.colon)
        }

        @inline(__always)
        private mutating func close(_ node: NodeID, depth: Int) {
            let container = arena.at(node)
            let source = container.pointee.source
            if source != ArenaNode.noPlace, container.pointee.flags & ArenaNode.irregular == 0,
                container.pointee.length > 0
            {
                let last = Int(container.pointee.start &+ container.pointee.length &- 1)
                let index = arena.state.pointee.index
                let end = index[Int(arena.state.pointee.nodes[last].slot)].span.upperBound
                return arena.copy(end..<index[Int(source)].span.upperBound)
            }
            closeAnew(container.pointee, depth: depth)
        }

        @inline(never)
        private mutating func closeAnew(_ container: ArenaNode, depth: Int) {
            // A regular container with children has been closed already.
            if container.flags & ArenaNode.irregular != 0, let gaps = irregularGaps(of: container),
                !gaps.children.isEmpty
            {
                arena.copy(gaps.closing)
            } else {
                breakLine(depth: depth)
            }
            arena.put(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }

        private func breakLine(depth: Int) {
            if arena.isOnOneLine { return }
            let style = style
            guard let unit = style.indentation.unit else { return }
            arena.append(style.lineEnding.text)
            for _ in 0..<depth { arena.append(unit) }
        }
    }
}
