import VersionedCodec

/// What a rule to skip costs: an operation that leaves a document as it is has a way back that may not.
extension OperationContext {
    /// Records what an operation has left as it is because of a rule, and what its way back would change all the same.
    ///
    /// Called on the way that skips only. Where the way back refuses what was left, or tells of a loss itself, nothing is lost in silence.
    ///
    /// - `value`: The value that the operation was applied to, and has not changed.
    mutating func noteSkipped(_ operation: some OperationBody, in scope: NodeID) {
        if isLook || !operation.written.contains(where: { !arena.find($0, from: scope).isNone }) { return }
        noteSkipped(operation, in: arena.value(of: scope))
    }

    /// Records what an operation has left as it is because of a rule, and what its way back would change all the same.
    mutating func noteSkipped(_ operation: some OperationBody, in value: JSONValue) {
        if isLook || !operation.written.contains(where: { value[at: $0] != nil }) { return }
        var (back, look) = (value, scratch)
        do {
            try look.run(try operation.reversed(), on: &back)
        } catch { return }
        noteKept(
            value, comingBackAs: back, explainedBy: look.losses.map { $0.seen(from: path) }, leftOut: Set(look.leftOut))
    }

    /// Records what a way back that asks a condition of its own does not restore, because the answer is not the one on the way there.
    mutating func noteWrongWayBack(
        _ operation: some OperationBody, _ before: JSONValue, becoming after: JSONValue, losingSince count: Int
    ) {
        if isLook { return }
        var (back, look) = (after, scratch)
        // What refuses loses nothing in silence.
        do { try look.run(try operation.reversed(), on: &back) } catch { return }
        let told = (losses[count...] + look.losses).map { $0.seen(from: path) }
        noteKept(before, comingBackAs: back, explainedBy: told, leftOut: Set(look.leftOut))
    }

    /// Records, each in its place, what is kept and does not come back.
    mutating func noteKept(
        _ value: JSONValue, comingBackAs back: JSONValue, explainedBy losses: [Loss] = [], leftOut: Set<Int> = []
    ) {
        let index = LossIndex(losses)
        for difference in Difference.between(value, back, areOneDocument: true) {
            guard let before = difference.before, !difference.isExplained(by: index) else { continue }
            if difference.isOrder {
                loseOrder(before, at: difference.path)
            } else if let after = difference.after {
                loseKept(before, at: difference.path, comesBackAs: Loss.shortened(after.text()))
            } else if before.sourceOffset.map(leftOut.contains) != true {
                lose(before, at: difference.path, Self.takenAwayReason)
            }
        }
    }
}

extension Loss {
    /// The loss with the path that it has within the value at a place around it.
    fileprivate func seen(from place: JSONPointer) -> Loss {
        var loss = self
        loss.path = JSONPointer(Array(path.tokens.dropFirst(place.tokens.count)))
        return loss
    }
}
