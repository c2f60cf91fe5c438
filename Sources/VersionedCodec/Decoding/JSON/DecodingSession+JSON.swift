/// Values that stay JSON.
extension DecodingSession {
    /// The value at a node, which outlives the call. O(bytes of the value)
    ///
    /// One of a document that was scanned before the call stays a place in it. Otherwise the bytes of the value and its
    /// nodes are copied.
    @inline(never)
    func json(at node: UInt32) -> JSONValue {
        if let document { return JSONValue(document, node) }
        let found = nodes[Int(node)]
        let options = rules.scanning
        guard hasPositions else {
            // The nodes may have been led to other texts, so the bytes of a container need not be those that its nodes
            // name.
            let text = NodeText.compact(node, nodes, text)
            return DocumentIndex(scanning: text, options: options.withoutDepthLimit).map { JSONValue($0, 0) } ?? .null
        }
        let start = found.span.lowerBound - offset
        switch found.rawKind {
        case IndexNode.null: return JSONValue.null.beginning(at: start)
        case IndexNode.true, IndexNode.false: return JSONValue.bool(found.bool == true).beginning(at: start)
        case IndexNode.number:
            let number = JSONNumber(checked: String(decoding: bytes(of: found), as: UTF8.self))
            return JSONValue.number(number).beginning(at: start)
        case IndexNode.string where !found.isEscaped:
            // An encoder may escape the slash that has no escape here.
            let characters = string(found)
            let hasSlash = characters.utf8.contains(UInt8(ascii: "/"))
            let value = hasSlash ? JSONValue.string(characters, spelling: characters) : .string(characters)
            return value.beginning(at: start)
        default:
            let copy = DocumentIndex(
                copying: node, of: nodes, in: text, origin: start, options: options, duplicateKeys: duplicateKeys)
            return JSONValue(copy, DocumentIndex.root)
        }
    }
}
