import Migrations
import VersionedCodec

/// `versioned-json lock`
struct LockCommand: ToolCommand {
    static let name = "lock"
    static let summary = "Lock the released steps of a plan, or list those that have been edited since."
    static let usage = "(--plan PLAN [--lock FILE] | --set SET [--entity NAME]) [--to VERSION | --verify]"
    static let options =
        SubjectArguments.options + [
            SubjectArguments.entity,
            Common.lock,
            Option(
                "--to", "VERSION",
                "The newest released version; default: the newest of the plan.\nWith --set: a version of the API; what it pins is released."
            ),
            Option("--verify", nil, "Write nothing; list what has been edited."),
        ]

    private let subject: SubjectArguments
    private let lockPath: StoredPath?
    private let target: String?
    private let isVerifying: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireNoOperands()
        subject = try SubjectArguments(arguments)
        lockPath = try Common.namedLock(arguments, subject)
        target = arguments["--to"]
        isVerifying = arguments.has("--verify")
        if isVerifying, target != nil { throw UsageError("'--to' is not for '--verify'") }
        if lockPath == nil, subject.path == "-" {
            throw UsageError("a plan from standard input has no lock file beside it: name one with '--lock'")
        }
    }

    func run() throws -> ExitStatus {
        let loaded = try subject.loaded()
        try Common.require(target, in: loaded.labels, option: "--to")
        let locks = locks(of: loaded)
        var files = subject.files(loaded)
        for (place, lock) in locks.enumerated() {
            // Entities with one plan have one lock.
            let isKnown = locks[..<place].contains {
                PayloadInput($0.lock).isSameFile(as: PayloadInput(lock.lock))
                    && PayloadInput($0.path).isSameFile(as: PayloadInput(lock.path))
            }
            if isKnown { continue }
            let role = lockPath == nil ? "the lock file" : "'--lock'"
            if isVerifying {
                files.read(PayloadInput(lock.lock), as: role)
            } else {
                files.write(lock.lock, as: role)
            }
        }
        try files.require()
        var worst = ExitStatus.success
        for step in locks { worst = max(worst, try lock(step.plan, step.path, in: step.lock, through: step.target)) }
        return worst
    }

    /// The plans to lock, each with its lock file, and with the newest version that is released.
    private func locks(
        of loaded: Subject
    ) -> [(plan: MigrationPlan, path: StoredPath, lock: StoredPath, target: String?)] {
        switch loaded {
        case .plan(let plan):
            return [(plan, subject.path, lockPath ?? Common.lockPath(beside: subject.path), target)]
        case .set(let loaded):
            let pins = target.flatMap { label in loaded.set.pins.first { $0.label == label } }
            return loaded.plans.compactMap { entity, path in
                guard let plan = entity.plan, subject.entity == nil || subject.entity == entity.name else { return nil }
                // An entity that a version of the API does not have is not released with it.
                if let pins, pins.versions[entity.name] == nil { return nil }
                return (plan, path, Common.lockPath(beside: path), pins?.versions[entity.name])
            }
        }
    }

    /// Locks or verifies the steps of one plan.
    private func lock(
        _ plan: MigrationPlan, _ planPath: StoredPath, in lockPath: StoredPath, through target: String?
    ) throws -> ExitStatus {
        var lock = PlanLock()
        if isVerifying || PayloadInput(lockPath).exists {
            do { lock = try PlanLock(lockFile: PayloadInput(lockPath).bytes()) } catch {
                return Console.report(error, file: "\(lockPath)")
            }
        }
        let status = Common.verify(lock, plan, planPath)
        if status != .success { return status }
        if isVerifying {
            try Console.print("\(planPath): \(Self.steps(lock.steps.count)) as released\n")
            return .success
        }
        let added = try lock.add(plan, through: target)
        let file = try FileReplacement(of: lockPath)
        try file.write(lock.file.bytes(in: .pretty))
        try file.commit()
        let words = added.isEmpty ? "nothing new" : added.joined(separator: ", ")
        try Console.print("\(lockPath): \(words); \(Self.steps(lock.steps.count)) locked\n")
        return .success
    }

    private static func steps(_ count: Int) -> String { count == 1 ? "1 step" : "\(count) steps" }
}

extension Common {
    static let lock = Option(
        "--lock", "FILE",
        "The lock file; default: beside the plan, plan.lock.json for plan.json.\nOf a set, each plan has its own beside it."
    )

    /// The lock file that the command line names; `nil` if each plan has its own beside it.
    static func namedLock(_ arguments: Arguments, _ subject: SubjectArguments) throws(UsageError) -> StoredPath? {
        guard let lock = arguments.path("--lock") else { return nil }
        if subject.isSet { throw UsageError("'--lock' is not for '--set': each plan of a set has its lock beside it") }
        return lock
    }

    /// The name of the lock file of a plan file.
    static func lockPath(beside plan: StoredPath) -> StoredPath {
        StoredPath(bytes: plan.bytes.dropLast(plan.hasSuffix(".json") ? 5 : 0) + Array(".lock.json".utf8))
    }

    /// Reports the released steps of a plan that have been edited.
    static func verify(_ lock: PlanLock, _ plan: MigrationPlan, _ path: StoredPath) -> ExitStatus {
        let violations = lock.violations(in: plan)
        for violation in violations { Console.error("\(path): \(violation)") }
        return violations.isEmpty ? .success : .data
    }
}
