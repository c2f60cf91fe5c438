/// Changing the index of a document itself, so that it can be decoded without being written and scanned.
///
/// New keys and scalars are after a copy of the text, and the nodes of the index that had their places lead there.
/// Where members come, go or move, the document must be written.
///
/// Invariants: a value of the document in Swift would see the index change, so nothing is changed once there is one.
/// Spans of containers are those of the old text.
struct IndexSettler: ~Copyable {
    private let arena: Arena
    /// The changes of the index, made once the shape of the value in which they are has been kept.
    private var changes: [IndexChange] = []

    init(_ arena: Arena) { self.arena = arena }

    /// Changes the index as the document has been changed; `false`, with the index of no use any more, where that
    /// cannot be.
    mutating func settle() -> Bool {
        guard settle(arena.root) else { return false }
        makeChanges(from: 0)
        return arena.document == nil
    }

    private mutating func makeChanges(from first: Int) {
        for change in changes[first...] { change.make(in: arena.state.pointee.index) }
        changes.removeSubrange(first...)
    }

    private mutating func settle(_ root: NodeID) -> Bool {
        var pending = [root]
        while let node = pending.popLast() {
            let value = arena[node]
            guard value.parent.isNone || value.isInPlace else { return false }
            switch value.form {
            case .indexed:
                guard value.source == value.slot else { return false }
            case .open:
                if !value.isDirty, value.source == value.slot { continue }
                guard value.source == value.slot, value.flags & (ArenaNode.reordered | ArenaNode.irregular) == 0 else {
                    return false
                }
                var child = value.first
                while !child.isNone {
                    guard settleKey(of: child) else { return false }
                    pending.append(child)
                    child = arena[child].next
                }
            case .made:
                guard settleScalar(value) else { return false }
            case .foreign: return false
            case .deferred:
                let marks = arena.deferralMarks
                arena.makeDeferred(node)
                guard settle(node) else { return false }
                arena.forget(node, to: marks)
            case .childrenDeferred:
                guard settleDeferredChildren(of: node) else { return false }
            }
        }
        return arena.document == nil
    }

    private mutating func settleDeferredChildren(of container: NodeID) -> Bool {
        let list = arena[container].start
        let index = arena.state.pointee.index
        var children = arena.takeDeferredChildren(of: container)
        var shapes = SettledShapes()
        let first = changes.count
        while let (child, element) = children.next(index) {
            if shapes.settle(child, element, list, in: arena) { continue }
            let marks = arena.deferralMarks
            let node = arena.deferredChild(child, of: container, element)
            guard arena.makeChanges(list, on: node, element) else { return false }
            guard settle(node) else { return false }
            shapes.keep(child, changes[first...], in: arena)
            makeChanges(from: first)
            arena.release(to: marks)
        }
        return true
    }

    private mutating func settleKey(of node: NodeID) -> Bool {
        let member = arena[node]
        guard member.keyForm == .made else { return true }
        let characters = arena.side(member.keyStart, member.keyLength)
        guard member.isInPlace, arena.document == nil, Self.needNoEscapes(characters) else { return false }
        let start = arena.state.pointee.outputCount
        arena.appendQuoted(characters)
        return note(member.slot - 1, IndexNode.key, from: start, next: member.keyHash)
    }

    private mutating func settleScalar(_ value: ArenaNode) -> Bool {
        guard value.slot != ArenaNode.noPlace, arena.document == nil,
            !value.isString || Self.needNoEscapes(arena.side(value.start, value.length))
        else { return false }
        let (start, kind) = (arena.state.pointee.outputCount, UInt32(value.rawKind))
        let next = arena.state.pointee.index[Int(value.slot)].next
        if !arena.isComputedAgain(value) {
            arena.appendScalar(value)
            return note(value.slot, kind, from: start, next: next)
        }
        arena.withoutRecording { arena.appendScalar(value) }
        arena.state.pointee.recorder?.noteComputedPiece(value.start, count: 0)
        return note(value.slot, kind, from: start, next: next, computed: value.start)
    }

    private static func needNoEscapes(_ characters: UnsafeBufferPointer<UInt8>) -> Bool {
        !characters.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }

    /// Notes that a key or scalar becomes what has been put after the text from a place on; `false` if the text has
    /// become too long for an index.
    ///
    /// - `computed`: Where a computed scalar begins in the side buffer.
    private mutating func note(
        _ node: UInt32, _ kind: UInt32, from start: Int, next: UInt32, computed: UInt32? = nil
    ) -> Bool {
        let written = UnsafeBufferPointer(rebasing: arena.written[start...])
        guard start + written.count < Int(UInt32.max) else { return false }
        let value = IndexNode(written, at: start, kind, next: next)
        changes.append(IndexChange(node: node, value: value, count: written.count, computed: computed))
        return true
    }
}

extension Arena {
    /// Begins with a copy of a text. Otherwise like ``scan(_:_:)``.
    package func scan(copyOf text: UnsafeBufferPointer<UInt8>, _ options: JSONParsingOptions) -> Bool {
        reset()
        reserveOutput(text.count + text.count / 8)
        append(text)
        state.pointee.isTextInOutput = true
        return scanText(UnsafeBufferPointer(start: state.pointee.output, count: text.count), options)
    }

    /// Changes the index of a copied text as the document has been changed.
    ///
    /// - Returns: The text with all new parts after it, to which the index now refers; `nil` if the document must be
    ///   written. The index is then unusable.
    package func settle() -> (text: UnsafeBufferPointer<UInt8>, index: IndexBuffer)? {
        guard state.pointee.isTextInOutput else { return nil }
        var settler = IndexSettler(self)
        return settler.settle() ? (written, state.pointee.buffer) : nil
    }

    /// Appends the new scalar that a node is, of which no character needs an escape.
    fileprivate func appendScalar(_ value: ArenaNode) {
        if !appendUnlessString(value) { appendQuoted(side(value.start, value.length)) }
    }

    fileprivate func appendQuoted(_ characters: UnsafeBufferPointer<UInt8>) {
        put(UInt8(ascii: "\""))
        append(characters)
        put(UInt8(ascii: "\""))
    }
}
