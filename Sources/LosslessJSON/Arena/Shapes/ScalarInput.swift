/// A scalar that something is computed of, or found of, in each document of a shape.
///
/// Unsafe code: the characters of a constant are written before it is used; the owner frees them.
enum ScalarInput {
    /// A value of the document.
    case value(Int)
    /// An earlier piece.
    case computed(Int, JSONKind)
    case constant(JSONKind, UnsafeMutableBufferPointer<UInt8>)

    /// - `numbers`: The numbers of the computed pieces, by where they begin in the side buffer.
    init(
        _ input: ShapeRecorder.Computed.Input, _ parts: ShapeParts, _ arena: Arena, _ recorder: ShapeRecorder,
        _ numbers: [UInt32: Int]
    ) {
        switch input {
        case .scalar(let source):
            if let value = parts.numbers[source] {
                self = .value(value)
            } else {
                // Something has looked at it, or it is around the value whose shape this is.
                let node = arena.state.pointee.index[Int(source)]
                self = .constant(node.kind, Self.copy(Array(arena.state.pointee.text[node.content])))
            }
        case .computed(let start):
            let other = recorder.computed(at: start)
            let kind = other?.kind ?? .null
            if let number = numbers[start] {
                self = .computed(number, kind)
            } else {
                self = .constant(kind, Self.copy(Array(arena.side(start, other?.length ?? 0))))
            }
        case .constant(let kind, let bytes): self = .constant(kind, Self.copy(bytes))
        }
    }

    private static func copy(_ bytes: [UInt8]) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableBufferPointer(copyOf: bytes)
    }

    func deallocate() {
        if case .constant(_, let bytes) = self { bytes.deallocate() }
    }
}
