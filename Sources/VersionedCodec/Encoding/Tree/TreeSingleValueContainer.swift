/// Encodes a single value into the tree.
struct TreeSingleValueContainer: SingleValueEncodingContainer {
    let encoder: TreeEncoder
    let path: TreePath?

    var codingPath: [any CodingKey] { path?.keys ?? [] }

    /// Writes a leaf.
    func set(_ leaf: EncodedLeaf) throws { try set(.leaf(encoder.context.formed(leaf, at: path))) }

    private func set(_ part: EncodedPart) throws {
        try encoder.context.checkIsOpen(codingPath)
        guard case .nothing = encoder.node.content else {
            let fault = encoder.fault("a value was written where \(encoder.node.phrase) has been written")
            encoder.node.fault = encoder.node.fault ?? fault
            throw fault
        }
        switch part {
        case .leaf(let leaf): encoder.node.content = .leaf(leaf)
        case .node(let node):
            encoder.node.take(node)
            if case .object(var assignments) = node.content {
                assignments.setMerged()
                encoder.node.content = .object(assignments)
            }
        }
    }

    func encodeNil() throws { try set(.null) }

    func encode<Value: Encodable>(_ value: Value) throws { try encodeAhead(value) }

    /// Encodes a value at once, so that the model gets its error now.
    func encodeAhead<Value: Encodable>(_ value: Value) throws {
        try set(encoder.context.part(of: value, at: path))
    }
}
