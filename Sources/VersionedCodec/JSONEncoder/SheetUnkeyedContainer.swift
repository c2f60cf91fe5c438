/// Writes the elements of an array.
struct SheetUnkeyedContainer: UnkeyedEncodingContainer {
    let sheet: EncodingSheet
    let value: OpenValueReference

    var codingPath: [any CodingKey] { sheet.path(of: value) }

    var count: Int {
        guard sheet.isOpen(value) else { return 0 }
        guard case .array(let parts) = sheet.nodes[value.id]?.content else {
            return sheet.values[Int(value.index)].count
        }
        return parts.count
    }

    /// Begins an element; false where that is a case for the tree.
    @inline(__always)
    private func begin() -> Bool {
        let index = Int(value.index)
        guard sheet.isInnermost(value), sheet.values[index].state == .array else { return false }
        if sheet.values[index].count > 0 { sheet.bytes.pointee.append(UInt8(ascii: ",")) }
        sheet.values[index].count &+= 1
        return true
    }

    /// Goes back to before an element that failed.
    @inline(never)
    private func cancel(_ mark: EncodingSheet.Mark) {
        sheet.cancel(to: mark)
        sheet.values[Int(value.index)].count -= 1
    }

    func encode<Value: Encodable>(_ element: Value) throws {
        let mark = sheet.mark
        guard begin() else { return try tree { try $0.encode(element) } }
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
        let mark = sheet.mark
        guard begin() else { return try tree(orElse) }
        do {
            try write()
        } catch {
            cancel(mark)
            throw error
        }
    }

    func encodeNil() throws {
        guard begin() else { return try tree { try $0.encodeNil() } }
        sheet.writeNull()
    }

    func encode(_ element: Bool) throws {
        guard begin() else { return try tree { try $0.encode(element) } }
        sheet.write(element)
    }

    func encode(_ element: String) throws {
        guard begin() else { return try tree { try $0.encode(element) } }
        sheet.write(element)
    }

    func encode(_ element: Int) throws {
        guard begin() else { return try tree { try $0.encode(element) } }
        sheet.write(Int64(element))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        var container = sheet.tree(of: value).unkeyedContainer()
        return container.nestedContainer(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        var container = sheet.tree(of: value).unkeyedContainer()
        return container.nestedUnkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        var container = sheet.tree(of: value).unkeyedContainer()
        return container.superEncoder()
    }

    /// Writes through the tree.
    @inline(never)
    private func tree(_ write: (inout any UnkeyedEncodingContainer) throws -> Void) throws {
        try sheet.checkIsOpen(value)
        var container = sheet.tree(of: value).unkeyedContainer()
        try write(&container)
    }
}
