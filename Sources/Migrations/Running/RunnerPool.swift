import Synchronization
import VersionedCodec

/// Runners that lead to one version, kept for the next documents, so that a small document does not wait for memory. A
/// runner belongs to one document at a time.
final class RunnerPool: Sendable {
    private let idle = RecyclingPool<PlanRunner>()
    private let target: String
    private let explicit: String?

    /// Whether no runner of the plan leads there.
    private let isUseless = Atomic<Bool>(false)

    /// How many documents more that cannot be decoded from their changed index are worth the attempt.
    private let settlingCredit = Atomic<Int>(RunnerPool.fullCredit)
    private static let fullCredit = 4

    init(to target: String, from explicit: String?) { (self.target, self.explicit) = (target, explicit) }

    /// A runner for one document; `nil` if the plan needs more than operations.
    func take(_ plan: MigrationPlan, _ options: MigrationOptions) -> PlanRunner? {
        if isUseless.load(ordering: .relaxed) { return nil }
        if let runner = idle.take(), runner.options.runsAlike(options) { return runner }
        // A runner that is kept must not keep what keeps it.
        let own = plan.withOwnRunners()
        if let runner = PlanRunner(own, to: target, from: explicit, options: options) { return runner }
        // Options may be what is in the way.
        if options.runsAlike(MigrationOptions()) { isUseless.store(true, ordering: .relaxed) }
        return nil
    }

    /// Whether it is worth trying to decode documents from their changed index.
    var triesToSettle: Bool { settlingCredit.load(ordering: .relaxed) > 0 }

    /// Notes whether a document could be decoded from its changed index.
    func noteSettling(succeeded: Bool) {
        if !succeeded {
            settlingCredit.subtract(1, ordering: .relaxed)
        } else if settlingCredit.load(ordering: .relaxed) < Self.fullCredit {
            settlingCredit.store(Self.fullCredit, ordering: .relaxed)
        }
    }

    /// Keeps a runner that nothing else holds, unless its last document has made it large.
    func keep(_ runner: PlanRunner) {
        runner.reset()
        guard runner.isSmall, runner.options.context == nil else { return }
        _ = idle.keep(runner)
    }
}

extension MigrationOptions {
    /// Options for which there are runners of their own, so that calls with one and another in turn prepare nothing
    /// anew.
    struct RunnerKind: Hashable {
        let style: Style
        let losses: LossPolicy
        let isOneLine: Bool
        let isPartial: Bool
        let judgesLosses: Bool
    }

    var runnerKind: RunnerKind {
        RunnerKind(
            style: style, losses: losses, isOneLine: isOneLine, isPartial: isPartial, judgesLosses: judgesLosses)
    }

    /// Whether a runner of these options serves for others.
    func runsAlike(_ other: MigrationOptions) -> Bool {
        runnerKind == other.runnerKind && parsing == other.parsing && context == nil && other.context == nil
            && hints == other.hints && carrying == other.carrying
    }
}

/// The state that a plan keeps for running: the pools of its runners, and its paths.
final class PlanRunners: Sendable {
    private let pools = Mutex<[Kind: RunnerPool]>([:])
    private let judges = Mutex(Bounded<RecyclingPool<LossJudge>>())
    private let trials = Mutex<[Ways: RecyclingPool<PreparedSteps>]>([:])
    private let paths: Paths

    private struct Kind: Hashable {
        let target: String
        let explicit: String?
        let options: MigrationOptions.RunnerKind
    }

    private struct PathEnds: Hashable {
        let from: String
        let to: String
        var ways = Ways()
        var hasRemarks = true
    }

    /// What the steps of a path depend on besides the plan.
    private struct Ways: Hashable {
        var isPartial = false
        var mustBeRecognized = false
        var sortsMembers: Bool?

        init() {}

        init(_ environment: MigrationEnvironment) {
            isPartial = environment.isPartial
            mustBeRecognized = environment.mustBeRecognized
            sortsMembers = environment.sortsMembers
        }
    }

    /// What is known of paths, as long as they have not too many steps together: the paths of a plan of a thousand
    /// versions have half a million.
    private struct Bounded<Value> {
        private var known: [PathEnds: Value] = [:]
        private var count = 0
        private static var most: Int { 1 << 14 }

        subscript(ends: PathEnds) -> Value? { known[ends] }

        mutating func keep(_ value: Value, for ends: PathEnds, steps: Int) {
            if count + steps > Self.most { (known, count) = ([:], 0) }
            known[ends] = value
            count += steps
        }
    }

    private final class Paths: Sendable { let known = Mutex(Bounded<MigrationPath>()) }

    init() { paths = Paths() }

    /// No runners, and the paths that others know.
    init(pathsOf others: PlanRunners) { paths = others.paths }

    /// The path between two versions; composed once.
    func path(
        _ plan: MigrationPlan, from: String, to target: String, withRemarks: Bool = true
    ) throws(MigrationError) -> MigrationPath {
        let ends = PathEnds(from: from, to: target, hasRemarks: withRemarks)
        if let path = paths.known.withLock({ $0[ends] }) { return path }
        let path = try plan.composedPath(from: from, to: target, withRemarks: withRemarks)
        paths.known.withLock { $0.keep(path, for: ends, steps: path.steps.count) }
        return path
    }

    /// The judges of documents on a path.
    func judges(of path: MigrationPath, _ environment: MigrationEnvironment) -> RecyclingPool<LossJudge> {
        judges.withLock { judges in
            let ends = PathEnds(from: path.from, to: path.to, ways: Ways(environment))
            if let pool = judges[ends] { return pool }
            let pool = RecyclingPool<LossJudge>()
            judges.keep(pool, for: ends, steps: Self.stepCost * path.steps.count)
            return pool
        }
    }

    /// A prepared step takes the memory of several others.
    private static let stepCost = 4

    /// The steps that one document takes to all versions.
    func trials(_ environment: MigrationEnvironment) -> RecyclingPool<PreparedSteps> {
        trials.withLock { trials in
            let ways = Ways(environment)
            if let pool = trials[ways] { return pool }
            let pool = RecyclingPool<PreparedSteps>()
            trials[ways] = pool
            return pool
        }
    }

    /// The runners that lead to a version.
    ///
    /// - `explicit`: The version of the documents, where the caller knows it.
    func pool(to target: String, from explicit: String?, _ options: MigrationOptions) -> RunnerPool {
        let kind = Kind(target: target, explicit: explicit, options: options.runnerKind)
        return pools.withLock { pools in
            if let pool = pools[kind] { return pool }
            let pool = RunnerPool(to: target, from: explicit)
            pools[kind] = pool
            return pool
        }
    }
}

extension MigrationPlan {
    /// A judge of documents on a path between two versions, with the prepared steps of both ways. It belongs to one
    /// document; ``keep(_:)`` keeps it for the next one.
    func judge(of path: MigrationPath, _ environment: MigrationEnvironment) -> LossJudge {
        guard environment.isTheSameForAll else { return LossJudge(plan: self, path: path, environment: environment) }
        let pool = runners.judges(of: path, environment)
        // A judge that is kept must not keep what keeps it.
        return pool.take() ?? LossJudge(plan: withOwnRunners(), path: path, environment: environment)
    }

    /// The steps of all paths of one document, which ``keep(_:_:)`` keeps for the next one; `nil` if a bridge makes
    /// each path one of its own.
    func sharedSteps(_ options: MigrationOptions) -> PreparedSteps? {
        if options.bridgeRuns != nil || newBridgeRuns != nil || wireCoder != nil { return nil }
        let environment = options.environment
        return environment.isTheSameForAll ? runners.trials(environment).take() ?? PreparedSteps() : PreparedSteps()
    }

    /// Keeps steps that nothing else holds.
    func keep(_ steps: PreparedSteps, _ options: MigrationOptions) {
        let environment = options.environment
        guard environment.isTheSameForAll, steps.isSmall else { return }
        _ = runners.trials(environment).keep(steps)
    }

    /// Keeps a judge that nothing else holds.
    func keep(_ judge: LossJudge) {
        guard judge.environment.isTheSameForAll, judge.isSmall else { return }
        _ = runners.judges(of: judge.path, judge.environment).keep(judge)
    }
}

extension MigrationEnvironment {
    /// Whether it depends on no document and no caller.
    fileprivate var isTheSameForAll: Bool { facts == nil && bridgeRuns == nil && coding == nil && !isInner }
}
