/// Writes a value that is one value.
struct SheetSingleValueContainer: SingleValueEncodingContainer {
    let sheet: EncodingSheet
    let value: OpenValueReference

    var codingPath: [any CodingKey] { sheet.path(of: value) }

    /// Whether the value can be written here; false where that is a case for the tree.
    @inline(__always)
    private var isFree: Bool { sheet.isInnermost(value) && sheet.values[Int(value.index)].state == .nothing }

    @inline(__always)
    private func finish() { sheet.values[Int(value.index)].state = .value }

    func encode<Value: Encodable>(_ element: Value) throws {
        guard isFree else { return try tree { try $0.encode(element) } }
        let mark = sheet.mark
        // The version goes into the object of the value within.
        if sheet.stampDepth == Int(value.index) { sheet.stampDepth += 1 }
        do {
            try sheet.write(element)
        } catch {
            sheet.cancel(to: mark)
            throw error
        }
        finish()
    }

    /// Writes a leaf that may fail; then it has written nothing.
    @inline(__always)
    func leaf(_ write: () throws -> Void, orElse: (inout any SingleValueEncodingContainer) throws -> Void) throws {
        guard isFree else { return try tree(orElse) }
        try write()
        finish()
    }

    func encodeNil() throws {
        guard isFree else { return try tree { try $0.encodeNil() } }
        sheet.writeNull()
        finish()
    }

    func encode(_ element: Bool) throws {
        guard isFree else { return try tree { try $0.encode(element) } }
        sheet.write(element)
        finish()
    }

    func encode(_ element: String) throws {
        guard isFree else { return try tree { try $0.encode(element) } }
        sheet.write(element)
        finish()
    }

    func encode(_ element: Int) throws {
        guard isFree else { return try tree { try $0.encode(element) } }
        sheet.write(Int64(element))
        finish()
    }

    /// Writes through the tree.
    @inline(never)
    private func tree(_ write: (inout any SingleValueEncodingContainer) throws -> Void) throws {
        try sheet.checkIsOpen(value)
        var container = sheet.tree(of: value).singleValueContainer()
        try write(&container)
    }
}
