/// Writes the elements of an array.
struct TreeUnkeyedContainer: UnkeyedEncodingContainer {
    let node: EncodingNode
    let context: FormatContext
    let path: TreePath?

    var codingPath: [any CodingKey] { path?.keys ?? [] }

    var count: Int {
        if case .array(let parts) = node.content { parts.count } else { 0 }
    }

    private var elementPath: TreePath { TreePath(path, PayloadKey(index: count)) }

    private func append(_ part: EncodedPart) {
        guard case .array(var parts) = node.content else { return }
        node.content = .nothing
        parts.append(part)
        node.content = .array(parts)
    }

    /// Writes a leaf.
    func append(_ leaf: EncodedLeaf) throws {
        try context.checkIsOpen(elementPath.keys)
        append(.leaf(try context.formed(leaf, at: elementPath)))
    }

    private func child() -> TreeEncoder {
        let child = EncodingNode()
        let path = elementPath
        append(.node(child))
        return TreeEncoder(node: child, context: context, path: path)
    }

    func encodeNil() throws { try append(.null) }

    func encode<Value: Encodable>(_ value: Value) throws { try encodeAhead(value) }

    /// Writes a value before the rest of the tree, so that the model learns at once that it cannot be.
    func encodeAhead<Value: Encodable>(_ value: Value) throws {
        let path = elementPath
        try context.checkIsOpen(path.keys)
        append(try context.part(of: value, at: path))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        child().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

    func superEncoder() -> any Encoder { child() }
}
