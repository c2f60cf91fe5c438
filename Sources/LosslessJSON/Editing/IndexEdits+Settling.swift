/// Changing the index itself, so that an edited document can be decoded without being written and scanned again.
///
/// Invariants: what is new stands behind the text in `copy`, so that the offsets of the text stay as they are; a node gets the place of a range
/// that has been appended there. Spans of containers are those of the old text.
extension IndexEdits {
    /// Copies a text, with room for what will be new behind it, and scans the copy; `false` where it is no JSON.
    package mutating func begin(copying text: UnsafeBufferPointer<UInt8>) -> Bool {
        copy.truncate(to: 0)
        copy.reserve(text.count + vocabulary.poolCount + 64)
        copy.append(text)
        return begin(UnsafeBufferPointer(start: copy.base, count: text.count))
    }

    /// Puts new keys and new scalars into the index of a text that has been copied.
    ///
    /// - Returns: The text with all that is new behind it, of which the index now speaks; `nil` where members come or go, or containers are
    ///   replaced, so that the document must be written. Nothing is changed then.
    package mutating func settle() -> UnsafeBufferPointer<UInt8>? {
        let (pool, new) = (text.count, text.count + vocabulary.poolCount)
        guard additions.count == 0, new + scratch.count <= options.maximumBytes else { return nil }
        for number in 0..<entries.count where !isSettled(entries[number]) { return nil }
        copy.append(vocabulary.bytes(0..<vocabulary.poolCount))
        scratch.withUnsafeBufferPointer { copy.append($0) }
        text = UnsafeBufferPointer(start: copy.base, count: copy.count)
        for number in 0..<entries.count {
            let change = entries[number]
            if change.key >= 0 { settle(keyOf: change.node, keys[Int(change.key)], pool: pool) }
            switch change.value {
            case .none, .made: continue
            case .literal(let literal):
                let literal = vocabulary.literals[Int(literal)]
                settle(change.node, literal.kind, pool + literal.written.lowerBound, literal.written.count)
            case .scratch(let start, let count, let kind): settle(change.node, kind, new + Int(start), Int(count))
            }
        }
        return text
    }

    /// Whether a change takes no more than another place in one node.
    private func isSettled(_ change: Overlay) -> Bool {
        if change.isRemoved || change.work >= 0 { return false }
        let kind: JSONKind
        switch change.value {
        case .none: return true
        case .made: return false
        case .literal(let literal): kind = vocabulary.literals[Int(literal)].kind
        case .scratch(_, _, let new): kind = new
        }
        return kind != .array && kind != .object && !nodes[Int(change.node)].isContainer
    }

    private func settle(keyOf value: UInt32, _ key: EditVocabulary.Key, pool: Int) {
        nodes[Int(value) - 1] = IndexNode(
            offset: UInt32(truncatingIfNeeded: pool + key.characters.lowerBound),
            length: UInt32(truncatingIfNeeded: key.characters.count), next: key.hash, meta: IndexNode.key)
    }

    /// A scalar that is written with so many bytes at a place.
    private func settle(_ node: UInt32, _ kind: JSONKind, _ place: Int, _ count: Int) {
        var content = place..<place + count
        var meta: UInt32
        switch kind {
        case .string:
            content = place + 1..<place + count - 1
            meta = IndexNode.string | (text[content].contains(UInt8(ascii: "\\")) ? IndexNode.escaped : 0)
        case .number:
            let isInteger = text[content].allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
            meta = IndexNode.number | (isInteger ? IndexNode.integer : 0)
        case .boolean: meta = text[place] == UInt8(ascii: "t") ? IndexNode.true : IndexNode.false
        default: meta = IndexNode.null
        }
        nodes[Int(node)] = IndexNode(
            offset: UInt32(truncatingIfNeeded: content.lowerBound), length: UInt32(truncatingIfNeeded: content.count),
            next: nodes[Int(node)].next, meta: meta)
    }
}
