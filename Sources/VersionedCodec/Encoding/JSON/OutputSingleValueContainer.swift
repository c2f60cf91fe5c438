/// Writes a value that is one value.
struct OutputSingleValueContainer: SingleValueEncodingContainer {
    let output: JSONOutput
    let value: FrameReference

    var codingPath: [any CodingKey] { output.path(of: value) }

    /// The value, if it can be written here; `nil` if that is a case for the tree.
    @inline(__always)
    private var free: FrameReference? {
        output.isInnermost(value) && output.values[Int(value.index)].state == .nothing ? value : nil
    }

    func encode<Value: Encodable>(_ element: Value) throws {
        guard let value = free else { return try tree { try $0.encode(element) } }
        let mark = output.mark
        // The version goes into the object of the value within.
        if output.stampDepth == Int(value.index) { output.stampDepth += 1 }
        do {
            try output.write(element)
        } catch {
            output.cancel(to: mark)
            throw error
        }
        output.finish(value)
    }

    /// Writes a leaf that may fail; then it has written nothing.
    @inline(__always)
    func leaf(_ write: () throws -> Void, orElse: (inout any SingleValueEncodingContainer) throws -> Void) throws {
        guard let value = free else { return try tree(orElse) }
        try write()
        output.finish(value)
    }

    func encodeNil() throws {
        guard let value = free else { return try tree { try $0.encodeNil() } }
        output.writeNull()
        output.finish(value)
    }

    func encode(_ element: Bool) throws {
        guard let value = free else { return try tree { try $0.encode(element) } }
        output.write(element)
        output.finish(value)
    }

    func encode(_ element: String) throws {
        guard let value = free else { return try tree { try $0.encode(element) } }
        output.write(element)
        output.finish(value)
    }

    func encode(_ element: Int) throws {
        guard let value = free else { return try tree { try $0.encode(element) } }
        output.write(Int64(element))
        output.finish(value)
    }

    /// Writes through the tree.
    @inline(never)
    private func tree(_ write: (inout any SingleValueEncodingContainer) throws -> Void) throws {
        try output.checkIsOpen(value)
        var container = output.tree(of: value).singleValueContainer()
        try write(&container)
    }
}
