/// Changing the index of a document itself, so that it can be decoded without being written and scanned.
///
/// New keys and scalars are after a copy of the text, and the nodes of the index that had their places lead there.
/// Where members come, go or move, the document must be written.
///
/// Invariants: a value of the document in Swift would see the index change, so nothing is changed once there is one.
/// Spans of containers are those of the old text.
struct IndexSettler {
    let arena: Arena

    /// Changes the index as a value has been changed; `false`, with the index of no use any more, where that cannot be.
    func settle(_ root: NodeID) -> Bool {
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

    private func settleDeferredChildren(of container: NodeID) -> Bool {
        let list = arena[container].start
        let index = arena.state.pointee.index
        var children = arena.takeDeferredChildren(of: container)
        while let (child, element) = children.next(index) {
            let marks = arena.deferralMarks
            let node = arena.deferredChild(child, of: container, element)
            guard arena.makeChanges(list, on: node, element) else { return false }
            guard settle(node) else { return false }
            arena.release(to: marks)
        }
        return true
    }

    private func settleKey(of node: NodeID) -> Bool {
        let member = arena[node]
        guard member.keyForm == .made else { return true }
        guard member.isInPlace, arena.document == nil,
            let offset = append(arena.side(member.keyStart, member.keyLength), isText: true)
        else { return false }
        let key = arena.state.pointee.index + Int(member.slot) - 1
        key.pointee = IndexNode(
            offset: offset, length: member.keyLength, next: member.keyHash, meta: IndexNode.key)
        return true
    }

    private func settleScalar(_ value: ArenaNode) -> Bool {
        guard value.slot != ArenaNode.noPlace, arena.document == nil else { return false }
        let characters: UnsafeBufferPointer<UInt8>
        switch value.rawKind {
        case 0: characters = Self.characters("null")
        case 1: characters = Self.characters("false")
        case 2: characters = Self.characters("true")
        default: characters = arena.side(value.start, value.length)
        }
        guard let offset = append(characters, isText: value.isString) else { return false }
        var meta = UInt32(value.rawKind)
        if value.isNumber,
            !characters.contains(where: {
                $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
            })
        {
            meta |= IndexNode.integer
        }
        let node = arena.state.pointee.index + Int(value.slot)
        node.pointee = IndexNode(
            offset: offset, length: UInt32(characters.count), next: node.pointee.next, meta: meta)
        return true
    }

    private static func characters(_ word: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    }

    /// Puts characters after the text, in quotes if they are a text; returns where they begin. `nil` for those that
    /// need escapes, and if the text has become too long for an index.
    private func append(_ characters: UnsafeBufferPointer<UInt8>, isText: Bool) -> UInt32? {
        if isText {
            for byte in characters where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return nil
            }
            arena.put(UInt8(ascii: "\""))
        }
        let start = arena.state.pointee.outputCount
        guard start + characters.count < Int(UInt32.max) else { return nil }
        arena.append(characters)
        if isText { arena.put(UInt8(ascii: "\"")) }
        return UInt32(start)
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
        guard state.pointee.isTextInOutput, IndexSettler(arena: self).settle(root) else { return nil }
        return (written, state.pointee.buffer)
    }
}
