import VersionedCodec

/// The results of the bridges on the ways of one document, so that the code of each runs once, however often a step is
/// repeated: to judge losses, to find the operation that lost a value, or to find the words for an error.
///
/// A repeated step gets the models of its first run in the same order, as long as the same values go in.
///
/// Invariants: only one task uses it at a time. `@unchecked Sendable` because it is handed from task to task with the
/// runner or the call that it belongs to.
final class BridgeRuns: @unchecked Sendable, Equatable {
    /// The input of a bridge.
    enum Input {
        case document(JSONValue)
        /// The model that an earlier bridge made, by the number of its run; 0 is the model of the caller, which the
        /// document contains too.
        case model(Int)
        /// The payload itself, which was not read as a document.
        case payload
    }

    /// One run of a bridge.
    struct Run {
        let number: Int
        let input: Input
        let outcome: Result<any Encodable, any Error>
        /// The losses that the bridge has reported.
        let losses: [Loss]
    }

    /// The runs of each step, in their order. An array: a way has few steps, and a payload of one pays for each.
    private var runs: [(step: String, runs: [Run])] = []
    private var count = 0
    private var step = ""

    /// The offsets of values in the payload that name the version of a part which a bridge has read. The bridge on the
    /// way back writes the version of the payload there.
    private(set) var partVersions: Set<Int> = []

    /// How many runs of the step are done.
    var position = 0

    static func == (lhs: BridgeRuns, rhs: BridgeRuns) -> Bool { lhs === rhs }

    /// A step begins, perhaps again.
    func begin(_ step: String) { (self.step, position) = (step, 0) }

    /// The run of a bridge: the known one, where the same has gone into it.
    private func run(_ input: Input, _ bridge: (inout [Loss]) throws -> any Encodable) -> Run {
        let place = place(of: step)
        let known = runs[place].runs.dropFirst(position).first
        let run: Run
        if let known, known.input.isTheSame(as: input) {
            run = known
        } else {
            run = Self.run(input, number: count + 1, bridge)
            count += 1
            // Later results came from another value.
            runs[place].runs = runs[place].runs.prefix(position) + [run]
        }
        position += 1
        return run
    }

    private func place(of step: String) -> Int {
        if let place = runs.firstIndex(where: { $0.step == step }) { return place }
        runs.append((step, []))
        return runs.count - 1
    }

    /// The run of a bridge, where runs may be kept.
    static func run(
        _ input: Input, in runs: BridgeRuns?, _ bridge: (inout [Loss]) throws -> any Encodable
    ) -> Run {
        runs.map { $0.run(input, bridge) } ?? run(input, number: 0, bridge)
    }

    private static func run(
        _ input: Input, number: Int, _ bridge: (inout [Loss]) throws -> any Encodable
    ) -> Run {
        var losses: [Loss] = []
        let outcome = Result { try bridge(&losses) }
        return Run(number: number, input: input, outcome: outcome, losses: losses)
    }

    /// Adds a run of a step that the payload has gone through without a document; such steps come in their order.
    func add(_ model: any Encodable, _ losses: [Loss], of step: String) {
        let input: Input = count == 0 ? .payload : .model(count)
        count += 1
        let place = place(of: step)
        runs[place].runs = [Run(number: count, input: input, outcome: .success(model), losses: losses)]
    }

    /// Notes where parts of a document name their versions, before a bridge.
    func note(partVersions places: [JSONPointer], of document: JSONValue) {
        for place in places {
            if let offset = document[at: place]?.sourceOffset { partVersions.insert(offset) }
        }
    }

    /// The model that the bridge of a whole step has made.
    func model(of step: String) -> (any Encodable)? {
        guard let run = runs.first(where: { $0.step == step })?.runs.first else { return nil }
        return try? run.outcome.get()
    }

    /// Takes over the runs of another document's owner, which then has none.
    func take(_ other: BridgeRuns) {
        (runs, count, partVersions) = (other.runs, other.count, other.partVersions)
        other.clear()
    }

    /// The same runs, for another task.
    func copied() -> BridgeRuns {
        let copy = BridgeRuns()
        (copy.runs, copy.count, copy.partVersions) = (runs, count, partVersions)
        return copy
    }

    var isEmpty: Bool { count == 0 }

    /// Forgets all runs: another document begins.
    func clear() {
        if isEmpty { return }
        (runs, count, position, partVersions) = ([], 0, 0, [])
    }
}

extension BridgeRuns.Input {
    fileprivate func isTheSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.document(let value), .document(let same)): value.isTheSame(as: same)
        case (.model(let number), .model(let same)): number == same
        case (.payload, .document), (.model(0), .document): true
        default: false
        }
    }
}
