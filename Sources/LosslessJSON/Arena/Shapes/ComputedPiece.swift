/// A value of a shape that is computed again for each document; an object, as a computation would be copied for each
/// call.
///
/// The piece owns its inputs.
final class ComputedPiece {
    /// The value of the document that the piece is computed of, if that is all.
    let value: Int?
    /// What it is computed of, if that is more.
    let inputs: [ScalarInput]
    let kind: JSONKind
    /// Whether it is in the result; if not, only other pieces need it.
    let isWritten: Bool
    /// Whether it is written with the escapes of the text.
    let isEscaped: Bool
    /// Not an enumeration of both: its payload would be copied for each document.
    private let computation: any ScalarComputation
    private let loses: Bool
    private let combination: (any ScalarCombination)?

    /// - `numbers`: The numbers of the earlier pieces, by where they begin in the side buffer.
    init(
        _ computed: ShapeRecorder.Computed, _ parts: ShapeParts, _ arena: Arena, _ recorder: ShapeRecorder,
        _ numbers: [UInt32: Int], isWritten: Bool
    ) {
        self.isWritten = isWritten
        (kind, isEscaped) = (computed.kind, computed.isEscaped)
        switch computed.making {
        case .computation(let computation, let loses):
            (self.computation, self.loses, combination) = (computation, loses, nil)
        case .combination(let combination):
            (computation, loses, self.combination) = (CombinationOfOne(combination: combination), false, combination)
        }
        if let source = computed.source, let value = parts.numbers[source] {
            (self.value, inputs) = (value, [])
            return
        }
        value = nil
        inputs = computed.inputs.map { ScalarInput($0, parts, arena, recorder, numbers) }
    }

    deinit { inputs.forEach { $0.deallocate() } }

    /// Appends the characters of the new value; whether it has the kind that the shape needs.
    @inline(never)
    func compute(_ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]) -> Bool {
        computation.compute(characters, of: kind, losing: loses, to: &result) == self.kind
    }

    @inline(never)
    func compute(
        _ scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)], to result: inout [UInt8]
    ) -> Bool {
        if let combination { return combination.combine(scalars, to: &result) == kind }
        guard let scalar = scalars.first else { return false }
        return compute(scalar.characters, of: scalar.kind, to: &result)
    }
}

/// A combination that has only one scalar to combine.
private struct CombinationOfOne: ScalarComputation {
    let combination: any ScalarCombination

    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? {
        combination.combine([(kind, characters)], to: &result)
    }
}
