import VersionedCodec

/// Leads what a round trip did not bring back to the losses that account for it.
///
/// A value keeps the place of the payload that it was read from, wherever steps move it, and so does what is in it. So a loss accounts for
/// all that its value holds, and for all that stood in those values in the payload. What is left over is a fault of the plan, unless a loss
/// of the step that made the difference may hold it in another form.
struct LossTrace {
    /// All losses, as they were given.
    let losses: [Loss]

    /// What is gone because the other direction makes it again.
    private(set) var leftOut: [Difference] = []

    /// What may be explained by a loss.
    private(set) var uncertain: [UncertainDifference] = []

    /// What no loss explains.
    private(set) var silent: [Difference] = []

    private let index: LossIndex
    private let rootOffset: Int?
    private let offsetsLeftOut: Set<Int>
    private let offsetsOfOrder: Set<Int>
    private let milestones: [Milestone]
    private var suspects: [Set<String>: LossSuspects] = [:]

    /// - `orderLeftOut`: The arrays of which the order says nothing.
    /// - `milestones`: How far shorter trips brought the document back, this trip last.
    init(
        _ losses: [Loss], of root: JSONValue, leftOut: Set<Int>, orderLeftOut: Set<Int>, _ milestones: [Milestone]
    ) {
        self.losses = losses
        rootOffset = root.sourceOffset
        self.milestones = milestones
        index = LossIndex(losses, andWhatIsInThemBelow: root)
        (offsetsLeftOut, offsetsOfOrder) = (leftOut, orderLeftOut)
    }

    /// Finds what accounts for a difference from the earlier document, in which something stood.
    mutating func account(for difference: Difference) {
        if difference.isWithinLosses(of: index) { return }
        if difference.isOrder, difference.before?.sourceOffset.map(offsetsOfOrder.contains) == true {
            return leftOut.append(difference)
        }
        let (pieces, isPartlyExplained) = unexplainedPieces(of: difference)
        // Of a value that no loss knows, the whole is told; of one that is lost in part, the rest.
        for piece in isPartlyExplained ? pieces : [difference] { suspect(piece) }
    }

    /// The scalars of what stood there that no loss names, and whether any loss names another part of it.
    private mutating func unexplainedPieces(of difference: Difference) -> (
        pieces: [Difference], isPartlyExplained: Bool
    ) {
        var (pieces, isPartlyExplained) = ([Difference](), false)
        let kept = difference.after?.scalarsByOffset ?? [:]
        var pending = difference.isOrder ? [] : [difference]
        while let piece = pending.popLast(), let value = piece.before {
            let offset = value.sourceOffset
            if index.hold(offset, ofOrder: false), offset != rootOffset {
                isPartlyExplained = true
            } else if difference.after == nil, offset.map(offsetsLeftOut.contains) == true {
                isPartlyExplained = true
                leftOut.append(piece)
            } else if offset.flatMap({ kept[$0] })?.isEquivalent(to: value) != true {
                let parts = piece.parts
                if parts.isEmpty { pieces.append(piece) } else { pending += parts.reversed() }
            }
        }
        return (pieces, isPartlyExplained)
    }

    /// Looks for a loss of the step that made the difference.
    private mutating func suspect(_ difference: Difference) {
        let steps = steps(thatMade: difference)
        let suspects = suspects[steps] ?? LossSuspects(losses.filter { $0.step.map(steps.contains) == true })
        self.suspects[steps] = suspects
        if suspects.hold(difference.path) { return }
        if let loss = suspects.loss(thatMayHold: difference) {
            uncertain.append(UncertainDifference(difference: difference, loss: loss))
        } else {
            silent.append(difference)
        }
    }

    /// The steps of the shortest trip from which the document comes back with the difference, without those of the trips before that.
    private func steps(thatMade difference: Difference) -> Set<String> {
        var steps: Set<String> = []
        for milestone in milestones {
            steps.formUnion(milestone.steps)
            guard let differences = milestone.differences else { continue }
            if differences.meets(difference.path) { return steps }
            steps = []
        }
        return steps
    }
}

extension Difference {
    /// The members or elements of what stood there, each as a difference of its own.
    fileprivate var parts: [Difference] {
        guard let before else { return [] }
        let surroundings = surroundings + [before]
        func part(_ path: JSONPointer, _ value: JSONValue) -> Difference {
            Difference(path: path, before: value, after: nil, surroundings: surroundings)
        }
        if let object = before.object { return object.map { part(path.appending($0.key), $0.value) } }
        return before.array?.enumerated().map { part(path.appending($0.offset), $0.element) } ?? []
    }
}

extension JSONValue {
    /// The scalars in a value that come from the payload, by their places there.
    fileprivate var scalarsByOffset: [Int: JSONValue] {
        var (scalars, pending) = ([Int: JSONValue](), [self])
        while let value = pending.popLast() {
            if value.isContainer {
                pending += value.heldValues
            } else if let offset = value.sourceOffset {
                scalars[offset] = value
            }
        }
        return scalars
    }
}
