import VersionedCodec

/// What a step knows of the values that it makes: how far its sequences have come, and which texts are taken.
struct GeneratedTexts {
    /// The last number of each sequence.
    var last: [String: Int] = [:]

    /// For each sequence (and for UUIDs), the texts that stand already where one of its operations would make a value.
    private(set) var taken: [String: Set<String>] = [:]

    /// The texts that were left where they are, and those that were removed because they would be made again, with the operation that did.
    private(set) var kept: [String: String] = [:]
    private(set) var removed: [String: String] = [:]

    /// Whether the step has looked for what is taken.
    fileprivate(set) var isPrepared = false

    /// Whether this run is the look for what is taken.
    fileprivate var isLooking = false

    /// Notes a text that stands already where one would be made.
    mutating func meet(_ text: String, _ operation: GenerateOperation) {
        if isLooking {
            if let name = operation.made.series { taken[name, default: []].insert(text) }
        } else if operation.made.isSequence {
            kept[text] = operation.description
        }
    }

    /// Notes a text that was removed, because it would be made again.
    mutating func remove(_ text: String, _ operation: String) { removed[text] = operation }

    func isTaken(_ text: String, in series: String) -> Bool { taken[series]?.contains(text) == true }

    fileprivate mutating func take(_ other: GeneratedTexts) { taken = other.taken }

    fileprivate var takenCount: Int { taken.values.reduce(0) { $0 + $1.count } }
}

extension GeneratedValue {
    /// What values must differ within; `nil` where they cannot be chosen.
    var series: String? {
        switch self {
        case .sequence(let pattern, _): "sequence \(pattern)"
        case .uuid(.some): "uuid"
        case .uuid(nil), .digest: nil
        }
    }

    var isSequence: Bool { if case .sequence = self { true } else { false } }
}

extension OperationContext {
    /// Runs the operations of a whole step, some of which make values, or remove those that are made again.
    ///
    /// What is taken is found first, by a run on a copy. What the way back would take away, or make in another way, is found last, by going back: which
    /// values have been made cannot be told from the values.
    mutating func runGenerating(_ operations: [JSONOperation], at scope: NodeID) throws(MigrationError) {
        generated.isPrepared = true
        let before = arena.value(of: scope)
        if operations.contains(where: \.makesValues) { lookForTaken(operations, in: before) }
        try run(operations, at: scope)
        if !isLook { noteGenerated(before, behind: operations, arena.value(of: scope)) }
    }

    private mutating func lookForTaken(_ operations: [JSONOperation], in value: JSONValue) {
        // A text that is made on the way, and is taken, may end the run early (`requireUnique`): then there is another one, that knows more.
        for _ in 0..<3 {
            var (copy, look) = (value, look())
            look.generated.isPrepared = true
            look.generated.isLooking = true
            look.generated.take(generated)
            let count = generated.takenCount
            var isDone = true
            do { try look.run(operations, on: &copy) } catch { isDone = false }  // The run itself says why.
            generated.take(look.generated)
            if isDone || generated.takenCount == count { return }
        }
    }

    /// Records what was kept and goes on the way back, and what was removed and is made in another way.
    private mutating func noteGenerated(
        _ before: JSONValue, behind operations: [JSONOperation], _ after: JSONValue
    ) {
        if generated.kept.isEmpty && generated.removed.isEmpty { return }
        var (again, look) = (after, look())
        do {
            try look.run(try operations.reversedOperations(), on: &again)
        } catch { return }  // What refuses loses nothing in silence.
        let told = LossIndex(losses + look.losses)
        for difference in Difference.between(before, again, areOneDocument: true) {
            guard let old = difference.before, let text = old.string, !difference.isExplained(by: told) else {
                continue
            }
            let now = difference.after.map { Loss.shortened($0.text()) }
            let marks = losses.count
            if let operation = generated.removed[text] {
                if let now {
                    lose(old, at: difference.path, "it differs from what the way back makes", detail: ": \(now)")
                } else {
                    lose(old, at: difference.path, "the way back does not make it again")
                }
                name(operation, from: marks)
            } else if let operation = generated.kept[text] {
                if let now {
                    loseKept(old, at: difference.path, comesBackAs: now)
                } else {
                    lose(old, at: difference.path, Self.takenAwayReason)
                }
                name(operation, from: marks)
            }
        }
    }
}
