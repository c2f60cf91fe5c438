import VersionedCodec

/// Facts about documents of one shape.
final class ShapeNotes {
    let version: PlanRunner.Version
    let losses: NotedLosses
    /// How many bytes of carried data the first one has got.
    let carried: Int

    init(_ version: PlanRunner.Version, _ losses: NotedLosses = .none, carried: Int = 0) {
        (self.version, self.losses, self.carried) = (version, losses, carried)
    }
}

/// The losses of the first document of a shape; those of the others have other values.
final class NotedLosses: Sendable {
    private let losses: [Loss]
    private let storages: [Loss.Storage]
    /// Whether the reason of one depends on its value.
    private let hasComputations: Bool

    /// No losses.
    static let none = NotedLosses(kept: [])

    private init(kept losses: [Loss]) {
        (self.losses, storages) = (losses, losses.map(\.storage))
        hasComputations = losses.contains { $0.details.computation != nil }
    }

    /// Losses of a document, if others of its shape lose the values in the same places.
    ///
    /// - Parameters:
    ///   - records: What the way there has recorded.
    ///   - mayCopy: Whether a value may be in two places of the other version.
    ///   - storages: Those of the losses that have been noted before.
    convenience init?(_ losses: [Loss], _ records: LossRecords, mayCopy: Bool, in storages: inout [Loss.Storage]) {
        guard Self.areOfShape(losses, records, mayCopy: mayCopy) else { return nil }
        self.init(losses, in: &storages)
    }

    /// Losses that others of the shape have in the same places.
    convenience init(_ losses: [Loss], in storages: inout [Loss.Storage]) {
        var kept = losses
        for index in kept.indices {
            kept[index].offset = kept[index].value.sourceOffset
            kept[index].shareDetails(in: &storages)
        }
        // Values have the same order in all documents of a shape.
        Loss.sortByOffset(&kept)
        self.init(kept: kept)
    }

    /// Whether other documents of a shape lose the values in the same places.
    static func areOfShape(_ losses: [Loss], _ records: LossRecords, mayCopy: Bool) -> Bool {
        // Values made on the way are distinguished by their contents.
        guard losses.allSatisfy({ $0.value.sourceOffset != nil && !$0.details.isOfOneDocument }),
            records.losses.allSatisfy({ $0.value.sourceOffset != nil })
        else { return false }
        // If there may be copies, the records of the way back decide too whether a reason is true.
        return !mayCopy || !losses.contains(where: \.hasReasonOfWayThere)
    }

    /// Where the lost values are in the first document.
    var offsets: [Int] { losses.compactMap(\.value.sourceOffset) }

    /// Puts the losses of the line whose shape was found into others, without reading values; `false` where these are
    /// not written as they are in the line, or decide what is said.
    ///
    /// - `start`: The number of the line, and of the bytes before it.
    func repeatLosses(
        of line: UnsafeBufferPointer<UInt8>, at start: (line: Int, byteOffset: Int), in shapes: borrowing ShapeCache,
        to repeated: inout RepeatedLosses
    ) -> Bool {
        if hasComputations { return false }
        repeated.begin(storages, line)
        var position = SourcePosition(line: 1, column: 1, byteOffset: 0)
        return shapes.forEachNotedText { text in
            position.advance(to: text.lowerBound, in: line)
            repeated.append(RepeatedLosses.Value(text: text, position: position.inStream(at: start)))
        }
    }

    /// The losses of the document whose shape was found.
    func losses(in shapes: borrowing ShapeCache) -> [Loss] {
        if losses.isEmpty { return [] }
        var losses = losses
        shapes.forEachNotedValue { number, value in
            losses[number].content = value
            losses[number].offset = value.sourceOffset
            if hasComputations { losses[number].computeReason() }
        }
        return losses
    }
}
