import VersionedCodec

/// The records of steps on the way.
struct LossRecords {
    /// The version of the document before the first step.
    var start: String?
    var losses: [Loss] = []
    /// The offsets of arrays whose order the plan declares to be irrelevant.
    var anyOrders: [Int] = []
    /// What operations have done to values that the values do not show.
    var fates = ValueFates()
    /// Whether a step left something as it is that its way back may change.
    var isInDoubt = false

    mutating func add(_ other: LossRecords) {
        losses += other.losses
        anyOrders += other.anyOrders
        fates.add(other.fates)
        isInDoubt = isInDoubt || other.isInDoubt
    }

    /// The arrays whose order need not come back: an operation declares it irrelevant, and none that does not declare
    /// it loses it, as one of a copy does.
    func irrelevantOrders(with back: LossRecords) -> [Int] {
        let declared = anyOrders + back.anyOrders
        if declared.isEmpty { return [] }
        let lost = Set((losses + back.losses).compactMap { $0.isOfOrder ? $0.value.sourceOffset : nil })
        return declared.filter { !lost.contains($0) }
    }

    /// Whether the array at an offset is one of those.
    func isOrderIrrelevant(ofArrayAt offset: Int, with back: LossRecords) -> Bool {
        guard anyOrders.contains(offset) || back.anyOrders.contains(offset) else { return false }
        return ![losses, back.losses].joined().contains { $0.isOfOrder && $0.value.sourceOffset == offset }
    }

    /// The offsets of values that were made into something with less information.
    var changed: [Int] { Self.changed(losses[...]) }

    /// The same of what has been recorded since there were so many.
    func changed(since mark: Mark) -> [Int] { Self.changed(losses.dropFirst(mark.losses)) }

    private static func changed(_ losses: ArraySlice<Loss>) -> [Int] {
        losses.compactMap { $0.traits.contains(.isChange) ? $0.value.sourceOffset : nil }
    }

    /// How many there are.
    struct Mark {
        fileprivate let losses: Int
        fileprivate let anyOrders: Int
    }

    var mark: Mark { Mark(losses: losses.count, anyOrders: anyOrders.count) }

    /// Rolls back to the given counts.
    mutating func forget(behind mark: Mark) {
        losses.removeLast(losses.count - mark.losses)
        anyOrders.removeLast(anyOrders.count - mark.anyOrders)
    }

    /// Adds losses, marked with their step.
    mutating func add(_ new: consuming [Loss], of step: (name: String, from: String)) {
        if new.isEmpty { return }
        let count = losses.count
        if count == 0 { losses = new } else { losses += new }
        for index in losses.indices.dropFirst(count) {
            (losses[index].step, losses[index].version) = (step.name, step.from)
        }
    }
}
