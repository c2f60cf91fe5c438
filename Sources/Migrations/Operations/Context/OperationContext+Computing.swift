import VersionedCodec

/// Computations that may lose a part of a scalar.
extension OperationContext {
    /// Gives a place what a computation makes of its characters although the way back does not restore them, and
    /// records that; `false`, with nothing changed, where more is to be done.
    mutating func computeLosing(
        _ place: NodeID, at pointer: JSONPointer, by computation: some LosingComputation
    ) -> Bool {
        guard let (lost, made) = arena.computeLosing(place, by: computation) else { return false }
        let words = computation.words(for: lost, becoming: made)
        lose(lost, at: pointer, words, computation.lossTraits, LossComputation(computation))
        return true
    }
}
