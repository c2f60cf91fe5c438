/// The attempts to decode one object: which calls failed, which are tolerated, and what nested calls gave.
final class ObjectFrame {
    let run: ToleranceRun
    let base: any Decoder
    let model: Any.Type

    /// The call that asks for the object.
    let owner: CallOwner?

    /// So many problems of one object are looked for.
    static let mostProblems = 20

    /// The object and those around it, for issues.
    private(set) lazy var trail: IssueTrail? = makeTrail()

    private var problems: [Problem] = []
    private var failures: [Failure] = []
    private var failureCounts: [CallKey: Int] = [:]
    private var remembered: [CallKey: Remembered] = [:]
    private var attempt = 0

    /// Whether a placeholder was handed out in this attempt.
    private var hasUsedPlaceholder = false

    /// Whether the object is given up: a value that must be there could not be read, or there were too many problems.
    private(set) var hasFailed = false

    /// Issues that end the object.
    private var lastIssues: [IssueGroup] = []

    init(run: ToleranceRun, base: any Decoder, model: Any.Type, owner: CallOwner?) {
        self.run = run
        self.base = base
        self.model = model
        self.owner = owner
    }

    // MARK: Attempts

    func begin() {
        attempt += 1
        hasUsedPlaceholder = false
        failures = []
        if !failureCounts.isEmpty { failureCounts = [:] }
        if attempt > 1, let native = base.asNative { native.scope.forgetFailures(in: native.node) }
    }

    /// Gives up what is not needed any longer.
    func end() {
        problems = []
        lastIssues = []
        failures = []
        failureCounts = [:]
        remembered = [:]
    }

    /// Looks for the call whose error left `init(from:)`, and decides what it gets in the next attempt; `false` where there is none.
    func tolerate(_ error: any Error) -> Bool {
        guard let failure = failures.last(where: { ErrorIdentity.areSame($0.error, error) }) else {
            // The model's own error; a placeholder may be the reason.
            if !hasUsedPlaceholder {
                lastIssues.append(IssueGroup(run.record(run.issue(ofModel: error, at: base, self))))
            }
            hasFailed = true
            return false
        }
        failures = []
        guard !run.isOver, !(failure.isMissing && hasUsedPlaceholder) else {
            hasFailed = true
            return false
        }
        let resolution = failure.resolve()
        guard let outcome = resolution.outcome else {
            lastIssues.append(resolution.issues)
            hasFailed = true
            return false
        }
        problems.append(
            Problem(
                key: failure.key, occurrence: failure.occurrence, outcome: outcome,
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
        let group = IssueGroup()
        for problem in problems
        where noted == nil || problem.handedOut < attempt || problem.outcome.isPlaceholder {
            group.add(problem.issues)
        }
        for issues in lastIssues { group.add(issues) }
        if let noted { group.add(noted) }
        return group
    }

    // MARK: Tolerated calls

    /// Whether any call is tolerated.
    var mayHandOut: Bool { !problems.isEmpty }

    /// What a tolerated call is given in this attempt.
    func handOut(_ key: CallKey) -> Outcome? {
        guard problems.contains(where: { $0.key == key }) else { return nil }
        let occurrence = failureCounts[key, default: 0]
        guard let place = problems.firstIndex(where: { $0.key == key && $0.occurrence == occurrence })
        else {
            return nil
        }
        failureCounts[key] = occurrence + 1
        problems[place].handedOut = attempt
        if problems[place].outcome.isPlaceholder {
            hasUsedPlaceholder = true
        } else {
            run.recorder.add(problems[place].issues)
        }
        return problems[place].outcome
    }

    /// Notes that a call has failed.
    func noteFailure(
        _ error: any Error, _ key: CallKey, isMissing: Bool = false, resolve: @escaping () -> Resolution
    ) {
        let occurrence = failureCounts[key, default: 0]
        failureCounts[key] = occurrence + 1
        failures.append(
            Failure(
                error: error, key: key, occurrence: occurrence, isMissing: isMissing, resolve: resolve))
    }

    // MARK: Nested calls

    /// The value that a nested call gave in an earlier attempt.
    func recall(_ key: CallKey) -> AnyObject? {
        guard attempt > 1, var known = remembered[key] else { return nil }
        if known.attempt != attempt { (known.attempt, known.handedOut) = (attempt, 0) }
        guard known.handedOut < known.values.count else { return nil }
        let (value, issues) = known.values[known.handedOut]
        known.handedOut += 1
        remembered[key] = known
        run.recorder.add(issues)
        return value
    }

    /// Remembers what a nested call gave in this attempt.
    func remember(_ key: CallKey, _ value: AnyObject, _ issues: IssueGroup) {
        var known = remembered[key] ?? Remembered()
        if known.attempt != attempt { (known.attempt, known.handedOut) = (attempt, 0) }
        known.values.append((value, issues))
        known.handedOut = known.values.count
        remembered[key] = known
    }
}

extension ObjectFrame {
    /// What a call is given in later attempts.
    struct Outcome {
        /// A ``Box`` of the value.
        let value: AnyObject
        let isPlaceholder: Bool
    }

    /// What becomes of a call that failed.
    struct Resolution {
        /// `nil` where there is no placeholder.
        var outcome: Outcome?
        var issues: IssueGroup
    }

    /// A call whose error left `init(from:)`, and what it gets instead of the error.
    private struct Problem {
        let key: CallKey
        let occurrence: Int
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
        let isMissing: Bool
        let resolve: () -> Resolution
    }

    /// What a nested call gave, for later attempts; each value is handed out once in an attempt.
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
