import VersionedCodec

/// Whether each half of a migration is led back by the other one, operation by operation.
struct OppositeHalves: Sendable, Equatable {
    /// Whether the way down restores what the operations of the way up keep exactly.
    let up: Bool

    /// Whether the way up restores what the operations of the way down keep exactly.
    let down: Bool

    /// Whether there is no way back from the way up, and whether that carries everything.
    let onlyUp: Bool
    let upCarries: Bool

    init(_ directions: Migration.Directions) {
        switch directions {
        case .derived(let operations) where operations.hasOneDirection:
            // Each list declares its own direction.
            (up, down) = (false, false)
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
        if case .declared(let operations?, let down) = directions, down.map({ $0.refusal != nil }) ?? true {
            (onlyUp, upCarries) = (true, operations.allSatisfy(\.carriesEverything))
        } else if case .derived(let operations) = directions, !operations.hasOneDirection {
            (onlyUp, upCarries) = (!up, operations.allSatisfy(\.carriesEverything))
        } else {
            (onlyUp, upCarries) = (false, false)
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
        // The way back has no scratch values: it does nothing, and shows nothing of a document that begins there.
        if usesScratch != .none { return false }
        guard let reversed, let again = try? reversed.reversedOperations() else { return false }
        return again == [self] || traits.contains(.isRestoredByReverse)
    }
}

extension MigrationPlan {
    /// Whether a document on a path is judged even where no operation has recorded anything: where the way back is
    /// not the reverse of the way, one operation after another.
    func needsJudging(_ path: MigrationPath) -> Bool {
        // A version without a declared form does not keep the form of another one.
        if location?.form == .integerOrString, path.steps.contains(where: { marks(of: $0.to).isEmpty }) { return true }
        // The way back removes members that the first version does not know.
        if let from = self[path.from], from.knows != nil, !path.steps.isEmpty { return true }
        // Models within those of a bridge go their own ways.
        if wireCoder?.convertsNestedModels == true, path.steps.contains(where: { $0.migration.bridge != nil }) {
            return true
        }
        var (isLedBack, isOneWay, carries) = (true, false, true)
        for step in path.steps where !step.isNormalizing {
            let (halves, isUp) = (step.migration.halves, step.from == step.migration.from)
            isLedBack = isLedBack && (isUp ? halves.up : halves.down)
            isOneWay = isOneWay || isUp && halves.onlyUp
            carries = carries && isUp && halves.upCarries
        }
        if !isLedBack { return !(isOneWay && carries) }
        // The way back may meet values that are not as they were, and the order in which members come back may show.
        return wayBack(over: path).map { way in
            if way.steps.contains(where: \.isNormalizing) { return true }
            let operations = way.steps.flatMap(\.operations)
            return usesDifferingPlaces(on: path.steps, backBy: operations) || ReorderedMembers(operations).areShown
        } ?? false
    }

    /// Whether an operation of the way back may use a value that is not as it was.
    func usesDifferingPlaces(on steps: [MigrationPath.Step], backBy operations: [JSONOperation]) -> Bool {
        let ends = [steps.first?.from, steps.last?.to].compactMap(\.self)
        return DifferingPlaces.areUsed(
            wayThere: steps.flatMap(\.operations), wayBack: operations,
            marks: ends.flatMap { marks(of: $0).map(\.pointer) })
    }

    /// Whether the style of a version sorts members.
    func sortsMembers(of label: String) -> Bool { self[label]?.style?.keyOrder == .sorted }

    /// Whether what is written at the end of a path has sorted members, of which the way back makes a text or a list.
    func showsSortedMembers(over path: MigrationPath, _ environment: MigrationEnvironment) -> Bool {
        guard environment.sortsMembers ?? sortsMembers(of: path.to), !path.steps.isEmpty, let way = wayBack(over: path)
        else { return false }
        return ReorderedMembers(way.steps.flatMap(\.operations), areReordered: true).areShown
    }

    /// The result of a path as the way back reads it.
    func asWritten(_ result: JSONValue, over path: MigrationPath, _ environment: MigrationEnvironment) -> JSONValue {
        showsSortedMembers(over: path, environment) ? result.withSortedMembers : result
    }

    /// The way back over a path, as the plan declares it; `nil` if it declares none: a step has none, or refuses
    /// every document, or the document keeps its version and is normalized.
    func wayBack(over path: MigrationPath) -> MigrationPath? {
        if path.from == path.to, !path.steps.isEmpty { return nil }
        // The reason does not matter to a caller that went the other way.
        guard let way = try? self.path(from: path.to, to: path.from) else { return nil }
        return way.steps.contains { $0.operations.refusal != nil } ? nil : way
    }
}

extension JSONValue {
    /// The value with the members of each object sorted by their keys.
    var withSortedMembers: JSONValue {
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        memory.arena.begin(self)
        memory.arena.sortMembers()
        return memory.arena.value(of: memory.arena.root)
    }
}
