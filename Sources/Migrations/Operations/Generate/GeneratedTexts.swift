import VersionedCodec

/// The state of generated values in a step: the numbers of its sequences, and the texts in use.
struct GeneratedTexts {
    /// The last numbers of sequences. They are held in one place: a context that is copied for a moment would make
    /// each new number copy all of them.
    ///
    /// `@exclusivity(unchecked)`: one task has a step, and no method calls code from outside.
    private final class Counters {
        @exclusivity(unchecked) private var places: [String: Int] = [:]
        @exclusivity(unchecked) private var last: [Int?] = []
        /// The sequence that was continued last.
        @exclusivity(unchecked) private var recent: (name: String, place: Int)?
        /// The numbers before the current trial runs, and the count of such runs.
        @exclusivity(unchecked) private var before: [(place: Int, number: Int?)] = []
        @exclusivity(unchecked) private var tries = 0

        func next(of name: String, from start: Int) -> Int? {
            let place = place(of: name)
            let (next, overflows) = last[place]?.addingReportingOverflow(1) ?? (start, false)
            if overflows { return nil }
            if tries > 0 { before.append((place, last[place])) }
            last[place] = next
            return next
        }

        private func place(of name: String) -> Int {
            if let recent, recent.name == name { return recent.place }
            let place = places[name] ?? last.count
            if place == last.count {
                places[name] = place
                last.append(nil)
            }
            recent = (name, place)
            return place
        }

        func startTrying() -> Int {
            tries += 1
            return before.count
        }

        func endTrying(from mark: Int, keeping: Bool) {
            while !keeping, before.count > mark, let (place, number) = before.popLast() { last[place] = number }
            tries -= 1
            if tries == 0 { before.removeAll(keepingCapacity: true) }
        }
    }

    private var counters: Counters?

    /// The number of a sequence that follows its last one; `nil` after the greatest one.
    mutating func next(of counter: String, from start: Int) -> Int? { makeCounters().next(of: counter, from: start) }

    /// Begins a trial that may be undone; returns a copy with the same sequences, and a mark.
    mutating func startTrying() -> (copy: GeneratedTexts, mark: Int) {
        let counters = makeCounters()
        var copy = GeneratedTexts()
        copy.counters = counters
        return (copy, counters.startTrying())
    }

    /// Ends a trial; the sequences continue from it, or from where they were.
    func endTrying(from mark: Int, keeping: Bool) { counters?.endTrying(from: mark, keeping: keeping) }

    private mutating func makeCounters() -> Counters {
        if let counters { return counters }
        let new = Counters()
        counters = new
        return new
    }

    /// For each sequence (and for UUIDs), the texts that are already where one of its operations would make a value.
    private(set) var taken: [String: Set<String>] = [:]

    /// The texts that were made while it was not known what is taken.
    private var made: [String: Set<String>] = [:]

    /// Whether the step has begun to make values.
    fileprivate(set) var isPrepared = false

    /// Whether the identifiers in use are collected during the run.
    fileprivate(set) var isLooking = false

    /// Whether a text that was made has turned out to be in use.
    fileprivate private(set) var hasMadeTakenText = false

    /// Notes a text that is already where one would be made.
    mutating func meet(_ text: String, in series: String) {
        guard isLooking else { return }
        taken[series, default: []].insert(text)
        if made[series]?.contains(text) == true { hasMadeTakenText = true }
    }

    /// Notes a text that was made.
    mutating func make(_ text: String, in series: String) {
        if isLooking { made[series, default: []].insert(text) }
    }

    func isTaken(_ text: String, in series: String) -> Bool { taken[series]?.contains(text) == true }

    fileprivate mutating func take(_ other: GeneratedTexts) { taken = other.taken }

    fileprivate var takenCount: Int { taken.values.reduce(0) { $0 + $1.count } }
}

extension OperationContext {
    /// Runs the operations of a whole step, some of which make values, or remove those that are made again.
    ///
    /// The texts in use are collected during the run. If one of them has been made before, all is undone, and the
    /// operations run again, knowing them. If the run ended early, dry runs look for the others first.
    mutating func runGenerating(_ operations: [JSONOperation], at scope: NodeID) throws(MigrationError) {
        generated.isPrepared = true
        guard operations.contains(where: \.makesValues) else { return try run(operations, at: scope) }
        let start = (context: self, document: arena.snapshot(of: scope), bridge: environment.bridgeRuns?.position)
        generated.isLooking = true
        var isDone = true
        do {
            try run(operations, at: scope)
            if !generated.hasMadeTakenText { return }
        } catch {
            // It may be about a value that would not have been made.
            if generated.takenCount == 0 { throw error }
            isDone = false
        }
        let found = generated
        self = start.context
        generated.take(found)
        arena.giveUpRecording()
        arena.scratch = .none
        arena.restore(start.document)
        if let position = start.bridge { environment.bridgeRuns?.position = position }
        if !isDone { lookForTaken(operations, in: arena.value(of: scope)) }
        try run(operations, at: scope)
    }

    private mutating func lookForTaken(_ operations: [JSONOperation], in value: JSONValue) {
        // A text that is made on the way, and is taken, may end the run early (`requireUnique`): then there is another
        // one, that knows more.
        for _ in 0..<2 {
            var (copy, look) = (value, look())
            look.generated.isPrepared = true
            look.generated.isLooking = true
            look.absenceReason = absenceReason
            look.triesWayBack = false
            look.generated.take(generated)
            let count = generated.takenCount
            var isDone = true
            // The look has scratch values of its own.
            let scratch = arena.scratch
            // The run itself reuses the results of the bridges.
            let position = environment.bridgeRuns?.position
            defer {
                arena.scratch = scratch
                if let position { environment.bridgeRuns?.position = position }
            }
            arena.scratch = .none
            do { try look.run(operations, on: &copy) } catch { isDone = false }  // The run itself reports it.
            generated.take(look.generated)
            if isDone || generated.takenCount == count { return }
        }
    }
}
