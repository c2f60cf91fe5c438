/// Writes the elements of an array.
struct OutputUnkeyedContainer: UnkeyedEncodingContainer {
    let output: JSONOutput
    let value: FrameReference

    var codingPath: [any CodingKey] { output.path(of: value) }

    var count: Int {
        guard output.isOpen(value) else { return 0 }
        guard case .array(let parts) = output.nodes[value.id]?.content else {
            return output.values[Int(value.index)].count
        }
        return parts.count
    }

    /// Whether an element can be written; else that is a case for the tree.
    @inline(__always)
    private func isReady() -> Bool {
        output.isInnermost(value) && output.values[Int(value.index)].state == .array
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
        try output.checkIsOpen(value)
        var container = treeContainer
        try write(&container)
    }

    // MARK: Containers within

    /// The container of the tree that the array continues in.
    private var treeContainer: any UnkeyedEncodingContainer { output.tree(of: value).unkeyedContainer() }

    /// Begins an element that a container or an encoder within writes; `nil` if that is a case for the tree.
    private func beginSegment(by writer: LateWriter = .container) -> OutputEncoder? {
        guard isReady() else { return nil }
        output.joinLastSegment(of: Int(value.index))
        guard isReady() else { return nil }
        begin()
        return output.openSegment(in: value, by: writer)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        if let encoder = beginSegment() { return encoder.container(keyedBy: keyType) }
        var container = treeContainer
        return container.nestedContainer(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        if let encoder = beginSegment() { return encoder.unkeyedContainer() }
        var container = treeContainer
        return container.nestedUnkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        if let encoder = beginSegment(by: .superEncoder) { return encoder }
        var container = treeContainer
        return container.superEncoder()
    }
}
