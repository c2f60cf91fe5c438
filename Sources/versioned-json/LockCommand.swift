import Migrations
import VersionedCodec

/// `versioned-json lock`
struct LockCommand: ToolCommand {
    static let name = "lock"
    static let summary = "Lock the released steps of a plan, or tell which of them have been edited since."
    static let usage = "--plan PLAN [--lock FILE] [--to VERSION | --verify]"
    static let options = [
        Common.plan,
        Common.lock,
        Option("--to", "VERSION", "The newest released version; default: the newest of the plan."),
        Option("--verify", nil, "Write nothing; tell what has been edited."),
    ]

    private let planPath: String
    private let lockPath: String
    private let target: String?
    private let isVerifying: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireNoOperands()
        planPath = try arguments.required("--plan")
        lockPath = arguments["--lock"] ?? Common.lockPath(beside: planPath)
        target = arguments["--to"]
        isVerifying = arguments.has("--verify")
        if isVerifying, target != nil { throw UsageError("'--to' is not for '--verify'") }
    }

    func run() throws -> ExitStatus {
        let plan: MigrationPlan
        switch Common.plan(planPath) {
        case .success(let loaded): plan = loaded
        case .failure(let reported): return reported.status
        }
        try Common.require(target, in: plan, option: "--to")
        var lock = PlanLock()
        if isVerifying || PayloadInput(lockPath).exists {
            do { lock = try PlanLock(lockFile: PayloadInput(lockPath).bytes()) } catch {
                return Console.report(error, file: lockPath)
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
        "--lock", "FILE", "The lock file; default: beside the plan, plan.lock.json for plan.json.")

    /// The name of the lock file of a plan file.
    static func lockPath(beside plan: String) -> String {
        (plan.hasSuffix(".json") ? String(plan.dropLast(5)) : plan) + ".lock.json"
    }

    /// Reports the released steps of a plan that have been edited.
    static func verify(_ lock: PlanLock, _ plan: MigrationPlan, _ path: String) -> ExitStatus {
        let violations = lock.violations(in: plan)
        for violation in violations { Console.error("\(path): \(violation)") }
        return violations.isEmpty ? .success : .data
    }
}
