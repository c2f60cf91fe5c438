/// Writes the elements of an array.
struct SheetUnkeyedContainer: UnkeyedEncodingContainer {
    let sheet: EncodingSheet
    let value: OpenValueReference

    /// The part of another value that it is, if it is one.
    var nested: NestedValue?

    var codingPath: [any CodingKey] { sheet.path(of: value, nested) }

    var count: Int {
        guard sheet.isOpen(value) else {
            guard case .array(let parts) = nested?.tree?.node.content else { return nested?.count ?? 0 }
            return parts.count
        }
        guard case .array(let parts) = sheet.nodes[value.id]?.content else {
            let open = sheet.values[Int(value.index)]
            return open.isSuspended ? open.count + 1 : open.count
        }
        return parts.count
    }

    /// Whether an element can be written; else that is a case for the tree.
    @inline(__always)
    private func isReady() -> Bool {
        if sheet.isInnermost(value), sheet.values[Int(value.index)].state == .array { return true }
        return sheet.resume(value, nested) != nil && sheet.values[Int(value.index)].state == .array
    }

    /// Begins an element of the innermost value, which is ready.
    @inline(__always)
    private func begin() {
        let index = Int(value.index)
        if sheet.values[index].count > 0 { sheet.bytes.pointee.append(UInt8(ascii: ",")) }
        sheet.values[index].count &+= 1
    }

    /// Goes back to before an element that failed.
    @inline(never)
    private func cancel(_ mark: EncodingSheet.Mark) {
        sheet.cancel(to: mark)
        sheet.values[Int(value.index)].count -= 1
    }

    func encode<Value: Encodable>(_ element: Value) throws {
        guard isReady() else { return try tree { try $0.encode(element) } }
        let mark = sheet.mark
        begin()
        do {
            try sheet.write(element)
        } catch {
            cancel(mark)
            throw error
        }
    }

    /// Writes a leaf that may fail.
    @inline(__always)
    func leaf(_ write: () throws -> Void, orElse: (inout any UnkeyedEncodingContainer) throws -> Void) throws {
        guard isReady() else { return try tree(orElse) }
        let mark = sheet.mark
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
        sheet.writeNull()
    }

    func encode(_ element: Bool) throws {
        guard isReady() else { return try tree { try $0.encode(element) } }
        begin()
        sheet.write(element)
    }

    func encode(_ element: String) throws {
        guard isReady() else { return try tree { try $0.encode(element) } }
        begin()
        sheet.write(element)
    }

    func encode(_ element: Int) throws {
        guard isReady() else { return try tree { try $0.encode(element) } }
        begin()
        sheet.write(Int64(element))
    }

    /// Writes through the tree.
    @inline(never)
    private func tree(_ write: (inout any UnkeyedEncodingContainer) throws -> Void) throws {
        try sheet.checkIsOpen(value, nested)
        var container = treeContainer
        try write(&container)
    }

    // MARK: Containers within

    /// The container of the tree that the array goes on in.
    private var treeContainer: any UnkeyedEncodingContainer { sheet.tree(of: value, nested).unkeyedContainer() }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        guard isReady() else {
            var container = treeContainer
            return container.nestedContainer(keyedBy: keyType)
        }
        begin()
        return sheet.openNested(in: value).encoder.container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        guard isReady() else {
            var container = treeContainer
            return container.nestedUnkeyedContainer()
        }
        begin()
        return sheet.openNested(in: value).encoder.unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        guard isReady() else {
            var container = treeContainer
            return container.superEncoder()
        }
        let opening = NestedValue.Opening(
            begin: { begin() }, key: PayloadKey(index: sheet.values[Int(value.index)].count),
            tree: { tree in
                var container = tree.unkeyedContainer()
                return container.superEncoder().asTree
            })
        return sheet.suspend(value, until: opening)
    }
}
