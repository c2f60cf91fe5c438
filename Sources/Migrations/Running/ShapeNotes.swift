import VersionedCodec

/// Facts about documents of one shape.
final class ShapeNotes {
    let version: PlanRunner.Version
    /// The losses of the first one; those of the others have other values.
    private let losses: [Loss]
    /// Whether the reason of one depends on its value.
    private let hasComputations: Bool
    /// How many bytes of carried data the first one has got.
    let carried: Int

    init(_ version: PlanRunner.Version, _ losses: [Loss] = [], carried: Int = 0) {
        (self.version, self.losses, self.carried) = (version, losses, carried)
        hasComputations = losses.contains { $0.details.computation != nil }
    }

    /// The losses of the document whose shape was found.
    func losses(in shapes: borrowing ShapeCache) -> [Loss] {
        var losses = losses
        shapes.forEachNotedValue { number, value in
            losses[number].content = value
            losses[number].offset = value.sourceOffset
            if hasComputations { losses[number].computeReason() }
        }
        return losses
    }
}
