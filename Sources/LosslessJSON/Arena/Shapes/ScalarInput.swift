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
            if let number = numbers[start] {
                self = .computed(number, recorder.computed(at: start)?.kind ?? .null)
            } else {
                // Something has looked at it.
                let (kind, bytes) = Self.characters(of: input, arena, recorder)
                self = .constant(kind, Self.copy(bytes))
            }
        case .constant(let kind, let bytes): self = .constant(kind, Self.copy(bytes))
        }
    }

    /// Whether an input is the same in each document of the shape.
    static func isFixed(
        _ input: ShapeRecorder.Computed.Input, _ parts: ShapeParts, _ numbers: [UInt32: Int]
    ) -> Bool {
        switch input {
        case .scalar(let source): parts.numbers[source] == nil
        case .computed(let start): numbers[start] == nil
        case .constant: true
        }
    }

    /// The characters of an input that is fixed. A computed one is computed once more: its characters may be in the
    /// memory of another arena.
    private static func characters(
        of input: ShapeRecorder.Computed.Input, _ arena: Arena, _ recorder: ShapeRecorder
    ) -> (kind: JSONKind, bytes: [UInt8]) {
        switch input {
        case .scalar(let source):
            let node = arena.state.pointee.index[Int(source)]
            return (node.kind, Array(arena.state.pointee.text[node.content]))
        case .constant(let kind, let bytes): return (kind, bytes)
        case .computed(let start):
            // The recorder gives up when it forgets a scalar that something was decided about.
            guard let computed = recorder.computed(at: start) else { return (.null, []) }
            let inputs = computed.inputs.map { characters(of: $0, arena, recorder) }
            let scalars = inputs.map { (kind: $0.kind, characters: UnsafeBufferPointer(copy($0.bytes))) }
            defer { scalars.forEach { $0.characters.deallocate() } }
            var bytes: [UInt8] = []
            let kind = computed.making.make(of: scalars, to: &bytes)
            return (kind ?? .null, bytes)
        }
    }

    private static func copy(_ bytes: [UInt8]) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableBufferPointer(copyOf: bytes)
    }

    func deallocate() {
        if case .constant(_, let bytes) = self { bytes.deallocate() }
    }
}
