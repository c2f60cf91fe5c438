/// Separators between the values of a document that is written in its layout.
extension LayoutWriter {
    /// Copies a child, and those after it, as long as each follows its old neighbour in the text: one run. Returns
    /// whether there is one; the node is then the last of them.
    @inline(__always)
    func copyUntouched(_ node: inout NodeID) -> Bool {
        let first = arena.at(node)
        let container = arena.at(first.pointee.parent)
        guard first.pointee.isUntouched, container.pointee.source != ArenaNode.noPlace,
            container.pointee.flags & ArenaNode.irregular == 0
        else { return false }
        let isFirst = first.pointee.previous.isNone
        // The value after a removed first child gets the white space of that child, not its own separator.
        if isFirst, node.raw != Int32(bitPattern: container.pointee.start) { return false }
        guard let gap = gap(before: node, container.pointee, isFirst: isFirst) else { return false }
        var (last, next) = (node, first.pointee.next)
        while next.raw == last.raw &+ 1, arena.at(next).pointee.isUntouched {
            last = next
            next = arena.at(next).pointee.next
        }
        let end = arena.state.pointee.index[Int(arena.at(last).pointee.source)].span.upperBound
        if container.pointee.source == arena.state.pointee.notedObject {
            arena.noteCopied(from: node, to: last, from: gap.lowerBound)
        }
        arena.copy(gap.lowerBound..<end)
        node = last
        return true
    }

    /// Writes the separator and white space before a member or element, and its key.
    @inline(__always)
    mutating func separate(_ node: NodeID, depth: Int) {
        let value = arena.at(node)
        let container = arena.at(value.pointee.parent)
        let source = container.pointee.source
        let isFirst = value.pointee.previous.isNone
        let isMember = source == arena.state.pointee.notedObject
        if isMember { arena.noteWrittenEnd() }
        if source != ArenaNode.noPlace, container.pointee.flags & ArenaNode.irregular == 0,
            value.pointee.isInPlace, let gap = gap(before: node, container.pointee, isFirst: isFirst)
        {
            arena.copy(gap)
        } else {
            separateAnew(node, container.pointee, isFirst: isFirst, depth: depth)
        }
        if isMember { arena.noteWritten(node) }
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
        if let text = commentedText(before: node, origin, container, isFirst: isFirst, depth: depth) {
            text.withUnsafeBufferPointer { arena.append($0) }
        } else if let gap = gap(origin, container, isFirst: isFirst) {
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

    /// The text before a child where there are comments, which go with their values; `nil` if there are none.
    private mutating func commentedText(
        before node: NodeID, _ origin: UInt32?, _ container: ArenaNode, isFirst: Bool, depth: Int
    ) -> [UInt8]? {
        guard arena.state.pointee.mayHaveComments, let gaps = irregularGaps(of: container), gaps.hasComments else {
            return nil
        }
        let previous = isFirst ? nil : self.origin(of: arena[node].previous)
        return gaps.commentedText(between: previous, and: origin, isFirst: isFirst, newLine: newLine(depth: depth))
    }

    /// What is left of a container whose children have gone, where there are comments of its own.
    mutating func commentedEmpty(_ container: ArenaNode) -> [UInt8]? {
        arena.state.pointee.mayHaveComments ? irregularGaps(of: container)?.commentedEmpty : nil
    }

    /// The child that was in the place of a node; `nil` for a new one.
    private func origin(of node: NodeID) -> UInt32? { arena[node].isInPlace ? arena[node].slot : nil }

    private func newLine(depth: Int) -> [UInt8] {
        if arena.isOnOneLine { return Array(arena.spacedMarks.comma.utf8.dropFirst()) }
        return style.newLine(depth: depth)
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
    mutating func close(_ node: NodeID, depth: Int) {
        let container = arena.at(node)
        let source = container.pointee.source
        if source == arena.state.pointee.notedObject { arena.noteWrittenEnd() }
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
            !gaps.children.isEmpty || gaps.hasComments
        {
            if let text = gaps.commentedEnd(after: origin(of: container.last)) {
                text.withUnsafeBufferPointer { arena.append($0) }
            } else {
                arena.copy(gaps.closing)
            }
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
        if !unit.isEmpty { for _ in 0..<depth { arena.append(unit) } }
    }
}
