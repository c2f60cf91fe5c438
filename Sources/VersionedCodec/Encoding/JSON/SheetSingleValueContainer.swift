/// Writes a value that is one value.
struct SheetSingleValueContainer: SingleValueEncodingContainer {
    let sheet: EncodingSheet
    let value: OpenValueReference

    /// The part of another value that it is, if it is one.
    var nested: NestedValue?

    var codingPath: [any CodingKey] { sheet.path(of: value, nested) }

    /// The value, if it can be written here; `nil` where that is a case for the tree.
    @inline(__always)
    private var free: OpenValueReference? {
        if sheet.isInnermost(value) { return sheet.values[Int(value.index)].state == .nothing ? value : nil }
        return resumed
    }

    @inline(never)
    private var resumed: OpenValueReference? {
        guard let value = sheet.resume(value, nested), sheet.values[Int(value.index)].state == .nothing else {
            return nil
        }
        return value
    }

    func encode<Value: Encodable>(_ element: Value) throws {
        guard let value = free else { return try tree { try $0.encode(element) } }
        let mark = sheet.mark
        // The version goes into the object of the value within.
        if sheet.stampDepth == Int(value.index) { sheet.stampDepth += 1 }
        do {
            try sheet.write(element)
        } catch {
            sheet.cancel(to: mark)
            throw error
        }
        sheet.finish(value)
    }

    /// Writes a leaf that may fail; then it has written nothing.
    @inline(__always)
    func leaf(_ write: () throws -> Void, orElse: (inout any SingleValueEncodingContainer) throws -> Void) throws {
        guard let value = free else { return try tree(orElse) }
        try write()
        sheet.finish(value)
    }

    func encodeNil() throws {
        guard let value = free else { return try tree { try $0.encodeNil() } }
        sheet.writeNull()
        sheet.finish(value)
    }

    func encode(_ element: Bool) throws {
        guard let value = free else { return try tree { try $0.encode(element) } }
        sheet.write(element)
        sheet.finish(value)
    }

    func encode(_ element: String) throws {
        guard let value = free else { return try tree { try $0.encode(element) } }
        sheet.write(element)
        sheet.finish(value)
    }

    func encode(_ element: Int) throws {
        guard let value = free else { return try tree { try $0.encode(element) } }
        sheet.write(Int64(element))
        sheet.finish(value)
    }

    /// Writes through the tree.
    @inline(never)
    private func tree(_ write: (inout any SingleValueEncodingContainer) throws -> Void) throws {
        try sheet.checkIsOpen(value, nested)
        var container = sheet.tree(of: value, nested).singleValueContainer()
        try write(&container)
    }
}
