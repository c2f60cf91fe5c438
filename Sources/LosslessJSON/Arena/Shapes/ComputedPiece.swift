/// A value of a shape that is computed again for each document; an object, as a computation would be copied for each
/// call.
///
/// Invariants: the constants are in memory that is written before the piece is used, and freed with it.
final class ComputedPiece {
    enum Input {
        /// A value of the document.
        case value(Int)
        /// An earlier piece.
        case computed(Int, JSONKind)
        case constant(JSONKind, UnsafeMutableBufferPointer<UInt8>)
    }

    /// The value of the document that the piece is computed of, if that is all.
    let value: Int?
    /// What it is computed of, if that is more.
    let inputs: [Input]
    let kind: JSONKind
    /// Whether it is in the result; if not, only other pieces need it.
    let isWritten: Bool
    /// Whether it is written with the escapes of the text.
    let isEscaped: Bool
    private let making: ShapeRecorder.Computed.Making

    /// - `numbers`: The numbers of the earlier pieces, by where they begin in the side buffer.
    init(
        _ computed: ShapeRecorder.Computed, _ parts: ShapeParts, _ arena: Arena, _ recorder: ShapeRecorder,
        _ numbers: [UInt32: Int], isWritten: Bool
    ) {
        self.isWritten = isWritten
        (kind, isEscaped, making) = (computed.kind, computed.isEscaped, computed.making)
        if let source = computed.source, let value = parts.numbers[source] {
            (self.value, inputs) = (value, [])
            return
        }
        value = nil
        inputs = computed.inputs.map { input in
            switch input {
            case .scalar(let source):
                if let value = parts.numbers[source] { return .value(value) }
                // Something has looked at it, or it is around the value whose shape this is.
                let node = arena.state.pointee.index[Int(source)]
                let characters = Array(arena.state.pointee.text[node.content])
                return .constant(node.kind, UnsafeMutableBufferPointer(copyOf: characters))
            case .computed(let start):
                let other = recorder.computed(at: start)
                let kind = other?.kind ?? .null
                if let number = numbers[start] { return .computed(number, kind) }
                let characters = Array(arena.side(start, other?.length ?? 0))
                return .constant(kind, UnsafeMutableBufferPointer(copyOf: characters))
            case .constant(let kind, let bytes): return .constant(kind, UnsafeMutableBufferPointer(copyOf: bytes))
            }
        }
    }

    deinit {
        for case .constant(_, let bytes) in inputs { bytes.deallocate() }
    }

    /// Appends the characters of the new value; whether it has the kind that the shape needs.
    @inline(never)
    func compute(_ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]) -> Bool {
        switch making {
        case .computation(let computation, let loses):
            computation.compute(characters, of: kind, losing: loses, to: &result) == self.kind
        case .combination(let combination):
            combination.combine([(kind, characters)], to: &result) == self.kind
        }
    }

    @inline(never)
    func compute(
        _ scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)], to result: inout [UInt8]
    ) -> Bool {
        switch making {
        case .computation:
            guard let scalar = scalars.first else { return false }
            return compute(scalar.characters, of: scalar.kind, to: &result)
        case .combination(let combination): return combination.combine(scalars, to: &result) == kind
        }
    }
}
