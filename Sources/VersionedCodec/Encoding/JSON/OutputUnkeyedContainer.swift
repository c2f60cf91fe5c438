/// Writes the elements of an array.
struct OutputUnkeyedContainer: UnkeyedEncodingContainer {
    let output: JSONOutput
    let value: FrameReference

    /// The part of another value that it is, if it is one.
    var nested: NestedValue?

    var codingPath: [any CodingKey] { output.path(of: value, nested) }

    var count: Int {
        guard output.isOpen(value) else {
            guard case .array(let parts) = nested?.tree?.node.content else { return nested?.count ?? 0 }
            return parts.count
        }
        guard case .array(let parts) = output.nodes[value.id]?.content else {
            let open = output.values[Int(value.index)]
            return open.isSuspended ? open.count + 1 : open.count
        }
        return parts.count
    }

    /// Whether an element can be written; else that is a case for the tree.
    @inline(__always)
    private func isReady() -> Bool {
        if output.isInnermost(value), output.values[Int(value.index)].state == .array { return true }
        return output.resume(value, nested) != nil && output.values[Int(value.index)].state == .array
    }

    /// Begins an element of the innermost value, which is ready.
    @inline(__always)
    private func begin() {
        let index = Int(value.index)
        if output.values[index].count > 0 { output.bytes.pointee.append(UInt8(ascii: ",")) }
        output.values[index].count &+= 1
    }

    /// Goes back to before an element that failed.
    @inline(never)
    private func cancel(_ mark: JSONOutput.Mark) {
        output.cancel(to: mark)
        output.values[Int(value.index)].count -= 1
    }

    func encode<Value: Encodable>(_ element: Value) throws {
        guard isReady() else { return try tree { try $0.encode(element) } }
        let mark = output.mark
        begin()
        do {
            try output.write(element)
        } catch {
            cancel(mark)
            throw error
        }
    }

    /// Writes a leaf that may fail.
    @inline(__always)
    func leaf(_ write: () throws -> Void, orElse: (inout any UnkeyedEncodingContainer) throws -> Void) throws {
        guard isReady() else { return try tree(orElse) }
        let mark = output.mark
        begin()
        do {
            try write()
        } catch {
            cancel(mark)
            throw error
        }
    }

    func encodeNil() throws {
        guard isReady() else { return try tree { try $0.encodeNil() } }
        begin()
        output.writeNull()
    }

    func encode(_ element: Bool) throws {
        guard isReady() else { return try tree { try $0.encode(element) } }
        begin()
        output.write(element)
    }

    func encode(_ element: String) throws {
        guard isReady() else { return try tree { try $0.encode(element) } }
        begin()
        output.write(element)
    }

    func encode(_ element: Int) throws {
        guard isReady() else { return try tree { try $0.encode(element) } }
        begin()
        output.write(Int64(element))
    }

    /// Writes through the tree.
    @inline(never)
    private func tree(_ write: (inout any UnkeyedEncodingContainer) throws -> Void) throws {
        try output.checkIsOpen(value, nested)
        var container = treeContainer
        try write(&container)
    }

    // MARK: Containers within

    /// The container of the tree that the array goes on in.
    private var treeContainer: any UnkeyedEncodingContainer { output.tree(of: value, nested).unkeyedContainer() }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        guard isReady() else {
            var container = treeContainer
            return container.nestedContainer(keyedBy: keyType)
        }
        begin()
        return output.openNested(in: value).encoder.container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        guard isReady() else {
            var container = treeContainer
            return container.nestedUnkeyedContainer()
        }
        begin()
        return output.openNested(in: value).encoder.unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        guard isReady() else {
            var container = treeContainer
            return container.superEncoder()
        }
        let opening = NestedValue.Opening(
            begin: { begin() }, key: PayloadKey(index: output.values[Int(value.index)].count),
            tree: { tree in
                var container = tree.unkeyedContainer()
                return container.superEncoder().asTree
            })
        return output.suspend(value, until: opening)
    }
}
