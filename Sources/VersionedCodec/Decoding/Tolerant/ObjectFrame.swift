/// The attempts to decode one object: which calls failed, which are tolerated, and what nested calls gave.
///
/// `@exclusivity(unchecked)`: it belongs to one call on one task, and no method changes a property while another change
/// of the same property is under way.
final class ObjectFrame {
    let run: ToleranceRun
    @exclusivity(unchecked) private(set) var base: any Decoder
    let model: Any.Type

    /// The object, where it is one of our own index.
    @exclusivity(unchecked) private(set) var node: UInt32?

    /// The call that asks for the object.
    let owner: CallOwner?

    /// So many problems of one object are looked for.
    static let mostProblems = 20

    /// The object and those around it, for issues.
    var trail: IssueTrail? {
        if let madeTrail { return madeTrail }
        let made = makeTrail()
        madeTrail = made
        return made
    }

    @exclusivity(unchecked) private var madeTrail: IssueTrail??

    @exclusivity(unchecked) private var problems: [Problem] = []
    @exclusivity(unchecked) private var failures: [Failure] = []
    @exclusivity(unchecked) private var failureCounts = CallTable<Int>()
    @exclusivity(unchecked) private var remembered = CallTable<Remembered>()
    @exclusivity(unchecked) private var attempt = 0

    /// Whether our own decoder may run attempts by itself.
    @exclusivity(unchecked) private(set) var mayRunNatively = true

    /// Whether it runs this one.
    @exclusivity(unchecked) private var runsNatively = false

    /// Whether a placeholder was handed out in this attempt.
    @exclusivity(unchecked) private var hasUsedPlaceholder = false

    /// Whether the object is given up: a value that must be there could not be read, or there were too many problems.
    @exclusivity(unchecked) private(set) var hasFailed = false

    /// An issue of the value as a whole, which was found before its members were read.
    @exclusivity(unchecked) var wholeIssue: DecodingIssue?

    /// Issues that end the object.
    @exclusivity(unchecked) private var lastIssues: [IssueGroup] = []

    init(run: ToleranceRun, base: any Decoder, model: Any.Type, owner: CallOwner?) {
        self.run = run
        self.base = base
        node = base.asNative?.node
        self.model = model
        self.owner = owner
    }

    /// Begins another object of the same collection.
    func restart(_ base: any Decoder) {
        self.base = base
        node = base.asNative?.node
        (madeTrail, wholeIssue) = (nil, nil)
        (attempt, mayRunNatively, hasFailed) = (0, true, false)
    }

    // MARK: Attempts

    func begin() {
        attempt += 1
        runsNatively = false
        hasUsedPlaceholder = false
        failures.removeAll(keepingCapacity: true)
        failureCounts.removeAll()
    }

    func beginNatively() { runsNatively = true }
    func endNativeAttempts() { mayRunNatively = false }

    /// Gives up what is not needed any longer.
    func end() {
        problems.removeAll(keepingCapacity: true)
        if !lastIssues.isEmpty { lastIssues = [] }
        failures.removeAll(keepingCapacity: true)
        failureCounts.removeAll()
        remembered.removeAll()
    }

    /// Finds the call whose error left `init(from:)`, and decides its result in the next attempt; `false` if there is
    /// none.
    func tolerate(_ error: any Error) -> Bool {
        guard let failure = failures.last(where: { ErrorIdentity.areSame($0.error, error) }) else {
            // The failed call may be one that a native attempt does not note.
            if runsNatively, !mayRunNatively { return true }
            // The model's own error; a placeholder may be the reason.
            if !hasUsedPlaceholder {
                lastIssues.append(IssueGroup(run.record(run.issue(ofModel: error, at: base, self))))
            }
            hasFailed = true
            return false
        }
        failures.removeAll(keepingCapacity: true)
        guard !run.isOver, !(failure.isMissing && hasUsedPlaceholder) else {
            hasFailed = true
            return false
        }
        let resolution =
            switch failure.kind {
            case .leaf where problems.contains { $0.key == failure.key }:
                // The same member, asked for once more, is the same fault.
                Resolution(outcome: problems.first { $0.key == failure.key }?.outcome, issues: IssueGroup())
            case .leaf(let fault, let expected, let other):
                self.resolution(of: failure.error, failure.key, fault, expected: expected, other)
            case .nested(let resolve): resolve()
            }
        guard let outcome = resolution.outcome else {
            lastIssues.append(resolution.issues)
            hasFailed = true
            return false
        }
        problems.append(
            Problem(
                key: failure.key, occurrence: failure.occurrence, node: failure.node, outcome: outcome,
                issues: resolution.issues))
        if outcome.isPlaceholder {
            hasFailed = true
            return run.options.replays && problems.count < Self.mostProblems
        }
        if problems.count >= Self.mostProblems { hasFailed = true }
        return !hasFailed || run.options.replays && problems.count < Self.mostProblems
    }

    /// The issues of the object; `noted` are those of the attempt that gave its value.
    func issues(noted: IssueGroup?) -> IssueGroup {
        var group = IssueGroup()
        for problem in problems
        where noted == nil || problem.handedOut < attempt || problem.outcome.isPlaceholder {
            group.add(problem.issues)
        }
        for issues in lastIssues { group.add(issues) }
        if let noted {
            group.add(noted)
        } else if let wholeIssue {
            group.add(IssueGroup(wholeIssue))
        }
        return group
    }

    // MARK: Tolerated calls

    /// Whether any call is tolerated.
    var mayHandOut: Bool { !problems.isEmpty }

    /// The result of a tolerated call in this attempt.
    func handOut(_ key: CallKey) -> Outcome? {
        guard problems.contains(where: { $0.key == key }) else { return nil }
        let occurrence = failureCounts[key] ?? 0
        guard let place = problems.firstIndex(where: { $0.key == key && $0.occurrence == occurrence })
        else {
            return nil
        }
        failureCounts.change(key, from: 0) { $0 += 1 }
        problems[place].handedOut = attempt
        if problems[place].outcome.isPlaceholder {
            hasUsedPlaceholder = true
        } else {
            run.recorder.add(problems[place].issues)
        }
        return problems[place].outcome
    }

    /// Whether reading a value at once fails again, and is tolerated.
    func expectsFailure(at node: UInt32, _ type: Any.Type) -> Bool {
        problems.contains {
            $0.node == node && $0.key.type == ObjectIdentifier(type)
                && $0.occurrence == (failureCounts[$0.key] ?? 0)
        }
    }

    /// Whether a member is absent again, and that is tolerated.
    func expectsAbsence(of name: String, in object: UInt32) -> Bool {
        problems.contains {
            $0.node == object && $0.key.name == name && $0.occurrence == (failureCounts[$0.key] ?? 0)
        }
    }

    /// Notes that a call has failed.
    ///
    /// - `node`: The value, where it is read at once by our own decoder.
    func noteFailure(
        _ error: any Error, _ key: CallKey, at node: UInt32? = nil, isMissing: Bool = false,
        _ kind: FailedCall
    ) {
        let occurrence = failureCounts[key] ?? 0
        failureCounts.change(key, from: 0) { $0 += 1 }
        failures.append(
            Failure(
                error: error, key: key, occurrence: occurrence, node: node, isMissing: isMissing, kind: kind))
    }

    // MARK: Nested calls

    /// The value that a nested call gave in an earlier attempt.
    func recall(_ key: CallKey) -> AnyObject? {
        guard attempt > 1, let known = remembered[key] else { return nil }
        let place = known.attempt == attempt ? known.handedOut : 0
        guard place < known.values.count else { return nil }
        let (value, issues) = known.values[place]
        remembered.change(key, from: known) { ($0.attempt, $0.handedOut) = (attempt, place + 1) }
        run.recorder.add(issues)
        return value
    }

    /// Remembers what a nested call gave in this attempt.
    func remember(_ key: CallKey, _ value: AnyObject, _ issues: IssueGroup) {
        remembered.change(key, from: Remembered()) { known in
            known.values.append((value, issues))
            (known.attempt, known.handedOut) = (attempt, known.values.count)
        }
    }
}

extension ObjectFrame {
    /// The result of a call in later attempts.
    struct Outcome {
        /// A ``Box`` of the value.
        let value: AnyObject
        let isPlaceholder: Bool
    }

    /// How a failed call is handled.
    struct Resolution {
        /// `nil` if there is no placeholder.
        var outcome: Outcome?
        var issues: IssueGroup
    }

    /// A call whose error left `init(from:)`, and what it gets instead of the error.
    private struct Problem {
        let key: CallKey
        let occurrence: Int
        let node: UInt32?
        let outcome: Outcome
        let issues: IssueGroup
        /// The attempt in which it was last handed out.
        var handedOut = 0
    }

    /// A call that failed in this attempt.
    private struct Failure {
        /// Held, so that the address of its box is not used again.
        let error: any Error
        let key: CallKey
        let occurrence: Int
        let node: UInt32?
        let isMissing: Bool
        let kind: FailedCall
    }

    /// The facts that decide how a failed call is handled.
    enum FailedCall {
        /// A call for a value that is read at once: the facts about the error, the expected type, and the substitute.
        case leaf(FaultFacts?, Any.Type, Substitute)
        /// A call for a value that decodes itself.
        case nested(() -> Resolution)
    }

    /// The result of a nested call, for later attempts; each value is handed out once in an attempt.
    private struct Remembered {
        var values: [(value: AnyObject, issues: IssueGroup)] = []
        var attempt = 0
        var handedOut = 0
    }
}

/// A value of any type, behind a reference.
final class Box<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}
