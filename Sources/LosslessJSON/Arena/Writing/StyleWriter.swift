/// Writes a document of an arena in a style: the bytes of `JSONWriter`, straight from the index and the nodes.
struct StyleWriter {
    let arena: Arena
    let style: TargetStyle
    /// The containers around the value that is being written, of those that are not opened.
    var closed: [ClosedContainer] = []
    /// The members of those whose keys are sorted.
    var order: [UInt32] = []
    /// The containers around it, of those that have nodes.
    private var open: [OpenContainer] = []

    private lazy var openShapes = OpenChildShapes(.styled)

    init(arena: Arena, style: TargetStyle) {
        self.arena = arena
        self.style = style
    }

    /// An open container that is being written.
    private struct OpenContainer {
        let isObject: Bool
        /// The next child, or, where the members are sorted, all that are left, the next one last.
        var next: NodeID
        var sorted: [NodeID]?
        var isFirst = true
    }

    /// Writes a value with all that is in it. A recursion only in what was deferred, which is as deep as the scopes of
    /// a plan are.
    mutating func write(_ root: NodeID, depth base: Int = 0) {
        let outer = open.count
        begin(root, depth: base)
        while open.count > outer {
            let depth = base + open.count - outer
            let last = open.count - 1
            let node: NodeID
            if open[last].sorted != nil {
                node = open[last].sorted?.popLast() ?? .none
            } else {
                node = open[last].next
                if !node.isNone { open[last].next = arena[node].next }
            }
            if node.isNone {
                style.breakLine(depth - 1, to: arena)
                arena.put(open[last].isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                open.removeLast()
                continue
            }
            if !open[last].isFirst { separate() }
            open[last].isFirst = false
            style.breakLine(depth, to: arena)
            if open[last].isObject {
                writeKey(of: node)
                writeColon()
            }
            begin(node, depth: depth)
        }
    }

    /// Writes a value, or the bracket of one whose children come next.
    private mutating func begin(_ node: NodeID, depth: Int) {
        if arena.mayBeTooDeep(depth) { arena.checkDepth(depth, of: node) }
        let value = arena[node]
        switch value.form {
        case .indexed: writeIndexed(value.source, depth: depth)
        case .made: writeMade(value)
        case .foreign: writeStyled(arena.state.pointee.foreign[Int(value.start)], depth: depth)
        case .deferred: writeDeferred(node, depth: depth)
        case .childrenDeferred: writeDeferredChildren(of: node, depth: depth)
        case .open:
            if !value.isDirty, value.source != ArenaNode.noPlace {
                writeIndexed(value.source, depth: depth)
            } else if value.count == 0 {
                writeEmpty(isObject: value.isObject, depth: depth)
            } else {
                arena.put(value.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                let sorted = style.isSorted && value.isObject ? sortedMembers(of: node) : nil
                open.append(OpenContainer(isObject: value.isObject, next: value.first, sorted: sorted))
            }
        }
    }

    /// The members by the bytes of their keys, the last one first.
    private func sortedMembers(of object: NodeID) -> [NodeID] {
        // Without `self`, of which each comparison would take a copy.
        let arena = arena
        // Of members with one key, the first one stays the first.
        return arena.children(of: object).reversed().sorted { member, other in
            arena.withKey(of: member) { key in arena.withKey(of: other) { $0.lexicographicallyPrecedes(key) } }
        }
    }

    // MARK: Deferred changes

    /// Makes the changes to a value, writes it, and releases its nodes.
    @inline(never)
    private mutating func writeDeferred(_ node: NodeID, depth: Int) {
        let isPart = openShapes.isRecording
        if !isPart, openShapes.write(node, in: arena) { return arena.handOver() }
        let marks = arena.deferralMarks
        arena.makeDeferred(node)
        write(node, depth: depth)
        if !isPart { openShapes.keep(node, in: arena) }
        arena.forget(node, to: marks)
        arena.handOver()
    }

    /// Makes the changes to one child after another, and writes it.
    @inline(never)
    private mutating func writeDeferredChildren(of container: NodeID, depth: Int) {
        let (list, source) = (arena[container].start, arena[container].source)
        let index = arena.state.pointee.index
        let isObject = arena[container].isObject
        var children = arena.takeDeferredChildren(of: container)
        if index[Int(source)].next == source + 1 { return writeEmpty(isObject: isObject, depth: depth) }
        var kept = source + 1
        arena.put(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        var keys: [UInt32]?
        if isObject, style.isSorted {
            var sorted: [UInt32] = []
            arena.addSortedKeys(of: source, to: &sorted)
            keys = sorted
        }
        var written = 0
        var shapes = ChildShapes(.styled)
        while let (child, element) = keys.map({ written < $0.count ? ($0[written] + 1, 0) : nil })
            ?? children.next(index)
        {
            if written > 0 { separate() }
            written += 1
            style.breakLine(depth + 1, to: arena)
            if isObject {
                writeString(index[Int(child) - 1])
                writeColon()
            }
            if !shapes.write(child, element, list, in: arena) {
                let marks = arena.deferralMarks
                let node = arena.deferredChild(child, of: container, element)
                guard arena.makeChanges(list, on: node, element) else { return }
                write(node, depth: depth + 1)
                shapes.keep(child, in: arena)
                arena.release(to: marks)
            }
            if keys == nil { arena.giveUpWritten(&kept, to: child) }
            arena.handOver()
        }
        style.breakLine(depth, to: arena)
        arena.put(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    // MARK: New values

    private func writeMade(_ value: ArenaNode) {
        if arena.isComputedAgain(value) { return writeComputed(value) }
        writeNew(value)
    }

    /// Writes what is computed anew for the next document of the shape.
    @inline(never)
    private func writeComputed(_ value: ArenaNode) {
        let isPlain = { style.copiesPlain && Arena.isPlain(arena.side(value.start, value.length)) { false } }
        if value.isString, !isPlain() { arena.giveUpRecording() }
        arena.flush()
        arena.withoutRecording { writeNew(value) }
        arena.state.pointee.recorder?.noteComputedPiece(value.start, count: 0)
    }

    private func writeNew(_ value: ArenaNode) {
        if !arena.appendUnlessString(value) { writeCharacters(arena.side(value.start, value.length)) }
    }

    private func writeKey(of node: NodeID) {
        let member = arena[node]
        if member.keyForm == .indexed {
            writeString(arena.state.pointee.index[Int(member.keyStart)])
        } else if member.keyText >= 0 {
            writeStyled(JSONValue(.string(arena.state.pointee.foreignKeys[Int(member.keyText)]), offset: 0), depth: 0)
        } else {
            writeCharacters(arena.side(member.keyStart, member.keyLength))
        }
    }

    @inline(__always)
    private func writeCharacters(_ characters: UnsafeBufferPointer<UInt8>) {
        guard Arena.isPlain(characters) else {
            return writeStyled(.string(String(decoding: characters, as: UTF8.self)), depth: 0)
        }
        arena.put(UInt8(ascii: "\""))
        arena.append(characters)
        arena.put(UInt8(ascii: "\""))
    }

    @inline(never)
    func writeStyled(_ value: JSONValue, depth: Int) {
        var writer = JSONWriter(style: style.style)
        writer.writeValue(value, depth: depth)
        writer.output.withUnsafeBufferPointer {
            arena.checkDepth(depth, of: $0)
            arena.append($0)
        }
    }

    func writeEmpty(isObject: Bool, depth: Int) {
        if isObject ? style.hasPlainEmptyObject : style.hasPlainEmptyArray {
            arena.append(isObject ? "{}" : "[]")
        } else {
            writeStyled(isObject ? [:] : [], depth: depth)
        }
    }

    @inline(__always)
    func separate() { style.comma.withUnsafeBufferPointer { arena.append($0) } }

    @inline(__always)
    func writeColon() { style.colon.withUnsafeBufferPointer { arena.append($0) } }
}
