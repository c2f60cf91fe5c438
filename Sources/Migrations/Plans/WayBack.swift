import VersionedCodec

/// Whether each half of a migration is led back by the other one, operation by operation.
struct OppositeHalves: Sendable, Equatable {
    /// Whether what the operations of the way up find exact comes back on the way down.
    let up: Bool

    /// Whether what the operations of the way down find exact comes back on the way up.
    let down: Bool

    init(_ directions: Migration.Directions) {
        switch directions {
        case .derived(let operations):
            let hasReverse = (try? operations.reversedOperations()) != nil
            (up, down) = (hasReverse, hasReverse && operations.allSatisfy(\.isReverseOfItsReverse))
        case .declared(let up, let down):
            (self.up, self.down) = Self.compare(up, down)
        case .reformatting(let reformatting):
            (up, down) = Self.compare(reformatting.operations?.up, reformatting.operations?.down)
        case .bridge(let bridge):
            (up, down) = (bridge.lossClass == .exact, bridge.lossClass == .exact)
        }
    }

    private static func compare(_ up: [JSONOperation]?, _ down: [JSONOperation]?) -> (up: Bool, down: Bool) {
        guard let up, let down else { return (false, false) }
        // A half without a reverse is led back by no other one.
        return ((try? up.reversedOperations()) == down, (try? down.reversedOperations()) == up)
    }
}

extension JSONOperation {
    /// Whether what the way back does is taken back by the operation itself, so that a trip that begins in the newer
    /// version may trust it too.
    var isReverseOfItsReverse: Bool {
        if !inner.isEmpty, !inner.allSatisfy(\.isReverseOfItsReverse) { return false }
        guard let reversed, let again = try? reversed.reversedOperations() else { return false }
        return again == [self] || body.isRestoredByReverse
    }
}

extension MigrationPlan {
    /// Whether a document on a path is judged even where no operation has recorded anything: where the way back is
    /// not the reverse of the way, one operation after another.
    func needsJudging(_ path: MigrationPath) -> Bool {
        // A version that says nothing keeps nothing of the form in which another one said it.
        if location?.form == .integerOrString, path.steps.contains(where: { marks(of: $0.to).isEmpty }) { return true }
        return path.steps.contains { step in
            if step.isNormalizing { return false }
            return !(step.from == step.migration.from ? step.migration.halves.up : step.migration.halves.down)
        }
    }

    /// The way back over a path, as the plan declares it; `nil` where it declares none: a step has none, or refuses
    /// every document.
    func wayBack(over path: MigrationPath) -> MigrationPath? {
        // Why there is none does not matter to whoever went the other way.
        guard let way = try? self.path(from: path.to, to: path.from) else { return nil }
        return way.steps.contains { $0.operations.refusal != nil } ? nil : way
    }
}
